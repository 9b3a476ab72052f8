"""Walking through a game of Hanabi action by action, forwards and backwards, by the rules of the referee."""

from __future__ import annotations

from typing import TYPE_CHECKING, Self

from crewsat.base.errors import IllegalPlay
from crewsat.games.hanabi.features import ALL
from crewsat.games.hanabi.rules import Table
from crewsat.games.hanabi.text import text_of
from crewsat.games.outcome import OPEN, Outcome
from crewsat.games.scope import reads

if TYPE_CHECKING:
    from crewsat.games.cards import Card
    from crewsat.games.hanabi.actions import Action
    from crewsat.games.hanabi.instance import Hanabi


@reads("the search", ALL)
class Walk:
    """A game of Hanabi in progress.

    Two walks are equal if they have come to the same position of the same game: hands, piles, tokens, strikes and whose
    turn it is. A walk changes with every action: store a `copy` in a set or a dictionary.

    Args:
        instance: the game; its `actions` cannot be taken back.
    """

    def __init__(self, instance: Hanabi) -> None:
        self._root = instance
        self._table = Table.after_actions(instance)
        self._outcome = self._judged()

    @property
    def player(self) -> int | None:
        """Who is to act, or None if the play is over."""
        return self._table.turn if self._outcome.status == "open" else None

    @property
    def outcome(self) -> Outcome:
        """Whether the target has been reached, or the game is over or goes on."""
        return self._outcome

    @property
    def path(self) -> tuple[Action, ...]:
        """The actions done since the walk started."""
        return tuple(self._table.actions[len(self._root.actions) :])

    @property
    def start(self) -> Hanabi:
        """The game from which the walk started."""
        return self._root

    @property
    def hands(self) -> tuple[tuple[Card, ...], ...]:
        """The cards of each player, the oldest first."""
        return tuple(tuple(self._root.deck[number] for number in hand) for hand in self._table.hands)

    @property
    def reached(self) -> dict[str, int]:
        """How many cards of each suit have been laid down."""
        return dict(zip((suit.name for suit in self._root.rules.suits), self._table.heights, strict=True))

    @property
    def points(self) -> int:
        """How many cards have been laid down."""
        return self._table.points

    @property
    def tokens(self) -> float:
        """How many clue tokens are there; halves where tokens are gained by halves."""
        return self._table.clue_tokens

    @property
    def strikes(self) -> int:
        """How many strikes are left."""
        return self._table.strikes

    @property
    def cards_left(self) -> int:
        """How many cards the pile has."""
        return len(self._table.pile)

    @property
    def completed(self) -> tuple[str, ...]:
        """The suits that are finished, in the order in which they were finished."""
        highest = self._root.rules.values
        suits = self._root.rules.suits
        last = {suit.name: suit.rank(highest) for suit in suits}
        done = (action.card for action in self._table.actions if action.action == "play" and action.card is not None)
        return tuple(card.suit for card in done if card.value == last[card.suit])

    @property
    def instance(self) -> Hanabi:
        """The position as an instance of its own; it is not validated again."""
        if not self.path:
            return self._root
        return self._table.as_instance()

    @property
    def text(self) -> str:
        """The text form of `instance`."""
        return text_of(self.instance)

    def legal(self) -> tuple[Action, ...]:
        """Return the actions that may be done next: plays, discards, clues, strikes; empty if the play is over."""
        return tuple(self._table.legal()) if self._outcome.status == "open" else ()

    def play(self, action: Action) -> None:
        """Do an action.

        Raises:
            IllegalPlay: with step and rule if it may not be done; nothing has changed then.
        """
        if self._outcome.status == "won":
            raise IllegalPlay(
                "the target has been reached", rule="end", number=len(self._table.actions) + 1, unit="action"
            )
        self._table.do(action)
        self._outcome = self._judged()

    def undo(self) -> Action:
        """Take back the action done last, and return it.

        Raises:
            IndexError: if there is no such action.
        """
        if not self.path:
            raise IndexError("no action has been done that could be taken back")
        action = self._table.undo()
        self._outcome = OPEN  # as it was before any action
        return action

    def copy(self) -> Self:
        """Return an independent copy of the walk; it can take back the same actions."""
        other = self.__class__.__new__(self.__class__)
        other.__dict__.update(self.__dict__, _table=self._table.copy())
        return other

    __copy__ = copy

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Walk):
            return NotImplemented
        same = self._root is other._root or self._rules() == other._rules()
        return same and self._standing() == other._standing()

    def __hash__(self) -> int:
        return hash(self._standing())

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.text!r} after {len(self.path)} actions, {self._outcome.status}>"

    def __str__(self) -> str:
        return self.text

    def _rules(self) -> Hanabi:
        return self._root.model_copy(update={"actions": (), "about": None})

    def _standing(self) -> tuple[object, ...]:
        table, deck = self._table, self._root.deck
        hands = tuple(tuple(sorted(deck[number] for number in hand)) for hand in table.hands)
        counts = (table.drawn, table.tokens, table.strikes, table.turn, table.turns_left)
        last_clue = table.clue_type if self._root.clues.alternating else None
        return hands, tuple(table.heights), counts, last_clue

    def _judged(self) -> Outcome:
        table = self._table
        if table.succeeded:
            return Outcome("won", len(table.actions), "action")
        loss = table.loss
        return OPEN if loss is None else Outcome("lost", len(table.actions), "action", rule="end", why=loss)
