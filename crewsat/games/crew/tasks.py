"""Tasks of The Crew: what a player's won tricks must satisfy, beyond single cards.

A kind of task is a class here: its fields, its *meaning* and its *words*. The meaning is a small automaton that watches
the tricks: a state (any hashable value), `start`, `after` a trick, and whether the state `met` the task or has `lost`
it for good. The referee and the exhaustive search run it; its clauses are written apart, in
`crewsat_encodings.crew.cnf.task_clauses`, and the tests compare the two. `docs/adding-a-task.md` adds a kind step by
step.

A task is *judged at the end* if what is met now may be unmet later (contract: ``exactly`` and ``at_most`` as
printed); then the play goes on until some hand is empty. Otherwise being met is for good.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from functools import cached_property
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Literal, NamedTuple, Self, get_args

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, WithJsonSchema, model_validator

from crewsat.games.cards import Card, cards_of_text, described, text_of_cards
from crewsat.games.crew.objective import Id
from crewsat.games.instance import Count, not_too_long
from crewsat.wording import counted, visible

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

_NUMBER = "[0-9]{1,30}"


class Taken(NamedTuple):
    """What a task sees of a trick.

    Attributes:
        number: of the trick, from 1.
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


class Task(BaseModel, ABC):
    """Something player `owner` must do; the base of all kinds, which must state their meaning and their words."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)
    example: ClassVar[str] = ""
    """How such a task is written, for messages."""

    owner: int = Field(ge=1, description="the player whose task it is, from 1")
    kind: str = Field(description="the kind of task")
    id: Id = Field(
        default="",
        description="a name, unique among objectives and tasks; default: task1, task2, … in the list's order",
    )

    def model_copy(self, *, update: Mapping[str, Any] | None = None, deep: bool = False) -> Self:  # noqa: ARG002 - frozen
        """Return the task with other fields, validated again; pydantic's own copy would keep what was derived."""
        return type(self)(**{**{name: getattr(self, name) for name in self.model_fields_set}, **(update or {})})

    @property
    def label(self) -> str:
        """What a sentence calls the task: ``task1``, or ``task x`` with a name of its own."""
        name = visible(self.id, 40)
        return name if re.fullmatch("task[0-9]+", self.id) else f"task {name}"

    @property
    def judged_at_end(self) -> bool:
        """Whether the task can only be judged when some hand is empty."""
        return False

    @cached_property
    def named(self) -> frozenset[Card]:
        """The cards the task tells apart from others."""
        return frozenset()

    def start(self) -> Any:  # noqa: ANN401 - each kind has states of its own
        """Return the state before the first trick."""
        return 0

    @abstractmethod
    def after(self, state: Any, trick: Taken) -> Any:  # noqa: ANN401
        """Return the state after a trick."""

    @abstractmethod
    def met(self, state: Any) -> bool:  # noqa: ANN401
        """Whether the task is met in this state; for good, unless it is judged at the end."""

    def lost(self, _state: Any) -> bool:  # noqa: ANN401
        """Whether the task cannot be met any more."""
        return False

    @abstractmethod
    def words(self) -> str:
        """Return what the owner must do, as in "player 1 wins …"; `fields_of` reads it again."""

    @classmethod
    @abstractmethod
    def fields_of(cls, words: str) -> dict[str, Any] | None:
        """Return the fields (without owner and id) these words stand for, or None if they are of another kind."""


class CountingTask(Task):
    """A bound on a number that grows with the tricks: ``exactly``, ``at_least`` or ``at_most`` so many."""

    exactly: Count | None = Field(default=None, description="the number, neither more nor less")
    at_least: Count | None = Field(default=None, description="this number or more")
    at_most: Count | None = Field(default=None, description="this number or fewer")
    judged: Literal["end", "when_reached"] = Field(
        default="end",
        description="when `exactly` is judged: at the end of the play, or as soon as the number is reached",
    )

    @model_validator(mode="after")
    def _one_bound(self) -> Self:
        if sum(bound is not None for bound in (self.exactly, self.at_least, self.at_most)) != 1:
            raise ValueError("exactly one of exactly, at_least, at_most is required")
        if self.judged == "when_reached" and self.exactly is None:
            raise ValueError("judged 'when_reached' applies only to `exactly`")
        return self

    @property
    def least(self) -> int:
        """The smallest number allowed."""
        return self.exactly or self.at_least or 0

    @property
    def most(self) -> int | None:
        """The largest number allowed; None if there is no bound, or if more does no harm once the number is reached."""
        if self.latched:
            return None
        return self.at_most if self.exactly is None else self.exactly

    @property
    def latched(self) -> bool:
        """Whether the task is met as soon as the number is reached, whatever comes later."""
        return self.judged == "when_reached"

    @property
    def judged_at_end(self) -> bool:
        """Whether more could still spoil it."""
        return self.most is not None

    @abstractmethod
    def more(self, trick: Taken) -> int:
        """Return how much a trick adds to the number."""

    def after(self, state: int, trick: Taken) -> int:
        """Count on; a number that was to be reached, and was, stays."""
        return state if self.latched and state == self.exactly else state + self.more(trick)

    def met(self, state: int) -> bool:
        """Whether the number is within the bounds."""
        if self.latched:
            return state == self.exactly
        return self.least <= state and (self.most is None or state <= self.most)

    def lost(self, state: int) -> bool:
        """Whether the number is too large already."""
        most = self.exactly if self.latched else self.most
        return most is not None and state > most

    def bound_words(self) -> str:
        """Return the bound in words: ``at least 2``."""
        if self.exactly is not None:
            return f"exactly {self.exactly}"
        return f"at least {self.at_least}" if self.at_least is not None else f"at most {self.at_most}"

    @classmethod
    def bound_of(cls, words: str, rest: str) -> tuple[re.Match[str], dict[str, Any]] | None:
        """Read a bound, the pattern `rest`, and perhaps ``when reached``; return the match and the fields."""
        found = re.fullmatch(rf"(exactly|at[ _]least|at[ _]most) ({_NUMBER}) {rest}( when reached)?", words)
        if found is None:
            return None
        judged = {"judged": "when_reached"} if found.groups()[-1] else {}
        return found, {found[1].replace(" ", "_"): int(found[2]), **judged}


class CardsTask(CountingTask):
    """How many of these cards the owner wins."""

    example = "exactly 2 of pink1,2"
    kind: Literal["cards"]
    cards: Annotated[tuple[Card, ...], Field(strict=False)] = Field(description="the cards that count, each once")

    @cached_property
    def named(self) -> frozenset[Card]:
        """The cards that count."""
        return frozenset(self.cards)

    def more(self, trick: Taken) -> int:
        """The cards of the list in a trick the owner won."""
        return len(self.named.intersection(trick.cards)) if trick.winner == self.owner else 0

    def words(self) -> str:
        """As in "exactly 2 of pink1,2 blue3"."""
        return (
            f"{self.bound_words()} of {text_of_cards(self.cards) or 'nothing'}{' when reached' if self.latched else ''}"
        )

    @classmethod
    def fields_of(cls, words: str) -> dict[str, Any] | None:
        """Read "exactly 2 of pink1,2 blue3"."""
        read = cls.bound_of(words, "of (.+?)")
        if read is None:
            return None
        return {"kind": "cards", "cards": [] if read[0][3] == "nothing" else cards_of_text(read[0][3]), **read[1]}


class TricksTask(CountingTask):
    """How many tricks the owner wins."""

    example = "at least 3 tricks"
    kind: Literal["tricks"]

    def more(self, trick: Taken) -> int:
        """One for a trick the owner won."""
        return int(trick.winner == self.owner)

    def words(self) -> str:
        """As in "at least 3 tricks"."""
        noun = counted(self.least or self.at_most or 0, "trick").split()[1]
        return f"{self.bound_words()} {noun}{' when reached' if self.latched else ''}"

    @classmethod
    def fields_of(cls, words: str) -> dict[str, Any] | None:
        """Read "at least 3 tricks", and "no trick"."""
        if words in {"no trick", "no tricks"}:
            return {"kind": "tricks", "exactly": 0}
        read = cls.bound_of(words, "tricks?")
        return read and {"kind": "tricks", **read[1]}


def _trick_number(raw: object) -> object:
    not_too_long(raw)
    if raw == "last" or (type(raw) is int and raw >= 1):
        return raw
    raise ValueError(f'{described(raw)} is not a valid trick; allowed: 1, 2, …, or "last"')


class WinTrickTask(Task):
    """Win a trick by its number."""

    example = "the last trick"
    kind: Literal["win_trick"]
    trick: Annotated[
        int | Literal["last"],
        BeforeValidator(_trick_number),
        WithJsonSchema({"anyOf": [{"type": "integer", "minimum": 1}, {"const": "last"}]}),
    ] = Field(description='the number of the trick, from 1, or "last": trick T')

    def after(self, state: int, trick: Taken) -> int:
        """1 once the trick is won, -1 once it is lost."""
        this_one = trick.last if self.trick == "last" else trick.number == self.trick
        return (1 if trick.winner == self.owner else -1) if this_one else state

    def met(self, state: int) -> bool:
        """Whether the trick is won."""
        return state == 1

    def lost(self, state: int) -> bool:
        """Whether somebody else won it."""
        return state == -1

    def words(self) -> str:
        """As in "trick 3" and "the last trick"."""
        return "the last trick" if self.trick == "last" else f"trick {self.trick}"

    @classmethod
    def fields_of(cls, words: str) -> dict[str, Any] | None:
        """Read "trick 3" and "the last trick"."""
        if words in {"the last trick", "last trick", "trick last"}:
            return {"kind": "win_trick", "trick": "last"}
        found = re.fullmatch(f"trick ({_NUMBER})", words)
        return found and {"kind": "win_trick", "trick": int(found[1])}


AnyTask = Annotated[CardsTask | TricksTask | WinTrickTask, Field(discriminator="kind")]
"""Every kind there is; a new one is added to this line."""

KINDS: dict[str, type[Task]] = {
    get_args(kind.model_fields["kind"].annotation)[0]: kind for kind in get_args(get_args(AnyTask)[0])
}
"""The kinds by name."""
