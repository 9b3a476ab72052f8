"""Random instances by their seeds: ``generate --seeds``, ``decide --generate``, and answers in brief."""

from __future__ import annotations

import json
import shlex
from typing import TYPE_CHECKING, Any

import pytest

import crewsat
from crewsat.games import GAMES
from tests.support.chunks import few_of
from tests.support.command import LOST, WON, run, started
from tests.support.processes import PATIENCE

if TYPE_CHECKING:
    from pathlib import Path

SWEEPS = {
    "crew": "crew --players 3 --objectives 6 --tokens 1,2,omega",
    "hanabi_solitaire": "hanabi_solitaire --colours 3 --values 4 --copies 2 --hand-size 2",
    "hanabi": "hanabi --players 2 --hand-size 3",
    "hackenbush": "hackenbush --strings 3 --edges 3",
}
"""Words for ``generate``, by game; both answers are among the first dozen seeds."""


def lines(text: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in text.splitlines()]


def answers(told: str) -> list[dict[str, Any]]:
    """Answers without what differs from run to run, or says where the instance comes from."""
    kept = [{k: v for k, v in answer.items() if k not in {"statistics", "file", "seed"}} for answer in lines(told)]
    assert len({json.dumps(answer) for answer in kept}) == len(kept)
    return kept


def wide(*arguments: str | Path) -> tuple[int, str]:
    """Exit status and messages, on one line each."""
    told = run(*arguments, TERM="dumb", COLUMNS="300")
    assert told.stdout == ""
    return told.returncode, told.stderr


def test_there_is_a_sweep_of_every_game() -> None:
    assert set(SWEEPS) == set(GAMES)


@pytest.mark.parametrize("game", SWEEPS)
def test_seeds_print_what_each_seed_prints(game: str) -> None:
    words = shlex.split(SWEEPS[game])
    for form in ([], ["--text"]):
        each = [run("generate", *words, "--seed", str(seed), *form).stdout for seed in (3, 4, 5)]
        assert run("generate", *words, "--seeds", "3-5", *form).stdout == "".join(each)
        assert run("generate", *words, "--seeds", "4", *form).stdout == each[1]
    assert run("generate", *words).stdout == run("generate", *words, "--seed", "0").stdout


@pytest.mark.parametrize("seeds", ["", "x", "5-3", "-3", "3-", "1,2", "1-2-3", "1.5", "²", "1" * 19])
def test_an_invalid_range_of_seeds_is_wrong_usage(seeds: str) -> None:
    allowed = "allowed: FIRST-LAST, such as 1-10000, or one number"
    words = f"Invalid value for '--seeds': '{seeds}' is not a valid range of seeds; {allowed}"
    for command in (["generate", "crew"], ["decide", "--generate", "crew"]):
        status, told = wide(*command, f"--seeds={seeds}")
        assert status == 2
        assert words in told


def test_options_of_a_sweep_go_together() -> None:
    for arguments, words in (
        (["generate", "crew", "--seed", "0", "--seeds", "1-2"], "--seed and --seeds exclude each other"),
        (["decide", "--generate", "crew"], "--generate and --seeds need each other"),
        (["decide", "a.json", "--seeds", "1-2"], "--generate and --seeds need each other"),
        (["decide", "a.json", "--generate", "crew", "--seeds", "1-2"], "omit files and --deal"),
        (["decide", "--deal", "a1", "--generate", "crew", "--seeds", "1-2"], "omit files and --deal"),
        (["decide", "--generate", "crew", "--seeds", "1-2", "--count", "2"], "apply to a single instance"),
        (["decide", "--generate", "hackenbush", "--seeds", "1-2", "--fewest-tricks"], "hackenbush has no tricks"),
        (["decide", "--generate", "hackenbush", "--seeds", "1-2", "--explain"], "no explanations for hackenbush"),
        (["decide", "a.json", "--json", "--brief"], "--json and --brief exclude each other"),
        (["decide", "a.jsonl", "--json", "--brief"], "--json and --brief exclude each other"),
        (
            ["decide", "a.json", "--brief", "--explain"],
            "--brief cannot be combined with --competition, --count or --explain",
        ),
        (["decide", "a.json", "--brief", "--competition"], "--brief cannot be combined with"),
    ):
        status, told = wide(*arguments)
        assert status == 2
        assert words in told


@pytest.mark.parametrize(
    ("words", "why"),
    [
        ("", "'' is not a game; allowed: crew, hanabi_solitaire, hanabi, hackenbush"),
        ("chess", "'chess' is not a game; allowed: crew"),
        ("crew 'x", "No closing quotation"),
        (
            "crew --text",
            "'--text' is not an option; allowed: the options of 'crewsat generate crew' except --seed, --seeds and",
        ),
        ("crew --output x", "'--output' is not an option; allowed: the options of"),
        ("crew --seed 3", "'--seed' is not an option; allowed: the options of"),
        ("crew --seeds 3-4", "'--seeds' is not an option; allowed: the options of"),
        ("crew --help", "'--help' is not an option; allowed: the options of"),
        ("crew deal.json", "Got unexpected extra argument(s) (deal.json); allowed: the options of"),
        ("crew --players x", "Invalid value for '--players': "),
        ("crew --tokens 1,2,3,4,5", "Invalid value: 5 tokens for 4 objectives"),
        ("crew --tokens '>>'", "objectives[0].token (objective 1): token '>>' without '>'"),
        ("hackenbush --coalition 9", "Invalid value: coalition: '9' is not a player; allowed: 1 to 3"),
    ],
)
def test_words_that_generate_nothing_are_bad_input(words: str, why: str) -> None:
    status, told = wide("decide", "--generate", words, "--seeds", "1-3")
    assert (status, told.count("\n")) == (1, 1)
    assert told.startswith(f"--generate: {why}")


@pytest.mark.slow
@pytest.mark.parametrize("game", few_of(SWEEPS, 2))
def test_generated_instances_are_decided_as_a_file_of_them(game: str, tmp_path: Path) -> None:
    """Answers, plays, notes, the numbers of lines: all but the name of the file, which is what was given."""
    path = tmp_path / "made.jsonl"
    path.write_text(run("generate", *shlex.split(SWEEPS[game]), "--seeds", "5-16").stdout)
    first = run("decide", path, "--jobs", "2", "--json")
    swept = run("decide", "--generate", SWEEPS[game], "--seeds", "5-16", "--jobs", "2", "--json")
    assert (first.returncode, swept.returncode) == (0, 0)
    assert answers(swept.stdout) == answers(first.stdout)
    found = lines(swept.stdout)
    assert {answer["answer"] for answer in found} == {"yes", "no"}
    assert [(a["file"], a["line"], a["seed"]) for a in found] == [(SWEEPS[game], k, k + 4) for k in range(1, 13)]
    assert [answer["about"]["seed"] for answer in found] == list(range(5, 17))
    for instance, answer in zip(crewsat.load_many(path), found, strict=True):
        if answer["answer"] == "yes" and game != "hackenbush":
            crewsat.verify(instance, answer["play"])


@pytest.mark.slow
@pytest.mark.parametrize("last", few_of([1, 5]))
def test_a_sweep_is_limited_explained_proved_and_gone_on_with(last: int, tmp_path: Path) -> None:
    output = tmp_path / "answers.jsonl"
    sweep = ["decide", "--generate", "crew --players 3 --objectives 9", "--seeds", f"0-{last}"]
    assert run(*sweep, "--time-limit", "0.3", "--method", "exhaustive").returncode == 3
    explained = lines(run(*sweep, "--explain", "--json").stdout)
    proofs = str(tmp_path / "proofs")
    proved = lines(run(*sweep, "--proof", proofs, "--json").stdout)
    lost = [answer["answer"] == "no" for answer in explained]
    assert any(lost)
    assert ["explanation" in answer for answer in explained] == lost
    assert ["proof" in answer for answer in proved] == lost
    assert run(*sweep, "--output", output).returncode == 0
    whole = output.read_text()
    output.write_text("".join(whole.splitlines(keepends=True)[:2]))
    assert run(*sweep, "--output", output).returncode == 0
    assert answers(output.read_text()) == answers(whole)
    assert "this is not the answer to" in run(*sweep[:-1], f"1-{last + 1}", "--output", output).stderr
    assert output.read_text().count("\n") == last + 1


@pytest.mark.slow
def test_brief_answers(tmp_path: Path, hard: Path) -> None:
    won, lost = tmp_path / "won.json", tmp_path / "lost.json"
    won.write_text(WON)
    lost.write_text(LOST)
    yes = {"answer": "yes", "checked": "replayed", "method": "cnf-tricks", "tricks": 1}
    no = {"answer": "no", "checked": "none", "method": "cnf-tricks"}
    told = run("decide", won, "--brief")
    assert (told.returncode, lines(told.stdout)) == (10, [{"file": str(won), "line": 1, **yes}])
    told = run("decide", "-", "--brief", stdin=LOST)
    assert (told.returncode, lines(told.stdout)) == (20, [{"file": "-", "line": 1, **no}])
    (deal,) = lines(run("decide", "--deal", "a1 b2 / a2 b1; leader 1; 1 wins b1", "--brief").stdout)
    assert deal == {"file": "--deal", "line": 1, **yes}
    told = run("decide", won, lost, tmp_path / "none.json", "--brief")
    assert told.returncode == 1
    *both, bad = lines(told.stdout)
    assert both == [{"file": str(won), "line": 1, **yes}, {"file": str(lost), "line": 1, **no}]
    assert set(bad) == {"file", "line", "error"}
    (unknown,) = lines(run("decide", hard, "--brief", "--method", "exhaustive", "--time-limit", "0.1").stdout)
    assert unknown["reason"] == "time"
    (fewest,) = lines(run("decide", won, "--brief", "--fewest-tricks").stdout)
    assert fewest["fewest_tricks"] == {"at_least": 1, "at_most": 1, "proved": True}
    (seed,) = lines(run("decide", "--generate", SWEEPS["crew"], "--seeds", "7", "--brief").stdout)
    assert set(seed) == {"file", "line", "seed", "answer", "checked", "method"} | ({"tricks"} & set(seed))


@pytest.mark.slow
def test_a_file_of_brief_answers_is_continued_with_brief(tmp_path: Path) -> None:
    source, output = tmp_path / "deals.jsonl", tmp_path / "answers.jsonl"
    source.write_text(f"{LOST}\n{WON}\n")
    more = ["--brief", "--output", str(output), "--proof", str(tmp_path / "proofs"), "--jobs", "1"]
    assert run("decide", source, *more).returncode == 0
    whole = output.read_text()
    assert [list(line)[:4] for line in lines(whole)] == [["file", "line", "sha256", "answer"]] * 2
    output.write_text(whole.splitlines(keepends=True)[0])
    assert run("decide", source, *more).returncode == 0
    assert output.read_text() == whole
    told = run("decide", source, "--output", output)
    assert told.returncode == 1
    assert "line 1: this is a brief answer; use --brief to continue the file" in told.stderr
    assert output.read_text() == whole


@pytest.mark.processes
def test_seeds_into_a_closed_pipe_end_quietly() -> None:
    child = started("generate", "crew", "--seeds", f"1-{10**17}")
    assert child.stdout is not None
    assert child.stdout.readline()
    child.stdout.close()
    _, err = child.communicate(timeout=PATIENCE)
    assert err == ""
