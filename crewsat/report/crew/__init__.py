"""The Crew for people."""
