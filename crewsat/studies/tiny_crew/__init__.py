"""Tiny Crew: The Crew for players who see only their own cards, with few enough cards to compute everything exactly."""
