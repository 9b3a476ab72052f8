"""Run the server: where it listens, and under which names."""

from __future__ import annotations

import secrets
import signal
import socket
from contextlib import contextmanager
from dataclasses import dataclass
from threading import current_thread, main_thread
from typing import TYPE_CHECKING

import h11
import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol

from crewsat.web.app import app

if TYPE_CHECKING:
    from asyncio import Transport
    from collections.abc import Callable, Iterator, Sequence

HOME = "127.0.0.1"
PATIENCE = 30.0
"""Seconds within which a connection must ask something, or take what it has been sent."""
WEB_PORT = 80
"""Browsers leave this port out of Host."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where a server listens.

    Attributes:
        listener: a socket that listens.
        hosts: the values of Host that name this server.
        address: the link to the page.
        token: the first part of every path, if there is to be one.
    """

    listener: socket.socket
    hosts: tuple[str, ...]
    address: str
    token: str | None = None


def place(host: str, port: int, names: Sequence[str], *, token: bool) -> Place:
    """Listen on an address.

    Args:
        host: the address.
        port: 0 for any free one.
        names: other names of the server.
        token: whether every path begins with a random token.

    Raises:
        OSError: if that is not possible.
    """
    listener = socket.create_server((host, port))
    number = listener.getsockname()[1]
    called = [host, *(["localhost"] if host == HOME else []), *names]
    first = secrets.token_urlsafe(16) if token else None
    address = f"http://{host}:{number}/" + (f"{first}/" if first else "")
    ports = [f":{number}", ""] if number == WEB_PORT else [f":{number}"]
    return Place(listener, tuple(name.lower() + port for name in called for port in ports), address, first)


def own_address() -> str:
    """Return this machine's address in its local network: the one from which it would send. Nothing is sent.

    Raises:
        OSError: if it has none.
    """
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect(("192.0.2.1", 9))  # an address that is not in use (RFC 5737)
        address: str = probe.getsockname()[0]
        return address


def serve(  # noqa: PLR0913 - one argument per option of the command
    where: Place, *, jobs: int, places: int, max_bytes: int, share_base: str | None, ready: Callable[[], None]
) -> None:
    """Serve until Ctrl-C, SIGTERM or SIGHUP.

    Args:
        where: where to listen.
        jobs: how many questions are worked on at a time.
        places: how many more may wait.
        max_bytes: bound on the memory of each.
        share_base: the address of the page in links to others, if it is not this server's.
        ready: called when the server answers.
    """
    served = app(where.hosts, jobs=jobs, places=places, max_bytes=max_bytes, token=where.token, share_base=share_base)
    config = uvicorn.Config(
        served,
        http=_Protocol,
        ws="none",
        log_config=None,
        log_level="critical",  # clients that are not served get a reply
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=1,
    )
    _Server(config, ready).run(sockets=[where.listener])


class _Protocol(H11Protocol):
    """A connection of a client that may only send questions, one after another.

    It is closed if it asks nothing for a while, reads nothing of a reply for a while, or sends something while its
    question is being answered: the server would stop reading then, and not notice that the client leaves.
    """

    def connection_made(self, transport: Transport) -> None:  # type: ignore[override]
        """Wait for the first question."""
        super().connection_made(transport)
        self._waiting = self.loop.call_later(PATIENCE, transport.abort)

    def connection_lost(self, exc: Exception | None) -> None:
        """Wait no longer."""
        self._waiting.cancel()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Take a part of a question."""
        if self.cycle and not self.cycle.response_complete and self.conn.their_state is h11.DONE:
            self.transport.abort()
            return
        super().data_received(data)
        if self.cycle:
            self._waiting.cancel()

    def pause_writing(self) -> None:
        """Wait for the client to read what it has been sent."""
        super().pause_writing()
        self._waiting.cancel()
        self._waiting = self.loop.call_later(PATIENCE, self.transport.abort)

    def resume_writing(self) -> None:
        """Go on sending."""
        self._waiting.cancel()
        super().resume_writing()


class _Server(uvicorn.Server):
    """A server that says when it has started."""

    def __init__(self, config: uvicorn.Config, ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin to answer, and report it."""
        await super().startup(sockets)
        self._ready()

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Treat the closing of the terminal like SIGTERM, so that no temporary files are left."""
        with super().capture_signals():
            if current_thread() is not main_thread() or signal.getsignal(signal.SIGHUP) is signal.SIG_IGN:
                yield
                return
            before = signal.signal(signal.SIGHUP, self.handle_exit)
            try:
                yield
            finally:
                signal.signal(signal.SIGHUP, before)
