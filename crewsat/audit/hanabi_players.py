"""Hanabi for several players who see the whole deck and may give hints without end: the oracle for tiny decks.

Hands of h cards are dealt, the first h cards of the deck to player 1. Who is on turn plays a card of the own hand that
is next of its colour, or throws one away, and draws; or passes by giving a hint. As passing costs nothing, anybody may
act at any time while there are cards to draw. The official rules end the game when the deck is empty: each player, last
the one who drew the last card, has one more turn (*last round*). Without this rule play goes on.

A position is the number of cards drawn, the value reached in each colour, and the hands; in the last round also who may
still act. Every step is tried. Nothing is assumed, so that the claim that this is a game for one player has something
to be compared with.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from crewsat.games.cards import Card
    from crewsat.games.hanabi.instance import HanabiSolitaire

Hand = tuple["Card", ...]
Position = tuple[int, tuple[int, ...], tuple[Hand, ...], tuple[int, ...] | None]
"""Cards drawn, value reached in each colour, hands (each sorted), who still acts if the deck is empty, in order."""


def is_won_by(deck: HanabiSolitaire, players: int, hand_size: int, *, last_round: bool) -> bool:
    """Return whether the players can play every card.

    Args:
        deck: its size of the hand is not looked at; more cards than are dealt.
        players: their number, p.
        hand_size: cards in a hand, h.
        last_round: whether the game ends one turn each after the deck is empty.
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
    """Yield what is reached after a card is played, if it is the next of its colour."""
    colour = deck.colours_in_order.index(card.suit)
    if reached[colour] + 1 == card.value:
        yield (*reached[:colour], card.value, *reached[colour + 1 :])
