"""The names of objects: ``pink-9``, ``pink``, ``player2``, ``trick3``.

PDDL ignores case and allows ASCII only, and no object may be named like a word of the domain. A suit whose name is
something else than small letters is therefore ``suit1``, ``suit2``, … by its place among all suits, and so are its
cards, ``suit1-9``. As only cards have a hyphen and a suit's own name has no digit, no two objects share a name.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from crewsat.games.cards import Card

NO_CARDS, START = "none", "start"
"""Constants of the domain: the number 0, and what is before the first trick."""

_KEYWORDS = frozenset({"assign", "decrease", "either", "exists", "forall", "imply", "increase", "object", "or", "when"})
"""Words of PDDL that the domain does without."""


class Names:
    """The names of the suits and cards of an instance.

    Args:
        suits: its suits.
        words: the words of the domain.
    """

    def __init__(self, suits: Sequence[str], words: Collection[str]) -> None:
        taken = _KEYWORDS.union(words)
        self.suits = {
            suit: suit if re.fullmatch("[a-z]+", suit) and suit not in taken else f"suit{k}"
            for k, suit in enumerate(suits, 1)
        }
        """The name of each suit."""

    def card(self, card: Card) -> str:
        """Return the name of a card."""
        return f"{self.suits[card.suit]}-{card.value}"


def player(number: int) -> str:
    """Return the name of a player, from 1."""
    return f"player{number}"


def trick(number: int) -> str:
    """Return the name of a trick, from 1; 0 is what is before the first one."""
    return f"trick{number}" if number else START


def number(cards: int) -> str:
    """Return the name of a number of cards, from 0."""
    return f"n{cards}" if cards else NO_CARDS
