"""Skull & Roses: executable rules, random play, exact sizes (paper 003); the names of `crewsat.studies.skull`."""

from __future__ import annotations

from crewsat.base import lazy


def __getattr__(name: str) -> object:
    return lazy.attribute(__name__, __file__, name)


def __dir__() -> list[str]:
    return lazy.names(__file__)
