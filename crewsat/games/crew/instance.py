"""Instances of The Crew: the fields of the contract, validated, frozen.

The question an instance puts (paper, section 2): is there a legal sequence of tricks after which every objective has
been won by its owner, in an order the constraints allow, and every task is met? An instance may be a position in
progress: `played` holds the tricks so far, `hands` the cards held now, and *dealt* means both.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Annotated, Any, Literal, Self

from crewsat.games.cards import Card, Suit, natural
from crewsat.games.crew import order
from crewsat.games.crew.assignment import Mode
from crewsat.games.crew.decks import DeckName, deck_of
from crewsat.games.crew.notes import notes_of
from crewsat.games.crew.objective import Objective
from crewsat.games.crew.reading import CrewReader
from crewsat.games.crew.task import AnyKind, Task
from crewsat.games.crew.tricks import tricks_played, winner_of
from crewsat.games.instance import About, Format, Instance, NotesOn, the_format, the_notes, the_notes_on_moves
from crewsat.games.marks import AS_TUPLE
from crewsat.games.names import Names, the_names
from crewsat.games.records import declared

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping


class Crew(Instance):
    """A deal of The Crew with its objectives; players are numbered from 1 in turn order."""

    reader = CrewReader

    format: Format = the_format()
    game: Literal["crew"] = "crew"
    rules: DeckName | None = declared(
        default=None, description="the published game whose deck is dealt; trump and leader follow from it; null: none"
    )
    hands: Annotated[tuple[Annotated[tuple[Card, ...], AS_TUPLE], ...], AS_TUPLE] = declared(
        min_length=1, description="one list of cards a player; sizes may differ, hands may be empty"
    )
    hands_are: Literal["held", "dealt"] = declared(
        default="held", description="whether `hands` are held now, or were before the first trick of `played`"
    )
    leader: int | None = declared(default=None, ge=1, description="who leads the first trick; null: the crew chooses")
    trump: Suit | None = declared(default=None, description="the suit that beats every other; null: none")
    suits: Annotated[tuple[Suit, ...], AS_TUPLE] | None = declared(
        default=None, description="all suits of the deck, for a trump suit nobody holds"
    )
    objectives: Annotated[tuple[Objective, ...], AS_TUPLE] = declared(
        default=(), description="the cards to be won, by whom and in what order"
    )
    same_trick: Literal["in_order", "violates"] = declared(
        default="in_order", description="x before y: trick(x) <= trick(y), or trick(x) < trick(y)"
    )
    assignment: Mode = declared(
        default="any", description="how the objectives and tasks without an owner may be shared out, together"
    )
    tasks: Annotated[tuple[Task, ...], AnyKind()] = declared(
        default=(), description="what else is to be done, by single players or together"
    )
    played: Annotated[tuple[Annotated[tuple[Card, ...], AS_TUPLE], ...], AS_TUPLE] = declared(
        default=(), description="tricks played already, cards in the order played; the last one may be incomplete"
    )
    names: Names = the_names()
    notes_on: NotesOn = the_notes_on_moves()
    about: About = the_notes()

    if TYPE_CHECKING:  # what may be written is wider than what is stored

        def __init__(  # noqa: PLR0913 - one argument per field
            self,
            *,
            format: Literal[1] = 1,  # noqa: A002 - the contract names it so
            game: Literal["crew"] = "crew",
            rules: DeckName | None = None,
            hands: Iterable[Iterable[object]],
            hands_are: Literal["held", "dealt"] = "held",
            leader: int | None = None,
            trump: str | int | None = None,
            suits: Iterable[str | int] | None = None,
            objectives: Iterable[Objective | Mapping[str, object]] = (),
            same_trick: Literal["in_order", "violates"] = "in_order",
            assignment: Mode = "any",
            tasks: Iterable[Task | Mapping[str, object]] = (),
            played: Iterable[Iterable[object]] = (),
            names: Iterable[str] = (),
            notes_on: Mapping[str, str] | None = None,
            about: Mapping[str, object] | None = None,
        ) -> None: ...

    @property
    def players(self) -> int:
        """Number of players, p ≥ 1."""
        return len(self.hands)

    @cached_property
    def notes(self) -> tuple[str, ...]:
        """Sentences about what looks like a mistake, although it is legal."""
        return notes_of(self)

    @cached_property
    def past(self) -> tuple[tuple[int, tuple[Card, ...]], ...]:
        """The tricks of `played`, each with the player who led it; the last one may be incomplete."""
        return tuple(tricks_played(self.leader or 1, self.played, self.players, self.trump))

    @cached_property
    def begun(self) -> tuple[Card, ...]:
        """The cards of the unfinished trick, in the order played; none between tricks."""
        return self.played[-1] if self.played and len(self.played[-1]) < self.players else ()

    @property
    def finished(self) -> int:
        """Number of complete tricks in `played`."""
        return len(self.played) - bool(self.begun)

    @property
    def leading(self) -> int | None:
        """Who leads the next trick, or led the unfinished one; None if the crew chooses."""
        if self.begun:
            return self.past[-1][0]
        return winner_of(*self.past[-1], self.trump) if self.past else self.leader

    @cached_property
    def dealt(self) -> tuple[tuple[Card, ...], ...]:
        """The hands as dealt: the cards held now, then those played."""
        if not self.played:
            return self.hands
        hands = [list(hand) for hand in self.hands]
        for leader, cards in self.past:
            for k, card in enumerate(cards):
                hands[(leader - 1 + k) % self.players].append(card)
        return tuple(map(tuple, hands))

    @cached_property
    def tricks(self) -> int:
        """Number of tricks that can be played in all, T: the size of the smallest hand as dealt."""
        return min(len(hand) for hand in self.dealt)

    @property
    def size(self) -> int:
        """Number of cards dealt."""
        return sum(map(len, self.hands)) + sum(map(len, self.played))

    @property
    def effort(self) -> int:
        """Cards, players and tasks, times tricks plus one; about 600 for deals of the real game without tasks."""
        most_tricks = min(map(len, self.hands)) + len(self.played)
        return (self.size + len(self.hands) + len(self.tasks)) * (most_tricks + 1)

    @cached_property
    def holder(self) -> dict[Card, int]:
        """The player to whom each card was dealt, from 1."""
        return {card: player for player, hand in enumerate(self.dealt, 1) for card in hand}

    @property
    def free(self) -> tuple[Objective, ...]:
        """The objectives without an owner."""
        return tuple(objective for objective in self.objectives if objective.owner is None)

    @cached_property
    def free_tasks(self) -> tuple[Task, ...]:
        """The tasks without an owner."""
        return tuple(task for task in self.tasks if task.owner is None)

    @property
    def goals(self) -> tuple[Objective | Task, ...]:
        """All goals: the objectives and then the tasks."""
        return (*self.objectives, *self.tasks)

    @property
    def free_goals(self) -> tuple[Objective | Task, ...]:
        """The goals that are shared out: the objectives and then the tasks without an owner."""
        return (*self.free, *self.free_tasks)

    @cached_property
    def order(self) -> tuple[tuple[int, int], ...]:
        """Pairs (x, y) of positions in `objectives`, x before y; they generate the whole order (`order_pairs`)."""
        return order.order_pairs(self.objectives)

    @cached_property
    def values_of_suits(self) -> dict[str, list[int]]:
        """The values dealt of each suit, in ascending order; the suits by name."""
        values: dict[str, list[int]] = {}
        for suit, value in sorted(self.holder):
            values.setdefault(suit, []).append(value)
        return {suit: values[suit] for suit in sorted(values, key=natural)}

    @cached_property
    def suits_in_order(self) -> tuple[str, ...]:
        """The suits that were dealt: as listed in `suits`, else by name; the trump suit last."""
        held = {card.suit for card in self.holder}
        listed = [suit for suit in self.suits or () if suit in held] or sorted(held, key=natural)
        return tuple(sorted(listed, key=lambda suit: suit == self.trump))

    def as_typed(self) -> Self:
        """Return the deal with `rules` if it is one of a published game in all but name."""
        deck = deck_of(self.holder, len(self.hands)) if self.rules is None else None
        if deck is None or (self.trump, self.leader) != (deck.trump, self.holder[deck.highest]):
            return self
        return self.model_copy(update={"rules": deck.name})

    def as_dict(self) -> dict[str, Any]:
        """Return the canonical JSON object: game and hands, and the fields that differ from their defaults."""
        data = self.model_dump()
        for written, objective in zip(data.get("objectives", ()), self.objectives, strict=True):
            if objective.id == str(objective.card):
                written.pop("id", None)
            written.setdefault("owner", None)
        for k, written in enumerate(data.get("tasks", ()), 1):
            if written["id"] == f"task{k}":
                written.pop("id")
            written.setdefault("owner", None)
        return {"game": self.game, **data}
