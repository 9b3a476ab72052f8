"""What is known of a question while it is answered, and the verdict if the work is interrupted."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, TypedDict

from crewsat.games.verdict import Statistics, Verdict
from crewsat.solvers.proving import SOLVER as PROVER

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from crewsat.base.errors import Reason
    from crewsat.games.instance import Instance

    Note = Callable[["Notes"], None]


class Notes(TypedDict, total=False):
    """What is known of a question before a long step begins; later notes replace earlier ones.

    Attributes:
        method: the method that is running.
        solver: its solver, if one was requested.
        statistics: what is known of `crewsat.games.verdict.Statistics`.
        verdict: an answer that is known already: by one of ``all`` methods, or a no that is being proved.
        refuted: whether the solver has found that there is no model, and is still writing down why.
        decided: the verdict of a batch's worker that is still processing it.
        settled: the verdict, if the rest of the work is optional. If it has an `unproved`, a strategy was requested
            that is not complete yet, and the reason for interrupting replaces it.
    """

    method: str
    solver: str | None
    statistics: Mapping[str, float | int]
    verdict: Verdict | None
    refuted: bool
    decided: Verdict
    settled: Verdict


def ignore_progress(_known: object) -> None:
    """Ignore progress notes."""


def unknown(instance: Instance, method: str, reason: Reason) -> Verdict:
    """Return the verdict if nothing is known.

    Args:
        instance: what was asked about.
        method: the value of `--method`.
        reason: why there is no answer.
    """
    return Verdict("unknown", method, "none", instance.game, notes=instance.notes, about=instance.about, reason=reason)


def broken_off(instance: Instance, method: str, reason: Reason, notes: Notes, seconds: float = 0.0) -> Verdict:
    """Return the verdict of interrupted work.

    Args:
        instance: what was asked about.
        method: the value of `--method`.
        reason: why it was interrupted.
        notes: what had been noted until then; with ``all``, that may be an answer, to which the reason is added; it may
            also be a no that was being proved.
        seconds: how long ago that was.
    """
    if "settled" in notes:
        settled = notes["settled"]
        return replace(settled, unproved=reason) if settled.unproved else settled
    known = notes.get("verdict")
    if known is not None and known.answer != "unknown":
        return replace(known, unproved=reason) if known.answers is None else replace(known, reason=reason)
    done: dict[str, Any] = dict(notes.get("statistics", {}))
    done.setdefault("solve_seconds" if "encode_seconds" in done else "encode_seconds", seconds)
    stopped = replace(
        unknown(instance, method, reason) if known is None else known,
        method=notes.get("method", method),
        solver=notes.get("solver"),
        reason=reason,
        statistics=Statistics(**done),
    )
    if not notes.get("refuted"):
        return stopped
    return replace(stopped, answer="no", solver=PROVER, reason=None, unproved=reason)
