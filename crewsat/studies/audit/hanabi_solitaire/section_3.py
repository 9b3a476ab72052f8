"""Theorem 3.3 as printed: one colour; useless cards are filtered out, then the last copy of every value is used.

Idea: a card is useless if more than h higher values do not come after it. From value n - h - 1 down, useless cards are
found with a max-heap of the h + 1 smallest among the last draws L[j] of the higher values. The remaining cards are
played lazily: the last copy of each value.

**Printed** (section 3): the vectors P (previous card of the same value, minus infinity if there is none) and L (last
card of each value that is left), the heap that begins with L[n-h] … L[n], the loop from i = n - (h+1) down to 1, which
stops with a no if no card of value i is left, and the lazy strategy.

**Vague:** L of a value that the deck lacks. P has minus infinity where there is no card, and so does L here. What
detects this is an option of `Reading`: the loop looks for values of which no card is left, but begins below n - h; the
proof assumes that every value is left.

**Not an option,** because it changes nothing: if n <= h, the heap cannot begin with L[n-h] … L[n], but then the loop is
empty, and the heap is never used. Here it begins with the existing entries of L.

**Running time** (printed: O(N + n log h)). Counted are the entries of P and L created, the cards marked as useless, the
cards examined by the lazy strategy, and the steps of the heap: building it from k entries counts as k, replacing one of
them as log k, rounded up.

Meant for decks of one colour.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from heapq import heapify, heapreplace
from math import inf
from typing import TYPE_CHECKING, Literal, get_args

from crewsat.algorithms.hanabi_solitaire.line import line_of
from crewsat.games.hanabi_solitaire.features import ALL
from crewsat.games.scope import reads
from crewsat.studies.audit.published import Published

if TYPE_CHECKING:
    from crewsat.games.hanabi_solitaire.instance import HanabiSolitaire

Absent = Literal["loop", "all"]


@dataclass(frozen=True, slots=True)
class Reading:
    """What detects that a value is not in the deck."""

    absent: Absent = "loop"
    """``loop``: the loop, for values below n - h. ``all``: a check of all values after the loop."""

    @property
    def words(self) -> str:
        """The reading in a sentence."""
        return _WORDS[self.absent]


_WORDS: dict[Absent, str] = {
    "loop": "lost iff the loop, which looks at values below n - h, finds one of which no card is left",
    "all": "lost iff some value, of all n, has no card left when the loop is done",
}

READINGS = tuple(Reading(absent) for absent in get_args(Absent))


@dataclass
class Filtered:
    """The result of the filtering phase.

    Attributes:
        last: the vector L: for each value, the last draw that is left, minus infinity if there is none.
        removed: the draws that were removed, in this order.
        stopped: whether the loop stopped at a value of which no card was left.
    """

    last: dict[int, float]
    removed: list[int] = field(default_factory=list)
    stopped: bool = False


@reads("the algorithm of section 3", ALL)
def decide_as_published(instance: HanabiSolitaire, reading: Reading = READINGS[0]) -> Published:
    """Answer as in theorem 3.3.

    Args:
        instance: a deck of one colour.
        reading: how to read the vague step.

    Returns:
        The answer, the lazy play if the answer is yes (it need not win), and the steps.
    """
    steps = {"entries of P": 0, "entries of L": 0, "cards removed": 0, "heap": 0, "cards looked at": 0}
    filtered = filter_as_published(instance, steps)
    if filtered.stopped or (reading.absent == "all" and -inf in filtered.last.values()):
        return Published(answer=False, play=None, steps=steps)
    steps["cards looked at"] += instance.size
    return Published(True, line_of(instance, {int(draw) for draw in filtered.last.values() if draw > 0}), steps)


def filter_as_published(instance: HanabiSolitaire, steps: dict[str, int]) -> Filtered:
    """Remove useless cards, and count the steps."""
    n, h = instance.highest, instance.hand_size
    last: dict[int, float] = dict.fromkeys(range(1, n + 1), -inf)
    previous: list[float] = []
    for draw, card in enumerate(instance.deck, 1):
        previous.append(last[card.value])
        last[card.value] = draw
    steps["entries of P"] += instance.size
    steps["entries of L"] += n
    heap = [-last[value] for value in range(max(n - h, 1), n + 1)]  # negated, so that the largest draw comes first
    heapify(heap)
    steps["heap"] += len(heap)
    filtered = Filtered(last)
    for value in range(n - (h + 1), 0, -1):
        while last[value] > -heap[0]:
            filtered.removed.append(int(last[value]))
            steps["cards removed"] += 1
            last[value] = previous[int(last[value]) - 1]
        if last[value] == -inf:
            filtered.stopped = True
            return filtered
        heapreplace(heap, -last[value])
        steps["heap"] += len(heap).bit_length()
    return filtered
