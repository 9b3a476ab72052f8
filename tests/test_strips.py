"""Domains, problems and plans in STRIPS: what is read, what steps do, and what is wrong with a plan."""

from __future__ import annotations

import pytest

from crewsat.base.errors import InvalidInstance
from crewsat.base.strips import Domain, Problem, Step, read_plan, text_of_plan

ROOMS = Domain(
    """; A robot carries balls between rooms.
    (define (domain rooms)
      (:requirements :strips :typing)
      (:types room ball)
      (:constants cellar - room)
      (:predicates (door ?from ?to - room) (here ?room - room) (lies ?ball - ball ?room - room) (has ?ball - ball)
        (free))
      (:action go :parameters (?from ?to - room)
        :precondition (and (here ?from) (door ?from ?to)) :effect (and (not (here ?from)) (here ?to)))
      (:action pick :parameters (?ball - ball ?room - room) ; one ball at a time
        :precondition (and (here ?room) (lies ?ball ?room) (free))
        :effect (and (not (free)) (not (lies ?ball ?room)) (has ?ball)))
      (:action cheer :parameters (?ball - ball) :precondition (has ?ball) :effect (free)))
    """
)
PROBLEM = Problem(
    ROOMS,
    {"hall": "room", "red": "ball", "blue": "ball"},
    [("door", "hall", "cellar"), ("here", "hall"), ("lies", "red", "cellar"), ("lies", "blue", "hall"), ("free",)],
    [("has", "red")],
)
PLAN = "(go hall cellar)\n(pick red cellar)\n"


def test_a_domain_is_read() -> None:
    assert (ROOMS.name, dict(ROOMS.constants)) == ("rooms", {"cellar": "room"})
    assert [*ROOMS.actions] == ["go", "pick", "cheer"]
    pick = ROOMS.actions["pick"]
    assert pick.parameters == (("?ball", "ball"), ("?room", "room"))
    assert pick.needs == (("here", "?room"), ("lies", "?ball", "?room"), ("free",))
    assert pick.deletes == (("free",), ("lies", "?ball", "?room"))
    assert pick.adds == (("has", "?ball"),)
    assert ROOMS.changing == {"here", "free", "lies", "has"}
    assert {"cellar", "pick", "and"} <= ROOMS.words
    assert "robot" not in ROOMS.words


def test_a_problem_is_written() -> None:
    assert PROBLEM.text("one", ["a comment"]).splitlines() == [
        "; a comment",
        "(define (problem one)",
        "  (:domain rooms)",
        "  (:objects",
        "    hall - room",
        "    red blue - ball)",
        "  (:init",
        "    (door hall cellar)",
        "    (here hall)",
        "    (lies red cellar)",
        "    (lies blue hall)",
        "    (free))",
        "  (:goal (and (has red))))",
    ]
    assert PROBLEM.size < len(PROBLEM.text("one"))
    empty = Problem(ROOMS, {}, [("free",)], [])
    assert empty.text("none").endswith("(:goal (and)))\n")


def test_steps_change_what_holds() -> None:
    start = PROBLEM.start
    assert start == {("here", "hall"), ("lies", "red", "cellar"), ("lies", "blue", "hall"), ("free",)}
    assert [*map(str, PROBLEM.possible(start))] == ["(go hall cellar)", "(pick blue hall)"]
    assert [*PROBLEM.possible(start, ["cheer"])] == []
    there = PROBLEM.after(start, Step("go", ("hall", "cellar")))
    assert ("here", "cellar") in there
    assert ("here", "hall") not in there
    assert [*map(str, PROBLEM.possible(there))] == ["(pick red cellar)"]
    assert PROBLEM.missing(there, Step("pick", ("blue", "hall"))) == [("here", "hall")]
    assert PROBLEM.missing(there, Step("go", ("cellar", "hall"))) == [("door", "cellar", "hall")]
    assert PROBLEM.open_goals(there) == [("has", "red")]


def test_plans_are_read_and_written() -> None:
    text = "; found by a planner\n\n(GO hall  cellar)\n ( pick red cellar ) ; at last\n; cost = 2 (unit cost)\r\n"
    plan = [*read_plan(text)]
    assert [line for line, _ in plan] == [3, 4]
    assert text_of_plan(step for _, step in plan) == PLAN
    PROBLEM.check(plan)
    PROBLEM.check(read_plan(PLAN + "(cheer red)"))  # what follows is allowed, too


@pytest.mark.parametrize(
    ("plan", "message"),
    [
        ("", "the plan ends after 0 steps without (has red); a plan must reach all goals"),
        ("(go hall cellar)", "the plan ends after 1 step without (has red); a plan must reach all goals"),
        (
            "(pick red cellar)",
            "line 1: (pick red cellar) needs (here cellar), which does not hold here; possible here: ",
        ),
        (PLAN + "(go hall cellar)", "line 3: (go hall cellar) needs (here hall), which does not hold here; possible "),
        (PLAN + "(pick blue hall)", "possible here: (cheer red)"),
        ("\n(fly hall cellar)", "line 2: 'fly' is not an action; allowed: go, pick, cheer"),
        ("(picks red cellar)", "line 1: 'picks' is not an action; did you mean pick? allowed: go, pick, cheer"),
        ("(go hall)", "line 1: 'go' takes 2 objects (room room), not 1"),
        ("(go hall attic)", "line 1: 'attic' is not a room of this deal; allowed: cellar and hall"),
        ("(go hall red)", "line 1: 'red' is not a room of this deal; allowed: cellar and hall"),
        ("go hall cellar", "line 1: 'go hall cellar' is not a step; allowed: an action and its objects in brackets"),
        ("(go hall cellar", "line 1: '(go hall cellar' is not a step; allowed: an action and its objects in brackets"),
        ("()", "line 1: '()' is not a step"),
        ("(go (hall) cellar)", "line 1: '(go (hall) cellar)' is not a step"),
        ("0: (go hall cellar)", "line 1: '0: (go hall cellar)' is not a step"),
        ("(go hall \x1b[2J)", r"line 1: '\x1b[2j' is not a room of this deal"),
    ],
)
def test_what_is_wrong_with_a_plan(plan: str, message: str) -> None:
    with pytest.raises(InvalidInstance) as error:
        PROBLEM.check(read_plan(plan))
    assert message in str(error.value)
    assert len(error.value.lines()) == 1
