"""A position of Hanabi in numbers, the same for all variants: the input of the engines.

Cards are counted in the order of the deck, from 0, suits in that of the variant, players from 0. Ranks give the order
in which the cards of a suit are played, from 1, so a reversed suit is like any other. Tokens are counted in units, of
which a clue costs `price`.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from crewsat.base.errors import IllegalPlay
from crewsat.games.hanabi.actions import Action
from crewsat.games.hanabi.rules import Table, loss_in_words

if TYPE_CHECKING:
    from collections.abc import Iterable

    from crewsat.games.hanabi.actions import Source
    from crewsat.games.hanabi.instance import Hanabi

ANY = "any"
"""The type of clues if it makes no difference."""


@dataclass(frozen=True)
class Position:
    """A game in progress, or before its first action.

    Attributes:
        instance: the game.
        players: how many there are.
        turn: who is to act.
        hands: the cards of each player, rising.
        drawn: how many cards have left the pile.
        ranks: the suit and rank of each card of the deck.
        values: the highest rank.
        heights: how many cards of each suit have been laid down.
        tokens, full: how many units there are, and how many there may be.
        price: what a clue costs.
        strikes: how many strikes are left; the last one ends the game.
        turns_left: how many turns are left of the last round; None before.
        bottom: whether the last card may be played from the pile.
        bottom_discards: whether it may also be discarded from there.
        finished_gains: whether a finished suit gains a unit.
        discard_at_full: whether a card may be discarded, for nothing, while all tokens are there.
        free_clues: whether a clue may be given to whoever holds a card, as far as there are tokens.
        clue_type: what the last clue named, if the next one must name something else.
        target: the points to be reached.
        ending: why the game is over, in words; None if it goes on.
    """

    instance: Hanabi
    players: int
    turn: int
    hands: tuple[tuple[int, ...], ...]
    drawn: int
    ranks: tuple[tuple[int, int], ...]
    values: int
    heights: tuple[int, ...]
    tokens: int
    full: int
    price: int
    strikes: int
    turns_left: int | None
    bottom: bool
    bottom_discards: bool
    finished_gains: bool
    discard_at_full: bool
    free_clues: bool
    clue_type: str | None
    target: int
    ending: str | None

    @classmethod
    def of(cls, instance: Hanabi) -> Position:
        """Return the position after the actions of a game."""
        return cls.on(Table.after_actions(instance))

    @classmethod
    def on(cls, table: Table) -> Position:
        """Return the position on a table."""
        instance = table.instance
        return cls(
            instance=instance,
            players=instance.players,
            turn=table.turn - 1,
            hands=tuple(tuple(sorted(hand)) for hand in table.hands),
            drawn=table.drawn,
            ranks=instance.ranks,
            values=instance.rules.values,
            heights=tuple(table.heights),
            tokens=table.tokens,
            full=table.full,
            price=table.unit,
            strikes=table.strikes,
            turns_left=table.turns_left,
            bottom=instance.bottom_deck_plays,
            bottom_discards=instance.bottom_deck_plays and instance.rules.bottom_discards,
            finished_gains=instance.rules.finished_suit_gains,
            discard_at_full=instance.rules.discard_at_full,
            free_clues=instance.empty_clues or instance.clues.always,
            clue_type=table.clue_type if instance.clues.alternating else None,
            target=instance.points_to_reach,
            ending=table.ending,
        )

    @property
    def points(self) -> int:
        """How many cards have been laid down."""
        return sum(self.heights)

    @property
    def score(self) -> int:
        """What the game would count if it ended now: nothing after the last strike."""
        return self.points if self.strikes else 0

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return self.ending is not None

    @property
    def loss(self) -> str | None:
        """Why the game is lost for good, in words; None if it goes on or the target has been reached."""
        if self.ending is None or self.score >= self.target:
            return None
        return loss_in_words(self.ending, self.points, self.target)

    @property
    def pile(self) -> range:
        """The cards still to be drawn."""
        return range(self.drawn, len(self.ranks))

    @property
    def alternating(self) -> bool:
        """Whether a clue must be of the other type than the one before."""
        return self.instance.clues.alternating

    @cached_property
    def touched(self) -> dict[str, frozenset[int] | None]:
        """For each type of clue the cards that such a clue touches; None if it need not touch any.

        Types are distinguished only if they must alternate.
        """
        clues = self.instance.clues
        types = {card: self._types_touching(card) for card in self.left}
        blind = {clue.type for clue in clues.all() if clues.is_blind(clue)}
        found = {
            type_: None if type_ in blind else frozenset(card for card in types if type_ in types[card])
            for type_ in ("colour", "value")
        }
        if self.alternating:
            return found
        some = [touched for touched in found.values() if touched is not None]
        return {ANY: frozenset().union(*some) if len(some) == len(found) else None}

    def _types_touching(self, card: int) -> set[str]:
        """Return the types of clues that touch a card."""
        return {clue.type for clue in self.instance.clues.touching(*self.instance.suit_and_value(card))}

    @cached_property
    def holder(self) -> dict[int, int]:
        """The player who holds a card."""
        return {card: player for player, hand in enumerate(self.hands) for card in hand}

    @cached_property
    def left(self) -> list[int]:
        """The cards in hands and pile, hands first, each in the order of the deck."""
        return [*sorted(self.holder), *self.pile]

    @cached_property
    def copies(self) -> dict[tuple[int, int], list[int]]:
        """The cards left of each suit and rank that has not been laid down, rising."""
        found: dict[tuple[int, int], list[int]] = {}
        for card in self.left:
            suit, rank = self.ranks[card]
            if rank > self.heights[suit]:
                found.setdefault((suit, rank), []).append(card)
        return found


class Move(NamedTuple):
    """What a player does, in numbers: a card, or a clue without its words.

    Attributes:
        kind: ``play``, ``discard``, ``strike``, ``clue``, or ``pass`` for something that does no harm.
        card: the place of the card in the deck; -1 for none.
        clue_type: what a clue must name, ``colour`` or ``value``, if it matters.
    """

    kind: str
    card: int = -1
    clue_type: str | None = None


CLUE, PASS = Move("clue"), Move("pass")


def actions_of(position: Position, moves: Iterable[Move], table: Table | None = None) -> list[Action]:
    """Return moves as actions by name, with clues that are legal where there are any.

    Identical cards of a hand are not distinguished; the oldest one is meant. An illegal move becomes an action that the
    referee refuses; later moves are left out.

    Args:
        position: where the moves start.
        moves: what is done.
        table: the table of the position, which is modified; by default the actions of its instance are replayed.
    """
    table = Table.after_actions(position.instance) if table is None else table
    actions: list[Action] = []
    for move in moves:
        if table.points >= position.target or table.ending:
            break
        actions.append(_action(table, move))
        try:
            table.do(actions[-1])
        except IllegalPlay:
            break
    return actions


def harmless(table: Table) -> Action:
    """Return a clue or discard that is legal; if there is none, the last legal action, a strike if there is one."""
    legal = list(table.legal())
    return next((action for action in legal if action.action in {"clue", "discard"}), legal[-1])


def _action(table: Table, move: Move) -> Action:
    if move.kind == "clue":
        due = (given for given in table.clues() if move.clue_type in {None, given[1].type})
        to, clue = next(due, (table.turn, None))
        return Action("clue", table.turn, to=to, clue=clue)
    if move.kind == "pass":
        return harmless(table)
    source: Source = "pile" if move.card == table.drawn else "hand"
    return Action(move.kind, table.turn, table.instance.deck[move.card], source)  # type: ignore[arg-type]
