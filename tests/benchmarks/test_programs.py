"""Programs behind an adapter: limits hold, nothing is left behind, and they are believed only what is checked."""

from __future__ import annotations

import json
import math
import signal
import subprocess
import sys
import time
from typing import TYPE_CHECKING, Any

import pytest

import crewsat
from benchmarks.engines import table, version_of
from benchmarks.external import ask
from benchmarks.external import run as run_program
from benchmarks.families import make
from benchmarks.measure import TRIES, measure
from tests.support.harness import environment
from tests.support.places import ROOT
from tests.support.processes import descendants, gone, wait_until
from tests.support.timing import check_promise

if TYPE_CHECKING:
    from pathlib import Path

    from benchmarks.records import Record

from tests.support.runs import SOLVER, as_dict, hard, program, script, task

pytestmark = pytest.mark.usefixtures("here")


STUBBORN = """
import os, signal, sys, time
from pathlib import Path
signal.signal(signal.SIGTERM, signal.SIG_IGN)
child = os.fork()
if child:
    Path(sys.argv[0] + ".pids").write_text(f"{os.getpid()} {child}")
time.sleep(60)
"""
GREEDY = """
import time
kept = bytearray(500_000_000)
time.sleep(60)
"""


def pids(folder: Path) -> list[int]:
    """The processes a stubborn program has told of."""
    path = folder / "program.py.pids"
    assert wait_until(lambda: path.exists() and len(path.read_text().split()) >= 2)
    return [int(word) for word in path.read_text().split()]


@pytest.mark.timing
def test_time_limits_hold_for_programs_and_what_they_started(tmp_path: Path) -> None:
    def seconds() -> float:
        start = time.monotonic()
        made = measure(task(program(script(tmp_path, STUBBORN)), time_limit=1.0))
        took = time.monotonic() - start
        assert (made.answer, made.reason, made.checked) == ("unknown", "time", "none")
        assert 1.0 <= made.wall <= took
        assert all(gone(pid) for pid in pids(tmp_path))
        return took

    check_promise(seconds, 1.5)


def test_what_a_program_leaves_behind_is_ended_with_it(tmp_path: Path) -> None:
    made = measure(
        task(program(script(tmp_path, STUBBORN.replace("time.sleep(60)", "time.sleep(0 if child else 60)"))))
    )
    assert made.reason == "incomplete"
    assert all(gone(pid) for pid in pids(tmp_path))


def started_worker(folder: Path) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "benchmarks.measure"],
        cwd=ROOT,
        env=environment(TMPDIR=folder),
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        text=True,
        start_new_session=True,
    )


@pytest.mark.slow
def test_a_worker_that_is_killed_leaves_no_program_behind(tmp_path: Path) -> None:
    with started_worker(tmp_path) as worker:
        assert worker.stdin is not None
        spec = program(script(tmp_path, STUBBORN))
        worker.stdin.write(json.dumps({**as_dict(task(spec))}) + "\n")
        worker.stdin.flush()
        started = pids(tmp_path)
        assert set(started) <= descendants(worker.pid)
        worker.kill()
        worker.stdin.close()
        assert all(gone(pid) for pid in started)


@pytest.mark.slow
def test_a_worker_nobody_listens_to_ends_with_all_it_has_started(tmp_path: Path) -> None:
    with started_worker(tmp_path) as worker:
        assert worker.stdin is not None
        worker.stdin.write(json.dumps(as_dict(task(table()["auto"]))) + "\n")
        worker.stdin.write(json.dumps(as_dict(task(program(script(tmp_path, STUBBORN))))) + "\n")
        worker.stdin.flush()
        started = {*pids(tmp_path), *descendants(worker.pid)}
        assert len(started) >= 3
        worker.stdin.close()
        left = {pid for pid in started | {worker.pid} if not gone(pid)}
        worker.kill()
        assert left == set()


@pytest.mark.skipif(sys.platform != "linux", reason="memory of programs is watched on Linux")
def test_memory_limits_hold_for_programs(tmp_path: Path) -> None:
    made = measure(task(program(script(tmp_path, GREEDY)), memory_limit=200.0))
    assert (made.answer, made.reason) == ("unknown", "memory")
    assert made.wall < 5
    assert 200 < (made.peak_mb or 0) < 700


def test_a_formula_larger_than_the_limit_is_not_written(tmp_path: Path) -> None:
    solver = program(script(tmp_path, SOLVER), "dimacs")
    made = measure(task(solver, hard(), memory_limit=10.0))
    assert (made.answer, made.reason, made.checked) == ("unknown", "memory", "none")
    assert measure(task(solver, memory_limit=math.inf)).answer == "yes"


@pytest.mark.slow
def test_a_program_that_prints_without_end_is_ended(tmp_path: Path) -> None:
    ended = run_program(["yes", "and so on, " * 1000], tmp_path, 60, 1000)
    assert ended.status == -signal.SIGXFSZ
    assert len(ended.printed) <= 2**27


def play_of(instance: crewsat.Instance) -> list[dict[str, Any]]:
    play = crewsat.decide(instance).as_dict()["play"]
    assert isinstance(play, list)
    return play


def claimed(folder: Path, **answer: Any) -> Record:  # noqa: ANN401 - whatever a program may print
    """What is believed of a program that prints this about an instance that is won."""
    text = json.dumps({"answer": "yes", **answer})
    return measure(task(program(script(folder, f"print('some words first')\nprint({text!r})"))))


def test_a_yes_with_a_play_is_believed(tmp_path: Path) -> None:
    made = claimed(tmp_path, play=play_of(make("deck", {}, 0)))
    assert (made.answer, made.checked) == ("yes", "replayed")


@pytest.mark.parametrize(
    "play",
    [
        None,
        7,
        "aces",
        [],
        [7],
        [None],
        [{}],
        [{"leader": 1}],
        {"leader": 1, "cards": []},
        [{"leader": 1, "cards": "a1"}],
    ],
)
def test_a_yes_without_a_legal_play_is_refuted(play: object, tmp_path: Path) -> None:
    made = claimed(tmp_path, play=play)
    assert (made.answer, made.reason, made.checked) == ("unknown", "refuted", "none")


def test_a_yes_with_the_play_of_another_deal_or_part_of_one_is_refuted(tmp_path: Path) -> None:
    for play in (play_of(make("deck", {}, 2)), play_of(make("deck", {}, 0))[:-1]):
        made = claimed(tmp_path, play=play)
        assert (made.answer, made.reason) == ("unknown", "refuted")
    assert claimed(tmp_path).reason == "refuted"


@pytest.mark.slow
@pytest.mark.parametrize(
    "statistics",
    [
        None,
        [],
        "quick",
        {},
        {"solve_seconds": "long"},
        {"conflicts": None},
        {"conflicts": 10**30},
        {"conflicts": -1},
        {"conflicts": 1.5},
        {"conflicts": float("nan"), "solve_seconds": float("inf")},
    ],
)
def test_statistics_of_a_program_that_are_none_do_no_harm(statistics: object, tmp_path: Path) -> None:
    made = claimed(tmp_path, play=play_of(make("deck", {}, 0)), statistics=statistics)
    assert made.answer == "yes"
    assert made.conflicts is None
    assert made.solve_wall is not None


def test_an_answer_nested_without_end_is_refuted(tmp_path: Path) -> None:
    text = """print('{"answer": "yes", "play": ' + "[" * 100_000)"""
    made = measure(task(program(script(tmp_path, text))))
    assert (made.answer, made.reason) == ("unknown", "refuted")


def test_words_that_look_like_an_answer_are_none(tmp_path: Path) -> None:
    made = measure(task(program(script(tmp_path, """print('"answer": "yes"')"""))))
    assert (made.answer, made.reason) == ("unknown", "refuted")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("printed", "answer", "reason"),
    [
        ("s SATISFIABLE\\nv 1 -2 0", "unknown", "refuted"),
        ("s SATISFIABLE\\nv 1 -1 0", "unknown", "refuted"),
        ("s SATISFIABLE\\nv 99999999 0", "unknown", "refuted"),
        ("s SATISFIABLE\\nv what 0", "unknown", "refuted"),
        ("s SATISFIABLE", "yes", None),
        ("s UNSATISFIABLE", "no", None),
        ("s UNKNOWN", "unknown", "incomplete"),
        ("", "unknown", "incomplete"),
        ("s SATISFIABLE\\ns UNSATISFIABLE", "unknown", "crash"),
    ],
)
def test_what_a_solver_prints_is_believed_if_it_is_right(
    printed: str, answer: str, reason: str | None, tmp_path: Path
) -> None:
    made = measure(task(program(script(tmp_path, f"print('{printed}')"), "dimacs")))
    assert (made.answer, made.reason, made.checked) == (answer, reason, "none")


COUNTED = """
import os, signal, sys
from pathlib import Path
count = Path(sys.argv[0] + ".count")
count.write_text(count.read_text() + "x" if count.exists() else "x")
if len(count.read_text()) <= {crashes}:
    os.kill(os.getpid(), signal.SIGSEGV)
print("s UNSATISFIABLE")
"""


@pytest.mark.slow
@pytest.mark.parametrize("crashes", range(TRIES + 1))
def test_a_program_that_crashes_is_tried_again_and_then_recorded_as_a_crash(crashes: int, tmp_path: Path) -> None:
    made = measure(task(program(script(tmp_path, COUNTED.format(crashes=crashes)), "dimacs")))
    assert (made.answer, made.reason) == (("no", None) if crashes < TRIES else ("unknown", "crash"))
    assert len((tmp_path / "program.py.count").read_text()) == min(crashes + 1, TRIES)


def test_a_program_that_is_not_there_answers_nothing() -> None:
    engine = program(["nobody-has-this-program", "{file}"])
    assert version_of(engine) is None
    assert ask(engine, make("deck", {}, 0), 5, 1000)["answer"] == "unknown"
