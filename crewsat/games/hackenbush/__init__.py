"""Hackenbush on strings, for any number of players (Cincotti, "On the complexity of N-player Hackenbush")."""
