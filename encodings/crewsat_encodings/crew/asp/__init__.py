"""The Crew as a logic program."""
