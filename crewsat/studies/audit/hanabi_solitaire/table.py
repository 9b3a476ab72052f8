"""The claims of section 4 of the paper on Hanabi: the table of the dynamic program, entry by entry, and its answer.

The correct entry is found by exhaustive search: of all positions that can be reached after s draws with exactly the
cards of H in the hand, and exactly p_k cards played of each colour k but the last, it is the largest number of cards of
the last colour.
"""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING

from crewsat.algorithms.hanabi_solitaire import table
from crewsat.base.wording import listed
from crewsat.studies.audit.claims import Claim, Failure, Reading
from crewsat.studies.audit.hanabi_solitaire import section_4
from crewsat.studies.audit.hanabi_solitaire.decks import Deck, compared
from crewsat.studies.audit.hanabi_solitaire.positions import Positions

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from crewsat.games.cards import Card
    from crewsat.studies.audit.claims import Finding
    from crewsat.studies.audit.hanabi_solitaire.positions import Position
    from crewsat.studies.audit.hanabi_solitaire.section_4 import Entries, Key


def _exactly(position: Position) -> Iterator[frozenset[Card]]:
    """Yield the hand, if it is a set."""
    if len(set(position.hand)) == len(position.hand):
        yield frozenset(position.hand)


def _at_least(position: Position) -> Iterator[frozenset[Card]]:
    """Yield all sets of cards that are in the hand."""
    hands: set[frozenset[Card]] = {frozenset()}
    for card in position.hand:
        hands |= {hand | {card} for hand in hands}
    yield from hands


def _true_entries(positions: Iterable[Position], hands_of: Callable[[Position], Iterator[frozenset[Card]]]) -> Entries:
    """Return the correct entries, given the positions that can be reached."""
    entries: Entries = {}
    for position in positions:
        for hand in hands_of(position):
            key = (hand, position.played[:-1])
            entries[key] = max(entries.get(key, -inf), position.played[-1])
    return entries


def _lemma_4_1(
    reading: section_4.Reading,
    *,
    twice: bool,
    hands_of: Callable[[Position], Iterator[frozenset[Card]]] = _exactly,
    alive: bool = False,
) -> Callable[[Deck], Finding]:
    """Return the reading that all entries for all s are correct.

    Args:
        reading: how to build the table.
        twice: whether two copies of a card may be in the hand together.
        hands_of: the sets H that a hand represents.
        alive: whether to compare only hands without cards that have been played.
    """

    def fails(deck: Deck) -> Finding:
        reached = (deck.game if twice else Positions(deck.instance, twice=False)).reached
        tables = section_4.tables(deck.instance, reading, {"entries": 0, "entries looked up": 0})
        for s, (found, positions) in enumerate(zip(tables, reached, strict=True)):
            true = _true_entries(positions, hands_of)
            for key in sorted(found.keys() | true.keys(), key=_in_order):
                says, is_ = found.get(key, -inf), true.get(key, -inf)
                if says != is_ and not (alive and _is_dead(deck, key, max(says, is_))):
                    return _wrong_entry(deck, s, key, says, is_)
        return False

    return lambda deck: fails(deck) if deck.instance.colours_in_order else None


def _in_order(key: Key) -> tuple[int, list[Card], tuple[int, ...]]:
    """Return the sort key of an entry: smaller hands first."""
    return len(key[0]), sorted(key[0]), key[1]


def _is_dead(deck: Deck, key: Key, last: float) -> bool:
    """Return whether the hand of an entry has a card that has been played."""
    hand, played = key
    reached = dict(zip(deck.instance.colours_in_order, (*played, last), strict=True))
    return any(card.value <= reached[card.suit] for card in hand)


def _wrong_entry(deck: Deck, s: int, key: Key, says: float, is_: float) -> Failure:
    hand = listed(sorted(key[0])) or "nothing"
    others = deck.instance.colours_in_order[:-1]
    played = "".join(f", {value} of {colour}" for value, colour in zip(key[1], others, strict=True))
    note = f"after {s} draws, with {hand} in the hand{played}: the entry is {says}, but should be {is_}"
    words = f"an entry is too {'large' if says > is_ else 'small'}"
    return Failure(words, deck.instance.model_copy(update={"about": {"entry": note}}))


_PRINTED = section_4.READINGS[0]

LEMMA_4_1: Claim[Deck] = Claim(
    "lemma-4.1",
    "section 4, lemma 4.1",
    "An entry of the table is the largest number of cards of the last colour that can have been played after s draws, "
    "with the cards of H in the hand and p_k cards played of every other colour.",
    "several-colours",
    (
        Reading("sets", "the hand is a set: nobody holds two copies of a card", _lemma_4_1(_PRINTED, twice=False)),
        Reading(
            "copies",
            "two copies of a card may be held; H are all cards in the hand",
            _lemma_4_1(_PRINTED, twice=True),
        ),
        Reading(
            "at-least",
            "the cards of H are in the hand, perhaps with others",
            _lemma_4_1(_PRINTED, twice=True, hands_of=_at_least),
        ),
        Reading(
            "no-dead-cards",
            "entries for hands without cards that have been played",
            _lemma_4_1(_PRINTED, twice=True, alive=True),
            repaired=True,
        ),
        Reading(
            "disjoint",
            "all entries, if nobody holds two copies, and P has only plays whose cards from the hand are not in H",
            _lemma_4_1(section_4.REPAIRED, twice=False),
            repaired=True,
        ),
    ),
    repaired="All entries are right if P is minus infinity where a card to be played from the hand is in H as well. "
    "Those for hands without cards that have been played are right as printed.",
    remark="The union in P has one copy of a card that is played from the hand and stays there. Such a hand has a card "
    "that is of no use, so the theorem does not suffer.",
)


THEOREM_4_2: Claim[Deck] = Claim(
    "theorem-4.2",
    "section 4, theorem 4.2",
    "A deck is won iff DP[N, {}, n, …, n] = n.",
    "several-colours",
    (
        Reading(
            "as-printed",
            "the table begins with the entries for s = 0",
            lambda deck: (
                compared(deck, section_4.decide_as_published(deck.instance).answer)
                if deck.instance.colours_in_order
                else None
            ),
        ),
        Reading(
            "ours",
            "the table of crewsat, which goes forwards, decides it",
            lambda deck: compared(deck, table.search(deck.instance) is not None),
            repaired=True,
        ),
    ),
)

CLAIMS = (LEMMA_4_1, THEOREM_4_2)
