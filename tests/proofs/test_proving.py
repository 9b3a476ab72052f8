"""Formulas solved with a trace and trimmed: both checkers accept, whatever the order of the clauses and their form."""

from __future__ import annotations

import io
import random
import re
import time
from itertools import combinations
from tempfile import TemporaryFile
from typing import TYPE_CHECKING

import pytest

from crewsat.base.shuffling import shuffled
from crewsat.proofs.trimming import Incomplete, Unreadable, trim
from crewsat.solvers.proving import SOLVER, solve_traced
from crewsat_encodings.crew.cnf.encoding import encoding_of_all_plays
from tests.support.random_instances import whole_crew
from tests.support.small_proofs import (
    accepted,
    dimacs,
    formula_of,
    proof_of,
    random_clauses,
    satisfiable,
    trace_of,
    why_not,
    words,
)
from tests.support.timing import check_promise

if TYPE_CHECKING:
    from collections.abc import Sequence


def pigeons(number: int) -> tuple[list[tuple[int, ...]], int]:
    """`number` pigeons in one hole less."""
    holes = number - 1
    at = {(p, h): p * holes + h + 1 for p in range(number) for h in range(holes)}
    clauses: list[tuple[int, ...]] = [tuple(at[p, h] for h in range(holes)) for p in range(number)]
    return clauses + [(-at[p, h], -at[q, h]) for h in range(holes) for p, q in combinations(range(number), 2)], len(at)


def untrimmed(trace: bytes, originals: Sequence[int]) -> str:
    """All that a trace derives, with the numbers LRAT wants and no deletions."""
    lines = [line.split() for line in trace.decode().splitlines() if line.split()[1] != "d"]
    derived = {int(line[0]) for line in lines}
    given = (number for number in range(1, len(originals) + len(lines) + 1) if number not in derived)
    names = dict(zip(given, originals, strict=False))
    out = ""
    for number, line in enumerate(lines, len(originals) + 1):
        names[int(line[0])] = number
        end = line.index("0", 1)
        out += f"{number} {' '.join(line[1 : end + 1])} {words([names[int(hint)] for hint in line[end + 1 : -1]])}0\n"
        if end == 1:
            return out
    raise AssertionError(trace)


@pytest.mark.slow
def test_random_formulas_are_refuted_with_proof() -> None:
    """With unit clauses, clauses twice, literals twice and tautologies; half of them shuffled by a seed."""
    rng = random.Random(1)
    proved = shorter = 0
    for number in range(500):
        variables = rng.randint(1, 30)
        clauses = random_clauses(rng, variables, rng.uniform(3, 7))
        if satisfiable(clauses):
            continue
        proved += 1
        seed = None if number % 2 else number
        trace, originals = trace_of(clauses, variables, seed)
        proof, whole = proof_of(clauses, variables, seed), untrimmed(trace, originals)
        formula = dimacs(clauses, variables)
        assert accepted(formula, proof) == (True, True), (formula, proof)
        assert why_not(formula, whole) is None, (formula, whole)
        shorter += len(re.findall("^[0-9]+ [^d]", proof, re.MULTILINE)) < whole.count("\n")
    assert proved > 300
    assert shorter > 40


@pytest.mark.slow
def test_hard_random_formulas_and_pigeons() -> None:
    """Thousands of steps, and solvers that simplify while they search."""
    rng = random.Random(2)
    longest = 0
    cases = [pigeons(number) for number in (2, 3, 5, 7)]
    for variables in (60, 90, 120):
        clauses = [
            tuple(rng.choice((1, -1)) * v for v in rng.sample(range(1, variables + 1), 3))
            for _ in range(round(5 * variables))
        ]
        cases.append((clauses, variables))
    for clauses, variables in cases:
        proof = proof_of(clauses, variables)
        assert accepted(dimacs(clauses, variables), proof) == (True, True)
        longest = max(longest, proof.count("\n"))
    assert longest > 1_000


@pytest.mark.slow
def test_tiny_lost_deals_are_refuted_with_proof() -> None:
    lost = 0
    for seed in range(150):
        deal = whole_crew(seed, most_cards=9)
        formula = encoding_of_all_plays(deal).formula
        clauses = list(formula.clauses())
        if satisfiable(clauses):
            continue
        lost += 1
        proof = proof_of(clauses, formula.variables)
        assert accepted(dimacs(clauses, formula.variables), proof) == (True, True), deal.to_json()
    assert lost > 40


def test_an_empty_clause_is_named() -> None:
    for clauses in ([(1, 2), (), (-1,)], [()], [(1,), (), (-1,), ()]):
        assert proof_of(clauses, 2) == f"{len(clauses) + 1} 0 {clauses.index(()) + 1} 0\n"
        assert accepted(dimacs(clauses, 2), proof_of(clauses, 2)) == (True, True)
        assert accepted(dimacs(clauses, 2), proof_of(clauses, 2, seed=3)) == (True, True)


def test_the_order_of_clauses_does_not_matter() -> None:
    """The unit clauses go last to the solver; the proof is about the clauses in the order of the file."""
    clauses = [(1,), (-1, 2), (-2, 3), (4,), (-3, -4, 5), (-5, -1), *pigeons(4)[0]]
    for seed in range(20):
        clauses = shuffled(clauses, random.Random(seed))
        assert accepted(dimacs(clauses, 12), proof_of(clauses, 12)) == (True, True)


def test_a_formula_with_a_model_has_no_proof() -> None:
    with TemporaryFile() as trace:
        traced = solve_traced(formula_of([(1, 2), (-1,)], 2), trace, most_bytes=1e9)
        assert (traced.outcome.status, traced.outcome.model, traced.outcome.solver) == ("satisfiable", (-1, 2), SOLVER)
        with pytest.raises(Incomplete):
            trim(trace, traced.originals, io.BytesIO())


def test_a_trace_that_becomes_too_large_costs_the_proof_and_not_the_answer() -> None:
    clauses, variables = pigeons(8)
    with TemporaryFile() as trace:
        traced = solve_traced(formula_of(clauses, variables), trace, most_bytes=100_000)
        assert (traced.outcome.status, traced.complete) == ("unsatisfiable", False)
        assert trace.seek(0, 2) < 1_000_000


@pytest.mark.timing
def test_time_limits_hold() -> None:
    clauses, variables = pigeons(12)

    def took() -> float:
        with TemporaryFile() as trace:
            begin = time.monotonic()
            outcome = solve_traced(formula_of(clauses, variables), trace, most_bytes=1e9, deadline=begin + 0.5).outcome
            seconds = time.monotonic() - begin
        assert (outcome.status, outcome.reason) == ("unknown", "time")
        assert seconds >= 0.5
        return seconds

    check_promise(took, 2.0)


def test_reading_a_trace_can_run_out_of_time() -> None:
    text, originals = trace_of(*pigeons(5))
    with TemporaryFile() as trace:
        trace.write(text)
        trace.flush()
        with pytest.raises(TimeoutError):
            trim(trace, originals, io.BytesIO(), out_of_time=lambda: True)


@pytest.mark.parametrize(
    ("text", "error"),
    [
        (b"", Incomplete),
        (b"3 1 0 1 2 0\n", Incomplete),
        (b"3 1 0 1 2 0\n4 0 3", Incomplete),
        (b"3 1 0 1 2 0\n3 0 1 2 0\n", Unreadable),
        (b"x 1 0 1 2 0\n4 0 1 2 0\n", Unreadable),
        (b"3 1 0 1 -2 0\n4 0 3 2 0\n", Unreadable),
        (b"3 0 4 0\n", Unreadable),
        (b"3 0 3 0\n", Unreadable),
        (b"3 0 99 0\n", Unreadable),
    ],
)
def test_a_trace_of_another_kind_is_noticed(text: bytes, error: type[Exception]) -> None:
    with TemporaryFile() as trace:
        trace.write(text)
        trace.flush()
        with pytest.raises(error):
            trim(trace, (1, 2), io.BytesIO())
