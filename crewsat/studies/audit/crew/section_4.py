"""Theorem 4.1 as printed: one suit, every objective card in its owner's hand, one objective per trick.

Idea: the owner plays the objective card, and every other player the "best" card, the highest one that is lower and is
not an objective. If a player has no such card, the answer is no.

**Printed** (section 4, after theorem 4.1): the steps above, repeated until all objectives are completed; the best card
is max{c in C_i : x_c < x_co and c not in O_c}.

**Vague:** which objective is selected next: the option `order` of `Reading`. O_c is not defined: all objective cards,
or only those not completed yet? It makes no difference, as the card of a completed objective has been played. "Each
following player" lets the owner lead; the winner of a trick leads the next one, and the paper does not say how the lead
gets to the next owner. In one suit it need not. So the tricks are recorded with the leader they must have: first the
given one, or the owner if the crew may choose, then the winner of the previous trick.

**Running time** (printed: O(np + n log n)). Counted are the cards sorted at the start (the paper builds its structure
from n cards), objectives taken (one "full query" each, l in all), predecessor queries (one per hand and objective, O(1)
each apart from O(log n) per objective), deletions (O(log n) each, at most n), and lookups in the dictionary that skips
the owner's hand, one per hand and objective. Here hands are sorted lists, so a deletion also moves memory.

Meant for deals of one suit with plain features (`crewsat.games.crew.features.PLAIN`) whose objective cards are held by
their owners. Others are answered too, but the paper says nothing about them.
"""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, get_args

from crewsat.algorithms.crew.scope import in_turn, owners
from crewsat.games.crew.features import PLAIN, SHARES
from crewsat.games.scope import reads
from crewsat.studies.audit.published import Published

if TYPE_CHECKING:
    from crewsat.games.cards import Card
    from crewsat.games.crew.instance import Crew

Order = Literal["listed", "rising", "falling"]


@dataclass(frozen=True, slots=True)
class Reading:
    """How to read "select an objective"."""

    order: Order = "listed"
    """Which objective comes next: the next one of the instance, the one with the lowest card, or with the highest."""

    @property
    def words(self) -> str:
        """The reading in a sentence."""
        return f"objectives are taken {_WORDS[self.order]}"


_WORDS: dict[Order, str] = {"listed": "as listed", "rising": "from the lowest up", "falling": "from the highest down"}

READINGS = tuple(Reading(order) for order in get_args(Order))


@reads("the algorithm of section 4", PLAIN | SHARES)
def decide_as_published(instance: Crew, reading: Reading = READINGS[0]) -> Published:
    """Answer as in theorem 4.1.

    Args:
        instance: a plain deal of one suit, every objective card held by its owner.
        reading: how to read the vague step.

    Returns:
        The answer, the play if the answer is yes, and the steps.
    """
    owner_of = owners(instance)
    spare = [sorted([card for card in hand if card not in owner_of]) for hand in instance.hands]
    steps = {
        "cards put in order": sum(map(len, instance.hands)),
        "objectives taken": 0,
        "predecessor queries": 0,
        "dictionary lookups": 0,
        "deletions": 0,
    }
    play: list[tuple[int, tuple[Card, ...]]] = []
    leader = instance.leader
    for objective in _in_order(list(owner_of), reading.order):
        owner = owner_of[objective]
        steps["objectives taken"] += 1
        trick: list[Card] = []
        for player, cards in enumerate(spare, 1):
            steps["dictionary lookups"] += 1
            if player == owner:
                trick.append(objective)
                continue
            steps["predecessor queries"] += 1
            lower = bisect_left(cards, objective)
            if not lower:
                return Published(answer=False, play=None, steps=steps)
            steps["deletions"] += 1
            trick.append(cards.pop(lower - 1))
        play.append(in_turn(leader or owner, trick))
        leader = owner
    return Published(answer=True, play=play, steps=steps)


def _in_order(objectives: list[Card], order: Order) -> list[Card]:
    if order == "listed":
        return objectives
    return sorted(objectives, reverse=order == "falling")
