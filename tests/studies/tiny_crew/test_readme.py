"""What the README of Tiny Crew promises (paper 002), sentence by sentence, and the mistakes of its public code.

Each test has the sentences that it holds the game to as its mark `says`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

import crewsat
from crewsat.games.cards import cards_of_text
from crewsat.studies.tiny_crew import rules
from crewsat.studies.tiny_crew.rules import Play
from crewsat.tiny_crew import TinyCrew

if TYPE_CHECKING:
    from collections.abc import Callable

GAME = TinyCrew()
DEAL = ("red3 red1 blue1 submarine1", "red2 blue2 green1 submarine3", "blue3 green2 green3 submarine2")

SENTENCES: dict[str, str] = {}
"""Every sentence about the game, and the test that holds it."""


def says(*sentences: str) -> Callable[[Callable[..., None]], Callable[..., None]]:
    def keep(test: Callable[..., None]) -> Callable[..., None]:
        SENTENCES.update(dict.fromkeys(sentences, test.__name__))
        return test

    return keep


def codes(cards: str) -> list[int]:
    return [GAME.rules.code(card) for card in cards_of_text(cards)]


def dealt(*hands: str, game: TinyCrew = GAME) -> Play:
    return Play(game.rules, [sum(1 << code for code in codes(hand)) for hand in hands])


def played(play: Play, cards: str) -> Play:
    for code in codes(cards):
        assert play.won is None
        assert code in play.legal()
        play.play(code)
    return play


@says(
    "Players: 3 players (fixed)",
    "Color cards: values 1-3 in 3 colors (red, blue, green) = 9 cards",
    "Submarine cards: 3 submarines (values 1, 2, 3)",
    "Total: 12 cards",
    "All cards are dealt to players (no leftover cards)",
    "Tasks: 2 simplified tasks per mission",
)
def test_setup() -> None:
    assert " ".join(map(str, GAME.deck.cards)) == (
        "red1 red2 red3 blue1 blue2 blue3 green1 green2 green3 submarine1 submarine2 submarine3"
    )
    deal = GAME.random_deal(1)
    assert [len(hand) for hand in deal.hands] == [4, 4, 4]
    assert set().union(*deal.hands) == set(GAME.deck.cards)
    assert len(deal.objectives) + len(deal.tasks) == 2
    assert crewsat.decide(deal).answer in {"yes", "no"}


@says("color_idx * 3 + value - 1 (0-8)", "Red: 0-2, Blue: 3-5, Green: 6-8", "9 + value - 1 (9-11)")
def test_actions() -> None:
    assert codes("red1 red3 blue1 blue3 green1 green3 submarine1 submarine3") == [0, 2, 3, 5, 6, 8, 9, 11]


@says(
    "Tasks are assigned to players at the start",
    "Win a trick with the highest red card",
    "Win exactly 1 blue card",
    "Sequential assignment instead of captain-based selection",
)
def test_tasks() -> None:
    deal = GAME.random_deal(1)
    assert [(one.owner, str(one.card)) for one in deal.objectives] == [(1, "red3")]
    assert [(one.owner, one.words()) for one in deal.tasks] == [(2, "exactly 1 of blue1,2,3")]


@says(
    "Players take turns playing one card",
    "First player leads the trick",
    "Subsequent tricks are led by the winner of the previous trick",
    "Winner: Highest card of the leading suit",
)
def test_order_of_play() -> None:
    play = dealt(*DEAL)
    turns = []
    for code in codes("blue1 blue2 blue3"):
        turns.append(play.player)
        play.play(code)
    assert (turns, play.player, play.leader) == ([0, 1, 2], 2, 2)


@says("captain leads first trick")
def test_the_captain_leads_if_asked_for() -> None:
    """An option, as "First player leads the trick" says otherwise."""
    assert dealt(*DEAL).player == 0
    assert dealt(*DEAL, game=TinyCrew(leader="captain")).player == 1


@says(
    "Follow Suit Rule: Must play a card of the same color as the lead card if possible",
    "If no card of that color, any card may be played",
)
def test_following_suit() -> None:
    assert played(dealt(*DEAL), "blue1").legal() == codes("blue2")
    assert played(dealt(*DEAL), "red1 red2").legal() == codes("blue3 green2 green3 submarine2")
    assert played(dealt(*DEAL), "submarine1").legal() == codes("submarine3")


@says(
    "Act as trump cards and always win (unless multiple submarines, then highest wins)",
    "Exception: Submarine cards trump color cards",
)
@pytest.mark.parametrize(
    ("cards", "winner", "mistake"),
    [
        ("red1 submarine3 submarine2", 1, ""),
        ("red1 submarine1 submarine3", 2, "the first of two submarines wins"),
        ("red1 submarine1 red2", 1, "a card of the led suit beats a submarine played before it"),
        ("submarine1 submarine3 submarine2", 1, ""),
        ("red1 blue3 green3", 0, ""),
    ],
)
def test_submarines(cards: str, winner: int, mistake: str) -> None:
    """The public code is wrong in two of these."""
    assert GAME.rules.winner(0, codes(cards)) == winner, mistake


@says(
    '"Win highest red card" completes when player wins a trick containing red 3',
    "Winner takes all cards from the trick",
)
def test_the_winner_is_credited_and_not_who_played_last() -> None:
    """The public code asks who played the last card of the trick."""
    assert played(dealt(*DEAL), "red3 red2 green2").goals.done == 1
    last_but_lost = ("red1,2 blue1,2", "red3 blue3 green1,2", "green3 submarine1,2,3")
    assert played(dealt(*last_but_lost, game=TinyCrew(tasks="3 wins red3")), "red1 red3 green3").won is False


@says("Tasks are checked after each trick", "A task is completed when its conditions are met")
def test_tasks_are_checked_after_each_trick() -> None:
    play = played(dealt(*DEAL, game=TinyCrew(tasks="1 wins red3; 3 wins at least 1 trick")), "red3 red2 green2")
    assert (play.won, play.goals.done) == (None, 1)
    assert played(play, "blue1 blue2 blue3").won is True


@says(
    "Win: All tasks completed → All players receive +1 reward",
    "Loss: Game ends without completing all tasks → All players receive 0 reward",
)
@pytest.mark.parametrize(("judged", "won"), [("end", False), ("when_reached", True)])
def test_exactly_one_is_judged_at_the_end_or_when_it_is_reached(judged: str, won: bool) -> None:
    """Player 2 wins one blue card, then another: the README does not say whether that is a win."""
    game = TinyCrew(judged=judged)  # type: ignore[arg-type]
    play = dealt("red3 blue1,2,3", "red1 red2 submarine1,3", "green1,2,3 submarine2", game=game)
    play = played(play, "red3 red1 green1 blue1 submarine1 green2")
    assert play.won is (True if won else None)
    if not won:
        assert played(play, "submarine3 submarine2 blue2").won is False


@says(
    "hand:Card1,Card2,...|tasks:task1,task2,...|trick:P0:Card,P1:Card,...|last_winner:P0",
    "Their own hand",
    "Tasks assigned to them",
    "Current trick (all cards played so far)",
    "Last trick winner (for turn order)",
)
def test_information_state() -> None:
    play = played(dealt(*DEAL), "red3 red2")
    assert play.state_text(2, perfect=False) == (
        "hand:blue3,green2,green3,submarine2|tasks:|trick:P0:red3,P1:red2|last_winner:"
    )
    play = played(play, "green2 red1")
    assert play.state_text(1, perfect=False) == (
        "hand:blue2,green1,submarine3|tasks:exactly 1 of blue1 blue2 blue3|trick:P0:red1|last_winner:P0"
    )
    assert play.state_text(0, perfect=True).endswith("|last_winner:P0|past:P0:red3,P1:red2,P2:green2")


def test_equal_tasks_name_the_player() -> None:
    game = TinyCrew(tasks="1 wins red3")
    assert dealt(*DEAL, game=game).state_text(2, perfect=False).startswith("player:P2|hand:")


def test_what_is_known_of_tricks_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rules, "MOST_KNOWN", 2)
    game = TinyCrew(tasks="1 wins red3; 3 wins at least 1 trick")
    for _ in range(3):
        play = played(played(dealt(*DEAL, game=game), "red3 red2 green2"), "blue1 blue2 blue3")
        assert play.won is True
        assert 0 < len(game.rules._after) <= 2


@pytest.mark.parametrize(
    ("tasks", "same"),
    [
        (" 1  wins red3 ;; 2 wins exactly 1 of blue1 blue2,3 ; ", True),
        ("2 wins exactly 1 of blue1,2,3; 1 wins red3", True),
        ("1 wins red3; 2 wins exactly 1 of blue1,2", False),
    ],
)
def test_tasks_are_written_as_in_deals(tasks: str, *, same: bool) -> None:
    assert TinyCrew(tasks=tasks).is_same(GAME) is same


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"tasks": "1 wins red3; 2 wins pink9"}, "tasks: 'pink9'|tasks: clause 2|pink9"),
        ({"tasks": "1 wins red3; what"}, "tasks: 'what' is not valid"),
        ({"tasks": " ; "}, "tasks: ' ; ' is not valid"),
        ({"tasks": '1 wins red3[id="x]'}, "tasks: .*a name in quotes does not end"),
        ({"tasks": "1 wins red3; 2 wins some blue"}, "tasks: 'some' is not a valid card"),
        ({"colours": 0, "values": 10**9}, "so many cards|cannot be dealt"),
        ({"colours": 10**60}, "so many cards cannot be dealt; allowed: 3, 6"),
        ({"colours": True}, "colours must be a whole number from 0, not True"),
        ({"values": 2.5}, "values must be a whole number from 0, not 2.5"),
        ({"submarines": "3"}, "submarines must be a whole number from 0, not '3'"),
        ({"leader": True}, "leader 'True' is not valid; allowed: 1, 2, 3, captain"),
    ],
)
def test_games_that_are_refused(options: dict[str, Any], words: str) -> None:
    with pytest.raises(crewsat.WrongOption, match=words):
        TinyCrew(**options)


def test_every_sentence_of_the_rules_is_held() -> None:
    assert len(SENTENCES) == 33
    assert {name for name in SENTENCES.values() if name not in globals()} == set()
