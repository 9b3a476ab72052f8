"""Questions that are answered in a child process, where limits hold only there."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from crewsat.base.errors import Stopped
from crewsat.workers.process import Call

if TYPE_CHECKING:
    from collections.abc import Callable

    from crewsat.engine.limits import Limits
    from crewsat.workers.process import Reply


def call(function: Callable[..., Any], *arguments: object, limits: Limits, continues: bool = False) -> Call:
    """Return a call for a child within limits."""
    return Call(function, arguments, deadline=limits.deadline, max_bytes=limits.max_bytes, continues=continues)


def value(reply: Reply) -> Any:  # noqa: ANN401 - whatever the function returns
    """Return what a child has found.

    Raises:
        Stopped: if it was ended.
        Exception: what it raised.
    """
    if reply.lost is not None:
        raise Stopped(reply.lost)
    if isinstance(reply.error, MemoryError):
        raise Stopped("memory")
    if reply.error is not None:
        raise reply.error
    return reply.value
