"""Solitaire Hanabi for people."""
