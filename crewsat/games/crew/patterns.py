"""Patterns: short names for many cards, ``*7`` for the cards of a value and ``pink*`` for those of a suit.

``*7`` means the cards of value 7 of all suits but the trump suit, ``*2,4`` those of several values; ``rocket*`` means
all trumps if ``rocket`` is the trump suit. A pattern is only a way to write a list: it is read as its cards.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from crewsat.base.wording import visible
from crewsat.games.cards import SUIT, VALUE, natural

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from crewsat.games.cards import Card

_VALUES = re.compile(rf"\*({VALUE}(?:,{VALUE})*),?")
_OF_SUIT = re.compile(rf"({SUIT}):?\*")
_LONGEST = 1000
"""The longest word that is read as a pattern."""


def is_pattern(word: str) -> bool:
    """Return whether a word is meant as a pattern, not as a card."""
    return "*" in word


def cards_of_pattern(pattern: str, cards: Iterable[Card], trump: str | None) -> list[Card]:
    """Return the cards that a pattern means: suit by suit by name, the trump suit last, and in each by value.

    Args:
        pattern: ``*7``, ``*2,4,6`` or ``pink*``.
        cards: those that were dealt.
        trump: the trump suit, if there is one.

    Raises:
        ValueError: if it is not a pattern, names a value twice, or fits no card; of several values, each must fit one.
    """
    by_value = _VALUES.fullmatch(pattern) if len(pattern) <= _LONGEST else None
    if by_value is not None:
        found = _of_values(pattern, [int(value) for value in by_value[1].split(",")], cards, trump)
    else:
        found = _of_suit(pattern, cards)
    return sorted(found, key=lambda card: (card.suit == trump, natural(card.suit), card.value))


def _of_values(pattern: str, values: Sequence[int], cards: Iterable[Card], trump: str | None) -> list[Card]:
    wanted = set(values)
    if len(wanted) < len(values):
        raise ValueError(f"'{visible(pattern)}' names a value more than once")
    found = [card for card in cards if card.suit != trump and card.value in wanted]
    missing = wanted - {card.value for card in found}
    if missing:
        raise ValueError(f"'{visible(pattern)}' fits no card: none of value {min(missing)} was dealt besides trumps")
    return found


def _of_suit(pattern: str, cards: Iterable[Card]) -> list[Card]:
    named = _OF_SUIT.fullmatch(pattern) if len(pattern) <= _LONGEST else None
    if named is None:
        raise ValueError(f"'{visible(pattern)}' is not a valid pattern; allowed: *7, *2,4,6 or pink*")
    cards = list(cards)
    found = [card for card in cards if card.suit == named[1]]
    if not found:
        suits = sorted({card.suit for card in cards}, key=natural)
        allowed = f"; suits dealt: {', '.join(map(visible, suits[:20]))}" if suits else ""
        raise ValueError(f"'{visible(pattern)}' fits no card{allowed}")
    return found


def with_patterns(words: str, suits: Mapping[str, list[int]], trump: str | None) -> str:
    """Return the words of a task as people read them: whole suits, and values of all suits but the trump, as patterns.

    Args:
        words: with cards as `crewsat.games.cards.text_of_cards` writes them.
        suits: the values dealt of each suit, in ascending order; the suits by name.
        trump: the trump suit, if there is one.
    """
    colours = [suit for suit in suits if suit != trump]
    listed = words.split(" ")
    out, k = [], 0
    while k < len(listed):
        found = _LISTED.fullmatch(listed[k])
        if found and len(colours) > 1 and _values_follow(listed, k, found[2], colours):
            out.append(f"*{found[2]}")
            k += len(colours)
            continue
        whole = found is not None and suits.get(found[1]) == [int(value) for value in found[2].split(",")]
        out.append(f"{found[1]}*" if found and whole else listed[k])
        k += 1
    return " ".join(out)


def _values_follow(words: Sequence[str], start: int, values: str, colours: Sequence[str]) -> bool:
    """Return whether words from `start` on list these values of all these suits, one after the other."""
    if start + len(colours) > len(words):
        return False
    found = (_LISTED.fullmatch(words[start + k]) for k in range(len(colours)))
    return all(one is not None and one.groups() == (suit, values) for one, suit in zip(found, colours, strict=True))


_LISTED = re.compile(rf"({SUIT}?):?(?<![0-9])({VALUE}(?:,{VALUE})*)")
"""Cards of one suit as they are written in lists."""
