"""What is known about the positions of one play: lines that win, and positions that are lost.

A line that wins answers for every position along it. A lost position answers for all positions after it.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Generic, TypeVar

from crewsat.base.errors import BugFound

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from crewsat.games.verdict import Verdict

Move = TypeVar("Move")


@dataclass(slots=True)
class _Position(Generic[Move]):
    """A position: the verdict on it, if any, and for a yes the next move of a line that wins."""

    verdict: Verdict | None = None
    next: Move | None = None
    after: dict[Move, _Position[Move]] = field(default_factory=dict)


class PositionCache(Generic[Move]):
    """Verdicts by the moves that lead to a position; shared by all copies of a state."""

    def __init__(self) -> None:
        self._start: _Position[Move] = _Position()

    def verdict(self, moves: Iterable[Move]) -> Verdict | None:
        """Return what is known about the position after these moves: for a no, the verdict that first said so."""
        position = self._find(moves)
        return None if position is None else position.verdict

    def line(self, moves: Iterable[Move]) -> Iterator[Move]:
        """Yield the moves of a line that wins from the position after these moves; none if no line is known."""
        position = self._find(moves)
        while position is not None and position.next is not None:
            yield position.next
            position = position.after[position.next]

    def won(self, moves: Sequence[Move], line: Sequence[Move], verdict: Verdict) -> None:
        """Note that a line wins from the position after these moves, and so from every position along both.

        Raises:
            BugFound: if one of these positions is known to be lost.
        """
        position = self._start
        for move in (*moves, *line):
            if position.verdict is None:
                position.verdict, position.next = verdict, move
            self._check(position, "yes")
            position = position.after.setdefault(move, _Position())
        if position.verdict is None:
            position.verdict = verdict
        self._check(position, "yes")

    def lost(self, moves: Iterable[Move], verdict: Verdict) -> None:
        """Note that the position after these moves is lost.

        Raises:
            BugFound: if it is known to be won.
        """
        position = self._start
        for move in moves:
            position = position.after.setdefault(move, _Position())
        if position.verdict is None:
            position.verdict = verdict
        self._check(position, "no")

    def _find(self, moves: Iterable[Move]) -> _Position[Move] | None:
        """Return the position after these moves, or the first lost one on the way; None if it is unknown."""
        position: _Position[Move] | None = self._start
        for move in moves:
            if position is None or (position.verdict is not None and position.verdict.answer == "no"):
                break
            position = position.after.get(move)
        return position

    @staticmethod
    def _check(position: _Position[Move], answer: str) -> None:
        if position.verdict is not None and position.verdict.answer != answer:
            raise BugFound(f"a position was found to be {answer} and is known to be {position.verdict.answer}")
