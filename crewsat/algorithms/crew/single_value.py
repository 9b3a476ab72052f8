"""The Crew when no two cards share a suit: whoever leads first wins everything (paper, theorem 3.1).

The paper takes all values to be 1; all that matters is that no player can follow suit. Then the led card is the only
one of its suit, it wins, and its player leads again, until the end. So all objectives must belong to one player, who
must lead the first trick, and any card may be played at any time: all that remains is to play the objective cards in
time. A trick takes one card of every hand, so as many tricks are needed as the fullest hand has objective cards, and
there are as many as the smallest hand has cards. If that is enough, every player plays objective cards first.

A trump would change this, because it takes over the lead, so no trump may be held.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from crewsat.algorithms.crew.scope import in_turn, owners, shortest_hand
from crewsat.algorithms.result import NOT_APPLICABLE, Decision, Refutation, Win
from crewsat.base.said import saying
from crewsat.base.wording import listed
from crewsat.games.crew.features import PLAIN, SHARES
from crewsat.games.scope import reads

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from crewsat.games.cards import Card
    from crewsat.games.crew.instance import Crew


@reads("method 'single-value'", PLAIN | SHARES)
def decide_single_value(instance: Crew) -> Decision[tuple[int, tuple[Card, ...]]]:
    """Decide an instance in which no two cards share a suit, in linear time.

    Args:
        instance: the deal.

    Returns:
        A winning play, the reason in words why there is none, or `NOT_APPLICABLE` if the instance is not of this kind.
    """
    if not _nobody_can_follow(instance):
        return NOT_APPLICABLE
    if not instance.objectives:
        return Win([])
    owner_of = owners(instance)
    leader = instance.leader or next(iter(owner_of.values()))
    wrong = _wrong_owner(instance, leader)
    if wrong is not None:
        return Refutation(wrong)
    wanted, others = zip(*(_parted(hand, owner_of) for hand in instance.hands), strict=True)
    fullest = max(range(instance.players), key=lambda j: len(wanted[j]))
    needed = len(wanted[fullest])
    if needed > instance.tricks:
        return Refutation(
            saying(
                "player {player} holds {n} cards that player {leader} must win ({cards}), one per trick, but {few}",
                one="player {player} holds 1 card that player {leader} must win ({cards}), one per trick, but {few}",
                n=needed,
                player=fullest + 1,
                leader=leader,
                cards=listed(wanted[fullest]),
                few=shortest_hand(instance),
            )
        )
    turns = [(first + rest)[:needed] for first, rest in zip(wanted, others, strict=True)]
    return Win([in_turn(leader, cards) for cards in zip(*turns, strict=True)])


def _nobody_can_follow(instance: Crew) -> bool:
    suits = instance.suits_in_order
    return len(suits) == len(instance.holder) and instance.trump not in suits


def _parted(hand: Sequence[Card], objectives: Collection[Card]) -> tuple[list[Card], list[Card]]:
    """Split a hand into objective cards and others."""
    return [card for card in hand if card in objectives], [card for card in hand if card not in objectives]


def _wrong_owner(instance: Crew, leader: int) -> str | None:
    """Return why the deal is lost if this leader wins all tricks, or None if it is not."""
    foreign = [objective for objective in instance.objectives if objective.owner != leader]
    if not foreign:
        return None
    theirs: dict[str, Any] = {"player": foreign[0].owner, "card": listed([foreign[0].card]), "leader": leader}
    if instance.leader is not None:
        return saying(
            "player {player} must win {card}, but player {leader} leads the first trick and then wins every trick, as "
            "no two cards share a suit",
            **theirs,
        )
    return saying(
        "player {leader} must win {first} and player {player} must win {card}, but whoever leads the first trick wins "
        "every trick, as no two cards share a suit",
        first=listed([instance.objectives[0].card]),
        **theirs,
    )
