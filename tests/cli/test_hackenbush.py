"""Hackenbush on the command line: answers, strategies that are kept and verified, options, coalitions, pictures."""

from __future__ import annotations

import hashlib
import json
import time
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

import crewsat
from crewsat.engine import opponents
from crewsat.games.hackenbush.instance import Hackenbush
from crewsat.games.hackenbush.random_strings import RandomStrings
from crewsat.report.verdict import found_line
from tests.support.command import run
from tests.support.timing import check_promise

if TYPE_CHECKING:
    from pathlib import Path

LINE = "hackenbush; strings 1,2 / 1,3 / 2 / 3; coalition 1 2; to move 1; players 3"
"""The example of the contract. After player 1 has removed the first string, player 3 moves last; else player 2."""

QUEER: dict[str, Any] = {"game": "hackenbush", "strings": [[1, 2], [1, 3], [2], [3]]}


def answer_to(line: str, *options: str | Path) -> dict[str, Any]:
    told = run("decide", "--deal", line, "--json", *options)
    answer: dict[str, Any] = json.loads(told.stdout)
    assert told.returncode == {"yes": 10, "no": 20, "unknown": 0}[answer["answer"]]
    return answer


@pytest.fixture
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """A won position, its answer and its strategy in files of the current directory."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "game.json").write_text(crewsat.parse_text(LINE).to_json())
    told = run("decide", "game.json", "--json", "--strategy", "strategy.jsonl")
    (tmp_path / "answer.json").write_text(told.stdout)
    answer: dict[str, Any] = json.loads(told.stdout)
    return answer


def test_the_line_of_the_contract_is_read_and_written() -> None:
    instance = crewsat.parse_text(LINE)
    assert instance == Hackenbush(strings=QUEER["strings"], coalition=[1, 2], players=3)
    assert crewsat.text_of(instance) == LINE.replace("; to move 1", "")


def test_a_yes_is_the_first_move_of_a_strategy(kept: dict[str, Any], tmp_path: Path) -> None:
    assert (kept["answer"], kept["method"], kept["checked"]) == ("yes", "positions", "replayed")
    assert kept["play"] == [{"player": 1, "string": 2, "edge": 1}]
    data = (tmp_path / "strategy.jsonl").read_bytes()
    lines = [json.loads(line) for line in data.splitlines()]
    assert kept["strategy"] == {
        "path": "strategy.jsonl",
        "sha256": hashlib.sha256(data).hexdigest(),
        "positions": len(lines),
    }
    assert lines[0] == {"lengths": [2, 2, 1, 1], "player": 1, "move": {"string": 2, "edge": 1}}
    assert {"move" in line for line in lines if line["player"] == 3} == {False}
    told = run("verify", "game.json", "answer.json")
    assert (told.returncode, told.stdout) == (
        0,
        f"confirmed: a winning strategy, played against every defence in {len(lines)} positions\n",
    )


def test_no_first_move_if_the_others_move_first() -> None:
    answer = answer_to("hackenbush; strings 1 / 2,2; coalition 2; players 3")
    assert (answer["answer"], answer["play"]) == ("yes", [])
    told = run("decide", "--deal", "hackenbush; strings 1 / 2,2; coalition 2; players 3", "--competition")
    assert told.stdout.splitlines()[-1] == "s SATISFIABLE"


def test_a_no_has_a_strategy_of_the_others(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    line = LINE.replace("coalition 1 2", "coalition 1")
    assert answer_to(line)["checked"] == "replayed"
    (tmp_path / "game.json").write_text(crewsat.parse_text(line).to_json())
    answer = answer_to(line, "--strategy", "strategy.jsonl")
    (tmp_path / "answer.json").write_text(json.dumps(answer))
    assert run("verify", "game.json", "answer.json").stdout.startswith(
        "confirmed: a winning strategy of the other side, played against every defence in "
    )
    (tmp_path / "answer.json").write_text(json.dumps({**answer, "answer": "yes", "play": []}))
    assert run("verify", "game.json", "answer.json").stdout.startswith(
        "refuted: lengths 2, 2, 1, 1: the strategy has no"
    )


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"play": []}, "refuted: the play is not the first move of the strategy"),
        (
            {"play": [{"player": True, "string": 2, "edge": 1}]},
            "refuted: the play is not the first move of the strategy",
        ),
        ({"strategy": {"path": "strategy.jsonl", "sha256": "0" * 64}}, "refuted: strategy strategy.jsonl"),
        ({"strategy": "strategy.jsonl"}, "refuted: strategy: must have a path and a sha256"),
        ({"answer": "no"}, "refuted: "),
    ],
)
def test_what_is_not_as_the_answer_says_is_refuted(
    changes: dict[str, Any], words: str, kept: dict[str, Any], tmp_path: Path
) -> None:
    (tmp_path / "answer.json").write_text(json.dumps({**kept, **changes}))
    told = run("verify", "game.json", "answer.json")
    assert told.returncode == 1
    assert told.stdout.startswith(words), told.stdout


def test_a_strategy_file_that_is_missing_is_named(kept: dict[str, Any], tmp_path: Path) -> None:
    (tmp_path / kept["strategy"]["path"]).unlink()
    told = run("verify", "game.json", "answer.json")
    assert (told.returncode, told.stderr) == (
        1,
        "answer.json: strategy: cannot be checked: strategy.jsonl: no such file or directory\n",
    )


def test_a_wrong_number_of_positions_is_refuted(kept: dict[str, Any], tmp_path: Path) -> None:
    wrong = {**kept["strategy"], "positions": 1}
    (tmp_path / "answer.json").write_text(json.dumps({**kept, "strategy": wrong}))
    assert "which is not what the answer says" in run("verify", "game.json", "answer.json").stdout


def test_without_a_strategy_what_follows_is_decided_anew(kept: dict[str, Any], tmp_path: Path) -> None:
    del kept["strategy"]
    (tmp_path / "answer.json").write_text(json.dumps(kept))
    told = run("verify", "game.json", "answer.json")
    assert (
        told.stdout
        == "confirmed: the first move is legal, and deciding anew what follows gives a win of the coalition\n"
    )
    kept["play"] = [{"player": 1, "string": 1, "edge": 1}]
    (tmp_path / "answer.json").write_text(json.dumps(kept))
    told = run("verify", "game.json", "answer.json")
    assert (told.returncode, told.stdout) == (1, "refuted: the coalition cannot force a win after this move\n")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["decide", "crew.json", "--strategy", "s"], "there are no strategies in crew: all players play together"),
        (
            ["decide", "game.json", "game.json", "--strategy", "s"],
            "--count, --strategy and --html apply to a single instance",
        ),
        (["decide", "game.json", "--proof", "."], "there are no proofs for hackenbush"),
        (["decide", "game.json", "--solver", "glucose4"], "does not solve a formula; a solver does not apply"),
        (["decide", "game.json", "--count", "2"], "--count applies to crew, not to hackenbush"),
        (["options", "game.json", "--seed", "1"], "is not decided by a formula; a seed does not apply"),
        (["coalitions", "crew.json"], "coalitions are a question about hackenbush, not about crew"),
    ],
)
@pytest.mark.usefixtures("kept")
def test_what_does_not_apply_is_said(arguments: list[str], words: str, tmp_path: Path) -> None:
    (tmp_path / "crew.json").write_text(crewsat.RandomDeal().with_seed(1).to_json())
    told = run(*arguments, TERM="dumb", COLUMNS="300")
    assert told.returncode == 2
    assert words in told.stderr


@pytest.mark.parametrize(
    ("path", "words"),
    [
        ("", "--strategy: the name of a file is empty"),
        (".", "is not a regular file"),
        ("game.json", "is one of the inputs"),
        ("none/strategy", "cannot be written: no such file or directory"),
    ],
)
@pytest.mark.usefixtures("kept")
def test_a_strategy_goes_to_a_file_of_its_own(path: str, words: str) -> None:
    told = run("decide", "game.json", "--strategy", path, TERM="dumb", COLUMNS="300")
    assert told.returncode in {1, 2}
    assert words in told.stderr or (not path and "strategy must name a file" in told.stderr)


def test_two_players_have_values() -> None:
    line = "hackenbush; strings 1,2,2 / 2,1,1,2 / 1; coalition 1"
    answer = answer_to(line)
    assert (answer["method"], answer["because"]) == (
        "berlekamp",
        "the strings are worth 7/8 for player 1, and player 1 moves first",
    )
    assert (answer["checked"], len(answer["play"])) == ("replayed", 1)
    lost = answer_to(line.replace("coalition 1", "coalition 2"))
    assert (lost["answer"], lost["because"]) == ("no", answer["because"])
    assert "The strings are worth 7/8 for player 1" in run("show", "--deal", line).stdout


def test_of_many_strings_a_value_is_the_argument(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(opponents, "MOST_REPLAYED", 100)
    instance = RandomStrings(strings=60, edges=30, players=2, coalition=(1,)).with_seed(0)
    path = tmp_path / "game.json"
    for coalition in ([1], [2]):
        path.write_text(instance.model_copy(update={"coalition": coalition}).to_json())
        answer = json.loads(run("decide", path, "--json").stdout)
        assert (answer["checked"], answer["method"]) == ("algorithm", "berlekamp")
        assert ("play" in answer) == (answer["answer"] == "yes")


def test_coalitions_of_a_file_without_one_or_with_one_that_is_wrong(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    expected = {
        "format": 1,
        "game": "hackenbush",
        "winners": [],
        "queer": True,
        "minimal": [[1, 2], [1, 3], [2, 3]],
        "checked": "replayed",
    }
    for document in (QUEER, {**QUEER, "coalition": [1]}, {**QUEER, "coalition": "nonsense"}):
        path.write_text(json.dumps(document))
        told = run("coalitions", path, "--json")
        assert (told.returncode, json.loads(told.stdout)) == (0, expected)
    assert run("coalitions", path).stdout.endswith("Minimal coalitions that win: {1, 2}, {1, 3} and {2, 3}.\n")
    path.write_text(json.dumps({**QUEER, "strings": [[2], [1, 1]]}))
    assert json.loads(run("coalitions", path, "--json").stdout)["winners"] == [1]
    assert "Player 1 can ensure being the last one left." in run("coalitions", path).stdout
    path.write_text(json.dumps({**QUEER, "strings": [[0]]}))
    told = run("coalitions", path)
    assert (told.returncode, told.stderr) == (
        1,
        f"{path}: strings[0][0] (string 1, edge 1): '0' is not a player; allowed: 1 to 100,000\n",
    )


def test_options_say_which_cuts_keep_the_win() -> None:
    told = run("options", "--deal", LINE, "--json")
    assert json.loads(told.stdout) == {
        "format": 1,
        "game": "hackenbush",
        "options": [
            {"player": 1, "string": 1, "edge": 1, "answer": "no", "checked": "replayed"},
            {"player": 1, "string": 2, "edge": 1, "answer": "yes", "checked": "replayed"},
        ],
    }
    words = run("options", "--deal", LINE).stdout
    assert "does not win" in words
    assert "keeps the win" in words
    assert "No cut is to be made" in run("options", "--deal", "hackenbush; strings -; coalition 1; players 4").stdout


PICTURE = """\
Hackenbush: 4 strings, 7 edges, 3 players, player 1 moves first
Coalition: players 1 and 2

 2
 2   3
[1] [1]  2   3
────────────────
 1   2   3   4

In brackets: what player 1 may cut

hackenbush; strings 1,2,2 / 1,3 / 2 / 3; coalition 1 2
"""


def test_strings_stand_upright_on_the_ground() -> None:
    line = PICTURE.splitlines()[-1]
    assert run("show", "--deal", line).stdout == PICTURE
    decided = run("decide", "--deal", line).stdout
    assert " 1  [1]  2   3\n" in decided
    assert (
        "YES. The coalition can force one of its members to be the last one left. Player\n1 cuts edge 1 of" in decided
    )
    assert "the strategy was played against every defence" in decided
    assert (
        "NO. The other players can force"
        in run("decide", "--deal", line.replace("coalition 1 2", "coalition 3")).stdout
    )


def test_large_pictures_are_cut_off_with_a_word() -> None:
    tall = "hackenbush; strings " + ",".join("12" * 40) + "; coalition 1"
    assert "\n …\n" in run("show", "--deal", tall).stdout
    wide = "hackenbush; strings " + " / ".join("1" * 400) + "; coalition -"
    told = run("show", "--deal", wide).stdout
    assert "… and 200 more strings" in told
    assert "Coalition: nobody" in told
    many = "hackenbush; strings 1; coalition " + " ".join(map(str, range(1, 31)))
    assert "and 10 more" in run("show", "--deal", many).stdout


def test_generated_strings_have_the_sizes_that_are_asked_for() -> None:
    told = run(
        "generate",
        "hackenbush",
        "--strings",
        "3",
        "--edges",
        "2",
        "--players",
        "4",
        "--coalition",
        "2,4",
        "--seed",
        "5",
    )
    instance = json.loads(told.stdout)
    assert [len(string) for string in instance["strings"]] == [2, 2, 2]
    assert (instance["coalition"], instance["players"], instance["about"]["seed"]) == ([2, 4], 4, 5)
    for wrong in (["--coalition", "5"], ["--coalition", "x"], ["--strings", "1000001"], ["--to-move", "9"]):
        assert run("generate", "hackenbush", *wrong).returncode == 2


@pytest.mark.timing
@pytest.mark.parametrize(
    ("command", "status", "words"),
    [
        (["decide", "--json"], 0, '"reason": "time"'),
        (["options", "--json"], 3, '"answer": "unknown", "checked": "none", "reason": "time"'),
        (["coalitions"], 1, "the time limit was reached before it was known whether a player wins alone"),
    ],
)
def test_a_time_limit_holds_for_every_question(command: list[str], status: int, words: str, tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    path.write_text(RandomStrings(strings=40, edges=8, players=6, coalition=(1, 3, 5)).with_seed(0).to_json())

    def measure() -> float:
        began = time.monotonic()
        told = run(*command, path, "--time-limit", "0.3")
        assert told.returncode == status
        assert words in told.stdout + told.stderr
        return time.monotonic() - began

    check_promise(measure, 1.0)  # half a second after the limit, and what it takes to read the game and start a child


def test_a_strategy_that_is_not_kept_is_no_proof(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(opponents, "MOST_REPLAYED", 3)
    monkeypatch.chdir(tmp_path)
    (tmp_path / "game.json").write_text(RandomStrings(strings=8, players=3, coalition=()).with_seed(2).to_json())
    answer = crewsat.decide(crewsat.load("game.json"))
    assert (answer.answer, answer.checked) == ("no", "search")
    told = found_line(replace(answer, unproved="time"))
    assert told.endswith("; by exhaustive search; no strategy was kept: the time limit was reached.")


def test_of_many_cuts_some_are_listed() -> None:
    told = run("options", "--deal", f"hackenbush; strings {' / '.join(['1'] * 203)}; coalition 1; players 2")
    assert told.stdout.count("keeps the win") == 200
    assert "… and 3 more; --json has all" in told.stdout
