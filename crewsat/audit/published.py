"""What an algorithm of a paper is taken to say about one instance."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Published:
    """The answer of a published algorithm; nobody has checked it.

    Attributes:
        answer: whether the algorithm says that the instance can be won.
        play: the tricks or steps of a yes, as the referee takes them; None when it says no or makes no play.
        steps: how often each operation was done that the paper's paragraph on running time bounds.
    """

    answer: bool
    play: list[Any] | None
    steps: dict[str, int]
