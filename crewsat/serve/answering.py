"""The child's side: a method and its parameters in, JSON out."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass, field
from functools import cache
from typing import TYPE_CHECKING, Any

from crewsat.base.errors import BugFound, CrewsatError, Defect, IllegalPlay, InvalidInstance, Stopped
from crewsat.base.layout import rendered
from crewsat.base.wording import json_text
from crewsat.engine.files import instance_of, parse
from crewsat.report.words import REASONS
from crewsat.serve.messages import INTERNAL_ERROR, STOPPED, TOO_LARGE, WRONG_PARAMETERS, Refused, refused_for
from crewsat.serve.methods import METHODS
from crewsat.serve.parameters import checked

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from rich.console import RenderableType

    from crewsat.base.errors import Reason
    from crewsat.games.instance import Instance
    from crewsat.serve.calls import Asked, Refusal
    from crewsat.serve.parameters import Parameter
    from crewsat.workers.process import Tell

    Pieces = Iterable[RenderableType]

MOST_BYTES = 64 << 20
"""The largest result."""
WIDTH = 100
"""Columns of a report."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What is answered.

    Attributes:
        value: the result.
        report: makes what the command line would print, piece by piece.
        names: of the players.
    """

    value: Mapping[str, Any]
    report: Callable[[], Pieces]
    names: Sequence[str] = field(default=())

    def text(self) -> str:
        """Return the report; lists and tables are cut, as the result has all."""
        return rendered(self.report(), WIDTH, rest="the structured content has all", names=self.names)


class Answering(ABC):
    """A request at work.

    Args:
        name: the method.
        values: its parameters, checked by `parameters`.
        megabytes: the memory it may take.

    Raises:
        CrewsatError: if it cannot be answered.
    """

    @abstractmethod
    def __init__(self, name: str, values: Mapping[str, Any], megabytes: float) -> None: ...

    @classmethod
    @abstractmethod
    def parameters(cls, name: str) -> list[Parameter]:
        """Return the parameters of a method."""

    @abstractmethod
    def answer(self, deadline: float | None, note: Tell) -> Answer:
        """Answer.

        Args:
            deadline: when it must be done, on the monotonic clock.
            note: called with what is known so far, by name.

        Raises:
            CrewsatError: if it cannot be answered.
        """

    def unfinished(self, reason: Reason, known: Mapping[str, Any], seconds: float) -> Answer:
        """Return what is known if the work was ended; arguments as of `crewsat.engine.request.Request.unfinished`.

        Raises:
            Stopped: if nothing is.
        """
        del known, seconds
        raise Stopped(reason)


def answering_of(asked: Asked) -> Answering:
    """Return a request at work.

    Raises:
        CrewsatError: if it makes no sense.
    """
    kind: type[Answering] = METHODS[asked.name].code.load()
    return kind(asked.name, checked(asked.params, _parameters(asked.name)), asked.megabytes)


@cache
def _parameters(name: str) -> list[Parameter]:
    """Return the parameters of a method."""
    kind: type[Answering] = METHODS[name].code.load()
    return kind.parameters(name)


def written(answer: Callable[[], Answer], as_tool: Mapping[str, Any] | None) -> bytes | Refusal:
    """Return an answer as JSON, or why there is none; arguments and result as in `crewsat.serve.calls`."""
    try:
        found = answer()
        value = found.value if as_tool is None else {**_as_tool(found), **as_tool}
    except BugFound as error:
        return INTERNAL_ERROR, f"this is a bug in crewsat: {error}", None
    except CrewsatError as error:
        refused = _refused(error)
        if as_tool is None:
            return refused.code, refused.message, refused.data
        value = {**_tool_error(refused), **as_tool}
    content = json_text(value).encode()
    if len(content) > MOST_BYTES:
        return TOO_LARGE, f"the result has {len(content):,} bytes; allowed: at most {MOST_BYTES:,}", None
    return content


def _refused(error: CrewsatError) -> Refused:
    """Return the error that answers a request that cannot be answered."""
    if isinstance(error, InvalidInstance):
        return refused_for(WRONG_PARAMETERS, error.defects)
    if isinstance(error, Stopped):
        words = f"{REASONS[error.reason]} before anything was known"
        return Refused(STOPPED, words, {"reason": error.reason})
    return refused_for(WRONG_PARAMETERS, [Defect("play" if isinstance(error, IllegalPlay) else "", str(error))])


def _as_tool(found: Answer) -> dict[str, Any]:
    return {"content": [{"type": "text", "text": found.text()}], "structuredContent": found.value, "isError": False}


def _tool_error(refused: Refused) -> dict[str, Any]:
    """Return the result of a tool that could not answer, so that who called it can see why."""
    defects = (refused.data or {}).get("defects", [])
    lines = [": ".join(filter(None, (defect["place"], defect["message"]))) for defect in defects]
    text = "\n".join(lines) or refused.message
    data = {} if refused.data is None else {"structuredContent": refused.data}
    return {"content": [{"type": "text", "text": text}], **data, "isError": True}


def instance_from(
    values: Mapping[str, Any], *, whole: bool = False, instead: Mapping[str, Any] | None = None
) -> Instance:
    """Return the instance among parameters.

    Args:
        values: the parameters.
        whole: as in `crewsat.games.text.parse_text`.
        instead: values that replace those of the instance.

    Raises:
        InvalidInstance: with everything that is wrong with it.
    """
    if "deal" in values:
        return parse(values["deal"].encode(), instead, whole=whole)
    return instance_of(values["instance"], instead)
