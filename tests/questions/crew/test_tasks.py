"""Lost deals with tasks explained: conflicts checked by hand for each kind and owner, and random ones by all plays."""

from __future__ import annotations

from collections import Counter

import pytest

import crewsat
from crewsat.algorithms.crew.exhaustive import search
from crewsat.games.crew.asked import asked
from crewsat.games.crew.instance import Crew
from crewsat.games.crew.results import owners_of
from crewsat.games.crew.subsets import ASSIGNMENT, demands_of, keeping
from crewsat.games.crew.task import is_player
from crewsat.games.crew.text import parse_text
from tests.support.demands_by_play import can_be_met
from tests.support.random_tasks import task_crew

EVEN = "a3 b1 / a2 b2; leader 1"
"""Player 1 wins a2,3 with a3 and player 2 wins b1,2 with b2, in either order; who wins trick 1 leads the last one.

So player 2 leads a2 or nothing, and a2 and b1 never win.
"""

ALONE = {
    "tricks": (
        "1 wins at least 2 tricks",
        "1 wins at least 1 trick beating b1",
        "2 wins at least 1 trick with total at least 4",
        "1 wins at least 1 trick more than player 2",
        "1 wins as many tricks as the leader",
        "1 wins at least 1 trick fewer than the others",
        "2 always wins exactly 0 tricks more than the others",
        "crew wins at least 1 trick with a2",
        "everybody wins at least 1 trick with b*",
        "anybody wins at least 2 tricks",
    ),
    "cards": (
        "1 wins at least 1 of b*",
        "1 wins as many of a* as of b*",
        "crew wins at most 3 of a* b*",
        "everybody wins at least 1 of a*",
        "anybody wins exactly 1 of a*",
    ),
    "leads": (
        "2 leads at least 1 trick among tricks 1",
        "crew leads at least 1 trick with b2",
        "everybody leads at least 1 trick among tricks last",
        "anybody leads at least 2 tricks with a*",
    ),
    "row": (
        "1 wins at least 2 tricks in a row",
        "everybody wins exactly 0 tricks in a row",
        "anybody wins at least 2 tricks in a row",
    ),
    "win_trick": ("1 wins trick 3", "crew wins trick 3", "everybody wins the last trick", "anybody wins trick 3"),
    "last_of": (
        "1 wins the last of b*",
        "crew wins the last of nothing",
        "everybody wins the last of a*",
        "anybody wins the last of nothing",
    ),
    "all": (
        "1 wins trick 1 and trick 2",
        "crew wins trick 1 and at least 1 trick with b1",
        "everybody wins trick 1 and at least 1 trick",
        "anybody wins trick 1 and the last trick",
    ),
    "any": (
        "1 wins at least 2 tricks or at least 1 of b*",
        "crew wins at least 3 tricks or at least 1 trick with b1",
        "everybody wins at least 1 trick with b1 or exactly 1 of a*",
        "anybody wins at least 2 tricks or exactly 1 of a*",
    ),
}


@pytest.mark.parametrize(("kind", "task"), [(kind, task) for kind, tasks in ALONE.items() for task in tasks])
def test_a_task_that_cannot_be_met_is_the_conflict(kind: str, task: str) -> None:
    """Beside a task that is met whatever is played."""
    deal = parse_text(f"{EVEN}; 2 wins at least 1 trick; {task}")
    assert deal.tasks[1].kind == kind
    explanation = crewsat.explain(deal)
    assert (explanation.conflict, explanation.minimal) == (("task2",), True)
    assert (explanation.most, explanation.kept, explanation.culprits) == ((1, 1), ("task1",), ("task2",))
    phrase = asked(deal, deal.tasks[1])
    whose = {"c": "the crew", "e": "everybody", "a": "anybody"}.get(task[0], f"player {task[0]}")
    assert f"task2 ({whose}: {phrase}) cannot be met, whatever is played" in [one.words for one in explanation.reasons]
    dropped = next(one for one in explanation.repairs if one.kind == "drop")
    assert dropped.words == f"task2 is dropped ({whose}: {phrase})"
    assert isinstance(dropped.instance, Crew)
    assert [one.id for one in dropped.instance.tasks] == ["task1"]


@pytest.mark.parametrize(
    ("goals", "conflict"),
    [
        ("1 wins trick 1; 2 leads at least 1 trick", "task1 task2"),
        ("1 wins trick 1; 1 wins the last trick", "task1 task2"),
        ("1 wins b1; 1 wins trick 1; crew wins at least 1 trick with b2", "b1"),
        ("1 wins a2[1]; 2 wins b1[2]; 2 wins trick 1", "a2 b1 task1 order"),
        ("everybody wins at most 1 trick; 2 wins trick 1; anybody leads at least 1 trick with a3", "task2 task3"),
        ("1 wins trick 2; crew leads at least 1 trick with a3", "task1 task2"),
        (
            "assignment draft; anybody wins at least 1 of a*; anybody wins at least 1 trick with a3",
            "task1 task2 assignment",
        ),
    ],
)
def test_goals_that_exclude_each_other(goals: str, conflict: str) -> None:
    explanation = crewsat.explain(parse_text(f"{EVEN}; {goals}"))
    assert (explanation.conflict, explanation.minimal) == (tuple(conflict.split()), True)


def test_another_player_takes_a_task() -> None:
    """Player 2, who does not lead, wins one trick as well."""
    deal = parse_text(f"{EVEN}; 1 wins as many tricks as the leader")
    repairs = {one.kind: one for one in crewsat.explain(deal).repairs}
    assert repairs["hand_over_task"].words == "player 2 takes task1 in place of player 1"
    assert repairs["leader"].words == "player 2 leads the first trick, not player 1"
    assert isinstance(repairs["hand_over_task"].instance, Crew)
    assert repairs["hand_over_task"].instance.tasks[0].owner == 2


def test_a_task_does_not_go_to_whom_it_is_compared_with() -> None:
    """Nobody else is there, so no change of this kind was tried; dropping it is another matter."""
    for task in (
        "1 wins at least 1 trick more than player 2",
        "1 wins trick 1 and at least 1 trick more than player 2",
    ):
        explanation = crewsat.explain(parse_text(f"{EVEN}; {task}"))
        assert "hand_over_task" not in {*explanation.no_repair, *(one.kind for one in explanation.repairs)}
        assert "drop" in {one.kind for one in explanation.repairs}


SHARED = "anybody wins at least 1 of a*; anybody wins at least 1 trick with a3"
"""Only player 1 can take either of them."""


@pytest.mark.parametrize(
    ("deal", "words"),
    [
        (f"{EVEN}; assignment draft; {SHARED}", "if the players choose them in turn, from the leader on"),
        (f"{EVEN}; assignment balanced; {SHARED}", "if nobody takes two more than another"),
        (
            f"a3 b1 / a2 b2 / c1 c2; leader 1; assignment draft_or_pass; {SHARED}",
            "if the players choose them in turn and may pass, so that nobody takes two",
        ),
        (f"{EVEN}; assignment one_player_but_leader; {SHARED}", ""),
        (
            f"{EVEN}; assignment draft; {SHARED}; anybody wins at least 2 of a*; anybody wins at least 0 tricks",
            "if nobody takes more of them than their share of a draft of all",
        ),
    ],
)
def test_words_of_how_free_tasks_are_shared_out(deal: str, words: str) -> None:
    explanation = crewsat.explain(parse_text(deal))
    assert ASSIGNMENT in (explanation.conflict or ())
    told = next(reason.words for reason in explanation.reasons if "cannot" in reason.words)
    assert words in told


def test_dropping_a_free_task_leaves_no_other_in_its_place() -> None:
    """Repairs have the tasks of the deal only: what stands in for a dropped one is not among them."""
    deal = parse_text(f"{EVEN}; assignment draft; {SHARED}")
    dropped = next(one for one in crewsat.explain(deal).repairs if one.kind == "drop")
    assert isinstance(dropped.instance, Crew)
    assert len(dropped.instance.tasks) == 1
    assert len(keeping(deal, ("task1", ASSIGNMENT)).tasks) == 1
    longer = parse_text(f"{EVEN}; assignment draft; {SHARED}; anybody wins trick 1")
    stands_in = keeping(longer, ("task1", "task2", ASSIGNMENT)).tasks[2]
    assert (stands_in.owner, stands_in.words()) == (None, "at least 0 tricks")


SAID = {"drop", "hand_over_task", "no drop", "no hand_over_task", "1 in conflict", "2 in conflict"}
"""What explanations of random deals say now and then."""


@pytest.mark.slow
def test_explanations_of_random_tasks() -> None:
    seen = explained(range(110), by_all_plays=True)
    assert set(seen) >= SAID, seen


@pytest.mark.thorough
@pytest.mark.parametrize("chunk", range(4))
def test_explanations_of_many_random_tasks(chunk: int) -> None:
    seen = explained(range((chunk + 1) * 1_000, (chunk + 2) * 1_000), by_all_plays=chunk == 0)
    assert set(seen) >= SAID, seen


def explained(seeds: range, *, by_all_plays: bool) -> Counter[str]:
    """Explain the lost ones of random deals, and compare what is said with all plays; count what is said."""
    seen: Counter[str] = Counter()
    for seed in seeds:
        deal = task_crew(seed, most_cards=8)
        if search(deal) is None:
            seen.update(one_explained(deal, by_all_plays=by_all_plays and deal.tricks > 0))
    return seen


def one_explained(deal: Crew, *, by_all_plays: bool) -> list[str]:
    """Compare an explanation with the search, and its conflict with all plays; return what there is in it."""
    explanation = crewsat.explain(deal)
    demands = demands_of(deal)
    everything, conflict = {*demands.goals, *demands.terms}, set(explanation.conflict or ())

    def met(kept: set[str]) -> bool:
        found = search(keeping(deal, kept)) is not None
        assert not by_all_plays or found == can_be_met(deal.as_dict(), kept), (kept, deal.to_json())
        return found

    assert explanation.minimal, deal.to_json()
    assert not met(conflict), deal.to_json()
    assert all(met(conflict - {one}) for one in conflict), deal.to_json()
    culprits = {one for one in everything if search(keeping(deal, everything - {one})) is not None}
    assert set(explanation.culprits or ()) == culprits, deal.to_json()
    for repair in explanation.repairs:
        assert isinstance(repair.instance, Crew)
        assert search(repair.instance) is not None, (repair.words, deal.to_json())
        play = [trick.as_dict() for trick in repair.play]
        crewsat.verify(repair.instance, play, assignment=owners_of(repair.instance, repair.play))
    repaired = {repair.kind: repair.instance for repair in explanation.repairs}
    without = [deal.model_copy(update={"tasks": [one for one in deal.tasks if one != task]}) for task in deal.tasks]
    winning = [other for other in without if search(other) is not None]
    assert bool(winning) == ("drop" in repaired), deal.to_json()
    assert "drop" not in repaired or repaired["drop"] in [other.model_copy(update={"about": None}) for other in winning]
    if "hand_over_task" in explanation.no_repair:
        assert not any(search(other) for other in in_other_hands(deal)), deal.to_json()
    kinds = [*repaired, *(f"no {kind}" for kind in explanation.no_repair)]
    return [f"{len(conflict)} in conflict", *kinds]


def in_other_hands(deal: Crew) -> list[Crew]:
    """All deals in which another player has one of the tasks."""
    found = []
    for k, task in enumerate(deal.tasks):
        for player in range(1, deal.players + 1) if is_player(task.owner) else ():
            rivals = [getattr(member, "rival", None) for member in getattr(task, "of", (task,))]
            if player not in rivals:
                tasks = (*deal.tasks[:k], task.given_to(player), *deal.tasks[k + 1 :])
                found.append(deal.model_copy(update={"tasks": tasks}))
    return found
