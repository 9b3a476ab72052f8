"""The Crew as a planning problem."""
