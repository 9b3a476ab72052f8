"""The 96 tasks of Mission Deep Sea as people read the cards, written apart from the package's data and vocabulary.

A play is a list of tricks, and a task a function that looks at the whole of it when it is over. Cards are pairs of suit
and value; nothing of the package is used, not even to play.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import groupby
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import random
    from collections.abc import Callable, Iterable

    Card = tuple[str, int]

COLOURS = ("blue", "green", "pink", "yellow")
SUBMARINE = "submarine"


@dataclass(frozen=True)
class Trick:
    """A trick: who led it, and its cards, the leader's first."""

    leader: int
    cards: tuple[Card, ...]

    @cached_property
    def best(self) -> Card:
        """The card that wins."""
        suit = SUBMARINE if any(card[0] == SUBMARINE for card in self.cards) else self.cards[0][0]
        return max(card for card in self.cards if card[0] == suit)

    @cached_property
    def winner(self) -> int:
        """Who played it."""
        return (self.leader - 1 + self.cards.index(self.best)) % len(self.cards) + 1


@dataclass(frozen=True)
class Play:
    """A whole play, seen by one player."""

    tricks: tuple[Trick, ...]
    me: int
    players: int

    @cached_property
    def captain(self) -> int:
        """Who led the first trick."""
        return self.tricks[0].leader

    @cached_property
    def mine(self) -> list[Trick]:
        """The tricks I won."""
        return [trick for trick in self.tricks if trick.winner == self.me]

    @cached_property
    def cards(self) -> list[Card]:
        """The cards in them."""
        return [card for trick in self.mine for card in trick.cards]

    @cached_property
    def others(self) -> list[int]:
        """How many tricks each other player won."""
        return [self.won_by(player) for player in range(1, self.players + 1) if player != self.me]

    @cached_property
    def longest(self) -> int:
        """How many tricks I won in a row at most."""
        runs = groupby(trick.winner == self.me for trick in self.tricks)
        return max([len(list(run)) for mine, run in runs if mine], default=0)

    def won_by(self, player: int) -> int:
        """How many tricks a player won."""
        return sum(trick.winner == player for trick in self.tricks)

    def number(self, suit: str) -> int:
        """How many cards of a suit I won."""
        return sum(card[0] == suit for card in self.cards)

    def values(self, *values: int) -> int:
        """How many colour cards of these values I won."""
        return sum(card[0] != SUBMARINE and card[1] in values for card in self.cards)

    def has(self, *cards: str) -> bool:
        """Whether I won all these cards."""
        return all((name.rstrip("0123456789"), int(name[-1])) in self.cards for name in cards)

    def with_a(self, value: int) -> bool:
        """Whether I won a trick with a colour card of this value."""
        return any(trick.best[0] != SUBMARINE and trick.best[1] == value for trick in self.mine)

    def beats(self, high: Iterable[Card], low: Iterable[Card]) -> bool:
        """Somebody else's card of the one kind is won with a card of the other."""
        return any(t.best in high and any(card != t.best and card in low for card in t.cards) for t in self.mine)

    def only(self, *values: int) -> bool:
        """Whether I won a trick that has nothing but colour cards of these values."""
        return any(all(s != SUBMARINE and v in values for s, v in trick.cards) for trick in self.mine)

    def sums(self) -> list[int]:
        """What the tricks without submarines that I won are worth."""
        coloured = [trick for trick in self.mine if all(suit != SUBMARINE for suit, _ in trick.cards)]
        return [sum(value for _, value in trick.cards) for trick in coloured]

    def as_many(self, one: str, other: str) -> bool:
        """Whether I won a trick with as many cards of one suit as of another, and some."""
        counts = [[sum(s == suit for s, _ in trick.cards) for suit in (one, other)] for trick in self.mine]
        return any(a == b > 0 for a, b in counts)

    def led(self, *suits: str) -> int:
        """How many tricks I led with a card of these suits."""
        return sum(trick.leader == self.me and trick.cards[0][0] in suits for trick in self.tricks)

    def wins(self, *numbers: int) -> list[bool]:
        """Whether tricks of these numbers are mine; -1 is the last one."""
        return [self.tricks[number - (number > 0)].winner == self.me for number in numbers]

    def than_captain(self) -> int | None:
        """My tricks minus those of the captain; None if I am the captain."""
        return None if self.me == self.captain else len(self.mine) - self.won_by(self.captain)


def of(value: int) -> list[Card]:
    """The colour cards of a value."""
    return [(suit, value) for suit in COLOURS]


SUBMARINES = [(SUBMARINE, value) for value in (1, 2, 3, 4)]

NAMED = """
77 submarine3 · 78 blue1 blue2 blue3 · 79 blue4 · 80 blue6 yellow7 · 81 green3 yellow4 yellow5 · 82 green5 blue8 ·
83 green6 · 84 pink1 green7 · 85 pink3 · 86 pink5 yellow6 · 87 pink8 blue5 · 88 pink9 yellow8 · 89 yellow1 ·
90 yellow9 blue7
"""
"""Tasks that name cards to be won."""


def _has(cards: list[str]) -> Callable[[Play], bool]:
    return lambda play: play.has(*cards)


WORDS: dict[int, Callable[[Play], bool]] = {
    0: lambda p: p.longest <= 1,
    1: lambda p: p.led("pink", "green") == 0,
    2: lambda p: p.led("pink", "yellow", "blue") == 0,
    3: lambda p: not p.mine,
    4: lambda p: p.longest >= 2,
    5: lambda p: p.longest >= 3,
    6: lambda p: p.beats(of(7), of(5)),
    7: lambda p: p.beats(of(6), of(6)),
    8: lambda p: p.beats(of(4), of(8)),
    9: lambda p: p.only(2, 4, 6, 8),
    10: lambda p: p.only(1, 3, 5, 7, 9),
    11: lambda p: p.with_a(2),
    12: lambda p: p.with_a(3),
    13: lambda p: p.with_a(5),
    14: lambda p: p.with_a(6),
    15: lambda p: p.only(6, 7, 8, 9),
    16: lambda p: p.only(1, 2, 3, 4, 5, 6),
    17: lambda p: any(total > {3: 23, 4: 28, 5: 31}[p.players] for total in p.sums()),
    18: lambda p: any(total < {3: 8, 4: 12, 5: 16}[p.players] for total in p.sums()),
    19: lambda p: any(total in {22, 23} for total in p.sums()),
    20: lambda p: p.as_many("green", "yellow"),
    21: lambda p: p.as_many("pink", "blue"),
    22: lambda p: p.number("pink") == p.number("yellow") > 0,
    23: lambda p: p.number("pink") > p.number("green"),
    24: lambda p: p.number("yellow") > p.number("blue"),
    25: lambda p: all(p.number(colour) for colour in COLOURS),
    26: lambda p: any(p.number(colour) == 9 for colour in COLOURS),
    27: lambda p: p.values(7) >= 2,
    28: lambda p: p.values(5) >= 3,
    29: lambda p: p.values(9) >= 3,
    30: lambda p: p.values(3) == 4,
    31: lambda p: p.values(9) == 4,
    32: lambda p: p.number("pink") >= 5,
    33: lambda p: p.number("yellow") >= 7,
    34: lambda p: len(p.mine) == 1,
    35: lambda p: len(p.mine) == 2,
    36: lambda p: len(p.mine) == 4,
    37: lambda p: len(p.mine) == 2 == p.longest,
    38: lambda p: len(p.mine) == 3 == p.longest,
    39: lambda p: p.number("pink") == 1,
    40: lambda p: p.number("pink") == 1 == p.number("green"),
    41: lambda p: p.number("blue") == 2,
    42: lambda p: p.number("green") == 2,
    43: lambda p: p.number(SUBMARINE) == 1,
    44: lambda p: p.number(SUBMARINE) == 2,
    45: lambda p: p.number(SUBMARINE) == 3,
    46: lambda p: p.values(9) == 2,
    47: lambda p: p.values(6) == 3,
    48: lambda p: len(p.mine) < min(p.others),
    49: lambda p: len(p.mine) > max(p.others),
    50: lambda p: len(p.mine) > sum(p.others),
    51: lambda p: p.than_captain() == 0,
    52: lambda p: (p.than_captain() or 0) < 0,
    53: lambda p: (p.than_captain() or 0) > 0,
    54: lambda p: p.values(1) == 0,
    55: lambda p: p.values(1, 2, 3) == 0,
    56: lambda p: p.values(5) == 0,
    57: lambda p: p.values(8, 9) == 0,
    58: lambda p: p.values(9) == 0,
    59: lambda p: p.number(SUBMARINE) == 0,
    60: lambda p: p.number("green") == 0,
    61: lambda p: p.number("pink") == 0,
    62: lambda p: p.number("yellow") == 0,
    63: lambda p: p.number("pink") + p.number("blue") == 0,
    64: lambda p: p.number("yellow") + p.number("green") == 0,
    65: lambda p: not any(p.wins(1, 2, 3)),
    66: lambda p: not any(p.wins(1, 2, 3, 4)),
    67: lambda p: not any(p.wins(1, 2, 3, 4, 5)),
    68: lambda p: p.wins(1) == [True] and len(p.mine) == 1,
    69: lambda p: p.wins(-1) == [True] and len(p.mine) == 1,
    70: lambda p: all(p.wins(1)),
    71: lambda p: all(p.wins(1, 2)),
    72: lambda p: all(p.wins(1, 2, 3)),
    73: lambda p: all(p.wins(1, -1)),
    74: lambda p: all(p.wins(-1)),
    75: lambda p: p.has("submarine1") and p.number(SUBMARINE) == 1,
    76: lambda p: p.has("submarine2") and p.number(SUBMARINE) == 1,
    91: lambda p: p.beats(SUBMARINES, [("pink", 7)]),
    92: lambda p: p.beats(SUBMARINES, [("green", 9)]),
    93: lambda p: p.wins(-1) == [True] and ("green", 2) in p.tricks[-1].cards,
    94: lambda _: True,
    95: lambda _: True,
    **{int(number): _has(cards) for number, *cards in (entry.split() for entry in NAMED.split("·"))},
}
"""Each task by its number: whether it has been done when the play is over."""


def random_play(players: int, rng: random.Random) -> tuple[Trick, ...]:
    """Deal the deck and play it: each player likes high cards, or low ones, or any."""
    pile = [*((suit, value) for suit in COLOURS for value in range(1, 10)), *SUBMARINES]
    rng.shuffle(pile)
    hands = [pile[player::players] for player in range(players)]
    likings = [rng.choice((-1, 0, 1)) for _ in range(players)]
    leader = next(player for player, hand in enumerate(hands) if (SUBMARINE, 4) in hand)
    tricks = []
    while all(hands):
        cards: list[Card] = []
        for k in range(players):
            player = (leader + k) % players
            follows = [card for card in hands[player] if cards and card[0] == cards[0][0]]
            wish = likings[player]
            card = max(follows or hands[player], key=lambda one: (wish * one[1], rng.random()))
            hands[player].remove(card)
            cards.append(card)
        tricks.append(Trick(leader + 1, tuple(cards)))
        leader = tricks[-1].winner - 1
    return tuple(tricks)
