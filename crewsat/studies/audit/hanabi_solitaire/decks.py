"""The source of the decks for the claims of sections 1 to 4 of the paper on Hanabi, and what is known about each.

All small decks are tried up to the names of the colours, with or without missing cards and with hands of all sizes that
make a difference, then random larger ones. The truth about a deck is found by exhaustive search.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from functools import cached_property
from itertools import islice, permutations, product
from typing import TYPE_CHECKING, TypeVar

from crewsat.algorithms.hanabi_solitaire.exhaustive import search
from crewsat.algorithms.result import NOT_APPLICABLE, Decision, Win
from crewsat.base.shuffling import shuffled
from crewsat.games.cards import Card
from crewsat.games.hanabi_solitaire.instance import HanabiSolitaire
from crewsat.games.naming import letters
from crewsat.studies.audit.claims import Domain, Failure
from crewsat.studies.audit.hanabi_solitaire.positions import Positions

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from crewsat.games.hanabi_solitaire.rules import Step
    from crewsat.studies.audit.claims import Chunk, Finding

Thing = TypeVar("Thing")

FALSE_NO, FALSE_YES = "says no, but the deck is won", "says yes, but the deck is lost"

MOST_HAND = 3
"""The largest hand with which all small decks are tried."""


@dataclass(frozen=True)
class Deck:
    """A case: an instance, and what is known about it, computed on demand."""

    instance: HanabiSolitaire

    @cached_property
    def won(self) -> bool:
        """Whether all cards can be played, by exhaustive search."""
        return search(self.instance) is not None

    @property
    def complete(self) -> bool:
        """Whether every card to be played is in the deck."""
        return self.instance.missing is None

    @cached_property
    def game(self) -> Positions:
        """The deck as a game of positions."""
        return Positions(self.instance)


def size_of(deck: Deck) -> tuple[int, ...]:
    """Return the size of a case: cards, colours, values, hand."""
    instance = deck.instance
    return instance.size, len(instance.colours_in_order), instance.highest, instance.hand_size


def compared(deck: Deck, says: bool) -> Finding:
    """Report whether an answer is wrong."""
    return wrong(says != deck.won, FALSE_YES if says else FALSE_NO, deck)


def wrong(bad: bool, words: str, deck: Deck) -> Finding:
    """Report the deck as a failure if it is bad."""
    return Failure(words, deck.instance) if bad else False


def decided_by(algorithm: Callable[[HanabiSolitaire], Decision[Step]]) -> Callable[[Deck], Finding]:
    """Return a reading that says that one of our algorithms is right; it says nothing where that does not apply."""

    def fails(deck: Deck) -> Finding:
        found = algorithm(deck.instance)
        return None if found is NOT_APPLICABLE else compared(deck, isinstance(found, Win))

    return fails


def deck_of(cards: Sequence[Card], colours: int, values: int, hand_size: int) -> Deck:
    """Return a deck; the numbers of colours and values are stored only if they do not follow from the cards."""
    names = [letters(k) for k in range(colours)]
    derived = max((card.value for card in cards), default=0) == values
    seen = {card.suit for card in cards} == set(names)
    instance = HanabiSolitaire(
        deck=cards, hand_size=hand_size, values=None if derived else values, colours=None if seen else names
    )
    return Deck(instance)


def small_decks(colours: int, values: int, cards: int, *, once: bool) -> Iterator[Deck]:
    """Yield all decks of `cards` cards, colours named in order of appearance, with all hand sizes that matter.

    A hand for all cards but one is as good as a larger one; one more is tried.

    Args:
        colours: number of colours.
        values: the highest value.
        cards: number of cards in the deck.
        once: whether no card occurs twice.
    """
    game = [Card(letters(k), value) for k in range(colours) for value in range(1, values + 1)]
    orders = permutations(game, cards) if once else product(game, repeat=cards)
    for deck in orders:
        names = list(dict.fromkeys(card.suit for card in deck))
        if names == [letters(k) for k in range(len(names))]:
            for hand_size in range(min(len(game), MOST_HAND) + 1):
                yield deck_of(deck, colours, values, hand_size)


def random_deck(seed: int, shapes: Sequence[tuple[int, int]], most_cards: int, *, once: bool) -> Deck:
    """Return a shuffled deck of one of these shapes (colours, values); one in ten lacks a card.

    Args:
        seed: selects the random deck.
        shapes: shapes of at least one card.
        most_cards: the largest number of cards, or the number of cards of the shape if that is larger.
        once: whether no card occurs twice.
    """
    rng = random.Random(seed)
    colours, values = _one_of(rng, shapes)
    game = [Card(letters(k), value) for k in range(colours) for value in range(1, values + 1)]
    room = 0 if once else max(0, most_cards - len(game))
    deck = shuffled(game + shuffled(game * 2, rng)[: int(rng.random() * (room + 1))], rng)
    if rng.random() < 0.1:
        gone = _one_of(rng, game)
        deck = [card for card in deck if card != gone]
    return deck_of(deck, colours, values, int(rng.random() * (MOST_HAND + 1)))


def _one_of(rng: random.Random, things: Sequence[Thing]) -> Thing:
    return things[int(rng.random() * len(things))]


_RANDOM = "random"
_AT_ONCE = 500
"""The approximate number of decks in a part of the work."""


@dataclass(frozen=True)
class _Plan:
    """Which decks a run tries: all small ones, (colours, values, most cards), and some random ones up to a size."""

    small: tuple[tuple[int, int, int], ...]
    random: int
    most_cards: int

    def chunks(self) -> list[Chunk]:
        chunks: list[Chunk] = []
        for colours, values, most in self.small:
            for cards in range(most + 1):
                parts = 1 + (colours * values) ** cards * (MOST_HAND + 1) // (_AT_ONCE * max(1, colours))
                chunks += [(colours, values, cards, part, parts) for part in range(parts)]
        return [*chunks, *((_RANDOM, first, self.most_cards) for first in range(0, self.random, _AT_ONCE))]

    def words(self, kind: str) -> str:
        sizes = ", ".join(f"({colours}, {values}, {most})" for colours, values, most in self.small)
        small = f"{kind}: all decks of up to N cards of c colours and n values, (c, n, N) = {sizes}"
        return f"{small}, with hands of 0 to {MOST_HAND}; {self.random:,} random ones of up to {self.most_cards} cards"


@dataclass(frozen=True)
class _Kind:
    """What the decks of a domain share: a name, words, shapes of the random ones, whether cards occur only once."""

    name: str
    words: str
    shapes: tuple[tuple[int, int], ...]
    once: bool = False

    def domain(self, usual: _Plan, thorough: _Plan) -> Domain[Deck]:
        return Domain(
            self.name,
            usual.words(self.words),
            thorough.words(self.words),
            lambda more: (thorough if more else usual).chunks(),
            self._cases,
            size_of,
        )

    def _cases(self, colours: str | int, first: int, cards: int, part: int = 0, parts: int = 1) -> Iterator[Deck]:
        if isinstance(colours, int):
            return islice(small_decks(colours, first, cards, once=self.once), part, None, parts)
        seeds = range(first, first + _AT_ONCE)
        return (random_deck(seed, self.shapes, cards, once=self.once) for seed in seeds)


DOMAINS = (
    _Kind("no-card-twice", "no card twice", ((1, 6), (1, 7), (2, 3), (2, 4), (3, 2), (4, 2)), once=True).domain(
        _Plan(((1, 1, 1), (1, 2, 2), (1, 3, 3), (1, 4, 4), (1, 5, 5), (2, 2, 4), (2, 3, 5), (3, 2, 6)), 1000, 8),
        _Plan(((1, 1, 1), (1, 2, 2), (1, 3, 3), (1, 4, 4), (1, 6, 6), (2, 3, 6), (3, 2, 6), (4, 1, 4)), 5000, 8),
    ),
    _Kind("one-colour", "one colour", ((1, 4), (1, 5), (1, 6))).domain(
        _Plan(((1, 0, 0), (1, 1, 3), (1, 2, 6), (1, 3, 6), (1, 4, 5)), 2000, 10),
        _Plan(((1, 0, 0), (1, 1, 4), (1, 2, 8), (1, 3, 7), (1, 4, 6), (1, 5, 5)), 10_000, 12),
    ),
    _Kind("several-colours", "one or more colours", ((1, 3), (2, 2), (2, 2), (2, 3), (3, 2))).domain(
        _Plan(((1, 0, 0), (1, 1, 3), (1, 2, 4), (1, 3, 4), (2, 1, 4), (2, 2, 5), (3, 1, 4)), 500, 8),
        _Plan(((1, 0, 0), (1, 1, 4), (1, 2, 6), (1, 3, 5), (2, 1, 6), (2, 2, 6), (3, 1, 6), (2, 3, 4)), 2000, 9),
    ),
)
