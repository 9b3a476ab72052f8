"""Algorithms for Hackenbush on strings."""
