"""Everything that decides The Crew, on small deals aimed at one kind of task each and at what may be said of it."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Literal

import pytest

from crewsat.algorithms.crew.exhaustive import search
from crewsat.base.errors import IllegalPlay
from crewsat.games.crew.replaying import play_until_success
from crewsat.games.crew.task import Task
from crewsat.games.crew.tasks import KINDS, WinTrickTask
from crewsat.games.crew.text import parse_text
from crewsat_encodings.crew.asp.encoding import Encoding as Program
from crewsat_encodings.crew.cnf.encoding import Encoding as Clauses
from crewsat_encodings.crew.cpsat.encoding import Encoding as Constraints
from tests.support.chunks import sizes
from tests.support.crew_mutants import SUBJECTS
from tests.support.mutant_trials import mutants_of
from tests.support.random_tasks import described_tasks
from tests.support.second_opinion import winning_line_exists
from tests.support.task_aims import AIMS, aimed, aims
from tests.support.ways import by_constraints, by_formula, by_program

if TYPE_CHECKING:
    from crewsat.games.crew.instance import Crew

INSTANCES = 50
WAYS = {"cnf": (by_formula, Clauses), "cpsat": (by_constraints, Constraints), "asp": (by_program, Program)}
ONE_ANSWER = {f"{kind} of {owner}" for kind in ("win_trick", "last_of") for owner in ("crew", "everybody", "free")}
"""The crew wins every trick, no single one is everybody's, and somebody wins it, unless a card is never played."""


def check(instance: Crew, *, won: bool) -> None:
    """Ask all encodings and the second opinion; every play is replayed by the referee."""
    for name, (way, encoding) in WAYS.items():
        play = way(encoding, instance)
        assert (play is not None) == won, f"{name} says {play}, the search {won}: {instance.to_json()}"
        if play is not None:
            play_until_success(instance, play)
    assert winning_line_exists(json.loads(instance.to_json())) == won, instance.to_json()


@pytest.mark.slow
@pytest.mark.parametrize("number", sizes(INSTANCES // 10, INSTANCES))
@pytest.mark.parametrize("name", AIMS)
def test_all_agree_on_deals_aimed_at(name: str, number: int) -> None:
    won = 0
    for seed in range(number):
        instance, answer = aimed(name, seed)
        check(instance, won=answer)
        won += answer
    assert name in ONE_ANSWER or number // 5 <= won <= number * 4 // 5, won


@pytest.mark.thorough
@pytest.mark.parametrize("name", AIMS)
def test_all_agree_on_many_more_of_them(name: str) -> None:
    for seed in range(INSTANCES, 7 * INSTANCES):
        instance, won = aimed(name, seed)
        check(instance, won=won)


@pytest.mark.slow
@pytest.mark.parametrize("name", AIMS)
def test_instances_are_what_they_are_aimed_at(name: str) -> None:
    aim = AIMS[name]
    for seed in range(0, INSTANCES, 10):
        instance, _ = aimed(name, seed)
        (task, *others) = instance.tasks
        said = described_tasks(instance.model_copy(update={"tasks": [task]}))
        assert task.kind == aim.kind
        bound = "when reached" if aim.judged == "when_reached" else aim.bound
        assert not aim.bound or f"{aim.kind} {bound}" in said
        assert not aim.owner or f"{aim.kind} of {aim.owner}" in said
        assert not aim.member or f"{aim.member} in {aim.kind}" in said
        assert not aim.field or getattr(task, aim.field) is not None
        assert not aim.judged or getattr(task, "judged", None) == aim.judged
        assert {other.kind for other in others} <= {"tricks", *([aim.kind] if aim.kind in {"all", "any"} else [])}
        assert instance.assignment == (aim.assignment or "any")
        assert len(instance.free_goals) >= 2 if aim.assignment else len(others) <= 1 and not instance.objectives


class PassTask(WinTrickTask):
    """A kind with a field that nobody knows."""

    kind: Literal["pass"]  # type: ignore[assignment]
    beside: int


def test_a_new_kind_is_aimed_at_and_one_with_a_new_field_says_what_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    class AgainTask(Task):
        """A kind without fields of its own."""

    monkeypatch.setitem(KINDS, "again", AgainTask)
    assert {str(aim) for aim in aims()} - set(AIMS) == {"again of crew", "again of everybody", "again of free"}
    monkeypatch.setitem(KINDS, "pass", PassTask)
    message = "no instances are aimed at the field 'beside' of 'pass': add it to tests.support.task_aims.FORMS"
    with pytest.raises(LookupError, match=message):
        list(aims())


def test_a_run_that_is_one_too_long_is_seen() -> None:
    """Found by chance in a mix of such deals, and by none of 6,000 deals with tasks of all kinds."""
    text = "b3 a5,3 b5 / a4,2 b1,2; leader 1; 1 wins at most 2 tricks in a row; 1 wins at least 3 tricks"
    deal = parse_text(text)
    check(deal, won=search(deal) is not None)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("subject", "name", "aim"),
    [
        ("crew cpsat", "task_rules.a_run_is_long_and_short_enough: 1 + 1 #2", "row at_most"),
        ("crew cpsat", "task_rules.a_run_is_long_and_short_enough: 1 + 1 #2", "row exactly"),
        ("crew cpsat", "task_rules.a_run_is_long_and_short_enough: 1 + 1 #1", "row at_least"),
    ],
)
def test_aim_finds_in_twenty_instances_what_a_mix_of_thousands_missed(subject: str, name: str, aim: str) -> None:
    (mutant,) = (mutant for mutant in mutants_of(SUBJECTS[subject]) if mutant.name == name)
    with SUBJECTS[subject].with_mistake(mutant) as encoding:
        assert any(is_noticed(encoding, *aimed(aim, seed)) for seed in range(20))


def is_noticed(encoding: object, instance: Crew, won: bool) -> bool:
    play = by_constraints(encoding, instance)
    try:
        if play is not None:
            play_until_success(instance, play)
    except IllegalPlay:
        return True
    return (play is not None) != won
