"""The gadgets of section 5 of the paper on Hanabi as cases: what they let pass, by exhaustive search.

A case is a part of a reduction that is scanned from a given position, with an empty hand. As the text says, only plays
that play every dummy card count, and cards are played as soon as possible; every choice of stored cards is tried.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product
from typing import TYPE_CHECKING

from crewsat.games.cards import Card
from crewsat.games.hanabi_solitaire.instance import HanabiSolitaire
from crewsat.problems.three_sat.formula import ThreeSat
from crewsat.reductions.three_sat_to_hanabi.gadgets import both_colours, colour_of
from crewsat.reductions.three_sat_to_hanabi.reduction import Reduction, gadgets_of
from crewsat.studies.audit.claims import Domain
from crewsat.studies.audit.hanabi_solitaire.positions import Position, Positions

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from crewsat.problems.three_sat.formula import Clause3
    from crewsat.reductions.three_sat_to_hanabi.gadgets import Order
    from crewsat.reductions.three_sat_to_hanabi.reduction import Repair
    from crewsat.studies.audit.claims import Chunk

DUMMY = "d"

Levels = dict[str, int]
"""The value reached in each colour."""


@dataclass(frozen=True)
class Scan:
    """A case: the gadgets of all variables, or the gadget of one clause, in a formula whose clauses are all the same.

    Attributes:
        variables: the number of variables, v.
        clause: the clause.
        number: the number of the scanned clause gadget, j; 0 for the gadgets of the variables.
        slots: size of the hand, 2 or 1.
    """

    variables: int
    clause: Clause3
    number: int
    slots: int = 2

    @property
    def offset(self) -> int:
        """Five times the number of preceding clauses."""
        return 5 * (self.number - 1)

    @property
    def literals(self) -> list[str]:
        """The colours associated with the clause."""
        return [colour_of(literal) for literal in self.clause]

    @property
    def others(self) -> list[str]:
        """The other colours, except the dummy colour."""
        return [colour for colour in both_colours(range(1, self.variables + 1)) if colour not in self.literals]

    @property
    def of_two(self) -> bool:
        """Whether it is a clause gadget for two slots, the subject of the lemmas."""
        return self.number > 0 and self.slots == 2

    def cards(self, order: Order = "colour", *, repaired: bool = True) -> list[Card]:
        """Return the scanned cards: as printed for two slots; for one slot, printed but for the dumps, or repaired."""
        repairs: tuple[Repair, ...] = ("one-slot-dumps", "one-slot-order") if repaired else ("one-slot-dumps",)
        reduction = Reduction(hand_size=self.slots, order=order, repairs=repairs)
        gadgets = gadgets_of(ThreeSat(self.variables, (self.clause,) * self.number), reduction)
        if self.number:
            return [card for gadget in gadgets if gadget.name == f"C{self.number}" for card in gadget.cards]
        last = [gadget.name for gadget in gadgets].index(f"V{self.variables}") + 1
        return [card for gadget in gadgets[: last + 1] for card in gadget.cards]

    def shown(self, cards: Sequence[Card], before: Mapping[str, int]) -> HanabiSolitaire:
        """Return a deck that reaches a position, including that of the dummy colour, and continues with these cards."""
        dummies = [card.value for card in cards if card.suit == DUMMY]
        levels = {**before, DUMMY: min(dummies, default=1) - 1}
        first = [Card(colour, value) for colour, level in levels.items() for value in range(1, level + 1)]
        return HanabiSolitaire(deck=[*first, *cards], hand_size=self.slots)


def scanned(cards: Sequence[Card], before: Mapping[str, int], slots: int) -> list[Levels]:
    """Return the levels their colours may have reached after these cards; every dummy card is played.

    Args:
        cards: in drawing order; cards of colours other than those of `before` and the dummy colour are ignored.
        before: the levels reached before.
        slots: size of the hand.
    """
    seen = [card for card in cards if card.suit in before or card.suit == DUMMY]
    levels = {DUMMY: min(card.value for card in seen if card.suit == DUMMY) - 1, **before}
    game = Positions(HanabiSolitaire(deck=seen, hand_size=slots, colours=list(levels)))
    colours = game.instance.colours_in_order
    positions = {Position(tuple(levels.values()), ())}
    for card in seen:
        positions = {after for one in positions for after in _after(game, one, card)}
    return [dict(zip(colours, one.played, strict=True)) for one in positions]


def _after(game: Positions, position: Position, card: Card) -> Iterator[Position]:
    """Yield the positions after a card is played as soon as possible, stored, or (unless a dummy) discarded."""
    if game.is_next(position, card):
        position = game.with_played(position, card)
        while (after := next(game.from_hand(position), None)) is not None:
            position = after
        yield position
        return
    if card.suit != DUMMY:
        yield position
    if game.has_room(position) and not game.is_played(position, card):
        yield game.stored(position, card)


def _chunks(thorough: bool) -> Sequence[Chunk]:
    variables = [(v, 0) for v in range(1, 5 if thorough else 4)]
    clauses = [(v, j) for v in ((3, 4, 5) if thorough else (3, 4)) for j in ((1, 2, 3) if thorough else (1, 2))]
    return [*variables, *clauses]


def _cases(variables: int, number: int) -> Iterator[Scan]:
    if not number:
        yield Scan(variables, (1, 2, 3), 0)
        return
    for slots, *signs in product((2, 1), (1, -1), (1, -1), (1, -1)):
        a, b, c = (sign * x for sign, x in zip(signs, (1, 2, variables), strict=True))
        yield Scan(variables, (a, b, c), number, slots)


DOMAINS = (
    Domain(
        "gadgets",
        "variable gadgets of 1 to 3 variables; first and second clause gadgets of 3 and 4 variables with all signs, "
        "for two slots and for one",
        "variable gadgets of 1 to 4 variables; first to third clause gadgets of 3 to 5 variables with all signs, "
        "for two slots and for one",
        _chunks,
        _cases,
        lambda scan: (scan.number, scan.variables),
    ),
)
