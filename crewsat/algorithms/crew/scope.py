"""What the polynomial special cases of The Crew share: their scope, and how they write down a play and a reason.

The theorems are about the bare game: every objective has an owner, is worth the same whenever it is completed, and only
objectives are asked for. An order, a task, an objective the crew may still assign or a trick already played breaks the
exchange arguments (an order, for one, forbids permuting the tricks), so such instances are left to the encodings: the
special cases know the features `PLAIN` and `SHARES` (`crewsat.games.crew.features`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from crewsat.base.said import saying

if TYPE_CHECKING:
    from collections.abc import Sequence

    from crewsat.games.cards import Card
    from crewsat.games.crew.instance import Crew


def one_suit(instance: Crew) -> bool:
    """Return whether all cards dealt are of one suit (linear time).

    Then following suit forbids nothing, the highest card wins, and it does not matter which suit is trump.
    """
    return len(instance.suits_in_order) <= 1


def owners(instance: Crew) -> dict[Card, int]:
    """Return the owner of every objective card; objectives without an owner are left out."""
    return {objective.card: objective.owner for objective in instance.objectives if objective.owner is not None}


def in_turn(leader: int, cards: Sequence[Card]) -> tuple[int, tuple[Card, ...]]:
    """Return a trick as the referee takes it.

    Args:
        leader: who leads it, from 1.
        cards: the card of every player, player 1 first.

    Returns:
        The leader, and the cards in the order they are played.
    """
    return leader, (*cards[leader - 1 :], *cards[: leader - 1])


def shortest_hand(instance: Crew) -> str:
    """Return in words how few tricks there are, and why: ``there are only 3 tricks (player 2 holds 3 cards)``."""
    player = min(range(instance.players), key=lambda k: len(instance.dealt[k])) + 1
    verb = saying("was dealt") if instance.played else saying("holds")
    number = instance.tricks
    if not number:
        return saying("there are no tricks (player {player} {holds} no cards)", player=player, holds=verb)
    return saying(
        "there are only {n} tricks (player {player} {holds} {n} cards)",
        one="there is only 1 trick (player {player} {holds} 1 card)",
        n=number,
        player=player,
        holds=verb,
    )


def only_such_cards(number: int) -> str:
    """Return how few cards there are of those that a sentence has named."""
    return saying("only {n} such cards", one="only 1 such card", n=number) if number else saying("no such card")


def only_cards(number: int) -> dict[str, Any]:
    """Return a small number of cards as values of a sentence: ``n``, and in words ``only``."""
    words = saying("only {n} cards", one="only 1 card", n=number) if number else saying("no cards")
    return {"n": number, "only": words}


def cards_in_words(number: int) -> str:
    """Return a number of cards in words."""
    return saying("{n} cards", one="1 card", n=number)


def tricks_in_words(number: int) -> str:
    """Return a number of tricks in words."""
    return saying("{n} tricks", one="1 trick", n=number)
