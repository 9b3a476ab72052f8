"""Many instances from standard input or a file: recognised, answered in order and at once, written to a folder."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from contextlib import suppress
from itertools import count
from typing import TYPE_CHECKING

import pytest

import crewsat
from crewsat.cli.stream import content_of
from crewsat.games import GAMES
from crewsat.workers.pool import Pause, patiently
from tests.support.chunks import few_of
from tests.support.command import LOST, WON, run
from tests.support.processes import PATIENCE, descendants, gone, wait_until
from tests.support.stubborn import stubborn

if TYPE_CHECKING:
    from pathlib import Path

PLAYED = "a1,3 / a2 b1; leader 1; 1 wins a2; dealt; played a1 a2"
TEXT = "a1 b2 / a2 b1; leader 1; 1 wins b1"
GENERATED = {
    "crew": ("crew", "--players", "3", "--objectives", "2"),
    "hanabi": ("hanabi", "--players", "2"),
    "hanabi_solitaire": ("hanabi_solitaire",),
    "hackenbush": ("hackenbush",),
}

# What is one instance, and what is many.

MANY = {
    "JSON lines": f"{WON}\n{LOST}\n",
    "blank lines between": f"\n{WON}\n\n \n{LOST}\n",
    "a bad second line": f"{WON}\n{{bad\n",
    "a bad instance first": f'{{"game": "crew"}}\n{WON}\n',
    "JSON and text": f"{WON}\n{TEXT}\n",
    "text and JSON": f"{TEXT}\n{WON}\n",
    "texts": f"{TEXT}\n{PLAYED}\n",
    "the same text twice": f"{TEXT}\n{TEXT}\n",
    "texts of two games": f"hackenbush; strings 1,2 / 2,1; coalition 1\n{TEXT}\n",
}
ONE = {
    "nothing": "",
    "blank": " \n\n",
    "a line": f"{WON}\n",
    "a line without an end": WON,
    "a line of text": f"\n{TEXT}\n\n",
    "JSON over many lines": json.dumps(json.loads(WON), indent=1),
    "a hand a line": "a1 b2\na2 b1\nleader 1\n1 wins b1\n",
    "hands, then clauses": "a1 b2 / a2 b1\nleader 1; 1 wins b1\n1 wins a2\n",
    "hands on both lines": "a1 / a2\nb1 / b2\n",
    "a card twice": "a1 b2 / a2 b1\na1 b3\nleader 1\n",
    "a bad clause": f"{TEXT}\nleader x\n",
    "not JSON": f"{{bad\n{WON}\n",
}


@pytest.mark.parametrize("kind", MANY)
def test_a_first_line_that_is_whole_begins_many(kind: str, tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_text(MANY[kind])
    content = content_of(str(path))
    assert not isinstance(content, bytes)
    lines = [*enumerate(MANY[kind].splitlines(), 1)]
    assert list(content) == [(number, line.encode()) for number, line in lines if line.strip()]


@pytest.mark.parametrize("kind", ONE)
def test_one_instance_stays_one(kind: str, tmp_path: Path) -> None:
    """With all lines where they were, so that messages name the right ones."""
    path = tmp_path / "file"
    path.write_text(ONE[kind])
    content = content_of(str(path))
    assert isinstance(content, bytes)
    assert content.decode().rstrip() == ONE[kind].rstrip()
    if ONE[kind].strip():
        assert not isinstance(content_of(str(path), lines=True), bytes)


def test_one_instance_has_a_limit_and_so_has_each_line(tmp_path: Path) -> None:
    path = tmp_path / "file"
    for text in ("x" * 9_000_000, f"{'a1 b2 ' * 1_000}\n" * 1_500):
        path.write_text(text)
        with pytest.raises(crewsat.InvalidInstance) as caught:
            content_of(str(path))
        assert str(caught.value) == f"{path}: larger than 8388608 bytes, the limit"
    path.write_text(f"{WON}\n{'x' * 9_000_000}\n{LOST}\n")
    content = content_of(str(path))
    assert not isinstance(content, bytes)
    assert [type(data) for _, data in content] == [bytes, crewsat.InvalidInstance, bytes]


def test_a_line_without_an_end_is_refused_before_it_ends() -> None:
    with subprocess.Popen(
        [sys.executable, "-c", "import sys\nwhile True: sys.stdout.write('x' * 65536)"],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    ) as endless:
        told = subprocess.run(
            [sys.executable, "-m", "crewsat", "show", "-"],
            stdin=endless.stdout,
            capture_output=True,
            text=True,
            check=False,
            timeout=PATIENCE,
        )
        endless.kill()
    assert (told.returncode, told.stderr) == (1, "standard input: larger than 8388608 bytes, the limit\n")


@pytest.mark.slow
@pytest.mark.parametrize("form", ["json", "text"])
@pytest.mark.parametrize("game", GAMES)
def test_what_generate_prints_is_read_everywhere(game: str, form: str, tmp_path: Path) -> None:
    printed = run("generate", *GENERATED[game], "--seeds", "1-3", *(["--text"] if form == "text" else [])).stdout
    assert printed.count("\n") == 3
    for name in ("deals.txt", "deals.deals", "deals.jsonl"):
        path = tmp_path / name
        path.write_text(printed)
        told = run("convert", path, "--to", form)
        assert (told.returncode, told.stdout) == (0, printed)
    for command in ("convert", "show"):
        told = run(command, "-", *(["--to", form] if command == "convert" else []), stdin=printed)
        assert told.returncode == 0
        assert [line for line in told.stdout.splitlines() if form == "text" and line in printed.splitlines()] == (
            printed.splitlines() if form == "text" else []
        )


@pytest.mark.slow
@pytest.mark.parametrize("commands", few_of([["review", "options"], ["decide", "explain", "review", "options"]]))
def test_texts_are_decided_explained_and_reviewed_a_line_each(commands: list[str], tmp_path: Path) -> None:
    path = tmp_path / "deals.txt"
    path.write_text(f"{TEXT}\n{PLAYED}\n")
    for command in commands:
        for told in (run(command, "-", stdin=path.read_text()), run(command, path)):
            answers = [json.loads(line) for line in told.stdout.splitlines()]
            assert [answer["line"] for answer in answers] == [1, 2], told
            assert {answer["file"] for answer in answers} <= {"-", str(path)}
    assert "steps" in answers[0] or "options" in answers[0]
    assert [json.loads(line)["answer"] for line in run("explain", path).stdout.splitlines()] == ["yes", "no"]
    assert "explanation" in json.loads(run("explain", path).stdout.splitlines()[1])


def test_options_of_many_name_what_is_bad_and_go_on() -> None:
    told = run("options", "-", stdin=f'{WON}\n{{bad\n{WON}\n{{"game": "crew"}}\n')
    answers = [json.loads(line) for line in told.stdout.splitlines()]
    assert [("error" in answer, answer["line"]) for answer in answers] == [(False, 1), (True, 2), (False, 3), (True, 4)]
    assert told.returncode == 1
    one = json.loads(run("options", "-", "--json", stdin=WON).stdout)
    assert answers[0] == {"file": "-", "line": 1, **one}


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["decide", "-", "--count", "2"], "--competition, --count, --strategy and --html apply to a single instance"),
        (["decide", "-", "--show"], "--show applies to the text output of a single instance"),
        (["decide", "--lines", "--deal", "a1"], "--lines applies to files and to standard input (-)"),
        (["explain", "-", "--html", "x.html"], "apply to a single instance"),
        (["review", "-", "--html", "x.html"], "--svg and --html apply to one game"),
        (["show", "-", "--html", "x.html"], "--html applies to a single instance"),
        (["show", "--lines", "--deal", "a1"], "--lines applies to files and to standard input (-)"),
        (["convert", "-", "--to", "text", "--play", "x"], "--play applies to a single instance"),
        (["encode", "-"], "--output DIR is missing: each of many formulas gets a file of its own"),
    ],
)
def test_wrong_usage_of_many(words: list[str], message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    told = run(*words, stdin=f"{WON}\n{LOST}\n", TERM="dumb", COLUMNS="200")
    assert (told.returncode, message in told.stderr) == (2, True), told.stderr
    assert [*tmp_path.iterdir()] == []


# Into a folder.


@pytest.mark.slow
@pytest.mark.parametrize(
    ("words", "ending", "start"),
    [
        (["encode"], ".cnf", "c crewsat"),
        (["encode", "--to", "wcnf"], ".wcnf", "c crewsat"),
        (["encode", "--to", "opb"], ".opb", "* #variable="),
        (["convert", "--to", "json"], ".json", '{"game":"crew"'),
        (["convert", "--to", "text"], ".txt", "a1 b2 / a2 b1; leader 1"),
        (["show"], ".txt", "The Crew: 2 players"),
    ],
)
def test_each_instance_gets_a_file_named_by_its_line_and_nothing_is_overwritten(
    words: list[str], ending: str, start: str, tmp_path: Path
) -> None:
    path, folder = tmp_path / "deals.jsonl", tmp_path / "many" / "deals"
    path.write_text(f"\n{WON}\n{{bad\n{LOST}\n")
    told = run(*words, path, "--output", folder)
    assert (told.returncode, told.stdout) == (1, "")
    assert told.stderr.startswith(f"{path}, line 3: invalid JSON")
    files = {one.name: one.read_text() for one in folder.iterdir()}
    assert sorted(files) == [f"2{ending}", f"4{ending}"]
    assert all(content.startswith(start) and content.endswith("\n") for content in files.values()), files
    assert files[f"2{ending}"] == run(*words, "-", stdin=WON).stdout
    (folder / f"2{ending}").write_text("my notes")
    told = run(*words, path, "--output", folder)
    assert (told.returncode, told.stderr) == (1, f"{folder / f'2{ending}'}: exists already, and is not overwritten\n")
    assert (folder / f"2{ending}").read_text() == "my notes"


def test_a_folder_is_for_many_instances(tmp_path: Path) -> None:
    for words in (["show"], ["convert", "--to", "json"]):
        told = run(*words, "-", "--output", tmp_path / "x", stdin=WON, TERM="dumb", COLUMNS="200")
        assert (told.returncode, "--output applies to many instances" in told.stderr) == (2, True)
    assert run("show", "-", "--lines", "--output", tmp_path / "x", stdin=WON).returncode == 0
    assert [one.name for one in (tmp_path / "x").iterdir()] == ["1.txt"]


def test_formulas_whose_text_is_too_long_are_refused_before_it_is_written(tmp_path: Path) -> None:
    path = tmp_path / "deals.jsonl"
    big = crewsat.RandomDeal(players=4, objectives=8).with_seed(1).to_json()
    path.write_text(f"{WON}\n{big}\n")
    told = run("encode", path, "--output", tmp_path / "out", "--size-limit", "0.02")
    assert told.returncode == 1
    assert f"{path}, line 2: the text of the formula is estimated at" in told.stderr
    assert "allowed: 0.0 MB (--size-limit)" in told.stderr
    assert [one.name for one in (tmp_path / "out").iterdir()] == ["1.cnf"]
    text = run("encode", "-", stdin=big).stdout
    clauses = sum(len(line) + 1 for line in text.splitlines() if not line.startswith(("c", "p")))
    limit = clauses / 1e6
    assert run("encode", "-", "--size-limit", str(limit * 0.99), stdin=big).returncode == 1
    assert run("encode", "-", "--size-limit", str(limit * 1.7), stdin=big).returncode == 0


# Pipes that stay open.


def test_patience_yields_pauses_while_nothing_comes() -> None:
    reading, writing = os.pipe()
    with os.fdopen(reading, "rb") as lines:
        found = patiently(lines)
        assert isinstance(next(found), Pause)
        os.write(writing, b"one\ntwo\n")
        assert next(one for one in found if not isinstance(one, Pause)) == b"one\n"
        assert next(one for one in found if not isinstance(one, Pause)) == b"two\n"
        assert isinstance(next(found), Pause)
        os.close(writing)
        assert [one for one in found if not isinstance(one, Pause)] == []
    with pytest.raises(ZeroDivisionError):
        list(patiently(1 // number for number in (1, 0)))
    endless = patiently(count())
    assert [next(endless) for _ in range(3)] == [0, 1, 2]


def piped(command: str, *words: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "crewsat", command, "-", *words],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        bufsize=1,
    )


@pytest.mark.processes
@pytest.mark.parametrize("command", few_of(["decide", "review", "explain", "options"], 2))
def test_a_pipe_that_stays_open_is_answered_line_by_line(command: str) -> None:
    process = piped(command, "--lines")
    assert process.stdin is not None
    assert process.stdout is not None
    for number, line in enumerate((WON, LOST, "{bad", PLAYED), 1):
        process.stdin.write(f"{line}\n")
        answer = json.loads(process.stdout.readline())  # it would wait for ever
        assert (answer["line"], "error" in answer) == (number, line == "{bad")
    _, err = process.communicate(timeout=PATIENCE)
    assert (process.returncode, "Traceback" in err) == (1, False), err


@pytest.mark.processes
def test_without_lines_the_second_line_has_the_first_one_answered() -> None:
    process = piped("decide")
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(f"{WON}\n{LOST}\n")
    answers = [json.loads(process.stdout.readline()) for _ in range(2)]
    assert [answer["answer"] for answer in answers] == ["yes", "no"]
    process.stdin.write(f"{TEXT}\n")
    assert json.loads(process.stdout.readline())["answer"] == "yes"
    process.communicate(timeout=PATIENCE)
    assert process.returncode == 0


@pytest.mark.processes
@pytest.mark.parametrize(
    ("moment", "ending", "status"),
    few_of([("working", signal.SIGINT, 130), ("waiting", signal.SIGTERM, 143), ("waiting", signal.SIGINT, 130)], 2),
)
def test_a_signal_ends_a_stream_and_keeps_its_answers(
    moment: str, ending: signal.Signals, status: int, tmp_path: Path
) -> None:
    answers = tmp_path / "answers.jsonl"
    process = piped("decide", "--lines", "--output", str(answers), "--jobs", "1")
    assert process.stdin is not None
    process.stdin.write(f"{WON}\n{LOST}\n")
    assert wait_until(lambda: answers.exists() and answers.read_bytes().count(b"\n") == 2)
    if moment == "working":
        process.stdin.write(f"{stubborn().to_json()}\n")
        process.stdin.flush()
    below = descendants(process.pid)
    process.send_signal(ending)
    assert process.wait(PATIENCE) == status
    with suppress(BrokenPipeError):
        process.stdin.close()
    assert process.stderr is not None
    err = process.stderr.read()
    assert ("Traceback" in err, "Fatal" in err) == (False, False), err
    assert [json.loads(line)["answer"] for line in answers.read_text().splitlines()] == ["yes", "no"]
    assert all(map(gone, below))
    batch = f"{WON}\n{LOST}\n{WON}\n"
    assert run("decide", "-", "--output", answers, "--lines", stdin=batch).returncode == 0
    assert [json.loads(line)["line"] for line in answers.read_text().splitlines()] == [1, 2, 3]
