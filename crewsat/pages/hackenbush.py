"""Lines of Hackenbush: the first cut of the coalition."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from crewsat.games.hackenbush.features import ALL
from crewsat.games.scope import reads

if TYPE_CHECKING:
    from collections.abc import Sequence

    from crewsat.games.hackenbush.instance import Hackenbush
    from crewsat.games.hackenbush.rules import Move
    from crewsat.games.verdict import Verdict


@reads("the page", ALL)
def line(_instance: Hackenbush, play: Sequence[Move], assignment: None = None) -> dict[str, Any]:  # noqa: ARG001 - no player takes anything
    """Return a line without a title."""
    return {"play": [move.as_dict() for move in play], "start": 0}


@reads("the page", ALL)
def won(_instance: Hackenbush, verdict: Verdict[Any]) -> dict[str, Any]:
    """Return the headline of a yes."""
    if not verdict.play:
        return {"key": "headline.coalition"}
    first = verdict.play[0]
    return {"key": "headline.coalitionCuts", "k": first.player, "edge": first.edge, "string": first.string}
