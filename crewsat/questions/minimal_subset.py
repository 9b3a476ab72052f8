"""Minimal unsatisfiable subsets (MUS): of demands that cannot be met together, a set from which none can be left out.

Deletion (Bakker, Dikker, Tempelman and Wognum, IJCAI 1993): drop one demand after the other, and keep it dropped if the
rest is still lost. After each no, twice as many are dropped at once; after a yes, one again. The answer to a lost
question may name a smaller set that is already lost, a core (clause set refinement: Belov and Marques-Silva, 2012).
There are at most twice as many questions as demands, and usually little more than members of the result.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from crewsat.games.verdict import Answer


@dataclass(frozen=True, slots=True)
class SubsetAnswer:
    """What is known of a set of demands.

    Attributes:
        answer: whether they can be met together.
        core: for a no, a subset that cannot be met either; None if it is the whole set.
    """

    answer: Answer
    core: frozenset[str] | None = None


def minimal_unsatisfiable_subset(
    lost: Sequence[str], ask: Callable[[frozenset[str]], SubsetAnswer], *, hopeless: Callable[[], bool]
) -> tuple[tuple[str, ...], bool]:
    """Return a subset of demands that cannot be met together, and whether dropping any member is known to win.

    Args:
        lost: ids that cannot be met together; those to be kept, if possible, come last.
        ask: decides a subset; ``unknown`` keeps the member in question, and the result may not be minimal.
        hopeless: returns whether to give up, because the budget is used up.
    """
    conflict, minimal = list(lost), True
    ahead, number = list(lost), 1
    while ahead:
        if hopeless():
            return tuple(conflict), False
        dropped = ahead[:number]
        rest = frozenset(conflict).difference(dropped)
        found = ask(rest)
        if found.answer == "no":
            core = rest if found.core is None else found.core
            conflict = [one for one in conflict if one in core]
            ahead = [one for one in ahead if one in core]
            number *= 2
        elif len(dropped) == 1:
            minimal = minimal and found.answer == "yes"
            del ahead[0]
        else:
            number = 1
    return tuple(conflict), minimal
