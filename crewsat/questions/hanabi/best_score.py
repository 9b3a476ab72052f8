"""The best score of a game of Hanabi: how many points can be on the table at most before the game is over.

The search goes downwards from the upper bound. Once more than n points are excluded, n points are reached iff the suits
reach one of the combinations of heights that add up to n. One formula serves all combinations of a position, each an
assumption. Random decks lack only a point or two, so there are few combinations.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from crewsat.algorithms.hanabi.bounds import (
    heights_at_most,
    held_too_many,
    most_points,
    too_deep,
    too_many_to_hold,
    too_slow,
)
from crewsat.algorithms.hanabi.player import best_game
from crewsat.base.errors import Stopped
from crewsat.engine.building import build
from crewsat.games.hanabi.position import Position, actions_of
from crewsat.games.hanabi.rules import Table
from crewsat.games.result import Result
from crewsat.questions.hanabi.options import repaired, replayed
from crewsat.solvers.warm import WarmSolvers

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from crewsat.base.errors import Reason
    from crewsat.engine.limits import Limits
    from crewsat.engine.request import Tell
    from crewsat.games.hanabi.actions import Action
    from crewsat.games.hanabi.instance import Hanabi
    from crewsat.games.verdict import Checked

Heights = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class BestScore(Result):
    """The most points that can be on the table, or bounds on them.

    Attributes:
        at_least: this many points can be reached.
        at_most: no more than this can be reached.
        play: the actions that reach `at_least`, replayed.
        checked: how far it has been checked that no more can be reached; ``algorithm`` has a reason in words.
        because: the reason.
        reason: why the bounds differ, if they do: ``time``, ``memory``, ``incomplete``.
    """

    at_least: int
    at_most: int
    play: tuple[Action, ...] = ()
    checked: Checked = "none"
    because: str | None = None
    reason: str | None = None

    @property
    def proved(self) -> bool:
        """Whether the bounds meet."""
        return self.at_least == self.at_most

    def as_dict(self) -> dict[str, Any]:
        """Return the JSON object of the contract; what is absent is left out."""
        bounds = {"at_least": self.at_least, "at_most": self.at_most, "proved": self.proved}
        out = {
            "format": 1,
            "game": "hanabi",
            "best_score": bounds,
            "checked": self.checked,
            "because": self.because,
            "reason": self.reason,
            "play": [action.as_dict() for action in self.play],
        }
        return {key: value for key, value in out.items() if value is not None}


def best_score(instance: Hanabi, limits: Limits, *, note: Tell) -> BestScore:
    """Return the best score of a position.

    Args:
        instance: the game; its target does not matter.
        limits: of the search; what is known when one is reached is returned, with the reason.
        note: not called.
    """
    del note
    return best_score_on(Table.after_actions(instance), limits)


def unfinished(instance: Hanabi, reason: Reason, _notes: object) -> BestScore:
    """Return the bounds that hold for every game: the points on the table, and the most there are."""
    return BestScore(Table.after_actions(instance).score, instance.most_points, reason=reason)


def best_score_on(table: Table, limits: Limits, *, at_least: int = 0, at_most: int | None = None) -> BestScore:
    """Return the best score of the position on a table, as `best_score` does.

    Args:
        table: the position.
        limits: of the search.
        at_least: points known to be possible; only plays that reach more are looked for.
        at_most: more points than this are known to be impossible.
    """
    return _Search(table, limits).run(at_least, at_most)


class _Search:
    """A search for the best score of one position."""

    def __init__(self, table: Table, limits: Limits) -> None:
        self._table = table
        self._limits = limits
        self._most = table.instance.most_points
        self._position = replace(Position.on(table), target=self._most)
        self._solvers: Any = None
        self._encoding: Any = None

    def run(self, at_least: int, at_most: int | None) -> BestScore:
        """Return the best score within bounds that are known."""
        position = self._position
        high = position.score if position.over else most_points(position)
        high = high if at_most is None else min(high, at_most)
        low, play = max(at_least, position.score), tuple["Action", ...]()
        checked: Checked = "algorithm"
        try:
            if low < high:
                points, line = self._by_player(high)
                low, play = (points, line) if points > low else (low, play)
            if low < high == self._most and held_too_many(position):
                high -= 1
            while low < high:
                found = self._reached(high)
                if found is not None:
                    low, play = high, found
                else:
                    high, checked = high - 1, "none"
        except Stopped as stopped:
            return BestScore(low, high, play, checked, reason=stopped.reason)
        because = self._why(high) if checked == "algorithm" and high < self._most else None
        return BestScore(low, high, play, checked, because)

    def _by_player(self, high: int) -> tuple[int, tuple[Action, ...]]:
        """Return the points of the quick player's best game, and the game up to the last of them, replayed.

        Raises:
            Stopped: if time runs out.
        """
        position = replace(self._position, target=high)
        table = self._table.copy()
        best = best_game(position, seed=self._limits.seed or 0, out_of_time=self._limits.late)
        play = actions_of(position, best.moves, table)
        while play and play[-1].action != "play":
            play.pop()
        return table.points, tuple(play)

    def _reached(self, points: int) -> tuple[Action, ...] | None:
        """Return a play that reaches `points` points, None if there is none; more must be known to be impossible.

        Raises:
            Stopped: at a limit, or if the solver does not decide the formula.
        """
        play = repaired(self._table, points, self._limits)
        if play is not None:
            return play
        for heights in ways(self._position, points):
            play = self._with_heights(heights)
            if play is not None:
                return play
        return None

    def _with_heights(self, heights: Heights) -> tuple[Action, ...] | None:
        if self._solvers is None:
            self._build()
        outcome = self._solvers.solve(self._encoding.reaching(heights), deadline=self._limits.deadline)
        if outcome.status == "unknown":
            raise Stopped(outcome.reason or "incomplete")
        if outcome.status == "unsatisfiable":
            return None
        points = sum(heights)
        return replayed(self._table, self._encoding.decode(outcome.model, points), points)

    def _build(self) -> None:
        from crewsat_encodings.hanabi.steps_cnf import open_ended  # noqa: PLC0415 - only if needed

        instance = self._table.as_instance(target=self._most)
        self._encoding = build(open_ended, instance, self._limits)
        self._solvers = WarmSolvers(self._encoding.formula, seed=self._limits.seed)

    def _why(self, high: int) -> str | None:
        """Return why one more point cannot be reached."""
        asked = self._table.as_instance(target=high + 1)
        return next((why for bound in (too_slow, too_deep, too_many_to_hold) if (why := bound(asked))), None)


def ways(position: Position, points: int) -> Iterator[Heights]:
    """Yield the heights of suits that add up to `points`, none higher than the suit can reach alone."""
    highest = heights_at_most(position)
    room = [high - low for low, high in zip(position.heights, highest, strict=True)]
    for missing in _shared_out(sum(highest) - points, room):
        yield tuple(high - less for high, less in zip(highest, missing, strict=True))


def _shared_out(number: int, room: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """Yield all ways to split a number into parts of at most `room` each."""
    if not room:
        if number == 0:
            yield ()
        return
    first, *rest = room
    for share in range(max(0, number - sum(rest)), min(first, number) + 1):
        yield from ((share, *others) for others in _shared_out(number - share, rest))
