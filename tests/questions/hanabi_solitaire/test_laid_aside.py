"""Cards laid aside: the deck with copies put in, against a referee of the game in which they take no room."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import pytest

import crewsat
from crewsat.algorithms.hanabi_solitaire.exhaustive import search
from crewsat.games.cards import Card
from crewsat.games.hanabi_solitaire.decks import RandomDeck
from crewsat.games.hanabi_solitaire.instance import HanabiSolitaire
from crewsat.questions.hanabi_solitaire.laid_aside import laid_aside
from tests.support.chunks import sizes
from tests.support.hanabi_beside import won_beside
from tests.support.random_decks import small_deck

if TYPE_CHECKING:
    from collections.abc import Callable, Collection

    LaidAside = Callable[[HanabiSolitaire, Collection[Card]], HanabiSolitaire]


def some_aside(seed: int, most_cards: int = 6) -> tuple[HanabiSolitaire, set[Card]]:
    """A tiny deck, a small hand, and some of the cards; they help one deck in ten or so."""
    instance = small_deck(seed, most_cards=most_cards)
    rng = random.Random(seed)
    share = rng.choice((0.3, 0.6, 0.9))
    aside = {card for card in sorted(instance.copies) if rng.random() < share}
    return instance.model_copy(update={"hand_size": rng.choice((0, 0, 1, 1, 2))}), aside


def wrong_with(made_by: LaidAside, seed: int, most_cards: int = 6) -> bool:
    instance, aside = some_aside(seed, most_cards)
    return (crewsat.decide(made_by(instance, aside)).answer == "yes") != won_beside(instance, aside)


@pytest.mark.slow
@pytest.mark.parametrize("number", sizes(250, 1_000))
def test_it_is_won_iff_the_deck_is_when_these_cards_take_no_room(number: int) -> None:
    helped = 0
    for seed in range(number):
        instance, aside = some_aside(seed)
        assert not wrong_with(laid_aside, seed), (instance.to_json(), sorted(aside))
        helped += won_beside(instance, aside) and search(instance) is None
    assert helped >= number // 20


@pytest.mark.thorough
@pytest.mark.parametrize("chunk", range(20))
def test_the_same_fifty_thousand_times(chunk: int) -> None:
    for seed in range(80_000_000 + 2_500 * chunk, 80_000_000 + 2_500 * (chunk + 1)):
        assert not wrong_with(laid_aside, seed, 8), some_aside(seed, 8)


@pytest.mark.slow
def test_the_referee_is_that_of_the_game_if_nothing_is_laid_aside() -> None:
    for seed in range(200):
        instance = small_deck(seed, most_cards=6)
        assert won_beside(instance, ()) == (search(instance) is not None), instance.to_json()
        assert won_beside(instance, set(instance.copies)) == (instance.missing is None)


def nothing_comes_again(instance: HanabiSolitaire, _: Collection[Card]) -> HanabiSolitaire:
    return instance


def cards_come_again_before_they_came(instance: HanabiSolitaire, cards: Collection[Card]) -> HanabiSolitaire:
    deck = [c for card in instance.deck for c in (card, *sorted(a for a in cards if a.suit == card.suit))]
    return HanabiSolitaire(
        deck=deck, hand_size=instance.hand_size, values=instance.highest, colours=instance.colours_in_order
    )


def cards_come_again_in_falling_order(instance: HanabiSolitaire, cards: Collection[Card]) -> HanabiSolitaire:
    come: set[Card] = set()
    deck: list[Card] = []
    for card in instance.deck:
        come |= {card} & set(cards)
        deck += [card, *sorted((a for a in come if a.suit == card.suit and a > card), reverse=True)]
    return HanabiSolitaire(
        deck=deck, hand_size=instance.hand_size, values=instance.highest, colours=instance.colours_in_order
    )


@pytest.mark.slow
@pytest.mark.parametrize(
    "made_by", [nothing_comes_again, cards_come_again_before_they_came, cards_come_again_in_falling_order]
)
def test_mistakes_are_noticed(made_by: LaidAside) -> None:
    assert any(wrong_with(made_by, seed, 7) for seed in range(900))


def test_the_deck_stays_small() -> None:
    instance = RandomDeck(20, 20, (5,), 30).with_seed(1)
    assert laid_aside(instance, set(instance.copies)).size <= 20 * instance.size
    assert laid_aside(instance, ()).deck == instance.deck
    nothing = HanabiSolitaire(deck=[], hand_size=0)
    assert laid_aside(nothing, {Card("a", 1)}).deck == ()
