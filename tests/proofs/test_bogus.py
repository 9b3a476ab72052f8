"""Proofs that satisfiable formulas have no model: thousands, and neither checker may accept one."""

from __future__ import annotations

import random
from collections import Counter
from typing import TYPE_CHECKING

import pytest

from tests.support.chunks import sizes
from tests.support.small_proofs import (
    accepted,
    dimacs,
    hints_for,
    proof_of,
    random_clauses,
    satisfiable,
    why_not,
    words,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    Known = dict[int, tuple[int, ...]]
    Bogus = tuple[list[tuple[int, ...]], int, str]


def satisfiable_clauses(rng: random.Random, variables: int) -> list[tuple[int, ...]]:
    while True:
        clauses = random_clauses(rng, variables, rng.uniform(1, 3.5))
        if clauses and satisfiable(clauses):
            return clauses


def numbered(clauses: list[tuple[int, ...]]) -> Known:
    return dict(enumerate(clauses, 1))


def some_lemma(rng: random.Random, variables: int) -> tuple[int, ...]:
    size = rng.choice((1, 1, 2, 3))
    return tuple(rng.choice((1, -1)) * v for v in rng.sample(range(1, variables + 2), min(size, variables + 1)))


def random_lines(rng: random.Random) -> Bogus:
    """Clauses with any hints, then the empty one with all."""
    variables = rng.randint(1, 5)
    clauses = satisfiable_clauses(rng, variables)
    number, proof = len(clauses), ""
    for _ in range(rng.randint(0, 4)):
        hints = [rng.choice((1, 1, 1, -1)) * rng.randint(1, number) for _ in range(rng.randint(0, 4))]
        number += 1
        proof += f"{number} {words(some_lemma(rng, variables))}0 {words(hints)}0\n"
    hints = rng.sample(range(1, number + 1), number)
    return clauses, variables, f"{proof}{number + 1} 0 {words(hints)}0\n"


def a_neighbour(rng: random.Random) -> Bogus:
    """The proof of an unsatisfiable formula, told of one with a clause, or a literal, less or another."""
    while True:
        variables = rng.randint(2, 7)
        clauses = random_clauses(rng, variables, rng.uniform(3, 6))
        if satisfiable(clauses):
            continue
        proof = proof_of(clauses, variables)
        for k in rng.sample(range(len(clauses)), len(clauses)):
            other = rng.choice((rng.choice(clauses), (*clauses[k], rng.randint(1, variables)), some_lemma(rng, 1)))
            changed = [*clauses[:k], other, *clauses[k + 1 :]]
            if satisfiable(changed):
                return changed, variables + 2, proof


def all_hints(rng: random.Random) -> Bogus:
    """The empty clause at once, by all clauses in some order, or by those that propagation names, and one more."""
    variables = rng.randint(1, 6)
    clauses = satisfiable_clauses(rng, variables)
    hints = rng.sample(range(1, len(clauses) + 1), rng.randint(1, len(clauses)))
    sign = rng.choice((1, 1, -1))
    return clauses, variables, f"{len(clauses) + 1} 0 {words([sign * hint for hint in hints])}0\n"


def right_steps(rng: random.Random, *, slip: bool) -> tuple[list[tuple[int, ...]], int, str, Known]:
    """Clauses that may be added, by RUP and RAT; with `slip`, also some that may not, as if they might."""
    variables = rng.randint(2, 5)
    clauses = satisfiable_clauses(rng, variables)
    known, proof, number = numbered(clauses), "", len(clauses)
    for _ in range(rng.randint(1, 8)):
        lemma = some_lemma(rng, variables)
        hints = hints_for(known, lemma)
        if hints is None and slip:
            rivals = [-k for k, clause in known.items() if -lemma[0] in clause]
            hints = rng.choice((rivals, rivals[1:], [], list(known)))
        elif hints is not None and slip and rng.random() < 0.3:
            hints = hints[: rng.randint(0, len(hints))]
        if hints is None:
            continue
        number += 1
        proof += f"{number} {words(lemma)}0 {words(hints)}0\n"
        known[number] = lemma
        if rng.random() < 0.3:
            gone = rng.choice(list(known))
            proof += f"{number} d {gone} 0\n"
            del known[gone]
    return clauses, variables, proof, known


def no_empty_clause(rng: random.Random) -> Bogus:
    """Right steps to the end, which is not the empty clause."""
    return right_steps(rng, slip=False)[:3]


def right_until_the_end(rng: random.Random) -> Bogus:
    """Right steps, RAT and deletions among them, then the empty clause."""
    clauses, variables, proof, known = right_steps(rng, slip=False)
    hints = rng.sample(list(known), rng.randint(0, len(known)))
    return clauses, variables, f"{proof}{len(clauses) + proof.count(chr(10)) + 1} 0 {words(hints)}0\n"


def slips(rng: random.Random) -> Bogus:
    """Right steps and wrong ones: a rival left out of a RAT step, hints cut short; then the empty clause."""
    clauses, variables, proof, known = right_steps(rng, slip=True)
    hints = hints_for(known, ()) or list(known)
    return clauses, variables, f"{proof}{len(clauses) + proof.count(chr(10)) + 1} 0 {words(hints)}0\n"


def a_literal_and_its_negation(rng: random.Random) -> Bogus:
    """A literal by RAT without its rivals, then its negation by clauses that are gone, or under an old number."""
    variables = rng.randint(1, 4)
    clauses = satisfiable_clauses(rng, variables)
    m, x = len(clauses), rng.choice((1, -1)) * rng.randint(1, variables)
    rivals = [k for k, clause in enumerate(clauses, 1) if -x in clause]
    again = rng.choice((m + 1, m + 2, m + 3, m + 3, *rivals))
    proof = f"{m + 1} {variables + 1} 0 0\n"
    proof += f"{m + 1} d {words(rivals)}0\n" if rivals else ""
    proof += f"{m + 2} {x} 0 0\n"
    proof += f"{again} {-x} 0 {words(rivals)}0\n{m + 4} 0 {m + 2} {again} 0\n"
    return clauses, variables, proof


KINDS: tuple[Callable[[random.Random], Bogus], ...] = (
    random_lines,
    a_neighbour,
    all_hints,
    no_empty_clause,
    right_until_the_end,
    slips,
    a_literal_and_its_negation,
)


def check_bogus(kind: Callable[[random.Random], Bogus], number: int) -> Counter[str]:
    """Put so many bogus proofs of a kind to both checkers; return why ours rejected them."""
    rng = random.Random(KINDS.index(kind))
    reasons: Counter[str] = Counter()
    for _ in range(number):
        clauses, variables, proof = kind(rng)
        assert satisfiable(clauses)
        formula = dimacs(clauses, variables)
        assert accepted(formula, proof) == (False, False), f"{formula}\n{proof}"
        why = why_not(formula, proof) or ""
        reasons[" ".join(word for word in why.split() if not word.strip("-:,").isdigit())] += 1
    return reasons


@pytest.mark.slow
@pytest.mark.parametrize("number", sizes(100, 400))
@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_no_bogus_proof_is_accepted(kind: Callable[[random.Random], Bogus], number: int) -> None:
    assert check_bogus(kind, number).total() == number


@pytest.mark.thorough
@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_no_bogus_proof_of_a_hundred_thousand_is_accepted(kind: Callable[[random.Random], Bogus]) -> None:
    print(kind.__name__, check_bogus(kind, 15_000).most_common(8))  # noqa: T201 - the figures


@pytest.mark.slow
def test_the_steps_before_the_end_are_right() -> None:
    """Else the kinds above would say nothing about RAT and deletions: they would be rejected for another reason."""
    assert set(check_bogus(no_empty_clause, 300)) == {"proof: the proof ends without the empty clause"}
    last = Counter[bool]()
    rng = random.Random(5)
    for _ in range(300):
        clauses, variables, proof = right_until_the_end(rng)
        why = why_not(dimacs(clauses, variables), proof) or ""
        last[why.startswith(f"proof, line {proof.count(chr(10))}:")] += 1
    assert last[True] == 300
