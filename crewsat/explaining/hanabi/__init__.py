"""Explanations of lost games of Hanabi."""
