"""The features of positions of Hackenbush (`crewsat.games.features`), for code that declares what it knows."""

from __future__ import annotations

ALL = frozenset({"to_move", "players"})
"""All features of version 0.7; never extended."""
