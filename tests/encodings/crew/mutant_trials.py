"""Trying mutants of the encodings of The Crew, in child processes: a mistake may need any amount of time or memory."""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from importlib import import_module, resources
from typing import TYPE_CHECKING, Any

from crewsat.algorithms.crew_exhaustive import search
from crewsat.errors import IllegalPlay, Stopped
from crewsat.games.crew.rules import play_until_success
from crewsat.solvers.process import Call, Worker
from tests.encodings.crew.ways import by_constraints, by_formula, by_program
from tests.mutation import Mutant, installed, mutants_of_module, mutants_of_program
from tests.random_instances import whole_crew

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from crewsat.games.crew.instance import Crew
    from tests.encodings.crew.ways import Tricks

HERE = "crewsat_encodings.crew"
ERRORS = (Stopped, ValueError, LookupError, TypeError, StopIteration, AttributeError, RuntimeError, ArithmeticError)
"""What a mistake in an encoding may raise; none of these is ever raised on a small instance."""


@dataclass(frozen=True)
class Subject:
    """An encoding to make mistakes in.

    Attributes:
        modules: all its modules, each before those that import it.
        mutated: those in which the mistakes are made.
        solve: an encoding class and an instance in, the tricks of a play or None out.
        instances: how many instances are tried on a mutant.
        groups: one of these is tried a day.
    """

    modules: Sequence[str]
    mutated: Sequence[str]
    solve: Callable[[Any, Crew], Tricks | None]
    instances: int
    groups: int


def within(*names: str) -> list[str]:
    return [f"{HERE}.{name}" for name in names]


SUBJECTS = {
    "cnf": Subject(
        within("tricks_model", "counting", "task_clauses", "trick_rules", "goal_rules", "tricks_cnf"),
        within("counting", "task_clauses", "trick_rules", "goal_rules"),
        by_formula,
        4_000,
        20,
    ),
    "cpsat": Subject(
        within("tasks_cpsat", "tricks_cpsat"), within("tasks_cpsat", "tricks_cpsat"), by_constraints, 2_000, 30
    ),
    "asp": Subject(within("tricks_asp"), ["tricks.lp"], by_program, 3_000, 10),
}


def mutants_of(subject: Subject) -> list[Mutant]:
    found = []
    for place in subject.mutated:
        if place.endswith(".lp"):
            found += mutants_of_program(place, resources.files(HERE).joinpath(place).read_text(encoding="utf-8"))
        else:
            found += mutants_of_module(place, skip=("__init__", "decode"))
    return found


@contextmanager
def encoding_with(subject: Subject, mutant: Mutant) -> Iterator[Any]:
    """The class `Encoding` with the mistake in it."""
    if not mutant.place.endswith(".lp"):
        with installed(subject.modules, mutant) as module:
            yield module.Encoding
        return

    def changed(instance: Crew) -> Any:  # noqa: ANN401
        encoding = import_module(subject.modules[-1]).Encoding(instance)
        encoding.program = mutant.source
        return encoding

    yield changed


@cache
def judged(seed: int) -> tuple[Crew, bool]:
    """A small instance and the oracle's answer."""
    instance = whole_crew(seed)
    return instance, search(instance) is not None


def noticed(name: str, mutant: Mutant, instances: int, *, deadline: float | None, note: object) -> str | None:
    """How a mutant is found out: by a wrong answer, a wrong play or an error; None if it is not."""
    del deadline, note
    subject = SUBJECTS[name]
    try:
        with encoding_with(subject, mutant) as encoding_of:
            for instance, won in map(judged, range(instances)):
                play = subject.solve(encoding_of, instance)
                if (play is not None) != won:
                    return "answer"
                if play is not None:
                    play_until_success(instance, play)
    except IllegalPlay:
        return "play"
    except ERRORS:
        return "error"
    return None


def all_noticed(name: str, mutants: Iterable[Mutant], instances: int | None = None) -> dict[str, str | None]:
    """How each of these mutants is found out; one that needs too much time or memory is, too."""
    found: dict[str, str | None] = {}
    with Worker() as worker:
        for mutant in mutants:
            arguments = (name, mutant, instances or SUBJECTS[name].instances)
            reply = worker.run(Call(noticed, arguments, time_limit=600, max_bytes=2_000_000_000))
            if reply.error is not None:
                raise reply.error
            found[mutant.name] = reply.lost or reply.value
    return found


def original(place: str) -> Mutant:
    """No mutant: the text as it is."""
    name = place if place.endswith(".lp") else f"{place.rpartition('.')[2]}.py"
    return Mutant("nothing", place, resources.files(HERE).joinpath(name).read_text(encoding="utf-8"))
