"""Hanabi with a known deck as formula and as constraints."""
