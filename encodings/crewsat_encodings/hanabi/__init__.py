"""Encodings of solitaire Hanabi."""
