"""What one client has asked: which requests are at work, and their answers."""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from crewsat.base.errors import InvalidInstance
from crewsat.base.guarded import MAX_BYTES, value_of
from crewsat.engine.desk import Full
from crewsat.serve import calls
from crewsat.serve import messages as rpc
from crewsat.serve.messages import Refused
from crewsat.serve.streams import TooLong
from crewsat.workers.process import Call

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Mapping, Sequence

    from crewsat.engine.desk import Desk
    from crewsat.serve.messages import Id, Request
    from crewsat.serve.streams import Writer
    from crewsat.workers.process import Reply

MOST_UNREAD = 64 << 20
"""Bytes of answers that nobody has read, at which no more requests are read."""
_TO_SAY_SO = 10.0
"""Seconds in which a child may say what is known of a request that was ended."""
AT_ONCE = 1 << 16
"""Bytes of a line that is parsed without giving others a turn."""


@dataclass(frozen=True, slots=True)
class Limits:
    """What a request may use at most.

    Attributes:
        seconds: of wall time.
        megabytes: of resident memory.
    """

    seconds: float
    megabytes: float

    def lowered(self, params: Mapping[str, Any]) -> Limits:
        """Return the limits of a request: those it names, if they are lower; the child refuses what makes no sense."""
        seconds, megabytes = params.get("time_limit"), params.get("memory_limit")
        return Limits(_lower(self.seconds, seconds), _lower(self.megabytes, megabytes))


def _lower(limit: float, asked: Any) -> float:  # noqa: ANN401 - any JSON
    return min(limit, asked) if type(asked) in {int, float} and asked > 0 else limit


@dataclass(frozen=True, slots=True)
class Work:
    """Work for a child.

    Attributes:
        name: the method.
        params: its parameters.
        as_tool: as in `crewsat.serve.calls.Asked`.
    """

    name: str
    params: Mapping[str, Any]
    as_tool: Mapping[str, Any] | None = None


@dataclass(frozen=True, slots=True)
class Begun:
    """A request at work.

    Attributes:
        id: its id.
        task: gives the answer, or None if there is to be none.
    """

    id: Id
    task: asyncio.Task[bytes | None]


class Protocol(ABC):
    """Which requests there are.

    Attributes:
        takes_arrays: whether several requests may be sent in an array.
        answers_cancelled: whether a request that is cancelled is answered.
    """

    takes_arrays: bool
    answers_cancelled: bool

    @abstractmethod
    def begun(self, request: Request, session: Session) -> bytes | Call | Work:
        """Return the result of a request as JSON, or the work that gives it.

        Raises:
            Refused: if it is answered by an error.
        """

    @abstractmethod
    def noticed(self, request: Request, session: Session) -> None:
        """Take a notification."""

    @abstractmethod
    def refused(self, error: bytes) -> bytes | None:
        """Return the answer to a request whose id is not known; None if there can be none."""


class Session:
    """A client: its requests at work, by id.

    Args:
        protocol: which requests there are.
        desk: where they are answered.
        limits: of each request.
        writer: where the answers go.
    """

    def __init__(self, protocol: Protocol, desk: Desk, limits: Limits, writer: Writer) -> None:
        self._protocol = protocol
        self._desk = desk
        self._limits = limits
        self._writer = writer
        self._at_work: dict[Id, asyncio.Task[bytes | None]] = {}
        self._arrays: set[asyncio.Task[None]] = set()

    async def serve(self, lines: AsyncIterator[bytes | TooLong]) -> None:
        """Answer lines until there are no more; then end what is still at work."""
        async for line in lines:
            await self._take(line)
            await self._writer.below(MOST_UNREAD)

    async def end(self) -> None:
        """End all work; what has not been answered is answered as cancelled."""
        left = [*self._at_work.values()]
        for task in left:
            task.cancel()
        await asyncio.gather(*left, *self._arrays, return_exceptions=True)

    def cancel(self, request: Any) -> bool:  # noqa: ANN401 - any JSON
        """End the work on a request; return whether there was any."""
        task = self._at_work.get(request) if request is None or rpc.is_id(request) else None
        return task is not None and task.cancel()

    async def _take(self, line: bytes | TooLong) -> None:
        """Begin what a line asks for."""
        try:
            message = await _parsed(line)
        except Refused as refused:
            self._write(self._error(refused, None))
            return
        if not isinstance(message, list):
            answer = self._begun(message)
            if isinstance(answer, Begun):
                answer.task.add_done_callback(lambda _: self._write(self._answer_of(answer)))
            else:
                self._write(answer)
        elif not message or not self._protocol.takes_arrays:
            why = "an array of requests has at least one" if not message else "a message is one JSON object"
            self._write(self._error(Refused(rpc.INVALID_REQUEST, why), None))
        else:
            array = asyncio.ensure_future(self._answer_all([self._begun(one) for one in message]))
            self._arrays.add(array)
            array.add_done_callback(self._arrays.discard)

    def _begun(self, message: object) -> Begun | bytes | None:
        """Begin a request; return it, or its answer if that is known already, or None if there is none."""
        try:
            request = rpc.request_of(message)
        except Refused as refused:
            return self._error(refused, rpc.id_of(message))
        if request.is_notification:
            self._protocol.noticed(request, self)
            return None
        if request.id in self._at_work:
            words = "id: is that of a request at work"
            return self._error(Refused(rpc.INVALID_REQUEST, words, {"id": request.id}), None)
        task = asyncio.ensure_future(self._answered(request))
        self._at_work[request.id] = task
        task.add_done_callback(lambda _: self._at_work.pop(request.id))
        return Begun(request.id, task)

    async def _answered(self, request: Request) -> bytes | None:
        """Return the answer to a request."""
        try:
            begun = self._protocol.begun(request, self)
            result = begun if isinstance(begun, bytes) else await self._worked(begun)
        except Refused as refused:
            return self._error(refused, request.id)
        except Exception as error:  # noqa: BLE001 - no child can be started, or a bug: no id may be lost
            return self._error(Refused(rpc.INTERNAL_ERROR, f"the program failed: {error!r:.500}"), request.id)
        return rpc.answer_with(result, request.id)

    def _answer_of(self, begun: Begun | bytes | None) -> bytes | None:
        """Return the answer to a request, if there is one; it may have been cancelled before its task could begin."""
        if not isinstance(begun, Begun):
            return begun
        if not begun.task.cancelled():
            return begun.task.result()
        if not self._protocol.answers_cancelled:
            return None
        return self._error(Refused(rpc.CANCELLED, "the request was cancelled"), begun.id)

    async def _answer_all(self, requests: Sequence[Begun | bytes | None]) -> None:
        """Answer an array of requests when all are answered; not at all if they are notifications."""
        tasks = [one.task for one in requests if isinstance(one, Begun)]
        await asyncio.gather(*tasks, return_exceptions=True)
        answers = [answer for one in requests if (answer := self._answer_of(one)) is not None]
        if answers:
            self._write(b"[%b]" % b", ".join(answers))

    async def _worked(self, work: Call | Work) -> bytes:
        """Have a child work, and return the result.

        Raises:
            Refused: if there is none.
        """
        call, after = (work, None) if isinstance(work, Call) else self._call_of(work)
        try:
            reply = await self._desk.run(call, after=after)
        except Full:
            raise Refused(rpc.BUSY, "too many requests at once") from None
        if reply.lost is not None:
            raise Refused(rpc.CRASHED, f"the process that worked on it was ended ({reply.lost})")
        if reply.error is not None:
            raise Refused(rpc.INTERNAL_ERROR, f"the program failed: {reply.error!r:.500}")
        if not isinstance(reply.value, bytes):
            raise Refused(*reply.value)
        return reply.value

    def _call_of(self, work: Work) -> tuple[Call, Callable[[Reply], Call | None]]:
        """Return the call that does some work, and what gives the call to follow it: of what was ended by a limit."""
        limits = self._limits.lowered(work.params)
        asked = calls.Asked(work.name, work.params, limits.megabytes, work.as_tool)
        bytes_at_most = int(limits.megabytes * 1e6)

        def after(reply: Reply) -> Call | None:
            if reply.lost not in {"time", "memory"}:
                return None
            arguments = asked, reply.lost, reply.notes, reply.since
            return Call(calls.unfinished, arguments, time_limit=_TO_SAY_SO, max_bytes=int(self._limits.megabytes * 1e6))

        return Call(calls.answered, (asked,), time_limit=limits.seconds, max_bytes=bytes_at_most), after

    def _error(self, refused: Refused, to: Id) -> bytes | None:
        """Return the answer to a request that is refused; None if there can be none."""
        error = refused.as_json()
        return self._protocol.refused(error) if to is None else rpc.error_with(error, to)

    def _write(self, answer: bytes | None) -> None:
        if answer is not None:
            self._writer.put(answer)


async def _parsed(line: bytes | TooLong) -> object:
    """Return what a line holds.

    Raises:
        Refused: if it is too long, or not JSON.
    """
    if isinstance(line, TooLong):
        raise Refused(rpc.TOO_LARGE, f"a line has at most {MAX_BYTES >> 20} MiB")
    try:
        return value_of(line) if len(line) <= AT_ONCE else await asyncio.to_thread(value_of, line)
    except InvalidInstance as error:
        raise rpc.refused_for(rpc.PARSE_ERROR, error.defects) from None
