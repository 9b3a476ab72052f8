"""Questions as people ask them: their options are checked, and the module of the game answers."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from crewsat.engine.frontend import checked
from crewsat.engine.limits import limits_of
from crewsat.errors import WrongOption
from crewsat.games import GAMES
from crewsat.solvers.cnf import SOLVERS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from crewsat.games.crew.tricks import Trick
    from crewsat.games.instance import Instance
    from crewsat.questions.crew import Option
    from crewsat.questions.hanabi_solitaire import LeastHandSize


def options(
    instance: Instance,
    *,
    solver: str | None = None,
    time_limit: float | None = None,
    memory_limit: float | None = None,
    seed: int | None = None,
) -> tuple[Option, ...]:
    """Decide for every card that may be played next whether the deal can still be won.

    Args:
        instance: a deal of The Crew, or a position in progress.
        solver: one of `crewsat.solvers.cnf.SOLVERS`; None lets the size of the formula decide.
        time_limit: seconds of wall time for all cards together; None for no limit.
        memory_limit: as in `decide`.
        seed: varies the search.

    Returns:
        An option a card, in the order of the hand; empty if the play is over.

    Raises:
        WrongOption: for another game, an unknown solver or a limit that is not positive.
        Stopped: if a limit is reached before it is known which cards there are to ask for.
    """
    ask = _asked("options", instance, "options is for")
    limits = limits_of(solver=solver, solvers=SOLVERS, time_limit=time_limit, memory_limit=memory_limit, seed=seed)
    found: tuple[Option, ...] = ask(instance, limits)
    return found


def options_as_dict(instance: Instance, found: tuple[Option, ...]) -> dict[str, Any]:
    """Return what `options` has found as a JSON object; it names the move they are about."""
    told: dict[str, Any] = _asked("options_as_dict", instance, "options is for")(instance, found)
    return told


def winning_lines(
    instance: Instance,
    *,
    solver: str | None = None,
    time_limit: float | None = None,
    memory_limit: float | None = None,
    seed: int | None = None,
) -> Iterator[tuple[Trick, ...]]:
    """Yield different winning lines until there are no more; arguments as in `options`.

    A line is what a `Verdict` calls its play: the tricks up to the one that succeeds. Two lines are different if some
    trick has another card or another leader. A deal can have more lines than anybody wants to see; the memory limit
    counts what is needed to remember them.

    Raises:
        Stopped: if a limit is reached, or a child process died; its `reason` is ``time``, ``memory`` or ``crash``.
        WrongOption: for another game, an unknown solver or a limit that is not positive.
    """
    ask = _asked("winning_lines", instance, "a list of winning lines is for")
    limits = limits_of(solver=solver, solvers=SOLVERS, time_limit=time_limit, memory_limit=memory_limit, seed=seed)
    lines: Iterator[tuple[Trick, ...]] = ask(instance, limits)
    return lines


def least_hand_size(
    instance: Instance,
    *,
    solver: str | None = None,
    time_limit: float | None = None,
    memory_limit: float | None = None,
    seed: int | None = None,
) -> LeastHandSize:
    """Find the least hand with which all cards of a deck can be played; the one of the instance does not matter.

    Args:
        instance: a deck of solitaire Hanabi.
        solver: as in `decide`.
        time_limit: seconds of wall time for everything, kept as `decide` keeps it.
        memory_limit: as in `decide`.
        seed: as in `decide`.

    Raises:
        WrongOption: for another game, and as `decide` does.
    """
    ask = _asked("least_hand_size", instance, "the least hand is a question about")
    limits = checked(
        [instance.game],
        {"solver": solver, "time_limit": time_limit, "memory_limit": memory_limit, "seed": seed},
    )
    found: LeastHandSize = ask(instance, limits)
    return found


def _asked(name: str, instance: Instance, what: str) -> Any:  # noqa: ANN401 - functions of different signatures
    """Return the function of the instance's game that answers a question.

    Raises:
        WrongOption: if the question makes no sense for this game.
    """
    check_question(name.removesuffix("_as_dict"), instance.game, what)
    return getattr(import_module(f"crewsat.questions.{instance.game}"), name)


def check_question(name: str, game: str, what: str) -> None:
    """Insist on a game that has a question.

    Args:
        name: of the function that answers it.
        game: by its name.
        what: the beginning of the message, as "options is for".

    Raises:
        WrongOption: if it has not.
    """
    if name not in GAMES[game].questions:
        allowed = [other for other in GAMES if name in GAMES[other].questions]
        raise WrongOption(f"{what} {', '.join(allowed)}, not {what.rsplit(maxsplit=1)[-1]} {game}")
