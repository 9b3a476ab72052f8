"""Planners by other people, through unified-planning: what they answer, and what its validator says of plans."""

from __future__ import annotations

import signal
import warnings
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, NamedTuple

import pytest

from crewsat.base.strips import Step, text_of_plan

if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import FrameType

    from crewsat.engine.planning import Planned

INSTALL = "planners are not installed: pip install --group planners"

GREEDY = {"search": "gbf", "heuristic": "hff"}
"""Pyperplan: greedy best-first search with the heuristic of FF; it ends when all states have been seen."""


class OutOfTime(BaseException):
    """A planner has used up its time; no planner catches this."""


class Solved(NamedTuple):
    """What a planner says: whether there is a plan (None if it does not know), and the plan as text."""

    answer: bool | None
    plan: str = ""


def library(module: str) -> Any:  # noqa: ANN401 - a module without types
    """A module of unified-planning, or a skipped test."""
    found = pytest.importorskip(module, reason=INSTALL)
    pytest.importorskip("up_pyperplan", reason=INSTALL)
    pytest.importorskip("up_fast_downward", reason=INSTALL)
    return found


def read(planned: Planned) -> Any:  # noqa: ANN401 - a problem of unified-planning
    """Domain and problem as unified-planning reads them."""
    return library("unified_planning.io").PDDLReader().parse_problem_string(planned.domain, planned.problem)


def solved(problem: Any, name: str, *, seconds: float, **parameters: str) -> Solved:  # noqa: ANN401
    """What a planner says of a problem within a number of seconds of processor time, or of wall time if it is apart."""
    shortcuts = library("unified_planning.shortcuts")
    shortcuts.get_environment().credits_stream = None
    apart = name.startswith("fast-downward")
    try:
        with warnings.catch_warnings(), within(seconds):
            warnings.simplefilter("ignore")
            with shortcuts.OneshotPlanner(name=name, params=parameters) as planner:
                result = planner.solve(problem, timeout=seconds) if apart else planner.solve(problem)
    except OutOfTime:
        return Solved(None)
    if result.plan is not None:
        steps = [Step(step.action.name, tuple(map(str, step.actual_parameters))) for step in result.plan.actions]
        return Solved(answer=True, plan=text_of_plan(steps))
    return Solved(False if result.status.name.startswith("UNSOLVABLE") else None)


def is_valid(problem: Any, plan: str) -> bool:  # noqa: ANN401 - a problem of unified-planning
    """Whether unified-planning's validator accepts a plan."""
    text = library("unified_planning.io").PDDLReader().parse_plan_string(problem, plan)
    with library("unified_planning.shortcuts").PlanValidator(name="sequential_plan_validator") as validator:
        return bool(validator.validate(problem, text))


@contextmanager
def within(seconds: float) -> Iterator[None]:
    """Raise `OutOfTime` in the main thread after seconds of its processor time."""

    def end(_number: int, _frame: FrameType | None) -> None:
        raise OutOfTime

    before = signal.signal(signal.SIGVTALRM, end)
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)
