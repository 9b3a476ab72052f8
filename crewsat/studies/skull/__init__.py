"""Skull & Roses: executable rules, random play, exact sizes; a study separate from the games (paper 003)."""
