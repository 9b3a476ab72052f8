"""Questions as people ask them: functions with an argument for each option; the code of the game answers."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias, Unpack, overload

from crewsat.engine.asking import ask
from crewsat.engine.options import Limited, Options, Searched, Solved
from crewsat.engine.signatures import takes
from crewsat.games import check_instance
from crewsat.games.parts import part_of
from crewsat.questions.asking import Asking
from crewsat.solvers.opening import SOLVERS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from crewsat.games.crew.instance import Crew
    from crewsat.games.crew.tricks import Trick
    from crewsat.games.hackenbush.instance import Hackenbush
    from crewsat.games.hanabi.instance import Hanabi
    from crewsat.games.instance import Instance
    from crewsat.questions.crew.option import Option
    from crewsat.questions.hackenbush.coalitions import Coalitions
    from crewsat.questions.hackenbush.options import CutOption
    from crewsat.questions.hanabi.best_score import BestScore
    from crewsat.questions.hanabi.option import ActionOption
    from crewsat.questions.hanabi_solitaire.least_hand import LeastHandSize
    from crewsat.questions.move_options import MoveOptions

    AnyOption: TypeAlias = Option | CutOption | ActionOption


@overload
def options(instance: Crew, **keywords: Unpack[Solved]) -> MoveOptions[Option]: ...


@overload
def options(instance: Hackenbush, **keywords: Unpack[Solved]) -> MoveOptions[CutOption]: ...


@overload
def options(instance: Hanabi, **keywords: Unpack[Solved]) -> MoveOptions[ActionOption]: ...


@overload
def options(instance: Instance, **keywords: Unpack[Solved]) -> MoveOptions[AnyOption]: ...


@takes(Solved)
def options(instance: Instance, **keywords: Unpack[Solved]) -> MoveOptions[AnyOption]:
    """Decide for every card that may be played next (or every cut, or action) whether the game can still be won.

    Args:
        instance: a deal of The Crew, or a position in progress; a position of Hackenbush; or a game of Hanabi.
        keywords: options of `decide`; the solver is one of `crewsat.solvers.opening.SOLVERS`, and the limits are those
            of all moves together.

    Returns:
        One option per move, cards in the order of the hand; empty if the play is over. In Hanabi, one per different
        action: identical cards count as one, and so do all clues.

    Raises:
        WrongOption: for another game, an unknown solver or a limit that is not positive.
        Stopped: if a limit is reached before it is known which moves there are.
    """
    found: MoveOptions[AnyOption] = ask(Asking(Options(**keywords), "options"), instance)
    return found


@takes(Solved)
def winning_lines(instance: Instance, **keywords: Unpack[Solved]) -> Iterator[tuple[Trick, ...]]:
    """Yield different winning lines until there are no more; arguments as in `options`.

    A line is like the play of a `Verdict`: the tricks up to the one that succeeds. Two lines are different if some
    trick has another card or another leader. A deal can have a huge number of lines; the memory limit includes what is
    needed to remember them.

    Raises:
        Stopped: if a limit is reached, or a child process died; its `reason` is ``time``, ``memory`` or ``crash``.
        WrongOption: for another game, an unknown solver or a limit that is not positive.
    """
    check_instance(instance)
    asked = Options(**keywords)
    asked.check_solver(SOLVERS)
    code = part_of(instance.game, "lines", "a list of winning lines applies to {}, not to {}")
    lines: Iterator[tuple[Trick, ...]] = code(instance, asked.limits())
    return lines


@takes(Solved)
def least_hand_size(instance: Instance, **keywords: Unpack[Solved]) -> LeastHandSize:
    """Find the least hand with which all cards of a deck can be played; the hand of the instance does not matter.

    Args:
        instance: a deck of solitaire Hanabi.
        keywords: options of `decide`; the limits are those of everything.

    Raises:
        WrongOption: for another game, and as `decide` does.
    """
    found: LeastHandSize = ask(Asking(Options(**keywords), "least_hand_size"), instance)
    return found


@takes(Searched)
def best_score(instance: Instance, **keywords: Unpack[Searched]) -> BestScore:
    """Find the most points that can be on the table before a game of Hanabi is over.

    Args:
        instance: a game of Hanabi, or a position; its target does not matter.
        keywords: options of `decide`; the limits are those of everything.

    Raises:
        WrongOption: for another game, or a limit that is not positive.
    """
    found: BestScore = ask(Asking(Options(**keywords), "best_score"), instance)
    return found


@takes(Limited)
def coalitions(instance: Instance, **keywords: Unpack[Limited]) -> Coalitions:
    """Find all minimal coalitions that can force a win; the coalition of the instance does not matter.

    Args:
        instance: a position of Hackenbush.
        keywords: options of `decide`; the limits are those of everything.

    Raises:
        WrongOption: for another game, or a limit that is not positive.
        Stopped: if a limit is reached before it is known whether a player wins alone.
    """
    found: Coalitions = ask(Asking(Options(**keywords), "coalitions"), instance)
    return found
