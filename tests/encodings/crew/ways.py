"""Asking each encoding of The Crew directly: the class and an instance in, the tricks of a play or None out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from crewsat.solvers import asp, cnf, cpsat

if TYPE_CHECKING:
    from crewsat.games.cards import Card
    from crewsat.games.crew.instance import Crew

    Tricks = list[tuple[int, tuple[Card, ...]]]


def by_formula(encoding_of: Any, instance: Crew) -> Tricks | None:  # noqa: ANN401 - perhaps a class with mistakes
    encoding = encoding_of(instance, max_bytes=50_000_000)
    outcome = cnf.solve(encoding.formula, wishes=encoding.wishes())
    assert outcome.status != "unknown"
    return encoding.decode(outcome.model) if outcome.status == "satisfiable" else None


def by_constraints(encoding_of: Any, instance: Crew) -> Tricks | None:  # noqa: ANN401
    encoding = encoding_of(instance)
    outcome = cpsat.solve(encoding.model)
    assert outcome.status != "unknown"
    return encoding.decode(outcome.model) if outcome.status == "satisfiable" else None


def by_program(encoding_of: Any, instance: Crew) -> Tricks | None:  # noqa: ANN401
    encoding = encoding_of(instance)
    outcome = asp.solve(encoding.program, encoding.facts)
    assert outcome.status != "unknown"
    return encoding.decode(outcome.atoms) if outcome.status == "satisfiable" else None
