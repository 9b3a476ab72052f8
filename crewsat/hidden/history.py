"""What was played and shown according to a view, and whether it can have happened.

A card is *surely* in a hand before a trick if the player plays it then or later, holds it now, or has shown it. Such
cards are enough to contradict a trick or a signal: what only a deal of the unseen cards would contradict, no view says.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from crewsat.base.wording import visible
from crewsat.games.crew.decks import DECKS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from crewsat.base.wording import PathPart
    from crewsat.games.cards import Card
    from crewsat.hidden.signals import Signal
    from crewsat.hidden.view import View

    Report = Callable[[tuple[PathPart, ...], str], None]

NOW = 1_000_000
"""A trick after all others: the card is still held."""


class Held(NamedTuple):
    """A card that was surely in a hand.

    Attributes:
        card: the card.
        until: the number of the trick in which it was played; `NOW` if it is still held.
        why: how that is known.
    """

    card: Card
    until: int
    why: str


class History:
    """The cards that were surely in each hand.

    Args:
        view: a view in which every card is in one place at most.
        signals: those of its signals that are right by themselves, by their places in the list.
    """

    def __init__(self, view: View, signals: Mapping[int, Signal]) -> None:
        self._view = view
        self._signals = signals
        self._past = view.past
        self._player: dict[Card, int] = {}
        """Who has played each card, or holds it now."""
        self._trick: dict[Card, int] = {}
        """The number of the trick in which each card was played."""
        self._held: list[list[Held]] = [[] for _ in range(view.players)]
        self._note_what_is_seen()
        self._note_what_is_known()

    def check(self, report: Report) -> None:
        """Report what cannot have happened, each with its place."""
        self._highest_trump_leads(report)
        for number, (leader, cards) in enumerate(self._past, 1):
            for k, card in enumerate(cards):
                if card.suit != cards[0].suit:
                    self._could_not_follow(number, k, (leader - 1 + k) % self._view.players + 1, report)
        for k, signal in self._signals.items():
            if self._held_the_card(k, signal, report):
                self._said_the_truth(k, signal, report)

    def _note_what_is_seen(self) -> None:
        for number, (leader, cards) in enumerate(self._past, 1):
            for k, card in enumerate(cards):
                player = (leader - 1 + k) % self._view.players + 1
                self._player[card], self._trick[card] = player, number
                self._held[player - 1].append(Held(card, number, f"was played in trick {number}"))
        for card in self._view.hand:
            self._player[card] = self._view.me
            self._held[self._view.me - 1].append(Held(card, NOW, "is still in that hand"))

    def _note_what_is_known(self) -> None:
        """Note unseen cards: those that were shown, and the highest trump, whose holder leads first by the rules."""
        for signal in self._signals.values():
            if signal.card not in self._player:
                why = f"was shown before trick {signal.before_trick}"
                self._held[signal.player - 1].append(Held(signal.card, NOW, why))
        deck = DECKS.get(self._view.rules or "")
        if deck is not None and deck.highest not in self._player:
            self._held[self._view.leader - 1].append(Held(deck.highest, NOW, "is the card of the first leader"))

    def _highest_trump_leads(self, report: Report) -> None:
        """Report a first leader who did not have the highest trump, by the rules of a published game."""
        deck = DECKS.get(self._view.rules or "")
        player = None if deck is None else self._player.get(deck.highest)
        if deck is not None and player not in {None, self._view.leader}:
            said = f"player {self._view.leader} does not lead first: player {player} had {deck.highest}"
            report(("leader",), said)

    def _could_not_follow(self, number: int, k: int, player: int, report: Report) -> None:
        """Report a player who surely had a card of the suit that was led, and played another one."""
        led = self._past[number - 1][1][0].suit
        for card, until, why in self._held[player - 1]:
            if card.suit == led and until > number:
                said = f"player {player} had to follow suit {visible(led)}: {visible(card)} {why}"
                report(("played", number - 1, k), said)
                return

    def _held_the_card(self, k: int, signal: Signal, report: Report) -> bool:
        """Report a card that was not in the hand of the player who showed it; return whether it was."""
        card, player = signal.card, self._player.get(signal.card)
        shown = f"player {signal.player} cannot have shown {visible(card)} before trick {signal.before_trick}"
        if player is None and signal.player == self._view.me:
            why = "it is not in `hand`, and was not played"
        elif player not in {None, signal.player}:
            how = f"played it in trick {self._trick[card]}" if card in self._trick else "holds it"
            why = f"player {player} {how}"
        elif self._trick.get(card, NOW) < signal.before_trick:
            why = f"it was played in trick {self._trick[card]}"
        else:
            return True
        report(("signals", k, "card"), f"{shown}: {why}")
        return False

    def _said_the_truth(self, k: int, signal: Signal, report: Report) -> None:
        """Report a card that was surely not what the signal says."""
        for card, _, why in self._beside(signal):
            higher = card.value > signal.card.value
            if signal.says == "only" or higher == (signal.says == "highest"):
                said = f"{visible(signal.card)} was not the {signal.says} card of its suit: {visible(card)} {why}"
                report(("signals", k, "says"), said)
                return

    def _beside(self, signal: Signal) -> Iterator[Held]:
        """Yield the other cards of the suit that were surely in the hand when a card was shown."""
        for held in self._held[signal.player - 1]:
            if held.card.suit == signal.card.suit and held.card != signal.card and held.until >= signal.before_trick:
                yield held
