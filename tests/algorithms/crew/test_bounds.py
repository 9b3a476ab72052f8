"""The bounds: never against the oracle, each of some use, each with a true reason."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

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
from tests.support.chunks import few_of
from tests.support.random_instances import whole_crew
from tests.support.random_tasks import task_crew

if TYPE_CHECKING:
    from collections.abc import Callable


@pytest.mark.slow
@pytest.mark.parametrize(
    ("make", "seeds"),
    [(whole_crew, range(300)), *few_of([(task_crew, range(1_500)), (whole_crew, range(800))])],
    ids=["few objectives", "tasks", "objectives"],
)
def test_no_bound_refutes_what_can_be_won(make: Callable[..., Crew], seeds: range) -> None:
    used = judged(make, seeds)
    assert min(used[said] for said in ("lost", "won")) >= 20, used
    if make is task_crew:
        assert min(used[bound.__name__] for bound in BOUNDS) >= 3, used


@pytest.mark.thorough
@pytest.mark.parametrize("chunk", range(8))
def test_no_bound_refutes_what_can_be_won_in_many_deals(chunk: int) -> None:
    used = judged(task_crew, range((chunk + 1) * 10_000, (chunk + 2) * 10_000))
    assert min(used[bound.__name__] for bound in BOUNDS) >= 3, used


def judged(make: Callable[..., Crew], seeds: range) -> Counter[str]:
    """Compare the bounds, and what the past decides, with a search; count which of them say something."""
    used: Counter[str] = Counter()
    for seed in seeds:
        instance = make(seed, most_cards=9)
        used.update(bound.__name__ for bound in BOUNDS if bound(instance))
        past = decided_by_the_past(instance)
        used.update({"lost": isinstance(past, Refutation), "won": past == Win([])})
        if refuted(instance) or isinstance(past, Refutation):
            assert search(instance) is None, instance.to_json()
        elif past == Win([]):
            assert search(instance) == [], instance.to_json()
    return used


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
            "at least 3 tricks must be won, 2 by player 1 (the 2 tricks) and 1 by player 2 (for a1), "
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
        "a1 t1 / b1 t2 / t3 b2; trump t; 2 wins exactly 3 of t1,2,3",
        "task1 of player 2 asks for 3 cards, but only 2 of the list may be won by that player",
    ),
    (
        "a1,2 / b1,2; 1 wins a1; 1 wins at most 0 of a1,2",
        "task1 of player 1 allows 0 cards, but 1 of the list are that player's objectives",
    ),
    (
        "a1,2 / b1,2; 1 wins a1; 1 wins exactly 0 tricks",
        "player 1 must win 1 of the 2 tricks (for a1), but task1 allows 0",
    ),
    (
        "a1,2,3 / b1,2,3; 1 wins exactly 1 trick; 2 wins at most 1 trick",
        "the tasks let all players together win 2 of the 3 tricks, but 3 are played",
    ),
    ("a1,2 / b1,2; everybody wins trick 1", "task1 of everybody asks every player to win trick 1, which only one can"),
    (
        "a1,2,3 / b1,2,3; 1 wins at least 1 trick among tricks 2; 2 wins trick 2",
        "both player 1 and player 2 must win trick 2",
    ),
    (
        "a1,2,3 / b1,2,3; 1 wins at least 2 tricks among tricks 1 2; 2 wins trick 1 and at least 1 trick",
        "both player 1 and player 2 must win trick 1",
    ),
    (
        "a1,2 / b1,2; leader 1; 1 wins at least 1 trick more than the leader",
        "task1 of player 1 compares that player, who leads the first trick, with himself, which is never met",
    ),
    (
        "a1,2 / b1,2; everybody wins at least 1 trick more than player 1",
        "task1 of everybody compares player 1 with himself as well, which is never met",
    ),
    (
        "a1,2 / b1,2; everybody wins as many tricks as the leader",
        "task1 of everybody compares whoever leads the first trick with himself as well, which is never met",
    ),
    (
        "a1,2 / b1,2; anybody always wins at least 1 trick more than the others",
        "free task1 must always hold, and does not before the first trick, as nobody has won anything",
    ),
    (
        "a1,2 / b1,2; crew wins at least 3 tricks",
        "task1 of the crew asks for 3 tricks, but there are only 2 tricks (player 1 holds 2 cards)",
    ),
    (
        "a1,2 / b1,2; anybody wins at least 1 trick among tricks 7",
        "free task1 asks for 1 trick, but of those that count none are played",
    ),
    (
        "a1,2 / b1,2; anybody wins exactly 2 of a1,2 among tricks 1",
        "free task1 asks for 2 cards, but only 1 of the list can be won in 1 trick",
    ),
    (
        "a1,2 / b1,2; 1 wins at least 2 tricks with a1 b1",
        "task1 of player 1 asks for 2 tricks, but that player was dealt only 1 card that may win them",
    ),
    (
        "a1,2 / b1,2; 1 leads at least 1 trick with b1,2",
        "task1 of player 1 asks for 1 trick, but that player was dealt no cards to lead with",
    ),
    (
        "a1,2 / b1,2; crew leads at least 2 tricks with b1",
        "task1 of the crew asks for 2 tricks, but only 1 card may lead",
    ),
    (
        "a1,2 / b1,2; 1 wins at least 2 tricks beating b1 a1",
        "task1 of player 1 asks for 2 tricks, but others were dealt only 1 card to be beaten",
    ),
    (
        "a1,2 / b1,2; 1 wins at least 2 tricks of only a1 b*",
        "task1 of player 1 asks for 2 tricks, but player 1 was dealt only 1 card that may be in them",
    ),
    (
        "a1,2 / b1,2; crew wins at least 2 tricks with as many a1 as b*",
        "task1 of the crew asks for 2 tricks, but one of the two lists has only 1 card",
    ),
    (
        "a6,1 / b1,2; 1 wins at least 1 trick with a6 beating a6",
        "task1 of player 1 asks for tricks that are never won: no other player was dealt a card to be beaten",
    ),
    (
        "a6 a1 / a7 b2; 1 wins at least 1 trick beating a7",
        (
            "task1 of player 1 asks for tricks that are never won: "
            "player 1 was dealt no card that may win them and beat a7"
        ),
    ),
    (
        "a6 b1 / t1 b2; trump t; anybody wins at least 1 trick with a* beating t1",
        "free task1 asks for tricks that are never won: player 1 was dealt no card that may win them and beat t1",
    ),
    (
        "a6 b1 / a7 b2; crew wins at least 1 trick with total 14 to 20",
        "task1 of the crew asks for tricks that are never won: the largest total of cards that may be in them is 13",
    ),
    (
        "a6 b1 / a7 b2; anybody wins at least 1 trick with total at most 2",
        "free task1 asks for tricks that are never won: the least total of cards that may be in them is 3",
    ),
    (
        "a6 b1 / a7 b2; 1 wins at least 1 trick with as many a6 as b1",
        "task1 of player 1 asks for tricks that are never won: no two players were dealt a card of each list",
    ),
    (
        "a6 b1 / a7 b2; everybody wins at least 1 trick with a6",
        "task1 of everybody asks for tricks that are never won: player 2 was dealt no card that may win them",
    ),
    (
        "a1,2 / b1,2; everybody wins at least 1 trick of only a*",
        "task1 of everybody asks for tricks that are never won: player 2 was dealt no card that may be in them",
    ),
    (
        "a1,2,3 / b1,2,3; 1 wins at least 1 trick among tricks 1 2; 2 wins trick 1; 2 wins trick 2",
        (
            "of tricks 1 and 2, at least 3 must be won, 1 by player 1 (for task1) and 2 by player 2 (tricks 1 and 2), "
            "but there are only 2"
        ),
    ),
    (
        "a1,2,3 / b1,2,3; 1 wins at least 2 of a1,2 b1; 2 wins at least 2 of a1,2 b1",
        (
            "of a1,2 b1, at least 4 must be won, 2 by player 1 (for task1) and 2 by player 2 (for task2), "
            "but there are only 3"
        ),
    ),
    (
        "a1,2,3 / b1,2,3; 1 wins at least 1 trick beating b3; 2 wins b3",
        (
            "of b3, at least 2 must be won, 1 by player 1 (for task1) and 1 by player 2 (the objective b3), "
            "but there is only 1"
        ),
    ),
    (
        "a1,2,3 / b1,2,3; everybody wins at least 2 tricks",
        (
            "at least 4 tricks must be won, 2 by each player (for task1), "
            "but there are only 3 tricks (player 1 holds 3 cards)"
        ),
    ),
    (
        "a1,2,3 / b1,2,3; 1 wins at least 2 tricks; 2 wins at least 2 tricks",
        (
            "at least 4 tricks must be won, 2 by player 1 (for task1) and 2 by player 2 (for task2), "
            "but there are only 3 tricks (player 1 holds 3 cards)"
        ),
    ),
    (
        "a1,2,3 / b1,2,3; 1 wins at least 3 tricks in a row; 2 leads at least 2 tricks",
        (
            "at least 4 tricks must be won, 3 by player 1 (for task1) and 1 by player 2 (for task2), "
            "but there are only 3 tricks (player 1 holds 3 cards)"
        ),
    ),
    (
        "a1,2,3 / b1,2,3 / c1,2,3; 1 wins at least 2 tricks fewer than the others",
        (
            "at least 4 tricks must be won, 2 by player 2 (for task1) and 2 by player 3 (for task1), "
            "but there are only 3 tricks (player 1 holds 3 cards)"
        ),
    ),
    (
        "a1,2,3 / b1,2,3; 1 wins trick 1; 1 wins at most 0 tricks among tricks 1 2",
        "player 1 must win 1 of tricks 1 and 2 (trick 1), but task2 allows 0",
    ),
    (
        "a1,2,3 / b1,2,3; crew wins exactly 2 tricks",
        "the tasks let all players together win 2 of the 3 tricks, but 3 are played",
    ),
    (
        "a1,2,3 / b1,2,3; 1 wins at least 2 of a1,2 b1; 1 wins at most 0 of a1,2",
        "player 1 must win 1 of a1,2 (for task1), but task2 allows 0",
    ),
    (
        "a1,2,3,4 / b1,2,3; everybody wins at most 0 of a1,2",
        "the tasks let all players together win 0 of a1,2, but 1 is played",
    ),
    (
        "a1,2,3 / b1,2,3; 1 wins at least 1 trick more than player 2; 2 wins at least 1 trick more than the others",
        (
            "task1 of player 1 wants player 1 to have at least 1 more than player 2, "
            "and task2 of player 2 wants player 2 to have at least 1 more than player 1"
        ),
    ),
    (
        "a1,2,3 / b1,2,3; everybody wins at least 1 more of a* than the others",
        (
            "task1 of everybody wants player 1 to have at least 1 more than player 2, "
            "and player 2 to have at least 1 more than player 1"
        ),
    ),
    (
        "a1,2,3 / b1,2,3; 1 wins as many tricks as player 2; 2 wins at least 1 trick more than player 1",
        (
            "task1 of player 1 wants player 1 to have at least as many as player 2, "
            "and task2 of player 2 wants player 2 to have at least 1 more than player 1"
        ),
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


def test_a_filter_that_nothing_passes_is_not_the_same_as_none() -> None:
    """Comparisons of tricks that are not the same tricks do not contradict: an empty list is not a missing one."""
    nothing = {"owner": 1, "kind": "tricks", "won_with": [], "compared_with": 2, "at_least": 0}
    more = {"owner": 2, "kind": "tricks", "compared_with": 1, "at_least": 1}
    deal = Crew(hands=[["a1", "a2"], ["a3", "a4"]], leader=1, tasks=[nothing, more])
    assert search(deal) is not None
    assert decide(deal, method="bounds").answer == "unknown"
    same = nothing | {"won_with": None}
    assert decide(Crew(**{**deal.as_dict(), "tasks": [same, more]}), method="bounds").answer == "no"
