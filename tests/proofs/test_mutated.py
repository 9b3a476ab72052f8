"""Real proofs with a small change: most are rejected, and whatever is accepted must be right by a judge of its own.

The judge asks PySAT to propagate, of every clause that is added: RUP, or RAT on the first literal. A change may be
harmless (a literal more, a deletion less), so some are accepted; the formulas they are about must have no model.
"""

from __future__ import annotations

import random
from collections import Counter
from itertools import product

import pytest

from crewsat_encodings.crew.cnf.encoding import encoding_of_all_plays
from tests.support.chunks import sizes
from tests.support.random_instances import small_crew
from tests.support.small_proofs import (
    dimacs,
    hints_for,
    is_right,
    proof_of,
    random_clauses,
    satisfiable,
    why_not,
    why_not_dratify,
    words,
)

Case = tuple[list[tuple[int, ...]], int, list[str]]


def cases(rng: random.Random) -> list[Case]:
    """Proofs of random formulas, of lost deals, and with RAT steps."""
    found: list[Case] = []
    while len(found) < 12:
        variables = rng.randint(6, 14)
        clauses = random_clauses(rng, variables, 5.0)
        if not satisfiable(clauses) and proof_of(clauses, variables).count("\n") > 6:
            found.append((clauses, variables, proof_of(clauses, variables).splitlines()))
    for seed in range(60):
        formula = encoding_of_all_plays(small_crew(seed, most_cards=8)).formula
        clauses = [tuple(clause) for clause in formula.clauses()]
        if not satisfiable(clauses) and 6 < proof_of(clauses, formula.variables).count("\n") < 60 and len(found) < 20:
            found.append((clauses, formula.variables, proof_of(clauses, formula.variables).splitlines()))
    return found + [with_rat(rng) for _ in range(8)]


def with_rat(rng: random.Random) -> Case:
    """A proof in which new variables are defined and clauses are added that do not follow."""
    clauses = [*product((1, -1), (2, -2), (3, -3)), *random_clauses(rng, 6, 0.7)]
    known, lines = dict(enumerate(clauses, 1)), []
    definition = ((7, -1, -2), (-7, 1), (-7, 2))
    more = [tuple(rng.choice((1, -1)) * v for v in rng.sample(range(1, 7), 2)) for _ in range(5)]
    for lemma in (*definition, *more, *product((1, -1), (2, -2)), (1,), ()):
        hints, number = hints_for(known, lemma), max(known) + 1
        if hints is not None:
            lines.append(f"{number} {words(lemma)}0 {words(hints)}0")
            known[number] = lemma
    assert () in known.values()
    return clauses, 7, lines


def changed(rng: random.Random, case: Case) -> tuple[str, Case]:  # noqa: C901 - one branch a change
    """A case with one change, and what it is called."""
    clauses, variables, lines = list(case[0]), case[1], list(case[2])
    k = rng.randrange(len(lines))
    number, *rest = lines[k].split()
    name = rng.choice(
        ("drop", "twice", "swap", "literal", "less", "more", "hint", "hints", "number", "delete", "formula", "clause")
    )
    zero = rest.index("0")
    if name == "drop":
        del lines[k]
    elif name == "twice":
        lines.insert(k, lines[k])
    elif name == "swap":
        other = rng.randrange(len(lines))
        lines[k], lines[other] = lines[other], lines[k]
    elif name in {"literal", "less"} and zero > 0 and rest[0] != "d":
        at = rng.randrange(zero)
        rest[at : at + 1] = [] if name == "less" else [str(-int(rest[at]))]
    elif name == "more":
        rest.insert(rng.randint(0, zero), str(rng.choice((1, -1)) * rng.randint(1, variables)))
    elif name == "hint":
        at = rng.randrange(len(rest))
        rest[at] = str(rng.randint(1, int(number)))
    elif name == "hints":
        hints = rest[zero + 1 : -1]
        rng.shuffle(hints)
        rest[zero + 1 : -1] = hints[rng.randint(0, 1) :]
    elif name == "number":
        number = str(int(number) + rng.choice((-1, 1, -5, 100)))
    elif name == "delete":
        lines.insert(k, f"{int(number) - 1} d {rng.randint(1, int(number) - 1)} 0")
    elif name == "formula":
        at = rng.randrange(len(clauses))
        clauses[at] = tuple(-x if rng.random() < 0.5 else x for x in clauses[at])
    else:
        del clauses[rng.randrange(len(clauses))]
    if name in {"literal", "less", "more", "hint", "hints", "number"}:
        lines[k] = " ".join([number, *rest])
    return name, (clauses, variables, lines)


def check_mutated(changes: int, seed: int) -> Counter[str]:
    """Change proofs; return how often each change was rejected, accepted, or did not change anything."""
    rng = random.Random(seed)
    counts: Counter[str] = Counter()
    originals = cases(rng)
    for number in range(changes):
        case = originals[number % len(originals)]
        name, (clauses, variables, lines) = changed(rng, case)
        if (clauses, lines) == (case[0], case[2]):
            counts["the same"] += 1
            continue
        formula, proof = dimacs(clauses, variables), "".join(f"{line}\n" for line in lines)
        if why_not(formula, proof) is not None:
            counts["rejected"] += 1
            counts[f"{name} rejected"] += 1
        else:
            counts["accepted"] += 1
            counts[f"{name} accepted"] += 1
            assert is_right(clauses, proof), f"{formula}\n{proof}"
            assert not satisfiable(clauses), f"{formula}\n{proof}"
            assert why_not_dratify(formula, proof) is None, f"{formula}\n{proof}"
        if why_not_dratify(formula, proof) is None:
            counts["accepted by dratify"] += 1
            assert not satisfiable(clauses), f"{formula}\n{proof}"
    return counts


@pytest.mark.slow
def test_the_judge_knows_right_from_wrong() -> None:
    originals = cases(random.Random(1))
    assert len(originals) == 28
    for clauses, variables, lines in originals:
        proof = "".join(f"{line}\n" for line in lines)
        assert is_right(clauses, proof)
        assert why_not(dimacs(clauses, variables), proof) is None
        assert not is_right(clauses, "".join(f"{line}\n" for line in lines[:-1]))
    assert not is_right([(1, 2)], "2 0 1 0\n")
    assert not is_right([(1, 2), (-1, 2)], "3 -2 0 1 2 0\n4 0 1 0\n")


@pytest.mark.slow
@pytest.mark.parametrize("number", sizes(400, 1_200))
def test_mutated_proofs_are_rejected_or_right(number: int) -> None:
    counts = check_mutated(number, seed=1)
    assert counts["rejected"] > number * 2 // 3, counts
    assert counts["accepted"] > number // 12, counts
    for name in ("drop", "twice", "swap", "literal", "less", "more", "hint", "hints", "number", "formula", "clause"):
        assert counts[f"{name} rejected"] > number // 48, counts


@pytest.mark.thorough
@pytest.mark.parametrize("seed", range(2, 12))
def test_a_hundred_thousand_mutated_proofs_are_rejected_or_right(seed: int) -> None:
    print(check_mutated(10_000, seed))  # noqa: T201 - the figures
