"""Theorem 3.1 as printed: all values are 1, so whoever leads wins everything.

Idea: objectives of two players cannot both be met, and for one player, every player sheds one objective card per trick.
So the fullest hand, counted in objective cards, is compared with the smallest hand, counted in cards.

**Printed** (section 3, the paragraph before the running time), in this order: the answer is no unless all objectives
belong to one player; yes without objectives; no if a hand is empty; the holder of each objective card is looked up and
counted; yes if no player holds more objective cards than the smallest hand has cards.

**Vague:** nothing that changes an answer, so there is one reading. "Possesses" first means owning an objective and
later holding its card. Who leads is not considered: section 2 leaves the leader of the first trick to the crew. The
printed steps do not look at it even if the leader is given in advance. No play is produced, only an answer.

**Running time** (printed: O(l), O(p) and O(lp), in all O(n²)). Counted are the objectives and hands examined, and the
number of hands in which a card was looked for; the paper counts a lookup in a set as one step, and so does this module.

Meant for deals with plain features (`crewsat.games.crew.features.PLAIN`), one card per suit and no trump held. Others
are answered too, but the paper makes no claim about them.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from crewsat.games.crew.features import PLAIN, SHARES
from crewsat.games.scope import reads
from crewsat.studies.audit.published import Published

if TYPE_CHECKING:
    from crewsat.games.crew.instance import Crew


@dataclass(frozen=True, slots=True)
class Reading:
    """How to read the printed steps; there is only one way."""

    @property
    def words(self) -> str:
        """The reading in a sentence."""
        return "the steps in the order printed; who leads is ignored"


READINGS = (Reading(),)


@reads("the algorithm of section 3", PLAIN | SHARES)
def decide_as_published(instance: Crew, reading: Reading = READINGS[0]) -> Published:  # noqa: ARG001 - only one
    """Answer as in theorem 3.1.

    Args:
        instance: a plain deal with one card per suit and no trump.
        reading: the only one.

    Returns:
        The answer, without a play, and the steps.
    """
    steps = {"objectives looked at": 0, "hands looked at": 0, "hands searched for a card": 0}
    return Published(_won(instance, steps), None, steps)


def _won(instance: Crew, steps: dict[str, int]) -> bool:
    objectives = instance.objectives
    for objective in objectives:
        steps["objectives looked at"] += 1
        if objective.owner != objectives[0].owner:
            return False
    if not objectives:
        return True
    smallest = len(instance.hands[0])
    for hand in instance.hands:
        steps["hands looked at"] += 1
        smallest = min(smallest, len(hand))
        if not hand:
            return False
    hands = [frozenset(hand) for hand in instance.hands]
    held = [0] * len(hands)
    for objective in objectives:
        for player, cards in enumerate(hands):
            steps["hands searched for a card"] += 1
            if objective.card in cards:
                held[player] += 1
                break
    return max(held) - smallest <= 0
