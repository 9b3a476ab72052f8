"""The change of tokens with which a game is reviewed: a position does not say which one was made."""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from crewsat.engine.notes import ignore_progress
from crewsat.engine.plan import plan_of
from crewsat.engine.strategy import answer
from crewsat.games.crew.features import ALL, CHANGES, COVERED, PASSING
from crewsat.games.crew.passing import NOBODY_PASSES
from crewsat.games.crew.walk import Walk
from crewsat.games.scope import reads

if TYPE_CHECKING:
    from collections.abc import Sequence

    from crewsat.engine.limits import Limits
    from crewsat.games.crew.instance import Crew
    from crewsat.games.crew.moves import Move
    from crewsat.games.crew.retokening import Retokening
    from crewsat.games.verdict import Verdict


@reads("the choice of tokens to review", ALL | CHANGES | COVERED | PASSING)
def settled(game: Crew, moves: Sequence[Move], verdict: Verdict, limits: Limits) -> tuple[Crew, Verdict]:
    """Return a game with the change of tokens that kept it winnable for longest, and the verdict on it.

    After more moves no other change wins than before, so bisection finds the last position that some change wins: it
    asks about log₂ of the moves. If not even the deal can be won, or that is not known in time, no token is changed.

    Args:
        game: the position, with `retoken`.
        moves: what has been done in it since the deal.
        verdict: whether it can be won with some change.
        limits: of all questions together.
    """
    ways = {way.choice: way for way in game.retokenings}
    if verdict.answer == "yes":
        way = _way(ways, verdict)
        return _with(game, way), replace(verdict, play=tuple(part for part in verdict.play or () if part not in ways))
    positions = _positions(game, moves)
    found: list[Verdict] = []

    def is_lost(position: Crew) -> bool:
        share = limits.share(len(positions).bit_length())
        decided: Verdict = answer(position, plan_of(game.game), share, note=ignore_progress)
        if decided.answer == "yes":
            found.append(decided)  # each of a later position than the one before
        return decided.answer != "yes"

    bisect_left(positions, True, key=is_lost)
    return _with(game, _way(ways, found[-1]) if found else game.retokenings[0]), verdict


def _way(ways: dict[Any, Retokening], verdict: Verdict) -> Retokening:
    """Return the change of tokens with which a play begins."""
    return next(ways[part] for part in verdict.play or () if part in ways)


def _with(game: Crew, way: Retokening) -> Crew:
    """Return the game after a change of tokens."""
    return _changed(game, objectives=way.objectives, retoken=None)


def _positions(game: Crew, moves: Sequence[Move]) -> list[Crew]:
    """Return the positions from the deal on, before each move, as long as some order of tokens may win them."""
    without = tuple(objective.model_copy(update={"token": None}) for objective in game.objectives)
    walk = Walk(_changed(game.as_dealt(), objectives=without, retoken=None))
    positions: list[Crew] = []
    for move in moves:
        if walk.outcome.status != "open":
            break
        if move == NOBODY_PASSES and not walk.choices_due:
            continue  # some player had no card that may be passed
        positions.append(_changed(walk.instance, objectives=game.objectives, retoken=game.retoken))
        walk.play(move)
    return positions


def _changed(game: Crew, **fields: Any) -> Crew:  # noqa: ANN401 - of an instance
    return game.model_construct(**{name: getattr(game, name) for name in type(game).fields} | fields)
