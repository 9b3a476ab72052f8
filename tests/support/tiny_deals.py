"""The tiny deals of the audit as bare instances: all of one suit, all of single cards, and random ones."""

from __future__ import annotations

from typing import TYPE_CHECKING

from crewsat.studies.audit.crew import small_deals
from crewsat.studies.audit.crew.small_deals import every, random_single_suit, random_single_value

if TYPE_CHECKING:
    from collections.abc import Iterator

    from crewsat.games.crew.instance import Crew

__all__ = ["random_single_suit", "random_single_value", "single_suit_deals", "single_value_deals"]


def single_suit_deals(players: int, cards: int) -> Iterator[Crew]:
    """All deals of the cards 1…n of one suit with all objectives, up to the order of the players."""
    return (deal.instance for deal in every(small_deals.single_suit_deals, players, cards, 0, 1))


def single_value_deals(players: int, cards: int) -> Iterator[Crew]:
    """All deals of n cards of as many suits with all objectives and all leaders."""
    return (deal.instance for deal in every(small_deals.single_value_deals, players, cards, 0, 1))
