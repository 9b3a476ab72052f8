"""The bounds: never against the oracle, each of some use, each with a true reason."""

from __future__ import annotations

from collections import Counter

import pytest

from crewsat.algorithms.crew.bounds import (
    BOUNDS,
    refuted,
    tricks_needed,
    tricks_with_objectives,
)
from crewsat.algorithms.crew.exhaustive import search
from crewsat.algorithms.crew.past import decided_by_the_past
from crewsat.algorithms.result import NOT_APPLICABLE, Refutation, Win
from crewsat.engine.frontend import decide
from crewsat.games.crew.instance import Crew
from crewsat.games.crew.text import parse_text
from tests.support.random_instances import whole_crew


@pytest.mark.slow
@pytest.mark.parametrize("chunk", range(2))
def test_no_bound_refutes_what_can_be_won(chunk: int) -> None:
    used: Counter[str] = Counter()
    for seed in range(chunk * 2_000, (chunk + 1) * 2_000):
        instance = whole_crew(seed)
        used.update(bound.__name__ for bound in BOUNDS if bound(instance))
        past = decided_by_the_past(instance)
        used.update({"lost": isinstance(past, Refutation), "won": past == Win([])})
        if refuted(instance) or isinstance(past, Refutation):
            assert search(instance) is None, instance.to_json()
        elif past == Win([]):
            assert search(instance) == [], instance.to_json()
    assert set(used) == {bound.__name__ for bound in BOUNDS} | {"lost", "won"}
    assert min(used.values()) >= 5, used


REASONS = [
    (
        "a1,2,3 / b1,2; 1 wins a1 a2; 2 wins b1",
        (
            "at least 3 tricks must be won, 2 by player 1 (for a1 and a2, cards of one hand) and 1 by player 2 "
            "(for b1), but there are only 2 tricks (player 2 holds 2 cards)"
        ),
    ),
    (
        "a1,2 / b1,2; 1 wins a1; 2 wins at least 2 tricks",
        (
            "at least 3 tricks must be won, 1 by player 1 (for a1) and 2 by player 2 (for task1), "
            "but there are only 2 tricks (player 1 holds 2 cards)"
        ),
    ),
    (
        "a1,2,3 / b1,2; 2 wins at least 3 of a1,2,3 [id=x]",
        (
            "at least 3 tricks must be won, 3 by player 2 (for task x), "
            "but there are only 2 tricks (player 2 holds 2 cards)"
        ),
    ),
    (
        "a1,2 / b1,2; 1 wins trick 1; 1 wins the last trick; 2 wins a1",
        (
            "at least 3 tricks must be won, 2 by player 1 (tricks 1 and 2) and 1 by player 2 (for a1), "
            "but there are only 2 tricks (player 1 holds 2 cards)"
        ),
    ),
    (
        "a1,2,3 / b1,2; anybody wins a1 a2 a3",
        (
            "player 1 holds 3 objective cards and plays one in a trick, "
            "but there are only 2 tricks (player 2 holds 2 cards)"
        ),
    ),
    (
        "a1,2 / b1,2; anybody wins a1[1] b1[2] a2; same_trick violates",
        (
            "3 objectives must be completed one after the other, each in a trick of its own, "
            "but there are only 2 tricks (player 1 holds 2 cards)"
        ),
    ),
    (
        "a1 t3 / t2 b2; trump t; 2 wins t3",
        "player 2 must win t3, a trump, and was dealt neither t3 nor a higher trump",
    ),
    (
        "a1 / b1; 1 wins trick 2",
        "task1 of player 1 is to win trick 2, but there is only 1 trick (player 1 holds 1 card)",
    ),
    (
        "- / b1; 1 wins the last trick [id=x]",
        "task x of player 1 is to win the last trick, but there are no tricks (player 1 holds no cards)",
    ),
    ("a1,2 / b1,2; 1 wins trick 2; 2 wins the last trick", "both player 1 and player 2 must win trick 2"),
    (
        "a1,2 / b1,2; 2 wins a1; 1 wins at least 2 of a1,2",
        "task1 of player 1 asks for 2 cards, but only 1 of the list may be won by that player",
    ),
    (
        "a1,2 / b1,2; 1 wins a1; 1 wins at most 0 of a1,2",
        "task1 of player 1 allows 0 cards, but 1 of the list are that player's objectives",
    ),
    (
        "a1,2 / b1,2; 1 wins a1; 1 wins exactly 0 tricks",
        "player 1 must win 1 trick (for a1) and is allowed 0 by a task",
    ),
    (
        "a1,2,3 / b1,2,3; 1 wins exactly 1 trick; 2 wins at most 1 trick",
        "the tasks let all players together win 2 tricks, but 3 are played",
    ),
    ("a3 / b2; leader 1; played a1 a2; 1 wins a1", "in trick 1: objective a1 of player 1 is won by player 2"),
    (
        "a3 / b2; leader 1; played a1 a2; 2 wins exactly 0 tricks",
        "in trick 1: task1 of player 2 is lost (win exactly 0 tricks)",
    ),
    ("a3 / -; leader 1; played a1 a2; 1 wins a3", "the play ends after 1 trick with open objectives: a3"),
]


@pytest.mark.parametrize(("text", "because"), REASONS, ids=[text for text, _ in REASONS])
def test_reasons(text: str, because: str) -> None:
    instance = parse_text(text)
    verdict = decide(instance)
    assert (verdict.answer, verdict.checked, verdict.because) == ("no", "algorithm", because)
    assert search(instance) is None


@pytest.mark.slow
@pytest.mark.parametrize(
    ("players", "tasks"),
    [
        (30_000, [{"owner": 1, "kind": "tricks", "at_least": 1}]),
        (30_000, [{"owner": 1, "kind": "tricks", "at_most": 1}]),
        (20_000, [{"owner": 1, "kind": "win_trick", "trick": "last"}] * 5_000),
    ],
)
def test_bounds_are_linear_in_players_and_tasks(players: int, tasks: list[dict[str, object]]) -> None:
    """Quadratic ones would take a minute here."""
    instance = Crew(hands=[[f"b{k}"] for k in range(1, players + 1)], tasks=tasks)
    assert refuted(instance) is None


@pytest.mark.slow
def test_bounds_are_linear_in_the_cards_of_a_task() -> None:
    number = 20_000
    own, others = [f"a{k}" for k in range(1, number + 1)], [f"b{k}" for k in range(1, number + 1)]
    task = {"owner": 1, "kind": "cards", "cards": own + others, "at_least": 2 * number}
    reason = refuted(Crew(hands=[own, *([card] for card in others)], tasks=[task]))
    assert reason == (
        f"at least {number} tricks must be won, {number} by player 1 (for task1), "
        "but there is only 1 trick (player 2 holds 1 card)"
    )


def test_what_is_needed() -> None:
    instance = parse_text("a1,2,3 / b1,2,3; 1 wins a1 b1 a2; 2 wins b2; anybody wins b3")
    assert tricks_needed(instance) == {1: 2, 2: 1}
    assert tricks_with_objectives(instance) == 3
    assert tricks_with_objectives(parse_text("a1,2,3 / b1,2,3; anybody wins a1 a2 a3 b1")) == 3
    assert tricks_with_objectives(parse_text("a1 / b1")) == 0


@pytest.mark.parametrize(
    ("text", "won"),
    [
        ("a1 / b1", True),
        ("a1 / b1; 1 wins at least 0 tricks", True),
        ("a1 / b1; 1 wins at most 1 trick", False),
        ("- / a2; 1 wins at most 1 trick", True),
        ("a1 / b1; leader 1; played a3 a2; 1 wins a2", True),
        ("a1 / b1; leader 1; played a3 a2; 1 wins a2 a1", False),
        ("a1 / b1; leader 1; played a3 a2 / b2; 1 wins a3", True),
    ],
)
def test_already_won(text: str, won: bool) -> None:
    assert decided_by_the_past(parse_text(text)) == (Win([]) if won else NOT_APPLICABLE)
