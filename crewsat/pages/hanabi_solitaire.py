"""Lines of solitaire Hanabi: its steps."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from crewsat.games.hanabi_solitaire.features import ALL
from crewsat.games.scope import reads

if TYPE_CHECKING:
    from collections.abc import Sequence

    from crewsat.games.hanabi_solitaire.instance import HanabiSolitaire
    from crewsat.games.hanabi_solitaire.rules import Step


@reads("the page", ALL)
def line(instance: HanabiSolitaire, play: Sequence[Step], assignment: None = None) -> dict[str, Any]:  # noqa: ARG001 - no player takes anything
    """Return a line without a title: steps, and the colours in their order."""
    return {"play": [step.as_dict() for step in play], "start": 0, "colours": list(instance.colours_in_order)}
