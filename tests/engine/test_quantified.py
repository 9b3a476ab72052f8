"""Quantified formulas without strings: the search, and a program as a second opinion where it is installed."""

from __future__ import annotations

import os
import time
from collections import Counter
from typing import TYPE_CHECKING

import pytest

from crewsat.base.errors import NotInstalled, Undecided, WrongOption
from crewsat.engine.sources import QbfVerdict, qbf
from crewsat.engine.sources.quantified import QBF_METHODS
from crewsat.problems.qbf import families
from crewsat.problems.qbf.formula import Qbf
from crewsat.solvers import depqbf
from crewsat.solvers.outcome import Outcome
from crewsat.solvers.program import version_of
from tests.support.quantified_formulas import is_true, some_formula, with_literal

if TYPE_CHECKING:
    from pathlib import Path

FORMULAS = range(320) if depqbf.program() else ()
"""For the comparison: nothing to compare where the program is not installed."""


def check_verdict(formula: Qbf, verdict: QbfVerdict) -> bool:
    assert verdict.answer == ("yes" if is_true(formula) else "no"), formula
    assert (verdict.first is not None) == (verdict.answer == "yes" and formula.outermost is not None), formula
    if verdict.first is not None:
        assert abs(verdict.first) == formula.outermost
        assert is_true(with_literal(formula, verdict.first)), formula
    return bool(verdict)


def test_the_search_agrees_with_tables() -> None:
    answers = Counter(check_verdict(formula, qbf(formula)) for formula in map(some_formula, range(300)))
    assert min(answers.values()) > 50


@pytest.mark.slow
@pytest.mark.processes
def test_the_program_agrees_with_tables_and_search() -> None:
    answers: Counter[bool] = Counter()
    for seed in FORMULAS:
        formula = some_formula(seed)
        verdict = qbf(formula, method="depqbf")
        assert verdict.method == "depqbf"
        answers[check_verdict(formula, verdict)] += 1
    assert min(answers.values(), default=60) > 50


@pytest.mark.slow
@pytest.mark.processes
def test_larger_formulas_have_the_same_answer_from_both() -> None:
    answers: Counter[str] = Counter()
    for seed in FORMULAS[:20]:
        formula = families.random_(20, 14 + seed, seed=seed)
        verdict = qbf(formula)
        assert qbf(formula, method="depqbf").answer == verdict.answer
        answers[verdict.answer] += 1
    assert set(answers) <= {"yes", "no"}


def test_formulas_without_clauses_or_variables_are_true() -> None:
    for formula in (Qbf(0), Qbf(3), Qbf(2, (("a", (1,)), ("e", (2,))))):
        verdict = qbf(formula)
        assert (verdict.answer, verdict.first, verdict.method) == ("yes", None, "exhaustive")
    assert qbf(Qbf(2, (("e", (2,)),))).first == 2


def test_limits_and_wrong_options() -> None:
    assert QBF_METHODS == ("auto", "depqbf", "exhaustive")
    with pytest.raises(WrongOption, match="unknown method 'magic'; allowed: auto, depqbf, exhaustive"):
        qbf(families.figure_2(), method="magic")  # type: ignore[arg-type]
    for method in QBF_METHODS[::2]:
        verdict = qbf(families.copycat(40), method=method, time_limit=0)
        assert (verdict.answer, verdict.first, verdict.reason) == ("unknown", None, "time")
        with pytest.raises(Undecided, match=r"not decided \(time\)"):
            bool(verdict)
    assert qbf(families.figure_2())
    assert not qbf(families.guess(3))
    assert qbf(families.figure_2()).statistics.decisions


@pytest.mark.timing
def test_the_search_stops_in_time() -> None:
    began = time.monotonic()
    assert qbf(families.copycat(1000), time_limit=0.2).answer == "unknown"
    assert time.monotonic() - began < 1


# The program, and what else may have its name


@pytest.fixture
def program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A place on the path where the program is looked for; nothing is there yet."""
    monkeypatch.setenv("PATH", f"{tmp_path}{os.pathsep}/usr/bin{os.pathsep}/bin")
    monkeypatch.setattr(depqbf, "program", lambda: str(tmp_path / "depqbf"))
    return tmp_path / "depqbf"


def write(program: Path, *lines: str) -> None:
    program.write_text("\n".join(["#!/bin/sh", *lines]))
    program.chmod(0o755)


def test_without_the_program_it_is_said_how_to_install_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "/nowhere")
    assert depqbf.program() is None
    assert depqbf.version() is None
    with pytest.raises(NotInstalled, match=r"^depqbf is not installed: apt-get install depqbf$"):
        qbf(families.figure_2(), method="depqbf")
    with pytest.raises(FileNotFoundError):
        depqbf.solve("p cnf 0 0\n")


@pytest.mark.processes
def test_the_exit_status_is_the_answer(program: Path) -> None:
    for status, answer, reason in (
        (10, "yes", None),
        (20, "no", None),
        (0, "unknown", "crash"),
        (1, "unknown", "crash"),
    ):
        write(program, f"exit {status}")
        verdict = qbf(families.copycat(2), method="depqbf")
        assert (verdict.answer, verdict.reason, verdict.first) == (answer, reason, None)
    write(program, "kill -SEGV $$")
    verdict = qbf(families.copycat(2), method="depqbf")
    assert (verdict.answer, verdict.reason) == ("unknown", "crash")
    with pytest.raises(Undecided, match=r"not decided \(crash\)"):
        bool(verdict)


@pytest.mark.processes
def test_the_program_is_given_the_formula_and_of_a_yes_asked_for_the_outermost_variable(program: Path) -> None:
    kept = program.with_name("kept")
    write(program, f"tee -a {kept} | grep -qx '1 0' && exit 20", "exit 10")
    formula = families.figure_2()
    verdict = qbf(formula, method="depqbf")
    assert (verdict.answer, verdict.first) == ("yes", -1)
    assert kept.read_text() == formula.to_qdimacs() + with_literal(formula, 1).to_qdimacs()


@pytest.mark.processes
@pytest.mark.timing
def test_the_program_is_ended_at_the_deadline(program: Path) -> None:
    number = program.with_name("number")
    write(program, f"echo $$ > {number}", "exec sleep 60")
    began = time.monotonic()
    verdict = qbf(families.figure_2(), method="depqbf", time_limit=0.5)
    assert (verdict.answer, verdict.reason) == ("unknown", "time")
    assert time.monotonic() - began < 5
    with pytest.raises(ProcessLookupError):
        os.kill(int(number.read_text()), 0)


def test_a_yes_stays_one_if_there_is_no_time_for_the_outermost_variable(monkeypatch: pytest.MonkeyPatch) -> None:
    outcomes = iter((Outcome("satisfiable", "depqbf"), Outcome("unknown", "depqbf", reason="time")))
    monkeypatch.setattr(depqbf, "solve", lambda _text, deadline: next(outcomes))  # noqa: ARG005 - as it is called
    verdict = qbf(families.figure_2(), method="depqbf")
    assert (verdict.answer, verdict.first, verdict.reason) == ("yes", None, None)


@pytest.mark.processes
def test_the_version_is_what_the_program_says(program: Path) -> None:
    for text, version in (("DepQBF 6.03", "6.03"), ("", None)):
        version_of.cache_clear()
        write(program, f"echo '{text}' >&2")
        assert depqbf.version() == version
    version_of.cache_clear()
    write(program, "exit 1")
    assert depqbf.version() is None
    version_of.cache_clear()
