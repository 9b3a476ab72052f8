"""Hackenbush for people."""
