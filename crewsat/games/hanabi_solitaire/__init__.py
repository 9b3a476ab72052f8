"""Hanabi: the solitaire of the paper."""
