"""What a child is asked to do; what does it is imported there."""

from __future__ import annotations

import pickle
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Mapping

    from crewsat.base.errors import Reason
    from crewsat.workers.process import Tell

Refusal: TypeAlias = tuple[int, str, Any]
"""Arguments of `crewsat.serve.messages.Refused`."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A request, as a child gets it.

    Attributes:
        name: one of `crewsat.serve.methods.METHODS`.
        params: the parameters.
        megabytes: the memory it may take.
        as_tool: what a result has besides, if it is one of a tool (`crewsat.serve.mcp`); None for others.
    """

    name: str
    params: Mapping[str, Any]
    megabytes: float
    as_tool: Mapping[str, Any] | None = None


def answered(asked: Asked, *, deadline: float | None, note: Tell) -> bytes | Refusal:
    """Answer a request.

    Args:
        asked: the request.
        deadline: when the child is ended.
        note: reports what is known, in case the child is ended.

    Returns:
        The result, as JSON, or the error.
    """
    from crewsat.serve.answering import answering_of, written  # noqa: PLC0415 - not in the parent

    def noted(news: Mapping[str, Any]) -> None:
        note({name: pickle.dumps(one) for name, one in news.items()})  # the parent has no use for their classes

    return written(lambda: answering_of(asked).answer(deadline, noted), asked.as_tool)


def unfinished(  # noqa: PLR0913 - what is known of the work
    asked: Asked, reason: Reason, notes: Mapping[str, bytes], seconds: float, *, deadline: float | None, note: Tell
) -> bytes | Refusal:
    """Answer a request, on which another child was ended, by what that one had noted; returns what `answered` does."""
    from crewsat.serve.answering import answering_of, written  # noqa: PLC0415 - not in the parent

    del deadline, note
    known = {name: pickle.loads(one) for name, one in notes.items()}  # noqa: S301 - of our own child
    return written(lambda: answering_of(asked).unfinished(reason, known, seconds), asked.as_tool)


def tools(besides: Mapping[str, Any], *, deadline: float | None, note: Tell) -> bytes | Refusal:
    """Return the result of ``tools/list``, with members besides the tools; returns what `answered` does."""
    from crewsat.base.wording import json_text  # noqa: PLC0415 - not in the parent
    from crewsat.serve.tools import described  # noqa: PLC0415

    del deadline, note
    return json_text({"tools": described(), **besides}).encode()
