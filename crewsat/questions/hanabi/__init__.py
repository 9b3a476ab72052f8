"""Questions about Hanabi."""
