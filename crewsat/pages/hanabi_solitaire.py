"""Lines of solitaire Hanabi: its steps."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from crewsat.games.hanabi_solitaire.features import ALL
from crewsat.games.hanabi_solitaire.rules import most_stored
from crewsat.games.scope import reads

if TYPE_CHECKING:
    from collections.abc import Sequence

    from crewsat.games.hanabi_solitaire.instance import HanabiSolitaire
    from crewsat.games.hanabi_solitaire.rules import Step
    from crewsat.games.verdict import Verdict


@reads("the page", ALL)
def line(instance: HanabiSolitaire, play: Sequence[Step], assignment: None = None) -> dict[str, Any]:  # noqa: ARG001 - no player takes anything
    """Return a line without a title: steps, and the colours in their order."""
    return {"play": [step.as_dict() for step in play], "start": 0, "colours": list(instance.colours_in_order)}


@reads("the page", ALL)
def won(instance: HanabiSolitaire, verdict: Verdict[Any]) -> dict[str, Any]:
    """Return the headline of a yes."""
    if not verdict.play:
        return {"key": "headline.yesNow"}
    draws = sum(step.source == "deck" for step in verdict.play)
    return {"key": "headline.played", "n": draws, "of": instance.size, "most": most_stored(verdict.play)}
