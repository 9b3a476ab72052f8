"""Games to walk through: `State(instance)` is an object of the class its game names."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, overload

from crewsat.questions.frontend import check_question

if TYPE_CHECKING:
    from crewsat.engine.frontend import Decider
    from crewsat.games.crew.instance import Crew
    from crewsat.games.instance import Instance
    from crewsat.questions.crew_state import CrewState


@overload
def State(instance: Crew, *, decider: Decider | None = None) -> CrewState: ...


@overload
def State(instance: Instance, *, decider: Decider | None = None) -> CrewState: ...


def State(instance: Instance, *, decider: Decider | None = None) -> CrewState:  # noqa: N802 - it makes objects
    """Return a game to walk through, card by card, forwards and backwards.

    The games share names: `player`, `legal`, `play`, `undo`, `copy`, `outcome`, `completed`, `text`, `instance`;
    `winnable`, `options` and `hint` with limits, and the same with ``_async``. Equality and hash are of the content.

    Args:
        instance: a deal of The Crew or a position in progress, or a deck of solitaire Hanabi.
        decider: a child process that stays warm, for the questions of this state and its copies.

    Raises:
        WrongOption: for another game.
    """
    check_question("State", instance.game, "State applies to {}, not to {}")
    state: CrewState = import_module(f"crewsat.questions.{instance.game}_state").State(instance, decider=decider)
    return state
