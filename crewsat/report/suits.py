"""Suits for people: a colour each, and letters short enough for tables."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

from crewsat.base.runs import Each, Run, Several
from crewsat.base.wording import visible
from crewsat.games.cards import Card

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

_STYLES = {
    "blue": "bright_blue",
    "green": "green",
    "pink": "bright_magenta",
    "purple": "magenta",
    "red": "red",
    "yellow": "yellow",
    "rocket": "cyan",
    "submarine": "cyan",
    "white": "",
}
"""Colours of suits by their names."""

_OTHERS = "bright_blue", "green", "bright_magenta", "yellow", "red", "cyan", "magenta"
"""The colours of all other suits, in turn."""


def styles_of(suits: Sequence[str]) -> dict[str, str]:
    """Return the style of each suit: that of its name, or one not used by other suits, as long as there are any."""
    styles = {suit: _STYLES[suit] for suit in suits if suit in _STYLES}
    left = [style for style in _OTHERS if style not in styles.values()] or list(_OTHERS)
    others = [suit for suit in suits if suit not in _STYLES]
    return styles | {suit: left[k % len(left)] for k, suit in enumerate(others)}


def letters_of(suits: Iterable[str]) -> dict[str, str]:
    """Return the shortest unique prefix of each suit, ignoring case; the whole name if there is none.

    Pink and purple are ``pi`` and ``pu``, blue is ``b``; ``blu`` and ``blue`` both stay whole.
    """
    names = sorted((suit.casefold(), suit) for suit in suits)
    shared = [0, *(_shared(one, other) for (one, _), (other, _) in pairwise(names)), 0]
    letters = {}
    for k, (folded, suit) in enumerate(names):
        size = max(shared[k], shared[k + 1]) + 1
        letters[suit] = suit[:size] if size <= len(folded) == len(suit) else suit
    return letters


def _shared(one: str, other: str) -> int:
    """Return the length of the common prefix of two names."""
    return next((k for k, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))


def lettered(card: Card, letters: Mapping[str, str]) -> str:
    """Return a card with the letters of its suit: ``p9``."""
    return visible(Card(letters[card.suit], card.value))


Key = Sequence[Run | Several]
"""Words about letters and suits; none if the letters are the suits."""


def key_of(letters: Mapping[str, str]) -> Key:
    """Return which letters stand for which suit, where they differ from it."""
    pairs = [(suit, short) for suit, short in letters.items() if short != suit]
    return [Several(Each(pairs, lambda pair: f"{visible(pair[1])}={visible(pair[0])}"))] if pairs else ()
