"""Lines of Hackenbush: the first cut of the coalition."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from crewsat.games.hackenbush.features import ALL
from crewsat.games.scope import reads

if TYPE_CHECKING:
    from collections.abc import Sequence

    from crewsat.games.hackenbush.instance import Hackenbush
    from crewsat.games.hackenbush.rules import Move


@reads("the page", ALL)
def line(_instance: Hackenbush, play: Sequence[Move], assignment: None = None) -> dict[str, Any]:  # noqa: ARG001 - no player takes anything
    """Return a line without a title."""
    return {"play": [move.as_dict() for move in play], "start": 0}
