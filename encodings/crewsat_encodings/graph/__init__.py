"""Encodings of problems on graphs: the sources of reductions, decided without a game."""
