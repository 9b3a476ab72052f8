"""Skull & Roses: rules that can be run, random play, exact sizes; a study beside the games (paper 003)."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from crewsat.skull.rules import Rules as Rules
    from crewsat.skull.statistics import Statistics as Statistics
    from crewsat.skull.statistics import simulate as simulate

_HOME = {"Rules": "rules", "Statistics": "statistics", "simulate": "statistics"}

__all__ = [*_HOME]  # noqa: PLE0604 - they are names


def __getattr__(name: str) -> object:
    if name not in _HOME:
        raise AttributeError(f"module 'crewsat.skull' has no attribute '{name}'")
    return getattr(import_module(f"crewsat.skull.{_HOME[name]}"), name)
