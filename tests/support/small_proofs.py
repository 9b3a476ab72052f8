"""Small formulas and their proofs as text, a naive writer of proof lines, and both checkers behind one question."""

from __future__ import annotations

import io
from tempfile import TemporaryFile
from typing import TYPE_CHECKING

from pysat.solvers import Solver

from crewsat.base.formula import Formula
from crewsat.proofs import lrat
from crewsat.proofs.dratify import rejected_by_dratify
from crewsat.proofs.trimming import trim
from crewsat.solvers.proving import solve_traced

if TYPE_CHECKING:
    import random
    from collections.abc import Mapping, Sequence

    Clauses = Sequence[Sequence[int]]


def random_clauses(rng: random.Random, variables: int, ratio: float) -> list[tuple[int, ...]]:
    """Clauses of up to three literals, some of them twice, now and then a tautology."""
    return [
        tuple(rng.choice((1, -1)) * rng.randint(1, variables) for _ in range(rng.choice((1, 2, 3, 3, 3, 3))))
        for _ in range(round(variables * ratio))
    ]


def formula_of(clauses: Clauses, variables: int) -> Formula:
    formula = Formula(steps=1)
    formula.family("x", range(variables), first_step=1)
    formula.add("all", map(tuple, clauses))
    return formula


def dimacs(clauses: Clauses, variables: int) -> str:
    return f"p cnf {variables} {len(clauses)}\n" + "".join(f"{words(clause)}0\n" for clause in clauses)


def words(numbers: Sequence[int]) -> str:
    return "".join(f"{number} " for number in numbers)


def satisfiable(clauses: Clauses) -> bool:
    with Solver(name="minisat22", bootstrap_with=[list(clause) for clause in clauses]) as solver:  # type: ignore[no-untyped-call]
        return bool(solver.solve())


def trace_of(clauses: Clauses, variables: int, seed: int | None = None) -> tuple[bytes, tuple[int, ...]]:
    """What the solver writes down of an unsatisfiable formula, and the numbers of the clauses it was given."""
    with TemporaryFile() as trace:
        traced = solve_traced(formula_of(clauses, variables), trace, most_bytes=1e9, seed=seed)
        assert (traced.outcome.status, traced.complete) == ("unsatisfiable", True)
        trace.seek(0)
        return trace.read(), traced.originals


def proof_of(clauses: Clauses, variables: int, seed: int | None = None) -> str:
    """The trimmed proof of an unsatisfiable formula."""
    text, originals = trace_of(clauses, variables, seed)
    with TemporaryFile() as trace:
        trace.write(text)
        trace.flush()
        proof = io.BytesIO()
        trim(trace, originals, proof)
    return proof.getvalue().decode()


def why_not(formula: str, proof: str) -> str | None:
    """Why our checker rejects a proof; None if it does not."""
    try:
        lrat.check(io.BytesIO(formula.encode()), io.BytesIO(proof.encode()))
    except lrat.Rejected as rejected:
        return str(rejected)
    return None


def why_not_dratify(formula: str, proof: str) -> str | None:
    """Why dratify rejects a proof; None if it does not."""
    return rejected_by_dratify(io.BytesIO(formula.encode()), io.BytesIO(proof.encode()))


def accepted(formula: str, proof: str) -> tuple[bool, bool]:
    """Whether our checker and dratify accept a proof."""
    return why_not(formula, proof) is None, why_not_dratify(formula, proof) is None


def unit_propagation(clauses: Mapping[int, Sequence[int]], false: set[int]) -> list[int] | None:
    """Numbers of clauses that lead to a contradiction, each unit where it stands; None if there is none."""
    hints: list[int] = []
    while True:
        for number, clause in clauses.items():
            left = {literal for literal in clause if literal not in false}
            if not left:
                return [*hints, number]
            literal = min(left)
            if len(left) == 1 and -literal not in false:
                hints.append(number)
                false.add(-literal)
                break
        else:
            return None


def hints_for(clauses: Mapping[int, Sequence[int]], lemma: Sequence[int]) -> list[int] | None:
    """Hints by which a clause may be added, by RUP or else by RAT on its first literal; None if there are none."""
    found = unit_propagation(clauses, set(lemma))
    if found is not None or not lemma:
        return found
    hints: list[int] = []
    for number, clause in clauses.items():
        if -lemma[0] in clause:
            others = set(clause) - {-lemma[0]}
            hints.append(-number)
            if not any(-literal in lemma for literal in others):
                more = unit_propagation(clauses, set(lemma) | others)
                if more is None:
                    return None
                hints += more
    return hints


def refutes(clauses: list[tuple[int, ...]], false: set[int]) -> bool:
    """Whether unit propagation alone refutes clauses when these literals are false."""
    if any(-literal in false for literal in false):
        return True
    with Solver(name="minisat22", bootstrap_with=[list(clause) for clause in clauses]) as solver:  # type: ignore[no-untyped-call]
        return not solver.propagate(assumptions=[-literal for literal in sorted(false)])[0]


def is_right(clauses: list[tuple[int, ...]], proof: str) -> bool:
    """Whether every clause that is added may be, and the last one is empty."""
    known = dict(enumerate(clauses, 1))
    lemma: tuple[int, ...] = (0,)
    for line in proof.splitlines():
        number, *rest = line.split()
        if rest[0] == "d":
            for gone in rest[1:-1]:
                del known[int(gone)]
            continue
        lemma = tuple(map(int, rest[: rest.index("0")]))
        alive = list(known.values())
        rivals = [set(clause) - {-lemma[0]} for clause in alive if lemma and -lemma[0] in clause]
        by_rat = bool(lemma) and all(refutes(alive, set(lemma) | rival) for rival in rivals)
        if not (refutes(alive, set(lemma)) or by_rat):
            return False
        known[int(number)] = lemma
    return lemma == ()
