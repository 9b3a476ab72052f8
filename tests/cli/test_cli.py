"""The command line as a user meets it: separate processes, exit statuses, streams."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from crewsat.errors import visible
from crewsat.games.crew.deals import RandomDeal
from crewsat.games.crew.instance import Crew
from crewsat.games.crew.text import parse_text, text_of
from crewsat.solvers.cnf import SOLVERS
from tests.bad_inputs import BAD, GOOD

HANDS = '"hands": [["a1", "b2"], ["a2", "b1"]], "leader": 1'
WON = f'{{"game": "crew", {HANDS}, "objectives": [{{"card": "b1", "owner": 1}}]}}'
LOST = f'{{"game": "crew", {HANDS}, "objectives": [{{"card": "a1", "owner": 1}}]}}'


def run(*arguments: str | Path, stdin: str = "", **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "crewsat", *map(str, arguments)],
        input=stdin,
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
        env={**os.environ, "PYTHONUTF8": "1", **environment},
    )


def load_text(text: str) -> Crew:
    return Crew(**json.loads(text))


@pytest.fixture
def hard(tmp_path: Path) -> Path:
    """An instance that exhaustive search does not finish."""
    path = tmp_path / "hard.json"
    path.write_text(RandomDeal(players=3, objectives=9).with_seed(0).to_json())
    return path


def test_help_names_every_command() -> None:
    told = run("--help", TERM="dumb", COLUMNS="100")
    assert told.returncode == 0
    assert all(name in told.stdout for name in ("decide", "options", "show", "verify", "generate", "schema", "methods"))
    for command in (["decide"], ["options"], ["show"], ["verify"], ["generate", "crew"], ["schema"], ["methods"]):
        assert run(*command, "--help").returncode == 0
    assert run("--version").stdout.startswith("crewsat 0.")


def test_decide_says_yes_with_10_and_no_with_20() -> None:
    yes = run("decide", "-", stdin=WON)
    assert (yes.returncode, yes.stderr) == (10, "")
    assert "YES. The crew wins with trick 1 of 2." in yes.stdout
    no = run("decide", "-", stdin=LOST)
    assert (no.returncode, no.stderr) == (20, "")
    assert "NO. There is no way to complete all objectives." in no.stdout


def test_decide_in_json(tmp_path: Path) -> None:
    path = tmp_path / "won.json"
    path.write_text(WON)
    answer = json.loads(run("decide", path, "--json").stdout)
    assert answer["play"] == [{"leader": 1, "cards": ["b2", "b1"], "winner": 1, "completes": ["b1"]}]
    (tmp_path / "answer.json").write_text(json.dumps(answer))
    confirmed = run("verify", path, tmp_path / "answer.json")
    assert (confirmed.returncode, confirmed.stdout) == (
        0,
        "confirmed: a winning play of 1 trick, replayed by the rules\n",
    )


def test_decide_as_in_a_competition() -> None:
    yes = run("decide", "-", "--competition", stdin=WON)
    assert yes.returncode == 10
    lines = yes.stdout.splitlines()
    assert all(line[:2] in {"c ", "s ", "v "} for line in lines)
    assert [line for line in lines if line.startswith("s")] == ["s SATISFIABLE"]
    assert "c trick 1: player 1 leads, b2 b1, player 1 wins completes b1" in lines
    literals = [int(word) for line in lines if line.startswith("v") for word in line.split()[1:]]
    assert literals[-1] == 0
    assert [abs(x) for x in literals[:-1]] == list(range(1, len(literals)))
    no = run("decide", "-", "--competition", stdin=LOST)
    assert (no.returncode, no.stdout.splitlines()[-1]) == (20, "s UNSATISFIABLE")


def test_decide_a_deal_typed_on_the_command_line() -> None:
    told = run("decide", "--deal", "a1 b2 / a2 b1; leader 1; 1 wins b1", "--json")
    assert told.returncode == 10
    assert json.loads(told.stdout)["play"][0]["cards"] == ["b2", "b1"]
    wrong = run("decide", "--deal", "a1 b2 / a2 b; lead 1")
    assert wrong.returncode == 1
    assert wrong.stderr.splitlines()[0].startswith("--deal: the hands (a1 b2 / a2 b): 'b' is no card")
    assert wrong.stderr.splitlines()[1].startswith("--deal: clause 1 (lead 1): 'lead 1' is not understood")


def test_decide_a_position_with_tasks_and_free_owners(tmp_path: Path) -> None:
    path = tmp_path / "position.json"
    text = "a5 b3 / c1 b9 / a4 c5; leader 2; trump b; played a2 a3 a6 / a7 b2; anybody wins a4; 1 wins at most 2 tricks"
    path.write_text(parse_text(text).to_json())
    told = run("decide", path)
    assert told.returncode == 10
    lines = told.stdout.splitlines()
    assert lines[:4] == [
        "The Crew: 3 players, 11 cards, 3 tricks, trump b, player 2 leads",
        "Objectives: anybody: a4",
        "Tasks: player 1: win at most 2 tricks",
        "Position: 1 trick played, player 1 has led trick 2: a7 b2, player 3 is next",
    ]
    assert "YES. The crew wins with trick 3 of 3." in lines
    assert [line.split()[0] for line in lines if line.strip()[:1] in {"2", "3"}] == ["2", "3"]
    assert any(line.endswith("task1") for line in lines)
    answer = run("decide", path, "--json").stdout
    assert json.loads(answer)["assignment"] == {"a4": 2}
    (tmp_path / "answer.json").write_text(answer)
    assert run("verify", path, tmp_path / "answer.json").returncode == 0
    (tmp_path / "answer.json").write_text(answer.replace('"a4": 2', '"a4": 3'))
    assert run("verify", path, tmp_path / "answer.json").returncode == 1


def test_the_fewest_tricks_and_all_lines() -> None:
    deal = "a1,4 / a3,2; leader 1; 2 wins a1"
    told = run("decide", "--deal", deal, "--fewest-tricks", "--count", "9")
    assert told.returncode == 10
    assert "YES. The crew wins with trick 1 of 2; no play wins earlier." in told.stdout
    assert "4 different winning lines, and no other:" in told.stdout
    assert "     1  1: a" in told.stdout
    answer = json.loads(run("decide", "--deal", deal, "--count", "3", "--json").stdout)
    assert (len(answer["lines"]), answer["all_lines"]) == (3, False)
    assert answer["lines"][0][0]["leader"] == 1
    assert "3 different winning lines, and there are more:" in run("decide", "--deal", deal, "--count", "3").stdout
    exact = json.loads(run("decide", "--deal", deal, "--count", "4", "--json").stdout)
    assert (len(exact["lines"]), exact["all_lines"]) == (4, True)
    assert "lines" not in json.loads(run("decide", "--deal", "a1 / a2; 1 wins a1", "--count", "4", "--json").stdout)


def test_options(tmp_path: Path) -> None:
    told = run("options", "--deal", "a1,4 b1 / a3,2 b2; leader 1; 2 wins a4 b1")
    assert told.returncode == 0
    assert "Player 1 leads trick 1:" in told.stdout
    path = tmp_path / "deal.json"
    path.write_text(RandomDeal().with_seed(7).to_json())
    told = run("options", path, "--json")
    answer = json.loads(told.stdout)
    assert (answer["format"], answer["game"], answer["trick"]) == (1, "crew", 1)
    assert {(o["player"], o["card"]) for o in answer["options"] if o["answer"] == "no"} == {(3, "pink6")}
    assert sum(o["answer"] == "yes" for o in answer["options"]) == 9
    assert "  loses              pink6" in run("options", path).stdout.splitlines()
    free = run("options", "--deal", "a1 / a2; 2 wins a1")
    assert "Player 1 leads trick 1:" in free.stdout
    assert "Player 2 leads trick 1:" in free.stdout
    for deal, why in (
        ("a1 / a2", "it has been won"),
        ("a3 / -; leader 1; played a1 a2; 1 wins a3", "it has been lost, the play ends after 1 trick"),
        ("a3 / b2; leader 1; played a1 a2; 1 wins a1", "it has been lost, in trick 1: objective a1"),
    ):
        assert f"No card is to be played, the play is over: {why}" in run("options", "--deal", deal).stdout
    assert run("options", "-", stdin="{").returncode == 1


def test_options_without_time(tmp_path: Path) -> None:
    path = tmp_path / "hard.json"
    deal = RandomDeal(players=10, objectives=33, suits=10, values=40, trumps=0, tokens=("1", "2", "3", "omega"))
    path.write_text(deal.with_seed(15).to_json())
    told = run("options", path, "--time-limit", "6")
    assert told.returncode in {1, 3}, told.stdout + told.stderr


def test_show() -> None:
    hands = "pink9 blue2 / blue5,3 / pink8 green7,1"
    text = f"{hands}; leader 1; trump green; 1 wins pink8[1]; anybody wins pink2; played pink4 pink2"
    told = run("show", "--deal", text)
    assert told.returncode == 0
    lines = [line.rstrip() for line in told.stdout.splitlines()]
    assert lines[3].split() == ["blue", "pink", "green", "(trump)"] or "green (trump)" in told.stdout
    assert " >player 3" in told.stdout
    assert "8→1" in told.stdout
    assert lines[-1] == text
    json_text = parse_text(text).to_json()
    assert run("show", "-", stdin=json_text).stdout == told.stdout


def test_decide_undecided(hard: Path) -> None:
    told = run("decide", hard, "--method", "exhaustive", "--time-limit", "0.2")
    assert told.returncode == 0
    assert "UNKNOWN: the time limit was reached." in told.stdout
    answer = json.loads(run("decide", hard, "--memory-limit", "1", "--json").stdout)
    assert (answer["answer"], answer["reason"]) == ("unknown", "memory")
    assert run("decide", hard, "--method", "bounds", "--competition").stdout.endswith("s UNKNOWN\n")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["decide"], "Missing argument 'FILE'"),
        (["decide", "-", "--deal", "a1"], "one of the two"),
        (["show"], "Missing argument 'FILE'"),
        (["options"], "Missing argument 'FILE'"),
        (["decide", "-", "--count", "0"], "--count"),
        (["decide", "-", "--count", "2", "--competition"], "--competition has no words"),
        (["decide", "-", "--fewest-tricks", "--method", "exhaustive"], "exhaustive solves no formula"),
        (["generate", "crew", "--assignment", "auction"], "allowed: any, draft"),
        (["decide", "-", "--method", "magic"], "'magic' is none of auto, past, bounds"),
        (["decide", "-", "--solver", "magic"], "'magic' is none of glucose4"),
        (["decide", "-", "--time-limit", "0"], "--time-limit"),
        (["decide", "-", "--json", "--competition"], "exclude each other"),
        (["decide", "-", "--nonsense"], "--nonsense"),
        (["decide", "-", "--method", "\x1b[31mred"], "\\x1b[31mred"),
        (["decide", "-", "--method", "exhaustive", "--seed", "1"], "exhaustive solves no formula"),
        (["nonsense"], "No such command"),
        (["schema", "bridge"], "'bridge' is none of crew"),
        (["generate", "crew", "--players", "0"], "--players"),
        (["generate", "crew", "--objectives", "37"], "only 36 cards"),
        (["generate", "crew", "--leader", "x"], "--leader"),
        (["generate", "crew", "--tokens", "1,2,3,4,5"], "5 tokens for 4 objectives"),
    ],
)
def test_wrong_usage_has_status_2(arguments: list[str], words: str) -> None:
    told = run(*arguments, stdin=WON, TERM="dumb", COLUMNS="200")
    assert told.returncode == 2
    assert told.stdout == ""
    assert words in told.stderr


MEASURE = """
import json, os, subprocess, sys
child = subprocess.Popen(sys.argv[1:])
_, status, usage = os.wait4(child.pid, 0)
unit = 1e6 if sys.platform == "darwin" else 1e3
used = [os.waitstatus_to_exitcode(status), usage.ru_utime + usage.ru_stime, usage.ru_maxrss / unit]
print(json.dumps(used), file=sys.stderr)
"""


def measured(arguments: list[str]) -> tuple[int, str, str, float, float]:
    """Exit status, stdout, stderr, CPU seconds and peak MB of a child.

    A child inherits the peak memory of the process that forks it, so a small process stands in between.
    """
    told = subprocess.run(
        [sys.executable, "-c", MEASURE, sys.executable, "-m", "crewsat", *arguments],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        check=False,
        env={**os.environ, "PYTHONUTF8": "1"},
    )
    *lines, last = told.stderr.decode().splitlines()
    status, seconds, megabytes = json.loads(last)
    return status, told.stdout.decode(), "\n".join(lines), seconds, megabytes


def check_refused(path: str, word: str) -> None:
    """Status 1, defects on stderr, each on a line with the file's name, nothing else, cheaply."""
    status, out, err, seconds, megabytes = measured(["decide", path])
    assert status == 1
    assert out == ""
    assert word in err
    lines = err.splitlines()
    assert 1 <= len(lines) <= 21
    assert all(line.startswith(visible(path, 200)) for line in lines), lines
    assert "Traceback" not in err
    assert seconds < 1
    assert megabytes < 100


@pytest.mark.parametrize(("data", "word"), [bad[1:] for bad in BAD], ids=[bad[0] for bad in BAD])
def test_bad_files_have_status_1(data: bytes, word: str, tmp_path: Path) -> None:
    path = tmp_path / "bad.json"
    path.write_bytes(data)
    check_refused(str(path), word)


HUGE: dict[str, tuple[bytes, bytes, int, bytes]] = {
    # name: beginning, piece, how often, end
    "8 MB of brackets": (b"", b"[", 8_000_000, b""),
    "8 MB of digits": (b'{"game": "crew", "leader": ', b"7", 8_000_000, b"}"),
    "8 MB of text": (b'{"game": "', b"x", 8_000_000, b'"}'),
    "8 MB of spaces": (b"", b" ", 8_000_000, b""),
    "a suit of 8 MB": (b'{"game": "crew", "hands": [["', b"x", 8_000_000, b'"]]}'),
    "a million bad cards": (b'{"game": "crew", "hands": [[', b"1,", 1_000_000, b"1]]}"),
    "many bad objectives": (b'{"game": "crew", "hands": [["a1"]], "objectives": [', b"3,", 100_000, b"3]}"),
    "many times one card": (b'{"game": "crew", "hands": [[', b'"a1",', 100_000, b'"a1"]]}'),
    "many duplicate keys": (b'{"game": "crew"', b', "k": 1', 50_000, b"}"),
}


@pytest.mark.parametrize("name", HUGE)
def test_huge_files_have_status_1(name: str, tmp_path: Path) -> None:
    begin, piece, number, end = HUGE[name]
    path = tmp_path / "huge.json"
    path.write_bytes(begin + piece * number + end)
    check_refused(str(path), "")


def test_many_unknown_keys_have_status_1(tmp_path: Path) -> None:
    path = tmp_path / "huge.json"
    path.write_text(json.dumps({"game": "crew", **{f"k{k}": 1 for k in range(50_000)}}))
    check_refused(str(path), "k0: unknown key")


def test_half_a_gigabyte_has_status_1(tmp_path: Path) -> None:
    path = tmp_path / "huge.json"
    with path.open("wb") as stream:
        stream.truncate(500_000_000)
    check_refused(str(path), "larger than")


def test_what_is_no_file_has_status_1(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "fifo")
    (tmp_path / "loop").symlink_to(tmp_path / "loop")
    (tmp_path / "locked").write_text(WON)
    for path in (
        tmp_path / "fifo",
        tmp_path / "loop",
        tmp_path,
        tmp_path / "none",
        Path("/dev/zero"),
        Path("/dev/tty"),
    ):
        check_refused(str(path), "")


def test_at_most_20_defects_and_a_count() -> None:
    told = run("decide", "-", stdin=json.dumps({**GOOD, "hands": [["a0"] * 50], "objectives": []}))
    assert told.returncode == 1
    assert len(told.stderr.splitlines()) == 21
    assert told.stderr.endswith("… and 30 more defects\n")


def corrupted(**changes: Any) -> dict[str, Any]:  # noqa: ANN401 - any JSON
    trick = {"leader": 1, "cards": ["b2", "b1"], "winner": 1, "completes": ["b1"]}
    return {"answer": "yes", "game": "crew", "play": [trick], "assignment": {"b1": 1}, **changes}


@pytest.mark.parametrize(
    ("answer", "status", "words"),
    [
        (corrupted(), 0, "confirmed"),
        (corrupted(more="fields"), 0, "confirmed"),
        (corrupted(play=[{"leader": 1, "cards": ["b2", "b1"]}]), 0, "confirmed"),
        (corrupted(play=[]), 1, "refuted: the play ends after 0 tricks"),
        (corrupted(play=[{"leader": 2, "cards": ["b1", "b2"]}, {}]), 1, "refuted: trick 2: this is no trick"),
        (corrupted(play=[{"leader": 1, "cards": ["b2", "a2"]}]), 1, "refuted: trick 1: player 2 must follow suit b"),
        (corrupted(assignment={"b1": 2}), 1, "refuted: the assignment does not name"),
        (corrupted(play="b2 b1"), 1, "play: must be a list of tricks"),
        (corrupted(game="hanabi"), 1, 'game: must be "crew"'),
        (corrupted(format=99), 1, "format: must be 1"),
        (corrupted(format=True), 1, "format: must be 1"),
        (corrupted(assignment={"b1": True}), 1, "refuted: the assignment"),
        (corrupted(assignment=["b1"]), 1, "refuted: the assignment"),
        (corrupted(answer="maybe"), 1, 'must be "yes", "no" or "unknown"'),
        (corrupted(answer=["yes"]), 1, 'must be "yes", "no" or "unknown"'),
        ([], 1, 'must be "yes", "no" or "unknown"'),
        ({"answer": "no", "checked": "none"}, 3, "nothing to check"),
        ({"answer": "unknown", "reason": "time"}, 3, "nothing to check"),
    ],
)
def test_verify(answer: object, status: int, words: str, tmp_path: Path) -> None:
    (tmp_path / "won.json").write_text(WON)
    (tmp_path / "answer.json").write_text(json.dumps(answer))
    told = run("verify", tmp_path / "won.json", tmp_path / "answer.json")
    assert told.returncode == status, told.stderr
    assert words in told.stdout + told.stderr
    assert "Traceback" not in told.stderr


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        (
            {},
            "confirmed: a winning play of 1 trick and 4 different winning lines, replayed by the rules; not checked: ",
        ),
        ({"lines": []}, "refuted: there is a line, the play, but none is listed"),
        (
            {"fewest_tricks": {"at_least": 0, "at_most": 1, "proved": True}},
            "is proved if at_least and at_most are equal",
        ),
        ({"fewest_tricks": {"at_least": -1, "at_most": 1}}, "fewest_tricks must have whole numbers"),
        ({"lines": None}, "lines: must be a list of plays"),
        ({"lines": "same"}, "refuted: two of the lines are the same"),
        ({"lines": "zz9"}, "refuted: trick 1: player 2 does not hold zz9"),
        ({"fewest_tricks": {"at_least": 1, "at_most": 2, "proved": False}}, "refuted: the play wins with trick 1, not"),
        ({"fewest_tricks": {"at_least": 2, "at_most": 1}}, "the first not larger"),
        ({"fewest_tricks": 1}, "fewest_tricks must have whole numbers"),
    ],
)
def test_verify_lines_and_the_claim_to_be_earliest(changes: dict[str, Any], words: str, tmp_path: Path) -> None:
    deal = "a1,4 / a3,2; leader 1; 2 wins a1"
    (tmp_path / "deal.json").write_text(parse_text(deal).to_json())
    answer = json.loads(run("decide", "--deal", deal, "--fewest-tricks", "--count", "9", "--json").stdout)
    if changes.get("lines") == "same":
        answer["lines"] *= 2
    elif changes.get("lines") == "zz9":
        answer["lines"][0][0]["cards"][1] = "zz9"
    else:
        answer |= changes
    (tmp_path / "answer.json").write_text(json.dumps(answer))
    told = run("verify", tmp_path / "deal.json", tmp_path / "answer.json")
    assert told.returncode == (1 if changes else 0)
    assert words in told.stdout + told.stderr


def test_what_was_counted_before_a_signal_is_kept(tmp_path: Path) -> None:
    path = tmp_path / "deal.json"
    path.write_text(RandomDeal(players=4, objectives=2).with_seed(1).to_json())
    for sent, status in ((signal.SIGINT, 130), (signal.SIGTERM, 143)):
        child = subprocess.Popen(
            [sys.executable, "-m", "crewsat", "decide", str(path), "--json", "--count", "10000000"],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        time.sleep(2.5)
        child.send_signal(sent)
        out, err = child.communicate(timeout=30)
        assert (child.returncode, err) == (status, "")
        answer = json.loads(out)
        assert (answer["answer"], answer["all_lines"], answer["lines_reason"]) == ("yes", False, "interrupted")
        assert len(answer["lines"]) > 10


def test_limits_of_counting_are_told() -> None:
    deal = RandomDeal(players=4, objectives=2).with_seed(1).to_json()
    told = run("decide", "-", "--count", "10000000", "--memory-limit", "15", stdin=deal)
    assert told.returncode == 10
    assert "different winning lines, and it would need more memory than allowed:" in told.stdout


def test_competition_counts_the_tricks_of_a_position_from_the_first() -> None:
    told = run("decide", "--deal", "a4 / a3; leader 1; played a1 a2; 1 wins a4", "--competition")
    assert "c trick 2: player 2 leads, a3 a4, player 1 wins completes a4" in told.stdout


def test_long_hands_are_shown_whole() -> None:
    cards = ",".join(map(str, range(1, 4_001)))
    told = run("show", "--deal", f"a{cards} / b1")
    assert told.stdout.splitlines()[-1] == f"a{cards} / b1"
    assert "…" not in told.stdout


def test_verify_refuses_bad_files(tmp_path: Path) -> None:
    (tmp_path / "won.json").write_text(WON)
    (tmp_path / "bad.json").write_text('{"answer": "yes", "answer": "no"}')
    assert run("verify", tmp_path / "won.json", tmp_path / "bad.json").returncode == 1
    assert run("verify", tmp_path / "bad.json", tmp_path / "won.json").returncode == 1
    assert run("verify", tmp_path / "won.json", tmp_path / "none.json").returncode == 1


def test_generate_prints_an_instance_that_can_be_decided() -> None:
    made = run("generate", "crew", "--players", "3", "--objectives", "6", "--seed", "4", "--tokens", "1,2,omega")
    assert made.returncode == 0
    data = json.loads(made.stdout)
    assert [o.get("token") for o in data["objectives"]] == ["1", "2", "omega", None, None, None]
    assert made.stdout.strip() == RandomDeal(players=3, objectives=6, tokens=("1", "2", "omega")).with_seed(4).to_json()
    assert run("decide", "-", stdin=made.stdout).returncode in {10, 20}
    other = run("generate", "crew", "--suits", "2", "--values", "5", "--trumps", "0", "--leader", "free", "--strict")
    assert json.loads(other.stdout)["same_trick"] == "violates"
    assert "leader" not in json.loads(other.stdout)
    assert run("generate", "crew", "--tokens", ">>").returncode == 1
    free = run("generate", "crew", "--assignment", "draft", "--seed", "3")
    data = json.loads(free.stdout)
    assert (data["assignment"], data["objectives"][0]["owner"]) == ("draft", None)
    text = run("generate", "crew", "--assignment", "draft", "--seed", "3", "--text").stdout.strip()
    assert text == text_of(load_text(free.stdout))
    assert run("decide", "--deal", text).returncode in {10, 20}


def test_schema_and_methods() -> None:
    schema = json.loads(run("schema", "crew").stdout)
    assert schema["required"] == ["game", "hands"]
    methods = run("methods").stdout
    assert all(word in methods for word in ("cnf-tricks", "exhaustive", "bounds", "glucose4", "cadical195"))


def test_ctrl_c_and_sigterm_leave_an_answer(hard: Path) -> None:
    for sent, status in ((signal.SIGINT, 130), (signal.SIGTERM, 143)):
        child = subprocess.Popen(
            [sys.executable, "-m", "crewsat", "decide", str(hard), "--method", "exhaustive", "--json"],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        time.sleep(1.5)
        child.send_signal(sent)
        out, err = child.communicate(timeout=10)
        assert child.returncode == status, err
        assert json.loads(out)["reason"] == "interrupted"
        assert err == ""


@pytest.mark.parametrize("solver", SOLVERS)
def test_ctrl_c_stops_every_solver(solver: str, tmp_path: Path) -> None:
    """A deal of 400 cards that no solver decides within minutes."""
    path = tmp_path / "hard.json"
    deal = RandomDeal(players=10, objectives=33, suits=10, values=40, trumps=0, tokens=("1", "2", "3", "omega"))
    path.write_text(deal.with_seed(15).to_json())
    child = subprocess.Popen(
        [sys.executable, "-m", "crewsat", "decide", str(path), "--json", "--solver", solver],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    time.sleep(4)
    child.send_signal(signal.SIGINT)
    out, err = child.communicate(timeout=20)
    assert (child.returncode, err) == (130, "")
    assert json.loads(out)["reason"] == "interrupted"


def test_streams_that_are_closed_or_full_end_without_a_traceback(tmp_path: Path) -> None:
    path = tmp_path / "won.json"
    path.write_text(WON)
    crewsat = f"{sys.executable} -m crewsat decide"
    full = "standard output cannot be written: no space left on device"
    for command, words in (
        (f"{crewsat} - <&-", "standard input: is closed"),
        (f"{crewsat} {path} >&-", "standard output is closed"),
        (f"{crewsat} {path}x 2>&-", ""),
        (f"{crewsat} {path} --json >/dev/full", full),
        (f"PYTHONUNBUFFERED=1 {crewsat} {path} >/dev/full", full),
    ):
        told = subprocess.run(["sh", "-c", command], capture_output=True, text=True, check=False)
        assert told.returncode == 1, command
        assert told.stdout == ""
        assert told.stderr.strip() == words


def test_a_wide_table_is_not_cut(tmp_path: Path) -> None:
    path = tmp_path / "wide.json"
    path.write_text(RandomDeal(players=12, objectives=2, suits=8).with_seed(1).to_json())
    told = run("decide", path, COLUMNS="40")
    assert told.returncode == 10
    assert "…" not in told.stdout
    assert "player 12" in told.stdout


def test_a_closed_pipe_ends_quietly(hard: Path) -> None:
    child = subprocess.Popen(
        [sys.executable, "-m", "crewsat", "decide", str(hard)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert child.stdout is not None
    child.stdout.close()
    _, err = child.communicate(timeout=60)
    assert err == ""


def test_output_for_people_survives_any_terminal() -> None:
    deal = json.dumps(
        {
            "game": "crew",
            "hands": [["粉9", "blue2"], ["粉2", "blue5"]],
            "objectives": [{"card": "粉2", "owner": 1, "id": "\x1b[31mred", "token": "omega"}],
        }
    )
    for encoding in ("ascii", "latin-1", "utf-8"):
        told = subprocess.run(
            [sys.executable, "-m", "crewsat", "decide", "-"],
            input=deal.encode(),
            capture_output=True,
            check=False,
            env={**os.environ, "PYTHONIOENCODING": encoding, "PYTHONUTF8": "0"},
        )
        assert told.returncode == 10, told.stderr
        assert b"\x1b" not in told.stdout
        assert b"YES" in told.stdout
        assert told.stderr == b""


def test_colours_only_for_terminals_that_want_them() -> None:
    assert "\x1b" not in run("decide", "-", stdin=WON).stdout
    assert "\x1b[1;32m" in run("decide", "-", stdin=WON, FORCE_COLOR="1", TERM="xterm").stdout
    assert "\x1b[1;32m" not in run("decide", "-", stdin=WON, FORCE_COLOR="1", TERM="xterm", NO_COLOR="1").stdout
