"""Ask a request about an instance: here, in a child process, or in a child while an event loop goes on.

Arguments, algorithms and formulas run in this process, in steps short enough for a time limit to hold. What cannot be
stopped from inside (CP-SAT, clingo, Kissat, a step of a very large deal), and what is to be bounded by its resident
memory, runs in a child, and so do batches (`crewsat.engine.many`) and anything that may be cancelled.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, Self, TypeVar, Unpack

from crewsat.base.errors import Stopped
from crewsat.engine.decision import Decision
from crewsat.engine.notes import ignore_progress
from crewsat.engine.options import Keywords, Options
from crewsat.engine.signatures import takes

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from crewsat.engine.limits import Limits
    from crewsat.engine.request import Request, Tell
    from crewsat.games.instance import Instance
    from crewsat.games.verdict import Verdict
    from crewsat.workers.process import Call, Reply

ResultT = TypeVar("ResultT")


def ask(request: Request[ResultT], instance: Instance, *, note: Tell = ignore_progress) -> ResultT:
    """Answer a request, in this process or, if its limits hold only there, in a child.

    Args:
        request: what is asked.
        instance: what it is asked about.
        note: called with what is known so far; for work in a child, when the child ends, for whatever reason.

    Raises:
        Stopped: if a limit was reached, or the child died, before anything worth returning was known.
        TypeError, WrongOption, NotInstalled, UnknownFeature: as `Request.check` does.
        BugFound, OSError: as the request does.
    """
    request.check(instance)
    limits = _to_show(request)
    if not request.needs_child(instance, limits):
        return request.received(answered(request, instance, limits, note=note))
    from crewsat.workers.process import Worker  # noqa: PLC0415 - processes are seldom needed

    with Worker() as worker:
        try:
            reply = worker.run(call_of(request, instance, limits))
        finally:
            note(worker.notes)
    return received(request, instance, reply)


class Decider:
    """A child process that stays warm and answers one question at a time; ended on leaving the context.

    For callers that ask many questions and need limits that hold, or the memory a question takes
    (`Statistics.peak_mb`). Not for two threads at once: each needs its own.
    """

    def __init__(self) -> None:
        from crewsat.workers.process import Worker  # noqa: PLC0415 - processes are seldom needed

        self._new_worker = Worker
        self._worker = Worker()
        self._thread: Executor | None = None
        """Waits for the child while an event loop goes on."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @property
    def pid(self) -> int | None:
        """The number of the child process; None before the first question, and after a limit or a crash ended it."""
        return self._worker.pid

    @takes(Keywords)
    def decide(self, instance: Instance, **keywords: Unpack[Keywords]) -> Verdict:
        """Decide an instance in the child; arguments, result and errors are those of `decide`.

        A memory limit, by default 4,000 MB, bounds the child. If it dies, the verdict is ``unknown``, ``crash``, and
        the next question gets a new one.
        """
        return self.ask(Decision(Options(**keywords)), instance)

    def ask(self, request: Request[ResultT], instance: Instance) -> ResultT:
        """Answer a request in the child; errors are those of `crewsat.engine.asking.ask`."""
        request.check(instance)
        return received(request, instance, self.run(call_of(request, instance, _to_show(request))))

    async def ask_async(self, request: Request[ResultT], instance: Instance) -> ResultT:
        """Answer a request in the child while the event loop goes on; cancelling kills the child at once."""
        request.check(instance)
        return received(request, instance, await self.run_async(call_of(request, instance, _to_show(request))))

    def run(self, call: Call) -> Reply:
        """Run any call in the child."""
        return self._worker.run(call)

    async def run_async(self, call: Call) -> Reply:
        """Run any call in the child while the event loop goes on; cancelling kills the child at once."""
        import asyncio  # noqa: PLC0415 - a caller that awaits has loaded it already
        from concurrent.futures import ThreadPoolExecutor, wait  # noqa: PLC0415

        if self._thread is None:
            self._thread = ThreadPoolExecutor(1)
        worker = self._worker
        running = self._thread.submit(worker.run, call)
        try:
            return await asyncio.wrap_future(running)
        except BaseException:
            worker.kill()
            wait([running])  # until the thread has seen the child to its end
            worker.close()
            self._worker = self._new_worker()  # for the next question
            raise

    def close(self) -> None:
        """End the child."""
        self._worker.close()
        if self._thread is not None:
            self._thread.shutdown()


async def ask_async(request: Request[ResultT], instance: Instance) -> ResultT:
    """Answer a request in a child of its own while the event loop goes on; cancelling kills the work at once."""
    with Decider() as decider:
        return await decider.ask_async(request, instance)


def _to_show(request: Request[Any]) -> Limits:
    """Return the limits of the one answer that is asked for: its play will be shown."""
    return replace(request.limits(), shown=True)


def call_of(request: Request[Any], instance: Instance, limits: Limits) -> Call:
    """Return the call that a child is to make to answer a request."""
    from crewsat.workers.process import Call  # noqa: PLC0415 - processes are seldom needed

    return Call(
        _in_child, (request.for_child(), instance, limits), deadline=limits.deadline, max_bytes=limits.max_bytes
    )


def _in_child(
    request: Request[ResultT], instance: Instance, limits: Limits, *, deadline: float | None, note: Tell
) -> ResultT:
    return answered(request, instance, replace(limits, deadline=deadline), note=note)


def answered(request: Request[ResultT], instance: Instance, limits: Limits, *, note: Tell) -> ResultT:
    """Answer in this process; what has been noted counts if a limit ends the work."""
    known: dict[str, Any] = {}

    def noted(news: Any) -> None:  # noqa: ANN401 - a mapping
        known.update(news)
        note(news)

    try:
        return request.answer(instance, limits, note=noted)
    except Stopped as stopped:
        return request.unfinished(instance, stopped.reason, known, 0.0)


def received(request: Request[ResultT], instance: Instance, reply: Reply) -> ResultT:
    """Return what a child has found or, if it was lost, what it had noted until then.

    Raises:
        Stopped: if a limit or a crash ended the child before anything worth returning was known.
        Exception: what went wrong in the child, unless it was out of memory.
    """
    if reply.error is not None and not isinstance(reply.error, MemoryError):
        raise reply.error
    if reply.lost is None and reply.error is None:
        found: ResultT = reply.value
    else:
        found = request.unfinished(instance, reply.lost or "memory", reply.notes, reply.since)
    return request.received(found, reply.peak_bytes)
