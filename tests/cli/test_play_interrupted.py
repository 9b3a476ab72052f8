"""``crewsat play`` as a process: the end of input, closed streams, Ctrl-C and SIGTERM."""

from __future__ import annotations

import re
import signal
import subprocess
import sys
from functools import partial
from typing import TYPE_CHECKING

import pytest

from tests.cli.test_play import lines_of
from tests.support.chunks import few_of
from tests.support.command import WON, run_apart
from tests.support.processes import PATIENCE, cpu_seconds_of, descendants, gone, wait_until
from tests.support.stubborn import stubborn

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.slow
def test_end_of_input_and_closed_streams_end_quietly(tmp_path: Path) -> None:
    path = tmp_path / "won.json"
    path.write_text(WON)
    told = run_apart("play", path, stdin="1")
    assert (told.returncode, told.stderr) == (0, "")
    assert told.stdout.endswith("Trick 1 of 2: player 1 has led a1. Player 2 is next.\n"
                                "Player 2 holds a2 b1.\nPlayer 2 may play 1=a2.\n")  # fmt: skip
    plain, coloured = (run_apart("play", path, stdin="?\n!\n", **how).stdout for how in ({}, {"FORCE_COLOR": "1"}))
    assert re.sub("\x1b\\[[0-9;]*m", "", coloured) == plain
    command = f"{sys.executable} -m crewsat play {path}"
    for shell, status, words in (
        (f"{command} <&-", 1, "standard input: is closed"),
        (f"echo 1 | {command} >&-", 1, "standard output is closed"),
        (f"echo x | {command} 2>&-", 0, ""),
        (f"yes '' | {command} | head -1", 0, ""),
    ):
        ended = subprocess.run(["sh", "-c", shell], capture_output=True, text=True, check=False, timeout=PATIENCE)
        assert (ended.returncode, ended.stderr.strip()) == (status, words), shell


def at_the_table(*words: str | Path) -> subprocess.Popen[str]:
    """Start the command line with pipes on all streams."""
    return subprocess.Popen(
        [sys.executable, "-m", "crewsat", "play", *map(str, words)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def has_worked(pid: int, seconds: float) -> bool:
    """Whether a process and those below it have taken so much processor time."""
    return sum(map(cpu_seconds_of, (pid, *descendants(pid)))) > seconds


def read_until(child: subprocess.Popen[str], start: str) -> None:
    assert child.stdout is not None
    assert any(line.startswith(start) for line in child.stdout), start


@pytest.mark.parametrize(("question", "method"), [("?", "options"), ("!", "winnable")])
def test_a_question_that_is_interrupted_leaves_the_table_as_it_was(
    question: str, method: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = []

    def interrupted(state: object, **_: object) -> None:
        asked.append(state)
        signal.raise_signal(signal.SIGINT)

    handlers = [signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)]
    with monkeypatch.context() as patch:
        patch.setattr(f"crewsat.questions.crew.state.CrewState.{method}", interrupted)
        lines = lines_of("pink9", question, question, "", "u")
    assert len({id(state) for state in asked}) == 2
    assert lines.count("Interrupted.") == 2
    assert lines.count("Trick 1 of 3: player 1 has led pink9. Player 2 is next.") == 2
    assert lines[-1] == "Player 1 may lead 1=pink9, 2=pink1, 3=blue2."
    assert [signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)] == handlers


@pytest.mark.processes
@pytest.mark.parametrize("question", few_of(["?", "!"]))
def test_ctrl_c_ends_a_question_and_then_the_table(question: str, tmp_path: Path) -> None:
    path = tmp_path / "hard.json"
    path.write_text(stubborn().to_json())
    child = at_the_table(path, "-t", "600")
    assert child.stdin is not None
    child.stdin.write(f"1\n{question}\n")
    child.stdin.flush()
    assert wait_until(partial(has_worked, child.pid, 2.5))
    below = descendants(child.pid)
    child.send_signal(signal.SIGINT)
    read_until(child, "Interrupted.")
    assert below
    assert all(map(gone, below))
    child.stdin.write("\n1\nu\n")
    child.stdin.flush()
    read_until(child, "Taken back: ")
    child.send_signal(signal.SIGINT)
    assert child.wait(PATIENCE) == 130
    assert child.stderr is not None
    assert child.stderr.read() == ""


@pytest.mark.processes
def test_sigterm_ends_the_table_during_a_question(tmp_path: Path) -> None:
    path = tmp_path / "hard.json"
    path.write_text(stubborn().to_json())
    child = at_the_table(path, "-t", "600")
    assert child.stdin is not None
    child.stdin.write("?\n")
    child.stdin.flush()
    assert wait_until(partial(has_worked, child.pid, 2.5))
    below = descendants(child.pid)
    child.send_signal(signal.SIGTERM)
    assert child.wait(PATIENCE) == 143
    assert all(map(gone, below))
    assert child.stderr is not None
    assert child.stderr.read() == ""
