"""The answer of a paper's algorithm, as interpreted here, for one instance."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Published:
    """The answer of a published algorithm; it has not been checked.

    Attributes:
        answer: whether the algorithm says that the instance can be won.
        play: the tricks or steps if the answer is yes, in the referee's form; None if it is no or there is no play.
        steps: the count of each operation that the paper's paragraph on running time bounds.
    """

    answer: bool
    play: list[Any] | None
    steps: dict[str, int]
