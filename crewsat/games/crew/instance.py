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
from crewsat.games.crew.passing import Direction, Passing
from crewsat.games.crew.position import Pass, dealt_before
from crewsat.games.crew.reading import CrewReader
from crewsat.games.crew.retokening import Retoken, Retokening, retokenings
from crewsat.games.crew.task import AnyKind, Task
from crewsat.games.crew.tricks import tricks_played, winner_of
from crewsat.games.instance import About, Count, Format, Instance, NotesOn, the_format, the_notes, the_notes_on_moves
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
    handover: Count = declared(
        default=0, description="how many goals without an owner may go to another player after they were shared out"
    )
    retoken: Retoken | None = declared(
        default=None, description="the change of order tokens that the crew may make before the first trick; null: none"
    )
    passing: Passing | None = declared(
        default=None, description="how every player passes a card to a neighbour; `{}`: the distress signal; null: not"
    )
    covered: Annotated[tuple[Annotated[tuple[Card, Card], AS_TUPLE], ...], AS_TUPLE] = declared(
        default=(), description="pairs of cards of one hand as dealt, the one above first, the other lies under it"
    )
    tasks: Annotated[tuple[Task, ...], AnyKind()] = declared(
        default=(), description="what else is to be done, by single players or together"
    )
    played: Annotated[tuple[Annotated[tuple[Card, ...], AS_TUPLE], ...], AS_TUPLE] = declared(
        default=(), description="tricks played already, cards in the order played; the last one may be incomplete"
    )
    passed: Annotated[tuple[Card, ...], AS_TUPLE] | None = declared(
        default=None, description="the cards passed, player 1's first; none: nobody passed; null: not decided yet"
    )
    passed_to: Direction | None = declared(default=None, description="the direction in which they were passed")
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
            handover: int = 0,
            retoken: Retoken | None = None,
            passing: Passing | Mapping[str, object] | None = None,
            covered: Iterable[Iterable[object]] = (),
            tasks: Iterable[Task | Mapping[str, object]] = (),
            played: Iterable[Iterable[object]] = (),
            passed: Iterable[object] | None = None,
            passed_to: Direction | None = None,
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
        """The hands as dealt, before any card was passed: the cards held now, then those played."""
        if not self.played and self.pass_made is None:
            return self.hands
        return tuple(dealt_before(self.hands, self.past, self.pass_made))

    @property
    def pass_made(self) -> Pass | None:
        """The pass that has taken place; None if there was none, or it has not been decided yet."""
        if self.passing is None or self.passed_to is None or len(self.passed or ()) < self.players:
            return None
        return Pass(self.passing.after, self.passed or (), self.passed_to)

    @property
    def may_pass(self) -> bool:
        """Whether cards may still be passed, or some players have chosen theirs and others have not."""
        return self.passing is not None and (self.passed is None or 0 < len(self.passed) < self.players)

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

    @cached_property
    def held_by(self) -> dict[Card, int]:
        """The player who holds each card now, or has just played it to the unfinished trick."""
        held = {card: player for player, hand in enumerate(self.hands, 1) for card in hand}
        return held | {card: ((self.leading or 1) - 1 + k) % self.players + 1 for k, card in enumerate(self.begun)}

    def as_dealt(self) -> Self:
        """Return the deal of a position, before anything was played or passed; it is not validated again."""
        return self.with_fields(hands=self.dealt, played=(), passed=None, passed_to=None)

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
        """Pairs (x, y) of positions in `objectives`, x before y; they generate the whole order (`order_pairs`).

        The tokens are those of the deal; if the crew may change them, see `orders`.
        """
        return order.order_pairs(self.objectives)

    @cached_property
    def retokenings(self) -> tuple[Retokening, ...]:
        """The ways in which the crew may change the tokens, the one without a change first."""
        return tuple(retokenings(self.objectives, self.retoken))

    @cached_property
    def orders(self) -> tuple[tuple[tuple[int, int], ...], ...]:
        """What `order` is after each of the `retokenings`."""
        if self.retoken is None:
            return (self.order,)
        return tuple(order.order_pairs(way.objectives) for way in self.retokenings)

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
        if self.covered:
            from crewsat.games.crew.third_hand import defects_of_third_hand  # noqa: PLC0415 - only for two players

            if any(defects_of_third_hand(deck, self.covered, self.dealt)):
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
