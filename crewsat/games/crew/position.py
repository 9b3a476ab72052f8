"""Whether tricks can have been played as a position in progress says (contract, Positions).

A trick needs one card of every player; only the last one may be incomplete, and must be possible to complete. The
tricks are played from the hands as dealt: every card must be its player's and not lie under another one, and a player
who can follow suit must. Where cards have been passed, the hands change after the trick that the pass came after.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

from crewsat.base.wording import counted, visible
from crewsat.games.crew.passing import neighbour, received, swapped_in

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from crewsat.base.wording import PathPart
    from crewsat.games.cards import Card
    from crewsat.games.crew.passing import Direction

    Report = Callable[[tuple[PathPart, ...], str], None]


class Pass(NamedTuple):
    """A pass that has taken place.

    Attributes:
        after: how many tricks had been played.
        cards: the card that each player gave, player 1's first.
        to: the direction.
    """

    after: int
    cards: tuple[Card, ...]
    to: Direction


def sizes_are_right(played: Sequence[Sequence[Card]], players: int, report: Report) -> bool:
    """Report tricks with too many or too few cards; return whether there are none."""
    sizes, last = [len(cards) for cards in played], len(played) - 1
    bad = [k for k, size in enumerate(sizes) if not 0 < size <= players or (size < players and k < last)]
    for k in bad:
        report(("played", k), f"a trick has {counted(players, 'card')}, not {sizes[k]}; only the last may have fewer")
    return not bad


def dealt_before(
    hands: Sequence[Sequence[Card]], past: Iterable[tuple[int, Sequence[Card]]], passed: Pass | None
) -> list[tuple[Card, ...]]:
    """Return the hands as dealt, given those held now and what has been played and passed.

    Each has the cards held, then those played; a card passed is in the place of the card received for it.
    """
    players = len(hands)
    dealt = [list(hand) for hand in hands]
    for leader, cards in past:
        for k, card in enumerate(cards):
            dealt[(leader - 1 + k) % players].append(card)
    if passed is None:
        return [tuple(hand) for hand in dealt]
    given = dict(zip(received(passed.cards, passed.to), passed.cards, strict=True))
    return [tuple(given.get(card, card) for card in hand) for hand in dealt]


class Replay:
    """The hands while tricks are played that are said to have been played; reports what cannot have happened.

    Args:
        dealt: the hands as dealt.
        covered: pairs of cards, the one above first.
        report: called with a place and what is wrong there.
    """

    def __init__(self, dealt: Sequence[Sequence[Card]], covered: Iterable[tuple[Card, Card]], report: Report) -> None:
        self._report = report
        self._players = len(dealt)
        self._hands = [dict.fromkeys(hand) for hand in dealt]
        self._holder = {card: player for player, hand in enumerate(dealt, 1) for card in hand}
        self._passed: set[Card] = set()
        self._below = dict(covered)
        self._above = {below: above for above, below in covered}
        closed = self._above.keys()
        self._open = [Counter(card.suit for card in hand if card not in closed) for hand in dealt]

    @property
    def hands(self) -> list[tuple[Card, ...]]:
        """The cards that each player holds."""
        return [tuple(hand) for hand in self._hands]

    @property
    def covered(self) -> dict[Card, Card]:
        """The card above each card that lies under one."""
        return dict(self._above)

    def play(self, past: Iterable[tuple[int, Sequence[Card]]], first: int = 0) -> None:
        """Play tricks, the leader's card of each first; `first` is the number of tricks played before."""
        for trick, (leader, cards) in enumerate(past, first):
            for k, card in enumerate(cards):
                self._put(("played", trick, k), (leader - 1 + k) % self._players + 1, card, cards[0].suit)
            for card in cards:
                if card in self._below:
                    self._uncover(self._below.pop(card))
            self._can_be_completed(trick, leader, len(cards))

    def give(self, passed: Pass) -> None:
        """Have every player pass a card."""
        instead = dict(zip(passed.cards, received(passed.cards, passed.to), strict=True))
        # What is received lies where the card given lay.
        self._below = {instead.get(above, above): instead.get(below, below) for above, below in self._below.items()}
        self._above = {below: above for above, below in self._below.items()}
        hands = swapped_in(self._hands, passed.cards, passed.to)
        self._hands = [dict.fromkeys(hand) for hand in hands]
        self._passed.update(passed.cards)
        self._holder |= {
            card: neighbour(player, passed.to, self._players) for player, card in enumerate(passed.cards, 1)
        }
        self._open = [Counter(card.suit for card in hand if card not in self._above) for hand in self._hands]

    def _put(self, place: tuple[PathPart, ...], player: int, card: Card, led: str) -> None:
        """Have a player play a card, or report why that is impossible."""
        if self._holder.get(card) != player:
            how = "passed" if card in self._passed else "dealt"
            whose = f"was {how} to player {self._holder[card]}" if card in self._holder else "was dealt to nobody"
            self._report(place, f"it is player {player}'s turn, but {visible(card)} {whose}")
            return
        if card in self._above:
            self._report(place, f"{visible(card)} lies under {visible(self._above[card])} and cannot be played yet")
        elif card.suit != led and self._open[player - 1][led]:
            self._report(place, f"player {player} had to follow suit {visible(led)}")
        if card not in self._above:
            self._open[player - 1][card.suit] -= 1
        self._hands[player - 1].pop(card, None)

    def _uncover(self, card: Card) -> None:
        del self._above[card]
        self._open[self._holder[card] - 1][card.suit] += 1

    def _can_be_completed(self, trick: int, leader: int, cards: int) -> None:
        """Report players who have no card for an unfinished trick."""
        for k in range(cards, self._players):
            player = (leader - 1 + k) % self._players
            if not self._hands[player]:
                self._report(("played", trick), f"player {player + 1} has no card left to complete this trick")
