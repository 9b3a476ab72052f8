"""Decide many instances in worker processes, and go on with each verdict where it was found."""

from __future__ import annotations

import os
from contextlib import closing
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Unpack, cast, overload

from crewsat.engine.frontend import answer_in_child, call_of, limits_for, verdict_of, why_not
from crewsat.engine.options import Keywords, Options, is_number, shown
from crewsat.engine.question import Question
from crewsat.errors import InvalidInstance, WrongOption
from crewsat.games import GAMES
from crewsat.workers.pool import run_each
from crewsat.workers.process import GRACE, Call

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterable, Iterator

    from crewsat.engine.limits import Limits
    from crewsat.engine.question import Note, Notes
    from crewsat.errors import Reason
    from crewsat.games.instance import Instance
    from crewsat.verdict import Verdict
    from crewsat.workers.process import Reply

    Then = Callable[[Instance, Verdict, Limits], Any]


@overload
def decide_many(
    instances: Iterable[Instance], *, jobs: int | None = None, **keywords: Unpack[Keywords]
) -> Generator[Verdict]: ...


@overload
def decide_many(
    instances: Iterable[Instance | InvalidInstance], *, jobs: int | None = None, **keywords: Unpack[Keywords]
) -> Generator[Verdict | InvalidInstance]: ...


def decide_many(
    instances: Iterable[Instance | InvalidInstance], *, jobs: int | None = None, **keywords: Unpack[Keywords]
) -> Generator[Verdict | InvalidInstance]:
    """Decide instances in worker processes and yield verdicts in their order, each as soon as it is ready.

    (While the next instance is awaited, that is: a slow source delays the verdicts, but no limits.)

    A worker that is killed or crashes costs the instance it was at (``unknown``, ``crash``) and nothing else. When the
    iteration is given up, the workers are ended.

    Args:
        instances: taken one by one as workers become free; an error stands for input that could not be read, and is
            passed on in its place.
        jobs: number of workers; None for the number of cores this process may use.
        keywords: as in `decide`; the limits are those of each instance, and the memory limit, by default 4,000 MB,
            bounds each worker.

    Raises:
        WrongOption: as `decide`, before anything is decided; also if there is to be no worker, and on reaching an
            instance of a game for which the options do not make sense.
        BugFound, OSError: as `decide`, after the last verdict; the instance has the verdict ``unknown``, ``crash``, or
            no without a proof if that is what could not be written.
    """
    return verdicts_of(each_decided(instances, jobs=jobs, options=Options(**keywords)))


def verdicts_of(found: Generator[Decided | InvalidInstance]) -> Generator[Verdict | InvalidInstance]:
    """Yield the verdicts alone."""
    with closing(found):
        for one in found:
            yield one.verdict if isinstance(one, Decided) else one


@dataclass(frozen=True, slots=True)
class Decided:
    """A verdict of a worker, and the result of what it did with it.

    Attributes:
        verdict: the answer.
        made: what the function returned that was to be called with it; None if it was not to be, or was broken off.
        reason: why it was broken off.
    """

    verdict: Verdict
    made: Any = None
    reason: Reason | None = None


def each_decided(
    instances: Iterable[Instance | InvalidInstance], *, jobs: int | None, options: Options, then: Then | None = None
) -> Generator[Decided | InvalidInstance]:
    """Do what `decide_many` does, and call a function with each verdict in the worker that gave it.

    Args:
        instances: as of `decide_many`.
        jobs: as of `decide_many`.
        options: as of `decide`; the limits are those of verdict and function together.
        then: called with instance, verdict and limits; it can be pickled, and so can what it returns.

    Raises:
        WrongOption, BugFound, OSError: as `decide_many` does.
    """
    number = usable_cores() if jobs is None else jobs
    if not is_number(number) or number < 1:
        raise WrongOption(f"jobs must be 1 or more, not {shown(number)}")
    limits_for(GAMES, options)
    return _decided(instances, number, options, then)


def usable_cores() -> int:
    """Return the number of cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _decided(
    instances: Iterable[Instance | InvalidInstance], jobs: int, options: Options, then: Then | None
) -> Generator[Decided | InvalidInstance]:
    pending: dict[int, Question] = {}
    limits = {
        game: replace(limits_for([game], options), deadline=None) for game in GAMES if why_not(game, options) is None
    }

    def calls() -> Iterator[Call | InvalidInstance]:
        for number, instance in enumerate(instances):
            if isinstance(instance, InvalidInstance):
                yield instance
            else:
                if instance.game not in limits:
                    limits_for([instance.game], options)
                pending[number] = Question.of(instance, options.method)
                call = _call(instance, options.method, limits[instance.game], then)
                yield replace(call, time_limit=options.time_limit)

    failure: Exception | None = None
    for number, reply in enumerate(run_each(calls(), jobs)):
        if isinstance(reply, InvalidInstance):
            yield reply
            continue
        question = pending.pop(number)
        try:
            decided = _found(question, reply)
        except Exception as error:  # noqa: BLE001 - raised when all other answers are out
            failure = failure or error
            decided = Decided(question.broken_off("crash", cast("Notes", reply.notes)))
        yield decided
    if failure is not None:
        raise failure


def _call(instance: Instance, method: str, limits: Limits, then: Then | None) -> Call:
    call = call_of(instance, method, limits)
    return call if then is None else replace(call, function=_go_on, arguments=(*call.arguments, then))


def _go_on(  # noqa: PLR0913 - of each call, and what it is to do
    instance: Instance, method: str, limits: Limits, then: Then, *, deadline: float | None, note: Note
) -> tuple[Verdict, Any]:
    """Answer in a child, and make something of the verdict in the time that is left."""
    verdict = answer_in_child(instance, method, limits, deadline=deadline, note=note)
    note({"decided": verdict})
    rest = None if deadline is None else deadline - GRACE  # what is late would be lost
    return verdict, then(instance, verdict, replace(limits, deadline=rest))


def _found(question: Question, reply: Reply) -> Decided:
    """Return what a child has found; of work that went on after the verdict, the verdict at least.

    Raises:
        Exception: what went wrong in the child, unless it was out of memory.
    """
    known: Verdict | None = reply.notes.get("decided")
    if known is None:
        return Decided(verdict_of(question, reply))
    broken_off = reply.lost or ("memory" if isinstance(reply.error, MemoryError) else None)
    verdict = verdict_of(question, replace(reply, value=known, lost=None, error=None if broken_off else reply.error))
    return Decided(verdict, None if broken_off else reply.value[1], broken_off)
