"""Prove a no: solve the formula, write down why it has no model, check the proof, and leave two files.

The files are named after the question and after their content: the same proof has the same files, and another proof of
the same question does not replace them. All work is done on files without a name, which vanish with the process; only
checked files are copied, under temporary names until both are complete. A proof that takes too much time or space is
abandoned, and the no stays without it.
"""

from __future__ import annotations

import errno
import hashlib
import os
import shutil
import threading
import time
from contextlib import ExitStack
from dataclasses import dataclass, field
from tempfile import TemporaryFile
from typing import TYPE_CHECKING, BinaryIO

from crewsat.base.errors import Stopped
from crewsat.base.stopwatch import Stopwatch
from crewsat.games.verdict import Proof, ProofFile
from crewsat.proofs import dimacs, lrat, trimming
from crewsat.solvers.proving import solve_traced

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping
    from io import BufferedRandom, BufferedReader
    from pathlib import Path

    from crewsat.base.formula import Formula
    from crewsat.solvers.outcome import Outcome
    from crewsat.solvers.proving import Traced

_FULL = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG}


@dataclass(frozen=True, slots=True)
class Proved:
    """The result for a formula.

    Attributes:
        outcome: what the solver said.
        proof: the checked proof of an unsatisfiable formula.
        unproved: why there is none: ``time``, ``memory`` or ``size``.
        times: of writing and checking.
    """

    outcome: Outcome
    proof: Proof | None = None
    unproved: str | None = None
    times: Mapping[str, float] = field(default_factory=dict)


def solve_and_prove(  # noqa: PLR0913 - the formula, where its proof goes, and what may be used
    formula: Formula,
    comments: Iterable[str],
    stem: Path,
    *,
    most_bytes: float,
    deadline: float | None,
    seed: int | None,
    refuted: Callable[[], None],
) -> Proved:
    """Decide a formula, and if it has no model, write a checked proof of that.

    Args:
        formula: its clauses.
        comments: lines that say where it comes from.
        stem: folder and beginning of the names of the two files; the folder is created if it is missing.
        most_bytes: bound on what the solver writes down.
        deadline: on the monotonic clock; None for no limit.
        seed: varies the search.
        refuted: called when the solver has said no, before the proof is written and checked.

    Raises:
        OSError: if the folder or a file in it cannot be created or written.
        Rejected: if the proof is not valid, though no line of the trace is missing.
    """

    def late() -> bool:
        return deadline is not None and time.monotonic() >= deadline

    stem.parent.mkdir(parents=True, exist_ok=True)
    with TemporaryFile(dir=stem.parent) as trace:
        traced = solve_traced(formula, trace, most_bytes=most_bytes, deadline=deadline, seed=seed)
        if traced.outcome.status != "unsatisfiable":
            return Proved(traced.outcome)
        refuted()
        if not traced.complete:
            return Proved(traced.outcome, unproved="size")
        try:
            return _written(stem, dimacs.text(comments, formula, late), trace, traced, late)
        except (OSError, Stopped, MemoryError, trimming.Incomplete, trimming.Unreadable, lrat.Unended) as error:
            lacking = _lacking(error)
            if lacking is None:
                raise
            return Proved(traced.outcome, unproved=lacking)


def _lacking(error: Exception) -> str | None:
    """Return which resource was exhausted; None if the error has another cause.

    A trace that cannot be read counts as one that lacked space: solvers do not notice that a disk is full.
    """
    if isinstance(error, Stopped) or (isinstance(error, TimeoutError) and error.errno is None):  # our own has no number
        return "time"
    if isinstance(error, MemoryError):
        return "memory"
    return None if isinstance(error, OSError) and error.errno not in _FULL else "size"


def _written(stem: Path, formula: Iterable[bytes], trace: BinaryIO, traced: Traced, late: Callable[[], bool]) -> Proved:
    """Write formula and proof, check them, and keep them under names that begin with `stem`."""
    watch = Stopwatch()
    with TemporaryFile(dir=stem.parent) as question, TemporaryFile(dir=stem.parent) as proof:
        question.writelines(formula)
        trimming.trim(trace, traced.originals, proof, out_of_time=late)
        times = watch.lap("prove")
        question.seek(0)
        proof.seek(0)
        sizes = lrat.check(question, proof, out_of_time=late)
        times |= watch.lap("check")
        formula_file, proof_file = _kept(stem, {".cnf": question, ".lrat": proof})
        return Proved(traced.outcome, Proof(formula_file, proof_file, sizes.clauses, sizes.lemmas), times=times)


def _kept(stem: Path, files: Mapping[str, BufferedRandom]) -> list[ProofFile]:
    """Copy checked files to their final place, all or none; `files` has the ending of each.

    Raises:
        OSError: if one cannot be written, or does not read back as it was written.
    """
    digests = [_digest_of(file) for file in files.values()]
    content = hashlib.sha256("".join(digests).encode()).hexdigest()[:8]
    paths = [stem.with_name(f"{stem.name}-{content}{ending}") for ending in files]
    with ExitStack() as undone:
        parts = [path.with_name(f".{path.name}.{os.getpid()}.{threading.get_ident()}") for path in paths]
        for part, file, digest in zip(parts, files.values(), digests, strict=True):
            undone.callback(part.unlink, missing_ok=True)
            _copy(file, part, digest)
        for part, path in zip(parts, paths, strict=True):
            new = not path.exists()
            part.replace(path)
            if new:
                undone.callback(path.unlink, missing_ok=True)
        undone.pop_all()
    return [ProofFile(str(p), d, f.tell()) for p, d, f in zip(paths, digests, files.values(), strict=True)]


def _copy(file: BufferedRandom, path: Path, digest: str) -> None:
    """Copy a file, and verify the contents of the copy."""
    file.seek(0)
    with path.open("wb") as copy:
        shutil.copyfileobj(file, copy)
    with path.open("rb") as copy:
        if digest != _digest_of(copy):
            raise OSError(errno.EIO, "the proof read back differs from the one written", str(path))


def _digest_of(file: BufferedReader | BufferedRandom) -> str:
    """Return the SHA-256 of a file, which is then at its end."""
    file.seek(0)
    return hashlib.file_digest(file, "sha256").hexdigest()
