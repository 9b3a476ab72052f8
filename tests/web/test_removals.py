"""Every check of the server, removed: the attack that it refuses goes through then, so no check hides another."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import crewsat.web.app as served
from crewsat.web import guard
from crewsat.workers.process import Reply

HOST = "127.0.0.1:1"
FORM = "application/x-www-form-urlencoded"
OK = 200
PASSED = {OK, 408}
"""How a request ends that no check refuses: answered, or waited for in vain."""


@dataclass(frozen=True, slots=True)
class Attack:
    """A request that is refused because of one check.

    Attributes:
        module: where the check is.
        check: its text.
        without: the text that takes its place when it is removed.
        status: how the request is refused.
        path, headers, pieces, pause: of the request; pieces of the body come one after the other, after a pause each.
        token: of the server.
    """

    module: ModuleType
    check: str
    without: str
    status: int
    path: str = "/api/read"
    method: str = "POST"
    headers: dict[str, str] = field(default_factory=dict)
    pieces: tuple[bytes, ...] = (b"{}",)
    pause: float = 0
    token: str | None = None


ORIGIN = 'any(origin.lower() != f"http://{hosts[0].lower()}" for origin in origins)'
HOSTS = "len(hosts) != 1 or hosts[0].lower() not in self._hosts"
KIND = 'request.headers.get("content-type", "").partition(";")[0].strip().lower() != "application/json"'
PIECE = b" " * 0x10000
ATTACKS = {
    "foreign host": Attack(guard, HOSTS, "False", 403, headers={"host": "evil.example"}),
    "foreign port": Attack(guard, HOSTS, "False", 403, headers={"host": "127.0.0.1:2"}),
    "foreign origin": Attack(guard, ORIGIN, "False", 403, headers={"origin": "http://evil.example"}),
    "another scheme": Attack(guard, ORIGIN, "False", 403, headers={"origin": f"https://{HOST}"}),
    "origin null": Attack(guard, ORIGIN, "False", 403, headers={"origin": "null"}),
    "no token": Attack(
        guard,
        'self._token is not None and not scope["path"].startswith(f"/{self._token}/")',
        "False",
        403,
        token="secret",
    ),
    "form": Attack(served, KIND, "False", 415, headers={"content-type": FORM}),
    "longest question": Attack(served, "0 < seconds <= MOST_SECONDS", "seconds", 422, path="/api/read?seconds=9999"),
    "announced body": Attack(  # which never comes
        served,
        "not said.isascii() or not said.isdigit() or int(said) > MOST_BYTES",
        "False",
        413,
        headers={"content-length": "1000000000"},
    ),
    "endless body": Attack(served, "len(body) > MOST_BYTES", "False", 413, pieces=(PIECE,) * 20),
    "slow body": Attack(
        served,
        "await asyncio.wait_for(_body(request), PATIENCE)",
        "await _body(request)",
        408,
        pieces=(b" ",) * 10,
        pause=0.03,
    ),
    "unknown question": Attack(served, "name not in QUESTIONS", "False", 404, path="/api/system"),
    "unknown path": Attack(
        served,
        "*(Route(path, _file) for path in FILES)",
        "Route('/{path:path}', lambda _: Response())",
        404,
        path="/../app.py",
        method="GET",
    ),
}


class Stub:
    """A desk at which every question is answered at once."""

    def ask(self, _name: str, _body: bytes, _seconds: float) -> asyncio.Future[Reply]:
        """Answer a question."""
        answer: asyncio.Future[Reply] = asyncio.get_running_loop().create_future()
        answer.set_result(Reply(value=b"{}"))
        return answer


def without(module: ModuleType, check: str, instead: str) -> ModuleType:
    """A module in which a check has been removed."""
    assert module.__file__
    source = Path(module.__file__).read_text()
    assert source.count(check) == 1, check
    changed = ModuleType(module.__name__)
    changed.__dict__.update(__name__=module.__name__, __file__=module.__file__)
    exec(compile(source.replace(check, instead), module.__file__, "exec"), changed.__dict__)  # noqa: S102
    return changed


async def status_of(attack: Attack, application: ModuleType) -> int:
    """Send the request to a server; the status of the reply."""
    server = application.app([HOST], jobs=1, places=0, max_bytes=10**9, token=attack.token)
    server._app.state.desk = Stub()
    path, _, query = attack.path.partition("?")
    headers = {"host": HOST, "content-type": "application/json", **attack.headers}
    scope = {
        "type": "http",
        "method": attack.method,
        "path": path,
        "query_string": query.encode(),
        "headers": [(name.encode(), value.encode()) for name, value in headers.items()],
    }
    left = list(attack.pieces)
    replies: list[dict[str, Any]] = []

    async def receive() -> dict[str, Any]:
        await asyncio.sleep(attack.pause)
        if not left:
            await asyncio.sleep(60)
        piece = left.pop(0)
        return {"type": "http.request", "body": piece, "more_body": bool(left) or "content-length" in headers}

    async def send(message: dict[str, Any]) -> None:
        replies.append(message)

    await server(scope, receive, send)
    status: int = replies[0]["status"]
    return status


def sent(attack: Attack, *, removed: bool) -> int:
    """The status of the reply, with the check or without it."""
    application = without(served, "PATIENCE = 10.0", "PATIENCE = 0.1")
    if removed and attack.module is served:
        application = without(served, attack.check, attack.without)
        application.PATIENCE = 0.1  # type: ignore[attr-defined]
    elif removed:
        application.Guard = without(guard, attack.check, attack.without).Guard  # type: ignore[attr-defined]
    with ThreadPoolExecutor(1) as thread:  # a browser's test may have an event loop here
        return thread.submit(asyncio.run, status_of(attack, application)).result()


@pytest.mark.slow
@pytest.mark.parametrize("name", ATTACKS)
def test_a_check_refuses_an_attack(name: str) -> None:
    attack = ATTACKS[name]
    assert sent(attack, removed=False) == attack.status
    assert sent(attack, removed=True) in PASSED
