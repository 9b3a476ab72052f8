"""Questions beyond whether a game can be won: options, states, reviews, explanations; a folder for each game."""
