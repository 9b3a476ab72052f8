"""Small games of Hanabi that can just be won, with what can be reached in them by the second opinion.

Room or time is short, or the target is the most points that can be reached; rarely it is one point, step or card worse.
"""

from __future__ import annotations

import json
from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

from crewsat.algorithms.hanabi.exhaustive import search
from crewsat.algorithms.hanabi_solitaire.exhaustive import search as alone
from crewsat.games.cards import Card
from crewsat.games.hanabi.instance import Hanabi
from crewsat.games.hanabi.position import Position
from crewsat.games.hanabi_solitaire.instance import HanabiSolitaire
from tests.support.hanabi_games import brink_game, last_card_game, late_game, small_game
from tests.support.real_hanabi_second_opinion import heights_reached, most_points, positions

if TYPE_CHECKING:
    import random
    from collections.abc import Callable, Sequence


def won(game: Hanabi) -> bool:
    """Whether exhaustive search finds a play that reaches the target."""
    return search(game) is not None


def best_of(game: Hanabi) -> int:
    """The most points that can be reached, by the second opinion."""
    return most_points(json.loads(game.to_json()))


def drawn(rng: random.Random, makers: Sequence[Callable[[int], Hanabi]], most_cards: int = 8) -> Hanabi:
    """A game of at most so many cards of one of these mixes."""
    while True:
        game = rng.choice(makers)(rng.randrange(1_000_000))
        if game.size <= most_cards:
            return game


def on_the_edge(rng: random.Random) -> Hanabi:
    """A game of which the most points that can be reached are asked for, rarely one more."""
    if rng.random() < 0.5:
        return low_cards_last(rng)
    return at_its_best(drawn(rng, (small_game, late_game, last_card_game, brink_game)), rng)


def at_its_best(game: Hanabi, rng: random.Random) -> Hanabi:
    """The game with the most points that can be reached as its target, rarely one more."""
    return game.model_copy(update={"target": min(best_of(game) + (rng.random() < 0.25), game.most_points)})


def full_hands(rng: random.Random) -> Hanabi:
    """A game in which so many cards must wait that one card less in all hands together would be lost.

    Cards come in rising order, but for some that come too early. Most games can be won, and are perhaps in progress; of
    the others some points less are wanted that can be reached.
    """
    while True:
        game = in_order(rng, early=(0, 0, 0, 0.5, 1.5, 2.5, 3.5))
        if not tight(game, game.players * game.cards_in_hand - (not game.bottom_deck_plays)):
            continue
        play = search(game)
        if play is None:
            return game.model_copy(update={"target": best_of(game)}) if rng.random() < 0.3 else game
        return game.model_copy(update={"actions": play[: rng.choice((0, 0, 1, 2, 3, len(play) - 1))]})


def tight(game: Hanabi, room: int) -> bool:
    """Whether one player alone needs room for so many cards."""
    deck = [Card("abc"[suit], rank) for suit, rank in game.ranks]
    return room > 0 and alone(HanabiSolitaire(deck=deck, hand_size=room - 1)) is None


def low_cards_last(rng: random.Random) -> Hanabi:
    """A game whose low cards come late, so that steps run short, with a target on the edge."""
    return at_its_best(in_order(rng, early=(0, 0, 0.5, 1.5, 2.5, 3.5), falling=True), rng)


def late_in_time(rng: random.Random) -> Hanabi:
    """A game, mostly won, in which what comes last is waited for, or comes again when it is too late to wait for it."""
    while True:
        again, bottom = rng.choice((0, 1, 1, 2)), rng.random() < 0.75
        game = in_order(rng, early=(0, 0.5, 1.5, 2.5), falling=rng.random() < 0.5, again=again, most_in_hand=1)
        game = game.model_copy(update={"bottom_deck_plays": bottom})
        if won(game) or rng.random() < 0.02:
            return game


def tight_or_late(rng: random.Random) -> Hanabi:
    """A game in which room or time is short."""
    return rng.choice((full_hands, late_in_time, late_in_time))(rng)


def crowded(rng: random.Random) -> Hanabi:
    """A game in which one card more has to wait than hands have room for, with the most points that can be reached."""
    while True:
        game = in_order(rng, early=(0, 0, 0, 0.5, 1.5, 2.5, 3.5))
        if tight(game, game.players * game.cards_in_hand - (not game.bottom_deck_plays) + 1):
            return at_its_best(game, rng)


def crowded_or_on_the_edge(rng: random.Random) -> Hanabi:
    """A game with the most points that can be reached, as a rule, often because hands are full."""
    return rng.choice((crowded, on_the_edge))(rng)


def in_order(
    rng: random.Random, *, early: Sequence[float], falling: bool = False, again: int = 0, most_in_hand: int = 2
) -> Hanabi:
    """A game of at most seven cards and hands of one or two, in rising or falling order, but for some.

    Args:
        rng: where chance comes from.
        early: how many values too early cards come.
        falling: whether high cards come first.
        again: how many cards of the deck come once more at its end.
        most_in_hand: how many cards a hand has at most.
    """
    values, number = rng.choice(((2, 2), (3, 2), (2, 3), (3, 1), (4, 1)))
    cards = [(name, rank) for name in "abc"[:number] for rank in range(1, values + 1)]
    turned = {name: rng.random() < 0.2 for name in "abc"[:number]}
    more = rng.randint(0, max(0, 7 - again - len(cards)))
    deck = cards + [rng.choice(cards) for _ in range(more)]
    places = {k: rank - rng.choice(early) + rng.random() / 8 for k, (_, rank) in enumerate(deck)}
    deck = [deck[k] for k in sorted(places, key=places.__getitem__, reverse=falling)]
    deck += rng.choices(deck, k=again)
    deck = [(name, values + 1 - rank if turned[name] else rank) for name, rank in deck]
    copies = Counter(deck)
    suits = [
        {"name": name, "copies": [copies[name, value] for value in range(1, values + 1)], "reversed": turned[name]}
        for name in turned
    ]
    players = rng.choice((2, 2, 2, 3))
    return Hanabi(
        players=players,
        deck=[Card(name, value) for name, value in deck],
        hand_size=rng.randint(1, min(most_in_hand, len(deck) // players)),
        variant={"suits": suits, "discard_at_full": rng.random() < 0.2},
        clue_tokens=rng.choice((1, 2)),
        strikes=rng.choice((1, 2)),
        bottom_deck_plays=rng.random() < 0.5,
    )


class SomeSuits(NamedTuple):
    """A game, and some of its suits, counted from 0: the question is whether these can be finished."""

    game: Hanabi
    suits: tuple[int, ...]

    def to_json(self) -> str:
        """Return it as text."""
        return f"{self.game.to_json()} suits {self.suits}"


class InTime(NamedTuple):
    """A game, a suit, counted from 0, how high it is to come, and in how many steps."""

    game: Hanabi
    suit: int
    height: int
    step: int

    def to_json(self) -> str:
        """Return it as text."""
        return f"{self.game.to_json()} suit {self.suit} at {self.height} in {self.step} steps"


def reached(game: Hanabi) -> set[tuple[int, tuple[int, ...]]]:
    """In how many steps which heights can be reached, by the second opinion."""
    return heights_reached(json.loads(game.to_json()))


def some_suits(rng: random.Random) -> SomeSuits:
    """Suits that can just be finished together, rarely others."""
    while True:
        game = tight_or_late(rng)
        suits = tuple(suit for suit in range(len(game.rules.suits)) if rng.random() < 0.7)
        asked = SomeSuits(game, suits)
        if suits and (can_be_finished(asked) or rng.random() < 0.2):
            return asked


def can_be_finished(asked: SomeSuits) -> bool:
    """Whether suits can be finished together, whatever becomes of the others."""
    values, states = asked.game.rules.values, positions(json.loads(asked.game.to_json()))
    return any(all(state.heights[suit] == values for suit in asked.suits) for state in states)


def in_time(rng: random.Random) -> InTime:
    """A suit and the fewest steps in which it can come so high, rarely a step less."""
    while True:
        game = low_cards_last(rng) if rng.random() < 0.5 else drawn(rng, (small_game, late_game, late_game))
        found = reached(game)
        suit = rng.randrange(len(game.rules.suits))
        now = Position.of(game).heights[suit]
        higher = sorted({heights[suit] for _, heights in found if heights[suit] > now})
        if higher:
            height = rng.choice(higher)
            fewest = min(step for step, heights in found if heights[suit] >= height)
            return InTime(game, suit, height, fewest - (rng.random() < 0.2))


def comes_in_time(asked: InTime) -> bool:
    """Whether a suit can be so high after so many steps."""
    return any(step <= asked.step and heights[asked.suit] >= asked.height for step, heights in reached(asked.game))


def over_or_reached(rng: random.Random) -> Hanabi:
    """A game in its last turns, or over, in which the target has just been reached or not."""
    game = drawn(rng, (late_game, last_card_game, small_game))
    points = Position.of(game).points
    return game.model_copy(update={"target": min(game.most_points, points + rng.choice((0, 0, 1)))})
