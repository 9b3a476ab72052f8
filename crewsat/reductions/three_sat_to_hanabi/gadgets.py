"""The gadgets of the reduction from 3-SAT to solitaire Hanabi (paper, section 5): sequences of cards with one purpose.

Variable x owns two colours, 2x - 1 for x and 2x for not x, named by these numbers. The colour whose literal is *true*
is always four cards ahead: with o the *offset* of x, a gadget that lets x advance takes the true colour from o + 5 to o
+ 10 and the false one from o + 1 to o + 6. A variable gadget is of this kind, with offset -5.

In a *variable gadget* both twos come before their ones, and only one can be stored. In a *clause gadget* the colours of
the clause's literals get o+6 … o+10 first, which serves the true ones, and at its end o+2 … o+6 with the o+3 before all
others, so that each false one costs a slot of the hand: three are too many. All other colours get both runs.

A *hand dump* is two cards of a dummy colour and then the one below them, which together fill the hand for a moment; a
*hand reduction* has one card, and the cards between it and the one below are scanned with one slot less. Every dummy
card is in the deck once.

A hand of one slot needs other gadgets. Dumps have one card instead of two. At the end of a clause gadget a second pass
is made, in which the o+4 come first: a false colour that stored its o+3 in the first pass is through, another one has
reached o+2 and stores o+4 now. The other colours get 6, 7, 8, 9, 10, 2, 3, 4, 5 (the printed order begins with 5, and a
false colour would have to store 5 and 6).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import count
from typing import TYPE_CHECKING, Literal

from crewsat.games.cards import Card

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from crewsat.problems.three_sat.formula import Clause3

Order = Literal["colour", "value"]

AHEAD = (6, 7, 8, 9, 10)
NON_LITERALS = (5, 6, 7, 8, 9, 10, 2, 3, 4)
NON_LITERALS_OF_ONE_SLOT = (6, 7, 8, 9, 10, 2, 3, 4, 5)
FIRST_PASS = (3, (2, 4, 5, 6))
SECOND_PASS = (4, (3, 5, 6))
"""Values above the offset: the first one of all three colours, then the rest colour by colour."""


@dataclass(frozen=True, slots=True)
class Gadget:
    """A sequence of cards with one purpose.

    Attributes:
        name: ``V2`` for variable 2, ``C3`` for clause 3, ``D`` for dummy cards alone, ``F`` for the last cards.
        cards: in the order they are drawn.
        offsets: the variables that may advance, and the offset of each.
    """

    name: str
    cards: tuple[Card, ...]
    offsets: Mapping[int, int] = field(default_factory=dict)


def colour_of(literal: int) -> str:
    """Return the colour of a literal: 2x - 1 for x, 2x for not x."""
    return str(2 * literal - 1 if literal > 0 else -2 * literal)


def both_colours(variables: Iterable[int]) -> list[str]:
    """Return the colours of these variables and of their complements."""
    return [colour_of(literal) for x in variables for literal in (x, -x)]


def variable_gadget(x: int) -> Gadget:
    """Both twos, then the rest, colour by colour."""
    one, other = both_colours([x])
    rest = [Card(colour, value) for colour in (one, other) for value in (1, 3, 4, 5)]
    return Gadget(f"V{x}", (Card(one, 2), Card(other, 2), *rest), {x: -5})


def in_all(colours: Sequence[str], values: Mapping[str, Sequence[int]], order: Order) -> list[Card]:
    """Return cards of several colours, colour by colour or value by value; each colour has its own values."""
    if order == "colour":
        return [Card(colour, value) for colour in colours for value in values[colour]]
    longest = max(map(len, values.values()), default=0)
    return [Card(c, values[c][k]) for k in range(longest) for c in colours if k < len(values[c])]


def raised(colours: Iterable[str], values: Iterable[int], offsets: Mapping[str, int]) -> dict[str, list[int]]:
    """Return the values above the offset of each of these colours."""
    return {colour: [offsets[colour] + k for k in values] for colour in colours}


@dataclass(frozen=True, slots=True)
class ClauseGadget:
    """How clause gadgets are made.

    Attributes:
        passes: the number of passes at the end, 1 or 2.
        non_literals: the values of the colours that are not literals of the clause, above the offset.
        order: in which several colours get several values each.
    """

    passes: int
    non_literals: tuple[int, ...]
    order: Order

    def made(self, name: str, clause: Clause3, offsets: Mapping[int, int], dump: Sequence[Card]) -> Gadget:
        """Return the gadget of a clause; a hand dump divides it in two."""
        literals = [colour_of(literal) for literal in clause]
        others = [colour for colour in both_colours(offsets) if colour not in literals]
        above = {colour: offset for x, offset in offsets.items() for colour in both_colours([x])}
        cards = [
            *in_all(literals, raised(literals, AHEAD, above), self.order),
            *in_all(others, raised(others, self.non_literals, above), self.order),
            *dump,
        ]
        for first, rest in (FIRST_PASS, SECOND_PASS)[: self.passes]:
            cards += [Card(colour, above[colour] + first) for colour in literals]
            cards += [Card(colour, above[colour] + k) for colour in literals for k in rest]
        return Gadget(name, tuple(cards), offsets)


class Dummies:
    """Dummy cards, each of which is in the deck once.

    Args:
        highest: the highest value, n.
        one_colour: whether all of them are of one colour, d, which continues where it stopped; otherwise each time a
            new colour is used, which is complete at once.
    """

    def __init__(self, highest: int, *, one_colour: bool) -> None:
        self._highest = highest
        self._one_colour = one_colour
        self._names = map("d{}".format, count(1))
        self._played = 0

    def held(self, number: int) -> tuple[list[Card], list[Card]]:
        """Return cards to be stored, and the cards that release them."""
        if not self._one_colour:
            return colour_held(next(self._names), number, self._highest)
        first, self._played = self._played + 1, self._played + 1 + number
        return [Card("d", first + k) for k in range(1, number + 1)], [Card("d", first)]

    def dump(self, number: int) -> list[Card]:
        """Return cards that for a moment leave no room for others in a hand of `number` slots."""
        stored, released = self.held(number)
        return stored + released

    def rest(self) -> list[Card]:
        """Return the rest of colour d, in ascending order."""
        if not self._one_colour:
            return []
        return [Card("d", value) for value in range(self._played + 1, self._highest + 1)]


def colour_held(colour: str, number: int, highest: int) -> tuple[list[Card], list[Card]]:
    """Return a whole colour in two parts: `number` cards to be stored, and those that release them."""
    stored = [Card(colour, value) for value in range(2, number + 2)]
    return stored, [Card(colour, value) for value in (1, *range(number + 2, highest + 1))]


def used_draws(gadgets: Iterable[Gadget], assignment: Sequence[bool], highest: int) -> Iterator[int]:
    """Yield the draws, counted from 1, of the play that follows truth values.

    A true colour takes the first copies within a gadget, a false one the last copies; but if two false colours have two
    passes, the first of them is through after the first pass.
    """
    reached = {colour: 0 for x in range(1, len(assignment) + 1) for colour in both_colours([x])}
    true = {colour_of(x if value else -x) for x, value in enumerate(assignment, 1)}
    before, dummies = 0, set()
    for gadget in gadgets:
        draws = _draws_of(gadget.cards, before)
        before += len(gadget.cards)
        new = [card for card in draws if card.suit not in reached and card not in dummies]
        yield from (draws[card][0] for card in new)
        dummies.update(new)
        early: set[str] = set()
        for x, offset in gadget.offsets.items():
            for colour in both_colours([x]):
                target = min(highest, offset + (10 if colour in true else 6))
                wanted = _draws_of_run(draws, colour, reached[colour], target)
                reached[colour] = target
                yield from _copies(wanted, colour, colour in true, early)


def _draws_of(cards: Iterable[Card], before: int) -> dict[Card, list[int]]:
    """Return the draws of the copies of each card, after `before` earlier draws."""
    draws: dict[Card, list[int]] = {}
    for draw, card in enumerate(cards, before + 1):
        draws.setdefault(card, []).append(draw)
    return draws


def _draws_of_run(draws: Mapping[Card, list[int]], colour: str, reached: int, target: int) -> list[list[int]]:
    """Return the draws of the cards by which a colour advances to its target, as far as they are in the gadget."""
    cards = (Card(colour, value) for value in range(reached + 1, target + 1))
    return [draws[card] for card in cards if card in draws]


def _copies(wanted: Sequence[Sequence[int]], colour: str, true: bool, early: set[str]) -> Iterator[int]:
    """Yield one copy of each card, from the draws of the copies within a gadget."""
    passes = max((len(draws) for draws in wanted[1:3]), default=1)
    if not true and passes == 2 and not early:
        early.add(colour)
        yield from (draws[-2] if len(draws) > 1 else draws[0] for draws in wanted)
    else:
        yield from (draws[0 if true else -1] for draws in wanted)
