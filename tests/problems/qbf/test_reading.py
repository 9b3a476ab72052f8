"""QDIMACS files: every defect with its line, hostile ones at little cost."""

from __future__ import annotations

import tracemalloc

import pytest

from crewsat.base.errors import InvalidInstance
from crewsat.problems.qbf import families, reading
from crewsat.problems.qbf.formula import MOST_CLAUSES, MOST_VARIABLES, Qbf
from crewsat.problems.qbf.reading import MOST_CHARACTERS, parse_qdimacs, read_qdimacs
from tests.problems.three_sat.test_three_sat import defects_of
from tests.support.chunks import few_of
from tests.support.quantified_formulas import some_formula


def test_what_is_written_is_read() -> None:
    for seed in range(200):
        formula = some_formula(seed)
        assert parse_qdimacs(formula.to_qdimacs()) == formula
        assert parse_qdimacs(formula.to_qdimacs().replace("\n", "\r\n").replace(" ", " \t ")) == formula


def test_comments_free_variables_and_clauses_over_lines() -> None:
    formula = Qbf(4, (("a", (1,)), ("e", (2, 3))), ((1, -2), (3, 4)))
    text = "cnf is not a header\nc p cnf 9 9\n\np cnf 4 2\nc\na 1 0\n  c e 9 0\n e 2 3 0\n1\n\n-2 0 3\nc 0\n4 0"
    assert parse_qdimacs(text) == formula
    assert parse_qdimacs("p cnf 0 0") == Qbf(0)
    assert parse_qdimacs("p cnf 5 0\ne 5 0") == Qbf(5, (("e", (5,)),))


def test_what_the_format_forbids_and_has_a_meaning_is_accepted() -> None:
    neighbours = "p cnf 4 1\ne 1 0\ne 2 0\na 3 0\na 4 0\n1 3 0\n"
    assert parse_qdimacs(neighbours) == Qbf(4, (("e", (1, 2)), ("a", (3, 4))), ((1, 3),))
    assert parse_qdimacs("p cnf 2 3\n1 1 2 1 0 0 1 -1 0\n") == Qbf(2, (), ((1, 2), (), (1, -1)))


def test_empty_blocks_are_left_out_and_a_header_that_is_too_low_is_noted() -> None:
    assert parse_qdimacs("p cnf 2 1\ne 0\na 1 0\ne 0\ne 2 0\na 0\n1 2 0\n") == Qbf(
        2, (("a", (1,)), ("e", (2,))), ((1, 2),)
    )
    read = read_qdimacs("p cnf 1 1\na 1 0\ne 3 0\n1 3 0\n-1 2 0\n")
    assert read.problem == Qbf(3, (("a", (1,)), ("e", (3,))), ((1, 3), (-1, 2)))
    assert read.summary == "3 variables, 2 blocks, 2 clauses"
    assert read.notes == (
        "the number of variables is 3, not 1 as 'p cnf …' says; all of them are read",
        "the number of clauses is 2, not 1 as 'p cnf …' says; all of them are read",
    )
    assert read_qdimacs("p cnf 9 1\n1 2 0\n").notes == ()


HEADER = "allowed: p cnf VARIABLES CLAUSES, with at most 10000 variables and 20000 clauses"
ENDED = "the clause that begins here does not end with 0"

BAD: dict[str, list[str]] = {
    "": ["there is no 'p cnf …' line"],
    "c only\n": ["there is no 'p cnf …' line"],
    "\n \n": ["there is no 'p cnf …' line"],
    "1 2 0\np cnf 2 1": ["line 1: comes before the 'p cnf …' line"],
    "e 1 0\np cnf 2 1\n1 0": ["line 1: comes before the 'p cnf …' line"],
    "%\np cnf 0 0": ["line 1: comes before the 'p cnf …' line"],
    **{
        text: [f"line 1: '{text}' is not understood; {HEADER}"]
        for text in (
            "p",
            "p cnf",
            "p cnf 3",
            "p cnf x 2",
            "p cnf 3 -2",
            "p cnf 3.0 2",
            "p cnf 10001 2",
            "p cnf 3 20001",
            "p cnf 3 12345678901",
            "p cnf 3 2 1",
            "p qbf 3 2",
        )
    },
    "p cnf 3 1\np cnf 3 1\n1 0": ["line 2: there is a second 'p …' line"],
    "p cnf 3 2\n1 2 3 0": ["the number of clauses is 1, not 2 as 'p …' says"],
    "p cnf 3 1\ne 1 2 3 0\n": ["the number of clauses is 0, not 1 as 'p …' says"],
    "p cnf 3 1\n\n1 2\n3": [f"line 3: {ENDED}"],
    "p cnf 3 1\n1 0 2": [f"line 2: {ENDED}"],
    "p cnf 3 1\n1 10001 0": ["line 2: there is no literal 10001; allowed: 1 to 10000, and -1 to -10000"],
    "p cnf 3 1\n-10001 0": ["line 2: there is no literal -10001; allowed: 1 to 10000, and -1 to -10000"],
    "p cnf 3 1\n00 0": ["line 2: there is no literal 00; allowed: 1 to 10000, and -1 to -10000"],
    "p cnf 3 1\n1 x 0": ["line 2: 'x' is not a literal; allowed: numbers, and 0 at the end of a clause"],
    "p cnf 3 1\n1 2.5 0": ["line 2: '2.5' is not a literal; allowed: numbers, and 0 at the end of a clause"],
    "p cnf 3 1\n1 +2 0": ["line 2: '+2' is not a literal; allowed: numbers, and 0 at the end of a clause"],
    "p cnf 3 1\n1 --2 0": ["line 2: '--2' is not a literal; allowed: numbers, and 0 at the end of a clause"],
    "p cnf 3 1\n1 ٣ 0": ["line 2: '٣' is not a literal; allowed: numbers, and 0 at the end of a clause"],
    "p cnf 3 1\nE 0": ["line 2: 'E' is not a literal; allowed: numbers, and 0 at the end of a clause"],
    "p cnf 3 1\ne1 0": ["line 2: 'e1' is not a literal; allowed: numbers, and 0 at the end of a clause"],
    "p cnf 3 1\n1 0\n%": [
        "line 3: '%' is not a literal; allowed: numbers, and 0 at the end of a clause",
        f"line 3: {ENDED}",
    ],
    "p cnf 3 1\ne 1 2\n1 0": ["line 2: the block does not end with 0"],
    "p cnf 3 1\ne\n1 0": ["line 2: the block does not end with 0"],
    "p cnf 3 1\ne 1\n2 0\n1 0": ["line 2: the block does not end with 0"],
    "p cnf 3 1\na 1 0 2 0\n1 0": ["line 2: '2' follows the 0 that ends the block; allowed: a block per line"],
    "p cnf 3 1\na 1 0 e 2 0\n1 0": ["line 2: 'e' follows the 0 that ends the block; allowed: a block per line"],
    "p cnf 3 1\na -1 0\n1 0": ["line 2: '-1' is not a variable; allowed: 1 to 10000, and 0 at the end"],
    "p cnf 3 1\na x 0\n1 0": ["line 2: 'x' is not a variable; allowed: 1 to 10000, and 0 at the end"],
    "p cnf 3 1\na 10001 0\n1 0": ["line 2: there is no variable 10001; allowed: 1 to 10000"],
    "p cnf 3 1\na 1 1 0\n1 0": ["line 2: variable 1 is quantified twice, first in line 2"],
    "p cnf 3 1\na 1 0\nc\ne 2 1 0\n1 0": ["line 4: variable 1 is quantified twice, first in line 2"],
    "p cnf 3 1\n1 0\na 1 0": ["line 3: 'a …' comes after a clause; allowed: all blocks before the first clause"],
    "p cnf 3 1\n1\ne 2 0\n0": ["line 3: 'e …' comes after a clause; allowed: all blocks before the first clause"],
    "p cnf\x0b3 1 \x1b": ["line 1: U+001B is not a valid character in a formula; allowed: UTF-8"],
    "\ufeffp cnf 3 0": ["line 1: U+FEFF is not a valid character in a formula; allowed: UTF-8"],
}


@pytest.mark.parametrize("text", BAD)
def test_every_defect_of_a_file_has_its_line(text: str) -> None:
    assert defects_of(lambda: parse_qdimacs(text)) == BAD[text]


def test_all_defects_are_reported_at_once() -> None:
    text = "p cnf 3 9\ne 1 x 10001 0\na 2 1 0\nx 1 0\n10002 0\na 3 0\np cnf 1 1\n1 2"
    assert defects_of(lambda: parse_qdimacs(text)) == [
        "line 2: 'x' is not a variable; allowed: 1 to 10000, and 0 at the end",
        "line 2: there is no variable 10001; allowed: 1 to 10000",
        "line 3: variable 1 is quantified twice, first in line 2",
        "line 4: 'x' is not a literal; allowed: numbers, and 0 at the end of a clause",
        "line 5: there is no literal 10002; allowed: 1 to 10000, and -1 to -10000",
        "line 6: 'a …' comes after a clause; allowed: all blocks before the first clause",
        "line 7: there is a second 'p …' line",
        f"line 8: {ENDED}",
    ]


HOSTILE: dict[str, str] = {
    "one clause without end": "p cnf 9 9\n" + "1 " * 40_000,
    "one clause of many literals": f"p cnf {MOST_VARIABLES} 9\n" + "1 -1 2 -2 " * 10_000,
    "bad clauses": "p cnf 9 9\n" + "10001 0\n" * 25_000,
    "fewer clauses than promised": "p cnf 3 9000\n" + "1 2 3 0\n" * 5_000,
    "too many clauses": "p cnf 3 3\n" + "1 2 3 0\n" * 25_000,
    "no literals": "p cnf 9 9\n" + "x " * 100_000,
    "no variables": "p cnf 9 9\ne " + "x " * 100_000,
    "one variable": "p cnf 9 9\ne " + "1 " * 40_000,
    "blocks without end": "p cnf 9 9\n" + "e\n" * 100_000,
    "a number that Python would not read": f"p cnf {'9' * 5000} 0",
    "literals that Python would not read": "p cnf 9 9\n" + f"{'9' * 5000} 2 3 0\n" * 100,
    "variables that Python would not read": "p cnf 9 9\n" + f"e {'9' * 5000} 0\n" * 100,
    "lines p": "p cnf 3 3\n" * 50_000,
    "one long word": "p cnf 3 3\n" + "1" * 225_000,
    "a long header": "p " * 100_000,
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
            parse_qdimacs(HOSTILE[name])
    finally:
        _, peak = tracemalloc.get_traced_memory()
        tracemalloc.stop()
    lines = told.value.lines()
    assert 1 <= len(lines) <= 21
    assert all(len(line) < 300 for line in lines)
    assert peak < 1e6 + 8 * len(HOSTILE[name])


def test_literals_are_counted_as_they_are_written(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reading, "MOST_LITERALS", 5)
    assert parse_qdimacs("p cnf 2 2\n1 1 1 0\n1 2 0").clauses == ((1,), (1, 2))
    text = "p cnf 2 2\n1 1 1 0\n1 2\n1 0 x y z"
    assert defects_of(lambda: parse_qdimacs(text)) == ["line 4: there are more than 5 literals, the limit"]


@pytest.mark.slow
def test_the_largest_file_is_read() -> None:
    formula = families.random_(MOST_VARIABLES, MOST_CLAUSES, seed=1)
    assert parse_qdimacs(formula.to_qdimacs()) == formula
