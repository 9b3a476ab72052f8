"""Requests about a position of a game that is walked through: a child process keeps the answers of the latest game."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import takewhile
from operator import eq
from typing import TYPE_CHECKING, Any, NamedTuple

from crewsat.engine.decision import Decision
from crewsat.engine.request import Request
from crewsat.games import check_instance
from crewsat.questions.move_options import MoveOptions, unfinished

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from crewsat.base.errors import Reason
    from crewsat.engine.limits import Limits
    from crewsat.engine.request import Tell
    from crewsat.games.instance import Instance
    from crewsat.games.verdict import Verdict
    from crewsat.questions.position_answers import PositionAnswers


class Position(NamedTuple):
    """A position as a child process gets it.

    Attributes:
        kind: the class of the answers about positions of the game.
        path: the moves since the start.
    """

    kind: type[PositionAnswers[Any, Any, Any]]
    path: Sequence[Any]


@dataclass(frozen=True)
class Winnable(Decision):
    """Whether a position can still be won; it is asked about the start."""

    position: Position

    def answer(self, instance: Instance, limits: Limits, *, note: Tell) -> Verdict:
        """Decide the position."""
        answers, walk = _warm(instance, self.position)
        return answers.decide(walk, limits, note)


@dataclass(frozen=True)
class OptionsThere(Request[MoveOptions[Any]]):
    """Which moves keep a position winnable; it is asked about the start."""

    position: Position

    def check(self, instance: Instance) -> None:
        """Check for an instance; a state has been made of it."""
        check_instance(instance)

    def answer(self, instance: Instance, limits: Limits, *, note: Tell) -> MoveOptions[Any]:
        """Decide every legal move."""
        answers, walk = _warm(instance, self.position)
        return _options_at(walk, answers, limits, note, {})

    def unfinished(
        self, instance: Instance, reason: Reason, notes: Mapping[str, Any], seconds: float
    ) -> MoveOptions[Any]:
        """Return what was noted about each move."""
        del seconds
        return unfinished(instance, reason, notes)


def options_from(
    answers: PositionAnswers[Any, Any, Any], limits: Limits, note: Tell, place: Mapping[str, Any]
) -> MoveOptions[Any]:
    """Decide for every legal move of an instance whether it can still be won.

    Args:
        answers: what answers about its positions.
        limits: of all moves together.
        note: called with the options if nothing is known, and then with each as it becomes known.
        place: as in `MoveOptions`.
    """
    return _options_at(answers.walk(answers.start), answers, limits, note, place)


def _options_at(
    walk: object, answers: PositionAnswers[Any, Any, Any], limits: Limits, note: Tell, place: Mapping[str, Any]
) -> MoveOptions[Any]:
    game = answers.start.game
    note({"unknown": MoveOptions(answers.unknown(walk, "time"), game, place)})
    return MoveOptions(answers.options(walk, replace(limits, shown=False), note), game, place)


_WARM: list[tuple[PositionAnswers[Any, Any, Any], Any]] = []
"""In a child: the answers about the most recent instance, and a walk from there."""


def _warm(start: Instance, position: Position) -> tuple[PositionAnswers[Any, Any, Any], Any]:
    """Return the answers about an instance, and a walk at a position."""
    kind, path = position
    if not (_WARM and type(_WARM[0][0]) is kind and _WARM[0][0].start == start):
        _WARM[:] = [(kind(start), kind.walk(start))]
    answers, walk = _WARM[0]
    common = sum(1 for _ in takewhile(bool, map(eq, walk.path, path)))
    for _ in walk.path[common:]:
        walk.undo()
    for move in path[common:]:
        walk.play(move)
    return answers, walk
