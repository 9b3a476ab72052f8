"""Who may say no to a game of Hanabi, each with games that just can be won, and with claims that are too strong."""

from __future__ import annotations

import json
from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

from crewsat.algorithms.hanabi.exhaustive import search
from crewsat.algorithms.hanabi_solitaire.exhaustive import search as alone
from crewsat.algorithms.result import Refutation
from crewsat.games.cards import Card
from crewsat.games.hanabi.instance import Hanabi
from crewsat.games.hanabi.position import Position
from crewsat.games.hanabi_solitaire.instance import HanabiSolitaire
from tests.support.by_name import Claim, Mistake
from tests.support.hanabi_games import brink_game, last_card_game, late_game, small_game
from tests.support.real_hanabi_second_opinion import heights_reached, most_points, positions

if TYPE_CHECKING:
    import random
    from collections.abc import Callable, Sequence
    from types import ModuleType

COPIES = "crewsat.algorithms.hanabi_solitaire.copies"
BOUNDS = "crewsat.algorithms.hanabi.bounds"
SCHEDULE = "crewsat.algorithms.hanabi.schedule"
PAST = "crewsat.algorithms.hanabi.past"
SENTENCES = "crewsat.explaining.hanabi.sentences"
RULES = "crewsat.games.hanabi.rules"


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


def _refuses(module: ModuleType, game: Hanabi) -> bool:
    return isinstance(module.decided_by_the_past(game), Refutation)


def _says(bound: str) -> Callable[[ModuleType, Hanabi], bool]:
    return lambda module, game: getattr(module, bound)(game) is not None


def _later_than(module: ModuleType, asked: InTime) -> bool:
    position = Position.of(asked.game)
    steps = module.earliest(position, asked.suit)
    missing = asked.height - position.heights[asked.suit]
    return missing > len(steps) or bool(steps[missing - 1] > asked.step)


def _lost_suits(module: ModuleType, asked: SomeSuits) -> bool:
    return bool(module.Schedule(Position.of(asked.game), suits=asked.suits).lost)


def _argued(module: ModuleType, asked: SomeSuits) -> bool:
    return module.with_fewest_struck(Position.of(asked.game), asked.suits) is not None


TIMES = [
    Mistake(
        "the last round has one turn less",
        "len(position.pile) + position.players",
        "len(position.pile) + position.players - 1",
        BOUNDS,
    ),
    Mistake(
        "one turn less of the last round is left",
        "return Steps(0, position.turns_left)",
        "return Steps(0, position.turns_left - 1)",
        BOUNDS,
    ),
    Mistake("turns of the last round come one later", "% position.players + 1", "% position.players + 2", BOUNDS),
    Mistake(
        "cards are drawn a step later", "max(0, card - position.drawn + 1)", "max(0, card - position.drawn + 2)", BOUNDS
    ),
    Mistake(
        "the bottom card is never played from the pile",
        "steps.draws if position.bottom else steps.last",
        "steps.last",
        BOUNDS,
    ),
    Mistake(
        "it is drawn before it is played from there",
        "steps.draws if position.bottom else",
        "steps.draws + 1 if position.bottom else",
        BOUNDS,
    ),
    Mistake("a card waits a step", "return drawn_in + 1", "return drawn_in + 2", BOUNDS),
    Mistake("a suit rests for a step", "max(each, step + 1)", "max(each, step + 2)", BOUNDS),
]
"""Mistakes about when cards can be played."""

LAST_STEP = [
    Mistake("who has drawn the bottom card has no turn", "else steps.last", "else steps.last + 1", BOUNDS),
    Mistake("the last turn is not counted", "step < turn <= last", "step < turn < last", BOUNDS),
    Mistake("the last step is not counted", "max(each, step + 1)) <= last", "max(each, step + 1)) < last", BOUNDS),
]
"""The same about the last step, of which *pace* says nothing."""

SUITS = [
    *TIMES,
    *LAST_STEP,
    Mistake(
        "only the last copy counts",
        "position.copies.get((suit, rank), ())",
        "position.copies.get((suit, rank), ())[-1:]",
        BOUNDS,
    ),
    Mistake(
        "only the first copy counts",
        "position.copies.get((suit, rank), ())",
        "position.copies.get((suit, rank), ())[:1]",
        BOUNDS,
    ),
    Mistake(
        "what lies there has to be played",
        "range(position.heights[suit] + 1, position.values + 1)",
        "range(1, position.values + 1)",
        BOUNDS,
    ),
]
"""The same of suits, with mistakes about which cards count."""

PACE = [
    Mistake(
        "a point less in the steps that are left",
        "points + number + last - then",
        "points + number + last - then - 1",
        BOUNDS,
    ),
    Mistake(
        "a point is there only a step later", "then = min(following - 1, last)", "then = min(following, last)", BOUNDS
    ),
]
"""Mistakes about how many points there can be."""


HAND = [
    Mistake("all points are always asked for", "if not full or", "if"),
    Mistake("nobody plays the bottom card from the pile", "held if position.bottom else held - 1", "held - 1"),
    Mistake("two cards leave before one is drawn", "held if position.bottom else held - 1", "held - 2"),
    Mistake("what lies there comes last", "deck=(*lying, *left)", "deck=(*left, *lying)"),
]
"""Mistakes about one player alone; those about her copies are with solitaire Hanabi."""

ROOM = [
    Mistake(
        "the bottom card needs room",
        "held if self.position.bottom and step == self.draws else held - 1",
        "held - 1",
        SCHEDULE,
    ),
    Mistake(
        "two cards leave before one is drawn",
        "step == self.draws else held - 1",
        "step == self.draws else held - 2",
        SCHEDULE,
    ),
    Mistake("a card is held in the step that draws it", "range(last + 1, min(", "range(last, min(", SCHEDULE),
    Mistake(
        "a card is held in the step that plays it",
        "range(last + 1, min(self.earliest[kind] - 1,",
        "range(last + 1, min(self.earliest[kind],",
        SCHEDULE,
    ),
    Mistake("a later copy cannot be waited for", "last = max(map(", "last = min(map(", SCHEDULE),
    Mistake(
        "there is room for one less",
        "self._counts[step] > self._room(step)",
        "self._counts[step] >= self._room(step)",
        SCHEDULE,
    ),
    Mistake("as many points as there are steps are too many", "pace.points < there", "pace.points <= there", SCHEDULE),
    Mistake("the last step is too late", "- rank > self.last", "- rank >= self.last", SCHEDULE),
    Mistake(
        "hands are full a card before",
        "self._counts[step] == self._room(step)",
        "self._counts[step] >= self._room(step) - 1",
        SCHEDULE,
    ),
    Mistake(
        "a copy is held in the step that draws it",
        "bisect_left(full, self.drawn_in(card) + 1)",
        "bisect_left(full, self.drawn_in(card))",
        SCHEDULE,
    ),
    Mistake(
        "a copy is held in the step that can play it",
        "until = min(self.earliest[kind] - 1,",
        "until = min(self.earliest[kind],",
        SCHEDULE,
    ),
    Mistake(
        "the last copy needs more room than is counted",
        "min(self.earliest[kind] - 1, max(map(self.drawn_in, copies)))",
        "self.earliest[kind] - 1",
        SCHEDULE,
    ),
]
"""Mistakes about cards that must be held."""

CLAIMS = [
    Claim(
        "past",
        [RULES, PAST],
        _refuses,
        over_or_reached,
        won,
        [
            Mistake(
                "the target has to be exceeded",
                "return self.score >= self.instance.points_to_reach",
                "return self.score > self.instance.points_to_reach",
                RULES,
            ),
            Mistake(
                "a turn of the last round is not counted", "if self.turns_left == 0:", "if self.turns_left == 1:", RULES
            ),
        ],
        method="past",
    ),
    Claim(
        "pace",
        [BOUNDS],
        _says("too_slow"),
        on_the_edge,
        won,
        [
            *TIMES,
            *PACE,
            Mistake(
                "the target itself is out of reach",
                "if found.points >= position.target",
                "if found.points > position.target",
            ),
        ],
        method="pace",
    ),
    Claim(
        "pile",
        [BOUNDS],
        _says("too_deep"),
        on_the_edge,
        won,
        [
            *SUITS,
            Mistake(
                "the target itself is out of reach", "sum(heights) >= position.target", "sum(heights) > position.target"
            ),
        ],
        method="pile",
    ),
    Claim("height of a suit in time", [BOUNDS], _later_than, in_time, comes_in_time, [*TIMES, *LAST_STEP]),
    Claim(
        "most points of the best score",
        [BOUNDS],
        lambda module, game: bool(module.refuted(Position.of(game))),
        on_the_edge,
        won,
        [
            *TIMES,
            *LAST_STEP,
            *PACE,
            Mistake(
                "the target itself is out of reach",
                "most_points(position) < position.target",
                "most_points(position) <= position.target",
            ),
        ],
    ),
    Claim("hand", [COPIES, BOUNDS], _says("too_many_to_hold"), full_hands, won, HAND, method="hand"),
    Claim(
        "schedule",
        [BOUNDS, SCHEDULE],
        _says("cannot_be_scheduled"),
        tight_or_late,
        won,
        [
            *TIMES,
            *LAST_STEP,
            *PACE,
            *ROOM,
            Mistake("all points are always asked for", "if position.over or not full", "if position.over"),
        ],
        method="schedule",
    ),
    Claim(
        "schedule of some suits",
        [BOUNDS, SCHEDULE],
        _lost_suits,
        some_suits,
        can_be_finished,
        [one for one in ROOM if one.what in {"there is room for one less", "the last step is too late"}],
    ),
    Claim(
        "suits of a conflict",
        [BOUNDS, SCHEDULE, SENTENCES],
        _argued,
        some_suits,
        can_be_finished,
        [
            Mistake("a schedule that is not lost counts", "if not schedule.lost:", "if schedule.lost is None:"),
        ],
    ),
]
