"""Skull & Roses: executable rules, random play, exact sizes; a study separate from the games (paper 003)."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from crewsat.skull.open_information import can_meet as can_meet
    from crewsat.skull.open_information import forced_wins as forced_wins
    from crewsat.skull.rounds import round_tree as round_tree
    from crewsat.skull.rules import Rules as Rules
    from crewsat.skull.sizes import state_space as state_space
    from crewsat.skull.states import reachable_states as reachable_states
    from crewsat.skull.statistics import Statistics as Statistics
    from crewsat.skull.statistics import simulate as simulate
    from crewsat.skull.whole_game import game_tree as game_tree

_HOME = {
    "Rules": "rules",
    "Statistics": "statistics",
    "can_meet": "open_information",
    "forced_wins": "open_information",
    "game_tree": "whole_game",
    "reachable_states": "states",
    "round_tree": "rounds",
    "simulate": "statistics",
    "state_space": "sizes",
}

__all__ = [*_HOME]  # noqa: PLE0604 - they are names


def __getattr__(name: str) -> object:
    if name not in _HOME:
        raise AttributeError(f"module 'crewsat.skull' has no attribute '{name}'")
    return getattr(import_module(f"crewsat.skull.{_HOME[name]}"), name)
