"""Asking a question here, or in a child process if limits hold only there."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, TypeVar, cast

from crewsat.base.errors import Stopped
from crewsat.engine.frontend import needs_child
from crewsat.solvers import kissat
from crewsat.workers.process import Call, Worker

if TYPE_CHECKING:
    from collections.abc import Callable

    from crewsat.engine.limits import Limits
    from crewsat.games.instance import Instance
    from crewsat.workers.process import Reply, Tell

AnswerT = TypeVar("AnswerT")


def ask(
    function: Callable[..., AnswerT],
    instance: Instance,
    *arguments: object,
    limits: Limits,
    known: dict[str, Any] | None = None,
) -> AnswerT:
    """Return what a function says about an instance within limits.

    Args:
        function: called with the instance, the arguments, limits, and a function `note`, to which it may pass what it
            knows so far, by name. It must be picklable, as must be what it takes and returns.
        instance: what it is asked about.
        arguments: what else it is called with.
        limits: of the work.
        known: takes up what has been noted, also if the work is interrupted.

    Raises:
        Stopped: if a limit ended the work, or the child died.
    """
    found = {} if known is None else known
    if not (needs_child(instance, limits) or limits.solver == kissat.NAME):
        return function(instance, *arguments, limits, note=found.update)
    with Worker() as worker:
        reply = worker.run(call(_in_child, function, (instance, *arguments), limits, limits=limits))
    found.update(reply.notes)
    return cast("AnswerT", value(reply))


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


def _in_child(
    function: Callable[..., Any], arguments: tuple[Any, ...], limits: Limits, *, deadline: float | None, note: Tell
) -> Any:  # noqa: ANN401 - whatever the function returns
    return function(*arguments, replace(limits, deadline=deadline), note=note)
