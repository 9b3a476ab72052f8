"""The source of the deals for the claims of sections 2 to 5, and what the claims about them share.

The truth about a deal is found by exhaustive search. Lemmas about single tricks are tried on the first trick of a deal:
a position of one suit is a deal itself.
"""

from __future__ import annotations

from math import factorial
from typing import TYPE_CHECKING

from crewsat.algorithms.result import NOT_APPLICABLE, Decision, Win
from crewsat.games.crew.text import parse_text
from crewsat.studies.audit.claims import Domain, Failure
from crewsat.studies.audit.crew.small_deals import (
    Deal,
    every,
    random_single_suit,
    random_single_value,
    single_suit_deals,
    single_value_deals,
    size_of,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from crewsat.games.cards import Card
    from crewsat.games.crew.instance import Crew
    from crewsat.studies.audit.claims import Chunk, Finding

FALSE_NO, FALSE_YES = "says no, but the deal is won", "says yes, but the deal is lost"


def compared(deal: Deal, says: bool) -> Finding:
    """Report whether an answer is wrong."""
    if says == deal.won:
        return False
    return Failure(FALSE_YES if says else FALSE_NO, deal.instance)


def wrong(bad: bool, words: str, deal: Deal) -> Finding:
    """Report the deal as a failure if it is bad."""
    return Failure(words, deal.instance) if bad else False


def decided_by(algorithm: Callable[[Crew], Decision[tuple[int, tuple[Card, ...]]]]) -> Callable[[Deal], Finding]:
    """Return a reading that says that one of our algorithms is right; it says nothing where that does not apply."""

    def fails(deal: Deal) -> Finding:
        found = algorithm(deal.instance)
        return None if found is NOT_APPLICABLE else compared(deal, isinstance(found, Win))

    return fails


_RANDOM, _FOUND = "random", "found"

FOUND = ("a3,6 / a1,5 / a2,4; 1 wins a1 a2 a5 a6", "a1,2 / a4,6 / a3,5; 2 wins a1 a2 a3")
"""Small deals on which readings fail and which only the thorough run would reach: a usual run must not be milder."""

_PARTS = 4000
"""The approximate number of deals in a part of the work."""


def _chunks(most_cards: dict[int, int], count: Callable[[int, int], int], random: int) -> list[Chunk]:
    """Return the parts of all deals of up to `most_cards` by player number, a few thousand each, then random ones."""
    chunks: list[Chunk] = []
    for cards in range(max(most_cards.values()) + 1):
        for players, most in most_cards.items():
            if cards <= most:
                parts = 1 + count(players, cards) // _PARTS
                chunks += [(players, cards, part, parts) for part in range(parts)]
    return [*chunks, *((_RANDOM, first) for first in range(0, random, 500))]


def _suit_chunks(thorough: bool) -> Sequence[Chunk]:
    most = {1: 6, 2: 7, 3: 6, 4: 5} if thorough else {1: 4, 2: 6, 3: 4, 4: 4}
    random = 50_000 if thorough else 4000
    return [
        *_chunks(most, lambda players, cards: (players * (players + 1)) ** cards // factorial(players), random),
        (_FOUND, 0),
    ]


def _suit_cases(kind: str | int, first: int, part: int = 0, parts: int = 1) -> Iterator[Deal]:
    if kind == _FOUND:
        return (Deal(parse_text(text)) for text in FOUND)
    if isinstance(kind, int):
        return every(single_suit_deals, kind, first, part, parts)
    return (Deal(random_single_suit(seed, most_cards=9, owned=seed % 4 == 0)) for seed in range(first, first + 500))


def _value_chunks(thorough: bool) -> Sequence[Chunk]:
    most = {1: 5, 2: 6, 3: 5, 4: 4} if thorough else {1: 4, 2: 5, 3: 4, 4: 3}
    return _chunks(most, lambda players, cards: (players + 1) ** cards * 10, 20_000 if thorough else 2000)


def _value_cases(kind: str | int, first: int, part: int = 0, parts: int = 1) -> Iterator[Deal]:
    if isinstance(kind, int):
        return every(single_value_deals, kind, first, part, parts)
    return (Deal(random_single_value(seed, most_cards=9)) for seed in range(first, first + 500))


DOMAINS = (
    Domain(
        "one-suit",
        "one suit: all deals of up to 4, 6, 4, 4 cards to 1, 2, 3, 4 players and all objectives, up to the players' "
        "order; 4,000 random ones of up to 9 cards; 2 that a thorough run found",
        "one suit: all deals of up to 6, 7, 6, 5 cards to 1, 2, 3, 4 players and all objectives, up to the players' "
        "order; 50,000 random ones of up to 9 cards; 2 that an earlier run found",
        _suit_chunks,
        _suit_cases,
        size_of,
    ),
    Domain(
        "one-value",
        "one card per suit: all deals of up to 4, 5, 4, 3 cards to 1, 2, 3, 4 players, all objectives and leaders; "
        "2,000 random ones of up to 9 cards",
        "one card per suit: all deals of up to 5, 6, 5, 4 cards to 1, 2, 3, 4 players, all objectives and leaders; "
        "20,000 random ones of up to 9 cards",
        _value_chunks,
        _value_cases,
        size_of,
    ),
)
