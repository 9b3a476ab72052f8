"""Planning problems on the command line: written to a folder, with plans beside them, and plans read back.

A play becomes a plan when a problem is written (``encode --play``), not when a plan is read: domain, problem and plan
are what a validator of plans takes, so they belong into one folder, and ``decode`` has only one direction.
"""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from crewsat.base.errors import Defect, IllegalPlay, InvalidInstance, Stopped
from crewsat.base.guarded import name_of, named
from crewsat.base.outputs import check_empty_folder, write_new
from crewsat.base.wording import visible
from crewsat.cli.common import fail, instance_of, read_answer
from crewsat.cli.declared import WrongUsage
from crewsat.cli.each import many_in, write_each

if TYPE_CHECKING:
    from crewsat.engine.planning import Planned
    from crewsat.games.instance import Instance

DOMAIN, PROBLEM, PLAN = "domain.pddl", "problem.pddl", "problem.plan"
"""The files of one instance."""


class Bounds(NamedTuple):
    """The most MB that facts may be estimated to take in memory, and as text."""

    memory: float
    text: float


def write_problems(
    file: str | None, deal: str | None, folder: str | None, answer: str | None, bounds: Bounds, *, lines: bool
) -> None:
    """Write domain and problem of an instance to a folder; of many, the domain and a problem each.

    Args:
        file: the instance, or many.
        deal: a text instead of a file.
        folder: a new or an empty one.
        answer: the file of an answer whose play is written as a plan, if any.
        bounds: of what is written.
        lines: whether each line of the file is an instance.

    Raises:
        InvalidInstance: if an input is invalid, or the folder has files or cannot be written.
        WrongUsage: if the folder is missing, or an answer is given for many instances.
    """
    if folder is None:
        raise WrongUsage("--output DIR is missing: --to pddl writes a domain and a problem, each to a file of its own")
    content, many = many_in(file, lines=lines)
    if many is not None:
        if answer is not None:
            raise WrongUsage("--play applies to a single instance")
        check_empty_folder(folder)
        write_each(file or "-", many, partial(_problem_of, folder=folder, bounds=bounds), folder=folder, ending=".pddl")
    instance = instance_of(file, deal, content=content)
    with named("--deal" if file is None else name_of(file)):
        found = planned(instance, bounds)
    plan = None if answer is None else _plan_of(instance, answer, bounds)
    check_empty_folder(folder)
    write_domain(folder, found)
    write_new(Path(folder, PROBLEM), found.problem.encode())
    if plan is not None:
        write_new(Path(folder, PLAN), plan.encode())


def _problem_of(instance: Instance, *, folder: str, bounds: Bounds) -> str:
    """Return the problem of one of many instances without its last newline, once the domain is in the folder."""
    found = planned(instance, bounds)
    write_domain(folder, found)
    return found.problem.rstrip("\n")


def write_domain(folder: str, found: Planned) -> None:
    """Write the domain to a folder, unless it is there already."""
    place = Path(folder, DOMAIN)
    if not place.exists():
        write_new(place, found.domain.encode())


def planned(instance: Instance, bounds: Bounds) -> Planned:
    """Return domain and problem of an instance.

    Raises:
        InvalidInstance: if they are estimated to be too large.
    """
    from crewsat.engine import planning  # noqa: PLC0415 - numpy
    from crewsat.engine.export import TooLong  # noqa: PLC0415

    try:
        return planning.planned(instance, memory_limit=bounds.memory, size_limit=bounds.text)
    except TooLong as long:
        size = f"{long.megabytes:,.1f} MB; allowed: {bounds.text:,.1f} MB (--size-limit)"
        raise InvalidInstance([Defect("", f"the text of the problem is estimated at {size}")]) from None
    except Stopped:
        raise InvalidInstance([Defect("", "the problem is estimated to be larger than the memory limit")]) from None


def _plan_of(instance: Instance, answer: str, bounds: Bounds) -> str:
    """Return the play of an answer as a plan; exit with status 1 if it is not a winning play of the instance."""
    from crewsat.engine.planning import plan_of  # noqa: PLC0415
    from crewsat.engine.verify import verified  # noqa: PLC0415

    given = read_answer(answer, instance.game)
    if given["answer"] != "yes":
        fail(f'{visible(answer, 200)}: answer: must be "yes": only a winning play becomes a plan')
    try:
        return plan_of(instance, verified(instance, given["play"]), memory_limit=bounds.memory)
    except IllegalPlay as error:
        fail(f"{visible(answer, 200)}: play: {error}")
