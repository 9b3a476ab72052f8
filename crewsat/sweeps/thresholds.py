"""Thresholds: the most objectives of a deal that can be won, found by bisection.

The deals of one seed with different numbers of objectives are nested: the deal with l objectives is that with l + 1
without its last one. If each objective has an owner, or whoever wins it may own it, a play that wins the larger deal
wins the smaller one: all of its demands are among those of the larger. So the numbers that can be won are those up to
a threshold, and about log2 of them need be asked.

That needs a generator whose deals are nested, tokens that are the same for every number, and no rule about how many
objectives a player has.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from crewsat.sweeps.values import ALL, Threshold

if TYPE_CHECKING:
    from collections.abc import Mapping

NESTED = ("RandomDeal",)
"""The generators whose deals are nested in ``objectives``."""
COUNTING = ("balanced", "draft", "draft_or_pass", "one_player", "one_player_but_leader")
"""Assignments whose rules depend on how many objectives there are."""


def why_no_threshold(generator: type, values: Mapping[str, Any]) -> str | None:
    """Return why there is no threshold for these values of the fields of a generator; None if there is one."""
    if generator.__name__ not in NESTED or not isinstance(values.get("objectives"), Threshold):
        return "there are thresholds only of objectives, of random deals of The Crew"
    if values.get("assignment") in COUNTING:
        return f"with the assignment '{values['assignment']}', a deal with fewer objectives may be harder"
    if values.get("tokens") == ALL:
        return "with the tokens 'all', the order of a deal depends on how many objectives it has"
    threshold = values["objectives"]
    if threshold.low < len(values.get("tokens") or ()):
        return f"{len(values['tokens'])} tokens need as many objectives, and the threshold begins with {threshold.low}"
    return None
