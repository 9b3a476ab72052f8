"""The claims of the paper on Hackenbush about two players on strings: Berlekamp's rule, and that it is linear."""

from __future__ import annotations

from typing import TYPE_CHECKING

from crewsat.algorithms.hackenbush.berlekamp import hackenbush_value
from crewsat.studies.audit.claims import Claim, Domain, Failure, Reading
from crewsat.studies.audit.hackenbush import signs
from crewsat.studies.audit.hackenbush.strings import Strings, size_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from crewsat.studies.audit.claims import Chunk, Finding

CONSTANT = 8
"""The constant factor that an O-bound may hide."""


def _compared(case: Strings, first_wins: bool, *, truth: bool) -> Finding:
    if first_wins == truth:
        return False
    return Failure("the sign of the value is wrong", case.asked())


def _sign_of_the_value(case: Strings) -> bool:
    value = hackenbush_value(case.strings)
    return value > 0 or (value == 0 and case.to_move == 2)


TABLE_1: Claim[Strings] = Claim(
    "two-players",
    "section 2, and table 1",
    "On strings, Blue-Red Hackenbush is solved by Berlekamp's rule.",
    "two-players",
    (
        Reading(
            "algorithm-1",
            "the sign of the sum says what Algorithm 1 says of player 1",
            lambda case: _compared(
                case, signs.decide_as_published(case.asked()).answer, truth=case.published(1).answer
            ),
        ),
        Reading(
            "all-plays",
            "it says who can force a win, by exhaustive search of all plays",
            lambda case: _compared(case, signs.decide_as_published(case.asked()).answer, truth=case.wins(1)),
        ),
        Reading(
            "ours",
            "so does the value that crewsat works out",
            lambda case: _compared(case, _sign_of_the_value(case), truth=case.wins(1)),
            repaired=True,
        ),
    ),
)


def _linear(case: Strings) -> Finding:
    steps = signs.decide_as_published(case.asked()).steps
    if sum(steps.values()) <= CONSTANT * case.edges:
        return False
    return Failure(f"more than {CONSTANT} times the bound", case.asked())


TABLE_1_TIME: Claim[Strings] = Claim(
    "two-players-time",
    "table 1",
    "For two players the complexity is O(n).",
    "long-strings",
    (
        Reading(
            "edges",
            f"n is the number of edges: at most {CONSTANT} n edges looked at, carries, and digits compared",
            _linear,
        ),
    ),
    remark="The table says n for the number of players, too. A digit of a number is one operation here: as the numbers "
    "are as long as the longest string, adding them up string by string in full length would not be linear.",
)

CLAIMS = (TABLE_1, TABLE_1_TIME)


def _shapes(edges: int) -> Iterator[Strings]:
    """Yield long strings and many short ones whose sums have many carries or long comparisons."""
    half = edges // 2
    alternating = tuple(1 + k % 2 for k in range(edges))
    yield Strings((alternating,), 2)
    yield Strings((alternating[:half], alternating[half:]), 2)
    yield Strings(((1, *(2,) * (half - 1)), (2, *(1,) * (half - 1))), 2)
    yield Strings(((1,) * edges,), 2)
    yield Strings((*((1, 2),) * (half // 2), alternating[:half]), 2)
    yield Strings(tuple((1 + k % 2,) for k in range(edges)), 2)
    for length in (2, 3, 8):
        yield Strings(((1, *(2,) * (length - 1)), (2, *(1,) * (length - 1))) * (half // length), 2)


def _chunks(thorough: bool) -> Sequence[Chunk]:
    return [(edges,) for edges in (16, 64, 256, 1024, 4096, 16384, 65536)[: 7 if thorough else 5]]


_WORDS = "one long string, two, many short ones, and one beside them, of 16 to {} edges"

DOMAINS = (Domain("long-strings", _WORDS.format("4,096"), _WORDS.format("65,536"), _chunks, _shapes, size_of),)
