"""Questions about solitaire Hanabi."""
