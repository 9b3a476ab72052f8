"""What all tasks of The Crew share: whose they are, what they see of a play, and how they are judged.

A *kind* of task (`crewsat.games.crew.tasks`) is a class: its fields, its *meaning* and its *words*. The meaning is a
small automaton that watches the tricks: a state (any hashable value), `start`, `after` a trick, and for each player
whether the state has `met_by` that player, `secured_by` it (met for good), or `lost_by` it. This module applies that to
the *owner*: a player, the crew as one, everybody, or (free) whoever takes the task.

The referee and the exhaustive search run the automaton; its clauses are written separately
(`crewsat_encodings.crew.cnf`), and the tests compare the two. `docs/adding-a-task.md` adds a kind step by step.

A task is *judged at the end* if what is met now may be unmet later; then the play goes on until some hand is empty.
Otherwise a task that is met is met for good.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Literal, NamedTuple, Self, TypeGuard

from crewsat.base.said import saying
from crewsat.base.wording import visible
from crewsat.games.cards import described
from crewsat.games.code import Code
from crewsat.games.crew.objective import Id
from crewsat.games.instance import not_too_long
from crewsat.games.marks import Before, Doubt, Within
from crewsat.games.records import Record, declared

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pydantic import GetCoreSchemaHandler
    from pydantic_core import CoreSchema

    from crewsat.games.cards import Card

    Who = int | Literal["crew"]
    """Who meets a task: a player, or the crew as one."""


class Taken(NamedTuple):
    """What a task sees of a trick.

    Attributes:
        number: the number of the trick, from 1.
        last: whether no trick can follow (trick T).
        leader: the player who led.
        winner: the player who took it.
        cards: all its cards, the leader's first.
    """

    number: int
    last: bool
    leader: int
    winner: int
    cards: Sequence[Card]

    @property
    def winning_card(self) -> Card:
        """The card that took the trick."""
        return self.cards[(self.winner - self.leader) % len(self.cards)]


class Seats(NamedTuple):
    """Who plays.

    Attributes:
        players: number of players.
        leader: who leads the first trick.
    """

    players: int
    leader: int


def as_owner(raw: object) -> object:
    """Return an owner as it is.

    Raises:
        ValueError: for anything else.
    """
    not_too_long(raw)
    if raw is None or raw in ("crew", "everybody") or (type(raw) is int and raw >= 1):
        return raw
    raise ValueError(f"{described(raw)} is not a valid owner; allowed: {OWNERS}")


OWNERS = '1, 2, …, "crew", "everybody", or null if the crew decides who takes it'
Owner = Annotated[
    Annotated[int, Within(ge=1)] | Literal["crew", "everybody"] | None,
    Before(as_owner),
]
"""Whose task it is: a player's; the crew's, counting what any player does; everybody's; None if it is *free*."""


class AnyKind:
    """Tasks of all kinds, which are loaded when there are any."""

    def around(self, _check: Any) -> Any:  # noqa: ANN401 - a function
        """Return a check that accepts tasks which have been read."""

        def check(value: Any) -> Any:  # noqa: ANN401 - any value
            if not isinstance(value, list | tuple) or not all(isinstance(one, Task) for one in value):
                raise Doubt
            return tuple(value)

        return check

    def __get_pydantic_core_schema__(self, _source: object, handler: GetCoreSchemaHandler) -> CoreSchema:
        return handler.generate_schema(Code("crewsat.games.crew.tasks:EveryKind").load())


class Task(Record, ABC):
    """Something a player must do; the base of all kinds, which must define their meaning and their words."""

    example: ClassVar[str] = ""
    """How such a task is written, for messages."""

    owner: Owner = declared(
        description="whose task it is: a player's, the crew's as one, everybody's; null: the crew decides who takes it"
    )
    kind: str = declared(description="the kind of task")
    id: Id = declared(
        description="a name, unique among objectives and tasks; default: task1, task2, … in the list's order",
        default="",
    )

    def given_to(self, player: int) -> Self:
        """Return the task as one of this player."""
        return self.model_copy(update={"owner": player})

    @property
    def label(self) -> str:
        """What a sentence calls the task: ``task1``, or ``task x`` with a name of its own."""
        name = visible(self.id, 40)
        return name if re.fullmatch("task[0-9]+", self.id) else saying("task {id}", id=name)

    # The automaton of a kind --------------------------------------------------------------------------------------

    @property
    def judged_at_end(self) -> bool:
        """Whether the task, or a part of it, can be judged only when some hand is empty."""
        return False

    @property
    def leader_matters(self) -> bool:
        """Whether it matters who leads the first trick."""
        return False

    def tells_apart(self, low: Card, high: Card) -> bool:  # noqa: ARG002 - of kinds that look at cards
        """Return whether it matters which of two cards is played first.

        Args:
            low: a card.
            high: the next higher card of its suit that was dealt, held by the same player.
        """
        return False

    @abstractmethod
    def start(self, seats: Seats) -> Any:  # noqa: ANN401 - each kind has states of its own
        """Return the state before the first trick."""

    @abstractmethod
    def after(self, state: Any, trick: Taken, seats: Seats) -> Any:  # noqa: ANN401
        """Return the state after a trick."""

    @abstractmethod
    def met_by(self, state: Any, who: Who, seats: Seats) -> bool:  # noqa: ANN401
        """Return whether a player, one of those `followed`, meets the task in this state."""

    def secured_by(self, state: Any, who: Who, seats: Seats) -> bool:  # noqa: ANN401
        """Return whether this is for good, whatever is played later."""
        return not self.judged_at_end and self.met_by(state, who, seats)

    def lost_by(self, _state: Any, _who: Who, _seats: Seats) -> bool:  # noqa: ANN401
        """Return whether the player can no longer meet the task."""
        return False

    # What the owner makes of it ------------------------------------------------------------------------------------

    def followed(self, seats: Seats) -> Sequence[Who]:
        """Return whose play is watched: the owner, or all players if it is everybody's or free."""
        if self.owner is None or self.owner == "everybody":
            return range(1, seats.players + 1)
        return (self.owner,)

    def met(self, state: Any, seats: Seats) -> bool:  # noqa: ANN401
        """Return whether the task is met in this state; a free one, by any player."""
        each = (self.met_by(state, who, seats) for who in self.followed(seats))
        return any(each) if self.owner is None else all(each)

    def secured(self, state: Any, seats: Seats) -> bool:  # noqa: ANN401
        """Return whether it is met for good; a free one, by any player."""
        each = (self.secured_by(state, who, seats) for who in self.followed(seats))
        return any(each) if self.owner is None else all(each)

    def lost(self, state: Any, seats: Seats) -> bool:  # noqa: ANN401
        """Return whether it can no longer be met; a free one, by no player."""
        each = (self.lost_by(state, who, seats) for who in self.followed(seats))
        return all(each) if self.owner is None else any(each)

    # Words ---------------------------------------------------------------------------------------------------------

    @abstractmethod
    def words(self) -> str:
        """Return what must be done, after the verb: ``at least 1 trick``; `fields_of` reads it back."""

    @classmethod
    @abstractmethod
    def fields_of(cls, words: str) -> dict[str, Any] | None:
        """Return the fields (without owner and id) these words represent, or None if they are of another kind.

        Raises:
            ValueError: if they are of this kind and something in them is not valid.
        """

    verb: ClassVar[tuple[str, str]] = ("win", "wins")
    """What stands before the words, bare and in the third person."""

    def phrase(self, *, bare: bool = False) -> str:
        """Return what must be done with its verb: ``wins at least 1 trick``, or bare: ``win at least 1 trick``."""
        return f"{self.verb[0] if bare else self.verb[1]} {self.words()}"

    @property
    def whose(self) -> str:
        """Who must do it, in words."""
        return saying("player {player}", player=self.owner) if is_player(self.owner) else _WHOSE[self.owner]


_WHOSE: dict[object, str] = {"crew": saying("the crew"), "everybody": saying("everybody"), None: saying("anybody")}


def is_player(owner: object) -> TypeGuard[int]:
    """Return whether an owner is a single player."""
    return isinstance(owner, int)
