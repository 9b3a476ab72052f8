"""Variants of Hanabi: those of hanab.live by name, from `variants.json`, and those with custom suits.

With open cards a variant is given by its suits, each with a number of copies of every value and a direction, and three
flags. What a clue touches determines only whether a clue may be given (`crewsat.games.hanabi.clues`).
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache, cached_property
from importlib import resources
from typing import Any

NO_VARIANT = "No Variant"
COPIES: tuple[int, ...] = (3, 2, 2, 2, 1)
"""How many cards there are of each value of a usual suit."""

_FILE = "variants.json"
_REVERSED = " Reversed"
_REFUSED = {
    "up_or_down": "in Up or Down a suit may be played in both directions, which is not supported",
    "sudoku": "in Sudoku a suit may begin with any value, which is not supported",
}
"""Unsupported rules that the names of some variants refer to, each with its description."""

_RULES = frozenset(
    {"id", "name", "suits", "clue_starved", "throw_it_in_a_hole", "scarce_ones", "critical_value"}
    | {"special_value", "special_all_colours", "special_no_colours", "special_all_values", "special_no_values"}
    | {"special_deceptive", "funnels", "chimneys", "odds_and_evens", "synesthesia", "alternating_clues"}
    | {"clue_values", "clue_colours", "colour_clues_touch_nothing", "value_clues_touch_nothing"}
    | {"cow_and_pig", "duck"}
)
"""The keys of a variant that are known. In Cow & Pig and in Duck less of a clue is heard; here all cards are open."""

_SUIT_RULES = frozenset({"clue_colours", "colours", "values", "one_of_each", "inverted"})
"""The keys of a suit that are known."""


@dataclass(frozen=True, slots=True)
class VariantSuit:
    """A suit of a variant.

    Attributes:
        name: its name in the text of a card: ``red``, ``dark-pink``, ``white-reversed``.
        copies: how many cards there are of each value, value 1 first.
        reversed: whether it is played from the highest value down to 1.
        site_name: its name on hanab.live.
        clue_colours: the colours that touch it, as they are written; empty for a suit that all or none touch.
        by_colour: which colours touch it: ``own``, ``all``, ``none``, or ``prism``, one for each value in turn.
        by_value: which values touch it: ``own``, ``all`` or ``none``.
    """

    name: str
    copies: tuple[int, ...] = COPIES
    reversed: bool = False
    site_name: str = ""
    clue_colours: tuple[str, ...] = ()
    by_colour: str = "own"
    by_value: str = "own"

    def rank(self, value: int) -> int:
        """Return when a value is played, or which value is played then: 1 is played first."""
        return len(self.copies) + 1 - value if self.reversed else value


@dataclass(frozen=True, slots=True)
class ClueRules:
    """What is special about the clues of a variant of hanab.live.

    Attributes:
        values: the values that may be named; None for all.
        colours: the colours that may be named; None for those of the suits.
        special_value: a value with rules of its own; 0 if there is none.
        special_by_colour, special_by_value: what touches its cards: ``own``, ``all`` or ``none``; by value also
            ``deceptive``, a value that depends on the suit.
        match: how named values touch others: ``own``, ``funnels``, ``chimneys`` or ``odds and evens``.
        synesthesia: whether colours touch values as well.
        alternating: whether a clue must be of the other type than the one before.
        blind: the types of clue that touch nothing and may be given nevertheless: ``colour``, ``value``.
    """

    values: tuple[int, ...] | None = None
    colours: tuple[str, ...] | None = None
    special_value: int = 0
    special_by_colour: str = "own"
    special_by_value: str = "own"
    match: str = "own"
    synesthesia: bool = False
    alternating: bool = False
    blind: frozenset[str] = frozenset()


@dataclass(frozen=True)
class Variant:
    """The suits of a game, and the rules that differ.

    Attributes:
        suits: the suits in order.
        half_gains: whether a token is gained by halves (Clue Starved).
        finished_suit_gains: whether a finished suit gains a token.
        discard_at_full: whether a card may be discarded, for nothing, while all tokens are there (orange suits).
        inverted: whether play and discard are exchanged for a suit (orange suits).
        name: its name on hanab.live; None for custom suits.
        number: its number there.
        clue_rules: what is special about its clues.
    """

    suits: tuple[VariantSuit, ...]
    half_gains: bool = False
    finished_suit_gains: bool = True
    discard_at_full: bool = False
    inverted: bool = False
    name: str | None = None
    number: int | None = None
    clue_rules: ClueRules = ClueRules()

    @cached_property
    def names(self) -> dict[str, int]:
        """The names of the suits, and which suit has each, counted from 0."""
        return {suit.name: k for k, suit in enumerate(self.suits)}

    @property
    def bottom_discards(self) -> bool:
        """Whether a bottom card that may be played from the pile may be discarded as well."""
        return self.inverted or any(suit.reversed for suit in self.suits)

    @property
    def values(self) -> int:
        """The highest value, which is the same for all suits."""
        return len(self.suits[0].copies) if self.suits else 0


class UnknownVariantError(ValueError):
    """The name of an unknown or unsupported variant."""


def variant_named(name: str) -> Variant:
    """Return the variant of hanab.live with this name.

    Raises:
        UnknownVariantError: if there is none, or if its rules are not supported; the message says which.
    """
    fields = _table()["by name"].get(name)
    if fields is None:
        raise UnknownVariantError(_unknown(name))
    return _variant(fields["id"])


def variant_numbered(number: int) -> Variant:
    """Return the variant that has this number on hanab.live.

    Raises:
        UnknownVariantError: if there is none, or if its rules are not supported.
    """
    if number not in _table()["by number"]:
        raise UnknownVariantError(f"hanab.live has no variant with the number {number}")
    return _variant(number)


def variant_names() -> tuple[str, ...]:
    """Return the names of all variants of hanab.live, in their order there, including unsupported ones."""
    return tuple(_table()["by name"])


@cache
def _table() -> dict[str, Any]:
    data = json.loads(resources.files(__package__).joinpath(_FILE).read_text(encoding="utf-8"))
    return {
        "suits": data["suits"],
        "by name": {fields["name"]: fields for fields in data["variants"]},
        "by number": {fields["id"]: fields for fields in data["variants"]},
    }


def _unknown(name: str) -> str:
    from difflib import get_close_matches  # noqa: PLC0415 - rarely needed

    from crewsat.base.wording import listed, visible  # noqa: PLC0415

    near = get_close_matches(name, variant_names(), n=3, cutoff=0.5) or [NO_VARIANT]
    return f"'{visible(name)}' is not the name of a variant of hanab.live; did you mean {listed(near, 'or')}?"


@cache
def _variant(number: int) -> Variant:
    fields = _table()["by number"][number]
    for rule, words in _REFUSED.items():
        if rule in fields:
            raise UnknownVariantError(f"variant '{fields['name']}': {words}")
    unknown = {*fields} - _RULES | {key for name in fields["suits"] for key in _suit_fields(name)} - _SUIT_RULES
    if unknown:
        raise UnknownVariantError(f"variant '{fields['name']}': the rule '{min(unknown)}' is not supported")
    suits = tuple(_suit(name, fields) for name in fields["suits"])
    inverted = any("inverted" in _suit_fields(name) for name in fields["suits"])
    return Variant(
        suits=suits,
        half_gains="clue_starved" in fields,
        finished_suit_gains="throw_it_in_a_hole" not in fields,
        discard_at_full=inverted,
        inverted=inverted,
        name=fields["name"],
        number=number,
        clue_rules=_clue_rules(fields),
    )


def _suit_fields(site_name: str) -> dict[str, Any]:
    fields: dict[str, Any] = _table()["suits"][site_name.removesuffix(_REVERSED)]
    return fields


def _suit(site_name: str, variant: dict[str, Any]) -> VariantSuit:
    fields = _suit_fields(site_name)
    copies = COPIES
    if "one_of_each" in fields:
        copies = (1,) * len(COPIES)
    elif "scarce_ones" in variant:
        copies = (2, *COPIES[1:])
    elif "critical_value" in variant:
        copies = tuple(1 if value == variant["critical_value"] else k for value, k in enumerate(COPIES, 1))
    by_colour = fields.get("colours", "own")
    own = [site_name.removesuffix(_REVERSED)] if by_colour == "own" else []
    backwards = site_name.endswith(_REVERSED)
    return VariantSuit(
        name=text_of_name(site_name),
        copies=copies[::-1] if backwards else copies,
        reversed=backwards,
        site_name=site_name,
        clue_colours=tuple(map(text_of_name, fields.get("clue_colours", own))),
        by_colour=by_colour,
        by_value=fields.get("values", "own"),
    )


def _clue_rules(fields: dict[str, Any]) -> ClueRules:
    def special(kind: str, other: str = "own") -> str:
        ways = {f"special_all_{kind}": "all", f"special_no_{kind}": "none"}
        return next((how for flag, how in ways.items() if flag in fields), other)

    return ClueRules(
        values=tuple(fields["clue_values"]) if "clue_values" in fields else None,
        colours=tuple(map(text_of_name, fields["clue_colours"])) if "clue_colours" in fields else None,
        special_value=fields.get("special_value", 0),
        special_by_colour=special("colours"),
        special_by_value=special("values", "deceptive" if "special_deceptive" in fields else "own"),
        match=next((how for how in ("funnels", "chimneys", "odds_and_evens") if how in fields), "own"),
        synesthesia="synesthesia" in fields,
        alternating="alternating_clues" in fields,
        blind=frozenset(type_ for type_ in ("colour", "value") if f"{type_}_clues_touch_nothing" in fields),
    )


def text_of_name(site_name: str) -> str:
    """Return how a suit or colour of hanab.live is written: in lower case, with a hyphen for a blank."""
    return site_name.lower().replace(" ", "-")
