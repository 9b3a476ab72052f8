"""The running times the paper on The Crew states for its algorithms, compared with counts of their operations.

A bound O(f) is read as "at most 4 f of the operations that the paragraph on running time names". Deals are large and
constructed to be winnable, so that the algorithms do not stop early: tricks are dealt at random, and the cards the
winner of a trick takes may become objectives. Counts ignore data structures: a lookup in a set or a predecessor query
is one operation, as in the paper.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from math import log2
from typing import TYPE_CHECKING

from crewsat.base.shuffling import shuffled
from crewsat.games.cards import Card
from crewsat.games.crew.instance import Crew
from crewsat.studies.audit.claims import Claim, Domain, Failure, Reading
from crewsat.studies.audit.crew import section_3, section_4, section_5

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from crewsat.studies.audit.claims import Chunk, Finding
    from crewsat.studies.audit.published import Published

CONSTANT = 4
"""The constant factor that an O-bound may hide."""


@dataclass(frozen=True)
class Large:
    """A case: a large deal for one of the algorithms."""

    instance: Crew
    kind: str


def size_of(large: Large) -> tuple[int, ...]:
    """Return the size of a case: cards, then players, then objectives."""
    return len(large.instance.holder), large.instance.players, len(large.instance.objectives)


def _within(
    kind: str,
    algorithm: Callable[..., Published],
    reading: object,
    bound: Callable[[float, float], float],
) -> Callable[[Large], Finding]:
    """Return the reading that the operations counted are at most four times the bound for n cards and p players."""

    def fails(large: Large) -> Finding:
        if large.kind != kind:
            return None
        steps = sum(algorithm(large.instance, reading).steps.values())
        n, p = len(large.instance.holder), large.instance.players
        if steps <= CONSTANT * bound(n, p):
            return False
        return Failure("more operations than four times the bound", large.instance)

    return fails


CLAIMS = (
    Claim(
        "theorem-3.1-time",
        "section 3, last paragraph",
        "The algorithm for one value takes time O(n²).",
        "large",
        (
            Reading(
                "counted",
                "at most 4n² operations",
                _within(
                    "one-value",
                    section_3.decide_as_published,
                    section_3.READINGS[0],
                    lambda n, _p: n * n,
                ),
            ),
        ),
        remark="It follows from how the steps are counted; the run checks the code. Linear time is enough "
        "(`single-value`): who holds a card can be looked up.",
    ),
    Claim(
        "theorem-4.1-time",
        "section 4, last paragraph",
        "The algorithm for one suit and owned objectives takes time O(np + n log n).",
        "large",
        tuple(
            Reading(
                reading.order,
                f"at most 4(np + n log n) operations, {reading.words}",
                _within("owned", section_4.decide_as_published, reading, lambda n, p: n * p + n * log2(n + 1)),
            )
            for reading in section_4.READINGS
        ),
        remark="It follows from how the steps are counted, if predecessor queries cost what the paper says; the run "
        "checks the code.",
    ),
    Claim(
        "theorem-5.3-time",
        "section 5, last paragraph",
        "The algorithm for one suit takes time O(n² + p² + np log n).",
        "large",
        tuple(
            Reading(
                settled,
                f"at most 4(n² + p² + np log n) operations, {section_5.Reading(settled=settled).words}",
                _within(
                    "one-suit",
                    section_5.decide_as_published,
                    section_5.Reading(settled=settled),
                    lambda n, p: n * n + p * p + n * p * log2(n + 1),
                ),
            )
            for settled in ("cards", "number")
        ),
        remark="j is taken once, as the paper counts it. This is about how long the printed algorithm takes, not "
        "about whether it is right. Sorting the hands takes n log n; the factor p is not needed.",
    ),
)


def won_deal(seed: int, players: int, tricks: int, *, kind: str) -> Crew:
    """Return a deal won by a play of all these tricks.

    Args:
        seed: selects the random deal.
        players: at least 1.
        tricks: number of tricks dealt, each with one card for each player.
        kind: ``one-value``: each card has its own suit, all objectives are player 1's; ``one-suit``: half of the cards
            of each trick are objectives of its winner; ``owned``: only the winning card is.
    """
    rng = random.Random(seed)
    values = shuffled(range(1, players * tricks + 1), rng)
    rows = [values[k * players : (k + 1) * players] for k in range(tricks)]
    if kind == "one-value":
        hands = [[Card(f"s{row[j]}-", 1) for row in rows] for j in range(players)]
        return Crew(hands=hands, objectives=[{"card": card, "owner": 1} for hand in hands for card in hand])
    wanted = []
    for row in rows:
        winner = row.index(max(row)) + 1
        wanted += [{"card": Card("a", value), "owner": winner} for value in _taken(row, kind, rng)]
    return Crew(hands=[[Card("a", row[j]) for row in rows] for j in range(players)], objectives=wanted)


def _taken(row: Sequence[int], kind: str, rng: random.Random) -> list[int]:
    """Return which cards of a trick are objectives of its winner."""
    return [max(row)] if kind == "owned" else [value for value in row if rng.random() < 0.5]


KINDS = ("one-value", "owned", "one-suit")


def _chunks(thorough: bool) -> Sequence[Chunk]:
    most = 4096 if thorough else 1024
    sizes = [n for n in (16, 64, 256, 1024, 4096) if n <= most]
    return [(kind, n) for kind in KINDS for n in sizes]


def _cases(kind: str, cards: int) -> Iterator[Large]:
    for players in (1, 2, 4, 16, 64, 256, 1024, 4096):
        if players <= cards:
            for seed in range(3):
                yield Large(won_deal(seed, players, cards // players, kind=kind), kind)


DOMAINS = (
    Domain(
        "large",
        "three random deals each of 16 to 1,024 cards to 1, 2, 4, 16, … players",
        "three random deals each of 16 to 4,096 cards to 1, 2, 4, 16, … players",
        _chunks,
        _cases,
        size_of,
    ),
)
