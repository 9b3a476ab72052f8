"""The kinds of tasks of The Crew: a class each, with its fields, its meaning and its words (`crewsat.games.crew.task`).

Counting (``tricks``, ``cards``, ``leads``, ``row``), a trick by its number (``win_trick``), and several tasks together
(``all``, ``any``): these seven kinds express all 96 tasks of *Mission Deep Sea* (`crewsat.games.crew.deep_sea`).
Designers also use a trick defined by what is gone after it (``last_of``).
"""

from __future__ import annotations

import re
from functools import cached_property
from typing import TYPE_CHECKING, Annotated, Any, Literal, NamedTuple, get_args

from crewsat.games.accepting import annotation_of
from crewsat.games.crew.counting import (
    RIVALS,
    Cards,
    ComparingTask,
    CountingTask,
    Numbers,
    OtherSide,
    Player,
    TrickNumber,
    is_numbered,
    rival_of,
)
from crewsat.games.crew.filters import KEYWORDS, Filters, filters_in
from crewsat.games.crew.last_of import LastOfTask
from crewsat.games.crew.phrases import (
    BOUND,
    NUMBER,
    NUMBERS,
    bound_of,
    cards_in,
    cards_words,
    difference_of,
    noun_words,
    numbers_in,
    numbers_words,
    parts_of,
)
from crewsat.games.crew.task import Seats, Taken, Task
from crewsat.games.crew.task_groups import GroupTask
from crewsat.games.marks import AS_TUPLE, BY_KIND, Within
from crewsat.games.records import declared

if TYPE_CHECKING:
    from crewsat.games.cards import Card
    from crewsat.games.crew.task import Who

REACHED = "when reached"


class CardsTask(ComparingTask):
    """How many of these cards the owner wins."""

    example = "exactly 2 of pink1,2"
    kind: Literal["cards"]
    cards: Cards = declared(description="the cards that count, each once")
    numbers: Numbers | None = declared(default=None, description="only tricks with these numbers count")
    compared_with: OtherSide | None = declared(
        default=None,
        description="the bound is on the own number minus that of `leader` (of the first trick), of a player, of "
        "`others` (each, one by one), or minus the number of these other cards",
    )

    @cached_property
    def lists(self) -> tuple[frozenset[Card], frozenset[Card]]:
        """The cards that count, and those that are subtracted."""
        return frozenset(self.cards), frozenset(self.compared_with if isinstance(self.compared_with, tuple) else ())

    def tells_apart(self, low: Card, high: Card) -> bool:
        """Return whether one of them is in a list and the other is not."""
        return any((low in cards) != (high in cards) for cards in self.lists)

    def more(self, trick: Taken) -> int:
        """Return how many cards of the list are in a trick, minus those of the other list."""
        if not is_numbered(self.numbers, trick):
            return 0
        cards, others = self.lists
        return sum((card in cards) - (card in others) for card in trick.cards)

    def words(self) -> str:
        """As in "exactly 2 of pink1,2 blue3", "at least 1 more of pink1,2 than of blue3"."""
        return self._bounded() + numbers_words(self.numbers) + self.reached_words()

    def _bounded(self) -> str:
        cards = cards_words(self.cards)
        if self.compared_with is None:
            return f"{self.bound_words()} of {cards}"
        others = self.compared_with
        other = f"of {cards_words(others)}" if isinstance(others, tuple) else self.rival_words()
        if self.exactly == 0:
            return f"as many of {cards} as {other}"
        bound, number, way = self.difference()
        return f"{bound} {number} {way} of {cards} than {other}"

    @classmethod
    def fields_of(cls, words: str) -> dict[str, Any] | None:
        """Read what `words` writes."""
        head, parts = parts_of(words, (*NUMBERS, REACHED))
        found = re.fullmatch(rf"(?:{BOUND} (more |fewer )?|(as many) )of (.+?)(?: (as|than) (of .+|{RIVALS}))?", head)
        if found is None:
            return None
        bound, number, way, as_many, cards, middle, other = found.groups()
        if middle != ("as" if as_many else "than" if way else None):
            raise ValueError("the other side is missing; allowed: … more of pink1 than of blue1, or than the others")
        fields: dict[str, Any] = {"kind": "cards", "cards": cards_in(cards), **numbers_in(parts)}
        if other is not None:
            fields["compared_with"] = cards_in(other[3:]) if other.startswith("of ") else rival_of(other)
        fields |= _bound_in(bound, number, (way or "").strip(), exactly_0=bool(as_many))
        return fields | _judged_in(parts)


def _bound_in(bound: str, number: str, way: str, *, exactly_0: bool) -> dict[str, int]:
    """Return the field of a bound on a number or a difference."""
    if exactly_0:
        return {"exactly": 0}
    return difference_of(bound, number, way) if way else bound_of(bound, number)


def _judged_in(parts: dict[str, str]) -> dict[str, str]:
    if parts.get(REACHED):
        raise ValueError(f"'{REACHED}' is the end of a task")
    return {"judged": "when_reached"} if REACHED in parts else {}


class TricksTask(Filters, ComparingTask):
    """How many tricks the owner wins that pass all filters."""

    example = "at least 3 tricks"
    kind: Literal["tricks"]
    compared_with: Player | None = declared(
        default=None,
        description="the bound is on the own number minus that of `leader` (of the first trick), of a player, or of "
        "`others` (each, one by one)",
    )

    def tells_apart(self, low: Card, high: Card) -> bool:
        """Return whether it matters for a filter."""
        return self.filters_tell_apart(low, high)

    def more(self, trick: Taken) -> int:
        """Return 1 for a trick that passes the filters, else 0."""
        return int(self.fits(trick))

    def words(self) -> str:
        """As in "at least 3 tricks with pink9 among tricks 1 2", "as many tricks as the leader"."""
        return self._bounded() + self.filter_words() + self.reached_words()

    def _bounded(self) -> str:
        if self.compared_with is None:
            return f"{self.bound_words()} {noun_words(self.noun_number(), 'trick')}"
        if self.exactly == 0:
            return f"as many tricks as {self.rival_words()}"
        bound, number, way = self.difference()
        return f"{bound} {number} {noun_words(number, 'trick')} {way} than {self.rival_words()}"

    @classmethod
    def fields_of(cls, words: str) -> dict[str, Any] | None:
        """Read what `words` writes, and "no trick"."""
        head, parts = parts_of(words, (*KEYWORDS, REACHED))
        head = re.sub("^no tricks?", "exactly 0 tricks", head)
        found = re.fullmatch(
            rf"(?:{BOUND} tricks?(?: (more|fewer) than ({RIVALS}))?|as many tricks as ({RIVALS}))", head
        )
        if found is None:
            return None
        bound, number, way, other, equal = found.groups()
        fields = {"kind": "tricks", **_bound_in(bound, number, way or "", exactly_0=bool(equal))}
        if other or equal:
            fields["compared_with"] = rival_of(other or equal)
        return fields | filters_in(parts) | _judged_in(parts)


class LeadsTask(CountingTask):
    """How many tricks the owner leads with one of these cards."""

    example = "at most 0 tricks with pink1,2"
    verb = ("lead", "leads")
    kind: Literal["leads"]
    cards: Cards | None = declared(default=None, description="the cards that count; null: all")
    numbers: Numbers | None = declared(default=None, description="only tricks with these numbers count")

    @cached_property
    def listed(self) -> frozenset[Card]:
        """The cards that count."""
        return frozenset(self.cards or ())

    def tells_apart(self, low: Card, high: Card) -> bool:
        """Return whether one of them is in the list and the other is not."""
        return (low in self.listed) != (high in self.listed)

    def credited(self, trick: Taken) -> int:
        """Return the leader, whose number changes."""
        return trick.leader

    def more(self, trick: Taken) -> int:
        """Return 1 for a trick led with such a card, else 0."""
        return int(is_numbered(self.numbers, trick) and (self.cards is None or trick.cards[0] in self.listed))

    def words(self) -> str:
        """As in "at most 0 tricks with pink1,2"."""
        cards = "" if self.cards is None else f" with {cards_words(self.cards)}"
        noun = noun_words(self.noun_number(), "trick")
        return f"{self.bound_words()} {noun}{cards}{numbers_words(self.numbers)}{self.reached_words()}"

    @classmethod
    def fields_of(cls, words: str) -> dict[str, Any] | None:
        """Read what `words` writes, and "no trick"."""
        head, parts = parts_of(words, ("with", *NUMBERS, REACHED))
        found = re.fullmatch(rf"{BOUND} tricks?", re.sub("^no tricks?", "exactly 0 tricks", head))
        if found is None:
            return None
        cards = {"cards": cards_in(parts["with"])} if "with" in parts else {}
        return {"kind": "leads", **cards, **numbers_in(parts), **bound_of(*found.groups()), **_judged_in(parts)}


class Run(NamedTuple):
    """Consecutive tricks won by a player who is watched: the current run, and the longest one."""

    now: int = 0
    longest: int = 0


class RowTask(CountingTask):
    """The longest run of tricks that the owner wins one straight after the other."""

    example = "at least 3 tricks in a row"
    kind: Literal["row"]

    def start(self, seats: Seats) -> tuple[Run, ...]:
        """Return the state in which no run has begun."""
        return (Run(),) * len(self.watched(seats))

    def after(self, state: tuple[Run, ...], trick: Taken, seats: Seats) -> tuple[Run, ...]:
        """Return the state in which the winner's run continues and those of all others end."""
        return tuple(
            self._longer(run) if who == trick.winner else run._replace(now=0)
            for who, run in zip(self.watched(seats), state, strict=True)
        )

    def _longer(self, run: Run) -> Run:
        """Return a run with one more trick; a length that was to be reached, and was, stays."""
        reached = self.latched and run.longest == self.exactly
        return Run(run.now + 1, run.longest if reached else max(run.longest, run.now + 1))

    def more(self, trick: Taken) -> int:  # noqa: ARG002 - of the base
        """Return 1."""
        return 1

    def number(self, state: tuple[Run, ...], who: Who, seats: Seats) -> int:
        """Return the length of the longest run."""
        return state[self.watched(seats).index(who)].longest

    def words(self) -> str:
        """As in "at least 3 tricks in a row"."""
        return f"{self.bound_words()} {noun_words(self.noun_number(), 'trick')} in a row{self.reached_words()}"

    @classmethod
    def fields_of(cls, words: str) -> dict[str, Any] | None:
        """Read "at least 3 tricks in a row"."""
        found = re.fullmatch(rf"{BOUND} tricks? in a row( {REACHED})?", words)
        if found is None:
            return None
        judged = {"judged": "when_reached"} if found[3] else {}
        return {"kind": "row", **bound_of(found[1], found[2]), **judged}


class WinTrickTask(Task):
    """Win a trick by its number."""

    example = "the last trick"
    kind: Literal["win_trick"]
    trick: TrickNumber = declared(description='the number of the trick, from 1, or "last": trick T')

    def start(self, seats: Seats) -> int:  # noqa: ARG002 - of the base
        """Return the state before the trick is played."""
        return 0

    def after(self, state: int, trick: Taken, seats: Seats) -> int:  # noqa: ARG002 - of the base
        """Return who won the trick, once it is played."""
        return trick.winner if is_numbered((self.trick,), trick) else state

    def met_by(self, state: int, who: Who, seats: Seats) -> bool:  # noqa: ARG002 - of the base
        """Return whether the trick is won."""
        return state > 0 and who in {"crew", state}

    def lost_by(self, state: int, who: Who, seats: Seats) -> bool:  # noqa: ARG002 - of the base
        """Return whether another player won it."""
        return state > 0 and who not in {"crew", state}

    def words(self) -> str:
        """As in "trick 3" and "the last trick"."""
        return "the last trick" if self.trick == "last" else f"trick {self.trick}"

    @classmethod
    def fields_of(cls, words: str) -> dict[str, Any] | None:
        """Read "trick 3" and "the last trick"."""
        if words in {"the last trick", "last trick", "trick last"}:
            return {"kind": "win_trick", "trick": "last"}
        found = re.fullmatch(f"trick ({NUMBER})", words)
        return found and {"kind": "win_trick", "trick": int(found[1])}


Single = CardsTask | TricksTask | LeadsTask | RowTask | WinTrickTask | LastOfTask
"""The kinds that do not consist of others; a new one is added to this line."""

_SINGLE: tuple[type[Task], ...] = get_args(Single)
Members = Annotated[
    tuple[Annotated[Single, BY_KIND], ...],
    AS_TUPLE,
    Within(min_length=1),
]
"""What `all` and `any` consist of."""


class AllTask(GroupTask):
    """All of several tasks."""

    example = "trick 1 and exactly 1 trick"
    joint = "and"
    kinds = _SINGLE
    kind: Literal["all"]
    of: Members = declared(description="one or more tasks of other kinds, without owner and id: all must be met")

    def met_by(self, state: tuple[Any, ...], who: Who, seats: Seats) -> bool:
        """Return whether all members are met."""
        return all(self._each("met_by", state, who, seats))

    def secured_by(self, state: tuple[Any, ...], who: Who, seats: Seats) -> bool:
        """Return whether all members are met for good."""
        return all(self._each("secured_by", state, who, seats))

    def lost_by(self, state: tuple[Any, ...], who: Who, seats: Seats) -> bool:
        """Return whether a member is lost."""
        return any(self._each("lost_by", state, who, seats))


class AnyOfTask(GroupTask):
    """At least one of several tasks."""

    example = "trick 1 or trick 2"
    joint = "or"
    kinds = _SINGLE
    kind: Literal["any"]
    of: Members = declared(description="one or more tasks of other kinds, without owner and id: one must be met")

    def met_by(self, state: tuple[Any, ...], who: Who, seats: Seats) -> bool:
        """Return whether a member is met."""
        return any(self._each("met_by", state, who, seats))

    def secured_by(self, state: tuple[Any, ...], who: Who, seats: Seats) -> bool:
        """Return whether a member is met for good."""
        return any(self._each("secured_by", state, who, seats))

    def lost_by(self, state: tuple[Any, ...], who: Who, seats: Seats) -> bool:
        """Return whether all members are lost."""
        return all(self._each("lost_by", state, who, seats))


AnyTask = Annotated[Single | AllTask | AnyOfTask, BY_KIND]
"""Every kind there is."""

EveryKind = Annotated[tuple[AnyTask, ...], AS_TUPLE]
"""Tasks of any kinds, the field of an instance."""

KINDS: dict[str, type[Task]] = {
    get_args(annotation_of(kind, "kind"))[0]: kind for kind in get_args(get_args(AnyTask)[0])
}
"""The kinds by name."""

MEMBERS: dict[str, type[Task]] = {name: kind for name, kind in KINDS.items() if kind in _SINGLE}
"""The kinds that `all` and `any` may consist of."""
