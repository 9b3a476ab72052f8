"""Clues: which may be named in a variant, and which cards they touch.

What a clue says decides nothing when all cards are known. It matters only that a clue must touch a card: where some
cards are touched by no clue, or clues must alternate, a player may have a token and no clue to give.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from collections.abc import Iterator

    from crewsat.games.hanabi.variants import Variant, VariantSuit

ClueType = Literal["colour", "value"]


@dataclass(frozen=True, slots=True)
class Clue:
    """What a clue names.

    Attributes:
        type: ``colour`` or ``value``.
        name: the colour, as the suits of cards are written, or the value.
    """

    type: ClueType
    name: str | int


class Clues:
    """The clues of a variant.

    Attributes:
        colours: the colours that may be named, in the order in which hanab.live numbers them.
        values: the values that may be named.
        alternating: whether a clue must be of the other type than the one before.
    """

    def __init__(self, variant: Variant) -> None:
        rules = variant.clue_rules
        self._variant = variant
        self._rules = rules
        named = (colour for suit in variant.suits for colour in suit.clue_colours)
        self.colours = tuple(dict.fromkeys(named)) if rules.colours is None else rules.colours
        self.values = tuple(range(1, variant.values + 1)) if rules.values is None else rules.values
        self.alternating = rules.alternating
        self._touched = {clue: frozenset(self._touched_by(clue)) for clue in self.all()}

    def all(self) -> Iterator[Clue]:
        """Yield all clues that may be named, colours first."""
        yield from (Clue("colour", colour) for colour in self.colours)
        yield from (Clue("value", value) for value in self.values)

    def touches(self, clue: Clue, suit: int, value: int) -> bool:
        """Whether a clue touches the card of this suit, counted from 0, and value."""
        return (suit, value) in self._touched[clue]

    def is_blind(self, clue: Clue) -> bool:
        """Whether a clue touches nothing and may be given all the same."""
        return clue.type in self._rules.blind

    def is_named(self, clue: Clue) -> bool:
        """Whether a clue may be named in this variant."""
        return clue in self._touched

    @property
    def always(self) -> bool:
        """Whether a clue may be given to whoever holds a card, whatever card it is and whatever clue came before."""
        types: tuple[ClueType, ...] = ("colour", "value")
        cards = {(k, value) for k in range(len(self._variant.suits)) for value in range(1, self._variant.values + 1)}
        each = [self._always(type_, cards) for type_ in types]
        if self.alternating:
            return all(each)
        return any(each) or cards == {card for touched in self._touched.values() for card in touched}

    def _always(self, type_: ClueType, cards: set[tuple[int, int]]) -> bool:
        """Whether clues of one type touch every card, or need not."""
        clues = [clue for clue in self._touched if clue.type == type_]
        blind = type_ in self._rules.blind and clues
        return bool(blind) or cards == {card for clue in clues for card in self._touched[clue]}

    def _touched_by(self, clue: Clue) -> Iterator[tuple[int, int]]:
        """Yield the cards that a clue touches: suit, counted from 0, and value."""
        if self.is_blind(clue):
            return
        touched = self._by_colour if clue.type == "colour" else self._by_value
        for k, suit in enumerate(self._variant.suits):
            yield from ((k, value) for value in range(1, self._variant.values + 1) if touched(clue, k, suit, value))

    def _by_colour(self, clue: Clue, _k: int, suit: VariantSuit, value: int) -> bool:
        rules, number = self._rules, self.colours.index(str(clue.name))
        in_turn = number == (value - 1) % len(self.colours)
        if suit.by_colour in {"all", "none"}:
            return suit.by_colour == "all"
        if rules.synesthesia and suit.by_value != "none" and in_turn:
            return True
        if value == rules.special_value and rules.special_by_colour != "own":
            return rules.special_by_colour == "all"
        if suit.by_colour == "prism":
            return in_turn
        return clue.name in suit.clue_colours

    def _by_value(self, clue: Clue, k: int, suit: VariantSuit, value: int) -> bool:
        rules, named = self._rules, int(clue.name)
        if suit.by_value in {"all", "none"}:
            return suit.by_value == "all"
        if rules.match != "own":
            return {"funnels": value <= named, "chimneys": value >= named, "odds_and_evens": value % 2 == named % 2}[
                rules.match
            ]
        if value != rules.special_value or rules.special_by_value == "own":
            return value == named
        if rules.special_by_value == "deceptive":
            return named == self.values[k % len(self.values)]
        return rules.special_by_value == "all"


@cache
def clues_of(variant: Variant) -> Clues:
    """Return the clues of a variant."""
    return Clues(variant)
