"""Ask about many instances in worker processes, and process each answer further where it was found.

Little is sent to a worker: instances, or rather something that makes them there, such as lines of a file or a generator
and its seeds; they are validated once. Answers come back, or whatever the caller has made from them in the worker.
Without a time limit instances travel in bundles that take some `_AT_ONCE` seconds: a message costs as much as an easy
answer.
"""

from __future__ import annotations

import os
import time
from dataclasses import dataclass, replace
from itertools import count
from typing import TYPE_CHECKING, Any, TypeVar, Unpack, overload

from crewsat.base.errors import Defect, InvalidInstance, Stopped, UnknownFeature, WrongOption
from crewsat.engine.asking import answered, received
from crewsat.engine.decision import Decision, check_for_any
from crewsat.engine.notes import ignore_progress
from crewsat.engine.options import Keywords, Options, is_number, shown
from crewsat.engine.signatures import takes
from crewsat.games import GAMES
from crewsat.workers.pool import Pause, run_each
from crewsat.workers.process import Call, Worker
from crewsat.workers.serving import peak_bytes, reset_peak

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterable, Iterator

    from crewsat.engine.request import Request, Tell
    from crewsat.games.instance import Instance
    from crewsat.games.verdict import Verdict
    from crewsat.workers.process import Reply

    Source = Callable[[], Instance]
    """A function that makes an instance, in the worker: it must be picklable, such as
    ``partial(generator.with_seed, 7)``, and may raise `InvalidInstance`.
    """
    Given = Instance | Source | InvalidInstance | Pause

_AT_ONCE = 0.05
_MOST_AT_ONCE = 64
"""Seconds that a bundle of instances should take, and the most instances in one."""

ResultT = TypeVar("ResultT")
Rendered = TypeVar("Rendered")


@overload
def decide_many(
    instances: Iterable[Instance], *, jobs: int | None = None, **keywords: Unpack[Keywords]
) -> Generator[Verdict]: ...


@overload
def decide_many(
    instances: Iterable[Given], *, jobs: int | None = None, **keywords: Unpack[Keywords]
) -> Generator[Verdict | InvalidInstance]: ...


@takes(Keywords)
def decide_many(
    instances: Iterable[Given], *, jobs: int | None = None, **keywords: Unpack[Keywords]
) -> Generator[Verdict | InvalidInstance]:
    """Decide instances in worker processes and yield verdicts in their order, each as soon as it is ready.

    A slow source of instances delays the verdicts, but extends no limits.

    A worker that is killed or crashes loses the instance it was working on (``unknown``, ``crash``) and nothing else;
    without a time limit, the instance and some before it may have been worked on twice then.
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
    return ask_many(Decision(Options(**keywords)), instances, jobs=jobs)


@overload
def ask_many(
    request: Request[ResultT], instances: Iterable[Given], *, jobs: int | None
) -> Generator[ResultT | InvalidInstance]: ...


@overload
def ask_many(
    request: Request[ResultT],
    instances: Iterable[Given],
    *,
    jobs: int | None,
    render: Callable[[Instance, ResultT], Rendered],
) -> Generator[Rendered | InvalidInstance]: ...


def ask_many(
    request: Request[Any],
    instances: Iterable[Given],
    *,
    jobs: int | None,
    render: Callable[[Instance, Any], Any] | None = None,
) -> Generator[Any]:
    """Answer a request about each instance in worker processes, and yield the answers in their order.

    Args:
        request: what is asked; if it was interrupted, it must make an answer of whatever is known, as decisions,
            explanations and reviews do: a `Stopped` is raised like any other failure, and ends the batch.
        instances: as in `decide_many`.
        jobs: as in `decide_many`.
        render: called with the instance and the answer, in the worker; its result, which must be picklable as it is
            itself, is yielded instead. For callers that need only a part of an answer, which is then all that is sent.
            It is called in this process for instances whose worker was lost.

    Raises:
        WrongOption, BugFound, OSError: as `decide_many` does.
    """
    number = usable_cores() if jobs is None else jobs
    if not is_number(number) or number < 1:
        raise WrongOption(f"jobs must be 1 or more, not {shown(number)}")
    check_for_any(GAMES, request.options)
    limits = request.limits()
    options = replace(request.options, proof=limits.proof, strategy=limits.strategy)  # wherever a worker is
    return _answers(instances, number, _Work(replace(request, options=options).for_child(), render), limits.max_bytes)


@dataclass(frozen=True, slots=True)
class _Work:
    """What a worker does with each instance; the fields are arguments of `ask_many`."""

    request: Request[Any]
    render: Callable[[Instance, Any], Any] | None


def usable_cores() -> int:
    """Return the number of cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _answers(instances: Iterable[Given], jobs: int, work: _Work, max_bytes: int | None) -> Generator[Any]:
    limit = work.request.options.time_limit
    pending: dict[int, list[Instance | Source]] = {}
    pace = _Pace() if limit is None else None

    def calls() -> Iterator[Call | InvalidInstance | Pause]:
        for number, one in _numbered(_bundled(instances, work, pace)):
            if isinstance(one, list):
                pending[number] = one
                yield Call(_bundle_in_worker, (one, work), time_limit=limit, max_bytes=max_bytes)
            else:
                yield one

    failure: Exception | None = None
    for number, reply in enumerate(run_each(calls(), jobs)):
        if isinstance(reply, InvalidInstance):
            yield reply
            continue
        bundle = pending.pop(number)
        if reply.lost is None and reply.error is None:
            results, seconds = reply.value
            if pace is not None:
                pace.took(seconds, len(bundle))
            yield from (_received(value, peak, work) for value, peak in results)
            continue
        for found, error in (
            _one_by_one(bundle, work, max_bytes) if len(bundle) > 1 else [_left(bundle[0], work, reply)]
        ):
            failure = failure or error
            yield found
    if failure is not None:
        raise failure


class _Pace:
    """How many instances are sent to a worker at once: as many as it answers in `_AT_ONCE` seconds."""

    def __init__(self) -> None:
        self.size = 1

    def took(self, seconds: float, number: int) -> None:
        """Learn from a bundle how long an instance takes."""
        self.size = max(1, min(2 * self.size, _MOST_AT_ONCE, int(_AT_ONCE * number / max(seconds, 1e-6))))


def _numbered(items: Iterable[list[Instance | Source] | InvalidInstance | Pause]) -> Iterator[tuple[int, Any]]:
    """Number what has a reply: pauses have none."""
    numbers = count()
    for item in items:
        yield (-1 if isinstance(item, Pause) else next(numbers)), item


def _bundled(
    instances: Iterable[Given], work: _Work, pace: _Pace | None
) -> Iterator[list[Instance | Source] | InvalidInstance | Pause]:
    """Yield instances in bundles, and in their places what cannot be asked about, and pauses.

    A bundle is not held back while the source of the instances is waiting, or if the source fails.
    """
    bundle: list[Instance | Source] = []
    try:
        for given in instances:
            known = given if isinstance(given, Pause) else _known_to(given, work)
            if not isinstance(known, Pause | InvalidInstance):
                bundle.append(known)
                if pace is not None and len(bundle) < pace.size:
                    continue
            if bundle:
                yield bundle
                bundle = []
            if isinstance(known, Pause | InvalidInstance):
                yield known
    except Exception:
        if bundle:
            yield bundle
        raise
    if bundle:
        yield bundle


def _one_by_one(
    bundle: list[Instance | Source], work: _Work, max_bytes: int | None
) -> Iterator[tuple[object, Exception | None]]:
    """Answer a bundle again in which a worker was lost, or something went wrong: only one of them is to suffer."""
    with Worker() as worker:
        for given in bundle:
            reply = worker.run(Call(_bundle_in_worker, ([given], work), max_bytes=max_bytes))
            if reply.lost is None and reply.error is None:
                ((value, peak),), _ = reply.value
                yield _received(value, peak, work), None
            else:
                yield _left(given, work, reply)


def _known_to(given: Instance | Source | InvalidInstance, work: _Work) -> Instance | Source | InvalidInstance:
    """Return the argument, or an error in place of an instance with an unknown feature.

    Raises:
        WrongOption: for an instance of a game for which what is requested makes no sense.
    """
    if isinstance(given, InvalidInstance) or callable(given):
        return given
    try:
        work.request.check(given)
    except UnknownFeature as error:
        return InvalidInstance([Defect("", str(error))])
    return given


def _bundle_in_worker(
    bundle: list[Instance | Source], work: _Work, *, deadline: float | None, note: Tell
) -> tuple[list[tuple[object, int]], float]:
    """Answer about some instances; return the answers, each with the peak memory, and how long all took."""
    begun = time.monotonic()
    results = []
    for number, given in enumerate(bundle):
        if number:
            reset_peak()
        found = _in_worker(given, work, deadline=deadline, note=note if len(bundle) == 1 else ignore_progress)
        results.append((found, peak_bytes()))
    return results, time.monotonic() - begun


def _in_worker(given: Instance | Source, work: _Work, *, deadline: float | None, note: Tell) -> object:
    """Make the instance, answer, and process the answer in the time that is left."""
    try:
        instance = _instance_of(given, work)
    except InvalidInstance as error:
        return error
    request = work.request
    found = answered(request, instance, replace(request.limits(), deadline=deadline), note=note)
    if work.render is None:
        return found
    return work.render(instance, request.received(found, peak_bytes()))


def _instance_of(given: Instance | Source, work: _Work) -> Instance:
    """Return the instance, made if necessary; one for which the request makes no sense is bad input.

    Raises:
        InvalidInstance: with everything that is wrong.
    """
    instance = given() if callable(given) else given
    try:
        work.request.check(instance)
    except WrongOption as error:
        raise InvalidInstance([Defect("game", str(error))]) from None
    except UnknownFeature as error:
        raise InvalidInstance([Defect("", str(error))]) from None
    return instance


def _received(value: object, peak: int, work: _Work) -> object:
    """Return what a worker has sent."""
    if work.render is not None or isinstance(value, InvalidInstance):
        return value
    return work.request.received(value, peak)


def _left(given: Instance | Source, work: _Work, reply: Reply) -> tuple[object, Exception | None]:
    """Return what is known of an instance without a proper reply, and the error, if that was not a limit."""
    try:
        instance = _instance_of(given, work)
    except InvalidInstance as bad:
        return bad, None
    failure: Exception | None = None
    try:
        found = received(work.request, instance, reply)
    except Stopped:
        raise
    except Exception as error:  # noqa: BLE001 - raised after all other answers
        failure = error
        found = work.request.unfinished(instance, "crash", reply.notes, reply.since)
    return found if work.render is None else work.render(instance, found), failure
