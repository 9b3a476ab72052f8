"""Walking through a deck of solitaire Hanabi step by step, forwards and backwards, by the rules of the referee."""

from __future__ import annotations

from typing import TYPE_CHECKING, Self

from crewsat.base.errors import IllegalPlay
from crewsat.games.cards import Card
from crewsat.games.hanabi_solitaire.features import ALL
from crewsat.games.hanabi_solitaire.rules import Step, Table
from crewsat.games.hanabi_solitaire.text import text_of
from crewsat.games.outcome import OPEN, Outcome
from crewsat.games.scope import reads

if TYPE_CHECKING:
    from collections.abc import Iterator

    from crewsat.games.hanabi_solitaire.instance import HanabiSolitaire


@reads("the search", ALL)
class Walk:
    """A play of solitaire Hanabi in progress.

    Two walks are equal if they have the same rest of the deck, the same stored cards, and the same value reached in
    each colour. A walk changes with every step: store a `copy` in a set or a dictionary.

    Args:
        instance: the deck.
    """

    def __init__(self, instance: HanabiSolitaire) -> None:
        self._root = instance
        self._table = Table(instance)
        self._path: list[Step] = []
        self._outcome = self._judged()

    @property
    def player(self) -> int | None:
        """Player 1, or None if the play is over."""
        return 1 if self._outcome.status == "open" else None

    @property
    def outcome(self) -> Outcome:
        """Whether the play is won, lost or open: lost when the deck is empty and no stored card can be played."""
        return self._outcome

    @property
    def steps(self) -> tuple[Step, ...]:
        """The steps taken."""
        return tuple(self._path)

    path = steps

    @property
    def start(self) -> HanabiSolitaire:
        """The deck from which the walk started."""
        return self._root

    @property
    def hand(self) -> tuple[Card, ...]:
        """The cards stored, sorted."""
        return tuple(sorted(self._table.hand.elements()))

    @property
    def reached(self) -> dict[str, int]:
        """The value reached in each colour."""
        return dict(self._table.played)

    @property
    def drawn(self) -> int:
        """How many cards have been drawn."""
        return self._table.drawn

    @property
    def completed(self) -> tuple[str, ...]:
        """The colours that are complete, in the order in which they were completed."""
        highest = self._root.highest
        done = [step.card for step in self._path if step.action == "play" and step.card.value == highest]
        return tuple(card.suit for card in done) if highest else self._root.colours_in_order

    @property
    def instance(self) -> HanabiSolitaire:
        """A deck that can be won if and only if the position can; it is not validated again.

        It begins with the cards that have been played and those that are stored; the rest of the deck follows.
        """
        if not self._path:
            return self._root
        root, table = self._root, self._table
        played = (Card(colour, k) for colour, value in table.played.items() for k in range(1, value + 1))
        return root.model_construct(
            deck=(*played, *self.hand, *root.deck[table.drawn :]),
            hand_size=root.hand_size,
            values=root.highest,
            colours=root.colours_in_order,
            about=root.about,
        )

    @property
    def text(self) -> str:
        """The text form of `instance`."""
        return text_of(self.instance)

    def legal(self) -> tuple[Step, ...]:
        """Return the steps that may be taken next, those with the card on top of the deck first.

        The result is empty if the play is over.
        """
        return tuple(self._legal()) if self._outcome.status == "open" else ()

    def play(self, step: Step) -> None:
        """Take a step.

        Raises:
            IllegalPlay: with step and rule if it may not be taken; nothing has changed then.
        """
        if self._outcome.status == "lost":
            raise IllegalPlay("the play is lost and is over", rule="end", number=len(self._path) + 1, unit="step")
        self._table.do(step)
        self._path.append(step)
        self._outcome = self._judged()

    def undo(self) -> Step:
        """Take back the step taken last, and return it.

        Raises:
            IndexError: if there is no such step.
        """
        if not self._path:
            raise IndexError("no step has been taken that could be taken back")
        step = self._path.pop()
        self._table.undo(step)
        self._outcome = OPEN  # as it was before any step
        return step

    def copy(self) -> Self:
        """Return an independent copy of the walk; it can take back the same steps."""
        other = self.__class__.__new__(self.__class__)
        other.__dict__.update(self.__dict__, _path=list(self._path), _table=self._table.copy())
        return other

    __copy__ = copy

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Walk):
            return NotImplemented
        decks = self._root is other._root and self.drawn == other.drawn
        return self._standing() == other._standing() and (decks or self._left() == other._left())

    def __hash__(self) -> int:
        return hash((frozenset(self._table.played.items()), self.hand, len(self._root.deck) - self.drawn))

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.text!r} after {len(self._path)} steps, {self._outcome.status}>"

    def __str__(self) -> str:
        return self.text

    def _left(self) -> tuple[Card, ...]:
        return self._root.deck[self._table.drawn :]

    def _standing(self) -> tuple[object, ...]:
        return self._root.hand_size, self._root.highest, self._table.played, self.hand

    def _legal(self) -> Iterator[Step]:
        table, root = self._table, self._root
        if table.drawn < len(root.deck):
            card = root.deck[table.drawn]
            if self._fits(card):
                yield Step("play", card)
            if table.stored < root.hand_size:
                yield Step("store", card)
            yield Step("discard", card)
        for card in sorted(set(self.hand)):
            if self._fits(card):
                yield Step("play", card, "hand")
            yield Step("discard", card, "hand")

    def _fits(self, card: Card) -> bool:
        return card.value == self._table.played[card.suit] + 1

    def _judged(self) -> Outcome:
        table = self._table
        if table.succeeded:
            return Outcome("won", table.steps, "step")
        if table.drawn < len(self._root.deck) or any(map(self._fits, self.hand)):
            return OPEN
        try:
            table.finish()
        except IllegalPlay as error:
            return Outcome.lost_by(error, number=table.steps)
        raise AssertionError("a play that has not succeeded cannot end")
