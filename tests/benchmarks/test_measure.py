"""Records of every kind of engine say all there is to say; limits hold; a program is believed only what is checked."""

from __future__ import annotations

import json
import math
import os
import signal
import subprocess
import sys
import time
from dataclasses import fields, replace
from functools import cache
from typing import TYPE_CHECKING, Any

import pytest

import crewsat
from benchmarks.engines import Engine, table, version_of
from benchmarks.external import ask
from benchmarks.external import run as run_program
from benchmarks.families import make, parameters_of
from benchmarks.measure import TRIES, Task, WrongState, lost_record, measure
from benchmarks.records import COLUMNS, STAGES, Record, code_digest, record_of
from benchmarks.runner import LocalWorkers
from tests.harness import ROOT, environment, written
from tests.processes import children, descendants, gone

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

YES, NO = 0, 1
"""Seeds of decks with these answers."""

SOLVER = """
import sys
from pysat.formula import CNF
from pysat.solvers import Solver
with Solver("glucose4", bootstrap_with=CNF(from_file=sys.argv[1])) as solver:
    print("s SATISFIABLE" if solver.solve() else "s UNSATISFIABLE")
    print("v", *(solver.get_model() or ()), 0)
"""

ALWAYS = {"block", "family", "parameters", "seed", "instance", "cards", "engine", "spec", "version", "passed"}
ALWAYS |= {"answer", "checked", "method", "wall", "cpu", "peak_mb", "time_limit", "memory_limit", "host", "node"}
ALWAYS |= {"system_load", "package", "code", "began"}

FORMULA = {"build", "load", "solve"}
SIZES = {"variables", "clauses", "conflicts"}

KINDS: dict[str, tuple[set[str], set[str]]] = {
    "auto": (FORMULA, SIZES),
    "cadical195": (FORMULA, SIZES),
    "kissat": (FORMULA, {"variables", "clauses"}),
    "cpsat": ({"build", "solve"}, {"variables", "clauses", "conflicts"}),
    "clingo": ({"build", "solve"}, {"conflicts"}),
    "earliest-win": (FORMULA, SIZES),
    "exhaustive": ({"solve"}, set()),
    "process": (FORMULA, SIZES),
    "z3": ({"build", "solve"}, {"conflicts"}),
    "dimacs": ({"build", "solve"}, set()),
}
"""Stages that always take place, and sizes that are known."""


@pytest.fixture(autouse=True)
def here(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Programs find the packages; nobody is left behind."""
    monkeypatch.setenv("PYTHONPATH", environment()["PYTHONPATH"])
    before = children()
    yield
    for decider in _deciders().values():
        decider.close()
    _deciders().clear()
    assert children() <= before


def _deciders() -> dict[str, crewsat.Decider]:
    from benchmarks import measure as module  # noqa: PLC0415 - the name here is the function's

    found: dict[str, crewsat.Decider] = module._of_thread.__dict__.setdefault("deciders", {})
    return found


def script(folder: Path, text: str, name: str = "program.py") -> list[str]:
    return [sys.executable, str(written(folder / name, text)), "{file}"]


def program(command: list[str], form: Any = "json") -> Engine:  # noqa: ANN401 - some are wrong
    if form == "json":
        return Engine(command=command, yes='"answer": "yes"', no='"answer": "no"')
    return Engine(command=command, input=form, yes="^s SATISFIABLE", no="^s UNSATISFIABLE")


def task(engine: Engine, instance: crewsat.Crew | None = None, **changes: Any) -> Task:  # noqa: ANN401 - of any column
    family, seed = changes.pop("family", "deck"), changes.pop("seed", 0)
    instance = instance or make(family, {}, seed)
    made = Task(
        block="block",
        family=family,
        parameters=json.dumps(parameters_of(family)),
        seed=seed,
        instance=instance.digest(),
        cards=len(instance.holder),
        engine="engine",
        spec=json.dumps(engine.spec()),
        version=version_of(engine) or "1",
        passed=1,
        time_limit=60.0,
        memory_limit=4000.0,
        code=code_digest(),
        text=instance.to_json(),
    )
    return replace(made, **changes)


@cache
def hard() -> crewsat.Crew:
    """Nobody decides it in seconds."""
    tokens = ("1", "2", "3", "omega")
    return crewsat.RandomDeal(players=10, objectives=35, suits=10, values=40, trumps=0, tokens=tokens).with_seed(16)


def check_complete(made: Record, stages: set[str], sizes: set[str]) -> None:
    told = made.as_dict()
    took_place = {stage for stage in STAGES if told[f"{stage}_wall"] is not None}
    assert {name for name in ALWAYS | sizes if told[name] is None} == set()
    assert took_place >= stages
    assert took_place == {stage for stage in STAGES if told[f"{stage}_cpu"] is not None}
    for clock in ("wall", "cpu"):
        parts = [told[f"{stage}_{clock}"] for stage in took_place]
        assert min(parts) >= 0
        assert sum(parts) <= told[clock] + 0.001, clock
    assert 0 < made.wall < 60
    assert 1 < (made.peak_mb or 0) < 2000
    assert (made.code, made.package) == (code_digest(), crewsat.__version__)
    assert "cores" in made.host
    assert record_of(told) == made


@pytest.mark.parametrize("kind", KINDS)
def test_a_record_of_every_kind_of_engine_is_complete(kind: str, tmp_path: Path) -> None:
    engine = program(script(tmp_path, SOLVER), "dimacs") if kind == "dimacs" else table()[kind]
    if kind != "dimacs" and version_of(engine) is None:
        pytest.skip(f"{kind} is not installed")
    stages, sizes = KINDS[kind]
    for question, answer, checked in ((YES, "yes", {"replayed"}), (NO, "no", {"none", "search", "algorithm"})):
        if kind == "exhaustive":
            small = crewsat.RandomDeal(players=3, objectives=2, suits=2, values=3, trumps=0)
            made = measure(task(engine, next(d for d in map(small.with_seed, range(99)) if _says(d, answer))))
        else:
            made = measure(task(engine, seed=question))
        assert (made.answer, made.reason) == (answer, None)
        assert made.checked in checked
        check_complete(made, stages | ({"check"} if answer == "yes" and kind != "z3" else set()), sizes)
        assert made.solver is None or made.method != "program"


def _says(instance: crewsat.Crew, answer: str) -> bool:
    return crewsat.decide(instance, method="exhaustive").answer == answer


def test_an_instance_an_algorithm_answers_has_no_formula() -> None:
    made = measure(task(table()["auto"], family="one-value", seed=1))
    assert made.answer == "no"
    assert (made.solver, made.variables) == (None, None)
    check_complete(made, set(), set())


def test_every_column_of_a_task_is_one_of_the_record() -> None:
    assert {field.name for field in fields(Task)} - {"text"} < set(COLUMNS)
    assert set(COLUMNS) - ALWAYS == {"reason", "solver", *SIZES, *(f"{s}_{c}" for s in STAGES for c in ("wall", "cpu"))}


@pytest.mark.parametrize("name", ["auto", "kissat", "cpsat", "earliest-win"])
def test_time_limits_hold_for_ours(name: str) -> None:
    made = measure(task(table()[name], hard(), time_limit=0.5))
    assert (made.answer, made.reason) == ("unknown", "time")
    assert made.wall < 0.5 + 0.5


def test_a_win_not_proved_the_earliest_is_no_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    half = replace(crewsat.decide(make("deck", {}, 0)), fewest_tricks=(2, 4))
    monkeypatch.setattr(crewsat.Decider, "decide", lambda *_, **__: half)
    made = measure(task(table()["earliest-win"]))
    assert (made.answer, made.reason) == ("unknown", "time")


def test_memory_limits_hold_for_ours() -> None:
    made = measure(task(table()["glucose4"], hard(), memory_limit=130.0))
    assert (made.answer, made.reason) == ("unknown", "memory")


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
    end = time.monotonic() + 20
    path = folder / "program.py.pids"
    while not path.exists() or len(path.read_text().split()) < 2:
        assert time.monotonic() < end
        time.sleep(0.02)
    return [int(word) for word in path.read_text().split()]


def test_time_limits_hold_for_programs_and_what_they_started(tmp_path: Path) -> None:
    start = time.monotonic()
    made = measure(task(program(script(tmp_path, STUBBORN)), time_limit=1.0))
    assert (made.answer, made.reason, made.checked) == ("unknown", "time", "none")
    assert 1.0 <= made.wall <= time.monotonic() - start < 1.5
    assert all(gone(pid) for pid in pids(tmp_path))


def test_what_a_program_leaves_behind_is_ended_with_it(tmp_path: Path) -> None:
    made = measure(
        task(program(script(tmp_path, STUBBORN.replace("time.sleep(60)", "time.sleep(0 if child else 60)"))))
    )
    assert made.reason == "incomplete"
    assert all(gone(pid) for pid in pids(tmp_path))


def test_a_worker_that_is_killed_leaves_no_program_behind(tmp_path: Path) -> None:
    worker = subprocess.Popen(
        [sys.executable, "-m", "benchmarks.measure"],
        cwd=ROOT,
        env=environment(TMPDIR=tmp_path),
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        text=True,
        start_new_session=True,
    )
    with worker:
        assert worker.stdin is not None
        spec = program(script(tmp_path, STUBBORN))
        worker.stdin.write(json.dumps({**_as_dict(task(spec))}) + "\n")
        worker.stdin.flush()
        started = pids(tmp_path)
        assert set(started) <= descendants(worker.pid)
        worker.kill()
        worker.stdin.close()
        assert all(gone(pid) for pid in started)


def test_a_worker_nobody_listens_to_ends_with_all_it_has_started(tmp_path: Path) -> None:
    worker = subprocess.Popen(
        [sys.executable, "-m", "benchmarks.measure"],
        cwd=ROOT,
        env=environment(TMPDIR=tmp_path),
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        text=True,
        start_new_session=True,
    )
    with worker:
        assert worker.stdin is not None
        worker.stdin.write(json.dumps(_as_dict(task(table()["auto"]))) + "\n")
        worker.stdin.write(json.dumps(_as_dict(task(program(script(tmp_path, STUBBORN))))) + "\n")
        worker.stdin.flush()
        started = {*pids(tmp_path), *descendants(worker.pid)}
        assert len(started) >= 3
        worker.stdin.close()
        left = {pid for pid in started | {worker.pid} if not gone(pid)}
        worker.kill()
        assert left == set()


def _as_dict(one: Task) -> dict[str, Any]:
    return {field.name: getattr(one, field.name) for field in fields(one)}


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


def test_a_program_that_prints_without_end_is_ended(tmp_path: Path) -> None:
    ended = run_program(["yes", "and so on, " * 1000], tmp_path, 60, 1000)
    assert ended.status == -signal.SIGXFSZ
    assert len(ended.printed) <= 2**27


def play_of(instance: crewsat.Crew) -> list[dict[str, Any]]:
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


@pytest.mark.parametrize("crashes", range(TRIES + 1))
def test_a_program_that_crashes_is_tried_again_and_then_recorded_as_a_crash(crashes: int, tmp_path: Path) -> None:
    made = measure(task(program(script(tmp_path, COUNTED.format(crashes=crashes)), "dimacs")))
    assert (made.answer, made.reason) == (("no", None) if crashes < TRIES else ("unknown", "crash"))
    assert len((tmp_path / "program.py.count").read_text()) == min(crashes + 1, TRIES)


def test_a_child_that_is_killed_is_replaced() -> None:
    first = measure(task(table()["auto"]))
    (decider,) = _deciders().values()
    pid = decider.pid
    assert pid is not None
    os.kill(pid, 9)
    assert gone(pid)
    assert measure(task(table()["auto"])).answer == first.answer == "yes"


def test_a_program_that_is_not_there_answers_nothing() -> None:
    engine = program(["nobody-has-this-program", "{file}"])
    assert version_of(engine) is None
    assert ask(engine, make("deck", {}, 0), 5, 1000)["answer"] == "unknown"


def test_a_worker_of_another_state_refuses() -> None:
    with pytest.raises(WrongState, match=f"this worker runs crewsat {code_digest()}, the suite measures 0123"):
        measure(task(table()["auto"], code="0123"))


def test_what_an_engine_cannot_be_asked_is_told_with_the_instance() -> None:
    wrong = task(Engine(method="asp", solver="kissat"))
    with LocalWorkers(1) as workers, pytest.raises(crewsat.CrewsatError, match=r"engine on deck .* seed 0: "):
        list(workers.measured([wrong]))


def test_workers_yield_a_record_of_every_task_and_are_gone_afterwards() -> None:
    tasks = [task(table()["auto"], seed=seed) for seed in range(6)]
    before = children()
    with LocalWorkers(2) as workers:
        assert workers.code == code_digest()
        made = list(workers.measured(iter(tasks)))
    assert {one.key for one in made} == {one.key for one in tasks}
    assert children() <= before


def test_the_record_of_a_lost_run_is_complete() -> None:
    made = lost_record(task(table()["auto"]))
    assert (made.answer, made.reason, made.engine) == ("unknown", "crash", "engine")
    assert record_of(made.as_dict()) == made
