"""Families of instances for people who build planners and solvers: of each the files for them, and the answer.

The answer of a planning problem is that of `decide`. The answer of a formula is that of a solver for this very formula,
so that a yes has a model of it, and a no, if wanted, a proof about it: CaDiCaL writes the proof, and a checker that
shares no code with it accepts it before it is handed out.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from crewsat.base.errors import BugFound, InvalidInstance
from crewsat.engine import export, planning
from crewsat.engine.building import build
from crewsat.engine.frontend import decide
from crewsat.engine.options import Options

if TYPE_CHECKING:
    from crewsat.base.formula import Formula
    from crewsat.engine.limits import Limits
    from crewsat.games.instance import Instance
    from crewsat.games.verdict import Verdict


@dataclass(frozen=True, slots=True)
class Member:
    """An instance of a family.

    Attributes:
        verdict: its answer.
        files: the contents of its files, by the endings of their names; what a solver is to be given comes first.
        shared: the contents of files that the whole family shares, by name.
    """

    verdict: Verdict
    files: dict[str, bytes]
    shared: dict[str, bytes]


def problem(instance: Instance, *, time_limit: float | None = None) -> Member:
    """Return the planning problem of an instance, the domain, which the family shares, and for a yes a plan.

    Args:
        instance: the question.
        time_limit: seconds of wall time for the answer; None for no limit.

    Raises:
        BugFound: if a play or a plan does not pass its check.
        Stopped: if the problem is estimated to be too large.
        UnknownFeature: if the domain does not state what the instance asks.
        WrongOption: if there is no domain for the game.
    """
    found = planning.planned(instance)
    verdict = decide(instance, time_limit=time_limit)
    files = {".pddl": found.problem.encode()}
    if verdict.play is not None:
        files[".plan"] = planning.plan_of(instance, verdict.play).encode()
    return Member(verdict, files, {"domain.pddl": found.domain.encode()})


def formula(instance: Instance, *, time_limit: float | None = None, proofs: bool = False) -> Member:
    """Return the formula of an instance, for a yes a model, and for a no, if wanted, a proof in LRAT.

    Args:
        instance: the question.
        time_limit: seconds of wall time for the answer, and for a proof; None for no limit.
        proofs: whether a no is proved; without a proof, `Verdict.unproved` says why.

    Raises:
        BugFound: if a model or a proof does not pass its check.
        Stopped: if the formula is estimated to be too large.
        WrongOption: if there is no formula for the game.
    """
    method, limits = export.method_of(instance), Options(time_limit=time_limit).limits()
    files = {".cnf": export.encode(instance).encode()}
    verdict = decide(instance, method=method.name, time_limit=time_limit)
    if verdict.answer == "yes":
        files[".model"] = _model(instance, verdict).encode()
    if verdict.answer == "no" and proofs:
        proof, unproved = _proved(instance, build(method.load(), instance, limits).formula, limits)
        if proof is None:
            return Member(replace(verdict, unproved=unproved), files, {})
        files[".lrat"] = proof
        verdict = replace(verdict, checked="proof")
    return Member(verdict, files, {})


def _model(instance: Instance, verdict: Verdict) -> str:
    """Return the model of a verdict as a solver would print it, ten literals a line, after checking it.

    Raises:
        BugFound: if it is not a model of the formula that `crewsat.engine.export.encode` writes.
    """
    literals = [*(verdict.model or ()), 0]
    try:
        export.decode(instance, export.Solution("yes", frozenset(literals)))
    except InvalidInstance as error:
        raise BugFound(f"the model is not one of the formula ({error}): {instance.to_json()}") from error
    lines = (literals[k : k + 10] for k in range(0, len(literals), 10))
    return "\n".join(["s SATISFIABLE", *(f"v {' '.join(map(str, line))}" for line in lines), ""])


def _proved(instance: Instance, formula: Formula, limits: Limits) -> tuple[bytes | None, str | None]:
    """Return a checked proof that a formula has no model; or None, and why there is none."""
    from crewsat.proofs.lrat import Rejected  # noqa: PLC0415 - only if there is something to prove
    from crewsat.proofs.writing import solve_and_prove  # noqa: PLC0415

    with TemporaryDirectory() as folder:
        try:
            proved = solve_and_prove(
                formula,
                (),
                Path(folder, "no"),
                most_bytes=limits.proof_bytes,
                deadline=limits.deadline,
                seed=None,
                refuted=lambda: None,
            )
        except Rejected as error:
            raise BugFound(f"the proof is not valid ({error}): {instance.to_json()}") from error
        if proved.proof is None:
            return None, proved.unproved or proved.outcome.reason
        return Path(proved.proof.proof.path).read_bytes(), None
