"""Objectives of The Crew: who must win which card, and when."""

from __future__ import annotations

from typing import Annotated

from crewsat.games.cards import Card
from crewsat.games.crew import order
from crewsat.games.marks import AS_TUPLE, Within
from crewsat.games.records import Record, declared

Id = Annotated[str, Within(min_length=1)]
Ids = Annotated[tuple[Id, ...], AS_TUPLE]
Token = Annotated[str, Within(pattern=rf"^(?:{order.TOKEN})$")]


class Objective(Record):
    """Win the trick in which `card` is played, as player `owner`, or as anybody if `owner` is None (free)."""

    card: Card = declared(description="the card to win")
    owner: Annotated[int, Within(ge=1)] | None = declared(
        description="the player who must win it, from 1; null: the crew decides who takes it"
    )
    id: Id = declared(
        description="a name, unique in the instance; default: the card's canonical text",
        default_factory=lambda fields: str(fields["card"]),
    )
    token: Token | None = declared(description="order token: '1'…'k', 'omega', '>', '>>', …", default=None)
    after: Ids = declared(description="ids that must be completed before this objective", default=())
    before: Ids = declared(description="ids that must be completed after this objective", default=())
