"""Section 4 as printed: dynamic programming over the cards drawn, the cards in the hand, and the cards played.

Idea: DP[s, H, p_1, …, p_(c-1)] is the largest number of cards of the last colour that can have been played after s
draws, if p_k cards of every other colour k have been played and the cards of H are in the hand; minus infinity if no
such play exists.

**Printed** (section 4, lemma 4.1): an entry is the largest of D (card s is discarded), S (it is stored) and P (it is
played, and so are its successors in the hand); each looks up entries of s - 1. If more than h cards would be in H, it
is minus infinity. The deck is won iff DP[N, {}, n, …, n] = n.

**Vague:** the entries for small s are "found by brute force". Here the table begins at s = 0, where nothing has been
drawn: 0 for the empty hand and p = 0, else minus infinity.

**Printed, but doubtful:** in P, the cards that are played from the hand are joined to H. If one of them is already in
H, the union has one copy of it, but two are needed: one to be played, one to stay. `Reading` has a repair: such a play
is not allowed. Then hands are truly sets: no hand ever holds two copies of a card.

**Running time** (printed: O(N (h² + hc) c^h n^(h+c-1)), with O(c^h n^(h+c-1)) entries for each s). Counted are the
entries for s >= 1 and the entries looked up, each of which takes h + c steps. No play is produced, only an answer.

Meant for decks with at least one colour.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations, product
from math import inf
from typing import TYPE_CHECKING, Literal

from crewsat.games.cards import Card
from crewsat.games.hanabi_solitaire.features import ALL
from crewsat.games.scope import reads
from crewsat.studies.audit.published import Published

if TYPE_CHECKING:
    from collections.abc import Iterator

    from crewsat.games.hanabi_solitaire.instance import HanabiSolitaire

Joined = Literal["union", "disjoint"]

Key = tuple[frozenset[Card], tuple[int, ...]]
"""A set of cards in the hand, and the number of cards played in every colour but the last."""

Entries = dict[Key, float]
"""All entries of one s that are not minus infinity."""


@dataclass(frozen=True, slots=True)
class Reading:
    """How to join the cards played from the hand to those that stay."""

    joined: Joined = "union"
    """``union``: as printed. ``disjoint``: they must not be among those that stay, which is our repair."""

    @property
    def words(self) -> str:
        """The reading in a sentence."""
        return _WORDS[self.joined]


_WORDS: dict[Joined, str] = {
    "union": "cards played from the hand are joined to H as a set",
    "disjoint": "cards played from the hand must not be in H",
}

READINGS = (Reading(),)
"""The printed reading."""

REPAIRED = Reading("disjoint")


@reads("the algorithm of section 4", ALL)
def decide_as_published(instance: HanabiSolitaire, reading: Reading = READINGS[0]) -> Published:
    """Answer as in section 4.

    Args:
        instance: a deck with at least one colour.
        reading: as printed, or repaired.

    Returns:
        The answer, without a play, and the steps.
    """
    steps = {"entries": 0, "entries looked up": 0}
    n, others = instance.highest, len(instance.colours_in_order) - 1
    for entries in tables(instance, reading, steps):
        best = entries.get((frozenset(), (n,) * others), -inf)
    return Published(best == n, None, steps)


def tables(instance: HanabiSolitaire, reading: Reading, steps: dict[str, int]) -> Iterator[Entries]:
    """Yield the entries of s = 0, 1, …, N, and count the steps."""
    keys = list(_keys(instance))
    entries: Entries = {(frozenset(), (0,) * (len(instance.colours_in_order) - 1)): 0}
    yield entries
    for card in instance.deck:
        recurrence = _Recurrence(instance, reading, card, entries)
        found = {key: recurrence.entry(*key) for key in keys}
        steps["entries"] += len(keys)
        steps["entries looked up"] += recurrence.looked_up
        entries = {key: value for key, value in found.items() if value > -inf}
        yield entries


def _keys(instance: HanabiSolitaire) -> Iterator[Key]:
    """Yield all hands of up to h cards of the game, with all numbers of cards played."""
    values, colours = range(1, instance.highest + 1), instance.colours_in_order
    cards = [Card(colour, value) for colour in colours for value in values]
    for size in range(min(instance.hand_size, len(cards)) + 1):
        for hand in combinations(cards, size):
            for played in product(range(instance.highest + 1), repeat=len(colours) - 1):
                yield frozenset(hand), played


class _Recurrence:
    """The entries for s, computed from those for s - 1."""

    def __init__(self, instance: HanabiSolitaire, reading: Reading, card: Card, before: Entries) -> None:
        self._card = card
        self._colour = instance.colours_in_order.index(card.suit)
        self._hand_size = instance.hand_size
        self._joined = reading.joined
        self._before = before
        self.looked_up = 0

    def entry(self, hand: frozenset[Card], played: tuple[int, ...]) -> float:
        """Return the entry by lemma 4.1."""
        return max(self._played(hand, played), self._stored(hand, played), self._discarded(hand, played))

    def _look_up(self, hand: frozenset[Card], played: tuple[int, ...]) -> float:
        self.looked_up += 1
        return -inf if len(hand) > self._hand_size else self._before.get((hand, played), -inf)

    def _discarded(self, hand: frozenset[Card], played: tuple[int, ...]) -> float:
        return self._look_up(hand, played)

    def _stored(self, hand: frozenset[Card], played: tuple[int, ...]) -> float:
        return self._look_up(hand - {self._card}, played) if self._card in hand else -inf

    def _played(self, hand: frozenset[Card], played: tuple[int, ...]) -> float:
        value, k = self._card.value, self._colour
        if k == len(played):
            found = (self._with(hand, value + t, played) for t in range(self._hand_size + 1))
            return max((value + t for t, before in enumerate(found) if before == value - 1), default=-inf)
        if value > played[k]:
            return -inf
        return self._with(hand, played[k], (*played[:k], value - 1, *played[k + 1 :]))

    def _with(self, hand: frozenset[Card], up_to: int, played: tuple[int, ...]) -> float:
        """Look up the entry in which the hand also has the following cards, up to a value."""
        following = {Card(self._card.suit, value) for value in range(self._card.value + 1, up_to + 1)}
        if self._joined == "disjoint" and hand & following:
            return -inf
        return self._look_up(hand | following, played)
