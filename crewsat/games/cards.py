"""Cards and suits: how they are written, read and ordered.

A card is a value in a suit (paper, section 2: a tuple ``(x, y)`` of value and suit). Its text joins suit and value,
with a colon between where the suit ends in a digit: ``pink9``, ``r4``, ``3:7``. The colon is always allowed and written
only where it is needed. The paper's pair ``[value, suit]`` is read as well.
"""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import groupby
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

from crewsat.base.wording import visible
from crewsat.games.marks import Before, Described

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from pydantic import GetJsonSchemaHandler
    from pydantic_core import CoreSchema

SUIT = r"[^\W_][\w-]*"
VALUE = r"[1-9][0-9]{0,8}"
MOST_VALUE = 999_999_999
_MOST_DIGITS = 9

_SUIT = re.compile(SUIT)
_CARD = re.compile(rf"({SUIT})(?::|(?<![0-9]))({VALUE})")
_END = re.compile(rf"[^0-9]{VALUE}\Z")
"""How the text of a card ends, with the character before its value."""

_LONG = 60
"""Backtracking over longer texts is avoided."""

_ALLOWED = "allowed: suit and value as in pink9, with a colon after a digit as in 3:7, or the pair [value, suit]"


class Card(NamedTuple):
    """A card: suit (text) and value (1 to 999,999,999)."""

    suit: str
    value: int

    def __str__(self) -> str:
        return f"{self.suit}{':' if self.suit[-1] in '0123456789' else ''}{self.value}"

    @classmethod
    def parse(cls, raw: object) -> Card:
        """Read a card from its text or a pair ``[value, suit]``; a `Card` is returned as it is.

        Raises:
            ValueError: with what is wrong and what is allowed.
        """
        if isinstance(raw, str):
            return _card_of_text(raw)
        if isinstance(raw, Card):
            return raw if _is_checked(raw) else _checked(raw.value, raw.suit)
        if isinstance(raw, (list, tuple)):
            if len(raw) != 2:
                raise ValueError(f"a pair has 2 entries, [value, suit], not {len(raw)}; {_ALLOWED}")
            return _checked(raw[0], raw[1])
        raise ValueError(f"{described(raw)} is not a valid card; {_ALLOWED}")

    @classmethod
    def __get_pydantic_core_schema__(cls, _source: object, _handler: object) -> CoreSchema:
        from pydantic_core import core_schema  # noqa: PLC0415 - it takes long to load

        return core_schema.no_info_plain_validator_function(
            cls.parse, serialization=core_schema.plain_serializer_function_ser_schema(str)
        )

    @classmethod
    def __get_pydantic_json_schema__(cls, _schema: object, _handler: GetJsonSchemaHandler) -> dict[str, Any]:
        return {
            "anyOf": [
                {"type": "string", "pattern": rf"^{SUIT}(?::|(?<![0-9])){VALUE}$", "examples": ["pink9", "3:7"]},
                {
                    "type": "array",
                    "prefixItems": [{"type": "integer", "minimum": 1, "maximum": MOST_VALUE}, SUIT_SCHEMA],
                    "minItems": 2,
                    "maxItems": 2,
                    "examples": [[9, "pink"]],
                },
            ]
        }


SUIT_SCHEMA: dict[str, Any] = {
    "anyOf": [{"type": "string", "pattern": rf"^{SUIT}$"}, {"type": "integer", "minimum": 0}]
}


def parse_suit(raw: object) -> str:
    """Read the name of a suit; an integer stands for its digits, so suit 3 and suit ``"3"`` are the same.

    Raises:
        ValueError: with what is wrong and what is allowed.
    """
    name = str(raw) if isinstance(raw, int) and not isinstance(raw, bool) else raw
    if not isinstance(name, str):
        raise ValueError(f"{described(raw)} is not a valid suit; allowed: a name such as pink, or a whole number")
    if not _SUIT.fullmatch(name):
        raise ValueError(
            f"'{visible(name)}' is not a valid suit; allowed: a letter or digit, then letters, digits, '_' and '-'"
        )
    return name


def text_of_cards(cards: Iterable[Card]) -> str:
    """Write cards separated by blanks, neighbours of a suit joined: ``pink9,5 blue2`` is pink9, pink5 and blue2."""
    runs = [list(run) for _, run in groupby(cards, key=lambda card: card.suit)]
    return " ".join(",".join([str(run[0]), *(str(card.value) for card in run[1:])]) for run in runs)


def cards_of_text(text: str) -> list[Card]:
    """Read what `text_of_cards` writes.

    Raises:
        ValueError: with the first word that is not a valid card, and what is allowed.
    """
    cards: list[Card] = []
    for word in text.split():
        first, *values = word.removesuffix(",").split(",")
        cards.append(Card.parse(first))
        cards += [_with_value(cards[-1].suit, value) for value in values]
    return cards


Suit = Annotated[str, Before(parse_suit), Described(SUIT_SCHEMA)]
"""The name of a suit, as a field of an instance."""


@lru_cache(maxsize=1000)
def natural(name: str) -> tuple[tuple[int, int, str], ...]:
    """Sort key for names in which numbers count as numbers: suit 9 before suit 10."""
    parts = re.findall(r"[0-9]+|[^0-9]+", name)
    return tuple((0, len(p.lstrip("0")), p.lstrip("0")) if p[0] in "0123456789" else (1, 0, p) for p in parts)


def _with_value(suit: str, value: str) -> Card:
    if re.fullmatch(rf"{SUIT}(?<![0-9]):?{VALUE}", value):
        apart = f"cards of two suits have a blank between them, as in {visible(suit)}1 {visible(value)}"
        raise ValueError(f"'{visible(value)}' is not a valid value after a comma; {apart}")
    if not re.fullmatch(VALUE, value):
        return _card_of_text(f"{suit}:{value}")  # which says what is wrong
    return Card(suit, int(value))


@lru_cache(maxsize=1000)
def _is_suit(name: str) -> bool:
    """Return whether this is the name of a suit; cached, as there are many cards and few suits."""
    return _SUIT.fullmatch(name) is not None


def _card_of_text(text: str) -> Card:
    suit = text.rstrip("0123456789")
    value = text[len(suit) :]
    if len(text) <= _LONG and len(value) <= _MOST_DIGITS and value[:1] > "0" and _is_suit(suit):
        return tuple.__new__(Card, (suit, int(value)))  # as Card(…) does, without a call in between: a million are read
    match = _CARD.fullmatch(text) if len(text) <= _LONG or _END.search(text[-_LONG:]) else None
    if match is None:
        raise ValueError(f"'{visible(text)}' is not a valid card{_hint(text)}; {_ALLOWED}")
    suit, value = match.groups()
    return Card(suit, int(value))


def _hint(text: str) -> str:
    if len(text) > _LONG:  # backtracking on long digits would cost quadratic time
        return ""
    if re.fullmatch(rf"{SUIT}(?<![0-9]):?0[0-9]*|{SUIT}:0[0-9]*", text):
        return " (values start at 1 and have no leading zeros)"
    if re.fullmatch(rf"{SUIT}:?[0-9]{{10,}}", text):
        return f" (the largest value is {MOST_VALUE})"
    if swapped := re.fullmatch(rf"({VALUE})([^\W\d_]+)", text):
        return f" (did you mean {swapped[2]}{swapped[1]}?)"
    if re.fullmatch(SUIT, text) and text[-1] not in "0123456789":
        return " (its value is missing)"
    return ""


def _checked(value: object, suit: object) -> Card:
    if not isinstance(value, int) or isinstance(value, bool):
        raise ValueError(f"the value of a card is a whole number, not {described(value)}; {_ALLOWED}")
    if not 1 <= value <= MOST_VALUE:
        raise ValueError(f"the value of a card is 1 to {MOST_VALUE}, not {visible(value)}")
    return Card(parse_suit(suit), value)


def _is_checked(card: Card) -> bool:
    """Return whether a card is valid; pydantic checks this once more for cards read from a file."""
    suit, value = card
    return type(value) is int and 1 <= value <= MOST_VALUE and type(suit) is str and _SUIT.fullmatch(suit) is not None


def described(raw: object) -> str:
    """Return the kind of a value in JSON's words."""
    words: list[tuple[type | tuple[type, ...], Callable[[Any], str]]] = [
        (bool, lambda v: "true" if v else "false"),
        ((int, float), lambda v: f"the number {visible(v)}"),
        (str, lambda v: f"the string '{visible(v)}'"),
        (type(None), lambda _: "null"),
        ((list, tuple), lambda _: "a list"),
        (dict, lambda _: "an object"),
    ]
    return next((word(raw) for kind, word in words if isinstance(raw, kind)), f"a {type(raw).__name__}")
