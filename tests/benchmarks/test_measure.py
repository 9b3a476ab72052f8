"""Records of every kind of engine say all there is to say, and limits hold."""

from __future__ import annotations

import os
from dataclasses import fields, replace
from typing import TYPE_CHECKING

import pytest

import crewsat
from benchmarks.engines import Engine, table, version_of
from benchmarks.families import FAMILIES, make
from benchmarks.measure import Task, WrongState, lost_record, measure
from benchmarks.records import COLUMNS, LATER, STAGES, Record, code_digest, record_of
from benchmarks.runner import LocalWorkers
from tests.support.processes import children, gone

if TYPE_CHECKING:
    from pathlib import Path

from tests.support.chunks import few_of, rarely
from tests.support.runs import NO, SOLVER, YES, deciders, hard, program, script, task

pytestmark = pytest.mark.usefixtures("here")


@pytest.mark.slow
@pytest.mark.parametrize("family", few_of(FAMILIES, 4))
def test_every_family_can_be_measured(family: str) -> None:
    made = measure(task(table()["auto"], make(family, {}, 0)))
    assert (made.answer, made.reason) in {("yes", None), ("no", None)}


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


@pytest.mark.slow
@pytest.mark.parametrize("kind", rarely(KINDS, {"process", "earliest-win", "kissat"}))
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


@pytest.mark.slow
@pytest.mark.parametrize("name", ["berlekamp", "positions", "printed"])
def test_a_record_of_a_game_with_opponents_is_complete(name: str) -> None:
    generator = crewsat.RandomStrings(strings=3, edges=3, players=2, coalition=(1,))
    answers = set()
    for seed in range(4):
        made = measure(task(table()[name], generator.with_seed(seed)))
        check_complete(made, {"solve", "check"}, set())
        assert made.checked == "replayed"
        assert (made.replayed or 0) > 0
        assert (made.positions is None) == (name == "berlekamp")
        answers.add(made.answer)
    assert answers == {"yes", "no"}


@pytest.mark.slow
def test_an_instance_an_algorithm_answers_has_no_formula() -> None:
    made = measure(task(table()["auto"], family="one-value", seed=1))
    assert made.answer == "no"
    assert (made.solver, made.variables) == (None, None)
    check_complete(made, set(), set())


def test_every_column_of_a_task_is_one_of_the_record() -> None:
    assert {field.name for field in fields(Task)} - {"text"} < set(COLUMNS)
    stages = {f"{stage}_{clock}" for stage in STAGES for clock in ("wall", "cpu")}
    assert set(COLUMNS) - ALWAYS == {"reason", "solver", *SIZES, *stages, *LATER}


@pytest.mark.slow
@pytest.mark.parametrize("name", few_of(["auto", "cpsat", "kissat", "earliest-win", "proof", "explain"], 2))
def test_time_limits_hold_for_ours(name: str) -> None:
    made = measure(task(table()[name], hard(), time_limit=0.5))
    assert (made.answer, made.reason) == ("unknown", "time")
    assert made.wall < 0.5 + 0.5


def test_a_win_not_proved_the_earliest_is_no_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    half = replace(crewsat.decide(make("deck", {}, 0)), fewest_tricks=(2, 4))
    monkeypatch.setattr(crewsat.Decider, "decide", lambda *_, **__: half)
    made = measure(task(table()["earliest-win"]))
    assert (made.answer, made.reason) == ("unknown", "time")


@pytest.mark.slow
def test_memory_limits_hold_for_ours() -> None:
    made = measure(task(table()["glucose4"], hard(), memory_limit=130.0))
    assert (made.answer, made.reason) == ("unknown", "memory")


@pytest.mark.slow
def test_a_child_that_is_killed_is_replaced() -> None:
    first = measure(task(table()["auto"]))
    (decider,) = deciders().values()
    pid = decider.pid
    assert pid is not None
    os.kill(pid, 9)
    assert gone(pid)
    assert measure(task(table()["auto"])).answer == first.answer == "yes"


def test_a_worker_of_another_state_refuses() -> None:
    with pytest.raises(WrongState, match=f"this worker runs crewsat {code_digest()}, the suite measures 0123"):
        measure(task(table()["auto"], code="0123"))


@pytest.mark.slow
def test_what_an_engine_cannot_be_asked_is_reported_with_the_instance() -> None:
    wrong = task(Engine(method="asp", solver="kissat"))
    with LocalWorkers(1) as workers, pytest.raises(crewsat.CrewsatError, match=r"engine on deck .* seed 0: "):
        list(workers.measured([wrong]))


@pytest.mark.slow
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
