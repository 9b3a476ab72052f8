"""What tasks take in the formula: what the docstrings say, and little beside a deal of the real game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from crewsat.games.crew.deep_sea import deep_sea_tasks
from crewsat.games.crew.deep_sea_deals import DeepSeaDeal
from crewsat.games.crew.instance import Crew
from crewsat_encodings.crew.cnf.encoding import Encoding

if TYPE_CHECKING:
    from collections.abc import Callable

    from crewsat.base.formula import Formula

OF_TASKS = ("tasks_are_met", "numbers_are_counted", "cards_are_picked", "tricks_count")
SUITS = {suit: [f"{suit}{value}" for value in range(1, 10)] for suit in ("pink", "blue", "green", "yellow")}
SEVENS, FIVES = ([f"{suit}{value}" for suit in SUITS] for value in (7, 5))

Sizes = tuple[int, int]
"""Variables and clauses."""


def deal(players: int, *tasks: dict[str, Any]) -> Crew:
    """A real deal in which player 1 has these tasks."""
    plain = DeepSeaDeal(players=players, tasks=(70,), drafted=True).with_seed(3)
    owned = [{"owner": 1, **task} for task in tasks]
    return Crew(rules="deep-sea", hands=plain.hands, leader=plain.leader, trump="submarine", tasks=owned)


def added(players: int, task: dict[str, Any]) -> Sizes:
    """What a task adds to the formula of the deal."""
    formula, bare = (Encoding(deal(players, *tasks)).formula for tasks in ([task], []))
    clauses = sum(len(formula.rules[rule]) for rule in OF_TASKS)
    return formula.variables - bare.variables, clauses


def counted(k: int, n: int) -> Sizes:
    """Whether k of n are reached: cells and clauses of one sense."""
    cells = k * (n - k + 1) - 1
    return cells, 2 * cells


def plus(*sizes: Sizes) -> Sizes:
    return sum(variables for variables, _ in sizes), sum(clauses for _, clauses in sizes)


def early(tricks: int, clauses: int = 1) -> Sizes:
    """Met by the end of trick 0, 1, …, T - 1."""
    return tricks, clauses * tricks


MOST: dict[str, tuple[dict[str, Any], Callable[[int, int], Sizes]]] = {
    "a trick": ({"kind": "tricks", "at_least": 1}, lambda t, _: plus(early(t), (0, 1))),
    "four tricks": ({"kind": "tricks", "at_least": 4}, lambda t, _: plus(early(t), counted(4, t), (0, 4))),
    "no trick": ({"kind": "tricks", "at_most": 0}, lambda t, _: (0, t)),
    "exactly three tricks": (
        {"kind": "tricks", "exactly": 3},
        lambda t, _: (4 * (t - 2), 2 * (3 * (t - 2) + 4 * (t - 3))),
    ),
    "with a 7": ({"kind": "tricks", "won_with": SEVENS, "at_least": 1}, lambda t, _: plus(early(t), (t, 2 * t + 1))),
    "a 5 with a 7": (
        {"kind": "tricks", "won_with": SEVENS, "beating": FIVES, "at_least": 1},
        lambda t, _: plus(early(t), (t, 3 * t + 1)),
    ),
    "as many": (
        {"kind": "tricks", "as_many": [SUITS["pink"], SUITS["blue"]], "at_least": 1},
        lambda t, p: plus(early(t), (t, 1 + t * (2 + 2 * ((p + 1) // 2))), (2 * t * _cells(p), 8 * t * _cells(p))),
    ),
    "all pink": (
        {"kind": "cards", "cards": SUITS["pink"], "at_least": 9},
        lambda t, _: plus((0, 9 * t), early(t, 9), (0, 9)),
    ),
    "a pink": ({"kind": "cards", "cards": SUITS["pink"], "at_least": 1}, lambda t, _: plus(early(t), (t, 2 * t + 1))),
    "no pink": ({"kind": "cards", "cards": SUITS["pink"], "at_most": 0}, lambda t, p: (t, t + t * p)),
    "five pink": (
        {"kind": "cards", "cards": SUITS["pink"], "at_least": 5},
        lambda t, _: plus(early(t, 9), counted(5, 9), (9, 9 * (t + 1) + 1)),
    ),
    "exactly two pink": (
        {"kind": "cards", "cards": SUITS["pink"], "exactly": 2},
        lambda t, _: plus((9 + 3 * 8, 2 * (2 * 8 + 3 * 7)), (0, 9 * (2 * t + 1) + 2)),
    ),
    "never lead pink": ({"kind": "leads", "cards": SUITS["pink"], "at_most": 0}, lambda t, _: (t, 2 * t)),
    "three in a row": ({"kind": "row", "at_least": 3}, lambda t, _: plus(early(t), (t - 2, 3 * (t - 2) + 1))),
    "never two in a row": ({"kind": "row", "at_most": 1}, lambda t, _: (0, t - 1)),
    "the third trick": ({"kind": "win_trick", "trick": 3}, lambda t, _: (t, 4)),
    "the last pink": (
        {"kind": "last_of", "cards": SUITS["pink"]},
        lambda t, _: plus(early(t), (t, t * (9 + 2) + 1)),
    ),
    "more than player 2": (
        {"kind": "tricks", "compared_with": 2, "at_least": 1},
        lambda t, _: plus((2 * _triangle(t), 4 * _triangle(t)), (0, t // 2 + 1)),
    ),
    "fewer than the others": (
        {"kind": "tricks", "compared_with": "others", "at_most": -1},
        lambda t, p: plus((p * _triangle(t), 2 * p * _triangle(t)), (0, (p - 1) * (t // 2 + 1))),
    ),
}
"""For each task the most it may take, as a function of T and the number of players."""


def _cells(players: int) -> int:
    """Cells that count the players who play a card of a suit, up to half of them."""
    return sum(min(player, (players + 1) // 2) for player in range(1, players + 1))


def _triangle(tricks: int) -> int:
    """Cells of a player's tricks up to half of them and one more."""
    most = tricks // 2 + 1
    return sum(min(trick, most) for trick in range(1, tricks + 1))


@pytest.mark.parametrize("players", [3, 4, 5])
@pytest.mark.parametrize("name", MOST)
def test_a_task_takes_what_the_docstrings_say(name: str, players: int) -> None:
    task, most = MOST[name]
    bounds = most(deal(players).tricks, players)
    for actual, bound in zip(added(players, task), bounds, strict=True):
        assert 0.6 * bound <= actual <= bound, (actual, bound)


def sizes(formula: Formula) -> Sizes:
    return formula.variables, formula.size


@pytest.mark.slow
def test_every_official_task_is_small_beside_its_deal() -> None:
    for task in deep_sea_tasks():
        instance = DeepSeaDeal(players=4, tasks=(task.number,), drafted=True).with_seed(1)
        whole, bare = (
            sizes(Encoding(instance.model_copy(update={"tasks": tasks})).formula) for tasks in (instance.tasks, ())
        )
        most = 1.4 if "total" in str(task.fields(4)) else 1.15
        assert all(with_task <= most * alone for with_task, alone in zip(whole, bare, strict=True)), task.number


def test_members_and_tasks_share_the_counters_of_tricks() -> None:
    fewer = {"kind": "tricks", "compared_with": "others", "at_most": -1}
    more = {"kind": "tricks", "compared_with": 2, "at_most": -2}
    alone, other = added(4, fewer), added(4, more)
    both = added(4, {"kind": "all", "of": [fewer, more]})
    assert alone[0] <= both[0] < alone[0] + other[0] // 4
