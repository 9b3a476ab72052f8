"""Algorithms about The Crew: one module per theorem or bound, and the oracle."""
