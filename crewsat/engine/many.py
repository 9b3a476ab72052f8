"""Decide many instances in worker processes, and process each verdict further where it was found.

Little is sent to a worker: an instance, or rather something that makes one there, such as a line of a file or a
generator and its seed; it is validated once. A verdict comes back, or whatever the caller has made from it in the
worker.
"""

from __future__ import annotations

import os
from contextlib import closing
from dataclasses import dataclass, replace
from itertools import count
from typing import TYPE_CHECKING, Any, TypeVar, Unpack, cast, overload

from crewsat.base.errors import Defect, InvalidInstance, UnknownFeature, WrongOption
from crewsat.engine.frontend import answer_in_child, from_here, limits_for, limits_of, verdict_of, with_peak
from crewsat.engine.options import Keywords, Options, is_number, shown
from crewsat.engine.question import Question
from crewsat.games import GAMES
from crewsat.workers.pool import Pause, run_each
from crewsat.workers.process import GRACE, Call
from crewsat.workers.serving import peak_bytes

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterable, Iterator

    from crewsat.base.errors import Reason
    from crewsat.engine.limits import Limits
    from crewsat.engine.question import Note, Notes
    from crewsat.games.instance import Instance
    from crewsat.games.verdict import Verdict
    from crewsat.workers.process import Reply

    Source = Callable[[], Instance]
    """A function that makes an instance, in the worker: it must be picklable, such as
    ``partial(generator.with_seed, 7)``, and may raise `InvalidInstance`.
    """
    Given = Instance | Source | InvalidInstance | Pause
    Then = Callable[[Instance, Verdict, Limits], Any]

Rendered = TypeVar("Rendered")


@overload
def decide_many(
    instances: Iterable[Instance], *, jobs: int | None = None, **keywords: Unpack[Keywords]
) -> Generator[Verdict]: ...


@overload
def decide_many(
    instances: Iterable[Given], *, jobs: int | None = None, **keywords: Unpack[Keywords]
) -> Generator[Verdict | InvalidInstance]: ...


def decide_many(
    instances: Iterable[Given], *, jobs: int | None = None, **keywords: Unpack[Keywords]
) -> Generator[Verdict | InvalidInstance]:
    """Decide instances in worker processes and yield verdicts in their order, each as soon as it is ready.

    (While waiting for the next instance: a slow source delays the verdicts, but no limits.)

    A worker that is killed or crashes loses the instance it was working on (``unknown``, ``crash``) and nothing else.
    When the iteration is abandoned, the workers are ended.

    Args:
        instances: taken one by one as workers become free; an error stands for input that could not be read, and is
            passed on in its place. A function without arguments, such as ``partial(RandomDeal().with_seed, 7)``, is
            called in a worker and returns the instance, or raises `InvalidInstance`; it must be picklable.
        jobs: number of workers; None for the number of cores this process may use.
        keywords: as in `decide`; the limits are those of each instance, and the memory limit, by default 4,000 MB,
            bounds each worker.

    Raises:
        WrongOption: as `decide`, before anything is decided; also if `jobs` is not positive, and on reaching an
            instance of a game for which the options do not make sense. (An instance returned by a function is passed on
            as input that could not be read, and so is one with a feature that the named method does not know.)
        BugFound, OSError: as `decide`, after the last verdict; the instance has the verdict ``unknown``, ``crash``, or
            no without a proof if that is what could not be written.
    """
    return _verdicts_of(each_decided(instances, jobs=jobs, options=Options(**keywords)))


def _verdicts_of(found: Generator[Decided | InvalidInstance]) -> Generator[Verdict | InvalidInstance]:
    """Yield the verdicts alone."""
    with closing(found):
        for one in found:
            yield one.verdict if isinstance(one, Decided) else one


@dataclass(frozen=True, slots=True)
class Decided:
    """A verdict of a worker, and the result of processing it there.

    Attributes:
        verdict: the answer.
        made: what the function called with it returned; None if there was no such function, or it was interrupted.
        reason: why it was interrupted.
    """

    verdict: Verdict
    made: Any = None
    reason: Reason | None = None


@dataclass(frozen=True, slots=True)
class _Work:
    """What a worker does with each instance; the fields are arguments of `each_decided`."""

    options: Options
    suits: Callable[[Instance], object] | None
    then: Then | None
    render: Callable[[Instance, Decided], Any] | None


@overload
def each_decided(
    instances: Iterable[Given],
    *,
    jobs: int | None,
    options: Options,
    suits: Callable[[Instance], object] | None = None,
    then: Then | None = None,
) -> Generator[Decided | InvalidInstance]: ...


@overload
def each_decided(
    instances: Iterable[Given],
    *,
    jobs: int | None,
    options: Options,
    suits: Callable[[Instance], object] | None = None,
    then: Then | None = None,
    render: Callable[[Instance, Decided], Rendered],
) -> Generator[Rendered | InvalidInstance]: ...


def each_decided(  # noqa: PLR0913 - what a worker is to do
    instances: Iterable[Given],
    *,
    jobs: int | None,
    options: Options,
    suits: Callable[[Instance], object] | None = None,
    then: Then | None = None,
    render: Callable[[Instance, Decided], Any] | None = None,
) -> Generator[Any]:
    """Do what `decide_many` does, and call functions with each verdict in the worker that gave it.

    The functions, and what they return, must be picklable.

    Args:
        instances: as in `decide_many`.
        jobs: as in `decide_many`.
        options: as in `decide`; the limits are those of verdict and functions together.
        suits: called with an instance; raises `WrongOption` if nothing can be done for its game, `UnknownFeature` if
            nothing can be done for this instance.
        then: called with instance, verdict and limits.
        render: called with the instance and what has been decided; its result is yielded instead. For callers that need
            only a part of a verdict, which is then all that is sent. It is called in this process for instances whose
            worker was lost.

    Raises:
        WrongOption, BugFound, OSError: as `decide_many` does.
    """
    number = usable_cores() if jobs is None else jobs
    if not is_number(number) or number < 1:
        raise WrongOption(f"jobs must be 1 or more, not {shown(number)}")
    limits = limits_for(GAMES, options)
    here = replace(options, proof=limits.proof, strategy=limits.strategy)  # wherever a worker is, or we go later
    return _decided(instances, number, _Work(here, suits, then, render), limits.max_bytes)


def usable_cores() -> int:
    """Return the number of cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _decided(instances: Iterable[Given], jobs: int, work: _Work, max_bytes: int | None) -> Generator[Any]:
    pending: dict[int, Instance | Source] = {}

    def calls() -> Iterator[Call | InvalidInstance | Pause]:
        numbers = count()
        for given in instances:
            if isinstance(given, Pause):
                yield given
                continue
            number = next(numbers)
            known = _known_to(given, work)
            if isinstance(known, InvalidInstance):
                yield known
                continue
            pending[number] = known
            yield Call(_in_worker, (known, work), time_limit=work.options.time_limit, max_bytes=max_bytes)

    failure: Exception | None = None
    for number, reply in enumerate(run_each(calls(), jobs)):
        if isinstance(reply, InvalidInstance):
            yield reply
            continue
        given = pending.pop(number)
        if reply.lost is None and reply.error is None:
            yield _received(reply, work)
            continue
        found, error = _left(given, work, reply)
        failure = failure or error
        yield found
    if failure is not None:
        raise failure


def _known_to(given: Instance | Source | InvalidInstance, work: _Work) -> Instance | Source | InvalidInstance:
    """Return the argument, or an error in place of an instance with an unknown feature.

    Raises:
        WrongOption: for an instance of a game for which what is requested makes no sense.
    """
    if isinstance(given, InvalidInstance) or callable(given):
        return given
    try:
        _check(given, work)
    except UnknownFeature as error:
        return InvalidInstance([Defect("", str(error))])
    return given


def _check(instance: Instance, work: _Work) -> None:
    """Check that what is requested makes sense for an instance.

    Raises:
        WrongOption: if it does not for its game.
        UnknownFeature: if it has an unknown feature.
    """
    limits_of(instance, work.options)
    if work.suits is not None:
        work.suits(instance)


def _in_worker(given: Instance | Source, work: _Work, *, deadline: float | None, note: Note) -> object:
    """Make the instance, answer, and process the verdict in the time that is left."""
    try:
        instance = _instance_of(given, work)
    except InvalidInstance as error:
        return error
    limits = work.options.limits()
    verdict = answer_in_child(instance, work.options.method, limits, deadline=deadline, note=note)
    decided = Decided(verdict if work.render is None else replace(verdict, model=None))
    if work.then is not None:
        note({"decided": decided.verdict})
        rest = None if deadline is None else deadline - GRACE  # a late result would be lost
        decided = replace(decided, made=work.then(instance, verdict, replace(limits, deadline=rest)))
    if work.render is None:
        return decided
    return work.render(instance, _settled(decided, peak_bytes()))


def _instance_of(given: Instance | Source, work: _Work) -> Instance:
    """Return the instance, made if necessary; one for which the request makes no sense is bad input.

    Raises:
        InvalidInstance: with everything that is wrong.
    """
    instance = given() if callable(given) else given
    try:
        _check(instance, work)
    except WrongOption as error:
        raise InvalidInstance([Defect("game", str(error))]) from None
    except UnknownFeature as error:
        raise InvalidInstance([Defect("", str(error))]) from None
    return instance


def _settled(decided: Decided, peak: int) -> Decided:
    """Return what was decided for the caller: with paths relative to this directory, and the memory it took."""
    return replace(decided, verdict=with_peak(from_here(decided.verdict), peak))


def _received(reply: Reply, work: _Work) -> object:
    """Return what a worker has sent."""
    return (
        reply.value if work.render or not isinstance(reply.value, Decided) else _settled(reply.value, reply.peak_bytes)
    )


def _left(given: Instance | Source, work: _Work, reply: Reply) -> tuple[object, Exception | None]:
    """Return what is known of an instance without a proper reply, and the error, if that was not a limit."""
    try:
        instance = _instance_of(given, work)
    except InvalidInstance as bad:
        return bad, None
    question = Question.of(instance, work.options.method)
    failure: Exception | None = None
    try:
        decided = _known(question, reply)
    except Exception as error:  # noqa: BLE001 - raised after all other answers
        failure = error
        decided = Decided(question.broken_off("crash", cast("Notes", reply.notes)))
    return decided if work.render is None else work.render(instance, decided), failure


def _known(question: Question, reply: Reply) -> Decided:
    """Return what is known without a proper reply: at least the verdict, if work continued after it.

    Raises:
        Exception: what went wrong in the child, unless it was out of memory.
    """
    known: Verdict | None = reply.notes.get("decided")
    if known is None:
        return Decided(verdict_of(question, reply))
    broken_off = reply.lost or ("memory" if isinstance(reply.error, MemoryError) else None)
    verdict = verdict_of(question, replace(reply, value=known, lost=None, error=None if broken_off else reply.error))
    return Decided(verdict, None, broken_off)
