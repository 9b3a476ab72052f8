"""The server of the local page, as a user starts it, and requests that no browser would send."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from contextlib import contextmanager
from dataclasses import dataclass
from http.client import HTTPConnection
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator

JSON = {"content-type": "application/json"}


@dataclass(frozen=True, slots=True)
class Server:
    """A server that runs: its process, and the link it has printed."""

    process: subprocess.Popen[str]
    address: str

    @property
    def place(self) -> tuple[str, int]:
        """Where it listens."""
        found = re.match(r"http://([\d.]+):(\d+)/", self.address)
        assert found, self.address
        return found[1], int(found[2])

    def send(
        self, method: str, path: str, body: bytes | None = None, headers: dict[str, str] | None = None
    ) -> tuple[int, dict[str, str], bytes]:
        """Send a request as it is; the reply's status, headers and content."""
        connection = HTTPConnection(*self.place, timeout=120)
        connection.request(method, path, body, headers or {})
        reply = connection.getresponse()
        content = reply.read()
        connection.close()
        return reply.status, {name.lower(): value for name, value in reply.getheaders()}, content

    def ask(self, name: str, question: object, query: str = "") -> tuple[int, Any]:
        """Ask a question as the page does."""
        status, _, content = self.send("POST", f"/api/{name}{query}", json.dumps(question).encode(), JSON)
        return status, json.loads(content)


@contextmanager
def serving(*options: str, before: str = "") -> Iterator[Server]:
    """Start a server, with some code before; it is ended with its children."""
    code = f"{before}\nfrom crewsat.cli import main\nmain()"
    process = subprocess.Popen(
        [sys.executable, "-c", code, "web", *options], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    address = process.stdout.readline().strip()
    assert process.stderr is not None
    assert address, process.stderr.read()
    try:
        yield Server(process, address)
    finally:
        process.terminate()
        process.wait(30)
        process.stdout.close()
        process.stderr.close()
