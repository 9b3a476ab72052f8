"""Reading an instance part by part, so that *all* defects are found at once, each with its place.

pydantic stops checking fields against each other as soon as one of them is bad, and builds an error for each of a
million bad items. So the long lists of an instance are read item by item, at most `MOST_DEFECTS` defects are collected,
and the parts that are good are checked against each other regardless of the others. The checks here are common to all
games; a game with such lists adds its own reader, others leave their fields to pydantic.

The size of every part of a file is bounded, and counted before anything is read: reading takes seconds, whatever a file
of the largest size holds.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sized
from collections.abc import Set as AbstractSet
from contextlib import suppress
from typing import TYPE_CHECKING, Any, ClassVar, TypeAlias, TypeGuard, cast

from crewsat.base.errors import MOST_DEFECTS, Defect, InvalidInstance
from crewsat.base.wording import PathPart, alternatives, json_path, visible
from crewsat.games.cards import Card, described
from crewsat.games.records import Unfit

if TYPE_CHECKING:
    from collections.abc import Sequence

    from crewsat.games.instance import Instance
    from crewsat.games.records import Record


MOST_CARDS = 1_000_000
"""Cards dealt, or in a deck (contract, section 3)."""

MOST_PLAYERS = 100_000
"""Players, and so hands (contract, section 3)."""

MOST_GOALS = 100_000
"""Objectives and tasks together (contract, section 3)."""

MOST_ENTRIES = 100_000
"""Entries of any other list that is not of cards or tricks (contract, section 3)."""


Others: TypeAlias = Any
"""An instance of a game without its long lists, as pydantic has read it."""


class Reader(ABC):
    """A reader of one instance that collects its defects, at most `MOST_DEFECTS`."""

    nouns: ClassVar[Mapping[str, tuple[str, ...]]] = {}
    """What the numbers in a JSON path count: by field, a noun for each level."""

    lists: ClassVar[Mapping[str, Any]] = {}
    """The fields that are read item by item, and what stands for each while the others are read."""

    needed: ClassVar[Mapping[str, Any]] = {}
    """Values for fields without a default, if they are bad: the others are checked with them."""

    def __init__(self, data: Mapping[str, Any]) -> None:
        self.data = data
        self.defects: list[Defect] = []

    def gloss(self, path: Sequence[PathPart]) -> str:
        """Say in the game's words what a JSON path points at: ``("hands", 2, 4)`` is player 3, card 5."""
        nouns = self.nouns.get(str(path[0]), ()) if path else ()
        return ", ".join(f"{noun} {k + 1}" for noun, k in zip(nouns, path[1:], strict=False) if isinstance(k, int))

    @abstractmethod
    def read(self, cls: type[Instance]) -> tuple[Others, Mapping[str, Sequence[Any]]]:
        """Read every part, and check the parts against each other.

        Returns:
            An instance without its long lists, and these lists; pydantic need not check them again.

        Raises:
            InvalidInstance: with everything that is wrong.
        """

    def other_fields(self, fields: Mapping[str, Any], cls: type[Instance]) -> tuple[Others, set[PathPart]]:
        """Read the fields that are not long lists; return them in an otherwise empty instance, and the bad fields."""
        others = {**fields, **self.lists}
        try:
            return cls.of_fields(others), set()
        except Unfit as error:
            bad = self.translate(error, (), cls)
        good = {key: value for key, value in others.items() if key not in bad and key != "about"}
        return cls.of_fields({**self.needed, **good}), bad

    def report(self, path: tuple[PathPart, ...], message: str) -> None:
        """Record a defect; beyond the limit, give up."""
        self.defects.append(Defect(json_path(path), message, self.gloss(path), path))
        if len(self.defects) >= MOST_DEFECTS:
            raise InvalidInstance(self.defects)

    def bound(self, path: tuple[PathPart, ...], number: int, most: int, noun: str) -> None:
        """Refuse more of something than is allowed, in one message, whatever else is wrong.

        Raises:
            InvalidInstance: if there is more.
        """
        if number > most:
            message = f"there are {number:,} {noun}; allowed: at most {most:,}"
            raise InvalidInstance([Defect(json_path(path), message, self.gloss(path), path)])

    def known_fields(self, path: tuple[PathPart, ...], raw: Mapping[Any, object], cls: type[Record]) -> dict[str, Any]:
        """Report the keys the format does not have here; return the fields it has."""
        known = cls.fields
        if raw.keys() <= set(known):  # nearly always, of a hundred thousand objects
            return dict(raw)
        for key in raw:
            if key not in known:
                self.unknown_key((*path, str(key)), cls)
        return {name: raw[name] for name in known if name in raw}

    def card_lists(self, field: str, raw_lists: Iterable[object], what: str) -> list[tuple[Card | None, ...] | None]:
        """Read lists of cards; `what` describes each. They are checked one by one only if something is wrong."""
        lists = list(raw_lists)
        if all(isinstance(raw, (list, tuple)) for raw in lists):
            with suppress(ValueError):
                return [tuple([Card.parse(raw) for raw in cards]) for cards in cast("list[Sequence[object]]", lists)]
        return [self.cards((field, k), raw, what) for k, raw in enumerate(lists)]

    def cards(self, place: tuple[PathPart, ...], raw_cards: object, what: str) -> tuple[Card | None, ...] | None:
        """Read a list of cards; None stands for what is not a list or not a card."""
        if not is_list(raw_cards):
            self.report(place, f"{what} must be a list of cards")
            return None
        raw_list = raw_cards if isinstance(raw_cards, (list, tuple)) else list(raw_cards)
        try:
            return tuple([Card.parse(raw) for raw in raw_list])
        except ValueError:
            return self._with_gaps(place, raw_list)

    def _with_gaps(self, place: tuple[PathPart, ...], raw_cards: Iterable[object]) -> tuple[Card | None, ...]:
        """Read a list of cards of which some are invalid."""
        out: list[Card | None] = []
        for k, raw in enumerate(raw_cards):
            try:
                out.append(Card.parse(raw))
            except ValueError as error:
                self.report((*place, k), str(error))
                out.append(None)
        return tuple(out)

    def unknown_key(self, path: tuple[PathPart, ...], cls: type[Record]) -> None:
        """Report a key the format does not have here."""
        self.report(path, f"unknown key{alternatives(path[-1], cls.fields)}")

    def translate(self, error: Unfit, prefix: tuple[PathPart, ...], cls: type[Record]) -> set[PathPart]:
        """Report pydantic's findings in our own words; return the fields they are in."""
        errors = [e for e in error.errors if e["type"] != "default_factory_not_called"]
        for found in errors:
            path = (*prefix, *found["loc"])
            if found["type"] == "unexpected_keyword_argument":
                self.unknown_key(path, cls)
            else:
                self.report(path, _words(found))
        return {found["loc"][0] for found in errors if found["loc"]}


class PlainReader(Reader):
    """A reader that leaves the fields to pydantic, which suffices if no list is long."""

    def read(self, cls: type[Instance]) -> tuple[Others, Mapping[str, Sequence[Any]]]:
        """Read the fields together, and report what pydantic found in our own words."""
        fields = self.known_fields((), self.data, cls)
        instance = None
        try:
            instance = cls.of_fields(fields)
        except Unfit as error:
            self.translate(error, (), cls)
        if self.defects:
            raise InvalidInstance(self.defects)
        return instance, {}


def size_of(raw: object) -> int:
    """Return the length of a list; 0 for anything else, including what has no length until it has been read."""
    if isinstance(raw, (list, tuple)):
        return len(raw)
    return len(raw) if is_list(raw) and isinstance(raw, Sized) else 0


def is_list(raw: object) -> TypeGuard[Sequence[Any]]:
    """Return whether this is a list of things in a definite order, or can be read as one."""
    if isinstance(raw, (list, tuple)):  # which nearly all are, a million times
        return True
    return isinstance(raw, Iterable) and not isinstance(raw, (str, bytes, Mapping, AbstractSet))


_WORDS = {
    "missing": "missing",
    "int_type": "must be a whole number",
    "bool_type": "must be true or false",
    "string_type": "must be a string",
    "list_type": "must be a list",
    "tuple_type": "must be a list",
    "dict_type": "must be an object",
    "dataclass_type": "must be an object",
    "string_too_short": "must not be empty",
    "too_short": "must not be empty",
}


def _words(found: Mapping[str, Any]) -> str:
    """Put one of pydantic's findings into our own words: what is wrong, and what is allowed."""
    kind, context = found["type"], found.get("ctx", {})
    value = found["input"]
    if kind == "value_error":
        return str(context["error"])
    if kind == "literal_error":
        return f"{described(value)} is not supported; allowed: {context['expected']}"
    if kind == "greater_than_equal":
        return f"must be at least {context['ge']}, not {visible(value)}"
    if kind == "less_than_equal":
        return f"must be at most {context['le']}, not {visible(value)}"
    if kind == "string_pattern_mismatch":
        return f"'{visible(value)}' is not a valid order token; allowed: 1, 2, …, omega, >, >>, …"
    return _WORDS.get(kind, f"{visible(found['msg'], 200)}")
