"""Hanabi for people."""
