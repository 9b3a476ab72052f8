"""Prove a no: solve the formula, write down why it has no model, check that, and leave two files.

The files are named after the instance, so that the same question has the same files. All work is done on files without
a name, which vanish with the process; only what has been checked is copied, under a name nobody looks for until it is
whole. A proof that takes too long or too much room is given up, and the no stays without it.
"""

from __future__ import annotations

import errno
import hashlib
import os
import shutil
import threading
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryFile
from typing import TYPE_CHECKING, BinaryIO

from crewsat.errors import BugFound, Stopped
from crewsat.proofs import dimacs, lrat, trimming
from crewsat.solvers.proving import solve_traced
from crewsat.stopwatch import Stopwatch
from crewsat.verdict import Proof, ProofFile

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping
    from io import BufferedRandom, BufferedReader

    from crewsat.formula import Formula
    from crewsat.games.instance import Instance
    from crewsat.limits import Limits
    from crewsat.methods import Method
    from crewsat.solvers.outcome import Outcome
    from crewsat.solvers.proving import Traced

_FULL = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG}


@dataclass(frozen=True, slots=True)
class Proved:
    """What became of a formula.

    Attributes:
        outcome: what the solver said.
        proof: of an unsatisfiable one, the proof that was checked.
        unproved: why there is none: ``time``, ``memory`` or ``size``.
        times: of writing and checking.
    """

    outcome: Outcome
    proof: Proof | None = None
    unproved: str | None = None
    times: Mapping[str, float] = field(default_factory=dict)


def solve_and_prove(
    instance: Instance, method: Method, formula: Formula, limits: Limits, *, refuted: Callable[[], None]
) -> Proved:
    """Decide a formula, and if it has no model leave a checked proof of that in the folder `limits.proof`.

    Args:
        instance: what the formula is about.
        method: what made it.
        formula: its clauses.
        limits: what may be used; `proof_bytes` bounds what the solver writes down.
        refuted: called when the solver has said no, before the proof is written and checked.

    Raises:
        OSError: if the folder cannot be made or written.
        BugFound: if the proof is none.
    """
    folder = Path(limits.proof or "")
    folder.mkdir(parents=True, exist_ok=True)
    with TemporaryFile(dir=folder) as trace:
        traced = solve_traced(formula, trace, most_bytes=limits.proof_bytes, deadline=limits.deadline, seed=limits.seed)
        if traced.outcome.status != "unsatisfiable":
            return Proved(traced.outcome)
        refuted()
        if not traced.complete:
            return Proved(traced.outcome, unproved="size")
        lines = dimacs.text(instance, method, formula, limits.late)
        try:
            return _proved(folder / instance.digest()[:16], lines, trace, traced, limits.late)
        except (OSError, Stopped, MemoryError, trimming.Incomplete) as error:
            return Proved(traced.outcome, unproved=_why_given_up(error))
        except (lrat.Rejected, trimming.Unreadable) as error:
            raise BugFound(f"the proof that there is no play is none ({error}): {instance.to_json()}") from error


def _why_given_up(error: Exception) -> str:
    """Return what there was too little of.

    Raises:
        Exception: the error, if that is not what it is about.
    """
    if isinstance(error, TimeoutError | Stopped):
        return "time"
    if isinstance(error, MemoryError):
        return "memory"
    if isinstance(error, OSError) and error.errno not in _FULL:
        raise error
    return "size"


def _proved(stem: Path, formula: Iterable[bytes], trace: BinaryIO, traced: Traced, late: Callable[[], bool]) -> Proved:
    """Write formula and proof, check them, and keep them."""
    watch = Stopwatch()
    with TemporaryFile(dir=stem.parent) as question, TemporaryFile(dir=stem.parent) as proof:
        question.writelines(formula)
        trimming.trim(trace, traced.originals, proof, out_of_time=late)
        times = watch.lap("prove")
        question.seek(0)
        proof.seek(0)
        sizes = lrat.check(question, proof, out_of_time=late)
        times |= watch.lap("check")
        kept = [_kept(question, stem.with_suffix(".cnf")), _kept(proof, stem.with_suffix(".lrat"))]
        return Proved(traced.outcome, Proof(kept[0], kept[1], sizes.clauses, sizes.lemmas), times=times)


def _kept(file: BufferedRandom, path: Path) -> ProofFile:
    """Copy a file that was checked to where it is to stay, all at once, and look at it there.

    Raises:
        OSError: if it cannot be written, or reads otherwise than it was written.
    """
    file.seek(0)
    part = path.with_name(f".{path.name}.{os.getpid()}.{threading.get_ident()}")
    try:
        with part.open("wb") as copy:
            shutil.copyfileobj(file, copy)
        with part.open("rb") as copy:
            digest = _digest_of(copy)
        if digest != _digest_of(file):
            raise OSError(errno.EIO, "a proof reads otherwise than it was written")
        part.replace(path)
    finally:
        with suppress(FileNotFoundError):
            part.unlink()
    return ProofFile(os.path.relpath(path), digest, file.tell())


def _digest_of(file: BufferedReader | BufferedRandom) -> str:
    """Return the SHA-256 of a file, which is then at its end."""
    file.seek(0)
    return hashlib.file_digest(file, "sha256").hexdigest()
