"""The change of tokens with which a game is reviewed: a position does not say which one was made."""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import replace
from typing import TYPE_CHECKING, Any, NamedTuple

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


class Settled(NamedTuple):
    """A game of which it is settled how the tokens were changed.

    Attributes:
        game: the game, without `retoken`.
        verdict: whether it can be won.
        reason: why another change may have kept it winnable for longer, as in `Verdict.reason`; None if none has.
    """

    game: Crew
    verdict: Verdict
    reason: str | None


@reads("the choice of tokens to review", ALL | CHANGES | COVERED | PASSING)
def settled(game: Crew, moves: Sequence[Move], verdict: Verdict, limits: Limits) -> Settled:
    """Return a game with the change of tokens, or none, that kept it winnable for longest.

    After more moves no other change wins than before, so bisection finds the last position that some change wins: it
    asks about log₂ of the moves. If none is known to win the deal, no token is changed.

    Args:
        game: the position, with `retoken`.
        moves: what has been done in it since the deal.
        verdict: whether it can be won with some change.
        limits: of all questions together; each has an equal share of what is left, which leaves time for the review.
    """
    ways = {way.choice: way for way in game.retokenings}
    if verdict.answer == "yes":
        play = tuple(part for part in verdict.play or () if part not in ways)
        return Settled(_with(game, _way(ways, verdict)), replace(verdict, play=play), None)
    positions = _positions(game, moves)
    found: list[Verdict] = []

    def is_lost(position: Crew) -> bool:
        share = limits.share(len(positions).bit_length())
        found.append(answer(position, plan_of(game.game), share, note=ignore_progress))
        return found[-1].answer != "yes"

    bisect_left(positions, True, key=is_lost)
    won = [one for one in found if one.answer == "yes"]  # each of a later position than the one before
    reasons = [one.reason or "incomplete" for one in found if one.answer == "unknown"]
    way = _way(ways, won[-1]) if won else game.retokenings[0]
    return Settled(_with(game, way), verdict, next(iter(reasons), None))


def _way(ways: dict[Any, Retokening], verdict: Verdict) -> Retokening:
    """Return the change of tokens with which a play begins."""
    return next(ways[part] for part in verdict.play or () if part in ways)


def _with(game: Crew, way: Retokening) -> Crew:
    """Return the game after a change of tokens."""
    return game.with_fields(objectives=way.objectives, retoken=None)


def _positions(game: Crew, moves: Sequence[Move]) -> list[Crew]:
    """Return the positions from the deal on, before each move, as long as some order of tokens may win them."""
    without = tuple(objective.model_copy(update={"token": None}) for objective in game.objectives)
    walk = Walk(game.as_dealt().with_fields(objectives=without, retoken=None))
    positions: list[Crew] = []
    for move in moves:
        if walk.outcome.status != "open":
            break
        if move == NOBODY_PASSES and not walk.choices_due:
            continue  # some player had no card that may be passed
        positions.append(walk.instance.with_fields(objectives=game.objectives, retoken=game.retoken))
        walk.play(move)
    return positions
