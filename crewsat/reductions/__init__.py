"""Reductions of hard problems to games: `reduce`, `play_of` (from witness to play), `witness_of` (back)."""
