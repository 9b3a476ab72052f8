"""What an algorithm for a special case returns: a winning play, the reason why there is none, or neither.

Bounds do not return a `Decision`: all they can do is refute, so they return the reason in words, or None.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Final, Generic, TypeAlias, TypeVar

Move = TypeVar("Move")
Strategy = TypeVar("Strategy")


@dataclass(frozen=True, slots=True)
class Win(Generic[Move]):
    """A yes: a winning play, for the referee to replay.

    It is made as ``Win(play)``: Python 3.11 cannot make a ``Win[Step](play)``, as the class is frozen and has slots.

    Attributes:
        play: the moves in the order in which they are made; none if the instance is won as it stands.
    """

    play: list[Move]


@dataclass(frozen=True, slots=True)
class Refutation:
    """A no.

    Attributes:
        because: in words, why there is no winning play.
    """

    because: str


class NotApplicable(Enum):
    """No answer: the type of `NOT_APPLICABLE`, its only member."""

    NOT_APPLICABLE = "not applicable"


NOT_APPLICABLE: Final = NotApplicable.NOT_APPLICABLE
"""The instance is not of the kind the algorithm decides; compare with ``is``."""

Decision: TypeAlias = Win[Move] | Refutation | NotApplicable
"""The answer of an algorithm; the parameter is the type of a move: ``Decision[Step]``."""


@dataclass(frozen=True, slots=True)
class Solution(Generic[Strategy]):
    """Who wins a game with an opponent, and how.

    Attributes:
        wins: whether the side that asks can force it; else the other side can.
        strategy: a winning one of the side that can, for the referee to play against every defence.
        because: why, in words, if an argument found it.
        positions: how many positions a search has visited, if one was made.
    """

    wins: bool
    strategy: Strategy
    because: str | None = None
    positions: int | None = None
