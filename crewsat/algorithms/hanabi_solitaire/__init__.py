"""Algorithms about solitaire Hanabi: one module per theorem or bound, and the oracle."""
