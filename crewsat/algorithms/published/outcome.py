"""What an algorithm of the paper is taken to say about one deal."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from crewsat.games.cards import Card


@dataclass(frozen=True, slots=True)
class Published:
    """The answer of a published algorithm; nobody has checked it.

    Attributes:
        answer: whether the algorithm says that the deal can be won.
        play: the tricks it plays when it says yes, as the referee takes them; None when it says no or makes no play.
        steps: how often each operation was done that the paper's paragraph on running time bounds.
    """

    answer: bool
    play: list[tuple[int, tuple[Card, ...]]] | None
    steps: dict[str, int]
