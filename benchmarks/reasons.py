"""What may be wanted of a no beyond the answer: a checked proof, the same checked again, an explanation.

The decision and its proof are made in the child that any engine of ours has, within the same limits; the proof is
written into a folder that vanishes with the run. Explaining and checking again are done here, in the worker, after a
no: an explanation has the time that is left, and stops at its end; a second check is not interrupted, and takes about
as long as the first. The memory of the worker is not bounded; the most it has ever taken is reported.

An engine that must give more and gives the answer alone has not done its work: the run counts as unknown.
"""

from __future__ import annotations

import os
from tempfile import TemporaryDirectory
from time import monotonic, process_time
from typing import TYPE_CHECKING, Any

import crewsat
from benchmarks.external import peak_mb
from benchmarks.records import columns_of

if TYPE_CHECKING:
    from benchmarks.engines import Also

_LEAST = 1e-3
"""Seconds left for an explanation when time is up: a limit must be positive."""


def ask(
    also: Also | None, decider: crewsat.Decider, instance: crewsat.Instance, options: dict[str, Any]
) -> dict[str, Any]:
    """Ask a child about an instance, and for what is wanted for a no; return the columns of a record this can fill.

    Args:
        also: what is wanted beyond the answer.
        decider: the child.
        instance: the instance.
        options: of `crewsat.decide`.

    Raises:
        InvalidProof: if a proof does not pass its second check.
    """
    with TemporaryDirectory() as folder:
        proving = also in {"proof", "verify"}
        start, limit = monotonic(), options["time_limit"]
        verdict = decider.decide(instance, **({**options, "proof": folder} if proving else options))
        found = _decided(verdict)
        if verdict.answer == "no" and proving:
            found |= _proved(verdict)
        if verdict.proof is not None and also == "verify":
            found |= _verified(instance, verdict.proof, found)
        if verdict.answer == "no" and also == "explain":
            left = None if limit is None else max(_LEAST, limit - (monotonic() - start))
            found |= _explained(instance, verdict, left)
        return {**found, "wall": monotonic() - start}


def _decided(verdict: crewsat.Verdict) -> dict[str, Any]:
    """Return the columns that any verdict fills."""
    found = {
        "answer": verdict.answer,
        "reason": verdict.reason,
        "checked": verdict.checked,
        "method": verdict.method,
        "solver": verdict.solver,
    }
    if verdict.fewest_tricks is not None and verdict.fewest_tricks[0] < verdict.fewest_tricks[1]:
        found |= {"answer": "unknown", "reason": "time"}  # the proof that no play wins earlier is missing
    return {**found, **columns_of(verdict.statistics)}


def _proved(verdict: crewsat.Verdict) -> dict[str, Any]:
    """Return the columns that a proof fills."""
    if verdict.proof is None:
        return {"answer": "unknown", "reason": verdict.unproved, "checked": "none"}
    spent = (verdict.statistics.prove_cpu_seconds or 0.0) + (verdict.statistics.check_cpu_seconds or 0.0)
    return {"after_cpu": spent, "proof_bytes": verdict.proof.proof.size, "lemmas": verdict.proof.lemmas}


def _verified(instance: crewsat.Instance, proof: crewsat.Proof, found: dict[str, Any]) -> dict[str, Any]:
    """Return the columns that a second check fills, which may be by two checkers.

    Raises:
        InvalidProof: if one of them does not accept the proof.
    """
    cpu = process_time()
    by = crewsat.verify_proof(instance, proof).also_by
    cpu = process_time() - cpu
    checked = "proof" if by is None else f"proof, {by}"
    return {"checked": checked, "after_cpu": cpu, "cpu": found["cpu"] + cpu, "peak_mb": _peak(found["peak_mb"])}


def _explained(instance: crewsat.Instance, verdict: crewsat.Verdict, time_limit: float | None) -> dict[str, Any]:
    """Return the columns that an explanation fills; an incomplete one counts as none."""
    explanation = crewsat.explain(instance, verdict=verdict, time_limit=time_limit)
    cpu, statistics = explanation.seconds, verdict.statistics
    found = {"after_cpu": cpu, "cpu": (statistics.cpu_seconds or 0.0) + cpu, "peak_mb": _peak(statistics.peak_mb)}
    if explanation.reason is not None:
        return {**found, "answer": "unknown", "reason": explanation.reason}
    return {**found, "minimal": int(explanation.minimal or False)}


def _peak(of_child: float | None) -> float | None:
    """Return the peak memory of the child or of this process, whichever took more, in MB."""
    return max(of_child or 0.0, peak_mb(os.getpid())) or None
