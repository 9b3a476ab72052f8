"""Options, fewest tricks, counting: against the oracle, the second opinion, and each other."""

from __future__ import annotations

import json
import time
from dataclasses import replace
from itertools import islice
from typing import TYPE_CHECKING, Any

import pytest

import crewsat
from crewsat.algorithms.crew.exhaustive import search
from crewsat.base.errors import BugFound, InvalidInstance, Stopped
from crewsat.engine.frontend import decide
from crewsat.games.cards import Card
from crewsat.games.crew.deals import RandomDeal
from crewsat.games.crew.moves import cards_of
from crewsat.games.crew.replaying import replay
from crewsat.games.crew.rules import Table
from crewsat.games.crew.text import parse_text
from crewsat.games.verdict import Verdict
from crewsat.questions.crew.answers import CrewAnswers
from crewsat.questions.frontend import options, winning_lines
from tests.support.chunks import chunks
from tests.support.positions import after_card, as_played, playable
from tests.support.random_instances import whole_crew
from tests.support.second_opinion import lines

if TYPE_CHECKING:
    from crewsat.engine.limits import Limits
    from crewsat.games.crew.instance import Crew
    from crewsat.games.crew.walk import Walk

HARD = RandomDeal(players=3, objectives=9).with_seed(0)


@pytest.mark.slow
@pytest.mark.parametrize("chunk", chunks(4))
def test_options_are_what_the_oracle_says_of_each_card(chunk: int) -> None:
    seen = {"yes": 0, "no": 0}
    for seed in range(chunk * 150, (chunk + 1) * 150):
        instance = whole_crew(seed, most_cards=9)
        found = options(instance)
        for option in found:
            expected = search(after_card(instance, option.player or 0, *cards_of([option.move]))) is not None
            assert (option.answer == "yes") == expected, (str(option.card), instance.to_json())
            seen[option.answer] += 1
            if option.play is not None:
                replay(instance, as_played(option.play))
        if found:
            assert (search(instance) is not None) == any(option.answer == "yes" for option in found)
    assert min(seen.values()) > 100


@pytest.mark.slow
def test_a_position_goes_on_with_every_choice() -> None:
    """Every card offered can be played, and no other one."""
    for seed in range(300):
        instance = whole_crew(seed, most_cards=9)
        offered = set(playable(instance))
        if not offered:
            continue
        for player, hand in enumerate(instance.hands, 1):
            for card in hand:
                turn = instance.leading is None or len(offered) == 0 or player == next(iter(offered))[0]
                try:
                    after_card(instance, player, card)
                    legal = turn
                except InvalidInstance:
                    legal = False
                assert ((player, card) in offered) == legal, instance.to_json()


def test_choices_of_a_play_that_is_over() -> None:
    assert playable(parse_text("a1 / b1")) == []
    assert playable(parse_text("a3 / -; leader 1; played a1 a2; 1 wins a3")) == []
    assert playable(parse_text("a3 / b2; leader 1; played a1 a2; 1 wins a1")) == []
    assert options(parse_text("a1 / b1")) == ()


def test_equal_cards_are_options_of_their_own() -> None:
    """The formula of `decide` plays equal neighbours in rank order; a player may want to play the higher one first."""
    found = options(parse_text("a1,2 / a3,4; leader 1; 2 wins a3"))
    assert [(str(option.card), option.answer) for option in found] == [("a1", "yes"), ("a2", "yes")]


def test_an_option_as_json() -> None:
    found = options(parse_text("a1,4 / a3,2; leader 1; 2 wins a1 a4"))
    assert [option.as_dict() for option in found] == [
        {"player": 1, "card": "a1", "answer": "no", "checked": "none"},
        {"player": 1, "card": "a4", "answer": "no", "checked": "none"},
    ]
    (won, _) = options(parse_text("a1,4 / a3,2; leader 1; 2 wins a1"))
    assert won.as_dict()["answer"] == "yes"
    assert won.as_dict()["play"][0]["completes"] == ["a1"]


@pytest.mark.slow
def test_options_have_limits() -> None:
    ways: list[tuple[dict[str, Any], str]] = [({"memory_limit": 0.1}, "memory"), ({"time_limit": 1e-9}, "time")]
    for limits, reason in ways:
        found = options(HARD, **limits)
        assert len(found) == len(playable(HARD))
        assert {(option.answer, option.reason) for option in found} == {("unknown", reason)}
        with pytest.raises(Stopped) as stopped:
            list(winning_lines(HARD, **limits))
        assert stopped.value.reason == reason
    assert {option.answer for option in options(HARD, memory_limit=None)} == {"no"}
    for ask in (options, winning_lines):
        with pytest.raises(ValueError, match="unknown solver 'magic'"):
            ask(HARD, solver="magic")
        with pytest.raises(ValueError, match="time_limit must be a positive number"):
            ask(HARD, time_limit=0)


def test_lines_count_towards_the_memory_limit() -> None:
    deal = RandomDeal(players=4, objectives=1).with_seed(1)
    lines = winning_lines(deal, memory_limit=15)
    with pytest.raises(Stopped) as stopped:
        list(lines)
    assert stopped.value.reason == "memory"


@pytest.mark.slow
@pytest.mark.parametrize("chunk", chunks(4))
def test_lines_are_all_lines(chunk: int) -> None:
    """Every line the brute force finds, and none twice."""
    many = 0
    for seed in range(chunk * 100, (chunk + 1) * 100):
        instance = whole_crew(seed, most_cards=7)
        expected = sorted([(leader, tuple(map(str, cards))) for leader, cards in line] for line in second(instance))
        if len(expected) > 200:
            continue
        found = [[(trick.leader, tuple(map(str, trick.cards))) for trick in line] for line in winning_lines(instance)]
        assert sorted(found) == expected, instance.to_json()
        many += len(expected) > 1
    assert many > 5


def second(instance: Crew) -> list[list[tuple[int, tuple[str, ...]]]]:
    return list(islice(lines(json.loads(instance.to_json())), 201))


@pytest.mark.slow
@pytest.mark.parametrize("chunk", chunks(4))
def test_the_fewest_tricks_are_proved(chunk: int) -> None:
    compared = 0
    for seed in range(chunk * 100, (chunk + 1) * 100):
        instance = whole_crew(seed, most_cards=7)
        verdict = decide(instance, fewest_tricks=True)
        all_lines = second(instance)
        if len(all_lines) > 200:
            continue
        assert (verdict.answer == "yes") == bool(all_lines), instance.to_json()
        if verdict.play:
            fewest = instance.finished + min(map(len, all_lines))
            assert verdict.fewest_tricks == (fewest, fewest), instance.to_json()
            assert instance.finished + len(verdict.play) == fewest
            compared += 1
        elif verdict.play == ():
            won_with = Table(instance).played
            assert verdict.fewest_tricks == (won_with, won_with)
        else:
            assert verdict.fewest_tricks is None
    assert compared > 15


def test_the_fewest_tricks_in_json_and_without_time() -> None:
    deal = RandomDeal(players=4, objectives=5, tokens=("1", "2", "omega")).with_seed(7)
    assert decide(deal, fewest_tricks=True).as_dict()["fewest_tricks"] == {
        "at_least": 8,
        "at_most": 8,
        "proved": True,
    }
    assert "fewest_tricks" not in decide(deal).as_dict()
    with pytest.raises(ValueError, match="does not look for the fewest tricks"):
        decide(deal, method="exhaustive", fewest_tricks=True)
    one_suit = parse_text("a9,7 / a1,2; 1 wins a9 a7")
    assert decide(one_suit, fewest_tricks=True).method == "cnf-tricks"


def test_what_was_won_in_the_past_is_not_won_later() -> None:
    deal = parse_text("a4 / a3; leader 1; played a1 a2 / b1 b2 / c1 c2; 2 wins a1")
    for method in ("auto", "cnf-tricks"):
        verdict = decide(deal, method=method, fewest_tricks=True)
        assert (verdict.play, verdict.fewest_tricks) == ((), (1, 1))


def test_what_is_found_is_replayed(monkeypatch: pytest.MonkeyPatch) -> None:
    from crewsat_encodings.crew.cnf.encoding import Encoding  # noqa: PLC0415

    deal = parse_text("a1,4 / a3,2; leader 1; 2 wins a1")
    monkeypatch.setattr(Encoding, "decode", lambda *_: [(1, (Card("a", 4), Card("a", 2)))])
    with pytest.raises(BugFound, match="a play was found that"):
        options(deal)
    with pytest.raises(BugFound, match="breaks the rules"):
        next(winning_lines(deal))
    monkeypatch.setattr(Encoding, "decode", lambda *_: [(1, (Card("a", 1), Card("a", 2)))])
    with pytest.raises(BugFound, match="a play was found that does not win"):
        options(deal)


def test_they_are_public() -> None:
    deal = crewsat.parse_text("a1,4 / a3,2; leader 1; 2 wins a1")
    assert [option.answer for option in crewsat.options(deal)] == ["yes", "yes"]
    assert len(list(crewsat.winning_lines(deal))) == 4
    assert crewsat.text_of(deal) == "a1,4 / a3,2; leader 1; 2 wins a1"


def test_a_hard_card_does_not_use_up_the_time_of_the_others(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is left after its share of the time, and asked about again when the others have been decided."""
    deal = parse_text("a1,4,5 / a3,2,6; leader 1; 2 wins a1")
    asked: list[tuple[Card, ...]] = []
    shares: list[float] = []

    def formula(_self: CrewAnswers, walk: Walk, limits: Limits) -> Verdict:
        first = walk.cards not in asked
        asked.append(walk.cards)
        shares.append((limits.deadline or 0.0) - time.monotonic())
        hard = first and walk.cards == (Card("a", 1),)
        verdict: Verdict = Verdict("unknown", "cnf-tricks", "none", "crew", reason="time")
        return verdict if hard else replace(verdict, answer="no", reason=None)

    monkeypatch.setattr(CrewAnswers, "_by_formula", formula)
    found = options(deal, time_limit=30)
    assert [option.answer for option in found] == ["no"] * 3
    assert [str(cards[0]) for cards in asked] == ["a1", "a4", "a5", "a1"]
    assert shares[0] < 11 < shares[1] < 16 < shares[2]
