"""Hackenbush of two players on strings: each string is worth a number, and the sum decides (Berlekamp's rule).

*The value of a string.* Count an edge of player 1 as +, one of player 2 as -. The edges at the bottom that belong to
one player are worth 1 each, with that sign; from the first edge of the other player on, the edges are worth 1/2, 1/4, …
with their signs. (This is the sign expansion of a surreal number; E. R. Berlekamp, "The Hackenbush number system for
compression of numerical data", 1974; Berlekamp, Conway and Guy, "Winning Ways".) A sum of strings is worth the sum of
their values: if it is positive, player 1 makes the last move whoever begins, if negative player 2, and if it is 0, the
player who begins loses. O(edges) for short strings; the numbers have as many bits as the longest string has edges.

*The strategy.* The player whose side wins considers the topmost own edge of each string and cuts the one that costs
least. The topmost one costs least in its string: what is left of a string after a cut of player 1 is worth less the
lower the cut is, as in a sign expansion everything above a + is worth more than what is below it. If the sum is a
number x and a player wins by moving, some cut leaves a sum that is at least 0 for that player, and so does the one that
costs least.
"""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING

from crewsat.algorithms.result import NOT_APPLICABLE, NotApplicable, Solution
from crewsat.base.errors import Stopped, WrongOption
from crewsat.base.said import saying
from crewsat.base.wording import visible
from crewsat.games.hackenbush.features import ALL
from crewsat.games.hackenbush.rules import Move
from crewsat.games.scope import reads

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from crewsat.games.hackenbush.instance import Hackenbush
    from crewsat.games.hackenbush.rules import Lengths, Strategy

_CACHE = 100_000_000
"""Approximate number of bits of the values that a strategy remembers."""

_MOST_BITS = 64
"""Bits beyond which a value is not written out in full."""


def hackenbush_value(strings: Iterable[Sequence[int]]) -> Fraction:
    """Return what strings of two players are worth for player 1.

    Args:
        strings: of each the labels, 1 or 2, from the ground upwards.

    Raises:
        WrongOption: if there is any other label.
    """
    known = [tuple(string) for string in strings]
    for number, string in enumerate(known, 1):
        for edge, label in enumerate(string, 1):
            if type(label) is not int or label not in {1, 2}:
                raise WrongOption(
                    f"string {number}, edge {edge}: '{visible(label)}' is not one of two players; allowed: 1 or 2"
                )
    bits = _bits(known)
    return Fraction(sum(_scaled(string, bits) for string in known), 1 << bits)


def value_of(string: Sequence[int]) -> Fraction:
    """Return what a string of players 1 and 2 is worth for player 1."""
    bits = _bits([string])
    return Fraction(_scaled(string, bits), 1 << bits)


def _bits(strings: Iterable[Sequence[int]]) -> int:
    """Return the bits for which 2^bits times the value of every string, and of every prefix of it, is an integer."""
    return max(map(len, strings), default=0)


def _scaled(string: Sequence[int], bits: int) -> int:
    """Return 2^bits times the value of a string: an integer, so that no fractions need to be reduced."""
    if not string:
        return 0
    run = next((k for k, label in enumerate(string) if label != string[0]), len(string))
    rest = string[run:]
    # of k fractional edges with signs s: the sum of s_j / 2^j is twice the binary fraction of the +, less 1 - 1 / 2^k
    pluses = int("".join("1" if label == 1 else "0" for label in rest) or "0", 2)
    fraction = 2 * pluses - (1 << len(rest)) + 1 << bits - len(rest)
    return ((run if string[0] == 1 else -run) << bits) + fraction


@reads("method 'berlekamp'", ALL)
def decide_two_players(
    instance: Hackenbush,
    *,
    out_of_time: Callable[[], bool] = lambda: False,
    max_bytes: int | None = None,  # noqa: ARG001 - a few numbers
) -> Solution[Strategy] | NotApplicable:
    """Return which side can force the last move by the value of the strings, and a strategy for it.

    Args:
        instance: the strings, the coalition, and who is to move.
        out_of_time: called now and then, also while the strategy is queried; True means stop.
        max_bytes: unused, as there is no table that could become too large.

    Returns:
        The solution, or `NOT_APPLICABLE` unless there are two players, and one of them is the coalition.

    Raises:
        Stopped: if time runs out.
    """
    if instance.number_of_players != 2 or len(instance.coalition) != 1:
        return NOT_APPLICABLE
    bits, total = _bits(instance.strings), 0
    for string in instance.strings:
        total += _scaled(string, bits)
        if out_of_time():
            raise Stopped("time")
    value = Fraction(total, 1 << bits)
    winner = 1 if value > 0 else 2 if value < 0 else 3 - instance.to_move
    because = saying(
        "the strings are worth {value}, and player {player} moves first",
        value=in_words(value),
        player=instance.to_move,
    )
    return Solution(winner in instance.members, _Strategy(instance, out_of_time), because)


def in_words(value: Fraction) -> str:
    """Return a value in words: ``3/4 for player 1``, ``0``; a very long one only approximately."""
    if value == 0:
        return "0"
    size, player = abs(value), 1 if value > 0 else 2
    if size.denominator.bit_length() <= _MOST_BITS:
        return saying("{value} for player {player}", value=str(size), player=player)
    if rounded := float(size):
        return saying("about {value} for player {player}", value=f"{rounded:.6g}", player=player)
    return saying("less than {value} for player {player}", value="1e-300", player=player)


class _Strategy:
    """The strategy of the cheapest cut among the player's topmost edges of all strings."""

    def __init__(self, instance: Hackenbush, out_of_time: Callable[[], bool]) -> None:
        self._strings = instance.strings
        self._bits = _bits(instance.strings)
        self._out_of_time = out_of_time
        self._cut = lru_cache(maxsize=1 + _CACHE // (_CACHE // 10_000 + self._bits))(self._topmost)

    def __call__(self, lengths: Lengths, player: int) -> Move | None:
        cuts = []
        for string, length in enumerate(lengths):
            cut = self._cut(string, length, player)
            if cut is not None:
                cuts.append((*cut, string))
            if self._out_of_time():
                raise Stopped("time")
        if not cuts:
            return None
        _, edge, string = min(cuts)
        return Move(player, string + 1, edge + 1)

    def _topmost(self, string: int, length: int, player: int) -> tuple[int, int] | None:
        """Return the scaled cost of a player's topmost cut in a string of this length, and the edge."""
        labels = self._strings[string][:length]
        edge = next((k for k in range(length - 1, -1, -1) if labels[k] == player), None)
        if edge is None:
            return None
        lost = _scaled(labels, self._bits) - _scaled(labels[:edge], self._bits)
        return (lost if player == 1 else -lost), edge
