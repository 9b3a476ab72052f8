"""The referee, rule by rule, with the cases other solvers of The Crew got wrong."""

from __future__ import annotations

import pickle

import pytest

from crewsat.base.errors import IllegalPlay
from crewsat.games.cards import Card
from crewsat.games.crew.instance import Crew
from crewsat.games.crew.replaying import play_until_success, replay
from crewsat.games.crew.rules import RULES
from crewsat.games.crew.tricks import Trick, legal_cards, winner_of


def cards(text: str) -> tuple[Card, ...]:
    return tuple(Card.parse(word) for word in text.split())


@pytest.mark.parametrize(
    ("leader", "played", "trump", "winner"),
    [
        (1, "a1", None, 1),
        (1, "a1 a2 a3", None, 3),
        (2, "a3 a2 a1", None, 2),
        (3, "a1 a2 a3", None, 2),
        (1, "a5 b9 a6", None, 3),
        (1, "a5 b9 c9", None, 1),
        (2, "a9 t1 a8", "t", 3),  # a trump beats a led card of higher value
        (1, "a9 t2 t3", "t", 3),
        (1, "a9 t3 t2", "t", 2),
        (1, "t1 a9 t2", "t", 3),  # a trump may be led
        (1, "t2 a9 a8", "t", 1),
        (1, "a2 a9 a8", "t", 2),
    ],
)
def test_who_wins(leader: int, played: str, trump: str | None, winner: int) -> None:
    assert winner_of(leader, cards(played), trump) == winner


def test_a_trump_does_not_release_from_following_suit() -> None:
    hand = cards("a1 t4 b2")
    assert legal_cards(hand, "a") == list(cards("a1"))
    assert legal_cards(hand, "c") == list(hand)
    assert legal_cards(hand, None) == list(hand)


DEAL = Crew(
    hands=[["a5", "b1", "t1"], ["a2", "b3", "c1"], ["a9", "c2", "c3"]],
    leader=1,
    trump="t",
    objectives=[{"card": "a2", "owner": 3}, {"card": "c2", "owner": 1, "after": ["a2"]}],
)


def play(*tricks: str) -> list[tuple[int, tuple[Card, ...]]]:
    """Tricks written as ``"1: a5 a2 a9"``."""
    out = []
    for trick in tricks:
        leader, _, rest = trick.partition(":")
        out.append((int(leader), cards(rest)))
    return out


WON = play("1: a5 a2 a9", "3: c2 t1 c1")


def test_a_play_is_annotated() -> None:
    first, second = replay(DEAL, WON)
    assert first == Trick(1, cards("a5 a2 a9"), 3, ("a2",))
    assert (second.winner, second.completes) == (1, ("c2",))
    assert second.as_dict() == {"leader": 3, "cards": ["c2", "t1", "c1"], "winner": 1, "completes": ["c2"]}


@pytest.mark.parametrize(
    ("tricks", "rule", "trick", "player", "words"),
    [
        (["2: a2 a9 a5"], "lead", 1, 2, "player 2 cannot lead, player 1 does"),
        (["4: a2 a9 a5"], "lead", 1, 4, "no player 4"),
        (["0: a2 a9 a5"], "lead", 1, 0, "no player 0"),
        (["1: a5 a2 a9", "1: b1 b3 c2"], "lead", 2, 1, "the winner of the last trick leads"),
        (["1: a5 a2"], "one card each", 1, None, "2 cards for 3 players"),
        (["1: a5 a2 a9 a5"], "one card each", 1, None, "4 cards"),
        (["1: "], "one card each", 1, None, "0 cards"),
        (["1: a5 a7 a9"], "hand", 1, 2, "player 2 does not hold a7"),
        (["1: a5 a9 a2"], "hand", 1, 2, "player 2 does not hold a9"),
        (["1: a5 a2 a9", "3: a9 t1 c1"], "hand", 2, 3, "player 3 does not hold a9"),
        (["1: a5 b3 a9"], "follow suit", 1, 2, "player 2 must follow suit a"),
        (["1: t1 a2 a9"], "objective", 1, 1, "objective a2 of player 3 is won by player 1"),
        (["1: t1 c1 c2"], "order", 1, 1, "objective a2 must be completed before c2"),
        (["1: a5 a2 a9"], "end", None, None, "open objectives: c2"),
        ([], "end", None, None, "open objectives: a2 and c2"),
        (["1: a5 a2 a9", "3: c2 t1 c1", "1: b1 b3 c3"], "end", 3, None, "is over"),
    ],
)
def test_what_is_illegal(tricks: list[str], rule: str, trick: int | None, player: int | None, words: str) -> None:
    with pytest.raises(IllegalPlay) as error:
        replay(DEAL, play(*tricks))
    assert (error.value.rule, error.value.trick, error.value.player) == (rule, trick, player)
    assert words in str(error.value)
    assert rule in RULES
    again = pickle.loads(pickle.dumps(error.value))  # noqa: S301 - our own
    assert (str(again), again.rule, again.trick, again.player) == (str(error.value), rule, trick, player)


def test_tricks_after_success_are_left_out_on_request() -> None:
    assert len(play_until_success(DEAL, [*WON, *play("1: b1 b3 c3")])) == 2


def test_the_play_is_over_when_a_hand_is_empty() -> None:
    deal = Crew(hands=[["a1", "a2"], ["a3"]], leader=2, objectives=[{"card": "a2", "owner": 1}])
    with pytest.raises(IllegalPlay, match="player 2 has no card left"):
        replay(deal, play("2: a3 a1", "2: a2"))


@pytest.mark.parametrize("same_trick", ["in_order", "violates"])
def test_both_readings_of_one_trick(same_trick: str) -> None:
    deal = Crew(
        hands=[["a1"], ["a2"]],
        objectives=[{"card": "a1", "owner": 2}, {"card": "a2", "owner": 2, "after": ["a1"]}],
        same_trick=same_trick,  # type: ignore[arg-type]
    )
    if same_trick == "in_order":
        assert replay(deal, play("1: a1 a2"))[0].completes == ("a1", "a2")
    else:
        with pytest.raises(IllegalPlay, match="a1 must be completed before a2"):
            replay(deal, play("1: a1 a2"))


def test_nothing_to_do_is_done_at_once() -> None:
    assert replay(Crew(hands=[[], []]), []) == ()
    with pytest.raises(IllegalPlay, match="succeeded already"):
        replay(Crew(hands=[["a1"]]), play("1: a1"))
