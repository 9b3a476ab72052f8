"""The features of decks of solitaire Hanabi (`crewsat.games.features`), for code that declares what it knows."""

from __future__ import annotations

ALL = frozenset({"values", "colours"})
"""All features of version 0.7; never extended."""
