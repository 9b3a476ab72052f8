"""Encodings of The Crew."""
