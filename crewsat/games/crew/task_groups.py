"""Several tasks as one: what the kinds ``all`` and ``any`` share."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from itertools import pairwise
from typing import TYPE_CHECKING, Any, ClassVar

from crewsat.games.crew.task import Seats, Taken, Task, as_owner
from crewsat.games.records import adapter_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pydantic import GetJsonSchemaHandler
    from pydantic_core import CoreSchema

    from crewsat.games.cards import Card
    from crewsat.games.crew.task import Who


class GroupTask(Task):
    """Several tasks as one: the members have no owner and no id of their own, they take the owner of the whole."""

    joint: ClassVar[str] = ""
    """The word between the members."""

    kinds: ClassVar[tuple[type[Task], ...]] = ()
    """The kinds of the members."""

    of: Any
    """The members; kinds say what is allowed."""

    @classmethod
    def prepared(cls, data: Any) -> Any:  # noqa: ANN401 - whatever is given
        """Return the fields, the members with the owner of the whole."""
        if not isinstance(data, dict) or not isinstance(data.get("of"), list | tuple) or "owner" not in data:
            return data
        with suppress(ValueError):  # of an owner that is not valid nothing can be made
            return {**data, "of": [_owned(member, as_owner(data["owner"])) for member in data["of"]]}
        return data

    def model_dump(self) -> dict[str, Any]:
        """Return the JSON object; members have no owner and no id."""
        return super().model_dump() | {"of": [_unowned(member.model_dump()) for member in self.of]}

    @classmethod
    def __get_pydantic_json_schema__(cls, schema: CoreSchema, handler: GetJsonSchemaHandler) -> dict[str, Any]:
        """Describe the members without owner and id."""
        whole = handler.resolve_ref_schema(handler(schema))
        kinds = [handler.resolve_ref_schema(handler(adapter_of(kind).core_schema)) for kind in cls.kinds]
        whole["properties"]["of"]["items"] = {"anyOf": [_schema_without_owner(dict(kind)) for kind in kinds]}
        return whole

    @property
    def judged_at_end(self) -> bool:
        """Whether a member is judged at the end."""
        return any(member.judged_at_end for member in self.of)

    @property
    def leader_matters(self) -> bool:
        """Whether it matters for a member."""
        return any(member.leader_matters for member in self.of)

    def tells_apart(self, low: Card, high: Card) -> bool:
        """Return whether it matters for a member."""
        return any(member.tells_apart(low, high) for member in self.of)

    def start(self, seats: Seats) -> tuple[Any, ...]:
        """Return the states of the members."""
        return tuple(member.start(seats) for member in self.of)

    def after(self, state: tuple[Any, ...], trick: Taken, seats: Seats) -> tuple[Any, ...]:
        """Return the states of the members after a trick."""
        return tuple(member.after(one, trick, seats) for member, one in zip(self.of, state, strict=True))

    def _each(self, judge: str, state: tuple[Any, ...], who: Who, seats: Seats) -> Sequence[bool]:
        return [getattr(member, judge)(one, who, seats) for member, one in zip(self.of, state, strict=True)]

    def phrase(self, *, bare: bool = False) -> str:
        """Return what must be done, as in "wins trick 1 and exactly 1 trick": ``wins`` is not repeated."""
        wins = f"{Task.verb[not bare]} "
        phrases = [member.phrase(bare=bare) for member in self.of]
        if len(phrases) == 1:
            return f"{wins}{self.kind} of: {phrases[0].removeprefix(wins)}"
        following = (
            phrase.removeprefix(wins) if before.startswith(wins) else phrase for before, phrase in pairwise(phrases)
        )
        return f" {self.joint} ".join([phrases[0], *following])

    def words(self) -> str:
        """Return the phrase itself, as members have verbs of their own."""
        return self.phrase()

    @classmethod
    def fields_of(cls, words: str) -> dict[str, Any] | None:  # noqa: ARG003 - of the base
        """Return None: `task_in` reads the members one by one."""
        return None


def _owned(member: object, owner: object) -> object:
    """Return a member with an owner."""
    if isinstance(member, Task):
        return member.model_copy(update={"owner": owner})
    return {**member, "owner": owner} if isinstance(member, Mapping) else member


def _unowned(fields: dict[str, Any]) -> dict[str, Any]:
    return {name: field for name, field in fields.items() if name not in {"owner", "id"}}


def _schema_without_owner(schema: dict[str, Any]) -> dict[str, Any]:
    """Return the JSON Schema of a task without owner and id."""
    fields = _unowned(schema["properties"])
    return {**schema, "properties": fields, "required": [name for name in schema["required"] if name != "owner"]}
