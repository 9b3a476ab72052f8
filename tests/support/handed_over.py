"""A deal by hand about goals that are handed over, larger than the random ones."""

from __future__ import annotations

from crewsat.games.crew.instance import Crew


def seven_goals_of_six_players(handover: int) -> Crew:
    """Three players alone can meet the seven tasks: with even shares, three must be handed over to them."""
    tasks: list[dict[str, object]] = [{"kind": "leads", "numbers": [1], "at_least": 1}] * 3
    tasks += [{"kind": "leads", "numbers": [2], "at_least": 1}] * 2
    tasks += [{"kind": "win_trick", "trick": 2}] * 2
    hands = [["a1", "a2"], ["a12", "a3"], ["a11", "a4"], ["a5", "a6"], ["a7", "a8"], ["a9", "a10"]]
    free = [{"owner": None, **task} for task in tasks]
    return Crew(hands=hands, leader=1, tasks=free, assignment="balanced", handover=handover)
