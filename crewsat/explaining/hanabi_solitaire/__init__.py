"""Why a deck of solitaire Hanabi is lost."""
