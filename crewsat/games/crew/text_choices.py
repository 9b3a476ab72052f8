"""Clauses about what a crew may choose, and has chosen, besides its cards: passing, covered cards.

==================================  ==================================================================
clause                              meaning
==================================  ==================================================================
``passing``                         the distress signal: everybody passes a card, or nobody, before trick 1
``passing after 1 left required``   after trick 1, to the left, and nobody may keep all cards
``passing not pink rocket``         no card of these suits may be passed, also ``pink,rocket``; ``not -``: any may
``passing from covered``            a hand with covered cards passes one of these
``passed left pink9 blue2``         what has been passed, player 1's card first; also ``passed nobody``
``covered pink9/blue2 a1/b3``       pairs of cards, the one above first
==================================  ==================================================================
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from crewsat.base.wording import visible

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from crewsat.games.cards import Card
    from crewsat.games.crew.instance import Crew
    from crewsat.games.crew.passing import Passing

PASSING_FORM = "passing after 1 left required not pink from covered"
PASSED_FORM = "passed left pink9 blue2"
COVERED_FORM = "covered pink9/blue2"


def choices_of(instance: Crew) -> Iterator[str]:
    """Yield the clauses about passing and covered cards."""
    if instance.passing is not None:
        yield " ".join(["passing", *_words_of(instance.passing)])
    if instance.covered:
        yield f"covered {' '.join(f'{above}/{below}' for above, below in instance.covered)}"
    if instance.passed is not None:
        yield " ".join(["passed", instance.passed_to or "nobody", *map(str, instance.passed)])


def _words_of(passing: Passing) -> Iterator[str]:
    if passing.after:
        yield f"after {passing.after}"
    if passing.to != "either":
        yield passing.to
    if not passing.optional:
        yield "required"
    if passing.not_ is not None:
        settings = {*_ALONE, *_WORDS}  # a suit may have such a name
        between = "," if any(suit.casefold() in settings for suit in passing.not_) else " "
        yield f"not {between.join(passing.not_) or '-'}"
    if passing.from_ is not None:
        yield f"from {passing.from_}"


def passing_of(text: str, suit_named: Callable[[str], str]) -> dict[str, Any]:
    """Read what follows `passing`, as the fields in JSON.

    Args:
        text: the words.
        suit_named: returns the suit that a word names.

    Raises:
        ValueError: with what is wrong and what is allowed.
    """
    fields: dict[str, Any] = {}
    words = text.split()
    while words:
        word = words.pop(0).casefold()
        name, value = _setting(word, words, suit_named)
        if name in fields:
            raise ValueError(f"'{visible(word)}': `{name}` is given twice")
        fields[name] = value
    return fields


def _setting(word: str, words: list[str], suit_named: Callable[[str], str]) -> tuple[str, Any]:
    """Return the field that a word begins and its value, which is taken from the words that follow."""
    if word in _ALONE:
        return _ALONE[word]
    if word in _WORDS and words:
        first = words.pop(0)
        if word == "from":
            return "from", first.casefold()
        if word == "not":
            return "not", [suit_named(suit) for suit in _suits(first, words) if suit != "-"]
        if first.isdecimal() and len(first) <= 9:
            return "after", int(first)
        raise ValueError(f"'{visible(first)}' is not a number of tricks; allowed: {PASSING_FORM}")
    raise ValueError(f"'{visible(word)}' is not a setting of `passing`; allowed: {PASSING_FORM}")


def _suits(first: str, words: list[str]) -> list[str]:
    """Return a suit, or several with commas between them, and those that follow, up to the next setting."""
    suits = first.split(",")
    while words and words[0].casefold() not in {*_ALONE, *_WORDS}:
        suits += words.pop(0).split(",")
    return suits


_ALONE: dict[str, tuple[str, Any]] = {"left": ("to", "left"), "right": ("to", "right"), "required": ("optional", False)}
_WORDS = ("after", "from", "not")


def passed_of(text: str, cards_of: Callable[[str], list[Card]]) -> dict[str, Any]:
    """Read what follows `passed`, as fields of an instance.

    Raises:
        ValueError: with what is wrong and what is allowed.
    """
    first, *words = text.split()
    to = first.casefold()
    if to == "nobody" and not words:
        return {"passed": []}
    if to not in {"left", "right"}:
        raise ValueError(f"'{visible(first)}' is not a direction; allowed: left, right, or `passed nobody`")
    if not words:
        raise ValueError(f"`passed {to}` must be followed by a card of each player")
    return {"passed": [card for word in words for card in cards_of(word)], "passed_to": to}


def covered_of(text: str, cards_of: Callable[[str], list[Card]]) -> list[list[Card]]:
    """Read the pairs that follow `covered`.

    Raises:
        ValueError: with what is wrong and what is allowed.
    """
    return [[card for half in word.split("/") for card in cards_of(half)] for word in text.split()]
