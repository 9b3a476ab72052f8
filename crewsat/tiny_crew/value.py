"""``tiny-crew value``: how many deals can be won with all cards seen, and what uniform random play is worth; exact."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from crewsat.tiny_crew.layers import Layers
from crewsat.tiny_crew.sweeps import uniform, value, winnable

if TYPE_CHECKING:
    from crewsat.tiny_crew.game import SmallGame


@dataclass(frozen=True, slots=True)
class Value:
    """What a game is worth.

    Attributes:
        deals: number of deals.
        winnable: how many of them can be won with all cards seen.
        random: the chance to win if all play at random, each legal card as often as any other.
    """

    deals: int
    winnable: int
    random: float

    def as_dict(self) -> dict[str, Any]:
        """Return the JSON object, without the game."""
        return {"deals": self.deals, "winnable": self.winnable, "random": self.random}


def value_of(game: SmallGame) -> Value:
    """Return what a game is worth, over all deals.

    Raises:
        WrongOption: if its deals are too many.
    """
    layers = Layers(game.rules)
    return Value(layers.layers[0].size, int(winnable(layers)[0][0].sum()), value(layers, uniform(layers)))
