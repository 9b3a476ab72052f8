"""Algorithms about solitaire Hanabi: one module a theorem or bound, and the oracle."""
