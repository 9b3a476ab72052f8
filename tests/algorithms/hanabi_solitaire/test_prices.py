"""Prices for room in the hand against exhaustive search, the table, and all choices of copies."""

from __future__ import annotations

import random
from collections import Counter
from itertools import accumulate, product
from typing import TYPE_CHECKING

import pytest

import crewsat
from crewsat.algorithms.hanabi_solitaire import prices
from crewsat.algorithms.hanabi_solitaire.copies import refuted
from crewsat.algorithms.hanabi_solitaire.prices import decide_by_prices, play_soon
from crewsat.algorithms.result import NOT_APPLICABLE, Refutation, Win
from crewsat.games.hanabi_solitaire.decks import RandomDeck
from crewsat.games.hanabi_solitaire.rules import play_until_success, replay
from crewsat.games.hanabi_solitaire.text import parse_text
from tests.support.chunks import sizes
from tests.support.hanabi_decks import small_deck, won
from tests.support.random_decks import medium_deck

if TYPE_CHECKING:
    from crewsat.games.hanabi_solitaire.instance import HanabiSolitaire


def said(instance: HanabiSolitaire, *, truth: bool) -> str:
    """What prices say, which must be the truth or nothing; a play must win."""
    decision = decide_by_prices(instance)
    if decision is NOT_APPLICABLE:
        return "nothing"
    assert isinstance(decision, Win if truth else Refutation), (decision, instance.to_json())
    if isinstance(decision, Refutation):
        return "no"
    replay(instance, decision.play)
    return "yes"


@pytest.mark.slow
def test_prices_and_search_agree() -> None:
    answers = Counter(said(instance, truth=won(instance)) for instance in map(small_deck, range(40_000, 44_000)))
    assert min(answers["yes"], answers["no"]) > 600, answers


@pytest.mark.slow
@pytest.mark.parametrize("number", sizes(60, 120))
def test_prices_and_formula_agree_on_larger_decks(number: int) -> None:
    """Decks of 150 cards near the edge: nearly all are decided, and some are refuted that nothing else refutes."""
    answers: Counter[str] = Counter()
    for seed in range(500_000, 500_000 + number):
        instance = RandomDeck(colours=5, values=10, copies=(3,), hand_size=5 + seed % 3).with_seed(seed)
        open_before = refuted(instance) is None
        told = said(instance, truth=crewsat.decide(instance, method="cnf-copies").answer == "yes")
        answers[f"{told}, open before" if open_before else told] += 1
    assert answers["nothing, open before"] < number // 5 + 1, answers
    assert min(answers["no, open before"], answers["yes, open before"]) > number // 12, answers


def cost_of(draws: tuple[int, ...], price: list[int]) -> int:
    """What a choice of copies costs, card by card and draw by draw."""
    total = played = 0
    for draw in draws:
        total += sum(price[draw:played])
        played = max(played, draw)
    return total


def test_the_cheapest_choice_of_a_colour_is_the_cheapest() -> None:
    for seed in range(400):
        rng = random.Random(seed)
        numbers = [rng.randint(1, 3) for _ in range(rng.randint(1, 5))]
        order = rng.sample(range(1, 20), sum(numbers))
        cards = [sorted(order.pop() for _ in range(number)) for number in numbers]
        price = [rng.choice((0, 0, 1, 2, 5)) for _ in range(21)]
        cost, draws = prices._cheapest(cards, list(accumulate(price, initial=0)))
        assert cost == cost_of(tuple(draws), price) == min(cost_of(one, price) for one in product(*cards)), seed


def test_a_player_says_yes_or_nothing() -> None:
    told = [play_soon(medium_deck(seed)) for seed in range(60)]
    assert not any(isinstance(decision, Refutation) for decision in told)
    assert sum(isinstance(decision, Win) for decision in told) > 10


def test_a_missing_card_is_not_looked_for_and_nothing_to_play_is_won() -> None:
    assert decide_by_prices(parse_text("hanabi solitaire; hand 3; deck a1,2,4,3; values 9")) is NOT_APPLICABLE
    assert decide_by_prices(parse_text("hanabi solitaire; hand 0; deck -")) == Win([])
    assert decide_by_prices(parse_text("hanabi solitaire; hand 0; deck a1")) != NOT_APPLICABLE


def test_reasons() -> None:
    """After draws 1 to 5 the 3 and the 2 of a wait for 5 and 4 draws, those of b for 2 and 1."""
    even = decide_by_prices(parse_text("hanabi solitaire; hand 1; deck a3,2 b3,2,1 a1"))
    assert even == Refutation(
        "whichever copies are used, cards wait in at least 12 places after draws 1 to 5 and a hand of 1 card has 5"
    )
    weighted = decide_by_prices(RandomDeck(colours=5, values=10, copies=(3,), hand_size=5).with_seed(7_004))
    assert isinstance(weighted, Refutation)
    assert ", some draws counting more than others," in weighted.because


def test_auto_asks_the_player_first_and_prices_before_tables_and_formulas(monkeypatch: pytest.MonkeyPatch) -> None:
    assert crewsat.decide(RandomDeck(hand_size=8).with_seed(1)).method == "player"
    edge = RandomDeck(colours=5, values=10, copies=(3,), hand_size=6)
    methods = Counter(crewsat.decide(edge.with_seed(seed)).method for seed in range(7_000, 7_020))
    assert methods["prices"] > 2, methods
    monkeypatch.setattr(prices, "WORK", 0)
    assert isinstance(decide_by_prices(parse_text("hanabi solitaire; hand 2; deck a3,2,1")), Win)  # in one round


def test_a_large_deck_with_room_is_played_without_a_formula() -> None:
    deck = RandomDeck(colours=50, values=50, copies=(4,), hand_size=600).with_seed(1)
    verdict = crewsat.decide(deck)
    assert (verdict.answer, verdict.method) == ("yes", "player")
    assert verdict.play is not None
    assert play_until_success(deck, verdict.play)
