"""Games to walk through: `State(instance)` is an object of the class of its game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, overload

from crewsat.games import check_instance
from crewsat.games.parts import part_of

if TYPE_CHECKING:
    from crewsat.engine.asking import Decider
    from crewsat.games.crew.instance import Crew
    from crewsat.games.hanabi.instance import Hanabi
    from crewsat.games.hanabi_solitaire.instance import HanabiSolitaire
    from crewsat.games.instance import Instance
    from crewsat.questions.crew.state import CrewState
    from crewsat.questions.hanabi.state import HanabiState
    from crewsat.questions.hanabi_solitaire.state import HanabiSolitaireState


@overload
def State(instance: Crew, *, decider: Decider | None = None, seed: int | None = None) -> CrewState: ...


@overload
def State(
    instance: HanabiSolitaire, *, decider: Decider | None = None, seed: int | None = None
) -> HanabiSolitaireState: ...


@overload
def State(instance: Hanabi, *, decider: Decider | None = None, seed: int | None = None) -> HanabiState: ...


@overload
def State(instance: Instance, *, decider: Decider | None = None, seed: int | None = None) -> Any: ...  # noqa: ANN401 - by its game


def State(instance: Instance, *, decider: Decider | None = None, seed: int | None = None) -> Any:  # noqa: N802 - it makes objects
    """Return a game to walk through, move by move, forwards and backwards.

    The class is that of the game. The classes share names: `player`, `legal`, `play`, `undo`, `copy`, `outcome`,
    `completed`, `instance`, `text`; `winnable`, `options` and `hint`, which take limits, and the same with ``_async``.
    Equality and hash are of the content.

    Args:
        instance: a deal of The Crew or a position in progress, a deck of solitaire Hanabi, or a game of Hanabi.
        decider: a warm child process for the questions of this state and its copies.
        seed: varies the search.

    Raises:
        TypeError: for something that is not an instance.
        WrongOption: for another game.
    """
    check_instance(instance)
    return part_of(instance.game, "state", "State applies to {}, not to {}")(instance, decider=decider, seed=seed)
