"""``tiny-crew value``: the exact number of deals won with all cards seen, and the value of uniform random play."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from crewsat.studies.tiny_crew.layers import Layers
from crewsat.studies.tiny_crew.sweeps import uniform, value, winnable

if TYPE_CHECKING:
    from crewsat.studies.tiny_crew.game import SmallGame


@dataclass(frozen=True, slots=True)
class Value:
    """The values of a game.

    Attributes:
        deals: number of deals.
        winnable: the number of them that can be won with all cards seen.
        random: the probability of winning if all play uniformly at random over legal cards.
    """

    deals: int
    winnable: int
    random: float

    def as_dict(self) -> dict[str, Any]:
        """Return the JSON object, without the game."""
        return {"deals": self.deals, "winnable": self.winnable, "random": self.random}


def value_of(game: SmallGame) -> Value:
    """Return the values of a game, over all deals.

    Raises:
        WrongOption: if it has too many deals.
    """
    layers = Layers(game.rules)
    return Value(layers.layers[0].size, int(winnable(layers)[0][0].sum()), value(layers, uniform(layers)))
