"""Algorithms for the real game of Hanabi."""
