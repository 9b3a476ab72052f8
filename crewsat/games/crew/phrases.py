"""Parsing the words of tasks: bounds, and the parts that begin with a keyword.

What a kind of task must do is written as a bound, a noun and parts in any order: ``at least 2 tricks with pink9,8 among
tricks 1 2``. Cards are written in full; `crewsat.games.crew.text_reading` puts them in the place of patterns.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from crewsat.base.wording import counted, visible
from crewsat.games.cards import cards_of_text, text_of_cards

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from crewsat.games.cards import Card

NUMBER = "[0-9]{1,30}"
BOUND = rf"(exactly|at[ _]least|at[ _]most) ({NUMBER})"


def bound_of(name: str, number: str) -> dict[str, int]:
    """Return the field of a bound that matches `BOUND`."""
    return {name.replace(" ", "_"): int(number)}


def difference_of(name: str, number: str, way: str) -> dict[str, int]:
    """Return the bound on a difference: ``at most 2 fewer`` is at least -2."""
    if way == "more":
        return bound_of(name, number)
    turned = {"at least": "at_most", "at most": "at_least"}.get(name.replace("_", " "), name)
    return {turned: -int(number)}


def bound_words(exactly: int | None, at_least: int | None, at_most: int | None) -> str:
    """Return a bound in words: ``at least 2``."""
    if exactly is not None:
        return f"exactly {exactly}"
    return f"at least {at_least}" if at_least is not None else f"at most {at_most}"


def difference_words(exactly: int | None, at_least: int | None, at_most: int | None) -> tuple[str, int, str]:
    """Return a bound on a difference in words: ``at least``, 2, ``fewer``."""
    if exactly is not None:
        return "exactly", abs(exactly), "more" if exactly >= 0 else "fewer"
    if at_least is not None:
        return ("at least", at_least, "more") if at_least >= 0 else ("at most", -at_least, "fewer")
    number = at_most or 0
    return ("at most", number, "more") if number >= 0 else ("at least", -number, "fewer")


def noun_words(number: int, noun: str) -> str:
    """Return a noun in singular or plural, to follow a number."""
    return counted(number, noun).split()[1]


def parts_of(words: str, keywords: Iterable[str]) -> tuple[str, dict[str, str]]:
    """Split words at keywords; return what is before the first of them, and what follows each.

    Raises:
        ValueError: if a keyword occurs twice.
    """
    either = "|".join(sorted(keywords, key=len, reverse=True))
    head, *rest = re.split(rf"(?: |^)({either})(?= |$)", words)
    parts: dict[str, str] = {}
    for keyword, value in zip(rest[::2], rest[1::2], strict=True):
        if keyword in parts:
            raise ValueError(f"'{keyword}' is given twice")
        parts[keyword] = value.strip()
    return head, parts


def cards_words(cards: Sequence[Card]) -> str:
    """Return a list of cards, as `cards_in` reads it."""
    return text_of_cards(cards) or "nothing"


def cards_in(words: str) -> list[Card]:
    """Read a list of cards.

    Raises:
        ValueError: if there is none, or a word is not a card.
    """
    if not words:
        raise ValueError("cards are missing")
    return [] if words == "nothing" else cards_of_text(words)


def numbers_words(numbers: Sequence[int | str] | None) -> str:
    """Return the tricks that count, with a leading blank."""
    if numbers is None:
        return ""
    return f" among tricks {' '.join(map(str, numbers))}" if numbers else " among no tricks"


def numbers_in(parts: dict[str, str]) -> dict[str, Any]:
    """Read the tricks that count from the parts of a task.

    Raises:
        ValueError: if they are not numbers, or ``last``.
    """
    if "among no tricks" in parts:
        return {"numbers": []}
    if "among tricks" not in parts:
        return {}
    words = parts["among tricks"].replace(",", " ").split()
    bad = next((word for word in words if not re.fullmatch(rf"last|{NUMBER}", word)), None)
    if bad is not None or not words:
        said = "numbers are missing" if bad is None else f"'{visible(bad)}' is not a valid trick"
        raise ValueError(f"{said}; allowed: among tricks 1 2 last")
    return {"numbers": [word if word == "last" else int(word) for word in words]}


NUMBERS = ("among tricks", "among no tricks")
"""The keywords of `numbers_in`."""
