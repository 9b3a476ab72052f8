"""What a player of Hanabi does in a turn."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from crewsat.games.cards import Card

if TYPE_CHECKING:
    from pydantic import GetJsonSchemaHandler
    from pydantic_core import CoreSchema

    from crewsat.games.hanabi.clues import Clue

Kind = Literal["play", "discard", "strike", "clue"]
Source = Literal["hand", "pile"]


@dataclass(frozen=True, slots=True)
class Action:
    """A play, a discard, a strike or a clue.

    Attributes:
        action: ``play``, ``discard``, ``strike`` (a card that is laid down and does not fit) or ``clue``.
        player: who acts, from 1.
        card: the card; None for a clue.
        source: ``hand``, or ``pile`` for the bottom card of the pile.
        copy: which of the identical cards in this hand, the oldest being 1; it makes no difference to the game.
        to: who is given the clue.
        clue: what it names.
    """

    action: Kind
    player: int
    card: Card | None = None
    source: Source = "hand"
    copy: int = 1
    to: int | None = None
    clue: Clue | None = None

    def as_dict(self) -> dict[str, Any]:
        """Return the JSON object of the contract."""
        out: dict[str, Any] = {"action": self.action, "player": self.player}
        if self.clue is not None:
            return out | {"to": self.to, self.clue.type: self.clue.name}
        out["card"] = str(self.card)
        if self.source == "pile":
            out["from"] = "pile"
        if self.copy > 1:
            out["copy"] = self.copy
        return out

    @classmethod
    def __get_pydantic_core_schema__(cls, _source: object, _handler: object) -> CoreSchema:
        from pydantic_core import core_schema  # noqa: PLC0415 - it takes long to load

        return core_schema.is_instance_schema(
            cls, serialization=core_schema.plain_serializer_function_ser_schema(cls.as_dict)
        )

    @classmethod
    def __get_pydantic_json_schema__(cls, _schema: object, handler: GetJsonSchemaHandler) -> dict[str, Any]:

        def number(words: str) -> dict[str, Any]:
            return {"type": "integer", "minimum": 1, "description": words}

        card = {
            "player": number("who acts; by default the player whose turn it is"),
            "card": {**Card.__get_pydantic_json_schema__({}, handler), "description": "the card"},
            "from": {"enum": ["hand", "pile"], "description": "`pile`: it is the last card of the pile"},
            "copy": number("which of equal cards in the hand, the oldest being 1; it makes no difference"),
        }
        clue = {
            "player": number("who acts; by default the player whose turn it is"),
            "to": number("who is given the clue"),
            "colour": {"type": "string", "description": "the colour that is named"},
            "value": number("the value that is named"),
        }
        kinds = ((("play", "discard", "strike"), card, ["action", "card"]), (("clue",), clue, ["action"]))
        return {
            "anyOf": [
                {
                    "type": "object",
                    "properties": {"action": {"enum": list(names), "description": "what is done"}, **fields},
                    "required": needed,
                    "additionalProperties": False,
                }
                for names, fields, needed in kinds
            ]
        }

    def __str__(self) -> str:
        if self.clue is not None:
            return f"clue {self.clue.name} to player {self.to}"
        return f"{self.action} {self.card}" + (" from the pile" if self.source == "pile" else "")
