"""Members of families: what certifies their answers, and what happens where that is wrong or missing."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

import crewsat
from crewsat.base.errors import BugFound
from crewsat.engine import families
from crewsat.games.crew.text import parse_text
from crewsat.proofs import writing
from crewsat.proofs.lrat import Rejected
from crewsat.proofs.writing import Proved
from crewsat.solvers.outcome import Outcome

if TYPE_CHECKING:
    from collections.abc import Callable

WON = parse_text("a1 b2 / a2 b1; leader 1; 1 wins b1")
LOST = parse_text("a1 b2 / a2 b1; leader 1; 1 wins a1")


def test_a_no_without_a_proof_says_why() -> None:
    assert [*families.formula(LOST).files] == [".cnf"]
    assert [*families.formula(LOST, proofs=True).files] == [".cnf", ".lrat"]
    assert [*families.formula(WON, proofs=True).files] == [".cnf", ".model"]
    assert [*families.problem(WON).files] == [".pddl", ".plan"]
    assert [*families.problem(LOST).files] == [".pddl"]


@pytest.mark.parametrize("why", ["time", "size"])
def test_a_proof_that_is_given_up_leaves_the_answer(why: str, monkeypatch: pytest.MonkeyPatch) -> None:
    given_up = Proved(Outcome("unsatisfiable", "cadical195"), unproved=why)
    monkeypatch.setattr(writing, "solve_and_prove", lambda *_, **__: given_up)
    found = families.formula(LOST, proofs=True)
    assert (found.verdict.answer, found.verdict.checked, found.verdict.unproved) == ("no", "none", why)
    assert [*found.files] == [".cnf"]


def test_what_does_not_pass_its_check_is_a_bug(monkeypatch: pytest.MonkeyPatch) -> None:
    def rejected(*_: Any, **__: Any) -> Proved:  # noqa: ANN401 - whatever is given
        raise Rejected("step 3")

    monkeypatch.setattr(writing, "solve_and_prove", rejected)
    with pytest.raises(BugFound, match="the proof is not valid"):
        families.formula(LOST, proofs=True)
    decide: Callable[..., Any] = crewsat.decide

    def without_a_model(*arguments: Any, **options: Any) -> Any:  # noqa: ANN401
        verdict = decide(*arguments, **options)
        return type(verdict)(
            **{name: getattr(verdict, name) for name in ("answer", "method", "checked", "game", "play")}
        )

    monkeypatch.setattr(families, "decide", without_a_model)
    with pytest.raises(BugFound, match="the model is not one of the formula"):
        families.formula(WON)
