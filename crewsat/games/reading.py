"""Reading an instance part by part, so that *all* defects are found at once, each with its place.

pydantic stops checking fields against each other as soon as one of them is bad, and builds an error for each of a
million bad items. So the long lists of an instance are read item by item, at most `MOST_DEFECTS` defects are collected,
and the parts that are good are checked against each other whatever the others are. What is said here is common to all
games; each has a reader of its own on top.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from collections.abc import Set as AbstractSet
from typing import TYPE_CHECKING, Any, ClassVar, TypeGuard

from crewsat.errors import MOST_DEFECTS, Defect, InvalidInstance, PathPart, json_path, visible
from crewsat.games.cards import Card, described

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pydantic import BaseModel, ModelWrapValidatorHandler, ValidationError


class Reader(ABC):
    """Reads one instance and collects its defects, `MOST_DEFECTS` at the most."""

    nouns: ClassVar[Mapping[str, tuple[str, ...]]] = {}
    """What the numbers in a JSON path count: by field, a noun for each level."""

    def __init__(self, data: Mapping[str, Any]) -> None:
        self.data = data
        self.defects: list[Defect] = []

    def gloss(self, path: Sequence[PathPart]) -> str:
        """Say in the game's words what a JSON path points at: ``("hands", 2, 4)`` is player 3, card 5."""
        nouns = self.nouns.get(str(path[0]), ()) if path else ()
        return ", ".join(f"{noun} {k + 1}" for noun, k in zip(nouns, path[1:], strict=False) if isinstance(k, int))

    @abstractmethod
    def read(self, handler: ModelWrapValidatorHandler[Any], cls: type[Any]) -> Any:  # noqa: ANN401 - pydantic's Self
        """Read every part, check the parts against each other, build the instance if nothing is wrong.

        Raises:
            InvalidInstance: with everything that is wrong.
        """

    def report(self, path: tuple[PathPart, ...], message: str) -> None:
        """Note a defect; beyond the limit, give up."""
        self.defects.append(Defect(json_path(path), message, self.gloss(path)))
        if len(self.defects) >= MOST_DEFECTS:
            raise InvalidInstance(self.defects)

    def cards(self, place: tuple[PathPart, ...], raw_cards: object, what: str) -> list[Card | None] | None:
        """Read a list of cards; None stands for what is no list or no card."""
        if not is_list(raw_cards):
            self.report(place, f"{what} must be a list of cards")
            return None
        out: list[Card | None] = []
        for k, raw in enumerate(raw_cards):
            try:
                out.append(Card.parse(raw))
            except ValueError as error:
                self.report((*place, k), str(error))
                out.append(None)
        return out

    def unknown_key(self, path: tuple[PathPart, ...], cls: type[BaseModel]) -> None:
        """Report a key the format does not have here."""
        self.report(path, f"unknown key; allowed: {', '.join(cls.model_fields)}")

    def translate(self, error: ValidationError, prefix: tuple[PathPart, ...], cls: type[BaseModel]) -> set[PathPart]:
        """Report pydantic's findings in our words; return the fields they are in."""
        errors = [e for e in error.errors(include_url=False) if e["type"] != "default_factory_not_called"]
        for found in errors:
            path = (*prefix, *found["loc"])
            if found["type"] == "extra_forbidden":
                self.unknown_key(path, cls)
            else:
                self.report(path, _words(found))
        return {found["loc"][0] for found in errors if found["loc"]}


def is_list(raw: object) -> TypeGuard[Sequence[Any]]:
    """Whether this is a list of things in a definite order, or can be read as one."""
    return isinstance(raw, Iterable) and not isinstance(raw, (str, bytes, Mapping, AbstractSet))


_WORDS = {
    "missing": "missing",
    "int_type": "must be a whole number",
    "bool_type": "must be true or false",
    "string_type": "must be a text",
    "list_type": "must be a list",
    "tuple_type": "must be a list",
    "dict_type": "must be an object",
    "model_type": "must be an object",
    "string_too_short": "must not be empty",
}


def _words(found: Mapping[str, Any]) -> str:
    """Put one of pydantic's findings into our words: what is wrong, what is allowed."""
    kind, context = found["type"], found.get("ctx", {})
    value = found["input"]
    if kind == "value_error":
        return str(context["error"])
    if kind == "literal_error":
        return f"{described(value)} is not supported; allowed: {context['expected']}"
    if kind == "greater_than_equal":
        return f"must be at least {context['ge']}, not {visible(value)}"
    if kind == "string_pattern_mismatch":
        return f"'{visible(value)}' is no order token; allowed: 1, 2, …, omega, >, >>, …"
    return _WORDS.get(kind, f"{visible(found['msg'], 200)}")
