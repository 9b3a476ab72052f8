"""Algorithms about The Crew: one module a theorem or bound, and the oracle."""
