"""Instances of The Crew: the fields of the contract, validated, frozen.

The question an instance puts (paper, section 2): is there a legal sequence of tricks after which every objective has
been won by its owner, in an order the constraints allow?
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Annotated, Any, Literal, Self

from pydantic import (
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    JsonValue,
    ModelWrapValidatorHandler,
    WithJsonSchema,
    model_validator,
)

from crewsat.errors import Defect, InvalidInstance
from crewsat.games.crew import order
from crewsat.games.crew.cards import SUIT_SCHEMA, Card, natural, parse_suit
from crewsat.games.crew.objective import Objective
from crewsat.games.crew.reading import Reader

if TYPE_CHECKING:
    from collections.abc import Iterable

Suit = Annotated[str, BeforeValidator(parse_suit), WithJsonSchema(SUIT_SCHEMA)]


def _whole(raw: object) -> object:
    """Let whole numbers pass: to Python, 1, 1.0 and true are equal."""
    if type(raw) is not int:
        raise ValueError("must be a whole number; allowed: 1")
    return raw


class Crew(BaseModel):
    """A deal of The Crew with its objectives; players are numbered from 1 in turn order."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True, allow_inf_nan=False)

    format: Annotated[Literal[1], BeforeValidator(_whole)] = Field(default=1, description="version of the file format")
    game: Literal["crew"] = "crew"
    hands: Annotated[tuple[Annotated[tuple[Card, ...], Field(strict=False)], ...], Field(strict=False)] = Field(
        min_length=1, description="one list of cards a player; sizes may differ, hands may be empty"
    )
    leader: int | None = Field(default=None, ge=1, description="who leads the first trick; null: the crew chooses")
    trump: Suit | None = Field(default=None, description="the suit that beats every other; null: none")
    suits: Annotated[tuple[Suit, ...], Field(strict=False)] | None = Field(
        default=None, description="all suits of the deck, for a trump suit nobody holds"
    )
    objectives: Annotated[tuple[Objective, ...], Field(strict=False)] = Field(default=())
    same_trick: Literal["in_order", "violates"] = Field(
        default="in_order", description="x before y: trick(x) <= trick(y), or trick(x) < trick(y)"
    )
    about: dict[str, JsonValue] | None = Field(default=None, description="free notes, ignored by the rules")

    if TYPE_CHECKING:  # what may be written is wider than what is stored

        def __init__(  # noqa: PLR0913 - one argument a field
            self,
            *,
            format: Literal[1] = 1,  # noqa: A002 - the contract names it so
            game: Literal["crew"] = "crew",
            hands: Iterable[Iterable[object]],
            leader: int | None = None,
            trump: str | int | None = None,
            suits: Iterable[str | int] | None = None,
            objectives: Iterable[Objective | Mapping[str, object]] = (),
            same_trick: Literal["in_order", "violates"] = "in_order",
            about: Mapping[str, object] | None = None,
        ) -> None: ...

    @model_validator(mode="wrap")
    @classmethod
    def _find_all_defects(cls, data: object, handler: ModelWrapValidatorHandler[Self]) -> Self:
        if isinstance(data, cls):
            return data
        if not isinstance(data, Mapping):
            raise InvalidInstance([Defect("", "an instance is an object with the keys game, hands, objectives, …")])
        read: Self = Reader(data).read(handler, cls)
        return read

    @property
    def players(self) -> int:
        """Number of players, p ≥ 1."""
        return len(self.hands)

    @property
    def tricks(self) -> int:
        """Number of tricks that can be played, T: the size of the smallest hand."""
        return min(len(hand) for hand in self.hands)

    @cached_property
    def holder(self) -> dict[Card, int]:
        """The player who holds each card, from 1."""
        return {card: player for player, hand in enumerate(self.hands, 1) for card in hand}

    @cached_property
    def order(self) -> tuple[tuple[int, int], ...]:
        """Pairs (x, y) of positions in `objectives`, x before y; they generate the whole order (`order_pairs`)."""
        return order.order_pairs(self.objectives)

    @cached_property
    def suits_in_order(self) -> tuple[str, ...]:
        """The suits that are held: as listed in `suits`, else by name; the trump suit last."""
        held = {card.suit for card in self.holder}
        listed = [suit for suit in self.suits or () if suit in held] or sorted(held, key=natural)
        return tuple(sorted(listed, key=lambda suit: suit == self.trump))

    def as_dict(self) -> dict[str, Any]:
        """Return the canonical JSON object: game and hands, and the fields that differ from their defaults."""
        data = self.model_dump(mode="json", exclude_defaults=True)
        for written, objective in zip(data.get("objectives", ()), self.objectives, strict=True):
            if objective.id == str(objective.card):
                written.pop("id", None)
        return {"game": self.game, **data}

    def to_json(self) -> str:
        """Return the canonical JSON text on one line, ready to be pasted into a file or a test."""
        return json.dumps(self.as_dict(), ensure_ascii=False, separators=(",", ":"))

    def digest(self) -> str:
        """Return the SHA-256 of the canonical text without `about`, in hexadecimal."""
        data = self.model_copy(update={"about": None}).as_dict()
        text = json.dumps(data, ensure_ascii=False, separators=(",", ":"), sort_keys=True)
        return hashlib.sha256(text.encode()).hexdigest()

    def __hash__(self) -> int:
        return hash((self.hands, self.leader, self.trump, self.suits, self.objectives, self.same_trick))
