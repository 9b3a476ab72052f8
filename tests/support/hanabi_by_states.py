"""Solitaire Hanabi decided draw by draw, for decks of some hundred cards that come from formulas.

A state is the value reached in every colour and the cards stored. Playing a card that can be played loses nothing, and
a stored card can be thrown away at any time, so a card is stored whenever there is room, and otherwise it or any stored
one is thrown away. A card is thrown away at once if it cannot be played before its next copy comes (that copy will do
as well), or if it would have to be held when cards that are there once and must wait fill the hand. What throws away
the last copy of a card is lost. The number of states of a draw stays small if the hand is.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from crewsat.games.hanabi_solitaire.instance import HanabiSolitaire

State = tuple[tuple[int, ...], frozenset[tuple[int, int]]]
"""The value reached in each colour; the cards stored, by number of the colour and value."""


class Deck:
    """A deck with its colours numbered, and the draws of all copies."""

    def __init__(self, instance: HanabiSolitaire) -> None:
        self.instance = instance
        number = {colour: k for k, colour in enumerate(instance.colours_in_order)}
        self.cards = [(number[card.suit], card.value) for card in instance.deck]
        self.draws: dict[tuple[int, int], list[int]] = {}
        for draw, card in enumerate(self.cards):
            self.draws.setdefault(card, []).append(draw)
        self.start: State = ((0,) * len(number), frozenset())
        self.full = self._full()

    def _full(self) -> list[int]:
        """The draws after which cards that are there once, and must wait for a lower one, fill the hand."""
        waiting: Counter[int] = Counter()
        for (colour, value), draws in self.draws.items():
            firsts = [self.draws[colour, lower][0] for lower in range(1, value) if (colour, lower) in self.draws]
            if self.is_there_once((colour, value)):
                waiting.update(range(draws[-1], max(firsts, default=0)))
        return sorted(draw for draw, number in waiting.items() if number >= self.instance.hand_size)

    def is_there_once(self, card: tuple[int, int]) -> bool:
        """Whether nothing comes between the copies of a card."""
        draws = self.draws[card]
        return draws[-1] - draws[0] < len(draws)

    def next_copy(self, card: tuple[int, int], draw: int) -> int | None:
        """The first draw after this one that brings a copy."""
        return next((d for d in self.draws.get(card, ()) if d > draw), None)

    def after(self, states: set[State], draw: int) -> set[State]:
        """All states after a draw, counted from 0."""
        return {state for before in states for state in self._after(before, draw)}

    def _after(self, state: State, draw: int) -> Iterator[State]:
        reached, stored = state
        card = colour, value = self.cards[draw]
        if value <= reached[colour] or card in stored:
            yield state
        elif value == reached[colour] + 1:
            kept = set(stored)
            while (colour, value + 1) in kept:
                value += 1
                kept.remove((colour, value))
            yield (*reached[:colour], value, *reached[colour + 1 :]), frozenset(kept)
        else:
            yield from self._with_one_more(reached, stored | {card}, draw)

    def _with_one_more(self, reached: tuple[int, ...], cards: frozenset[tuple[int, int]], draw: int) -> Iterator[State]:
        """Throw away what is of no use, and if that does not make room, each of the others in turn."""
        kept = frozenset(card for card in cards if self._of_use(card, reached, cards, draw))
        if any(self.next_copy(card, draw) is None for card in cards - kept):
            return
        if len(kept) <= self.instance.hand_size:
            yield reached, kept
            return
        for card in kept:
            if self.next_copy(card, draw) is not None:
                yield reached, kept - {card}

    def _of_use(
        self, card: tuple[int, int], reached: tuple[int, ...], cards: frozenset[tuple[int, int]], draw: int
    ) -> bool:
        """Whether this card may be played before the next copy of it comes, and held until then."""
        colour, value = card
        lower = [(colour, v) for v in range(reached[colour] + 1, value) if (colour, v) not in cards]
        coming = [self.next_copy(one, draw) for one in lower]
        following = self.next_copy(card, draw)
        last = max((draw if next_draw is None else next_draw for next_draw in coming), default=draw)
        if None in coming or (following is not None and last > following):
            return False
        k = bisect_left(self.full, draw)
        return self.is_there_once(card) or k == len(self.full) or self.full[k] >= last


def states_after(instance: HanabiSolitaire, draws: int) -> set[State]:
    """All states after so many draws from which something may still be won."""
    deck = Deck(instance)
    states = {deck.start}
    for draw in range(draws):
        states = deck.after(states, draw)
    return states


def is_won(instance: HanabiSolitaire) -> bool:
    """Whether every card can be played."""
    if instance.missing is not None:
        return False
    won = (instance.highest,) * len(instance.colours_in_order)
    return any(reached == won for reached, _ in states_after(instance, len(instance.deck)))
