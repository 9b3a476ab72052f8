"""Clues: which may be named in a variant, and which cards they touch.

The content of a clue does not matter when all cards are known. It matters only that a clue must touch a card: if no
clue touches some cards, or clues must alternate, a player may have a token but no clue to give.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Literal, get_args

from crewsat.games.hanabi.variants import ClueRules

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from crewsat.games.hanabi.variants import Variant

ClueType = Literal["colour", "value"]


@dataclass(frozen=True, slots=True)
class Clue:
    """What a clue names.

    Attributes:
        type: ``colour`` or ``value``.
        name: the colour, written like the suits of cards, or the value.
    """

    type: ClueType
    name: str | int


class Clues:
    """The clues of a variant.

    The clues that touch a card are computed on first use: a variant may have a million cards, and a game of it only a
    few.

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
        self._named = frozenset(self.all())
        self._touching: dict[tuple[int, int], frozenset[Clue]] = {}

    def all(self) -> Iterator[Clue]:
        """Yield all clues that may be named, colours first."""
        yield from (Clue("colour", colour) for colour in self.colours)
        yield from (Clue("value", value) for value in self.values)

    def touches(self, clue: Clue, suit: int, value: int) -> bool:
        """Return whether a clue touches the card of this suit, counted from 0, and value."""
        return clue in self.touching(suit, value)

    def touching(self, suit: int, value: int) -> frozenset[Clue]:
        """Return the clues that touch the card of this suit, counted from 0, and value."""
        card = suit, value
        if card not in self._touching:
            by_colour = () if "colour" in self._rules.blind else self._colours_touching(suit, value)
            by_value = () if "value" in self._rules.blind else self._values_touching(suit, value)
            clues = [*(Clue("colour", name) for name in by_colour), *(Clue("value", name) for name in by_value)]
            self._touching[card] = self._named.intersection(clues)
        return self._touching[card]

    def is_blind(self, clue: Clue) -> bool:
        """Return whether a clue touches nothing and may be given nevertheless."""
        return clue.type in self._rules.blind

    def is_named(self, clue: Clue) -> bool:
        """Return whether a clue may be named in this variant."""
        return clue in self._named

    @cached_property
    def always(self) -> bool:
        """Whether a clue may be given to whoever holds a card, whatever card it is and whatever clue came before.

        By the usual rules every card is touched by its value; otherwise all cards are checked.
        """
        if self._rules == ClueRules() and all(suit.by_value == "own" for suit in self._variant.suits):
            return True
        blind = {clue.type for clue in self._named if self.is_blind(clue)}
        cards = ((k, value) for k in range(len(self._variant.suits)) for value in range(1, self._variant.values + 1))
        types = (blind.union(clue.type for clue in self.touching(*card)) for card in cards)
        if self.alternating:
            return all(len(possible) == len(get_args(ClueType)) for possible in types)
        return bool(blind) or all(types)

    def _colours_touching(self, k: int, value: int) -> Iterable[str]:
        """Return the colours that touch a card, perhaps with some that may not be named."""
        rules, suit = self._rules, self._variant.suits[k]
        in_turn = self.colours[(value - 1) % len(self.colours)] if self.colours else ""
        also = [in_turn] if rules.synesthesia and suit.by_value != "none" else []
        if suit.by_colour in {"all", "none"}:
            return self.colours if suit.by_colour == "all" else ()
        if value == rules.special_value and rules.special_by_colour != "own":
            return self.colours if rules.special_by_colour == "all" else also
        return [*also, *([in_turn] if suit.by_colour == "prism" else suit.clue_colours)]

    def _values_touching(self, k: int, value: int) -> Iterable[int]:
        """Return the values that touch a card, perhaps with some that may not be named."""
        rules, suit = self._rules, self._variant.suits[k]
        if suit.by_value in {"all", "none"}:
            return self.values if suit.by_value == "all" else ()
        if rules.match != "own":
            return [named for named in self.values if _MATCHES[rules.match](value, named)]
        if value != rules.special_value or rules.special_by_value == "own":
            return [value]
        if rules.special_by_value == "deceptive":
            return [self.values[k % len(self.values)]]
        return self.values if rules.special_by_value == "all" else ()


_MATCHES: dict[str, Callable[[int, int], bool]] = {
    "funnels": lambda value, named: value <= named,
    "chimneys": lambda value, named: value >= named,
    "odds_and_evens": lambda value, named: value % 2 == named % 2,
}
"""Whether a named value touches a card of another value, by `ClueRules.match`."""


@lru_cache(maxsize=64)
def clues_of(variant: Variant) -> Clues:
    """Return the clues of a variant; those of an instance are cached as `Hanabi.clues`."""
    return Clues(variant)
