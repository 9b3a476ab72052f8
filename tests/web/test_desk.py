"""The workers behind the local page: limits, the queue, clients that leave, kills and signals."""

from __future__ import annotations

import asyncio
import json
import os
import random
import signal
import socket
import subprocess
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import pytest
import uvicorn
from uvicorn.protocols.http.flow_control import FlowControl
from uvicorn.server import ServerState

import crewsat.web.app as served
import crewsat.web.server as listening
from crewsat.engine.desk import Full
from crewsat.web.desk import Desk
from tests.support.chunks import few_of
from tests.support.processes import PATIENCE, children, descendants, gone, lives, wait_until
from tests.support.stubborn import stubborn
from tests.support.web_server import JSON, Server, serving

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = [pytest.mark.slow, pytest.mark.processes]
LOST = "pink9,5 / pink8,1 / pink7,2; leader 2; 1 wins pink8 [1]; 2 wins pink5 [2]"
HARD = stubborn().to_json()


@pytest.mark.parametrize("name", few_of(["read", "decide", "options"], 2))
def test_thousands_of_cards_end_at_limits(name: str) -> None:
    hands = " / ".join(" ".join(f"{suit}{value}" for value in range(1, 1001)) for suit in "abcdefghijklmnopqrst")
    with serving("--jobs", "1", "--memory-limit", "300") as server:
        status, answer = server.ask(name, {"deal": f"{hands}; leader 1; 2 wins b1000[1] c5"})
        assert status == 200
        assert "error" not in answer
        if name == "decide":
            assert answer["result"]["reason"] == "memory"
        assert server.send("GET", "/")[0] == 200


def test_questions_end_in_time(server: Server) -> None:
    began = time.monotonic()
    status, answer = server.ask("decide", {"deal": HARD}, "?seconds=0.5")
    if status == 504:  # on a busy machine it is ended before it can say so
        assert answer["error"][0]["message"] == "the question took longer than it may"
    else:
        assert answer["result"]["reason"] == "time"
    assert time.monotonic() - began < 30


@pytest.mark.parametrize("more", few_of([b"G", b""]))
def test_a_client_that_leaves_frees_its_worker(more: bytes) -> None:
    """Also one that has begun to ask more."""
    with serving("--jobs", "1") as server:
        server.ask("read", {"deal": LOST})
        [worker] = children(server.process.pid)
        body = json.dumps({"deal": HARD}).encode()
        with socket.create_connection(server.place) as line:
            host = f"127.0.0.1:{server.place[1]}"
            head = f"POST /api/decide?seconds=60 HTTP/1.1\r\nHost: {host}\r\nContent-Type: application/json\r\n"
            line.sendall(f"{head}Content-Length: {len(body)}\r\n\r\n".encode() + body)
            time.sleep(0.5)
            assert children(server.process.pid) == {worker}
            line.sendall(more)
        assert gone(worker)
        assert server.ask("read", {"deal": LOST})[0] == 200


def test_too_many_questions_are_refused_at_once_and_none_is_lost() -> None:
    with serving("--jobs", "2", "--queue", "4") as server, ThreadPoolExecutor(24) as crowd:
        asked = [crowd.submit(server.ask, "decide", {"deal": HARD}, "?seconds=1") for _ in range(24)]
        statuses = [one.result()[0] for one in asked]
        assert len(statuses) == 24
        assert {503} < set(statuses) <= {200, 503, 504}  # on a busy machine a worker may be ended before it says so
        assert server.ask("read", {"deal": LOST})[0] == 200


def test_the_queue_has_its_length_and_places_in_it_are_given_back() -> None:
    with serving("--jobs", "1", "--queue", "1") as server:
        server.ask("read", {"deal": LOST})
        lines = [left_alone(server, HARD) for _ in range(2)]  # one is worked on, one waits
        status, headers, _ = server.send("POST", "/api/read", json.dumps({"deal": LOST}).encode(), JSON)
        assert (status, headers["retry-after"]) == (503, "1")
        lines.pop().close()  # the one that waits leaves
        assert wait_until(lambda: server.ask("read", {"deal": LOST}, "?seconds=1")[0] in {200, 503}, 10)
        with ThreadPoolExecutor(1) as crowd:
            waits = crowd.submit(server.ask, "read", {"deal": LOST}, "?seconds=60")
            time.sleep(0.5)
            assert not waits.done()
            lines.pop().close()
            assert waits.result()[0] == 200


def left_alone(server: Server, deal: str) -> socket.socket:
    """A connection on which a long question has been asked."""
    line = socket.create_connection(server.place)
    body = json.dumps({"deal": deal}).encode()
    head = f"POST /api/decide?seconds=60 HTTP/1.1\r\nHost: 127.0.0.1:{server.place[1]}\r\n"
    head += f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
    line.sendall(head.encode() + body)
    time.sleep(0.3)
    return line


def test_ten_that_come_at_once_are_not_more_than_the_places() -> None:
    """Of a desk with one worker and no queue, nine of ten are refused, whatever the order of the event loop."""

    async def ask() -> list[Any]:
        desk = Desk(1, 0, 10**9)
        try:
            asked = [desk.ask("read", json.dumps({"deal": LOST}).encode(), 30) for _ in range(10)]
            return await asyncio.gather(*asked, return_exceptions=True)
        finally:
            await desk.close()

    with ThreadPoolExecutor(1) as thread:
        replies = thread.submit(asyncio.run, ask()).result()
    assert sum(isinstance(one, Full) for one in replies) == 9


def test_clients_that_keep_silent_or_do_not_read_are_not_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    with serving("--jobs", "1", before="import crewsat.web.server as s\ns.PATIENCE = 0.5") as server:
        with socket.create_connection(server.place) as silent:
            silent.settimeout(PATIENCE)
            with suppress(ConnectionResetError):
                assert silent.recv(1) == b""
        assert server.ask("read", {"deal": LOST})[0] == 200
    monkeypatch.setattr(listening, "PATIENCE", 0.01)

    async def deaf() -> int:
        aborted = []
        transport = SimpleNamespace(abort=lambda: aborted.append(1), get_extra_info=lambda _name: None)
        config = uvicorn.Config(served.app([], jobs=1, places=0, max_bytes=10**9), log_config=None)
        config.load()
        protocol = listening._Protocol(config=config, server_state=ServerState(), app_state={})
        protocol.flow = FlowControl(transport)  # type: ignore[arg-type]
        protocol.transport = transport  # type: ignore[assignment]
        protocol._waiting = asyncio.get_running_loop().call_later(60, transport.abort)
        protocol.pause_writing()
        protocol.resume_writing()
        await asyncio.sleep(0.05)
        assert not aborted
        protocol.pause_writing()
        await asyncio.sleep(0.05)
        return len(aborted)

    with ThreadPoolExecutor(1) as thread:
        assert thread.submit(asyncio.run, deaf()).result() == 1


def test_killed_children_are_replaced_and_a_killed_server_leaves_none() -> None:
    with serving("--jobs", "1") as server:
        for _ in range(3):
            server.ask("read", {"deal": LOST})
            [worker] = children(server.process.pid)
            subprocess.run(["kill", "-9", str(worker)], check=True)
            assert server.ask("read", {"deal": LOST})[0] == 200
        below = descendants(server.process.pid)
        assert below
        server.process.kill()
        server.process.wait()
        assert all(map(gone, below))


@pytest.mark.thorough
def test_fifty_kills_leave_no_orphan() -> None:
    """Of the server or a child, at any moment of a question: what lives answers the next question rightly."""
    rng = random.Random(26)
    kills = 0
    while kills < 50:
        with serving("--jobs", "2") as server, ThreadPoolExecutor(4) as crowd:
            while kills < 50:
                asked = [crowd.submit(server.ask, "decide", {"deal": deal}, "?seconds=2") for deal in (LOST, HARD)]
                time.sleep(rng.random())
                below = descendants(server.process.pid)
                kills += 1
                if rng.random() < 0.3:
                    server.process.kill()
                    server.process.wait()
                    assert wait_until(lambda: not any(map(lives, below)), 1)  # noqa: B023 - called at once
                    [one.exception() for one in asked]
                    break
                for victim in rng.sample(sorted(below), min(1, len(below))):
                    os.kill(victim, signal.SIGKILL)
                assert [one.result()[0] for one in asked].count(200) >= 1
                _, answer = server.ask("decide", {"deal": LOST})
                assert answer["result"]["answer"] == "no"


@pytest.mark.parametrize(
    ("number", "status"), few_of([(signal.SIGHUP, 129), (signal.SIGINT, 130), (signal.SIGTERM, 143)])
)
def test_a_signal_ends_everything(
    number: signal.Signals, status: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """SIGHUP left the folder for temporary files behind."""
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    with serving("--jobs", "1") as server, ThreadPoolExecutor(1) as crowd:
        server.ask("read", {"deal": LOST})
        asked = crowd.submit(server.ask, "decide", {"deal": HARD}, "?seconds=60")
        time.sleep(0.5)
        below = descendants(server.process.pid)
        server.process.send_signal(number)
        assert server.process.wait(PATIENCE) == status
        assert below
        assert all(map(gone, below))
        assert asked.exception() is not None
        assert server.process.stderr is not None
        assert "Traceback" not in server.process.stderr.read()
        assert [*tmp_path.iterdir()] == []
