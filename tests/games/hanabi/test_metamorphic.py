"""Games of Hanabi changed so that the answer must stay, or must not become worse; decided by the formula."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

import crewsat
from crewsat.games.cards import Card
from crewsat.games.hanabi.decks import RandomGame
from crewsat.games.hanabi.instance import Hanabi, OwnVariant
from crewsat.games.hanabi.rules import Table
from tests.support.chunks import few_of, sizes
from tests.support.hanabi_games import small_game

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

GAMES = 150
ORDER = ("no", "yes")


def answer(game: Hanabi) -> str:
    """What the formula says, or what has been done already."""
    verdict = crewsat.decide(game, method="cnf-steps")
    assert verdict.answer in ORDER, game.to_json()
    if verdict.play is not None:
        crewsat.verify(game, verdict.play)
    return verdict.answer


def mapped(game: Hanabi, card: Callable[[Card], Card], **changes: Any) -> Hanabi:  # noqa: ANN401
    """The game with other cards, in the deck and in actions; clues say whatever is legal."""
    actions = []
    for action in game.as_dict().get("actions", ()):
        if action["action"] == "clue":
            actions.append({"action": "clue"})
        else:
            actions.append({**action, "card": str(card(Card.parse(action["card"])))})
    fields = {name: getattr(game, name) for name in game.given()}
    return Hanabi(**{**fields, "deck": [card(one) for one in game.deck], "actions": actions, **changes})


def own(game: Hanabi) -> dict[str, Any]:
    assert isinstance(game.variant, OwnVariant)
    return game.variant.model_dump()


def suits_renamed(game: Hanabi, rng: random.Random) -> Iterator[Hanabi]:
    """Other names, and the suits in another order."""
    variant = own(game)
    names = [suit["name"] for suit in variant["suits"]]
    others = dict(zip(names, rng.sample(["x", "y-z", "7", "reversed", "a"], len(names)), strict=True))
    suits = [{**suit, "name": others[suit["name"]]} for suit in variant["suits"]]
    rng.shuffle(suits)
    yield mapped(game, lambda card: Card(others[card.suit], card.value), variant={**variant, "suits": suits})


def values_turned_round(game: Hanabi, rng: random.Random) -> Iterator[Hanabi]:
    """A suit played in the other direction, its values turned round with their copies."""
    variant = own(game)
    number = rng.randrange(len(variant["suits"]))
    suit = variant["suits"][number]
    highest = len(suit["copies"])
    turned = {**suit, "copies": suit["copies"][::-1], "reversed": not suit.get("reversed", False)}
    suits = [*variant["suits"][:number], turned, *variant["suits"][number + 1 :]]

    def card(one: Card) -> Card:
        return Card(one.suit, highest + 1 - one.value) if one.suit == suit["name"] else one

    yield mapped(game, card, variant={**variant, "suits": suits})


def hands_in_another_order(game: Hanabi, rng: random.Random) -> Iterator[Hanabi]:
    """The cards that a player is dealt come in another order."""
    size, deck = game.cards_in_hand, list(game.deck)
    for player in range(game.players):
        hand = deck[player * size : (player + 1) * size]
        rng.shuffle(hand)
        deck[player * size : (player + 1) * size] = hand
    if tuple(deck) != game.deck:
        yield game.model_copy(
            update={
                "deck": deck,
                "actions": [{**one.as_dict(), "copy": 1} if one.card else one.as_dict() for one in game.actions],
            }
        )


SAME = (suits_renamed, values_turned_round, hands_in_another_order)


@pytest.mark.slow
@pytest.mark.parametrize("number", sizes(GAMES // 2, GAMES))
@pytest.mark.parametrize("relation", SAME)
def test_the_answer_stays(relation: Callable[[Hanabi, random.Random], Iterator[Hanabi]], number: int) -> None:
    applied, answers = 0, set()
    for seed in range(number):
        game = small_game(5_000 + seed)
        for other in relation(game, random.Random(seed)):
            assert answer(game) == answer(other), (game.to_json(), other.to_json())
            answers.add(answer(game))
            applied += 1
    assert applied > number // 12
    assert answers == {"yes", "no"}


def with_each_copy(game: Hanabi, rng: random.Random) -> list[Hanabi]:
    """The game gone on until somebody holds two cards that are alike, and then with either of them gone."""
    table = Table.after_actions(game)
    while legal := list(table.legal()):
        hand = [game.deck[number] for number in table.hands[table.turn - 1]]
        twice = [one for one in legal if one.source == "hand" and one.card in hand and hand.count(one.card) > 1]
        if twice:
            action = rng.choice(twice)
            both = (replace(action, copy=copy) for copy in (1, 2))
            return [game.model_copy(update={"actions": (*table.actions, one)}) for one in both]
        table.do(rng.choice(legal))
    return []


@pytest.mark.slow
def test_either_of_two_cards_that_are_alike_may_go() -> None:
    applied, answers = 0, set()
    for seed in range(GAMES * 2):
        both = with_each_copy(small_game(9_000 + seed), random.Random(seed))
        found = {answer(one) for one in both}
        assert len(found) <= 1, both
        answers |= found
        applied += len(found)
    assert applied > 12
    assert answers == {"yes", "no"}


@pytest.mark.slow
@pytest.mark.parametrize("number", sizes(GAMES // 2, GAMES * 2))
@pytest.mark.parametrize("more", ["clue_tokens", "strikes"])
def test_one_more_never_hurts(more: str, number: int) -> None:
    """What has been done stays legal: the number of tokens that are missing is the same."""
    gained = 0
    for seed in range(number):
        game = small_game(6_000 + seed)
        richer = game.model_copy(update={more: getattr(game, more) + 1})
        before, after = answer(game), answer(richer)
        assert ORDER.index(before) <= ORDER.index(after), game.to_json()
        gained += before != after
    assert gained > number // 150


@pytest.mark.slow
def test_a_higher_target_is_never_easier() -> None:
    falls = 0
    for seed in range(60):
        game = small_game(7_000 + seed)
        points = range(game.most_points + 1)
        answers = [answer(game.model_copy(update={"target": target})) for target in points]
        assert answers == sorted(answers, key=ORDER.index, reverse=True), game.to_json()
        falls += len(set(answers)) == 2
    assert falls > 20


@pytest.mark.slow
def test_a_play_that_wins_keeps_winning_when_it_is_appended() -> None:
    """After each action of a winning play the rest still wins; after every other action at most what was possible."""
    for seed in range(60):
        game = small_game(8_000 + seed)
        verdict = crewsat.decide(game, method="cnf-steps")
        play = verdict.play or ()
        for number in range(len(play) + 1) if verdict.answer == "yes" else ():
            rest = game.model_copy(update={"actions": (*game.actions, *play[:number])})
            assert answer(rest) == "yes", rest.to_json()
            crewsat.verify(rest, play[number:])
        if verdict.answer == "no":
            for action in Table.after_actions(game).legal():
                assert answer(game.model_copy(update={"actions": (*game.actions, action)})) == "no", game.to_json()


@pytest.mark.slow
@pytest.mark.parametrize("seed", few_of([1, 172, 253], 2))
def test_real_decks(seed: int) -> None:
    """Two players; the last two decks are lost, and no bound says so."""
    game = RandomGame(players=2).with_seed(seed).model_copy(update={"about": None})
    rng = random.Random(seed)
    suits = [{"name": suit.name, "copies": suit.copies} for suit in game.rules.suits]
    same = mapped(game, lambda card: card, variant={"suits": suits})
    expected = answer(game)
    assert expected == ("yes" if seed == 1 else "no")
    for relation in (suits_renamed, values_turned_round, hands_in_another_order):
        for other in relation(same, rng):
            assert answer(other) == expected
    for more in ("clue_tokens", "strikes"):
        richer = game.model_copy(update={more: getattr(game, more) + 1})
        assert ORDER.index(expected) <= ORDER.index(answer(richer))
    play = crewsat.decide(game).play or ()
    assert answer(game.model_copy(update={"actions": play[:30]})) == expected
