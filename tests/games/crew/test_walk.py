"""A deal walked through card by card, against the second opinion, the referee, and itself on the way back."""

from __future__ import annotations

import copy
import json
import random
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from crewsat.algorithms.crew.past import decided_by_the_past
from crewsat.algorithms.result import NOT_APPLICABLE, Win
from crewsat.base.errors import IllegalPlay
from crewsat.games.cards import Card
from crewsat.games.crew.deals import RandomDeal
from crewsat.games.crew.instance import Crew
from crewsat.games.crew.moves import cards_of
from crewsat.games.crew.rules import Table
from crewsat.games.crew.text import parse_text
from crewsat.games.crew.walk import Walk
from tests.support.chunks import chunks
from tests.support.positions import playable
from tests.support.random_instances import whole_crew
from tests.support.second_opinion import succeeded
from tests.support.second_opinion_deal import read, tricks_and_table

if TYPE_CHECKING:
    from collections.abc import Iterator


def random_walk(deal: Crew, seed: int) -> Iterator[Walk]:
    """The same walk at every position on a random way to the end of the play."""
    walk, rng = Walk(deal), random.Random(seed)
    yield walk
    while legal := walk.legal():
        walk.play(rng.choice(legal))
        yield walk


def outcome_of(instance: Crew) -> str:
    """How a position stands, as the second opinion says."""
    deal = read(json.loads(instance.to_json()))
    tricks, _, table = tricks_and_table(deal)
    if any(succeeded(deal, tricks[:k]) for k in range(len(tricks) + 1)):
        return "won"
    return "over" if not all(deal.hands) and not table else "open"


def check(walk: Walk) -> None:
    """Compare a position with what others say of it."""
    instance = Crew(**json.loads(walk.instance.to_json()))
    assert instance == walk.instance
    assert walk.legal() == tuple(card for _, card in playable(instance)), walk.text
    status, past = outcome_of(instance), decided_by_the_past(instance)
    if walk.outcome.status == "open":
        assert (status, past) == ("open", NOT_APPLICABLE), walk.text
        assert walk.player == (next(iter(playable(instance)))[0] if instance.leading else None)
    elif walk.outcome.status == "won":
        assert status == "won", walk.text
        assert isinstance(past, Win)
        assert walk.completed == tuple(walk.completed)
    else:
        assert status != "won", walk.text
        with pytest.raises(IllegalPlay) as error:
            Table(instance).finish()
        assert (error.value.rule, error.value.message) == (walk.outcome.rule, walk.outcome.why)
    if walk.outcome.status != "lost":
        done = Table(instance).done
        assert sorted(walk.completed) == sorted(instance.objectives[k].id for k in done)
        assert [trick for trick in walk.tricks if trick.completes] == [
            walk.tricks[number - 1] for number in sorted(set(done.values()))
        ]
    for trick, claim in zip(walk.tricks, instance.past, strict=False):
        assert (trick.leader, trick.cards) == claim
    if walk.tricks and not walk.current:
        assert walk.leader == instance.leading == walk.tricks[-1].winner


def compare(seeds: range) -> dict[str, int]:
    """Walk random deals to their end and back; return how they ended."""
    ends = {"won": 0, "lost": 0}
    for seed in seeds:
        deal = whole_crew(seed, most_cards=9)
        copies = []
        for walk in random_walk(deal, seed):
            check(walk)
            copies.append(walk.copy())
        ends[walk.outcome.status] += 1
        for before in reversed(copies[:-1]):
            last = copies[len(walk.path)].path[-1]
            assert walk.undo() == last
            assert walk == before
            assert hash(walk) == hash(before)
            for name in ("player", "leader", "outcome", "tricks", "current", "completed", "text", "hands"):
                assert getattr(walk, name) == getattr(before, name), (name, walk.text)
            assert walk.legal() == before.legal()
            again = Walk(parse_text(before.text))
            assert (again, hash(again), again.legal()) == (walk, hash(walk), walk.legal())
    return ends


@pytest.mark.slow
@pytest.mark.parametrize("chunk", chunks(4))
def test_a_walk_is_what_the_others_say_forwards_and_backwards(chunk: int) -> None:
    ends = compare(range(chunk * 40, (chunk + 1) * 40))
    assert min(ends.values()) > 3


@pytest.mark.thorough
@pytest.mark.parametrize("chunk", range(20))
def test_twenty_thousand_walks_are_what_the_others_say(chunk: int) -> None:
    ends = compare(range(10_000 + chunk * 1000, 10_000 + (chunk + 1) * 1000))
    assert min(ends.values()) > 50


def walked(text: str, cards: str = "") -> Walk:
    walk = Walk(parse_text(text))
    for card in cards.split():
        walk.play(card)
    return walk


def test_a_game_by_hand() -> None:
    walk = Walk(parse_text("a3,1 / a2 b1; leader 2; 1 wins a2; 2 wins b1"))
    assert (walk.player, walk.legal(), str(walk.outcome)) == (2, (Card("a", 2), Card("b", 1)), "open")
    walk.play("a2")
    assert (walk.player, walk.current, walk.legal()) == (1, (Card("a", 2),), (Card("a", 3), Card("a", 1)))
    walk.play(Card("a", 3))
    assert (walk.player, walk.current, walk.completed) == (1, (), ("a2",))
    assert walk.text == "a1 / b1; leader 2; 1 wins a2; 2 wins b1; played a2 a3"
    walk.play("a1")
    walk.play("b1")
    assert str(walk.outcome) == "lost after 2 tricks: objective b1 of player 2 is won by player 1"
    assert (walk.outcome.number, walk.outcome.rule, walk.legal(), walk.player) == (2, "objective", (), None)
    assert [str(walk.undo()) for _ in range(4)] == ["b1", "a1", "a3", "a2"]
    assert walk.text == "a3,1 / a2 b1; leader 2; 1 wins a2; 2 wins b1"
    with pytest.raises(IndexError, match="no card has been played"):
        walk.undo()


@pytest.mark.parametrize(
    ("text", "cards", "card", "rule", "message", "where"),
    [
        ("a1 b1 / a2 b2; leader 1; 1 wins a1", "a1", "b2", "follow suit", "player 2 must follow suit a", (1, 2)),
        ("a1 b1 / a2 b2; leader 1; 1 wins a1", "", "a2", "hand", "player 1 does not hold a2", (1, 1)),
        ("a1 b1 / a2 b2; leader 1; 1 wins b1", "a1 a2 b2", "a1", "hand", "player 1 does not hold a1", (2, 1)),
        ("a1 b1 / a2 b2; 1 wins a1", "", "c9", "hand", "nobody holds c9", (1, None)),
        ("a1 b1 / a2 b2; 1 wins a1", "", "a", "claim", "'a' is not a valid card .*", (1, None)),
        (
            "a3 b1 / a2 b2; leader 1; 1 wins a3",
            "a3 a2",
            "b1",
            "end",
            "the play has succeeded already and is over",
            (2, None),
        ),
        ("a1 b1 / a2 b2; leader 1; 1 wins a1", "a1 a2", "b1", "end", "the play is lost and is over", (2, None)),
        ("a3 / a2 b1; leader 1; 1 wins b1", "a3 a2", "b1", "end", "the play is lost and is over", (2, None)),
    ],
)
def test_what_may_not_be_played_is_refused_and_changes_nothing(  # noqa: PLR0913, PLR0917 - what is expected
    text: str, cards: str, card: str, rule: str, message: str, where: tuple[int, int | None]
) -> None:
    walk = walked(text, cards)
    before = walk.copy()
    with pytest.raises(IllegalPlay, match=f"^trick {where[0]}: {message}$") as error:
        walk.play(card)
    assert (error.value.rule, error.value.trick) == (rule, where[0])
    assert error.value.player == where[1]
    assert (walk, walk.tricks, walk.current, walk.outcome) == (before, before.tricks, before.current, before.outcome)
    if before.path:
        assert walk.undo() == before.undo()
        assert walk.legal() == before.legal()


def test_the_first_card_says_who_leads_if_the_crew_may_choose() -> None:
    walk = Walk(parse_text("a1 b1 / a2 b2; 2 wins b1"))
    assert (walk.player, walk.leader) == (None, None)
    assert " ".join(map(str, walk.legal())) == "a1 b1 a2 b2"
    walk.play("b2")
    assert (walk.player, walk.leader, walk.legal()) == (1, 2, (Card("b", 1),))
    assert walk == Walk(parse_text("a1 b1 / a2; leader 2; 2 wins b1; played b2"))
    walk.undo()
    assert (walk.player, walk.leader) == (None, None)


def test_a_play_can_be_over_before_it_starts() -> None:
    lost = "objective a1 of player 1 is won by player 2"
    for text, outcome in (
        ("a1 / b1", "won after 0 tricks"),
        ("a1 / -; 1 wins a1", "lost after 0 tricks: the play ends after 0 tricks with open objectives: a1"),
        (
            "a3 / b2; leader 1; played a1 a2; 1 wins a1",
            f"lost after 1 trick: {lost}",
        ),
        ("a3 / b2; leader 1; played a2 a1 / b3 b1; 1 wins a1", "won after 1 trick"),
        ("a3 / b2; leader 1; played a2 a1 / b1; 2 wins b1", "open"),
    ):
        walk = Walk(parse_text(text))
        assert str(walk.outcome) == outcome
        assert bool(walk.legal()) == (outcome == "open")
        assert walk.instance is walk.start
        assert [trick.cards for trick in walk.tricks] == list(walk.start.played[: walk.start.finished])
        assert walk.current == walk.start.begun


def test_cards_of_a_published_deck_may_be_named_in_short() -> None:
    deal = RandomDeal(players=3, objectives=1, rules="planet-nine").with_seed(1)
    walk = Walk(deal)
    (card, *_) = cards_of(walk.legal())
    walk.play(f"{card.suit[0].upper()}{card.value}")
    assert walk.current == (card,)
    for text in ("p9-7", "p99", "q1", "p"):
        with pytest.raises(IllegalPlay) as error:
            walk.play(text)
        assert error.value.rule in {"claim", "hand"}


def test_walks_are_copied_and_compared_by_content() -> None:
    one, other = (walked("a1 b1 / a2 b2; leader 1; 1 wins b1", "a1") for _ in range(2))
    assert one == other
    assert len({one, other, one.copy(), copy.copy(one), copy.deepcopy(one)}) == 1
    other.play("a2")
    assert one != other
    assert one != "a1"
    assert one != walked("a1 b1 / a2 b2; leader 1; 1 wins a1", "a1")
    branch = one.copy()
    branch.play("a2")
    assert branch == other
    assert str(one) == one.text == "b1 / a2 b2; leader 1; 1 wins b1; played a1"
    assert repr(branch) == "<Walk 'b1 / b2; leader 1; 1 wins b1; played a1 a2', open>"


LONG = """
import resource, sys
import crewsat
from crewsat.games.naming import letters

suits, rest = int(sys.argv[1]), []
hands = [[(value, letters(k)) for k in range(suits) for value in range(player, 41, 4)] for player in (1, 2, 3, 4)]
deal = crewsat.Crew(hands=hands, leader=1, tasks=[{"owner": 1, "kind": "tricks", "at_most": 10 * suits}])
first = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
state, left = crewsat.State(deal), [list(reversed(hand)) for hand in deal.hands]
while state.outcome.status == "open":
    card = left[state.player - 1].pop()
    assert not state.current or state.legal()[0] == card
    state.play(card)
assert (state.outcome.status, len(state.path), len(state.tricks)) == ("won", 40 * suits, 10 * suits)
for _ in range(40 * suits):
    state.undo()
assert state == crewsat.State(deal) and not state.path and len(state.legal()) == 10 * suits
print((resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - first) * 1024 / (40 * suits))
"""


@pytest.mark.thorough
def test_a_million_cards_are_walked_to_the_end_and_back_in_memory_linear_in_them() -> None:
    sizes = {
        suits: float(
            subprocess.run([sys.executable, "-c", LONG, str(suits)], capture_output=True, text=True, check=True).stdout
        )
        for suits in (250, 2500, 25_000)
    }
    assert max(sizes.values()) < 1000, sizes  # bytes a card
