"""The server of the local page: what it answers, and whom it refuses."""

from __future__ import annotations

import asyncio
import base64
import io
import json
import re
import socket
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any
from zipfile import ZipFile

import pytest

import crewsat
import crewsat.web.app as served
from crewsat.games import GAMES
from crewsat.web.questions import QUESTIONS
from tests.support.command import run
from tests.support.places import ROOT
from tests.support.processes import wait_until
from tests.support.web_server import JSON, Server, serving

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable
    from pathlib import Path

pytestmark = [pytest.mark.slow, pytest.mark.processes]
LOST = "pink9,5 / pink8,1 / pink7,2; leader 2; 1 wins pink8 [1]; 2 wins pink5 [2]"
PLAYED = "a9,5 / a2,8; leader 1; anybody wins at least 2 tricks; dealt; played a9 a2 / a5 a8"


def test_questions_are_answered_as_the_library_answers_them(server: Server) -> None:
    deal = crewsat.parse_text(LOST)
    status, read = server.ask("read", {"deal": LOST})
    assert status == 200
    assert (read["instance"], read["text"], read["result"]) == (deal.as_dict(), crewsat.text_of(deal), None)
    _, decided = server.ask("decide", {"deal": LOST})
    assert (decided["result"]["answer"], decided["said"][0]) == (
        "no",
        "NO. There is no way to complete all objectives.",
    )
    _, explained = server.ask("explain", {"deal": LOST})
    expected = crewsat.explain(deal).as_dict()
    assert explained["result"]["conflict"] == expected["conflict"]
    assert explained["result"]["explanation"]["repairs"] == expected["explanation"]["repairs"]
    _, options = server.ask("options", {"deal": LOST})
    assert options["options"] == [one.as_dict() for one in crewsat.options(deal)]
    _, reviewed = server.ask("review", {"deal": PLAYED})
    assert reviewed["result"]["lost_with"]["step"] == 2
    _, seen = server.ask("view", {"deal": LOST})
    assert (seen["view"]["me"], seen["view"]["sizes"]) == (2, [2, 2, 2])
    _, advised = server.ask("advise", {"deal": LOST, "seconds": 9})
    assert [one["card"] for one in advised["advice"]["options"]] == ["pink8", "pink1"]
    _, played = server.ask("play", {"deal": LOST, "moves": ["pink1", "pink7"]})
    assert played["text"].endswith("played pink1 pink7")
    assert played["outcome"] == "open"
    noted = f'{played["text"]}; note 1 "so low?"; note 2 "why?"'
    _, anew = server.ask("play", {"deal": noted, "moves": ["pink8"], "anew": True})
    assert anew["text"].endswith('; played pink8; note 1 "so low?"')
    _, page = server.ask("page", {"deal": LOST, "question": "explain"})
    assert page["html"].startswith("<!doctype html>")
    options = {"players": 3, "objectives": 4, "tokens": ["1", "omega"]}
    _, made = server.ask("generate", {"game": "crew", "seed": 5, "options": options})
    same = crewsat.RandomDeal(players=3, objectives=4, tokens=("1", "omega")).with_seed(5)
    assert crewsat.parse_text(made["text"]).digest() == same.as_typed().digest()
    _, made = server.ask("generate", {"game": "crew", "seed": 5, "options": {"players": 3, "difficulty": 4}})
    same = crewsat.DeepSeaDeal(players=3, difficulty=4).with_seed(5)
    assert crewsat.parse_text(made["text"]).digest() == same.as_typed().digest()


def test_printed_tasks_are_clauses_of_the_text_form(server: Server) -> None:
    for players in (3, 4, 5):
        _, found = server.ask("tasks", {"players": players})
        deal = crewsat.DeepSeaDeal(players=players, tasks=tuple(range(96))).with_seed(1).as_typed()
        hands = crewsat.text_of(deal).partition(";")[0]
        assert len(found["tasks"]) == 96
        clauses = [f"{task['text']} [id={task['number']}]" for task in found["tasks"]]
        read = crewsat.parse_text("; ".join([hands, "rules deep-sea", "assignment draft", *clauses]))
        assert isinstance(read, crewsat.Crew)
        assert isinstance(deal, crewsat.Crew)
        assert read.tasks == deal.tasks


def test_samples_can_be_read() -> None:
    script = (ROOT / "crewsat" / "web" / "static" / "ways.js").read_text()
    table = script.partition("const SAMPLES = {")[2].partition("};")[0]
    samples = re.findall(r'"([^"]*;[^"]*)"', table)
    assert len(samples) >= 6
    assert {crewsat.parse_text(sample).game for sample in samples} == set(GAMES)


def test_a_proof_is_accepted_by_verify(server: Server, tmp_path: Path) -> None:
    _, answer = server.ask("proof", {"deal": LOST})
    with ZipFile(io.BytesIO(base64.b64decode(answer["zip"]))) as packed:
        packed.extractall(tmp_path)
    ended = run("verify", tmp_path / "deal.json", tmp_path / "answer.json")
    assert ended.returncode == 0, ended.stderr
    assert json.loads((tmp_path / "answer.json").read_text())["checked"] == "proof"
    _, answer = server.ask("proof", {"deal": "a9 / a2; leader 1; 1 wins a2"})
    assert answer["error"][0]["message"] == "there is no proof: the answer is yes"


@pytest.mark.parametrize(
    ("name", "deal"),
    [
        ("best_score", str(crewsat.RandomGame(players=2).with_seed(1))),
        ("least_hand_size", "hanabi solitaire; hand 2; deck r2 r1"),
        ("coalitions", "hackenbush; strings 1,3 / 3,1; coalition 1 2; players 3"),
    ],
)
def test_whatever_a_game_is_asked_can_be_asked_by_its_name(server: Server, name: str, deal: str) -> None:
    instance = crewsat.parse_text(deal)
    status, answer = server.ask(name, {"deal": deal})
    assert status == 200
    found = getattr(crewsat, name)(instance)
    assert answer["result"] == found.as_dict()
    assert [one["text"] for one in answer["said"]] == found.sentences(instance)


@pytest.mark.parametrize(
    ("name", "question", "message"),
    [
        ("read", {"deal": "a9 / b2; 3 wins b2; 1 wins c2"}, "there is no player 3"),
        ("read", {}, "an instance as text or JSON"),
        ("read", [], "a question is a JSON object"),
        ("play", {"deal": LOST, "moves": ["pink1", "pink8"]}, "move 2: 'pink8' is not legal; allowed: pink7, pink2"),
        ("play", {"deal": "a1 / b1; 1 wins a1", "moves": ["b1", "a1", "a1"]}, "none, the game is over"),
        ("play", {"deal": LOST, "moves": [], "anew": 1}, "anew: allowed: true, false"),
        ("tasks", {"players": 6}, "allowed: 3, 4, 5"),
        ("play", {"deal": LOST, "moves": "pink9"}, "a list of at most"),
        ("generate", {"game": "crew", "seed": "x"}, "a whole number as seed"),
        ("generate", {"game": "crew", "options": {"players": 0}}, "players"),
        ("generate", {"game": "crew", "options": {"fast": True}}, "no generator has these options: fast"),
        ("generate", {"game": "crew", "options": {"players": [1]}}, "the option 'players' must be a whole number"),
        ("generate", {"game": "crew", "options": {"tokens": 5}}, "the option 'tokens' must be a list of texts"),
        ("generate", {"game": []}, "a game of"),
        ("page", {"deal": LOST, "question": {}}, "allowed: decide, explain, review, null"),
        ("tasks", {"players": 3.0}, "allowed: 3, 4, 5"),
        ("page", {"deal": LOST, "question": "why"}, "allowed: decide, explain, review, null"),
        ("page", {"deal": LOST, "hide": "yes"}, "allowed: true, false"),
        ("options", {"deal": "hanabi solitaire; hand 2; deck r1 r2"}, "options"),
    ],
)
def test_what_is_wrong_is_said_in_the_form_of_a_batch(
    server: Server, name: str, question: object, message: str
) -> None:
    status, answer = server.ask(name, question)
    assert status == 200
    assert any(message in f"{defect['place']}: {defect['message']}" for defect in answer["error"])


def test_all_defects_come_at_once_with_their_places(server: Server) -> None:
    _, answer = server.ask("read", {"deal": "a9 / b2; 3 wins b2; 1 wins c2"})
    assert [defect["place"] for defect in answer["error"]] == ["column 17 (objective 1)", "column 28 (objective 2)"]


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"Host": "evil.example"}, 403),
        ({"Host": "evil.example:{port}"}, 403),
        ({"Host": "127.0.0.1"}, 403),
        ({"Host": "127.0.0.1:1"}, 403),
        ({"Host": "localhost:{port}"}, 200),
        ({"Origin": "http://evil.example"}, 403),
        ({"Origin": "https://127.0.0.1:{port}"}, 403),
        ({"Origin": "http://127.0.0.1:1"}, 403),
        ({"Origin": "null"}, 403),
        ({"Host": "evil.example:{port}", "Origin": "http://evil.example:{port}"}, 403),
        ({"Host": "localhost:{port}", "Origin": "http://127.0.0.1:{port}"}, 403),
        ({"Origin": "http://127.0.0.1:{port}"}, 200),
    ],
)
def test_only_this_address_is_served(server: Server, headers: dict[str, str], status: int) -> None:
    sent = {name: value.format(port=server.place[1]) for name, value in headers.items()}
    assert server.send("GET", "/", headers=sent)[0] == status
    body = json.dumps({"deal": LOST}).encode()
    assert server.send("POST", "/api/read", body, JSON | sent)[0] == status


@pytest.mark.parametrize(
    "path",
    [
        *("/..%2f..%2fetc/passwd", "/../app.py", "/boards/", "/boards/../app.js", "/app.py", "//app.js", "/app.js%00"),
        *("/x", "/app.js/", "/app.js%0a", "/%0a"),
    ],
)
def test_nothing_else_is_served(server: Server, path: str) -> None:
    status, headers, content = server.send("GET", path)
    assert status == 404
    assert headers["content-type"] == "application/json"
    assert json.loads(content)["error"]


def test_files_are_served_with_strict_headers(server: Server) -> None:
    for path in served.FILES:
        status, headers, content = server.send("GET", path)
        assert status == 200
        assert content == served.FILES[path].read_bytes()
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["content-security-policy"].startswith("default-src 'none'; script-src 'self';")
        assert not {"access-control-allow-origin", "set-cookie", "server"} & headers.keys()


@pytest.mark.parametrize(
    ("method", "path", "kind", "status"),
    [
        ("POST", "/api/read", "application/x-www-form-urlencoded", 415),
        ("POST", "/api/read", "text/plain", 415),
        ("POST", "/api/read", "", 415),
        ("POST", "/api/read", "application/json; charset=utf-8", 200),
        ("GET", "/api/read", "application/json", 405),
        ("POST", "/", "application/json", 405),
        ("POST", "/api/rule", "application/json", 404),
        ("POST", "/api/read?seconds=0", "application/json", 422),
        ("POST", "/api/read?seconds=61", "application/json", 422),
        ("POST", "/api/read?seconds=nan", "application/json", 422),
    ],
)
def test_questions_are_posted_as_json(server: Server, method: str, path: str, kind: str, status: int) -> None:
    found, _, content = server.send(method, path, json.dumps({"deal": LOST}).encode(), {"content-type": kind})
    assert found == status
    assert ("error" in json.loads(content)) == (status != 200)


def test_long_bodies_are_refused(server: Server) -> None:
    assert server.send("POST", "/api/read", b" " * (served.MOST_BYTES + 1), JSON)[0] == 413
    with socket.create_connection(server.place) as line:
        host = f"127.0.0.1:{server.place[1]}"
        head = f"POST /api/read HTTP/1.1\r\nHost: {host}\r\nContent-Type: application/json\r\n"
        line.sendall(f"{head}Transfer-Encoding: chunked\r\n\r\n".encode())
        piece = b"10000\r\n" + b" " * 0x10000 + b"\r\n"
        sent = 0
        reply = b""
        line.settimeout(0.2)
        try:
            while not reply and sent < 100:  # without end
                line.sendall(piece)
                sent += 1
                try:
                    reply = line.recv(4096)
                except TimeoutError:
                    continue
        except (BrokenPipeError, ConnectionResetError):
            reply = b"HTTP/1.1 413 (closed)"
    assert reply.startswith(b"HTTP/1.1 413")
    assert sent < 20


def test_slow_bodies_are_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(served, "PATIENCE", 0.1)
    replies: list[Any] = []

    async def receive() -> dict[str, Any]:
        await asyncio.sleep(0.04)
        return {"type": "http.request", "body": b" ", "more_body": True}

    async def send(message: Any) -> None:  # noqa: ANN401
        replies.append(message)

    headers = [(b"host", b"h"), (b"content-type", b"application/json")]
    scope = {"type": "http", "method": "POST", "path": "/api/read", "headers": headers, "query_string": b""}
    application: Callable[..., Awaitable[None]] = served.app(["h"], jobs=1, places=0, max_bytes=10**9)
    with ThreadPoolExecutor(1) as thread:  # a browser's test may have an event loop here
        thread.submit(asyncio.run, application(scope, receive, send)).result()  # type: ignore[arg-type]
    assert replies[0]["status"] == 408


@pytest.mark.parametrize(
    "body",
    [
        b"[" * 100_000,
        b"{",
        b"\xff\xfe",
        b"",
        b'{"deal": "a1", "deal": "a2"}',
        json.dumps({"deal": " ".join(f"a{k}" for k in range(1, 20_000))}).encode(),
        json.dumps({"deal": "\r\nX-Evil: 1\r\n\r\n<script>"}).encode(),
        json.dumps({"deal": json.dumps({"game": "crew", "hands": [["a1"]] * 20_000})}).encode(),
    ],
)
def test_bad_questions_are_answered_without_a_traceback(server: Server, body: bytes) -> None:
    status, headers, content = server.send("POST", "/api/read", body, JSON)
    assert status == 200
    assert "x-evil" not in headers
    assert str(ROOT) not in content.decode()
    assert json.loads(content).keys() in (
        {"error"},
        {"instance", "text", "result", "lines", "headline", "said", "why", "repairs", "notes", "asks", "legal"},
    )


def test_markup_in_names_comes_back_as_text(server: Server) -> None:
    name = "</script><img src=x onerror=alert(1)>"
    deal = {"game": "crew", "hands": [["a1"], ["a2"]], "objectives": [{"card": "a1", "owner": 2, "id": name}]}
    _, headers, content = server.send("POST", "/api/decide", json.dumps({"deal": json.dumps(deal)}).encode(), JSON)
    assert headers["content-type"] == "application/json"
    assert json.loads(content)["instance"]["objectives"][0]["id"] == name


def test_in_the_local_network_a_link_has_a_token() -> None:
    """On another loopback address: tests use no real network."""
    before = "import crewsat.web.server as s\ns.own_address = lambda: '127.0.0.2'"
    with serving("--lan", before=before) as server:
        assert server.place[0] == "127.0.0.2"
        token = server.address.split("/")[3]
        assert len(token) >= 20
        assert server.send("GET", f"/{token}/")[0] == 200
        assert server.send("GET", f"/{token}/app.js")[0] == 200
        body = json.dumps({"deal": LOST}).encode()
        assert server.send("POST", f"/{token}/api/read", body, JSON)[0] == 200
        for path in ("/", "/app.js", f"/{token}", f"/{token}x/", "/api/read"):
            assert server.send("GET", path)[0] == 403
        assert server.send("GET", f"/{token}/", headers={"Host": f"localhost:{server.place[1]}"})[0] == 403
        assert server.process.stdout is not None
        lines = [server.process.stdout.readline() for _ in range(5)]
        assert any("█" in line or "▀" in line or "▄" in line for line in lines)
        server.process.terminate()
        assert server.process.stderr is not None
        assert "nothing is encrypted" in server.process.stderr.read()


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--allow-host", "here"], "--allow-host names the server that --host opens"),
        (["--host", "here"], "'here' is not an IPv4 address"),
        (["--host", "0.0.0.0"], "'0.0.0.0' is not an IPv4 address of a machine"),  # noqa: S104 - it is refused
        (["--share-base", "here"], "'here' is not the address of a page"),
        (["--share-base", "http://["], "'http://[' is not the address of a page"),
        (["--share-base", "https://?"], "'https://?' is not the address of a page"),
        (["--share-base", "https://a:x/"], "'https://a:x/' is not the address of a page"),
        (["--share-base", "ftp://a/"], "'ftp://a/' is not the address of a page"),
        (["--host", "127.0.0.4", "--allow-host", "a b:80"], "'a b:80' is not a valid host name"),
        (["--lan", "--host", "127.0.0.1"], "--lan finds the address itself"),
    ],
)
def test_wrong_usage(options: list[str], message: str) -> None:
    ended = subprocess.run(
        [sys.executable, "-m", "crewsat", "web", *options], capture_output=True, text=True, check=False
    )
    assert ended.returncode == 2
    assert message in " ".join(ended.stderr.replace("│", " ").split())


def test_a_name_can_be_allowed_and_a_taken_port_is_said() -> None:
    with serving("--host", "127.0.0.3", "--allow-host", "Table") as server:
        port = server.place[1]
        assert server.send("GET", "/", headers={"Host": f"table:{port}"})[0] == 200
        assert server.send("GET", "/", headers={"Host": f"localhost:{port}"})[0] == 403
        ended = subprocess.run(
            [sys.executable, "-m", "crewsat", "web", "--host", "127.0.0.3", "--port", str(port)],
            capture_output=True,
            text=True,
            check=False,
        )
        assert ended.returncode == 1
        assert "cannot listen there: Address already in use" in ended.stderr


def test_every_question_is_tested() -> None:
    source = (ROOT / "tests" / "web" / "test_server.py").read_text()
    assert all(f'"{name}"' in source for name in QUESTIONS)


def test_a_server_is_ready_when_it_says_so() -> None:
    with serving() as server:
        assert wait_until(lambda: server.send("GET", "/")[0] == 200, 5)
