"""Questions beyond whether a game can be won, a module per game."""
