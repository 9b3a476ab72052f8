"""Formulas for other solvers: what they say, what they mean, and the way back."""

from __future__ import annotations

import io
import json
import re
import subprocess
import sys
from typing import TYPE_CHECKING, Any

import pytest
from pysat import formula as pysat_formula
from pysat import solvers as pysat_solvers
from pysat.examples import rc2

import crewsat
from crewsat.base.errors import IllegalPlay, InvalidInstance, Stopped
from crewsat.cli import encode as encode_command
from crewsat.engine.export import FORMS, Solution, decode, encode, solution_of
from crewsat.games.crew.deals import RandomDeal
from crewsat.solvers import kissat
from crewsat_encodings.crew.cnf.encoding import Encoding
from tests.support.chunks import sizes
from tests.support.command import LOST, WON, load_text, run
from tests.support.random_instances import whole_crew

if TYPE_CHECKING:
    from pathlib import Path

CNF: Any = pysat_formula.CNF  # PySAT is not typed
WCNF: Any = pysat_formula.WCNF
RC2: Any = rc2.RC2
Solver: Any = pysat_solvers.Solver

DEAL = RandomDeal(players=4, objectives=4, tokens=("1", "omega")).with_seed(3)


def v_lines(model: list[int], form: str) -> str:
    """A model in the words of the competition for this format."""
    if form == "opb":
        return "v " + " ".join(f"{'-' if x < 0 else ''}x{abs(x)}" for x in model)
    if form == "wcnf":
        return "v " + "".join("1" if x > 0 else "0" for x in model)
    return "".join(f"v {' '.join(map(str, model[k : k + 10]))}\n" for k in range(0, len(model), 10)) + "v 0"


def clauses_of_opb(text: str) -> list[list[int]]:
    """Read constraints that are clauses: the sum of the true literals is at least 1."""
    found = []
    for line in text.splitlines():
        if not line.startswith("*"):
            terms = re.findall(r"([+-])1 x([0-9]+)", line)
            clause = [int(x) if sign == "+" else -int(x) for sign, x in terms]
            bound = re.search(r">= (-?[0-9]+)", line)
            assert bound is not None
            assert int(bound[1]) == 1 - sum(x < 0 for x in clause)
            found.append(clause)
    return found


def read_back(text: str, form: str) -> Any:  # noqa: ANN401 - PySAT is not typed
    if form == "dimacs":
        return CNF(from_fp=io.StringIO(text))
    if form == "wcnf":
        return CNF(from_clauses=WCNF(from_fp=io.StringIO(text)).hard)
    return CNF(from_clauses=clauses_of_opb(text))


@pytest.mark.slow
@pytest.mark.parametrize("form", FORMS)
def test_what_is_written_is_the_formula_and_its_solution_is_a_play(form: str) -> None:
    text = encode(DEAL, form)  # type: ignore[arg-type]
    formula, original = read_back(text, form), list(map(list, Encoding(DEAL).formula.clauses()))
    assert formula.clauses[: len(original)] == original
    with Solver(bootstrap_with=formula) as solver:
        assert solver.solve()
        model = solver.get_model()
    told = f"c a comment\ns SATISFIABLE\no 3\n{v_lines(model, form)}\n"
    verdict = decode(DEAL, solution_of(told))
    assert (verdict.answer, verdict.checked) == ("yes", "replayed")
    crewsat.verify(DEAL, verdict.play or ())


@pytest.mark.slow
@pytest.mark.parametrize("number", sizes(40, 120))
def test_satisfiable_iff_won_whatever_the_instance(number: int) -> None:
    for seed in range(number):
        instance = whole_crew(seed)
        answers = set()
        for form in FORMS:
            with Solver(bootstrap_with=read_back(encode(instance, form), form)) as solver:
                answers.add("yes" if solver.solve() else "no")
        assert answers == {crewsat.decide(instance).answer}, instance.to_json()


@pytest.mark.slow
@pytest.mark.parametrize("number", sizes(150, 400))
def test_the_least_cost_is_the_earliest_win(number: int) -> None:
    compared = 0
    for seed in range(number):
        instance = whole_crew(seed)
        best = crewsat.decide(instance, fewest_tricks=True).fewest_tricks
        if best is None or best[1] < Encoding(instance).earliest:
            continue  # lost, or won in the past
        with RC2(WCNF(from_fp=io.StringIO(encode(instance, "wcnf")))) as solver:
            model = solver.compute()
            assert Encoding(instance).earliest + solver.cost == best[0], instance.to_json()
        verdict = decode(instance, solution_of(f"s OPTIMUM FOUND\n{v_lines(model, 'wcnf')}"))
        assert len(verdict.play or ()) + instance.finished == best[0]
        compared += 1
    assert compared > number * 3 // 20


def test_comments_tell_where_it_comes_from_and_what_variables_mean() -> None:
    encoding, text = Encoding(DEAL), encode(DEAL)
    assert f"c instance sha256 {DEAL.digest()}\n" in text
    told = next(line for line in text.splitlines() if line.startswith("c instance {"))
    assert load_text(told.removeprefix("c instance ")) == DEAL
    first = f"c variables {encoding.formula.families['play'].at(DEAL.hands[0][0], 1)}.."
    line = next(line for line in text.splitlines() if line.startswith(first))
    assert line.endswith(f"= play({DEAL.hands[0][0]}), tricks 1..10")
    spans = [tuple(map(int, span)) for span in re.findall(r"c variables (\d+)\.\.(\d+) =", text)]
    assert [v for a, b in spans for v in range(a, b + 1)] == list(range(1, encoding.formula.variables + 1))


def test_the_command_line_offers_the_formats_there_are() -> None:
    assert (*FORMS, "pddl") == encode_command._FORMS


def test_names_from_outside_do_no_harm() -> None:
    tasks = [{"owner": 1, "kind": "tricks", "at_least": 1, "id": "x\np cnf 1 1\nü"}]
    instance = crewsat.Crew(hands=[["ä1", "ß2"], ["ä2", "ß1"]], tasks=tasks)
    for form in FORMS:
        text = encode(instance, form)
        assert text.isascii()
        assert not re.search(r"^p cnf 1 1", text, re.MULTILINE)


@pytest.mark.parametrize(
    ("text", "solution"),
    [
        ("s UNSATISFIABLE\n", Solution("no")),
        ("c\ns UNKNOWN\n", Solution("unknown")),
        ("s SATISFIABLE\nv 1 -2\nv 3 0\n", Solution("yes", frozenset({1, -2, 3}))),
        ("s OPTIMUM FOUND\nv x1 -x2\n", Solution("yes", frozenset({1, -2}))),
        ("o 2\ns OPTIMUM FOUND\nv 101\n", Solution("yes", frozenset({1, -2, 3}))),
        ("v 1 0\n", Solution("yes", frozenset({1}))),
        ("s SATISFIABLE\nv -1 +2 -3 +x4 0\n", Solution("yes", frozenset({-1, 2, -3, 4}))),
    ],
)
def test_solutions_are_read(text: str, solution: Solution) -> None:
    assert solution_of(text) == solution


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "neither an 's …' line nor a 'v …' line"),
        ("s SATISFIABLE\ns UNSATISFIABLE", "line 2: there is a second status"),
        ("s PERHAPS", "line 1: 'PERHAPS' is not a status; allowed: SATISFIABLE"),
        ("s SATISFIABLE\nv 1 two 0", "line 2: 'two' is not a literal"),
        ("v 1 -1 0", "variable 1 is both true and false"),
        ("v 99999999999", "is not a literal"),
        ("v +-1", "'+-1' is not a literal; allowed: 3, +3, -3"),
        ("v +1 -1 0", "variable 1 is both true and false"),
    ],
)
def test_bad_solutions_are_reported(text: str, words: str) -> None:
    with pytest.raises(InvalidInstance) as caught:
        solution_of(text)
    assert words in str(caught.value)


@pytest.mark.slow
def test_literals_that_are_no_model_are_refused() -> None:
    formula = Encoding(DEAL).formula
    with Solver(bootstrap_with=list(formula.clauses())) as solver:
        solver.solve()
        model = solver.get_model()
    for k in range(0, len(model), 37):
        broken = [*model[:k], -model[k], *model[k + 1 :]]
        try:
            verdict = decode(DEAL, Solution("yes", frozenset(broken)))
        except InvalidInstance as error:
            assert "not a model of this instance's formula: clause" in str(error)  # noqa: PT017
        else:
            crewsat.verify(DEAL, verdict.play or ())
    with pytest.raises(InvalidInstance, match="is not satisfied"):
        decode(DEAL, Solution("yes"))


def test_a_formula_that_is_too_large_is_not_written() -> None:
    with pytest.raises(Stopped):
        encode(DEAL, memory_limit=0.1)


def test_a_play_the_referee_rejects_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Encoding, "decode", lambda *_: [])
    with Solver(bootstrap_with=list(Encoding(DEAL).formula.clauses())) as solver:
        solver.solve()
        with pytest.raises(IllegalPlay):
            decode(DEAL, Solution("yes", frozenset(solver.get_model())))


@pytest.mark.slow
def test_through_the_command_line_and_kissat(tmp_path: Path) -> None:
    path, formula, solution = tmp_path / "deal.json", tmp_path / "deal.cnf", tmp_path / "solution"
    program = kissat.program()
    assert program is not None, "the development environment installs it"
    for text, status in ((WON, 10), (LOST, 20), (DEAL.to_json(), 10)):
        path.write_text(text)
        assert run("encode", path, "--output", formula).returncode == 0
        assert formula.read_text() == run("encode", path).stdout
        told = subprocess.run([program, "-q", str(formula)], capture_output=True, text=True, check=False)
        solution.write_text(told.stdout)
        decoded = run("decode", path, solution, "--json")
        assert decoded.returncode == status == told.returncode
        assert run("decode", path, "-", stdin=told.stdout).returncode == status
        if status == 10:
            (tmp_path / "answer.json").write_text(decoded.stdout)
            assert run("verify", path, tmp_path / "answer.json").returncode == 0
        else:
            assert json.loads(decoded.stdout)["checked"] == "none"
    assert "is one of the inputs" in run("encode", path, "--output", path).stderr
    before = formula.read_text()
    for place in (formula, formula.with_name("new.cnf")):
        command = f"ulimit -f 1; {sys.executable} -m crewsat encode {path} --output {place}"  # a disk that is full
        told = subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=False)
        assert (told.returncode, told.stderr) == (1, f"{place}: cannot be written: file too large\n")
    assert formula.read_text() == before
    loop = tmp_path / "loop"
    loop.symlink_to(loop)
    assert "cannot be written: too many levels" in run("encode", path, "--output", loop).stderr
    link, long = tmp_path / "link", tmp_path / ("€" * 84)
    link.symlink_to(formula)
    formula.chmod(0o600)
    for place in (link, long):
        assert run("encode", path, "--output", place).returncode == 0
    assert link.is_symlink()
    assert (formula.stat().st_mode & 0o777, formula.read_text()) == (0o600, long.read_text())
    assert not list(tmp_path.glob("*new*")) + list(tmp_path.glob(".*"))
    assert path.read_text() == DEAL.to_json()
    solution.write_text("s SATISFIABLE\nv 1 0\n")
    refused = run("decode", path, solution)
    assert refused.returncode == 1
    assert refused.stderr.startswith(f"{solution}: not a model of this instance's formula")
    assert "larger than the memory limit" in run("encode", path, "--memory-limit", "1").stderr
    assert run("encode", path, "--to", "excel").returncode == 2
