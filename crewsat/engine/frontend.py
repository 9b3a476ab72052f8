"""Decide instances: here or in a child process, one, or many at a time.

Arguments, algorithms and formulas run in this process, in steps short enough for a time limit to hold. What cannot be
stopped from inside (CP-SAT, clingo, Kissat, a step of a very large deal), and what is to be bounded by its resident
memory, runs in a child, and so do batches and anything that may be cancelled.
"""

from __future__ import annotations

import os
from dataclasses import replace
from typing import TYPE_CHECKING, Self, Unpack, cast, overload

from crewsat.base.errors import NotInstalled, WrongOption
from crewsat.base.libraries import KISSAT
from crewsat.engine.methods import ALL, AUTO, method_names, methods_for, proving_method
from crewsat.engine.options import Keywords, Options
from crewsat.engine.question import Question, ignore_progress
from crewsat.engine.strategy import answer
from crewsat.games import GAMES, check_instance
from crewsat.solvers import kissat
from crewsat.solvers.proving import SOLVER as PROVER
from crewsat.workers.process import Call, Worker

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from crewsat.engine.limits import Limits
    from crewsat.engine.question import Note, Notes
    from crewsat.games.crew.instance import Crew
    from crewsat.games.crew.tricks import Trick
    from crewsat.games.hackenbush.instance import Hackenbush
    from crewsat.games.hackenbush.rules import Move
    from crewsat.games.hanabi_solitaire.instance import HanabiSolitaire
    from crewsat.games.hanabi_solitaire.rules import Step
    from crewsat.games.instance import Instance
    from crewsat.games.method import Kind
    from crewsat.games.verdict import Verdict
    from crewsat.workers.process import Reply

LARGE = 2_000
"""The effort of an instance (`Instance.effort`) from which on a time limit is enforced by a child: single steps of
solvers may then take a second.
"""


@overload
def decide(instance: Crew, *, note: Note | None = None, **keywords: Unpack[Keywords]) -> Verdict[tuple[Trick, ...]]: ...


@overload
def decide(
    instance: HanabiSolitaire, *, note: Note | None = None, **keywords: Unpack[Keywords]
) -> Verdict[tuple[Step, ...]]: ...


@overload
def decide(
    instance: Hackenbush, *, note: Note | None = None, **keywords: Unpack[Keywords]
) -> Verdict[tuple[Move, ...]]: ...


@overload
def decide(instance: Instance, *, note: Note | None = None, **keywords: Unpack[Keywords]) -> Verdict: ...


def decide(  # noqa: PLR0913 - one argument per option
    instance: Instance,
    *,
    method: str = AUTO,
    solver: str | None = None,
    time_limit: float | None = None,
    memory_limit: float | None = None,
    seed: int | None = None,
    fewest_tricks: bool = False,
    proof: str | os.PathLike[str] | None = None,
    strategy: str | os.PathLike[str] | None = None,
    proof_limit: float | None = None,
    note: Note | None = None,
) -> Verdict:
    """Decide whether a game can be won.

    Args:
        instance: a deal with its objectives, or a deck.
        method: ``auto``, a name of `crewsat.engine.methods.METHODS`, or ``all``: every method that applies and is
            installed, each with an equal share of the time that is left; their answers must agree.
        solver: one of `crewsat.engine.methods.SOLVERS`; None lets the size of the formula decide.
        time_limit: seconds of wall time; None for no limit. It is kept to half a second, or a tenth if that is more.
        memory_limit: MB of resident memory; the work is done in a child process, which is ended when it takes more.
            None: work estimated to take more than 4,000 MB is not begun, and a child that is needed for another reason
            may take that much. Infinity: no bound.
        seed: varies the search; the same seed gives the same verdict.
        fewest_tricks: find the play that wins earliest, and prove that none wins earlier (`Verdict.fewest_tricks`);
            only a formula can then say yes, unless there is nothing to play.
        proof: a folder for the proof of a no: algorithms are asked first, as far as `method` allows, and then a solver
            that writes down why the formula has no model (`Verdict.proof`). The folder is created if it is missing.
        strategy: for a game with opponents, a file for the winning strategy: every position that can arise, with the
            move in it (`Verdict.strategy`). A no also has one, that of the other side.
        proof_limit: MB the solver may write down; None for 500. Beyond it, there is no proof (`Verdict.unproved`).
        note: called with what is known so far (method, solver, statistics) before long steps, for callers that may
            interrupt the work; for work in a child, it is called when the child ends, for whatever reason.

    Returns:
        A verdict; the play of a yes has been replayed. An unknown one has the statistics of what was done.

    Raises:
        TypeError: for something that is not an instance, such as the path of a file.
        WrongOption: for an unknown method or solver, options that exclude each other, or a limit that is not positive.
        NotInstalled: for a method or solver that needs an optional library.
        UnknownFeature: if the named method does not know a feature; ``auto`` and ``all`` leave such methods out.
        BugFound: if the play or proof found does not pass its check, or methods contradict each other.
        OSError: if the folder of proofs, or a file in it, cannot be created or written; the message names it.
    """
    options = Options(
        method=method,
        solver=solver,
        time_limit=time_limit,
        memory_limit=memory_limit,
        seed=seed,
        fewest_tricks=fewest_tricks,
        proof=proof,
        strategy=strategy,
        proof_limit=proof_limit,
    )
    return decide_with(options, instance, note=note)


def decide_with(options: Options, instance: Instance, *, note: Note | None = None) -> Verdict:
    """Decide an instance as `decide` does."""
    note = note or ignore_progress
    limits = limits_of(instance, options)
    if not _apart(instance, options.method, limits):
        return from_here(answer(instance, options.method, limits, note=note))
    with Worker() as worker:
        try:
            reply = worker.run(call_of(instance, options.method, limits))
        finally:
            note(cast("Notes", worker.notes))
    return verdict_of(Question.of(instance, options.method), reply)


class Decider:
    """A child process that stays warm and decides one instance at a time; ended on leaving the context.

    For callers that ask many questions and need limits that hold, or the memory a question takes
    (`Statistics.peak_mb`). Not for two threads at once: each needs its own.
    """

    def __init__(self) -> None:
        self._worker = Worker()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @property
    def pid(self) -> int | None:
        """The number of the child process; None before the first question, and after a limit or a crash ended it."""
        return self._worker.pid

    def decide(self, instance: Instance, **keywords: Unpack[Keywords]) -> Verdict:
        """Decide an instance in the child; arguments, result and errors are those of `decide`.

        A memory limit, by default 4,000 MB, bounds the child. If it dies, the verdict is ``unknown``, ``crash``, and
        the next question gets a new one.
        """
        options = Options(**keywords)
        call = call_of(instance, options.method, limits_of(instance, options))
        return verdict_of(Question.of(instance, options.method), self.run(call))

    def run(self, call: Call) -> Reply:
        """Run any call in the child."""
        return self._worker.run(call)

    async def run_async(self, call: Call) -> Reply:
        """Run any call in the child while the event loop goes on; cancelling kills the child at once."""
        import asyncio  # noqa: PLC0415 - a caller that awaits has loaded it already
        from concurrent.futures import ThreadPoolExecutor  # noqa: PLC0415

        worker = self._worker
        try:
            with ThreadPoolExecutor(1) as thread:  # left when the thread has seen the child to its end
                try:
                    return await asyncio.get_running_loop().run_in_executor(thread, worker.run, call)
                except BaseException:
                    worker.kill()
                    raise
        except BaseException:
            worker.close()
            self._worker = Worker()  # for the next question
            raise

    def close(self) -> None:
        """End the child."""
        self._worker.close()


async def decide_async(instance: Instance, **keywords: Unpack[Keywords]) -> Verdict:
    """Decide in a child process while the event loop goes on; cancelling kills the work at once.

    Every call starts its own process; for many instances use `decide_many`. Arguments, result and errors are those of
    `decide`; a memory limit, by default 4,000 MB, bounds the child.
    """
    options = Options(**keywords)
    call = call_of(instance, options.method, limits_of(instance, options))
    with Decider() as decider:
        reply = await decider.run_async(call)
    return verdict_of(Question.of(instance, options.method), reply)


def why_not(game: str, options: Options) -> str | None:
    """Return why options make no sense for a game; None if they do."""
    try:
        limits_for([game], options)
    except WrongOption as error:
        return str(error)
    return None


def limits_of(instance: Instance, options: Options) -> Limits:
    """Check that options can be combined for an instance, and start the clock.

    Raises:
        TypeError: for something that is not an instance.
        WrongOption: if they do not.
        NotInstalled: for a method or solver that is missing.
        UnknownFeature: if the method named does not know a feature of the instance.
    """
    check_instance(instance)
    limits = limits_for([instance.game], options)
    check_method(instance, options.method)
    return limits


def check_method(instance: Instance, name: str) -> None:
    """Check that a method knows all features of an instance, if it is named and not chosen automatically.

    Raises:
        UnknownFeature: if it does not.
    """
    if name not in {AUTO, ALL}:
        for method in methods_for(instance.game, name):
            method.check(instance)


def limits_for(games: Iterable[str], options: Options) -> Limits:
    """Check that options can be combined for one of these games, and start the clock.

    Raises:
        WrongOption: if they do not.
        NotInstalled: for a method or solver that is missing.
    """
    method = options.method
    known = [game for game in games if method in method_names(game)] or list(games)[:1]
    kinds = [candidate.kind for game in known for candidate in methods_for(game, method)]
    formula = any(kind.formula for kind in kinds)
    _check_certificates(known, options)
    _check_solver_and_seed(kinds, options)
    if options.fewest_tricks:
        _check_fewest_tricks(known, options, formula=formula and method != ALL)
    if options.solver == kissat.NAME and kissat.version() is None:
        raise NotInstalled(KISSAT.missing(f"solver '{kissat.NAME}'"))
    return options.limits()


def _check_solver_and_seed(kinds: Sequence[Kind], options: Options) -> None:
    """Check that the solver and the seed apply to methods of these kinds.

    Raises:
        WrongOption: if they do not.
    """
    if options.solver is not None and not any(kind.formula for kind in kinds):
        raise WrongOption(f"method '{options.method}' does not solve a formula; a solver does not apply")
    if options.seed is not None and not any(kind.solver for kind in kinds):
        raise WrongOption(f"method '{options.method}' is deterministic; a seed does not apply")


def _check_fewest_tricks(games: Sequence[str], options: Options, *, formula: bool) -> None:
    """Check that the fewest tricks can be found in one of these games.

    Raises:
        WrongOption: if they cannot.
    """
    if all(GAMES[game].won_with is None for game in games):
        raise WrongOption(f"{games[0]} has no tricks; fewest_tricks does not apply")
    if not formula:
        raise WrongOption(
            f"method '{options.method}' does not look for the fewest tricks; allowed: auto, or one with a formula"
        )
    if options.solver == kissat.NAME:
        raise WrongOption(f"{kissat.NAME} answers one question and cannot look for the fewest tricks")


def _check_certificates(games: Sequence[str], options: Options) -> None:
    """Check that the requested proof or strategy is available for one of these games.

    Raises:
        WrongOption: if it is not.
    """
    if options.proof is not None:
        _check_proof(games, options)
    if options.strategy is not None and all(GAMES[game].strategy_of is None for game in games):
        raise WrongOption(f"there are no strategies in {games[0]}: all players play together")


def _check_proof(games: Sequence[str], options: Options) -> None:
    """Check that a proof is available for one of these games.

    Raises:
        WrongOption: if it is not.
    """
    proving = [one.name for game in games for one in GAMES[game].methods if one.proof is not None]
    if not proving:
        proving_method(games[0])
    if options.method not in {AUTO, *proving}:
        raise WrongOption(f"method '{options.method}' does not produce proofs; allowed: auto, {', '.join(proving)}")
    if options.solver not in {None, PROVER}:
        raise WrongOption(f"solver '{options.solver}' does not produce proofs; allowed: {PROVER}")
    if options.fewest_tricks:
        raise WrongOption("a proof certifies a no; it cannot be combined with the fewest tricks")


def _apart(instance: Instance, method: str, limits: Limits) -> bool:
    """Return whether the work must be done in a child."""
    return (
        needs_child(instance, limits)
        or limits.solver == kissat.NAME
        or any(one.kind.apart for one in methods_for(instance.game, method))
    )


def needs_child(instance: Instance, limits: Limits) -> bool:
    """Return whether limits hold only in a child: of resident memory, and of time if single steps may take long."""
    return (limits.resident and limits.max_bytes is not None) or (
        limits.deadline is not None and instance.effort >= LARGE
    )


def call_of(instance: Instance, method: str, limits: Limits) -> Call:
    """Return the call that a child is to make."""
    return Call(answer_in_child, (instance, method, limits), deadline=limits.deadline, max_bytes=limits.max_bytes)


def answer_in_child(instance: Instance, method: str, limits: Limits, *, deadline: float | None, note: Note) -> Verdict:
    """Answer in a child."""
    return answer(instance, method, replace(limits, deadline=deadline), note=note)


def verdict_of(question: Question, reply: Reply) -> Verdict:
    """Return the verdict of a child, or an unknown one with the reason why it gave none.

    Raises:
        Exception: what went wrong in the child, unless it was out of memory.
    """
    verdict: Verdict
    if reply.lost is not None:
        verdict = question.broken_off(reply.lost, cast("Notes", reply.notes), reply.since)
    elif isinstance(reply.error, MemoryError):
        verdict = question.broken_off("memory", cast("Notes", reply.notes))
    elif reply.error is not None:
        raise reply.error
    else:
        verdict = from_here(reply.value)
    return with_peak(verdict, reply.peak_bytes)


def with_peak(verdict: Verdict, peak_bytes: int) -> Verdict:
    """Return a verdict with the peak memory of the child that gave it, plus that of a program it ran."""
    megabytes = peak_bytes / 1e6 + (verdict.statistics.peak_mb or 0.0)
    return replace(verdict, statistics=replace(verdict.statistics, peak_mb=megabytes or None))


def from_here(verdict: Verdict) -> Verdict:
    """Return the same verdict with paths relative to the current directory."""
    proof = None if verdict.proof is None else verdict.proof.seen_from(os.curdir)
    strategy = None if verdict.strategy is None else verdict.strategy.seen_from(os.curdir)
    return verdict if proof is None and strategy is None else replace(verdict, proof=proof, strategy=strategy)
