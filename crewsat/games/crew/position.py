"""Whether tricks can have been played as a position in progress says (contract, Positions).

A trick needs one card of every player; only the last one may be incomplete, and must be possible to complete. A player
who did not follow suit must have held no card of it then: none now and none among the cards played later.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from crewsat.base.wording import counted, visible
from crewsat.games.crew.tricks import tricks_played

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from crewsat.base.wording import PathPart
    from crewsat.games.cards import Card

    Report = Callable[[tuple[PathPart, ...], str], None]


def check(
    hands: Sequence[Sequence[Card]], played: Sequence[Sequence[Card]], leader: int, trump: str | None, report: Report
) -> None:
    """Report what cannot have happened; `leader` led the first trick."""
    players = len(hands)
    sizes, last = [len(cards) for cards in played], len(played) - 1
    bad = [k for k, size in enumerate(sizes) if not 0 < size <= players or (size < players and k < last)]
    for k in bad:
        report(("played", k), f"a trick has {counted(players, 'card')}, not {sizes[k]}; only the last may have fewer")
    if played and not bad:
        past = list(tricks_played(leader, played, players, trump))
        _check_unfinished(hands, past, report)
        _check_following(hands, past, report)


def held_of(
    hands: Sequence[Sequence[Card]], played: Sequence[Sequence[Card]], leader: int, trump: str | None, report: Report
) -> list[tuple[Card, ...]]:
    """Return the hands after these tricks, given those before; report cards that were not dealt to their player."""
    players = len(hands)
    dealt_to = {card: player for player, hand in enumerate(hands, 1) for card in hand}
    gone = set()
    for trick, (first, cards) in enumerate(tricks_played(leader, played, players, trump)):
        for k, card in enumerate(cards):
            player = (first - 1 + k) % players + 1
            gone.add(card)
            if dealt_to.get(card) != player:
                whose = f"was dealt to player {dealt_to[card]}" if card in dealt_to else "was dealt to nobody"
                report(("played", trick, k), f"it is player {player}'s turn, but {visible(card)} {whose}")
    return [tuple(card for card in hand if card not in gone) for hand in hands]


def player_of(card: Card, past: Iterable[tuple[int, Sequence[Card]]], players: int) -> int | None:
    """Return who played a card in these tricks, each with its leader; None if no player did."""
    return next(((leader - 1 + cards.index(card)) % players + 1 for leader, cards in past if card in cards), None)


def _check_unfinished(
    hands: Sequence[Sequence[Card]], past: Sequence[tuple[int, Sequence[Card]]], report: Report
) -> None:
    leader, cards = past[-1]
    for k in range(len(cards), len(hands)):
        player = (leader - 1 + k) % len(hands)
        if not hands[player]:
            report(("played", len(past) - 1), f"player {player + 1} has no card left to complete this trick")


def _check_following(
    hands: Sequence[Sequence[Card]], past: Sequence[tuple[int, Sequence[Card]]], report: Report
) -> None:
    """Walk backwards, so that the suits a player held after a trick are known; report in the order played."""
    players = len(hands)
    suits = [{card.suit for card in hand} for hand in hands]
    revokes = []
    for trick in range(len(past) - 1, -1, -1):
        leader, cards = past[trick]
        led = cards[0].suit
        for k, (suit, _) in enumerate(cards):
            held = suits[(leader - 1 + k) % players]
            if suit != led and led in held:
                revokes.append((trick, k, (leader - 1 + k) % players + 1, led))
            held.add(suit)
    for trick, k, player, led in sorted(revokes):
        report(("played", trick, k), f"player {player} had to follow suit {visible(led)}")
