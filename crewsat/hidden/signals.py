"""Signals: a player shows a card and says what it is among the cards of its suit in that hand.

"Highest" says that there is no higher card of the suit, "lowest" that there is no lower one, "only" both. Trumps are
never shown. A signal is about the hand of that moment; as no card is ever received, it stays true.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Literal

from crewsat.games.cards import Card
from crewsat.games.marks import Within
from crewsat.games.records import Record, declared

if TYPE_CHECKING:
    from collections.abc import Sequence

    from crewsat.hidden.pack import Pack

Says = Literal["highest", "lowest", "only"]


class Signal(Record):
    """A card that a player has shown, and what was said about it."""

    player: Annotated[int, Within(ge=1)] = declared(description="who has shown the card, from 1")
    card: Card = declared(description="a card of that hand, not of the trump suit")
    says: Says = declared(description="what the card was among the cards of its suit in that hand")
    before_trick: Annotated[int, Within(ge=1)] = declared(
        description="the number of the trick before which it was shown"
    )

    def denied(self, pack: Pack) -> int:
        """Return the set of the cards that the player did not hold then, and therefore cannot hold later."""
        if self.says == "highest":
            return pack.above(self.card)
        if self.says == "lowest":
            return pack.below(self.card)
        return pack.suits[self.card.suit] & ~pack.bit[self.card]


def signals_not_given(players: int, signals: Sequence[Signal]) -> tuple[int, ...]:
    """Return how many signals each player may still give, where each may give one in a game."""
    given = {signal.player for signal in signals}
    return tuple([int(player not in given) for player in range(1, players + 1)])
