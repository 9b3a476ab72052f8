"""What a sweep may find out about a deck besides its answer; functions as in `crewsat.questions.crew.quantities`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from crewsat.base.errors import Stopped
from crewsat.questions.frontend import least_hand_size

if TYPE_CHECKING:
    from crewsat.games.hanabi_solitaire.instance import HanabiSolitaire
    from crewsat.games.verdict import Verdict


def least_hand(deck: HanabiSolitaire, verdict: Verdict, seconds: float) -> int | None:  # noqa: ARG001 - of every quantity
    """Return the least hand with which all cards can be played."""
    found = least_hand_size(deck, time_limit=seconds)
    if not found.proved:
        raise Stopped("time")
    return found.at_most
