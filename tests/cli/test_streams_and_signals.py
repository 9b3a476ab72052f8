"""Streams that are closed, full, narrow or colourless; Ctrl-C and SIGTERM."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from functools import partial
from typing import TYPE_CHECKING

import pytest

from crewsat.games.crew.deals import RandomDeal
from crewsat.solvers.opening import SOLVERS
from tests.support.chunks import few_of
from tests.support.command import LOST, WON, run_apart, started
from tests.support.processes import PATIENCE, cpu_seconds_of, descendants, gone, wait_until
from tests.support.stubborn import stubborn

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.processes


def has_worked(pid: int, seconds: float) -> bool:
    """Whether a process has taken so much processor time: on a busy machine, a sleep would not tell how far it is."""
    return cpu_seconds_of(pid) > seconds


@pytest.mark.parametrize(
    ("sent", "status"), few_of([(signal.SIGINT, 130), (signal.SIGTERM, 143), (signal.SIGHUP, 129)])
)
def test_signals_leave_an_answer(sent: signal.Signals, status: int, hard: Path) -> None:
    child = started("decide", str(hard), "--method", "exhaustive", "--json")
    assert wait_until(partial(has_worked, child.pid, 1.5))
    child.send_signal(sent)
    out, err = child.communicate(timeout=PATIENCE)
    assert child.returncode == status, err
    assert json.loads(out)["reason"] == "interrupted"
    assert err == ""


@pytest.mark.parametrize("nohup", few_of([False, True]))
def test_a_terminal_that_is_closed_ends_a_batch_but_not_one_under_nohup(nohup: bool, tmp_path: Path) -> None:
    """The terminal sends SIGHUP to the workers, too: none of them may die first, and its instance be answered so."""
    (tmp_path / "deals.jsonl").write_text(f"{WON}\n{stubborn().to_json()}\n{WON}\n{LOST}\n")
    limits = ("--jobs", "2", "--time-limit", "3")
    answers = tmp_path / "answers.jsonl"
    child = subprocess.Popen(
        [sys.executable, "-m", "crewsat", "decide", str(tmp_path / "deals.jsonl"), "-o", str(answers), *limits],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        start_new_session=True,
        preexec_fn=partial(signal.signal, signal.SIGHUP, signal.SIG_IGN) if nohup else None,  # noqa: PLW1509 - no threads
    )
    assert wait_until(lambda: answers.exists() and answers.read_bytes().count(b"\n") >= 1)
    below = descendants(child.pid)
    os.killpg(child.pid, signal.SIGHUP)
    _, err = child.communicate(timeout=PATIENCE)
    told = [json.loads(line).get("reason", "decided") for line in answers.read_text().splitlines()]
    assert (child.returncode, told) == (
        (3, ["decided", "time", "decided", "decided"]) if nohup else (129, ["decided"])
    ), err
    assert all(map(gone, below))


@pytest.mark.parametrize("solver", few_of(SOLVERS))
def test_ctrl_c_stops_every_solver(solver: str, tmp_path: Path) -> None:
    path = tmp_path / "hard.json"
    path.write_text(stubborn().to_json())
    child = started("decide", str(path), "--json", "--solver", solver)
    assert wait_until(partial(has_worked, child.pid, 2))
    child.send_signal(signal.SIGINT)
    out, err = child.communicate(timeout=PATIENCE)
    assert (child.returncode, err) == (130, "")
    assert json.loads(out)["reason"] == "interrupted"


def solves(pid: int, *, kissat: bool) -> bool:
    """Whether what the command line has started is past encoding: Kissat is there, or its child has worked enough."""
    below = descendants(pid)
    return len(below) == 2 if kissat else sum(map(cpu_seconds_of, below)) > 2


KISSAT, CPSAT, ASP = ("--solver", "kissat"), ("--method", "cpsat"), ("--method", "asp")


@pytest.mark.parametrize(
    ("engine", "ending"),
    [
        (KISSAT, signal.SIGTERM),
        *(
            pytest.param(engine, ending, marks=pytest.mark.thorough)
            for engine in (KISSAT, CPSAT, ASP)
            for ending in (signal.SIGINT, signal.SIGTERM)
            if (engine, ending) != (KISSAT, signal.SIGTERM)
        ),
    ],
)
def test_signals_end_engines_in_children(engine: tuple[str, str], ending: signal.Signals, tmp_path: Path) -> None:
    path = tmp_path / "hard.json"
    path.write_text(stubborn().to_json())
    child = started("decide", str(path), "--json", *engine)
    assert wait_until(lambda: solves(child.pid, kissat="kissat" in engine))
    below = descendants(child.pid)
    child.send_signal(ending)
    out, err = child.communicate(timeout=PATIENCE)
    assert (child.returncode, err) == (130 if ending == signal.SIGINT else 143, "")
    answer = json.loads(out)
    assert (answer["answer"], answer["reason"]) == ("unknown", "interrupted")
    assert answer["statistics"]["encode_seconds"] > 0
    assert len(below) == (2 if "kissat" in engine else 1)
    assert all(map(gone, below))


@pytest.mark.parametrize(("sent", "status"), few_of([(signal.SIGINT, 130), (signal.SIGTERM, 143)]))
def test_what_was_counted_before_a_signal_is_kept(sent: signal.Signals, status: int, tmp_path: Path) -> None:
    path = tmp_path / "deal.json"
    path.write_text(RandomDeal(players=4, objectives=2).with_seed(1).to_json())
    child = started("decide", str(path), "--json", "--count", "10000000")
    assert wait_until(partial(has_worked, child.pid, 1))
    child.send_signal(sent)
    out, err = child.communicate(timeout=PATIENCE)
    assert (child.returncode, err) == (status, "")
    answer = json.loads(out)
    assert (answer["answer"], answer["all_lines"], answer["lines_reason"]) == ("yes", False, "interrupted")
    assert len(answer["lines"]) > 10


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
    told = run_apart("decide", path, COLUMNS="40")
    assert told.returncode == 10
    assert "…" not in told.stdout
    assert max(map(len, told.stdout.splitlines())) <= 40
    assert told.stdout.count(" leads ") == json.loads(run_apart("decide", path, "--brief").stdout)["tricks"]


def test_the_line_of_a_long_hand_is_whole() -> None:
    cards = ",".join(map(str, range(1, 4_001)))
    told = run_apart("show", "--deal", f"a{cards} / b1")
    assert told.stdout.splitlines()[-1] == f"a{cards} / b1"
    assert "… and 3,800 more; --full prints all" in " ".join(told.stdout.split())
    whole = run_apart("show", "--full", "--deal", f"a{cards} / b1")
    assert whole.stdout.splitlines()[-1] == f"a{cards} / b1"
    assert "…" not in whole.stdout


def test_a_closed_pipe_ends_quietly(hard: Path) -> None:
    child = started("decide", str(hard))
    assert child.stdout is not None
    child.stdout.close()
    _, err = child.communicate(timeout=PATIENCE)
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
    assert "\x1b" not in run_apart("decide", "-", stdin=WON).stdout
    assert "\x1b[1;32m" in run_apart("decide", "-", stdin=WON, FORCE_COLOR="1", TERM="xterm").stdout
    assert "\x1b[1;32m" not in run_apart("decide", "-", stdin=WON, FORCE_COLOR="1", TERM="xterm", NO_COLOR="1").stdout
