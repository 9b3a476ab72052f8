"""``python -m benchmarks.web``: the server of the local page under load, in one run on one machine.

Real deals are decided by ten clients at once, and the same deals by `crewsat.decide_many` with as many workers, in
turns; meanwhile another client reads the page. Then clients leave, a crowd asks more than the queue holds, and many
small questions show whether memory grows. Clients need a processor, too, and share this machine with the server.
"""

from __future__ import annotations

import argparse
import json
import os
import socket
import statistics
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from http.client import HTTPConnection
from pathlib import Path
from typing import TYPE_CHECKING, Self

import crewsat
from benchmarks.families import hamiltonian_path, real_deal
from benchmarks.tables import quantile

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

JOBS = 2
QUEUE = 16
CLIENTS = 10
FIRST_SEED = 5_000
JSON = {"content-type": "application/json"}
OK = 200
PATIENCE = 10.0
"""Seconds after which no worker is expected to become free any more."""


class Client:
    """A client that keeps a connection open until the end of a `with` block.

    Args:
        port: that of the server.
    """

    def __init__(self, port: int) -> None:
        self._connection = HTTPConnection("127.0.0.1", port, timeout=120)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._connection.close()

    def get(self, path: str) -> int:
        """Request a file; return the status."""
        return self._sent("GET", path, None)

    def ask(self, name: str, text: str, query: str = "") -> int:
        """Ask a question about a deal; return the status."""
        return self._sent("POST", f"/api/{name}{query}", json.dumps({"deal": text}))

    def _sent(self, method: str, path: str, body: str | None) -> int:
        self._connection.request(method, path, body, JSON if body else {})
        reply = self._connection.getresponse()
        reply.read()
        return reply.status


@contextmanager
def server() -> Iterator[tuple[int, int]]:
    """Run a server; yield its process and its port."""
    command = [sys.executable, "-m", "crewsat", "web", "--jobs", str(JOBS), "--queue", str(QUEUE)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        address = process.stdout.readline() if process.stdout else ""
        try:
            yield process.pid, int(address.rstrip("/\n").rpartition(":")[2])
        finally:
            process.terminate()


def throughput(port: int, texts: Sequence[str]) -> tuple[float, list[float]]:
    """Return the questions per second of all clients, and how long another client waits for the page meanwhile."""
    waits: list[float] = []
    over = threading.Event()

    def reader() -> None:
        with Client(port) as client:
            while True:  # once at least, however soon everything is answered
                began = time.perf_counter()
                client.get("/")
                waits.append(time.perf_counter() - began)
                if over.wait(0.05):
                    return

    def clerk(share: Sequence[str]) -> None:
        with Client(port) as client:
            for text in share:
                if client.ask("decide", text) != OK:
                    raise RuntimeError(f"a question was not answered: {text}")

    page = threading.Thread(target=reader)
    page.start()
    began = time.perf_counter()
    with ThreadPoolExecutor(CLIENTS) as crowd:
        list(crowd.map(clerk, [texts[k::CLIENTS] for k in range(CLIENTS)]))
    seconds = time.perf_counter() - began
    over.set()
    page.join()
    return len(texts) / seconds, waits


def beside(texts: Sequence[str]) -> float:
    """Return the deals per second of `crewsat.decide_many`."""
    deals = [crewsat.parse_text(text) for text in texts]
    began = time.perf_counter()
    for _ in crewsat.decide_many(deals, jobs=JOBS):
        pass
    return len(deals) / (time.perf_counter() - began)


def freed(pid: int, port: int, text: str) -> float:
    """Return the seconds from a client's leaving until the child that worked for it is gone."""
    body = json.dumps({"deal": text}).encode()
    head = f"POST /api/decide?seconds=60 HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nContent-Type: application/json\r\n"
    with socket.create_connection(("127.0.0.1", port)) as line:
        line.sendall(f"{head}Content-Length: {len(body)}\r\n\r\n".encode() + body)
        time.sleep(0.5)
        working = _children(pid)
    began = time.perf_counter()
    while working <= _children(pid):
        if time.perf_counter() - began > PATIENCE:
            raise RuntimeError("the worker of a client that has left goes on")
        time.sleep(0.002)
    return time.perf_counter() - began


def _children(pid: int) -> set[str]:
    found: set[str] = set()
    for task in Path(f"/proc/{pid}/task").iterdir():
        with suppress(OSError):  # a thread that has ended meanwhile
            found.update((task / "children").read_text().split())
    return found


def crowd_of(port: int, number: int, text: str) -> list[int]:
    """Return the statuses of `number` simultaneous questions."""

    def one(_number: int) -> int:
        with Client(port) as client:
            return client.ask("decide", text, "?seconds=2")

    with ThreadPoolExecutor(number) as crowd:
        return list(crowd.map(one, range(number)))


def resident(pid: int) -> float:
    """Return the resident memory of a process in MB."""
    return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6


def growth(pid: int, port: int, number: int, text: str) -> float:
    """Return by how many MB the server has grown after `number` questions; the first hundred are not counted."""

    def some(many: int) -> None:
        with Client(port) as client:
            for _ in range(many):
                client.ask("read", text)

    some(100)
    before = resident(pid)
    with ThreadPoolExecutor(CLIENTS) as crowd:
        list(crowd.map(some, [number // CLIENTS] * CLIENTS))
    return resident(pid) - before


def report(deals: int, rounds: int, leaves: int, questions: int) -> Iterator[str]:
    """Yield what was measured, a line each, as soon as it is known."""
    texts = [
        crewsat.text_of(real_deal(seed, players=3 + seed % 3, objectives=4 + seed % 5))
        for seed in range(FIRST_SEED, FIRST_SEED + deals)
    ]
    hard = hamiltonian_path(1, vertices=28, graph="complete-bipartite").to_json()
    with server() as (pid, port):
        throughput(port, texts[:20])  # the workers start
        ratios, waits = [], []
        for number in range(rounds):
            alone = beside(texts)
            served, waited = throughput(port, texts)
            ratios.append(served / alone)
            waits += waited
            yield f"round {number + 1}: {served:.1f} decisions a second served, {alone:.1f} by decide_many"
        yield f"{deals} real deals, {CLIENTS} clients, {JOBS} workers: {statistics.median(ratios):.0%} of decide_many"
        within = f"95 % within {quantile(sorted(waits), 0.95) * 1000:.0f} ms, the longest {max(waits) * 1000:.0f} ms"
        yield f"the page meanwhile ({len(waits)} times): {within}"
        times = [freed(pid, port, hard) for _ in range(leaves)]
        yield f"a worker whose client has left is free after {max(times) * 1000:.0f} ms (the longest of {leaves})"
        statuses = crowd_of(port, 60, hard)
        counts = ", ".join(f"{statuses.count(status)} x {status}" for status in sorted(set(statuses)))
        yield f"60 questions at once, queue of {QUEUE}: {counts}"
        grown = growth(pid, port, questions, texts[0])
        yield f"{questions} questions: the server grows by {grown:.1f} MB, to {resident(pid):.0f} MB"


def page_of(title: str, command: str, doc: str, lines: Sequence[str]) -> str:
    """Return a page with what was measured.

    Args:
        title: of the page.
        command: that measures it.
        doc: the docstring of its module: all but the first paragraph says how.
        lines: what was measured.
    """
    about = f"CrewSAT {crewsat.__version__}, {os.cpu_count()} cores, one run of `{command}`."
    how = " ".join(doc.split("\n\n", 1)[1].split())
    return "\n".join([f"# {title}", "", about, how, "", *(f"- {line}" for line in lines), ""])


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure, and print the lines."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.web", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--deals", type=int, default=500, metavar="N", help="real deals a round (default: 500)")
    parser.add_argument("--rounds", type=int, default=3, metavar="N", help="rounds (default: 3)")
    parser.add_argument("--leaves", type=int, default=5, metavar="N", help="clients that leave (default: 5)")
    parser.add_argument("--questions", type=int, default=10_000, metavar="N", help="small questions (default: 10,000)")
    parser.add_argument("--page", type=Path, metavar="FILE", help="write the lines as a page, too")
    options = parser.parse_args(arguments)
    lines = []
    for line in report(options.deals, options.rounds, options.leaves, options.questions):
        print(line, flush=True)
        lines.append(line)
    if options.page:
        page = page_of("The local page under load", "python -m benchmarks.web --page FILE", __doc__ or "", lines)
        options.page.write_text(page, encoding="utf-8")


if __name__ == "__main__":
    main()
