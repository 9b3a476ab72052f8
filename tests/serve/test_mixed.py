"""Thousands of requests of all kinds at once, good and bad ones, against direct calls; each id is answered once."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import time
from collections import Counter
from threading import Semaphore, Thread
from typing import TYPE_CHECKING, Any

import pytest

import crewsat
from crewsat.base.guarded import MAX_BYTES
from crewsat.games.crew.text import text_of
from tests.serve.test_plain import HARD, WON, without_times
from tests.support.chunks import chunks
from tests.support.line_server import line_server
from tests.support.processes import children, descendants, gone, wait_until
from tests.support.random_instances import whole_crew

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.support.line_server import LineServer

    Check = Callable[[dict[str, Any]], bool]

pytestmark = [pytest.mark.slow, pytest.mark.processes]
AT_ONCE = 40


class Client:
    """Sends requests while a thread takes the answers, and knows what each answer must be."""

    def __init__(self, server: LineServer) -> None:
        self._server = server
        self._checks: dict[Any, Check] = {}
        self._room = Semaphore(AT_ONCE)
        self.nameless: Counter[int] = Counter()
        self.expected_nameless: Counter[int] = Counter()
        self.wrong: list[object] = []
        self.kinds: Counter[str] = Counter()
        self._reader = Thread(target=self._read)
        self._reader.start()

    def send(self, message: dict[str, Any], check: Check) -> None:
        """Send a request, and remember what its answer must be."""
        self._room.acquire()
        self._checks[message["id"]] = check
        self._server.send(message)

    def send_nameless(self, line: bytes, code: int) -> None:
        """Send a line that is answered without an id."""
        self.expected_nameless[code] += 1
        self._server.send_line(line)

    def at_work(self) -> list[Any]:
        """The ids of requests that have not been answered."""
        return [*self._checks]

    def end(self) -> None:
        """Wait for all answers, and check that there are no others."""
        assert wait_until(lambda: not self._checks and self.nameless == self.expected_nameless), self._checks
        self._server.requests.close()
        self._reader.join()
        assert not self.wrong, json.dumps(self.wrong[:3])

    def _read(self) -> None:
        assert self._server.process.stdout is not None
        for line in self._server.process.stdout:
            answer = json.loads(line)
            if answer["id"] is None:
                self.nameless[answer["error"]["code"]] += 1
                continue
            check = self._checks.pop(answer["id"], None)
            if check is None or not check(answer):
                self.wrong.append(answer)
            self._room.release()


class Requests:
    """Random requests, each with what is right."""

    def __init__(self, client: Client, seed: int) -> None:
        self._client = client
        self._rng = random.Random(seed)
        self._number = 0

    def one(self) -> None:
        """Send one of any kind."""
        kinds = {"good": 60, "bad": 20, "cancelled": 1, "same id": 4, "broken": 8, "huge": 0.2, "notification": 4}
        kind = self._rng.choices([*kinds], [*kinds.values()])[0]
        self._client.kinds[kind] += 1
        {
            "good": self._good,
            "bad": self._bad,
            "cancelled": self._cancelled,
            "same id": self._same_id,
            "broken": lambda: self._client.send_nameless(b'{"jsonrpc": "2.0", "id": 5, "met', -32700),
            "huge": lambda: self._client.send_nameless(b"x" * (MAX_BYTES + 1), -32001),
            "notification": self._notification,
        }[kind]()

    def _request(self, method: str, params: dict[str, Any]) -> dict[str, Any]:
        self._number += 1
        number: Any = self._number if self._rng.random() < 0.5 else f"n{self._number}"
        return {"jsonrpc": "2.0", "id": number, "method": method, "params": params}

    def _good(self) -> None:
        deal = whole_crew(self._rng.randrange(10_000), most_cards=7)
        asks: dict[str, Callable[[], Any]] = {
            "decide": lambda: crewsat.decide(deal).as_dict(),
            "options": lambda: crewsat.options(deal).as_dict(),
            "review": lambda: crewsat.review(deal).as_dict(),
            "convert": lambda: {"text": text_of(deal), "instance": deal.as_dict()},
        }
        method = self._rng.choice([*asks])
        right = without_times(json.loads(json.dumps(asks[method]())))
        form = {"deal": text_of(deal)} if self._rng.random() < 0.5 else {"instance": deal.as_dict()}
        self._client.send(self._request(method, form), lambda answer: without_times(answer.get("result")) == right)

    def _bad(self) -> None:
        params: dict[str, Any]
        method, params, code = self._rng.choice(
            [
                ("decide", {"deal": "a1 / b2; leader 7"}, -32602),
                ("decide", {"deal": WON, "seed": "x"}, -32602),
                ("decide", {"deal": WON, "proof": "x"}, -32602),
                ("nothing", {}, -32601),
                ("least-hand", {"deal": WON}, -32602),
            ]
        )
        request = self._request(method, params)
        self._client.send(request, lambda answer: answer.get("error", {}).get("code") == code)

    def _cancelled(self) -> None:
        request = self._request("decide", {"deal": HARD})
        self._client.send(request, lambda answer: answer.get("error", {}).get("code") == -32002)
        cancel = self._request("cancel", {"id": request["id"]})
        self._client.send(cancel, lambda answer: answer.get("result") == {"cancelled": True})

    def _same_id(self) -> None:
        """Twice the same id in one line, so that the first is surely at work."""
        request = self._request("convert", {"deal": WON})
        line = json.dumps(request).encode()
        self._client.expected_nameless[-32600] += 1
        self._client.send(request | {"method": "decide", "params": {"deal": HARD}}, _was_cancelled)
        self._client._server.send_line(line)
        cancel = self._request("cancel", {"id": request["id"]})
        self._client.send(cancel, lambda answer: answer.get("result") == {"cancelled": True})

    def _notification(self) -> None:
        self._client._server.send({"jsonrpc": "2.0", "method": "decide", "params": {"deal": WON}})


def _was_cancelled(answer: dict[str, Any]) -> bool:
    return bool(answer.get("error", {}).get("code") == -32002)


@pytest.mark.parametrize("chunk", chunks(50))
def test_requests_of_all_kinds_at_once(chunk: int) -> None:
    """Ten thousand in all."""
    with line_server("--jobs", "2", "--queue", str(2 * AT_ONCE)) as server:
        client = Client(server)
        requests = Requests(client, chunk)
        for _ in range(200):
            requests.one()
        client.end()
        assert client.kinds["good"] > 80
        assert client.kinds["bad"] > 10


@pytest.mark.parametrize("chunk", chunks(10))
def test_children_that_are_killed_lose_only_what_they_worked_on(chunk: int) -> None:
    """Each id is answered: by the right answer, or by the code of a crash if its child was killed."""
    rng = random.Random(chunk)
    with line_server("--jobs", "2", "--queue", "100") as server:
        for _ in range(5):
            deals = [whole_crew(rng.randrange(10_000), most_cards=7) for _ in range(30)]
            numbers = [server.begin("decide", instance=deal.as_dict()) for deal in deals]
            time.sleep(rng.random() * 0.2)
            for child in children(server.process.pid):
                os.kill(child, signal.SIGKILL)
            crashes = 0
            for deal, number in zip(deals, numbers, strict=True):
                answer = server.answer_to(number)
                if "error" in answer:
                    assert answer["error"]["code"] == -32003, answer
                    crashes += 1
                else:
                    assert answer["result"]["answer"] == crewsat.decide(deal).answer, deal.to_json()
            assert crashes <= 2
        below = descendants(server.process.pid)
        assert server.end() == 0
        assert all(map(gone, below))


@pytest.mark.parametrize("chunk", chunks(10))
def test_a_client_or_server_that_is_killed_leaves_no_orphan(chunk: int) -> None:
    """A client that is killed closes the pipe, wherever it was."""
    rng = random.Random(100 + chunk)
    for k in range(5):
        with line_server("--jobs", "2") as server:
            for _ in range(3):
                server.begin("decide", deal=rng.choice([HARD, WON]))
            time.sleep(rng.random() * 0.6)
            below = descendants(server.process.pid)
            if k % 2:
                server.process.kill()
            else:
                server.requests.close()
                assert server.process.stdout is not None
                server.process.stdout.close()
            assert gone(server.process.pid)
            assert all(map(gone, below))


@pytest.mark.parametrize("ending", ["input", "output", signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_every_end_ends_all_work(ending: str | signal.Signals) -> None:
    with line_server("--jobs", "2") as server:
        assert server.result("decide", deal=WON)["answer"] == "yes"
        numbers = [server.begin("decide", deal=HARD) for _ in range(4)]
        assert wait_until(lambda: len(children(server.process.pid)) == 2)
        below = descendants(server.process.pid)
        if ending == "input":
            server.requests.close()
        elif ending == "output":
            assert server.process.stdout is not None
            server.process.stdout.close()
            server.begin("serverInfo")  # its answer finds nobody
        else:
            assert isinstance(ending, signal.Signals)
            server.process.send_signal(ending)
        if ending != "output":
            cancelled = [server.answer_to(number) for number in numbers]
            assert {answer["error"]["code"] for answer in cancelled} == {-32002}
        status = server.process.wait(30)
        assert status == (128 + ending if isinstance(ending, signal.Signals) else 0)
        assert all(map(gone, below))


@pytest.mark.timing
def test_the_end_is_reached_within_a_second() -> None:
    with line_server("--jobs", "2") as server:
        server.result("decide", deal=WON)
        server.begin("decide", deal=HARD)
        time.sleep(0.3)
        began = time.monotonic()
        server.process.send_signal(signal.SIGINT)
        server.process.wait(30)
        assert time.monotonic() - began < 1


@pytest.mark.parametrize("number", [pytest.param(100_000, marks=pytest.mark.thorough)])
def test_memory_does_not_grow(number: int) -> None:
    """Of the server and its child, over a hundred thousand requests."""

    def resident(pid: int) -> int:
        words = subprocess.run(["ps", "-o", "rss=", "-p", str(pid)], capture_output=True, check=True).stdout
        return int(words)

    with line_server("--jobs", "1") as server:
        early = {}
        for k in range(number):
            asked = {"deal": WON} if k % 3 else {"deal": "a1 / b1; leader 9"}
            answer = server.ask("decide", **asked)
            assert ("result" in answer) == bool(k % 3)
            if k == number // 10:
                early = {pid: resident(pid) for pid in (server.process.pid, *children(server.process.pid))}
        late = {pid: resident(pid) for pid in (server.process.pid, *children(server.process.pid))}
        assert late.keys() == early.keys()
        assert all(late[pid] < early[pid] * 1.1 + 2_000 for pid in late), (early, late)
