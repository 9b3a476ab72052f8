"""Instances changed a little: the next card played, fields replaced."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from crewsat.algorithms.crew.past import decided_by_the_past
from crewsat.algorithms.result import NOT_APPLICABLE
from crewsat.games.crew.instance import Crew
from crewsat.games.crew.tasks import CardsTask
from crewsat.games.crew.tricks import Trick, legal_cards

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from crewsat.games.cards import Card
    from crewsat.games.crew.moves import Choice


def with_fields(instance: Crew, **changes: Any) -> Crew:  # noqa: ANN401 - any field
    """The same instance with other fields, validated again."""
    fields = {name: getattr(instance, name) for name in Crew.fields}
    return Crew(**{**fields, **changes})


def with_cards(instance: Crew, change: Mapping[Card, Card], **changes: Any) -> Crew:  # noqa: ANN401
    """Other faces on the same cards."""
    tasks = [
        t.model_copy(update={"cards": tuple(change.get(c, c) for c in t.cards)}) if isinstance(t, CardsTask) else t
        for t in instance.tasks
    ]
    names = {o.id: f"o{k}" for k, o in enumerate(instance.objectives)}
    objectives = [
        o.model_copy(
            update={
                "card": change.get(o.card, o.card),
                "id": names[o.id],
                "after": tuple(names[x] for x in o.after),
                "before": tuple(names[x] for x in o.before),
            }
        )
        for o in instance.objectives
    ]
    hands = [[change.get(card, card) for card in hand] for hand in instance.hands]
    played = [[change.get(card, card) for card in trick] for trick in instance.played]
    return with_fields(instance, hands=hands, played=played, tasks=tasks, objectives=objectives, **changes)


def after_card(instance: Crew, player: int, card: Card) -> Crew:
    """The position after this player has played this card.

    Raises:
        InvalidInstance: if the card may not be played.
    """
    hands = [[c for c in hand if c != card] for hand in instance.hands]
    begun = list(instance.begun)
    played = [*instance.played[: instance.finished], (*begun, card)]
    return with_fields(instance, hands=hands, played=played, leader=instance.leader or player)


def playable(instance: Crew) -> list[tuple[int, Card]]:
    """Who may play which card next, by the instance alone; nothing if the play is over."""
    if decided_by_the_past(instance) is not NOT_APPLICABLE or instance.finished == instance.tricks:
        return []
    if instance.leading is None:
        players = list(range(1, instance.players + 1))
    else:
        players = [(instance.leading - 1 + len(instance.begun)) % instance.players + 1]
    led = instance.begun[0].suit if instance.begun else None
    return [(player, card) for player in players for card in legal_cards(instance.hands[player - 1], led)]


def as_played(play: Iterable[Trick | Choice]) -> list[tuple[int, tuple[Card, ...]]]:
    """Leader and cards of the tricks of a play, for the referee."""
    return [(part.leader, part.cards) for part in play if isinstance(part, Trick)]
