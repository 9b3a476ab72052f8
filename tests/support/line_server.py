"""The server on standard input and output, as other programs start it."""

from __future__ import annotations

import json
import subprocess
import sys
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from typing import IO, TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator


@dataclass
class LineServer:
    """A server that runs, and what has been asked of it."""

    process: subprocess.Popen[bytes]
    asked: int = 0
    late: dict[Any, Any] = field(default_factory=dict)
    """Answers that came before they were waited for, by id."""

    @property
    def requests(self) -> IO[bytes]:
        """Its standard input."""
        assert self.process.stdin is not None
        return self.process.stdin

    def send_line(self, line: bytes) -> None:
        """Send a line as it is."""
        self.requests.write(line + b"\n")
        self.requests.flush()

    def send(self, message: object) -> None:
        """Send a message."""
        self.send_line(json.dumps(message).encode())

    def begin(self, method: str, /, **params: object) -> int:
        """Send a request, and return its id."""
        self.asked += 1
        self.send({"jsonrpc": "2.0", "id": self.asked, "method": method, "params": params})
        return self.asked

    def receive(self) -> Any:  # noqa: ANN401 - any JSON
        """The next answer."""
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        assert line.endswith(b"\n"), line
        return json.loads(line)

    def answer_to(self, number: int) -> Any:  # noqa: ANN401 - any JSON
        """The answer to a request, whatever else is answered before."""
        while number not in self.late:
            answer = self.receive()
            assert answer["id"] not in self.late, answer
            self.late[answer["id"]] = answer
        return self.late.pop(number)

    def ask(self, method: str, /, **params: object) -> Any:  # noqa: ANN401 - any JSON
        """The answer to a request that is sent now."""
        return self.answer_to(self.begin(method, **params))

    def result(self, method: str, /, **params: object) -> Any:  # noqa: ANN401 - any JSON
        """The result of a request that is sent now."""
        answer = self.ask(method, **params)
        assert "result" in answer, answer
        return answer["result"]

    def end(self) -> int:
        """End its input, and return its exit status."""
        self.requests.close()
        return self.process.wait(30)


@contextmanager
def line_server(*options: str, before: str = "", stderr: int | None = None) -> Iterator[LineServer]:
    """Start a server, with some code before; it is ended with its children."""
    code = f"{before}\nfrom crewsat.cli import main\nmain()"
    command = [sys.executable, "-c", code, "serve", *options]
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=stderr)
    try:
        yield LineServer(process)
    finally:
        process.terminate()
        process.wait(30)
        for stream in (process.stdin, process.stdout, process.stderr):
            if stream is not None:
                with suppress(BrokenPipeError):
                    stream.close()
