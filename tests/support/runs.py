"""Runs to be made, for tests of whoever makes them: tasks, programs, a deal that is too hard."""

from __future__ import annotations

import json
import sys
from dataclasses import fields, replace
from functools import cache
from typing import TYPE_CHECKING, Any

import crewsat
from benchmarks.engines import Engine, version_of
from benchmarks.families import make, parameters_of
from benchmarks.measure import Task
from benchmarks.records import code_digest
from tests.support.harness import written

if TYPE_CHECKING:
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


def deciders() -> dict[str, crewsat.Decider]:
    """The warm children of this thread, by engine."""
    from benchmarks import measure as module  # noqa: PLC0415 - the name here is the function's

    found: dict[str, crewsat.Decider] = module._of_thread.__dict__.setdefault("deciders", {})
    return found


def script(folder: Path, text: str, name: str = "program.py") -> list[str]:
    return [sys.executable, str(written(folder / name, text)), "{file}"]


def program(command: list[str], form: Any = "json") -> Engine:  # noqa: ANN401 - some are wrong
    if form == "json":
        return Engine(command=command, yes='"answer": "yes"', no='"answer": "no"')
    return Engine(command=command, input=form, yes="^s SATISFIABLE", no="^s UNSATISFIABLE")


def task(engine: Engine, instance: crewsat.Instance | None = None, **changes: Any) -> Task:  # noqa: ANN401 - of any column
    family, seed = changes.pop("family", "deck"), changes.pop("seed", 0)
    instance = instance or make(family, {}, seed)
    made = Task(
        block="block",
        family=family,
        parameters=json.dumps(parameters_of(family)),
        seed=seed,
        instance=instance.digest(),
        cards=instance.size,
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


def as_dict(one: Task) -> dict[str, Any]:
    return {field.name: getattr(one, field.name) for field in fields(one)}
