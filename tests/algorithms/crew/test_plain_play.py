"""Plays without foresight: the greedy rule against a restatement on plain tuples, random plays against their share."""

from __future__ import annotations

import random
from collections import Counter
from fractions import Fraction
from math import sqrt
from typing import TYPE_CHECKING, Any

import pytest

from crewsat.algorithms.crew.plain_play import Seen, at_random, greedy, wins
from crewsat.games.crew.assignment import MODES, fits, in_effect
from crewsat.games.crew.deals import RandomDeal
from crewsat.games.crew.giving_out import given_out, random_owners
from crewsat.games.crew.instance import Crew
from crewsat.games.crew.mission_deals import MissionDeal
from crewsat.games.crew.text import parse_text
from crewsat.games.crew.walk import Walk
from tests.support.random_choices import AIMS, choices_crew
from tests.support.random_instances import whole_crew

if TYPE_CHECKING:
    from collections.abc import Iterator


def greedily(deal: Crew) -> bool:
    """The rule once more: objectives with owners, and tasks `at_least` of tricks won or `win_trick`, of players."""
    hands: list[list[tuple[str, int]]] = [[(card.suit, card.value) for card in hand] for hand in deal.hands]
    owners: dict[tuple[str, int], int] = {(o.card.suit, o.card.value): int(o.owner or 0) for o in deal.objectives}
    won: Counter[int] = Counter()
    last = min(map(len, hands))
    winner_of: dict[int, int] = {}
    leader = int(deal.leader or 0)

    def high(card: tuple[str, int]) -> tuple[bool, int, str]:
        return card[0] == deal.trump, card[1], card[0]

    def beats(card: tuple[str, int], others: list[tuple[str, int]]) -> bool:
        trumps = [other[1] for other in others if other[0] == deal.trump]
        if card[0] == deal.trump:
            return card[1] > max(trumps, default=0)
        led = [other[1] for other in others if other[0] == others[0][0]]
        return not others or (not trumps and card[0] == others[0][0] and card[1] > max(led))

    for number in range(1, last + 1):
        table: list[tuple[str, int]] = []
        for k in range(deal.players):
            player = (leader - 1 + k) % deal.players + 1
            hand = hands[player - 1]
            legal = [card for card in hand if table and card[0] == table[0][0]] or hand
            wanted = any(wants(task, player, number, last, won) for task in deal.tasks)
            best = [
                card
                for card in legal
                if beats(card, table) and (wanted or any(owners.get(one) == player for one in (*table, card)))
            ]
            take = (min if table else max)(best, key=high) if best else min(legal, key=high)
            hand.remove(take)
            table.append(take)
        best_card = max((card for card in table if card[0] in {deal.trump, table[0][0]}), key=high)
        leader = (leader - 1 + table.index(best_card)) % deal.players + 1
        won[leader] += 1
        winner_of[number] = leader
        for card in table:
            if owners.pop(card, leader) != leader:
                return False
    return not owners and all_met(deal.tasks, winner_of, won, last)


def wants(task: Any, player: int, number: int, last: int, won: Counter[int]) -> bool:  # noqa: ANN401 - of two kinds
    """Whether this player still needs a trick with this number for a task."""
    if task.owner != player:
        return False
    if task.kind == "win_trick":
        return bool(number == (last if task.trick == "last" else task.trick))
    return bool(won[player] < task.at_least)


def all_met(tasks: Any, winner_of: dict[int, int], won: Counter[int], last: int) -> bool:  # noqa: ANN401
    return all(
        winner_of[last if task.trick == "last" else task.trick] == task.owner
        if task.kind == "win_trick"
        else won[task.owner] >= task.at_least
        for task in tasks
    )


def deals_of_players() -> Iterator[Crew]:
    for seed in range(250):
        players = 3 + seed % 3
        deal = RandomDeal(players=players, objectives=seed % 4).with_seed(seed)
        rng = random.Random(seed)
        tasks: list[dict[str, Any]] = [
            {"owner": 1 + rng.randrange(players), "kind": "win_trick", "trick": rng.choice((1, 2, 5, "last"))},
            {"owner": 1 + rng.randrange(players), "kind": "tricks", "at_least": rng.randint(1, 3)},
        ]
        yield deal.model_copy(update={"tasks": tasks[: rng.randrange(3)]})


def test_the_greedy_rule() -> None:
    found = [(wins(deal, greedy, random.Random(0)), greedily(deal), deal) for deal in deals_of_players()]
    assert all(one == other for one, other, _ in found), next(d.to_json() for one, other, d in found if one != other)
    assert 20 < sum(one for one, _, _ in found) < 200


@pytest.mark.parametrize(
    ("text", "played", "needed"),
    [
        ("a5 a9 b2 / a2 b9 b8; leader 1; 1 wins a9", "", "a9"),  # an own objective that is led
        ("a5 a9 b2 / a2 b9 b8; leader 1; 1 wins at least 1 of a9", "", "a9"),
        ("a3 b9 b2 / a1 a9 b8; leader 1; 2 wins a9", "a3", "a9"),  # or that beats the cards
        ("a3 b9 b2 / a1 a9 b8; leader 1; 2 wins a3", "a3", "a9"),
        ("a3 b9 b2 / a1 a9 b8; leader 1; 1 wins a3", "a3", ""),  # not the one of another player
        ("a3 a5 b2 b9 / a1 a4 b1 b3; leader 2; 1 wins at least 1 of a1 and at least 1 of b1", "a1", "a3 a5"),
        ("a3 a5 b2 b9 / a1 a4 b1 b3; leader 2; 1 wins at least 1 of b3 or at least 1 of a1", "a1", "a3 a5"),
        (
            "a9 a8 a7 b1 b2 / a1 a2 b7 b8 b9; leader 1; 1 wins at least 1 trick more than the others",
            "",
            "a9 a8 a7 b1 b2",
        ),
        ("a9 a8 a7 b1 b2 / a1 a2 b7 b8 b9; leader 1; 1 wins at least 1 trick more than the others", "a9 a1", ""),
        ("a9 b9 c1 / b1 c9 c8; leader 1; 2 wins at least 1 trick more than the leader", "a9 b1 b9", ""),
        ("a9 a8 c1 / a1 c9 c8; leader 1; 2 wins at least 1 trick fewer than the leader", "a9 a1 c1", ""),
        ("b9 c1 d9 d8 / b1 c9 d1 d2; leader 1; 1 wins at least 2 tricks in a row", "b9 b1 c1 c9 d1", "d9 d8"),
        ("b9 c1 d9 / b1 c9 d1; leader 1; 1 wins exactly 1 trick in a row", "b9 b1 c1 c9 d1", ""),
        ("a9 a8 c1 / a1 c9 c8; leader 1; 1 wins at most 0 tricks", "", ""),
        ("a9 a8 c1 / a1 c9 c8; leader 1; crew wins at least 1 trick with c9", "a8 a1 c1", "c9"),
        ("a9 a8 c1 / a1 c9 c8; leader 1; everybody wins at least 1 trick", "a9 a1", ""),
        ("a9 a8 c1 / a1 c9 c8; leader 1; everybody wins at least 1 trick", "a9 a1 c1", "c9 c8"),
        ("a9 c1 / a1 c9; leader 1; 2 wins the last trick", "a9", ""),
        ("a9 c1 / a1 c9; leader 1; 2 wins the last trick", "a9 a1 c1", "c9"),
        ("a9 a8 c1 / a1 c9 c8; leader 1; 1 wins at least 1 of c9", "a9 a1", ""),
    ],
)
def test_what_a_player_needs(text: str, played: str, needed: str) -> None:
    seen = Seen(parse_text(text))
    for card in played.split():
        seen.make(next(move for move in seen.legal if str(move) == card))
    assert [str(card) for card in seen.winning() if seen.needs(card)] == needed.split()


def test_nobody_may_take_the_goals_of_a_single_player() -> None:
    deal = parse_text("a1 a2; leader 1; anybody wins a1; assignment one_player_but_leader")
    assert not wins(deal, greedy, random.Random(0))
    assert wins(parse_text("a1 a2; leader 1; assignment one_player_but_leader"), greedy, random.Random(0))


def share_at_random(walk: Walk) -> Fraction:
    """The probability that uniformly random legal cards win, over all plays."""
    if walk.outcome.status != "open":
        return Fraction(walk.outcome.status == "won")
    total = Fraction(0)
    moves = walk.legal()
    for move in moves:
        walk.play(move)
        total += share_at_random(walk)
        walk.undo()
    return total / len(moves)


@pytest.mark.parametrize(
    "text",
    [
        "a1,4 b2 / a2 b1,4 / a3 b3,5; leader 1; 2 wins b3; 3 wins a2",
        "a1,2,4 b2 / a3 b1,3,4; leader 2; 1 wins a3; trump b",
        "a1,4 b2 / a2 b1,4; leader 1; 1 wins b1; passing left required",
    ],
)
def test_random_plays_win_as_often_as_they_must(text: str) -> None:
    deal = parse_text(text)
    share, number = float(share_at_random(Walk(deal))), 3_000
    assert 0.05 < share < 0.95
    rng = random.Random(7)
    won = sum(wins(deal, at_random, rng) for _ in range(number))
    assert abs(won - share * number) < 4 * sqrt(number * share * (1 - share)), (won, share)


@pytest.mark.parametrize("mode", [mode for mode in MODES if mode != "any"])
@pytest.mark.parametrize("goals", [1, 2, 3, 5])
def test_every_way_to_give_out_is_equally_likely(mode: Any, goals: int) -> None:  # noqa: ANN401 - a mode
    players, leader, number, rng = 3, 2, 3_000, random.Random(goals)
    seen = Counter(tuple(random_owners(mode, goals, players, leader, rng)) for _ in range(number))
    everything = [tuple(owner // players**k % players + 1 for k in range(goals)) for owner in range(players**goals)]
    allowed = [
        owners
        for owners in everything
        if fits(in_effect(mode, goals, players), [owners.count(player) for player in range(1, players + 1)], leader)
    ]
    assert {*seen} == {*allowed}
    expected = number / len(allowed)
    assert sum((seen[one] - expected) ** 2 / expected for one in allowed) < 2 * len(allowed) + 20


def test_what_is_given_out_stays_a_deal() -> None:
    """It reads as an instance, its cards and goals are the same, and nothing is open that has an owner."""
    for seed in range(40):
        for deal in (whole_crew(seed), *(choices_crew(seed, aim) for aim in AIMS)):
            if deal.played or deal.passed is not None:
                continue
            given = given_out(deal, random.Random(seed))
            assert Crew.model_validate(given.as_dict()).to_json() == given.to_json()
            assert (given.hands, [goal.id for goal in given.goals]) == (deal.hands, [goal.id for goal in deal.goals])
            assert deal.assignment == "any" or not given.free_goals
            kept = zip(deal.goals, given.goals, strict=True)
            assert all(before.owner in {None, after.owner} for before, after in kept)
            wins(deal, greedy, random.Random(seed))  # every play comes to an end, whatever the choices


def test_free_goals_of_anybody_are_not_given_out() -> None:
    deal = MissionDeal(mission=44, players=4).with_seed(1)
    assert given_out(deal, random.Random(0)).free_goals == deal.free_goals
