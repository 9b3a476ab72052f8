"""``crewsat reduce 3sat``: formulas in, decks out, and answers read back as truth values."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from crewsat.games.hanabi_solitaire.instance import HanabiSolitaire
from crewsat.problems.three_sat import families
from crewsat.problems.three_sat.reading import parse_three_sat
from crewsat.reductions.three_sat_to_hanabi.reduction import Reduction, reduce
from tests.cli.test_bad_input import measured
from tests.cli.test_reduce import answered, written
from tests.support.command import run

if TYPE_CHECKING:
    import subprocess
    from pathlib import Path

    from crewsat.problems.three_sat.formula import ThreeSat

FILE = "c by hand\np cnf 4 3\n1 -2 4 0\n-1 2 3 0\n-4 -3 -1 0\n"


def reduced(*arguments: str | Path, stdin: str = "") -> subprocess.CompletedProcess[str]:
    return run("reduce", "3sat", *arguments, stdin=stdin, TERM="dumb", COLUMNS="300")


def same(told: subprocess.CompletedProcess[str], formula: ThreeSat, reduction: Reduction, source: str | None) -> bool:
    assert (told.returncode, told.stderr) == (0, f"{formula.summary()}\n")
    return told.stdout == reduce(formula, reduction, source=source).to_json() + "\n"


def test_families_become_decks_and_the_notes_say_which() -> None:
    assert same(reduced("figure-2"), families.figure_2(), Reduction(), "figure-2")
    assert same(reduced("random", "4", "2"), families.random_(4, 2, seed=0), Reduction(), "random 4 2 --seed 0")
    regular = families.regular(6, 2, seed=3)
    assert same(reduced("regular", "6", "2", "--seed", "3"), regular, Reduction(), "regular 6 2 --seed 3")


@pytest.mark.parametrize(
    ("options", "reduction"),
    [
        ("--hand-size 1 --copies 3", Reduction(hand_size=1, copies=3)),
        ("--players 2 --hand-size 2 --repairs none", Reduction(players=2, repairs=())),
        ("--values constant --order value", Reduction(values="constant", order="value")),
        ("--repairs last-cards,copies", Reduction(repairs=("last-cards", "copies"))),
    ],
)
def test_every_option_reaches_the_reduction_and_the_command_prints_the_same(options: str, reduction: Reduction) -> None:
    told = reduced("figure-2", *options.split())
    assert same(told, families.figure_2(), reduction, "figure-2")
    command = json.loads(told.stdout)["about"]["command"]
    assert command.startswith("crewsat reduce 3sat figure-2 --")
    assert run(*command.split()[1:]).stdout == told.stdout


def test_files_and_standard_input_become_the_same_deck(tmp_path: Path) -> None:
    file = written(tmp_path / "formula.cnf", FILE)
    assert same(reduced(file), parse_three_sat(FILE), Reduction(), None)
    assert reduced("-", stdin=FILE).stdout == reduced(file).stdout


@pytest.mark.slow
@pytest.mark.parametrize("options", ["", "--hand-size 1 --values constant", "--copies 3"])
def test_an_answer_becomes_literals(options: str, tmp_path: Path) -> None:
    file = written(tmp_path / "formula.cnf", FILE)
    answer = answered(reduced(file, *options.split()).stdout, tmp_path / "answer.json")
    told = reduced(file, *options.split(), "--answer", answer)
    assert (told.returncode, told.stderr) == (0, "4 variables, 3 clauses\n")
    first, *literals, last = told.stdout.split()
    assert (first, last) == ("v", "0")
    assert parse_three_sat(FILE).satisfied_by([int(literal) > 0 for literal in literals])
    as_json = reduced(file, *options.split(), "--answer", answer, "--json")
    assert json.loads(as_json.stdout) == list(map(int, literals))
    other = reduced(file, "--hand-size", "4", "--answer", answer)
    assert (other.returncode, other.stdout) == (1, "")
    assert other.stderr.startswith(f"{answer}: step 1: ")


def test_a_model_of_a_padded_formula_has_the_variables_of_the_file(tmp_path: Path) -> None:
    file = written(tmp_path / "short.cnf", "p cnf 2 2\n-1 0\n1 2 0\n")
    made = reduced(file)
    assert made.stderr.splitlines() == [
        "2 variables, 2 clauses",
        "note: 2 clauses of one or two literals padded to three with 3 more variables: 5 variables, 6 clauses",
    ]
    assert json.loads(made.stdout)["about"]["size"] == {"variables": 5, "clauses": 6}
    answer = answered(made.stdout, tmp_path / "answer.json")
    assert reduced(file, "--answer", answer).stdout == "v -1 2 0\n"


@pytest.mark.slow
def test_a_no_has_status_3(tmp_path: Path) -> None:
    answer = answered(reduced("contradiction", "--hand-size", "1").stdout, tmp_path / "answer.json")
    told = reduced("contradiction", "--hand-size", "1", "--answer", answer)
    assert (told.returncode, told.stdout) == (3, "there is no assignment to read: the answer is no\n")


@pytest.mark.slow
def test_bad_files_have_status_1_and_a_line_a_defect_at_bounded_cost(tmp_path: Path) -> None:
    file = tmp_path / "formula"
    for text, lines in (
        (b"", ["there is no 'p cnf"]),
        (b"p cnf 3 2\n1 1 0\n1 2 9 0\n", ["line 2: '1 1' is not a clause of three", "line 3: there is no literal 9"]),
        (b"p cnf 3 2\n1 2 3 0\n", ["the number of clauses is 1, not 2"]),
        (b"\x1f\x8b\x08\x00" * 1000, ["cannot be unpacked (gzip): "]),
        (b"p cnf 3 3\n" + b"x\n" * 100_000, [f"line {k}: 'x' is not a literal" for k in range(2, 22)] + ["… and at"]),
        (b"\n" * 20_000_000, ["larger than"]),
    ):
        file.write_bytes(text)
        status, out, err, seconds, megabytes = measured(["reduce", "3sat", str(file)])
        assert (status, out) == (1, "")
        told = err.splitlines()
        assert len(told) == len(lines)
        for line, words in zip(told, lines, strict=True):
            assert line.startswith(f"{file}: {words}")
        assert seconds < 20
        assert megabytes < 300


@pytest.mark.slow
@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ([], "Missing argument"),
        (
            ["nonsense", "5"],
            "unknown family of formulas",
        ),
        (["random", "4"], "random takes 2 numbers"),
        (["regular", "4", "2"], "allowed: a multiple of 3"),
        (["figure-2", "--seed", "1"], "figure-2 does not use a seed"),
        (["-", "--seed", "1"], "--seed applies only to random formulas"),
        (["-", "--answer", "-"], "source and answer cannot both be standard input"),
        (["figure-2", "--copies", "1"], "copies is a whole number, at least 2 with 2 slots"),
        (["figure-2", "--hand-size", "0"], "--hand-size"),
        (["figure-2", "--values", "magic"], "'magic' is not valid; allowed: growing, constant"),
        (["figure-2", "--order", "magic"], "'magic' is not valid; allowed: colour, value"),
        (
            ["figure-2", "--repairs", "copies,magic"],
            "unknown repair 'magic'; allowed: all, none, last-cards, ",
        ),
        (["random", "1000", "20"], "cards is too large; allowed: 1000000"),
        (["figure-2", "--json"], "--json goes with --answer"),
    ],
)
def test_wrong_usage_has_status_2(arguments: list[str], words: str) -> None:
    told = reduced(*arguments, stdin=FILE)
    assert (told.returncode, told.stdout) == (2, "")
    assert words in told.stderr
    assert "Traceback" not in told.stderr


def test_help_names_the_families_and_all_repairs() -> None:
    told = reduced("--help")
    shown = " ".join(told.stdout.replace("│", " ").split())
    assert all(families.TABLE.usage(name) in shown for name in families.FAMILIES)
    from crewsat.reductions.three_sat_to_hanabi.reduction import REPAIRS  # noqa: PLC0415

    assert ",".join(REPAIRS) in shown
    assert "3sat" in run("reduce", "--help", TERM="dumb").stdout


def test_a_deck_made_here_is_decided() -> None:
    made = reduced("figure-2").stdout
    assert HanabiSolitaire(**json.loads(made)).multiplicity == 2
    assert run("decide", "-", stdin=made).returncode == 10
