"""Asking each encoding directly: the class and an instance in, the tricks or steps of a play or None out."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

from crewsat.games.hanabi.rules import play_until_success
from crewsat.solvers import asp, cnf, cpsat

if TYPE_CHECKING:
    from collections.abc import Sequence

    from crewsat.games.hanabi.instance import HanabiSolitaire
    from crewsat.games.instance import Instance

    Moves = list[Any]


def by_formula(encoding_of: Any, instance: Instance) -> Moves | None:  # noqa: ANN401 - perhaps a class with mistakes
    encoding = encoding_of(instance, max_bytes=50_000_000)
    outcome = cnf.solve(encoding.formula, wishes=encoding.wishes())
    assert outcome.status != "unknown"
    moves: Moves | None = encoding.decode(outcome.model) if outcome.status == "satisfiable" else None
    return moves


def by_bare_formula(encoding_of: Any, instance: HanabiSolitaire) -> Moves | None:  # noqa: ANN401
    """Solitaire Hanabi by the necessary rules alone, about all copies: nothing else can make a mistake good."""
    rules = [rule for rule in sys.modules[encoding_of.__module__].RULES if not (rule.redundant or rule.symmetry)]
    return by_rules(encoding_of, instance, rules)


def by_rules(encoding_of: Any, instance: HanabiSolitaire, rules: Sequence[Any]) -> Moves | None:  # noqa: ANN401
    """The same by any rules: a formula has many models, and each of them must be a play.

    Raises:
        IllegalPlay: if a model is none in which some copy is used early; solvers by themselves prefer late ones.
    """
    encoding = encoding_of(instance, rules=rules, rounds=0)
    had = encoding.formula.families.get("had")
    early = [[had.now(key)] for key in had.rows] if had else []
    outcomes = cnf.solve_each(encoding.formula, [[], *early])
    plays: list[Moves] = [encoding.decode(found.model) for found in outcomes if found.status == "satisfiable"]
    for moves in plays:
        play_until_success(instance, moves)
    return plays[0] if plays else None


def by_constraints(encoding_of: Any, instance: Instance) -> Moves | None:  # noqa: ANN401
    encoding = encoding_of(instance)
    outcome = cpsat.solve(encoding.model)
    assert outcome.status != "unknown"
    moves: Moves | None = encoding.decode(outcome.model) if outcome.status == "satisfiable" else None
    return moves


def by_program(encoding_of: Any, instance: Instance) -> Moves | None:  # noqa: ANN401
    encoding = encoding_of(instance)
    outcome = asp.solve(encoding.program, encoding.facts)
    assert outcome.status != "unknown"
    moves: Moves | None = encoding.decode(outcome.atoms) if outcome.status == "satisfiable" else None
    return moves
