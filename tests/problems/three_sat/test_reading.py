"""DIMACS files of 3-SAT: every defect with its line, hostile ones at little cost."""

from __future__ import annotations

import random
import tracemalloc
from collections import Counter
from itertools import product

import pytest

from crewsat.base.errors import InvalidInstance
from crewsat.problems.three_sat import families
from crewsat.problems.three_sat.exhaustive import find_model
from crewsat.problems.three_sat.formula import MOST_CLAUSES, ThreeSat
from crewsat.problems.three_sat.reading import MOST_CHARACTERS, parse_three_sat, read_three_sat
from tests.problems.three_sat.test_three_sat import defects_of
from tests.support.chunks import few_of


def test_what_is_written_is_read() -> None:
    for seed in range(20):
        formula = families.random_(3 + seed % 5, seed / 4, seed=seed)
        assert parse_three_sat(formula.to_dimacs()) == formula
        assert parse_three_sat(formula.to_dimacs().replace("\n", "\r\n").replace(" ", " \t ")) == formula


def test_short_clauses_are_padded_with_variables_of_their_own() -> None:
    read = read_three_sat("p cnf 3 3\n1 -2 0\n1 2 -3 0\n3 0\n")
    clauses = ((1, -2, 4), (1, -2, -4), (1, 2, -3), (3, 5, 6), (3, 5, -6), (3, -5, 6), (3, -5, -6))
    assert read.problem == ThreeSat(6, clauses)
    assert (read.summary, read.added) == ("3 variables, 3 clauses", 3)
    words = "2 clauses of one or two literals padded to three with 3 more variables: 6 variables, 7 clauses"
    assert read.notes == (words,)
    whole = read_three_sat("p cnf 3 1\n1 2 3 0\n")
    assert (whole.summary, whole.notes, whole.added) == ("3 variables, 1 clause", (), 0)
    many = "p cnf 3 400\n" + "1 2 0\n3 0\n" * 200
    assert parse_three_sat(many.replace("400", "600") + "1 2 0\n" * 200).variables == 803
    assert defects_of(lambda: parse_three_sat(many.replace("400", "1000") + "1 0\n" * 600)) == [
        "is too large once short clauses are padded; allowed: 1000 variables and 20000 clauses"
    ]


@pytest.mark.slow
def test_padding_keeps_the_answer() -> None:
    found = Counter[bool]()
    for seed in range(300):
        rng = random.Random(seed)
        clauses = [
            [x if rng.random() < 0.5 else -x for x in rng.sample(range(1, 4), rng.randint(1, 3))]
            for _ in range(rng.randint(1, 5))
        ]
        text = f"p cnf 3 {len(clauses)}\n" + "".join(" ".join(map(str, [*clause, 0])) + "\n" for clause in clauses)
        satisfiable = any(
            all(any(values[abs(x) - 1] == (x > 0) for x in clause) for clause in clauses)
            for values in product((False, True), repeat=3)
        )
        read = read_three_sat(text)
        model = find_model(read.problem)
        assert (model is not None) == satisfiable, text
        assert model is None or all(any(model[abs(x) - 1] == (x > 0) for x in clause) for clause in clauses), text
        found[satisfiable] += 1
    assert min(found.values()) > 20


def test_comments_clauses_over_lines_and_the_end_of_satlib_files() -> None:
    formula = ThreeSat(3, ((1, 2, -3), (-1, 2, 3)))
    assert parse_three_sat("c p cnf 9 9\n\np cnf 3 2\n1 2\n\nc\n-3 0 -1\n2 3 0\n") == formula
    assert parse_three_sat(" p cnf 3 2\n 1 2 -3 0\n-1 2 3 0\n%\n0\n\nanything") == formula
    assert parse_three_sat("p cnf 0 0") == ThreeSat(0, ())
    assert parse_three_sat("p cnf 5 0\n%") == ThreeSat(5, ())
    assert parse_three_sat("c---\ncomment\np cnf 3 1\nc-\n1 2 3 0\n") == ThreeSat(3, ((1, 2, 3),))


ALLOWED = "allowed: p cnf VARIABLES CLAUSES, with at most 1000 variables and 20000 clauses"


@pytest.mark.parametrize(
    ("text", "messages"),
    [
        ("", ["there is no 'p cnf …' line"]),
        ("c only\n", ["there is no 'p cnf …' line"]),
        ("1 2 3 0\np cnf 3 1", ["line 1: comes before the 'p cnf …' line"]),
        ("p cnf 3 2\n1 2 3 0", ["the number of clauses is 1, not 2 as 'p …' says"]),
        ("p cnf 3 1\n1 2 3 0\n1 2 3 0", ["the number of clauses is 2, not 1 as 'p …' says"]),
        ("p cnf 3 1\n\n1 2\n3", ["line 3: the clause that begins here does not end with 0"]),
        (
            "p cnf 3 9\np cnf 3 9\n1 1 0\n1 2 2 0\n1 -1 2 0\n1 2 3 -1 0\n0\n1 2 4 0\n1\n2 x 0\n1 2 1.5 0\n1 2 3 0",
            [
                "line 2: there is a second 'p …' line",
                *(
                    f"line {line}: '{words}' is not a clause of three different variables; "
                    "allowed: exactly three literals"
                    for line, words in ((3, "1 1"), (4, "1 2 2"), (5, "1 -1 2"), (6, "1 2 3 -1"), (7, ""))
                ),
                "line 8: there is no literal 4; allowed: 1 to 3, and -1 to -3",
                "line 10: 'x' is not a literal; allowed: numbers, and 0 at the end of a clause",
                "line 11: '1.5' is not a literal; allowed: numbers, and 0 at the end of a clause",
            ],
        ),
        *(
            (f"{text}\n1 2 3 0\nx\n", [f"line 1: '{text}' is not understood; {ALLOWED}"])
            for text in (
                "p cnf 3",
                "p cnf x 2",
                "p cnf 3 -2",
                "p cnf 1001 2",
                "p cnf 3 20001",
                "p cnf 3 12345678901",
                "p cnf 3 2 1",
                "p edge 3 2",
                "p",
                "p CNF 3 1",
                "p dnf 3 1",
                "p wcnf 3 1 1",
            )
        ),
        (
            "p cnf\x0b3 1 \x1b",
            ["line 1: U+001B is not a valid character in a formula; allowed: UTF-8"],
        ),
        ("\ufeffp cnf 3 0", ["line 1: U+FEFF is not a valid character in a formula; allowed: UTF-8"]),
    ],
)
def test_every_defect_of_a_file_has_its_line(text: str, messages: list[str]) -> None:
    assert defects_of(lambda: parse_three_sat(text)) == messages


HOSTILE: dict[str, str] = {
    "one clause without end": "p cnf 9 9\n" + "1 " * 100_000,
    "many bad clauses": "p cnf 9 9\n" + "1 1 0\n" * 25_000,
    "many short clauses": "p cnf 9 9\n" + "1 0\n" * 25_000,
    "many good clauses": "p cnf 3 3\n" + "1 2 3 0\n" * 25_000,
    "no literals": "p cnf 9 9\n" + "x " * 100_000,
    "a number that Python would not read": f"p cnf {'9' * 5000} 0",
    "literals that Python would not read": "p cnf 9 9\n" + f"{'9' * 5000} 2 3 0\n" * 100,
    "lines p": "p cnf 3 3\n" * 50_000,
    "one long word": "p cnf 3 3\n" + "1" * 225_000,
    "empty lines": "\n" * 225_000,
    "zeros": "p cnf 3 3\n" + "0 " * 75_000,
    "too long": "c" * (MOST_CHARACTERS + 1),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", few_of(HOSTILE, 3))
def test_hostile_files_cost_little_and_are_refused_with_few_messages(name: str) -> None:
    tracemalloc.start()
    try:
        with pytest.raises(InvalidInstance) as told:
            parse_three_sat(HOSTILE[name])
    finally:
        _, peak = tracemalloc.get_traced_memory()
        tracemalloc.stop()
    lines = told.value.lines()
    assert 1 <= len(lines) <= 21
    assert all(len(line) < 300 for line in lines)
    assert peak < 8e6


@pytest.mark.slow
def test_the_largest_file_is_read() -> None:
    formula = families.random_(1000, MOST_CLAUSES / 1000, seed=1)
    assert parse_three_sat(formula.to_dimacs()) == formula
