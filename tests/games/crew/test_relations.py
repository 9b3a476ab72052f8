"""Relations between instances with free owners, tasks and positions; those for plain deals are in `test_metamorphic`.

True ones hold on all random instances of the whole mix, tempting but false ones are caught.
"""

from __future__ import annotations

import random
from itertools import product
from typing import TYPE_CHECKING, Any

import pytest

from crewsat.games.crew.assignment import MODES
from crewsat.games.crew.counting import CountingTask
from crewsat.games.crew.task import is_player
from crewsat.games.crew.tasks import CardsTask, WinTrickTask
from tests.games.crew.test_metamorphic import permuting_suits, relabelling_values, won
from tests.support.chunks import sizes
from tests.support.positions import after_card, playable, with_fields
from tests.support.random_instances import whole_crew

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from crewsat.games.crew.instance import Crew
    from crewsat.games.crew.task import Task

    Relation = Callable[[Crew, random.Random], Iterator[bool]]


def a_position_is_won_if_some_card_wins(i: Crew, _: random.Random) -> Iterator[bool]:
    """The strongest one: it ties every instance to those one card further."""
    if cards := playable(i):
        yield won(i) == any(won(after_card(i, player, card)) for player, card in cards)


def turning_the_table(i: Crew, _: random.Random) -> Iterator[bool]:
    """Turn order matters for a draft and within a trick, so seats are turned, not permuted."""
    p = i.players
    turned: dict[str, Any] = {
        "hands": [*i.hands[-1:], *i.hands[:-1]],
        "leader": i.leader and i.leader % p + 1,
        "objectives": [o.model_copy(update={"owner": o.owner and o.owner % p + 1}) for o in i.objectives],
        "tasks": [t.model_copy(update={"owner": t.owner % p + 1}) for t in i.tasks if is_player(t.owner)],
    }
    yield won(i) == won(with_fields(i, **turned))


def stricter_shares_are_allowed_shares(i: Crew, _: random.Random) -> Iterator[bool]:
    mode = {name: won(with_fields(i, assignment=name)) for name in MODES}
    yield mode["draft"] <= mode["balanced"] <= mode["any"]
    yield mode["draft"] <= mode["draft_or_pass"] <= mode["any"]
    yield mode["one_player_but_leader"] <= mode["one_player"] <= mode["any"]
    yield mode["draft"] <= mode["draft_or_pass"] <= mode["any"]


def free_owners_are_some_owners(i: Crew, _: random.Random) -> Iterator[bool]:
    free = [k for k, o in enumerate(i.objectives) if o.owner is None]
    if 1 <= len(free) <= 3:
        ways = product(range(1, i.players + 1), repeat=len(free))
        yield won(with_fields(i, assignment="any")) == any(won(owned(i, dict(zip(free, w, strict=True)))) for w in ways)


def one_player_is_some_player(i: Crew, _: random.Random) -> Iterator[bool]:
    free = [k for k, o in enumerate(i.objectives) if o.owner is None]
    ways = [won(owned(i, dict.fromkeys(free, p))) for p in range(1, i.players + 1)]
    yield won(with_fields(i, assignment="one_player")) == any(ways)


def owned(i: Crew, owners: Mapping[int, int]) -> Crew:
    objectives = [o.model_copy(update={"owner": owners.get(k, o.owner)}) for k, o in enumerate(i.objectives)]
    return with_fields(i, objectives=objectives, assignment="any")


def dropping_a_task(i: Crew, _: random.Random) -> Iterator[bool]:
    if won(i):
        yield from (won(with_fields(i, tasks=[t for t in i.tasks if t is not gone])) for gone in i.tasks)


def looser_bounds(i: Crew, _: random.Random) -> Iterator[bool]:
    """Exactly k is at least k and at most k; at least k+1 is at least k; at most k is at most k+1."""
    if i.tasks and won(i):
        for task in i.tasks:
            if isinstance(task, CountingTask):
                yield from (won(with_task(i, task, **looser)) for looser in looser_than(task))


def looser_than(task: CountingTask) -> list[dict[str, Any]]:
    none = {"exactly": None, "at_least": None, "at_most": None, "judged": "end"}
    if task.exactly is not None and not task.latched:
        k = task.exactly
        bounds: list[dict[str, Any]] = [{"at_least": k}, {"at_most": k}, {"exactly": k, "judged": "when_reached"}]
    elif task.exactly is not None:
        bounds = [{"at_least": task.exactly}]
    elif task.at_least is not None:
        bounds = [{"at_least": max(0, task.at_least - 1)}]
    else:
        bounds = [{"at_most": (task.at_most or 0) + 1}]
    return [none | bound for bound in bounds]


def with_task(i: Crew, task: Task, **changes: Any) -> Crew:  # noqa: ANN401
    return with_fields(i, tasks=[t.model_copy(update=changes) if t is task else t for t in i.tasks])


def an_objective_is_a_task(i: Crew, _: random.Random) -> Iterator[bool]:
    """Win a card, or at least one of a list of one."""
    for o in i.objectives:
        if o.owner is not None and not i.order:
            rest = [other for other in i.objectives if other is not o]
            task = CardsTask(kind="cards", owner=o.owner, cards=(o.card,), at_least=1, id="extra")
            yield won(i) == won(with_fields(i, objectives=rest, tasks=[*i.tasks, task]))


def somebody_wins_the_last_trick(i: Crew, rng: random.Random) -> Iterator[bool]:
    if i.tricks:
        trick = rng.choice(("last", *range(1, i.tricks + 1)))
        tasks = [WinTrickTask(kind="win_trick", owner=p, trick=trick, id="extra") for p in range(1, i.players + 1)]
        yield won(i) == any(won(with_fields(i, tasks=[*i.tasks, task])) for task in tasks)


def a_position_that_is_won_started_from_a_deal_that_is_won(i: Crew, _: random.Random) -> Iterator[bool]:
    if i.played and won(i):
        yield won(with_fields(i, hands=i.dealt, played=[]))
        yield won(with_fields(i, hands=i.dealt, played=[], leader=None))


TRUE: list[Relation] = [
    a_position_is_won_if_some_card_wins,
    permuting_suits,
    turning_the_table,
    relabelling_values,
    stricter_shares_are_allowed_shares,
    free_owners_are_some_owners,
    one_player_is_some_player,
    dropping_a_task,
    looser_bounds,
    an_objective_is_a_task,
    somebody_wins_the_last_trick,
    a_position_that_is_won_started_from_a_deal_that_is_won,
]


@pytest.mark.slow
@pytest.mark.parametrize("relation", TRUE)
@pytest.mark.parametrize("number", sizes(40, 130))
def test_true_relations_hold(number: int, relation: Relation) -> None:
    applied = 0
    for seed in range(number):
        instance = whole_crew(seed, most_cards=9)
        held = list(relation(instance, random.Random(seed)))
        assert all(held), instance.to_json()
        applied += len(held)
    assert applied >= number * 2 // 13


def balanced_shares_are_a_draft(i: Crew, _: random.Random) -> Iterator[bool]:
    yield won(with_fields(i, assignment="balanced")) == won(with_fields(i, assignment="draft"))


def all_shares_are_balanced(i: Crew, _: random.Random) -> Iterator[bool]:
    yield won(with_fields(i, assignment="any")) == won(with_fields(i, assignment="balanced"))


def reached_is_kept(i: Crew, _: random.Random) -> Iterator[bool]:
    for task in i.tasks:
        if isinstance(task, CountingTask) and task.latched:
            yield won(i) == won(with_task(i, task, judged="end"))


def at_least_is_exactly(i: Crew, _: random.Random) -> Iterator[bool]:
    for task in i.tasks:
        if isinstance(task, CountingTask) and task.at_least is not None:
            yield won(i) == won(with_task(i, task, exactly=task.at_least, at_least=None))


def permuting_players(i: Crew, _: random.Random) -> Iterator[bool]:
    """Seats 1 and 2 changed: fine without free objectives, but a draft goes round."""
    if i.players > 2 and not i.played:
        other = {1: 2, 2: 1}
        hands = [i.hands[1], i.hands[0], *i.hands[2:]]
        objectives = [o.model_copy(update={"owner": o.owner and other.get(o.owner, o.owner)}) for o in i.objectives]
        owned = [(task, task.owner) for task in i.tasks if is_player(task.owner)]
        tasks = [task.model_copy(update={"owner": other.get(owner, owner)}) for task, owner in owned]
        leader = i.leader and other.get(i.leader, i.leader)
        yield won(i) == won(with_fields(i, hands=hands, objectives=objectives, tasks=tasks, leader=leader))


def every_card_wins(i: Crew, _: random.Random) -> Iterator[bool]:
    if won(i):
        yield from (won(after_card(i, player, card)) for player, card in playable(i))


def won_now_is_won_from_the_start_only(i: Crew, _: random.Random) -> Iterator[bool]:
    if i.played:
        yield won(i) == won(with_fields(i, hands=i.dealt, played=[]))


FALSE: list[Relation] = [
    balanced_shares_are_a_draft,
    all_shares_are_balanced,
    reached_is_kept,
    at_least_is_exactly,
    permuting_players,
    every_card_wins,
    won_now_is_won_from_the_start_only,
]


@pytest.mark.slow
@pytest.mark.parametrize("relation", FALSE)
def test_tempting_but_false_relations_are_caught(relation: Relation) -> None:
    instances = ((whole_crew(seed, most_cards=9), random.Random(seed)) for seed in range(3_000))
    assert any(not held for instance, rng in instances for held in relation(instance, rng))
