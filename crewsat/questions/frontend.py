"""Questions as people ask them: their options are checked, and the module of the game answers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias, TypedDict, Unpack, overload

from crewsat.base.errors import WrongOption
from crewsat.base.wording import listed
from crewsat.engine.frontend import limits_for
from crewsat.engine.options import Options
from crewsat.games import GAMES, check_instance
from crewsat.solvers.cnf import SOLVERS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from crewsat.games.crew.instance import Crew
    from crewsat.games.crew.tricks import Trick
    from crewsat.games.game import Question
    from crewsat.games.hackenbush.instance import Hackenbush
    from crewsat.games.hanabi.instance import Hanabi
    from crewsat.games.instance import Instance
    from crewsat.questions.crew.option import Option
    from crewsat.questions.hackenbush.options import Coalitions, CutOption
    from crewsat.questions.hanabi.best_score import BestScore
    from crewsat.questions.hanabi.option import ActionOption
    from crewsat.questions.hanabi_solitaire.least_hand import LeastHandSize

    AnyOption: TypeAlias = Option | CutOption | ActionOption

_OPTIONS = "options applies to {}, not to {}"


class _Keywords(TypedDict, total=False):
    """The arguments of `options` beside the instance."""

    solver: str | None
    time_limit: float | None
    memory_limit: float | None
    seed: int | None


@overload
def options(instance: Crew, **keywords: Unpack[_Keywords]) -> tuple[Option, ...]: ...


@overload
def options(instance: Hackenbush, **keywords: Unpack[_Keywords]) -> tuple[CutOption, ...]: ...


@overload
def options(instance: Hanabi, **keywords: Unpack[_Keywords]) -> tuple[ActionOption, ...]: ...


@overload
def options(instance: Instance, **keywords: Unpack[_Keywords]) -> tuple[AnyOption, ...]: ...


def options(
    instance: Instance,
    *,
    solver: str | None = None,
    time_limit: float | None = None,
    memory_limit: float | None = None,
    seed: int | None = None,
) -> tuple[AnyOption, ...]:
    """Decide for every card that may be played next (or every cut, or action) whether the game can still be won.

    Args:
        instance: a deal of The Crew, or a position in progress; a position of Hackenbush; or a game of Hanabi.
        solver: one of `crewsat.solvers.cnf.SOLVERS`; None lets the size of the formula decide.
        time_limit: seconds of wall time for all moves together; None for no limit.
        memory_limit: as in `decide`.
        seed: varies the search.

    Returns:
        One option per move, cards in the order of the hand; empty if the play is over. In Hanabi, one per different
        action: identical cards count as one, and so do all clues.

    Raises:
        WrongOption: for another game, an unknown solver or a limit that is not positive.
        Stopped: if a limit is reached before it is known which moves there are.
    """
    question = question_of("options", instance, _OPTIONS)
    asked = Options(solver=solver, time_limit=time_limit, memory_limit=memory_limit, seed=seed)
    found: tuple[AnyOption, ...] = question.code(instance, asked.limits(solvers=SOLVERS))
    return found


def options_as_dict(instance: Instance, found: tuple[AnyOption, ...]) -> dict[str, Any]:
    """Return the result of `options` as a JSON object, with the move it is about."""
    as_dict = question_of("options", instance, _OPTIONS).as_dict
    return {} if as_dict is None else as_dict(instance, found)


def winning_lines(
    instance: Instance,
    *,
    solver: str | None = None,
    time_limit: float | None = None,
    memory_limit: float | None = None,
    seed: int | None = None,
) -> Iterator[tuple[Trick, ...]]:
    """Yield different winning lines until there are no more; arguments as in `options`.

    A line is like the play of a `Verdict`: the tricks up to the one that succeeds. Two lines are different if some
    trick has another card or another leader. A deal can have a huge number of lines; the memory limit includes what is
    needed to remember them.

    Raises:
        Stopped: if a limit is reached, or a child process died; its `reason` is ``time``, ``memory`` or ``crash``.
        WrongOption: for another game, an unknown solver or a limit that is not positive.
    """
    question = question_of("winning_lines", instance, "a list of winning lines applies to {}, not to {}")
    asked = Options(solver=solver, time_limit=time_limit, memory_limit=memory_limit, seed=seed)
    lines: Iterator[tuple[Trick, ...]] = question.code(instance, asked.limits(solvers=SOLVERS))
    return lines


def least_hand_size(
    instance: Instance,
    *,
    solver: str | None = None,
    time_limit: float | None = None,
    memory_limit: float | None = None,
    seed: int | None = None,
) -> LeastHandSize:
    """Find the least hand with which all cards of a deck can be played; the hand of the instance does not matter.

    Args:
        instance: a deck of solitaire Hanabi.
        solver: as in `decide`.
        time_limit: seconds of wall time for everything, kept as `decide` keeps it.
        memory_limit: as in `decide`.
        seed: as in `decide`.

    Raises:
        WrongOption: for another game, and as `decide` does.
    """
    words = "the least hand is a question about {}, not about {}"
    question = question_of("least_hand_size", instance, words)
    asked = Options(solver=solver, time_limit=time_limit, memory_limit=memory_limit, seed=seed)
    found: LeastHandSize = question.code(instance, limits_for([instance.game], asked))
    return found


def best_score(
    instance: Instance,
    *,
    time_limit: float | None = None,
    memory_limit: float | None = None,
    seed: int | None = None,
) -> BestScore:
    """Find the most points that can be on the table before a game of Hanabi is over.

    Args:
        instance: a game of Hanabi, or a position; its target does not matter.
        time_limit: seconds of wall time for everything, kept as `decide` keeps it.
        memory_limit: as in `decide`.
        seed: as in `decide`.

    Raises:
        WrongOption: for another game, or a limit that is not positive.
    """
    question = question_of("best_score", instance, "the best score is a question about {}, not about {}")
    asked = Options(time_limit=time_limit, memory_limit=memory_limit, seed=seed)
    found: BestScore = question.code(instance, asked.limits())
    return found


def coalitions(instance: Instance, *, time_limit: float | None = None, memory_limit: float | None = None) -> Coalitions:
    """Find all minimal coalitions that can force a win; the coalition of the instance does not matter.

    Args:
        instance: a position of Hackenbush.
        time_limit: seconds of wall time for everything, kept as `decide` keeps it.
        memory_limit: as in `decide`.

    Raises:
        WrongOption: for another game, or a limit that is not positive.
        Stopped: if a limit is reached before it is known whether a player wins alone.
    """
    question = question_of("coalitions", instance, "coalitions are a question about {}, not about {}")
    asked = Options(time_limit=time_limit, memory_limit=memory_limit)
    found: Coalitions = question.code(instance, asked.limits())
    return found


def question_of(name: str, instance: Instance, words: str) -> Question:
    """Return a question about the instance's game.

    Raises:
        TypeError: for something that is not an instance.
        WrongOption: if the game does not support this question; `words` as in `check_question`.
    """
    check_instance(instance)
    check_question(name, instance.game, words)
    return GAMES[instance.game].questions[name]


def check_question(question: str, game: str, words: str) -> None:
    """Check that a game supports a question.

    Args:
        question: one of `Game.questions`.
        game: by its name.
        words: the message if it does not, with placeholders for the games that do and for this game.

    Raises:
        WrongOption: if it does not.
    """
    if question not in GAMES[game].questions:
        allowed = [name for name in GAMES if question in GAMES[name].questions]
        raise WrongOption(words.format(listed(allowed), game))
