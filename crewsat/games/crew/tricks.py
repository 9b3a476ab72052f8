"""A trick: who may play what, who wins it, and how it is written."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from crewsat.games.cards import Card


@dataclass(frozen=True, slots=True)
class Trick:
    """A trick as it was played.

    Attributes:
        leader: the player who led, from 1.
        cards: one card of every player, in the order played, the leader's first.
        winner: the player who took it.
        completes: ids of the objectives completed by it, in the order of the instance.
    """

    leader: int
    cards: tuple[Card, ...]
    winner: int
    completes: tuple[str, ...] = ()

    def as_dict(self) -> dict[str, Any]:
        """Return the JSON object of the contract."""
        return {
            "leader": self.leader,
            "cards": [str(card) for card in self.cards],
            "winner": self.winner,
            "completes": list(self.completes),
        }


def winner_of(leader: int, cards: Sequence[Card], trump: str | None) -> int:
    """Return the player who wins a complete trick; cards in the order played, players from 1."""
    best, (suit, value) = 0, cards[0]
    for k, card in enumerate(cards):
        if (card.value > value) if card.suit == suit else (card.suit == trump):
            best, (suit, value) = k, card
    return (leader - 1 + best) % len(cards) + 1


def tricks_played(
    leader: int, tricks: Iterable[Sequence[Card]], players: int, trump: str | None
) -> Iterator[tuple[int, tuple[Card, ...]]]:
    """Yield leader and cards of every trick; `leader` led the first one, the winner of a trick leads the next."""
    for cards in tricks:
        yield leader, tuple(cards)
        if len(cards) == players:
            leader = winner_of(leader, cards, trump)


def legal_cards(hand: Iterable[Card], led: str | None) -> list[Card]:
    """Return the cards of a hand that may be played: those of the led suit if there are any; all for the leader."""
    cards = list(hand)
    return [card for card in cards if card.suit == led] or cards
