"""Repairing the best game of a rule-of-thumb player: its beginning is kept, its end left to a formula.

Such a game usually misses a point. Its first actions are hardly ever the reason; a formula about the rest of the game
is small and nearly always has a model. A formula without one says nothing about the whole game.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from crewsat.algorithms.hanabi.player import best_game
from crewsat.games.hanabi.features import ALL
from crewsat.games.hanabi.position import Position, actions_of
from crewsat.games.scope import reads
from crewsat_encodings.hanabi.steps_cnf import Encoding

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from crewsat.base.formula import Formula
    from crewsat.games.hanabi.actions import Action
    from crewsat.games.hanabi.instance import Hanabi

KEPT = (0.7, 0.5, 0.35)
"""The part of the game that is kept, one attempt after the other."""


@dataclass(frozen=True, slots=True)
class Attempt:
    """The beginning of a game, and the formula of the rest.

    Attributes:
        kept: the actions of the beginning.
        encoding: the encoding of the rest.
    """

    kept: tuple[Action, ...]
    encoding: Encoding

    @property
    def formula(self) -> Formula:
        """The formula of the rest."""
        return self.encoding.formula

    def decode(self, model: Sequence[int]) -> list[Action]:
        """Return the actions of the whole game."""
        return [*self.kept, *self.encoding.decode(model)]


@reads("method 'repair'", ALL)
def attempts(
    instance: Hanabi,
    *,
    seed: int = 0,
    max_bytes: int | None = None,
    out_of_time: Callable[[], bool] = lambda: False,
) -> Iterator[Attempt]:
    """Yield beginnings of the player's best game, the longest first, each with the formula of the rest.

    Raises:
        Stopped: at a limit.
    """
    position = Position.of(instance)
    actions = actions_of(position, best_game(position, seed=seed, out_of_time=out_of_time).moves)
    for share in KEPT:
        kept = tuple(actions[: int(share * len(actions))])
        rest = instance.model_copy(update={"actions": (*instance.actions, *kept)})
        yield Attempt(kept, Encoding(rest, max_bytes=max_bytes, out_of_time=out_of_time))
