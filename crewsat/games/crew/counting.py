"""Tasks that count: a bound on a number that a trick may change, or on the difference of two such numbers.

The kinds (`crewsat.games.crew.tasks`) say what counts. A *comparison* bounds the owner's number minus another one: that
of whoever leads the first trick, of a player, of each other player one by one, or that of other cards. A comparison of
a player with themselves is never met.
"""

from __future__ import annotations

from abc import abstractmethod
from typing import TYPE_CHECKING, Annotated, Any, Literal, NamedTuple

from crewsat.base.wording import visible
from crewsat.games.cards import Card, described
from crewsat.games.crew.phrases import NUMBER, bound_words, difference_words
from crewsat.games.crew.task import Task
from crewsat.games.instance import Count, not_too_long
from crewsat.games.marks import AS_TUPLE, After, Before, Described, Instead
from crewsat.games.records import declared

if TYPE_CHECKING:
    from collections.abc import Sequence

    from crewsat.games.crew.task import Seats, Taken, Who

Number = Annotated[int, Before(not_too_long)]
"""A bound on a difference; it may be negative."""


class Counted(NamedTuple):
    """The state of a counting task.

    Attributes:
        numbers: the number of each player who is watched.
        broken: whether a bound that must always hold has been broken, for each player who is followed; else empty.
    """

    numbers: tuple[int, ...]
    broken: tuple[bool, ...] = ()


class CountingTask(Task):
    """A bound on a number that grows with the tricks: ``exactly``, ``at_least`` or ``at_most``."""

    exactly: Count | None = declared(description="the number, neither more nor less", default=None)
    at_least: Count | None = declared(description="this number or more", default=None)
    at_most: Count | None = declared(description="this number or fewer", default=None)
    judged: Literal["end", "when_reached", "always"] = declared(
        description="when the bound is judged: at the end of the play; for `exactly`, when the number is reached; "
        "for a difference, always: before the first trick and after every one",
        default="end",
    )

    def __post_init__(self) -> None:
        if sum(bound is not None for bound in (self.exactly, self.at_least, self.at_most)) != 1:
            raise ValueError("exactly one of exactly, at_least, at_most is required")
        if self.latched and self.exactly is None:
            raise ValueError("judged 'when_reached' applies only to `exactly`")
        if self.judged == "always" and getattr(self, "compared_with", None) is None:
            raise ValueError("judged 'always' applies only with `compared_with`")

    @property
    def least(self) -> int | None:
        """The smallest number allowed; None if there is no lower bound."""
        return self.at_least if self.exactly is None else self.exactly

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
        """Return how much a trick adds to the number of the player who is `credited` with it."""

    def credited(self, trick: Taken) -> int:
        """Return whose number a trick changes: the winner's."""
        return trick.winner

    def watched(self, seats: Seats) -> Sequence[Who]:
        """Return whose numbers are counted."""
        return self.followed(seats)

    def within(self, number: int) -> bool:
        """Return whether a number is within the bounds."""
        if self.latched:
            return number == self.exactly
        return (self.least is None or self.least <= number) and (self.most is None or number <= self.most)

    def start(self, seats: Seats) -> Any:  # noqa: ANN401 - of a kind
        """Return the state in which nothing has been counted."""
        return Counted((0,) * len(self.watched(seats)))

    def after(self, state: Any, trick: Taken, seats: Seats) -> Any:  # noqa: ANN401 - of a kind
        """Continue to count; a number that was to be reached, and was, stays."""
        who: Who = "crew" if self.owner == "crew" else self.credited(trick)
        watched = self.watched(seats)
        if who not in watched:
            return state
        k = watched.index(who)
        number = state.numbers[k]
        if self.latched and number == self.exactly:
            return state
        more = self.more(trick)
        return state._replace(numbers=(*state.numbers[:k], number + more, *state.numbers[k + 1 :])) if more else state

    def number(self, state: Any, who: Who, seats: Seats) -> int:  # noqa: ANN401 - of a kind
        """Return the number of a player who is watched."""
        counted: Counted = state
        return counted.numbers[self.watched(seats).index(who)]

    def met_by(self, state: Any, who: Who, seats: Seats) -> bool:  # noqa: ANN401 - of a kind
        """Return whether the number is within the bounds."""
        return self.within(self.number(state, who, seats))

    def lost_by(self, state: Any, who: Who, seats: Seats) -> bool:  # noqa: ANN401 - of a kind
        """Return whether the number is too large already."""
        most = self.exactly if self.latched else self.most
        return most is not None and self.number(state, who, seats) > most

    def bound_words(self) -> str:
        """Return the bound in words: ``at least 2``."""
        return bound_words(self.exactly, self.at_least, self.at_most)

    def noun_number(self) -> int:
        """Return the number of the bound, which decides the form of a noun after it."""
        return next(bound for bound in (self.exactly, self.at_least, self.at_most) if bound is not None)

    def reached_words(self) -> str:
        """Return words for when the task is judged, with a leading blank."""
        return " when reached" if self.latched else ""


def _player(raw: object) -> object:
    not_too_long(raw)
    if raw in ("leader", "others") or (type(raw) is int and raw >= 1):
        return raw
    raise ValueError(f'{described(raw)} is not valid; allowed: "leader", "others", or a player (1, 2, …)')


def _other_side(raw: object) -> object:
    if isinstance(raw, (list, tuple)):
        return tuple(map(Card.parse, raw))
    try:
        return _player(raw)
    except ValueError as error:
        raise ValueError(f"{error}, or a list of other cards") from None


def _schema_of_cards() -> dict[str, Any]:
    from pydantic import TypeAdapter  # noqa: PLC0415 - it takes long to load

    return TypeAdapter(Cards).json_schema()


_PLAYER_SCHEMA = [{"enum": ["leader", "others"]}, {"type": "integer", "minimum": 1}]
Player = Annotated[Literal["leader", "others"] | int, Instead(_player), Described({"anyOf": _PLAYER_SCHEMA})]
"""Whose number the bound compares with: that of the first leader, of each other player, or of one player."""

Cards = Annotated[tuple[Card, ...], AS_TUPLE]
"""A list of cards, each once."""
OtherSide = Annotated[
    Literal["leader", "others"] | int | Cards,
    Instead(_other_side),
    Described(lambda: {"anyOf": [*_PLAYER_SCHEMA, _schema_of_cards()]}),
]
"""What a number of cards is compared with: a player's number, or the owner's number of other cards."""


_NEGATIVE_NUMBERS_ARE_DIFFERENCES: dict[str, Any] = {
    "if": {"properties": {"compared_with": {"type": "null"}}},
    "then": {
        "properties": {
            **{name: {"minimum": 0} for name in ("exactly", "at_least", "at_most")},
            "judged": {"enum": ["end", "when_reached"]},
        }
    },
}


class ComparingTask(CountingTask):
    """A bound on a number, or on the owner's number minus another one."""

    __pydantic_config__ = CountingTask.__pydantic_config__ | {"json_schema_extra": _NEGATIVE_NUMBERS_ARE_DIFFERENCES}

    exactly: Number | None = declared(description="the number or difference, neither more nor less", default=None)
    at_least: Number | None = declared(description="this number or difference, or more", default=None)
    at_most: Number | None = declared(description="this number or difference, or less", default=None)
    compared_with: Any = None
    """The other side; kinds say what is allowed."""

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.compared_with is None:
            for name in ("exactly", "at_least", "at_most"):
                if (getattr(self, name) or 0) < 0:
                    raise ValueError(f"`{name}` must be at least 0, except with `compared_with`")
        elif self.latched:
            raise ValueError("judged 'when_reached' does not apply with `compared_with`")

    @property
    def always(self) -> bool:
        """Whether the bound must hold after every trick and before the first."""
        return self.judged == "always"

    @property
    def judged_at_end(self) -> bool:
        """Whether more could still spoil the task; a difference may change until the end."""
        return self.compared_with is not None or self.most is not None

    @property
    def leader_matters(self) -> bool:
        """Whether the leader of the first trick is the other side."""
        return self.rival == "leader"

    @property
    def rival(self) -> str | int | None:
        """The players compared with: ``leader``, ``others`` or one; None for a number or a list of cards."""
        return None if isinstance(self.compared_with, tuple) else self.compared_with

    def watched(self, seats: Seats) -> Sequence[Who]:
        """Return whose numbers are counted: the owner's, and those of the players compared with."""
        followed = self.followed(seats)
        if self.rival is None or isinstance(followed, range):
            return followed
        if self.rival == "others":
            return range(1, seats.players + 1)
        other = seats.leader if self.rival == "leader" else self.rival
        return followed if other in followed else (*followed, int(other))

    def start(self, seats: Seats) -> Counted:
        """Return the state in which nothing has been counted; a bound may already be broken."""
        return self._judged(super().start(seats), seats)

    def after(self, state: Counted, trick: Taken, seats: Seats) -> Counted:
        """Continue to count, and check a bound that must always hold."""
        return self._judged(super().after(state, trick, seats), seats)

    def _judged(self, state: Counted, seats: Seats) -> Counted:
        if not self.always:
            return state
        followed = self.followed(seats)
        before = state.broken or (False,) * len(followed)
        holds = self._holds_among_all(state) if self.rival == "others" else None
        now = (not (self._holds(state, who, seats) if holds is None else holds[int(who) - 1]) for who in followed)
        return state._replace(broken=tuple(a or b for a, b in zip(before, now, strict=True)))

    def _holds_among_all(self, state: Counted) -> list[bool]:
        """Return whether the bound holds for each player against all others, that is, those with least and most."""
        rising = sorted(state.numbers)
        if len(rising) == 1:
            return [True]
        least = {own: rising[own == rising[0]] for own in rising}
        most = {own: rising[-2 if own == rising[-1] else -1] for own in rising}
        return [self.within(own - least[own]) and self.within(own - most[own]) for own in state.numbers]

    def _holds(self, state: Counted, who: Who, seats: Seats) -> bool:
        """Return whether the bound holds for a player, as things stand."""
        own = self.number(state, who, seats)
        if self.rival is None:
            return self.within(own)
        if self.rival == "others":
            others = (self.number(state, other, seats) for other in self.watched(seats) if other != who)
            return all(self.within(own - other) for other in others)
        other = seats.leader if self.rival == "leader" else int(self.rival)
        return other != who and self.within(own - self.number(state, other, seats))

    def met_by(self, state: Counted, who: Who, seats: Seats) -> bool:
        """Return whether the bound holds, and has held if it must always."""
        return not self._broken(state, who, seats) and self._holds(state, who, seats)

    def lost_by(self, state: Counted, who: Who, seats: Seats) -> bool:
        """Return whether the number is too large, a permanent bound is broken, or the other player is the same."""
        if self.compared_with is None:
            return super().lost_by(state, who, seats)
        with_himself = who in {self.rival, seats.leader if self.rival == "leader" else None}
        return with_himself or self._broken(state, who, seats)

    def _broken(self, state: Counted, who: Who, seats: Seats) -> bool:
        return self.always and state.broken[self.followed(seats).index(who)]

    def phrase(self, *, bare: bool = False) -> str:
        """Return what must be done with its verb, preceded by ``always`` for a permanent bound."""
        return f"{'always ' if self.always else ''}{super().phrase(bare=bare)}"

    def difference(self) -> tuple[str, int, str]:
        """Return a bound on a difference in words: ``at least``, 2, ``more``."""
        return difference_words(self.exactly, self.at_least, self.at_most)

    def rival_words(self) -> str:
        """Return the players compared with, in words."""
        return f"player {self.rival}" if isinstance(self.rival, int) else f"the {self.rival}"


RIVALS = rf"the others|the leader|the captain|the commander|player {NUMBER}"
"""How the players compared with are written."""


def rival_of(words: str) -> str | int:
    """Read what matches `RIVALS`."""
    word = words.split()[1]
    return int(word) if word.isdecimal() else "others" if word == "others" else "leader"


def _trick_number(raw: object) -> object:
    not_too_long(raw)
    if raw == "last" or (type(raw) is int and raw >= 1):
        return raw
    raise ValueError(f'{described(raw)} is not a valid trick; allowed: 1, 2, …, or "last"')


TrickNumber = Annotated[
    int | Literal["last"],
    Before(_trick_number),
    Described({"anyOf": [{"type": "integer", "minimum": 1}, {"const": "last"}]}),
]
"""The number of a trick, from 1, or ``last``: trick T."""


def _once(numbers: tuple[int | str, ...]) -> tuple[int | str, ...]:
    seen: set[int | str] = set()
    for number in numbers:
        if number in seen:
            raise ValueError(f"trick {visible(number)} is listed already")
        seen.add(number)
    return numbers


Numbers = Annotated[tuple[TrickNumber, ...], AS_TUPLE, After(_once)]
"""The tricks that count; numbers beyond T never occur."""


def is_numbered(numbers: tuple[int | str, ...] | None, trick: Taken) -> bool:
    """Return whether a trick is one of those that count; None means all do."""
    return numbers is None or trick.number in numbers or (trick.last and "last" in numbers)
