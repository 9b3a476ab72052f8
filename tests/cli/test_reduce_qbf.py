"""``crewsat reduce qbf``: quantified formulas in, strings out, and answers read back as QDIMACS results."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, NoReturn

import pytest

from crewsat.base.errors import Stopped
from crewsat.engine import verify
from crewsat.problems.qbf import families
from crewsat.problems.qbf.normal import normal_form
from crewsat.problems.qbf.reading import parse_qdimacs
from crewsat.reductions.qbf_to_hackenbush import Reduction, reduce
from crewsat.solvers import depqbf
from tests.cli.test_bad_input import measured
from tests.cli.test_reduce import answered, written
from tests.problems.qbf.test_reading import BAD
from tests.support.command import run
from tests.support.quantified_formulas import is_true, some_formula, with_literal

if TYPE_CHECKING:
    import subprocess
    from pathlib import Path

    from crewsat.problems.qbf.formula import Qbf

FILE = "c by hand\np cnf 9 4\ne 7 0\ne 2 0\na 3 0\n7 3 -2 0\n-7 -3 0\n2 -2 0\n-7 2 3 0\n"
"""Variable 7 must be false: of the normal form, variable 1."""
SIZE = "9 variables, 2 blocks, 4 clauses"


def reduced(*arguments: str | Path, stdin: str = "") -> subprocess.CompletedProcess[str]:
    return run("reduce", "qbf", *arguments, stdin=stdin, TERM="dumb", COLUMNS="300")


def same(told: subprocess.CompletedProcess[str], formula: Qbf, reduction: Reduction, source: str | None) -> bool:
    assert (told.returncode, told.stderr) == (0, f"{formula.summary()}\n")
    return told.stdout == reduce(formula, reduction, source=source).to_json() + "\n"


def answer_file(path: Path, **fields: Any) -> Path:  # noqa: ANN401 - any JSON
    return written(path, json.dumps({"format": 1, "game": "hackenbush", **fields}))


def test_families_become_strings_and_the_notes_say_which() -> None:
    assert same(reduced("figure-2"), families.figure_2(), Reduction(), "figure-2")
    assert same(reduced("all-false", "3"), families.all_false(3), Reduction(), "all-false 3")
    assert same(reduced("copycat", "2"), families.copycat(2), Reduction(), "copycat 2")
    assert same(reduced("guess", "2"), families.guess(2), Reduction(), "guess 2")
    assert same(reduced("random", "4", "5"), families.random_(4, 5, seed=0), Reduction(), "random 4 5 --seed 0")
    random_one = families.random_(4, 5, seed=3)
    assert same(reduced("random", "4", "5", "--seed", "3"), random_one, Reduction(), "random 4 5 --seed 3")


@pytest.mark.parametrize(
    ("options", "reduction"),
    [
        ("--order bottom-up --mover 2", Reduction(order="bottom-up", mover=2)),
        ("--coalition first", Reduction(coalition="first")),
        ("--coalition 9,1,4", Reduction(coalition=(1, 4, 9))),
        ("--coalition -", Reduction(coalition=())),
    ],
)
def test_every_option_reaches_the_reduction_and_the_command_prints_the_same(options: str, reduction: Reduction) -> None:
    told = reduced("figure-2", *options.split())
    assert same(told, families.figure_2(), reduction, "figure-2")
    command = json.loads(told.stdout)["about"]["command"]
    assert command.startswith("crewsat reduce qbf figure-2 --")
    assert run(*command.split()[1:]).stdout == told.stdout


def test_files_and_standard_input_become_the_same_strings(tmp_path: Path) -> None:
    file = written(tmp_path / "formula.qdimacs", FILE)
    assert same(reduced(file), parse_qdimacs(FILE), Reduction(), None)
    assert reduced("-", stdin=FILE).stdout == reduced(file).stdout


def test_the_normal_form_is_printed_as_qdimacs() -> None:
    told = reduced("-", "--formula", stdin=FILE)
    assert (told.returncode, told.stderr) == (0, f"{SIZE}\n")
    assert told.stdout.splitlines()[:3] == [
        "c variables of the source, 0 for those that were added: 7 0 2 3",
        "c clauses of the source that are always true and were left out: 3",
        "p cnf 4 3",
    ]
    assert parse_qdimacs(told.stdout) == normal_form(parse_qdimacs(FILE)).formula
    for source in (["figure-2"], ["random", "5", "4", "--seed", "1"], ["guess", "0"]):
        made = parse_qdimacs(reduced(*source, "--formula").stdout)
        assert reduced("-", "--formula", stdin=made.to_qdimacs()).stdout.endswith(made.to_qdimacs())


def test_an_answer_becomes_a_result_in_the_names_of_the_source(tmp_path: Path) -> None:
    answer = answered(reduced("-", stdin=FILE).stdout, tmp_path / "answer.json")
    told = reduced("-", "--answer", answer, stdin=FILE)
    assert (told.returncode, told.stderr) == (0, f"{SIZE}\n")
    assert told.stdout == "s cnf 1 9 4\nV -7 0\n"


def test_answers_are_right_for_formulas_of_every_kind(tmp_path: Path) -> None:
    seen = set()
    for formula in map(some_formula, range(14)):
        text = formula.to_qdimacs()
        answer = answered(reduced("-", stdin=text).stdout, tmp_path / "answer.json")
        told = reduced("-", "--answer", answer, stdin=text)
        assert (told.returncode, told.stderr) == (0, f"{formula.summary()}\n")
        result, *values = told.stdout.splitlines()
        assert result == f"s cnf {int(is_true(formula))} {formula.variables} {len(formula.clauses)}"
        assert len(values) == (is_true(formula) and formula.outermost is not None)
        for value in values:
            name, literal, end = value.split()
            assert (name, abs(int(literal)), end) == ("V", formula.outermost, "0")
            assert is_true(with_literal(formula, int(literal)))
        seen.add((is_true(formula), len(values)))
    assert seen == {(True, 1), (True, 0), (False, 0)}


def test_of_the_first_coalition_a_no_is_that_the_formula_is_true(tmp_path: Path) -> None:
    for source, result in ((["figure-2"], "s cnf 1 4 3\n"), (["guess", "2"], "s cnf 0 4 4\n")):
        roles = [*source, "--coalition", "first"]
        answer = answered(reduced(*roles).stdout, tmp_path / "answer.json")
        told = reduced(*roles, "--answer", answer)
        assert (told.returncode, told.stdout) == (0, result)


@pytest.mark.parametrize(
    ("options", "answer", "line"),
    [
        ("", "unknown", "there is no truth value to read: the answer is unknown"),
        ("--mover 2", "no", "nothing follows for the formula: player 2 moves first, not player 1"),
        (
            "--order bottom-up",
            "no",
            "nothing follows for the formula: with bottom-up strings true formulas can be lost",
        ),
        ("--coalition 1", "no", "the coalition does not win and contains neither the second nor the first one"),
        ("--coalition 1,2", "yes", "the coalition wins and is neither part of the second nor the first one"),
    ],
)
def test_where_nothing_follows_there_is_a_line_and_status_3(
    options: str, answer: str, line: str, tmp_path: Path
) -> None:
    file = answer_file(tmp_path / "answer.json", answer=answer, play=[])
    told = reduced("figure-2", *options.split(), "--answer", file)
    assert (told.returncode, told.stderr) == (3, "")
    assert line in told.stdout
    assert told.stdout.count("\n") == 1


def test_bottom_up_a_yes_is_still_one(tmp_path: Path) -> None:
    roles = ["figure-2", "--order", "bottom-up"]
    answer = answered(reduced(*roles).stdout, tmp_path / "answer.json")
    told = reduced(*roles, "--answer", answer)
    assert (told.returncode, told.stdout.splitlines()[0]) == (0, "s cnf 1 4 3")


@pytest.mark.parametrize(
    ("play", "words"),
    [
        ([], "the play has 0 moves"),
        ([{"player": 1, "string": 1, "edge": 2}], "belongs to player"),
        ([{"player": 1, "string": 11, "edge": 1}], "there is no string 11"),
        ([{"player": 2, "string": 3, "edge": 1}], "it is player 1's turn, not player 2's"),
        ([{"player": 1, "string": 1, "edge": 1}] * 2, "the play has 2 moves"),
        (["x"], "invalid move"),
    ],
)
def test_a_play_that_is_none_has_status_1(play: list[Any], words: str, tmp_path: Path) -> None:
    file = answer_file(tmp_path / "answer.json", answer="yes", play=play)
    told = reduced("figure-2", "--answer", file)
    assert (told.returncode, told.stdout) == (1, "")
    assert told.stderr.startswith(f"{file}: ")
    assert words in told.stderr
    assert told.stderr.count("\n") == 1


def test_a_move_that_does_not_win_has_status_1(tmp_path: Path) -> None:
    file = answer_file(tmp_path / "answer.json", answer="yes", play=[{"player": 1, "string": 2, "edge": 1}])
    told = reduced("-", "--answer", file, stdin=FILE)
    assert (told.returncode, told.stdout) == (1, "")
    assert "the coalition cannot force a win after this move" in told.stderr


def test_a_move_that_cannot_be_checked_within_the_limits_has_status_3(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def at_a_limit(*_: object) -> NoReturn:
        raise Stopped("memory")

    monkeypatch.setattr(verify, "verified", at_a_limit)
    file = answer_file(tmp_path / "answer.json", answer="yes", play=[{"player": 1, "string": 1, "edge": 1}])
    told = reduced("figure-2", "--answer", file)
    assert (told.returncode, told.stderr) == (3, "")
    assert told.stdout == "there is nothing to read: the play could not be checked (memory)\n"


def test_a_no_about_another_formula_has_status_1(tmp_path: Path) -> None:
    answer = answered(reduced("guess", "2").stdout, tmp_path / "answer.json")
    assert reduced("guess", "2", "--answer", answer).stdout == "s cnf 0 4 4\n"
    told = reduced("figure-2", "--answer", answer)
    assert (told.returncode, told.stdout) == (1, "")
    assert told.stderr == f"{answer}: about: belongs to another formula, or to other roles\n"
    assert reduced("guess", "2", "--coalition", "first", "--answer", answer).returncode == 1
    bare = answer_file(tmp_path / "bare.json", answer="no")
    assert reduced("guess", "2", "--answer", bare).stdout == "s cnf 0 4 4\n"


@pytest.mark.parametrize("text", [text for text in BAD if not text.startswith("\ufeff")])
def test_bad_files_have_status_1_and_a_line_a_defect(text: str, tmp_path: Path) -> None:
    file = written(tmp_path / "formula.qdimacs", text)
    told = reduced(file)
    assert (told.returncode, told.stdout) == (1, "")
    assert told.stderr.splitlines() == [f"{file}: {message}" for message in BAD[text]]


@pytest.mark.slow
@pytest.mark.processes
def test_bad_files_cost_little(tmp_path: Path) -> None:
    file = tmp_path / "formula"
    for text, lines in (
        (b"\x1f\x8b\x08\x00" * 1000, ["cannot be unpacked (gzip): "]),
        (b"p cnf 3 3\n" + b"x\n" * 100_000, [f"line {k}: 'x' is not a literal" for k in range(2, 22)] + ["… and at"]),
        (b"\n" * 20_000_000, ["larger than"]),
    ):
        file.write_bytes(text)
        status, out, err, seconds, megabytes = measured(["reduce", "qbf", str(file)])
        assert (status, out) == (1, "")
        told = err.splitlines()
        assert len(told) == len(lines)
        for line, words in zip(told, lines, strict=True):
            assert line.startswith(f"{file}: {words}")
        assert seconds < 20
        assert megabytes < 300


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ([], "Missing argument"),
        (
            ["nonsense", "5"],
            "unknown family of quantified formulas",
        ),
        (["random", "4"], "random takes 2 numbers"),
        (["figure-2", "--seed", "1"], "figure-2 does not use a seed"),
        (["-", "--seed", "1"], "--seed applies only to random quantified formulas"),
        (["-", "--answer", "-"], "source and answer cannot both be standard input"),
        (["figure-2", "--formula", "--answer", "x"], "--formula and --answer exclude each other"),
        (["figure-2", "--order", "magic"], "'magic' is not valid; allowed: top-down, bottom-up"),
        (["figure-2", "--mover", "0"], "--mover"),
        (["figure-2", "--mover", "10"], "there is no player 10; allowed: 1 to 9"),
        (["figure-2", "--coalition", "third"], "--coalition 'third'; allowed: first, second, - or players as in 1,3,5"),
        (["figure-2", "--coalition", "1,,2"], "--coalition '1,,2'; allowed: first, second"),
        (["figure-2", "--coalition", "1,1"], "coalition has a player twice"),
        (["figure-2", "--coalition", "10"], "there is no player 10; allowed: 1 to 9"),
        (["figure-2", "--coalition", "0"], "coalition is one of second, first, or a tuple of players from 1"),
    ],
)
def test_wrong_usage_has_status_2(arguments: list[str], words: str) -> None:
    told = reduced(*arguments, stdin=FILE)
    assert (told.returncode, told.stdout) == (2, "")
    assert words in told.stderr
    assert "Traceback" not in told.stderr


def test_help_names_the_families_and_the_roles() -> None:
    told = reduced("--help")
    shown = " ".join(told.stdout.replace("│", " ").split())
    assert all(families.TABLE.usage(name) in shown for name in families.FAMILIES)
    assert all(option in shown for option in ("--order", "--mover", "--coalition", "--formula", "--answer", "--seed"))
    assert "qbf" in run("reduce", "--help", TERM="dumb").stdout


def test_methods_lists_the_second_opinion_or_how_to_install_it(monkeypatch: pytest.MonkeyPatch) -> None:
    (entry,) = json.loads(run("methods", "--json").stdout)["second_opinions"]
    assert (entry["name"], entry["installed"]) == ("depqbf", "version" in entry)
    for version, words in (("6.03", "depqbf 6.03"), (None, "not installed: apt-get install depqbf")):
        monkeypatch.setattr(depqbf, "version", lambda version=version: version)
        assert run("methods").stdout.splitlines()[-1] == f"    depqbf      {words}"
