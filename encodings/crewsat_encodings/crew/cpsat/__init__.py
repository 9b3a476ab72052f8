"""The Crew as constraints on integers."""
