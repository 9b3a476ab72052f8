"""The cards left in all hands as masks, and what a player sees in them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from crewsat.algorithms.crew.flat import NOBODY, bits_of

if TYPE_CHECKING:
    from crewsat.algorithms.crew.flat import Flat


@dataclass(frozen=True, slots=True)
class Demand:
    """What a trick must do if no trick may be wasted.

    Attributes:
        players: those who must play an objective, as a mask: their hands hold one for each trick left.
        owners: those of whom one must win the trick, as a mask.
        fullest: for each hand, the owners of whom no hand holds more objectives, as a mask: it must play an objective
            of the owner who wins the trick.
    """

    players: int
    owners: int
    fullest: tuple[int, ...]


class Hands:
    """A deal of which some cards have been played.

    Attributes:
        deal: the deal.
        hand: the cards dealt to each player.
        mine: the objectives of each player.
        suit: the cards of each suit.
        trumps: those of the trump suit.
        owner: the owner of each objective, by card.
        targets: the cards of all objectives.
        free: the cards of those without an owner.
        self_held: the cards of those that their owners hold.
        all: the cards dealt.
        left: the cards not played.
        everybody: all players, as a mask.
    """

    def __init__(self, deal: Flat) -> None:
        self.deal = deal
        self.hand = [0] * deal.players
        self.mine = [0] * deal.players
        self.suit = [0] * deal.suits
        for card, (suit, holder) in enumerate(zip(deal.suit, deal.holder, strict=True)):
            self.hand[holder] |= 1 << card
            self.suit[suit] |= 1 << card
        self.trumps = 0 if deal.trump == NOBODY else self.suit[deal.trump]
        self.owner = {target.card: target.owner for target in deal.targets}
        self.targets = sum(1 << card for card in self.owner)
        for card, owner in self.owner.items():
            if owner != NOBODY:
                self.mine[owner] |= 1 << card
        self.free = self.targets & ~sum(self.mine)
        self.self_held = sum(mine & hand for mine, hand in zip(self.mine, self.hand, strict=True))
        self.left = self.all = sum(self.hand)
        self.everybody = (1 << deal.players) - 1

    def fewest_tricks(self) -> int:
        """Return the fewest tricks the rest takes: one for each card of a hand that the same player must win."""
        rest = self.targets & self.left
        of_owners = sum(max((rest & mine & hand).bit_count() for hand in self.hand) for mine in self.mine)
        return max(of_owners, *((rest & hand).bit_count() for hand in self.hand))

    def demanded(self, tricks: int) -> Demand:
        """Return what the next trick must do if the rest takes all the tricks there are."""
        rest, players = self.targets & self.left, range(self.deal.players)
        needed = owners = 0
        fullest = [0] * self.deal.players
        for owner in players:
            held = [(rest & self.mine[owner] & hand).bit_count() for hand in self.hand]
            most = max(held)
            if most:
                needed += most
                owners |= 1 << owner
                for player in players:
                    fullest[player] |= (held[player] == most) << owner
        if needed < tricks:
            owners, fullest = self.everybody, [0] * self.deal.players
        must = sum(1 << player for player in players if (rest & self.hand[player]).bit_count() == tricks)
        return Demand(must, owners, tuple(fullest))

    def too_late(self, tricks: int) -> bool:
        """Return whether a player with only higher cards cannot run out of them before the objective must be played.

        This concerns objectives that their owners hold and that are not trumps: the suit must be led, and whoever has
        only higher cards must have none left by then. A trump may also win when another suit is led.
        """
        for card in bits_of(self.targets & self.left & self.self_held & ~self.trumps):
            lower = (1 << card) - 1
            for player, hand in enumerate(self.hand):
                held = self.left & self.suit[self.deal.suit[card]] & hand
                if player != self.owner[card] and not held & lower and held.bit_count() >= tricks:
                    return True
        return False

    def legal(self, player: int, led: int) -> int:
        """Return the cards a player may play."""
        held = self.hand[player] & self.left
        return (held & self.suit[led] or held) if led != NOBODY else held

    def beats(self, card: int, best: int) -> bool:
        """Return whether a card takes the trick from the one that wins so far, played before it."""
        suit = self.deal.suit
        return best == NOBODY or (card > best if suit[card] == suit[best] else suit[card] == self.deal.trump)

    def can_beat(self, player: int, led: int, best: int) -> bool:
        """Return whether a player has a card to play that takes the trick."""
        held, above = self.hand[player] & self.left, -1 << best + 1
        follow = held & self.suit[led]
        if follow:
            return self.deal.suit[best] == led and bool(follow & above)
        trumps = held & self.trumps
        return bool(trumps & above if self.deal.suit[best] == self.deal.trump else trumps)

    def completable(self, target: int, owner: int, leader: int, card: int) -> bool:
        """Return whether a trick that begins with a card can complete an objective if all players cooperate."""
        suit, led, holder = self.deal.suit, self.deal.suit[card], self.deal.holder[target]
        if card != target if holder == leader else not self.legal(holder, led) >> target & 1:
            return False
        given = {leader: card, holder: target}
        winning = given[owner] if owner in given else self.best_card(owner, led)
        trumped = winning != NOBODY and suit[winning] != led
        if winning == NOBODY or (trumped and suit[winning] != self.deal.trump):
            return False
        return all(
            not self.beats(given[player], winning)
            if player in given
            else self.can_stay_below(player, led, winning, trumped=trumped)
            for player in range(self.deal.players)
            if player != owner
        )

    def best_card(self, player: int, led: int) -> int:
        """Return the highest card of the suit led, else the highest trump, that a player may play, or `NOBODY`."""
        held = self.hand[player] & self.left
        return (held & self.suit[led] or held & self.trumps).bit_length() - 1

    def can_stay_below(self, player: int, led: int, winning: int, *, trumped: bool) -> bool:
        """Return whether a player has a card to play that does not beat the winning one."""
        held = self.legal(player, led)
        lowest = (held & -held).bit_length() - 1
        if held & self.suit[led]:
            return trumped or lowest < winning
        return bool(held & ~self.trumps) or (trumped and lowest < winning)
