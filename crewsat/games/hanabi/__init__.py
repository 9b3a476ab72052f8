"""Hanabi, the real game with a known deck."""
