"""Hanabi for several players who see the whole deck and have unlimited hints: the oracle for tiny decks.

Hands of h cards are dealt, the first h cards of the deck to player 1. On their turn, players play a card of their own
hand that is next in its colour, or throw one away, and draw; or they pass by giving a hint. As passing costs nothing,
any player may act at any time while there are cards to draw. The official rules end the game when the deck is empty:
each player has one more turn, the one who drew the last card coming last (*last round*). Without this rule, play
continues.

A position is the number of cards drawn, the value reached in each colour, and the hands; in the last round, also who
may still act. Every step is tried. Nothing is assumed, so that the claim that this is a game for one player can be
compared with it.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import TYPE_CHECKING

from crewsat.algorithms.hanabi_solitaire.exhaustive import search
from crewsat.games.cards import Card
from crewsat.games.hanabi_solitaire.decks import RandomDeck
from crewsat.games.hanabi_solitaire.instance import HanabiSolitaire
from crewsat.studies.audit.claims import Claim, Domain, Failure, Reading

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from crewsat.studies.audit.claims import Finding

Hand = tuple[Card, ...]
Position = tuple[int, tuple[int, ...], tuple[Hand, ...], tuple[int, ...] | None]
"""Cards drawn, value reached in each colour, sorted hands, and, if the deck is empty, who may still act, in order."""


def is_won_by(deck: HanabiSolitaire, players: int, hand_size: int, *, last_round: bool) -> bool:
    """Return whether the players can play every card.

    Args:
        deck: a deck of more cards than are dealt; its hand size is ignored.
        players: number of players, p.
        hand_size: cards in a hand, h.
        last_round: whether the game ends after one more turn each once the deck is empty.
    """
    won = (deck.highest,) * len(deck.colours_in_order)
    hands = tuple(tuple(sorted(deck.deck[k * hand_size : (k + 1) * hand_size])) for k in range(players))
    start: Position = (players * hand_size, (0,) * len(won), hands, None)
    seen, stack = {start}, [start]
    while stack:
        position = stack.pop()
        if position[1] == won:
            return True
        for after in _positions_after(deck, position, last_round=last_round):
            if after not in seen:
                seen.add(after)
                stack.append(after)
    return False


def _positions_after(deck: HanabiSolitaire, position: Position, *, last_round: bool) -> Iterator[Position]:
    drawn, reached, hands, turns = position
    if turns is not None:  # the first of them acts, or passes
        if not turns:
            return
        yield drawn, reached, hands, turns[1:]
    for player in range(len(hands)) if turns is None else turns[:1]:
        for k, card in enumerate(hands[player]):
            rest = hands[player][:k] + hands[player][k + 1 :]
            for after in (reached, *_played(deck, reached, card)):
                if drawn < len(deck.deck):
                    hand = tuple(sorted((*rest, deck.deck[drawn])))
                    ends = last_round and drawn + 1 == len(deck.deck)
                    others = tuple((player + 1 + j) % len(hands) for j in range(len(hands))) if ends else None
                    yield drawn + 1, after, (*hands[:player], hand, *hands[player + 1 :]), others
                else:
                    yield drawn, after, (*hands[:player], rest, *hands[player + 1 :]), turns and turns[1:]


def _played(deck: HanabiSolitaire, reached: tuple[int, ...], card: Card) -> Iterator[tuple[int, ...]]:
    """Yield what is reached after a card is played, if it is next in its colour."""
    colour = deck.colours_in_order.index(card.suit)
    if reached[colour] + 1 == card.value:
        yield (*reached[:colour], card.value, *reached[colour + 1 :])


# The claim


@dataclass(frozen=True)
class Table:
    """A case: a deck and the players it is dealt to."""

    deck: HanabiSolitaire
    players: int
    hand_size: int

    @property
    def together(self) -> int:
        """The number of cards they hold, p·h."""
        return self.players * self.hand_size

    def alone(self, slots: int) -> bool:
        """Return whether one player wins the deck with this many slots."""
        return search(self.deck.model_copy(update={"hand_size": slots})) is not None


def _as_one_player(*, less: int, last_round: bool, spare: bool) -> Callable[[Table], Finding]:
    """Return the reading that the players win iff one player does with p·h - `less` slots.

    Args:
        less: how many slots fewer.
        last_round: whether the official end of the game applies.
        spare: whether p·h - 1 copies of a one follow, for the players only.
    """

    def fails(table: Table) -> Finding:
        first = table.deck.colours_in_order[0]
        more = [Card(first, 1)] * (table.together - 1) if spare else []
        deck = HanabiSolitaire(deck=[*table.deck.deck, *more], hand_size=table.together - less)
        together = is_won_by(deck, table.players, table.hand_size, last_round=last_round)
        if together == table.alone(table.together - less):
            return False
        who = f"{table.players} players with hands of {table.hand_size}"
        return Failure(f"{who} {'win, one player loses' if together else 'lose, one player wins'}", deck)

    return fails


AS_ONE_PLAYER = Claim(
    "players",
    "section 5.1, larger number of players",
    "With enough hints, a game of p players with hands of h cards is that of one player who can store p·h cards.",
    "tables",
    (
        Reading(
            "printed",
            "without the rule that ends the game when the deck is empty",
            _as_one_player(less=0, last_round=False, spare=False),
        ),
        Reading(
            "printed-last-round",
            "with this rule: each player has one more turn",
            _as_one_player(less=0, last_round=True, spare=False),
        ),
        Reading(
            "one-less",
            "p·h - 1 slots, without this rule",
            _as_one_player(less=1, last_round=False, spare=False),
            repaired=True,
        ),
        Reading(
            "one-less-spare",
            "p·h - 1 slots, with this rule, if the deck of the players ends with p·h - 1 spare cards",
            _as_one_player(less=1, last_round=True, spare=True),
            repaired=True,
        ),
    ),
    repaired="It is that of one player with p·h - 1 slots, without the rule that ends the game when the deck is empty. "
    "With this rule so it is if p·h - 1 cards that nobody needs follow.",
    remark="A card is taken into the hand before it is played, while one player may play it from the deck. The deck is "
    "dealt from its beginning, and each card played or thrown away is followed by the next one.",
)

_SHAPES = ((1, 3), (1, 4), (2, 2), (2, 3), (3, 2))
_AT_ONCE = 100


def _tables(first: int) -> Iterator[Table]:
    """Yield random decks of up to 9 cards, more than are dealt."""
    for seed in range(first, first + _AT_ONCE):
        rng = random.Random(seed)
        players, hand_size = ((2, 1), (2, 2), (3, 1))[int(rng.random() * 3)]
        colours, values = _SHAPES[int(rng.random() * len(_SHAPES))]
        copies = tuple(1 + int(rng.random() * 2) for _ in range(values))
        deck = RandomDeck(colours, values, copies, 0).with_seed(seed)
        if players * hand_size < deck.size <= 9:
            yield Table(deck, players, hand_size)


DOMAINS = (
    Domain(
        "tables",
        "random decks of up to 9 cards for two or three players, of 2,000 seeds",
        "random decks of up to 9 cards for two or three players, of 30,000 seeds",
        lambda thorough: [(first,) for first in range(0, 30_000 if thorough else 2000, _AT_ONCE)],
        _tables,
        lambda table: (table.deck.size, table.together, len(table.deck.colours_in_order)),
    ),
)

CLAIMS = (AS_ONE_PLAYER,)
