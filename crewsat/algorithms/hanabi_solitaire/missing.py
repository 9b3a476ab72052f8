"""Solitaire Hanabi with a missing card: every card has to be played, so the answer is no."""

from __future__ import annotations

from typing import TYPE_CHECKING

from crewsat.base.said import saying
from crewsat.base.wording import visible
from crewsat.games.hanabi_solitaire.features import ALL
from crewsat.games.scope import reads

if TYPE_CHECKING:
    from crewsat.games.hanabi_solitaire.instance import HanabiSolitaire


@reads("method 'missing'", ALL)
def card_missing(instance: HanabiSolitaire) -> str | None:
    """Return why the deck cannot be won if it lacks a card, else None, in O(N) however many cards it lacks."""
    if instance.missing is None:
        return None
    return saying("{card} must be played, but is not in the deck", card=visible(instance.missing))
