"""Decide an instance: the function with one argument for each option, and its twin for event loops."""

from __future__ import annotations

from typing import TYPE_CHECKING, Unpack, overload

from crewsat.engine.asking import ask, ask_async
from crewsat.engine.decision import Decision
from crewsat.engine.notes import ignore_progress
from crewsat.engine.options import Keywords, Options
from crewsat.engine.signatures import takes

if TYPE_CHECKING:
    from crewsat.engine.notes import Note
    from crewsat.games.crew.instance import Crew
    from crewsat.games.crew.tricks import Trick
    from crewsat.games.hackenbush.instance import Hackenbush
    from crewsat.games.hackenbush.rules import Move
    from crewsat.games.hanabi_solitaire.instance import HanabiSolitaire
    from crewsat.games.hanabi_solitaire.rules import Step
    from crewsat.games.instance import Instance
    from crewsat.games.verdict import Verdict


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


@takes(Keywords)
def decide(instance: Instance, *, note: Note | None = None, **keywords: Unpack[Keywords]) -> Verdict:
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
    return ask(Decision(Options(**keywords)), instance, note=note or ignore_progress)


@takes(Keywords)
async def decide_async(instance: Instance, **keywords: Unpack[Keywords]) -> Verdict:
    """Decide in a child process while the event loop goes on; cancelling kills the work at once.

    Every call starts its own process; for many instances use `decide_many`. Arguments, result and errors are those of
    `decide`; a memory limit, by default 4,000 MB, bounds the child.
    """
    return await ask_async(Decision(Options(**keywords)), instance)
