"""Questions about The Crew."""
