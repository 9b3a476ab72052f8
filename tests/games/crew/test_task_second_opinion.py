"""Referee and exhaustive search against the judge written from the contract alone, on tasks of all kinds and owners."""

from __future__ import annotations

import json
import random
from collections import Counter
from dataclasses import replace
from itertools import product
from typing import TYPE_CHECKING

import pytest

from crewsat.algorithms.crew.exhaustive import search
from crewsat.base.errors import IllegalPlay
from crewsat.games.cards import Card
from crewsat.games.crew.moves import Choice
from crewsat.games.crew.replaying import play_until_success
from crewsat.games.crew.results import owners_of
from crewsat.games.crew.rules import Table
from tests.support.demands_by_play import full_plays
from tests.support.random_tasks import VARIANTS, described_tasks, task_crew
from tests.support.second_opinion import allowed, lines, succeeded, taker, winning_line_exists
from tests.support.second_opinion_deal import read, tricks_and_table

if TYPE_CHECKING:
    from collections.abc import Mapping

    from crewsat.games.crew.instance import Crew
    from tests.support.second_opinion import Line
    from tests.support.second_opinion_deal import Deal, Trick

CARDS = 8
PLAYS = 12
"""How many plays of an instance are judged by both."""


def assert_agreement(seed: int, most_cards: int = CARDS) -> set[str]:
    """Two opinions on one instance, and the play of a yes; return what there is in it."""
    instance = task_crew(seed, most_cards=most_cards)
    text = instance.to_json()
    play = search(instance)
    assert (play is not None) == winning_line_exists(json.loads(text)), f"seed {seed}: search {play} on {text}"
    if play is not None:
        named: Line = [
            (leader, tuple(map(str, cards)))
            for leader, cards in (part for part in play if not isinstance(part, Choice))
        ]
        assert named in lines(json.loads(text)), (
            f"seed {seed}: {named} does not win, or ends at the wrong trick: {text}"
        )
    return described_tasks(instance) | {"no" if play is None else "yes"}


def assert_plays_agree(seed: int, most_cards: int = CARDS) -> Counter[str]:
    """The referee cuts every play where the judge does, or refuses it; return how often it did either."""
    instance = task_crew(seed, most_cards=most_cards)
    deal = read(json.loads(instance.to_json()))
    done, _, _ = tricks_and_table(deal)
    rng = random.Random(seed)
    plays = list(full_plays(deal))
    seen: Counter[str] = Counter()
    for tricks in rng.sample(plays, min(PLAYS, len(plays))):
        cuts = (k for k in range(len(tricks) + 1) if succeeded(deal, tricks[:k]))
        cut = next(cuts, None)
        expected = None if cut is None else max(cut - len(done), 0)
        assert length(instance, tricks[len(done) :]) == expected, f"seed {seed}: {tricks} on {instance.to_json()}"
        seen["refused" if cut is None else "accepted"] += 1
        if cut is not None and instance.free_tasks:
            # other owners than those who succeed first may succeed with a later trick of the past
            assert_takers_agree(instance, deal, tricks[: max(cut, len(done))], tricks[len(done) : cut])
            seen["free"] += 1
    return seen


def as_played(tricks: list[Trick]) -> list[tuple[int, list[Card]]]:
    """Tricks of the judge, for the referee."""
    return [(leader, [Card(*card) for card in cards]) for leader, cards in tricks]


def length(instance: Crew, tricks: list[Trick]) -> int | None:
    """How many of these tricks the referee lets be played until it sees a success; None if it never does."""
    try:
        return len(play_until_success(instance, as_played(tricks)))
    except IllegalPlay:
        return None


def assert_takers_agree(instance: Crew, deal: Deal, tricks: list[Trick], play: list[Trick]) -> None:
    """Of a play that has succeeded: the owners the referee names are right, and it knows which others are."""
    named = owners_of(instance, play_until_success(instance, as_played(play)))
    takers = {task.id: named[task.id] for task in instance.free_tasks}
    assert fine(deal, tricks, takers), f"{takers} for {tricks} on {instance.to_json()}"
    names = list(takers)
    for some in product(range(1, deal.players + 1), repeat=len(names)):
        takers = dict(zip(names, some, strict=True))
        try:
            table = Table(instance, takers=takers)
            for leader, cards in as_played(play):
                table.play(leader, cards)
            accepted = table.succeeded
        except IllegalPlay:
            accepted = False
        assert accepted == fine(deal, tricks, takers), f"{takers} for {tricks} on {instance.to_json()}"


def fine(deal: Deal, tricks: list[Trick], takers: Mapping[str, int]) -> bool:
    """Whether these tricks succeed if the free tasks are taken by these players."""
    tasks = [
        task | {"owner": takers[task.get("id", f"task{k}")]} if task["owner"] is None else task
        for k, task in enumerate(deal.tasks, 1)
    ]
    free = [taker(deal, tricks, deal.objectives[name]) for name, owner in deal.owners.items() if owner is None]
    leaders = [tricks[0].leader if tricks else deal.leader] if tricks or deal.leader else range(1, deal.players + 1)
    return any(
        allowed(deal, leader or 0, [*free, *takers.values()])
        and succeeded(replace(deal, tasks=tasks, mode="any", leader=leader), tricks)
        for leader in leaders
    )


@pytest.mark.slow
def test_two_opinions_agree_on_tasks_of_all_kinds() -> None:
    seen: Counter[str] = Counter()
    for seed in range(500):
        seen.update(assert_agreement(seed))
    assert set(seen) == {"yes", "no", *VARIANTS}
    assert min(seen["yes"], seen["no"]) > 100, seen
    assert min(seen.values()) >= 2, seen


@pytest.mark.slow
def test_the_referee_accepts_what_the_judge_does_and_nothing_else() -> None:
    seen: Counter[str] = Counter()
    for seed in (*range(200), 1_000_487):  # the last one succeeds within its past, with other owners a trick later
        seen.update(assert_plays_agree(seed, 7))
    assert min(seen["refused"], seen["accepted"], seen["free"]) > 30, seen


@pytest.mark.thorough
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("part", range(8))
def test_two_opinions_agree_on_many_tasks(part: int) -> None:
    seen: Counter[str] = Counter()
    for seed in range(1_000_000 + part * 6_000, 1_000_000 + (part + 1) * 6_000):
        seen.update(assert_agreement(seed, 9))
        assert_plays_agree(seed, 7)
    assert min(seen[name] for name in ("yes", "no", *VARIANTS)) >= 50, sorted((seen[name], name) for name in VARIANTS)
