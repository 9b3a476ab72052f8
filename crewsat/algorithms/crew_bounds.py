"""What can be said of a deal of The Crew at once: nothing to do, or too few tricks.

One trick has one winner and takes one card of every hand. So an owner w whose objective cards lie in several hands must
win at least as many tricks as the fullest of these hands holds of them, and different owners win different tricks:

    LB = Σ over owners w of (max over hands j of the number of w's objective cards in j)

tricks are needed. There are T, the size of the smallest hand. LB > T is a no, whatever suits, order and leader are.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from crewsat.errors import counted

if TYPE_CHECKING:
    from crewsat.games.crew.cards import Card
    from crewsat.games.crew.instance import Crew


def tricks_needed(instance: Crew) -> dict[int, int]:
    """Return for every owner of objectives the least number of tricks that player must win (linear time)."""
    cards = Counter((objective.owner, instance.holder[objective.card]) for objective in instance.objectives)
    needed: dict[int, int] = {}
    for (owner, _), number in sorted(cards.items()):
        needed[owner] = max(needed.get(owner, 0), number)
    return needed


def too_few_tricks(instance: Crew) -> str | None:
    """Return in words why there are too few tricks for all objectives, or None if the count does not say so."""
    needed = tricks_needed(instance)
    total = sum(needed.values())
    if total <= instance.tricks:
        return None
    parts = ", ".join(f"player {owner} {number}" for owner, number in needed.items())
    least = min(range(instance.players), key=lambda k: len(instance.hands[k])) + 1
    return (
        f"the objectives need at least {counted(total, 'trick')} ({parts}), as a player wins at most one card of each "
        f"hand in a trick, and player {least} holds only {counted(instance.tricks, 'card')}"
    )


def nothing_to_do(instance: Crew) -> list[tuple[int, tuple[Card, ...]]] | None:
    """Return the empty play if there are no objectives: it has succeeded already (contract: no objectives = yes)."""
    return None if instance.objectives else []
