"""Why a game is lost: conflicts, reasons, the most that can be had, and repairs; one module per game."""

from __future__ import annotations

import time
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar, overload

from crewsat.base.errors import Stopped
from crewsat.base.stopwatch import cpu_seconds
from crewsat.engine.frontend import decide
from crewsat.engine.many import Decided, each_decided
from crewsat.engine.options import Options
from crewsat.games import GAMES, check_instance
from crewsat.games.scope import check_reader
from crewsat.questions.asking import ask
from crewsat.questions.explanation import Explanation, Reason, Repair
from crewsat.questions.frontend import check_question
from crewsat.solvers import cnf

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterable

    from crewsat.base.errors import InvalidInstance
    from crewsat.engine.limits import Limits
    from crewsat.engine.many import Given
    from crewsat.games.instance import Instance
    from crewsat.games.verdict import Verdict
    from crewsat.workers.process import Tell

Rendered = TypeVar("Rendered")

__all__ = ["Explanation", "Reason", "Repair", "explain", "explain_many"]

BUDGET = 10.0
"""Default of the seconds of wall time for an explanation."""


def explainer_of(game: str) -> Callable[[Any, Verdict, Limits], Explanation]:
    """Return the function that explains a game.

    Raises:
        WrongOption: if there is none.
    """
    check_question("explain", game, "there are no explanations for {1}")
    found: Callable[[Any, Verdict, Limits], Explanation] = GAMES[game].questions["explain"].code.load()
    return found


def check_explained(instance: Instance) -> None:
    """Check that an instance can be explained.

    Raises:
        WrongOption: if nothing explains its game.
        UnknownFeature: if the explanation of its game does not know a feature of it.
    """
    check_reader(explainer_of(instance.game), instance)


def explain(  # noqa: PLR0913 - one argument per option
    instance: Instance,
    *,
    verdict: Verdict | None = None,
    solver: str | None = None,
    time_limit: float | None = None,
    memory_limit: float | None = None,
    seed: int | None = None,
) -> Explanation:
    """Explain why a game is lost, and what would win it.

    Args:
        instance: a deal with its objectives, or a deck.
        verdict: what `decide` returned for it; None to decide it first.
        solver: one of `crewsat.solvers.cnf.SOLVERS`; None lets the size of the formula decide.
        time_limit: seconds of wall time for everything; None for no limit on the decision and 10 s for the rest.
        memory_limit: as in `decide`.
        seed: varies the search.

    Returns:
        The explanation, as far as time and memory allowed; if something is left out, its `reason` says why. What it
        says is possible has been replayed; the conflict has been confirmed by a separate decision, unless the budget
        was used up and the conflict is not known to be minimal. Without a no it contains the verdict only.

    Raises:
        WrongOption: as `decide` does, and for a game that cannot be explained.
        BugFound: if answers contradict each other.
    """
    check_instance(instance)
    check_explained(instance)
    how: dict[str, Any] = {"solver": solver, "memory_limit": memory_limit, "seed": seed}
    limits = Options(time_limit=time_limit, **how).limits(solvers=cnf.SOLVERS)
    if verdict is None:
        verdict = decide(instance, time_limit=time_limit, **how)
    if verdict.answer != "no":
        return Explanation(verdict)
    try:
        return replace(ask(_asked, instance, verdict, limits=_within_budget(limits)), verdict=verdict)
    except Stopped as stopped:
        return Explanation(verdict, reason=stopped.reason)


@overload
def explain_many(
    instances: Iterable[Given], *, jobs: int | None, options: Options
) -> Generator[Explanation | InvalidInstance]: ...


@overload
def explain_many(
    instances: Iterable[Given],
    *,
    jobs: int | None,
    options: Options,
    render: Callable[[Instance, Explanation], Rendered],
) -> Generator[Rendered | InvalidInstance]: ...


def explain_many(
    instances: Iterable[Given],
    *,
    jobs: int | None,
    options: Options,
    render: Callable[[Instance, Explanation], Any] | None = None,
) -> Generator[Any]:
    """Decide instances in worker processes, explain each no in the one that decided it, and yield them in their order.

    Args:
        instances: as in `decide_many`.
        jobs: as in `decide_many`.
        options: as in `decide`; limits are those of decision and explanation together. Without a time limit an
            explanation takes at most 10 s.
        render: as in `each_decided`, called with an explanation.

    Raises:
        WrongOption, BugFound, OSError: as `decide_many` does.
    """
    finish = _explanation if render is None else partial(_rendered, render)
    return each_decided(instances, jobs=jobs, options=options, suits=check_explained, then=_explained, render=finish)


def _explanation(_instance: Instance, decided: Decided) -> Explanation:
    """Return the explanation of a verdict, as far as it got."""
    if decided.made is None:
        return Explanation(decided.verdict, reason=decided.reason)
    explanation: Explanation = replace(decided.made, verdict=decided.verdict)
    return explanation


def _rendered(render: Callable[[Instance, Explanation], Rendered], instance: Instance, decided: Decided) -> Rendered:
    """Render the explanation of what has been decided."""
    return render(instance, _explanation(instance, decided))


def _asked(instance: Instance, verdict: Verdict, limits: Limits, *, note: Tell) -> Explanation:
    del note
    return _explained(instance, verdict, limits)


def _within_budget(limits: Limits) -> Limits:
    """Return limits with the default time limit of an explanation, unless another is set."""
    return limits if limits.deadline is not None else replace(limits, deadline=time.monotonic() + BUDGET)


def _explained(instance: Instance, verdict: Verdict, limits: Limits) -> Explanation:
    """Explain a no; other answers need no explanation. A solver that answers only once cannot be used."""
    if verdict.answer != "no":
        return Explanation(verdict)
    solver = limits.solver if limits.solver in cnf.SOLVERS else None
    limits = replace(_within_budget(limits), solver=solver, proof=None, fewest_tricks=False)
    cpu = cpu_seconds()
    explanation = explainer_of(instance.game)(instance, verdict, limits)
    return replace(explanation, seconds=cpu_seconds() - cpu)
