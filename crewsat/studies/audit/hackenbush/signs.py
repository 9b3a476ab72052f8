"""Berlekamp's rule, which table 1 of the paper has for two players, edge by edge, with every digit counted.

The paper prints no rule; it refers to E. R. Berlekamp, "The Hackenbush number system for compression of numerical data"
(1974). The value of strings is a sum over edges: an edge of player 1 counts +, one of player 2 counts -. The edges at
the bottom of a string that belong to one player count 1 each, and those from the first edge of the other player upwards
count 1/2, 1/4, …. Whoever begins, player 1 makes the last move if the sum is positive, player 2 if it is negative, and
the player who does not begin if it is 0.

**Vague:** how long an addition takes: the numbers have as many binary digits as the longest string has edges. Here the
positive and the negative edges are added up separately, each in a binary number to which a power of 1/2 is added by
carrying from its digit on. Each carry turns a 1 into a 0, so that there are no more carries than edges.

**Running time** (printed: O(n); n is not defined, and taken as the number of edges). Counted are the edges examined,
the carries, and the digits compared at the end.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from crewsat.games.hackenbush.features import ALL
from crewsat.games.scope import reads
from crewsat.studies.audit.published import Published

if TYPE_CHECKING:
    from collections.abc import Sequence

    from crewsat.games.hackenbush.instance import Hackenbush


@reads("the audit", ALL)
def decide_as_published(instance: Hackenbush) -> Published:
    """Answer by the sign of the sum.

    Args:
        instance: an instance with two players.

    Returns:
        Whether player 1 makes the last move, and the steps.
    """
    steps = {"edges looked at": 0, "carries": 0, "digits compared": 0}
    longest = max(map(len, instance.strings), default=0)
    sums = {1: _Sum(longest, steps), 2: _Sum(longest, steps)}
    for string in instance.strings:
        for label, digit in _digits(string):
            steps["edges looked at"] += 1
            sums[label].add(digit)
    order = sums[1].compared(sums[2])
    return Published(order > 0 or (order == 0 and instance.to_move == 2), None, steps)


def _digits(string: Sequence[int]) -> list[tuple[int, int]]:
    """Return the label of each edge, and d if it counts 1 / 2^d."""
    digits = []
    digit = 0
    for label in string:
        digit += digit > 0 or label != string[0]
        digits.append((label, digit))
    return digits


class _Sum:
    """A sum of powers of 1/2: its whole part, and its digits after the point."""

    def __init__(self, digits: int, steps: dict[str, int]) -> None:
        self.whole = 0
        self.digits = [0] * (digits + 1)
        self._steps = steps

    def add(self, digit: int) -> None:
        """Add 1 / 2^digit."""
        while digit and self.digits[digit]:
            self.digits[digit] = 0
            digit -= 1
            self._steps["carries"] += 1
        if digit:
            self.digits[digit] = 1
        else:
            self.whole += 1

    def compared(self, other: _Sum) -> int:
        """Return a positive number if this one is larger, 0 if they are equal."""
        if self.whole != other.whole:
            return self.whole - other.whole
        for mine, others in zip(self.digits[1:], other.digits[1:], strict=True):
            self._steps["digits compared"] += 1
            if mine != others:
                return mine - others
        return 0
