"""Instances changed a little: the next card played, fields replaced."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from crewsat.games.crew.instance import Crew

if TYPE_CHECKING:
    from crewsat.games.crew.cards import Card


def with_fields(instance: Crew, **changes: Any) -> Crew:  # noqa: ANN401 - any field
    """The same instance with other fields, validated again."""
    fields = {name: getattr(instance, name) for name in Crew.model_fields}
    return Crew(**{**fields, **changes})


def after_card(instance: Crew, player: int, card: Card) -> Crew:
    """The position after this player has played this card.

    Raises:
        InvalidInstance: if the card may not be played.
    """
    hands = [[c for c in hand if c != card] for hand in instance.hands]
    begun = list(instance.begun)
    played = [*instance.played[: instance.finished], (*begun, card)]
    return with_fields(instance, hands=hands, played=played, leader=instance.leader or player)
