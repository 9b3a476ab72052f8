"""What other programs ask: each method answers what the command prints, and each mistake has its code."""

from __future__ import annotations

import json
import time
from typing import TYPE_CHECKING, Any

import jsonschema
import pytest

import crewsat
from crewsat.base.guarded import MAX_BYTES
from crewsat.games import GAMES
from crewsat.games.crew.text import parse_text
from crewsat.serve import answering
from crewsat.serve.answering import Answer, written
from crewsat.serve.methods import METHODS
from crewsat.serve.others import described
from tests.support.command import run
from tests.support.line_server import line_server
from tests.support.stubborn import stubborn

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tests.support.line_server import LineServer

WON = "a1 b2 / a2 b1; leader 1; 2 wins a1"
LOST = "a1 a4 b1 / a2 a3 b2; leader 1; 2 wins a1; 1 wins a2; 1 wins b2"
BEGUN = "a1 b2 / a2 b1; leader 1; 1 wins b1; played b2 b1; dealt"
DECK = "hanabi solitaire; hand 2; deck a1,2 b1,2"
HARD = stubborn().to_json()

pytestmark = pytest.mark.processes


def without_times(value: Any) -> Any:  # noqa: ANN401 - any JSON
    """JSON without what differs from run to run."""
    if isinstance(value, dict):
        return {name: without_times(one) for name, one in value.items() if name not in {"statistics", "cpu_seconds"}}
    return [without_times(one) for one in value] if isinstance(value, list) else value


def printed(*words: str) -> Any:  # noqa: ANN401 - any JSON
    """What the command line prints as JSON."""
    return without_times(json.loads(run(*words).stdout))


def generated(*words: str) -> str:
    return run("generate", *words).stdout


@pytest.mark.slow
@pytest.mark.parametrize(
    ("method", "params", "words"),
    [
        ("decide", {"deal": WON}, ["--deal", WON]),
        ("decide", {"deal": LOST, "method": "exhaustive"}, ["--deal", LOST, "--method", "exhaustive"]),
        ("decide", {"deal": WON, "count": 2}, ["--deal", WON, "--count", "2"]),
        ("decide", {"deal": WON, "fewest_tricks": True, "seed": 3}, ["--deal", WON, "--fewest-tricks", "--seed", "3"]),
        ("decide", {"deal": LOST, "explain": True}, ["--deal", LOST, "--explain"]),
        ("explain", {"deal": LOST}, ["--deal", LOST]),
        ("options", {"deal": WON}, ["--deal", WON]),
        ("review", {"deal": BEGUN}, ["--deal", BEGUN]),
        ("tasks", {}, []),
        ("tasks", {"task": 26, "players": 3}, ["26", "--players", "3"]),
        ("missions", {}, []),
        ("missions", {"mission": 46, "players": 3}, ["46", "--players", "3"]),
    ],
)
def test_a_method_answers_what_its_command_prints(
    server: LineServer, method: str, params: dict[str, Any], words: list[str]
) -> None:
    assert without_times(server.result(method, **params)) == printed(method, *words, "--json")


@pytest.mark.slow
def test_every_question_of_every_game(server: LineServer) -> None:
    """One that is added to the table of a game is a method without an edit."""
    made = {game: json.loads(generated(game, "--seed", "1")) for game in GAMES}
    made["hackenbush"]["coalition"] = []
    for name, game in GAMES.items():
        for question in game.questions.values():
            limits = {} if question.name == "coalitions" else {"time_limit": 2}
            found = server.ask(question.command, instance=made[name], **limits)
            assert "result" in found or found["error"]["code"] == -32004, (question.command, found)
            described_ones = [one["name"] for one in server.result("methods")["methods"]]
            assert question.command in described_ones


def test_about_the_server(server: LineServer) -> None:
    found = server.result("serverInfo")
    assert {name: found[name] for name in ("name", "version", "format")} == {
        "name": "crewsat",
        "version": crewsat.__version__,
        "format": 1,
    }
    assert found["games"] == [*GAMES]
    assert found["methods"] == [*METHODS, "serverInfo", "cancel"]
    assert found["formula_version"]["crew"] == 2
    assert found["limits"] == {
        "time_limit": 60,
        "memory_limit": 2000,
        "jobs": 2,
        "queue": 16,
        "line_bytes": MAX_BYTES,
        "result_bytes": 8 * MAX_BYTES,
    }


def test_instances_in_every_form(server: LineServer) -> None:
    deal = parse_text(WON)
    for params in ({"deal": WON}, {"instance": deal.as_dict()}, {"deal": deal.to_json()}):
        assert server.result("convert", **params) == {"text": WON, "instance": deal.as_dict()}
    shown = server.result("show", deal=WON)
    assert shown["instance"] == deal.as_dict()
    assert f"{shown['picture']}\n\n{shown['text']}\n" == run("show", "--deal", WON, COLUMNS="100").stdout
    answer = server.result("decide", deal=generated("hanabi", "--seed", "1", "--text").strip(), time_limit=20)
    assert answer["answer"] == "yes"


def test_a_play_goes_on(server: LineServer) -> None:
    made = server.result("generate", game="hanabi", players=2, seed=3)
    answer = server.result("decide", instance=made)
    link = server.result("convert", instance=made, to="link", play=answer)
    assert link["text"].startswith("http")
    assert link["instance"]["actions"]


@pytest.mark.parametrize(
    ("game", "params", "words"),
    [
        ("crew", {"players": 4, "seed": 7}, ["--players", "4", "--seed", "7"]),
        ("crew", {"mission": 46, "players": 3, "seed": 2}, ["--mission", "46", "--players", "3", "--seed", "2"]),
        ("hackenbush", {}, []),
    ],
)
def test_instances_are_generated(server: LineServer, game: str, params: dict[str, Any], words: list[str]) -> None:
    assert server.result("generate", game=game, **params) == json.loads(generated(game, *words))


def test_answers_are_verified(server: LineServer) -> None:
    answer = server.result("decide", deal=WON)
    found = server.result("verify", deal=WON, answer=answer)
    assert found == {"confirmed": True, "checked": "a winning play of 1 trick, replayed by the rules"}
    wrong = server.result("verify", deal="a1 b2 / a2 b1; leader 1; 1 wins a1", answer=answer)
    assert wrong["confirmed"] is False
    assert wrong["reason"].startswith("refuted: trick 1: ")
    no = server.result("verify", deal=LOST, answer=server.result("decide", deal=LOST))
    assert no == {
        "confirmed": False,
        "reason": "nothing to check: the answer is no and comes without a certificate",
    }
    missing = server.result("verify", deal=LOST, answer={"answer": "no", "proof": {}})
    assert missing["reason"].startswith("proof: cannot be checked") or missing["reason"].startswith("refuted: ")


def test_the_schema_is_the_published_one(server: LineServer) -> None:
    for game in GAMES:
        assert server.result("schema", game=game) == json.loads(run("schema", game).stdout)


def test_parameters_are_described(server: LineServer) -> None:
    found = {one["name"]: one["parameters"] for one in server.result("methods")["methods"]}
    assert [*found] == [*METHODS]
    for name, schema in found.items():
        jsonschema.Draft202012Validator.check_schema(schema)
        assert schema == described(name)["parameters"]
    good: Mapping[str, dict[str, Any]] = {
        "decide": {"deal": WON, "count": 3, "time_limit": 0.5},
        "generate": {"game": "crew", "players": 4, "tokens": ["1", "omega"]},
        "verify": {"instance": {}, "answer": {}},
    }
    for name, params in good.items():
        jsonschema.validate(params, found[name])
    bad: Mapping[str, dict[str, Any]] = {
        "decide": {"deal": WON, "instance": {}},
        "generate": {"game": "go"},
        "verify": {"deal": WON},
    }
    for name, params in bad.items():
        with pytest.raises(jsonschema.ValidationError):
            jsonschema.validate(params, found[name])


MISTAKES: list[tuple[bytes, int, str]] = [
    (b"{", -32700, "invalid JSON: Expecting property name"),
    (b"decide", -32700, "invalid JSON: Expecting value"),
    (b'{"jsonrpc": "2.0", "id": 1, "id": 2, "method": "methods"}', -32700, "id: duplicate key"),
    (b'{"jsonrpc": "2.0", "id": NaN, "method": "methods"}', -32700, "NaN"),
    (b"[" * 100_000, -32700, "nested"),
    (b"\xff\xfe\x00", -32700, ""),
    (b"[]", -32600, "an array of requests has at least one"),
    (b"7", -32600, "a request is a JSON object"),
    (b'{"jsonrpc": "1.0", "id": 1, "method": "methods"}', -32600, 'jsonrpc: must be "2.0"'),
    (b'{"jsonrpc": "2.0", "id": [1], "method": "methods"}', -32600, "id: must be a string or a number"),
    (b'{"jsonrpc": "2.0", "id": 1, "method": "decides"}', -32601, "'decides' is not a method; did you mean decide?"),
    (b'{"jsonrpc": "2.0", "id": 1, "method": "best_score"}', -32601, "did you mean best-score?"),
    (b'{"jsonrpc": "2.0", "id": 1, "method": "decide", "params": ["a1 / a2"]}', -32602, "given by name"),
    (b'{"jsonrpc": "2.0", "id": 1, "method": "cancel"}', -32602, "cancel takes one parameter: 'id'"),
    (b'{"jsonrpc": "2.0", "id": 1, "method": "serverInfo", "params": {"a": 1}}', -32602, "takes no parameters"),
    (b"x" * (MAX_BYTES + 1), -32001, "a line has at most 8 MiB"),
]


@pytest.mark.parametrize(("line", "code", "words"), MISTAKES, ids=range(len(MISTAKES)))
def test_lines_that_are_refused(server: LineServer, line: bytes, code: int, words: str) -> None:
    server.send_line(line)
    answer = server.receive()
    assert answer["error"]["code"] == code, answer
    assert words in answer["error"]["message"]
    readable = b'"id": 1' in line and code != -32700
    assert answer["id"] == (1 if readable else None)
    assert server.result("convert", deal=WON)["text"] == WON


WRONG: list[tuple[str, dict[str, Any], str, str]] = [
    ("decide", {}, "instance", "exactly one is needed"),
    ("decide", {"deal": WON, "instance": {}}, "instance", "exactly one is needed"),
    ("decide", {"deal": 7}, "deal", "must be a text"),
    ("decide", {"instance": [WON]}, "instance", "must be a JSON object"),
    ("decide", {"instance": {"game": "go"}}, "game", "'go' is not supported"),
    ("decide", {"deal": "a1 / a2; leader 3; 1 wins a9"}, "column 10", "there is no player 3"),
    ("decide", {"deal": ""}, "", "is empty"),
    ("decide", {"deal": WON, "proof": "folder"}, "proof", "a request cannot write files"),
    ("decide", {"deal": WON, "strategy": "file"}, "strategy", "a request cannot write files"),
    ("decide", {"deal": WON, "output": "file"}, "output", "a request cannot write files"),
    ("decide", {"deal": WON, "time-limit": 3}, "time-limit", "did you mean time_limit?"),
    ("decide", {"deal": WON, "time_limit": "3"}, "time_limit", "must be a number"),
    ("decide", {"deal": WON, "time_limit": 0}, "time_limit", "must be at least 0.001, not 0"),
    ("decide", {"deal": WON, "memory_limit": True}, "memory_limit", "must be a number"),
    ("decide", {"deal": WON, "seed": 1.5}, "seed", "must be a whole number"),
    ("decide", {"deal": WON, "count": 0}, "count", "must be at least 1, not 0"),
    ("decide", {"deal": DECK, "count": 1}, "", "count applies to crew, not to hanabi_solitaire"),
    ("decide", {"deal": WON, "count": 1, "explain": True}, "", "count and explain exclude each other"),
    ("decide", {"deal": WON, "method": "magic"}, "method", "'magic' is not allowed"),
    ("decide", {"deal": WON, "method": "berlekamp"}, "", "berlekamp"),
    ("options", {"deal": WON, "solver": "kissat"}, "", "unknown solver 'kissat'"),
    ("least-hand", {"deal": WON}, "", "the least hand is a question about hanabi_solitaire, not about crew"),
    ("review", {"deal": WON, "narrow": -1}, "narrow", "must be at least 0, not -1"),
    ("review", {"deal": BEGUN, "narrow": 1}, "", "narrow does not apply to crew"),
    ("verify", {"deal": WON}, "answer", "is missing"),
    ("verify", {"deal": WON, "answer": {"answer": "perhaps"}}, "answer", 'must be "yes", "no" or "unknown"'),
    ("verify", {"deal": WON, "answer": {"answer": "yes"}}, "play", "must be a list of tricks or steps"),
    ("convert", {"deal": WON, "to": "xml"}, "to", "'xml' is not allowed; allowed: json, text"),
    ("convert", {"deal": WON, "to": "link"}, "", "the form link applies to hanabi, not to crew"),
    ("convert", {"deal": WON, "play": {}}, "", "continuing with a play applies to hanabi, not to crew"),
    ("generate", {}, "game", "is missing"),
    ("generate", {"game": "crew", "players": "4"}, "players", "must be a whole number"),
    ("generate", {"game": "crew", "players": 4, "strings": 3}, "", "no generator has these options"),
    ("generate", {"game": "crew", "mission": 51}, "", "51"),
    ("generate", {"game": "crew", "mission": 5, "objectives": 3}, "", "no generator has these options"),
    ("tasks", {"task": 96}, "task", "96 is not a task of Mission Deep Sea; allowed: 0 to 95"),
    ("tasks", {"players": 2}, "players", "two players have the difficulties of three; allowed: 3 to 5"),
    ("missions", {"mission": 0}, "mission", "allowed: 1 to 50"),
    ("missions", {"players": 6}, "players", "the published games are for 2 to 5 players"),
    ("schema", {"game": "chess"}, "game", "'chess' is not allowed"),
    ("methods", {"x": 1}, "x", "'x' is not a parameter"),
]


@pytest.mark.parametrize(("method", "params", "place", "words"), WRONG, ids=range(len(WRONG)))
def test_wrong_parameters(server: LineServer, method: str, params: dict[str, Any], place: str, words: str) -> None:
    error = server.ask(method, **params)["error"]
    assert error["code"] == -32602
    defects = error["data"]["defects"]
    assert any(place in defect["place"] and words in defect["message"] for defect in defects), error
    assert server.result("convert", deal=WON)["text"] == WON


def test_all_that_is_wrong_is_said_at_once(server: LineServer) -> None:
    error = server.ask("decide", proof="x", time_limit=0, seeds=1)["error"]
    assert [defect["place"] for defect in error["data"]["defects"]] == ["proof", "time_limit", "seeds", "instance"]
    assert error["message"].endswith("(and 3 more)")


def test_arrays_of_requests(server: LineServer) -> None:
    """By the specification: one answer with all answers, none for notifications, and none at all for these alone."""
    asked: list[Any] = [
        {"jsonrpc": "2.0", "id": "a", "method": "convert", "params": {"deal": WON}},
        {"jsonrpc": "2.0", "method": "convert", "params": {"deal": WON}},
        {"jsonrpc": "2.0", "id": "b", "method": "nothing"},
        {"foo": "boo"},
        1,
        {"jsonrpc": "2.0", "id": "a", "method": "serverInfo"},
    ]
    server.send(asked)
    answers = server.receive()
    assert len(answers) == 5
    by_id = {json.dumps(one["id"]): one for one in answers}
    assert by_id['"a"']["result"]["text"] == WON
    assert by_id['"b"']["error"]["code"] == -32601
    codes = sorted(one["error"]["code"] for one in answers if one["id"] is None)
    assert codes == [-32600, -32600, -32600]  # two are not requests, and the third has the id of one at work
    server.send([{"jsonrpc": "2.0", "method": "convert"}, {"jsonrpc": "2.0", "method": "cancel"}])
    server.send([{"jsonrpc": "2.0", "id": 5, "method": "methods"}])
    [only] = server.receive()
    assert only["id"] == 5


def test_notifications_get_no_answer(server: LineServer) -> None:
    server.send({"jsonrpc": "2.0", "method": "decide", "params": {"deal": WON}})
    server.send({"jsonrpc": "2.0", "method": "nothing"})
    server.send({"jsonrpc": "2.0", "method": "cancel", "params": {"id": "x"}})
    assert server.result("convert", deal=WON)["text"] == WON


def test_requests_are_cancelled_and_answered(server: LineServer) -> None:
    long = server.begin("decide", deal=HARD)
    waits = [server.begin("decide", deal=HARD) for _ in range(3)]
    began = time.monotonic()
    for number in (long, *waits[:2]):
        assert server.result("cancel", id=number) == {"cancelled": True}
        assert server.answer_to(number)["error"]["code"] == -32002
    server.send({"jsonrpc": "2.0", "method": "cancel", "params": {"id": waits[2]}})
    assert server.answer_to(waits[2])["error"]["message"] == "the request was cancelled"
    assert time.monotonic() - began < 30
    for unknown in (long, "x", None, [1]):
        assert server.result("cancel", id=unknown) == {"cancelled": False}


def test_one_that_is_cancelled_before_it_has_begun_is_answered(server: LineServer) -> None:
    request = {"jsonrpc": "2.0", "id": "now", "method": "decide", "params": {"deal": HARD}}
    end = {"jsonrpc": "2.0", "id": "end", "method": "cancel", "params": {"id": "now"}}
    server.send_line(json.dumps(request).encode() + b"\n" + json.dumps(end).encode())
    answers = {one["id"]: one for one in (server.receive(), server.receive())}
    assert answers["end"]["result"] == {"cancelled": True}
    assert answers["now"]["error"]["code"] == -32002


def test_an_id_at_work_is_not_used_again(server: LineServer) -> None:
    number = server.begin("decide", deal=HARD)
    server.send({"jsonrpc": "2.0", "id": number, "method": "methods"})
    refused = server.receive()
    assert (refused["id"], refused["error"]["code"]) == (None, -32600)
    assert refused["error"]["data"] == {"id": number}
    assert server.result("cancel", id=number)["cancelled"]
    assert server.answer_to(number)["error"]["code"] == -32002
    server.send({"jsonrpc": "2.0", "id": number, "method": "serverInfo"})
    assert server.receive()["id"] == number


def test_nothing_a_terminal_obeys_is_answered(server: LineServer) -> None:
    nasty = "\033[31m\u202e\u200b\x9b"
    for method, params in (("decide", {"deal": nasty}), (nasty, {}), ("decide", {nasty: 1}), ("decide", {"deal": WON})):
        number = f"{nasty}{method}"
        server.send({"jsonrpc": "2.0", "id": number, "method": method, "params": params})
        assert server.process.stdout is not None
        line = server.process.stdout.readline().decode()
        assert line.rstrip("\n").isprintable(), line
        assert json.loads(line)["id"] == number


@pytest.mark.slow
def test_a_full_queue_refuses_at_once() -> None:
    with line_server("--jobs", "1", "--queue", "2") as server:
        numbers = [server.begin("decide", deal=HARD) for _ in range(5)]
        busy = [server.answer_to(number)["error"] for number in numbers[3:]]
        assert [error["code"] for error in busy] == [-32000, -32000]
        assert server.result("serverInfo")["limits"]["queue"] == 2  # needs no worker
        for number in numbers[:3]:
            assert server.result("cancel", id=number)["cancelled"]
        assert {server.answer_to(number)["error"]["code"] for number in numbers[:3]} == {-32002}
        assert server.result("decide", deal=WON)["answer"] == "yes"


@pytest.mark.slow
def test_limits_hold_and_requests_only_lower_them() -> None:
    """What is known when a limit ends the work is the answer, as that of the command line."""
    with line_server("--jobs", "1", "--time-limit", "1", "--memory-limit", "400") as server:
        for limit in (0.3, 100):
            found = server.result("decide", deal=HARD, time_limit=limit)
            assert (found["answer"], found["reason"]) == ("unknown", "time")
        found = server.result("decide", deal=HARD, method="cpsat")  # which must be ended from outside
        assert (found["answer"], found["reason"]) == ("unknown", "time")
        suits = "abcdefghijklmnopqrst"
        hands = " / ".join(" ".join(f"{suit}{value}" for value in range(1, 1001)) for suit in suits)
        found = server.result("decide", deal=f"{hands}; leader 1; 2 wins b1000[1] c5")
        assert (found["answer"], found["reason"]) in {("unknown", "memory"), ("unknown", "time")}
        stopped = server.ask("options", deal=f"{hands}; leader 1; 2 wins b1000[1] c5", time_limit=0.05)
        assert "result" in stopped or stopped["error"]["code"] == -32004
        assert server.result("decide", deal=WON)["answer"] == "yes"


def test_a_result_that_is_too_large(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(answering, "MOST_BYTES", 10)
    code, words, _ = written(lambda: Answer({"a": "x" * 10}, list), None)
    assert (code, words) == (-32001, "the result has 19 bytes; allowed: at most 10")
    assert written(lambda: Answer({"a": 1}, list), None) == b'{"a": 1}'


@pytest.mark.slow
def test_nothing_but_answers_is_on_standard_output() -> None:
    noise = "import crewsat.serve.session as s\ntake = s.Session._begun\n"
    noise += "def noisy(self, message):\n    print('noise', flush=True)\n    return take(self, message)\n"
    noise += "s.Session._begun = noisy"
    with line_server("--jobs", "1", before=noise, stderr=-1) as server:
        assert server.result("decide", deal=WON)["answer"] == "yes"
        assert server.end() == 0
        assert server.process.stdout is not None
        assert server.process.stdout.read() == b""
        assert server.process.stderr is not None
        assert b"noise" in server.process.stderr.read()
