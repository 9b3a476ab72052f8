"""Objectives of The Crew: who must win which card, and when."""

from __future__ import annotations

from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

from crewsat.games.cards import Card
from crewsat.games.crew import order

Id = Annotated[str, StringConstraints(min_length=1)]
Ids = Annotated[tuple[Id, ...], Field(strict=False)]
Token = Annotated[str, StringConstraints(pattern=rf"^(?:{order.TOKEN})$")]


class Objective(BaseModel):
    """Win the trick in which `card` is played, as player `owner`, or as anybody if `owner` is None (free)."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)

    card: Card = Field(description="the card to win")
    owner: Annotated[int, Field(ge=1)] | None = Field(
        description="the player who must win it, from 1; null: the crew decides who takes it"
    )
    id: Id = Field(
        default_factory=lambda data: str(data["card"]),
        description="a name, unique in the instance; default: the card's canonical text",
    )
    token: Token | None = Field(default=None, description="order token: '1'…'k', 'omega', '>', '>>', …")
    after: Ids = Field(default=(), description="ids that must be completed before this objective")
    before: Ids = Field(default=(), description="ids that must be completed after this objective")
