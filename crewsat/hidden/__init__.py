"""Hidden hands: what one player knows of a game, bots that play by it, and how hard a deal is for them."""

from __future__ import annotations

from crewsat.base import lazy


def __getattr__(name: str) -> object:
    return lazy.attribute(__name__, __file__, name)


def __dir__() -> list[str]:
    return lazy.names(__file__)
