"""Encodings of the games, one game per package, one encoding per module. They know no solver."""
