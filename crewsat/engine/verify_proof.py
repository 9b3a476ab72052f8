"""Check the proof that an answer names: are these the files, is this the formula of the game, does the proof refute it?

The formula is built anew from the instance, so a proof of another question is not accepted. Then both checkers read the
files: our own, which decides, and if it is installed `dratify`, which cannot follow every proof. All of them read
copies (`crewsat.proofs.snapshot`).
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from crewsat.base.errors import InvalidProof, Stopped
from crewsat.base.libraries import DRATIFY
from crewsat.base.wording import visible
from crewsat.engine.building import build
from crewsat.engine.methods import proving_method
from crewsat.engine.options import Options
from crewsat.games.verdict import Proof
from crewsat.proofs import dimacs, lrat
from crewsat.proofs.dratify import rejected_by_dratify
from crewsat.proofs.snapshot import copied

if TYPE_CHECKING:
    import os
    from collections.abc import Mapping
    from contextlib import AbstractContextManager
    from typing import BinaryIO

    from crewsat.engine.limits import Limits
    from crewsat.games.instance import Instance


@dataclass(frozen=True, slots=True)
class CheckedProof:
    """What was checked.

    Attributes:
        variables: of the formula.
        clauses: of the formula.
        lemmas: clauses that the proof adds.
        size: of the proof, in bytes.
        also_by: the second checker and its version; None if it is not installed, or cannot follow the proof.
        not_followed: why the second checker, if it is installed, cannot follow the proof. That refutes nothing: it
            does not know RAT with deletions. It follows every proof made here.
    """

    variables: int
    clauses: int
    lemmas: int
    size: int
    also_by: str | None
    not_followed: str | None = None


def verify_proof(
    instance: Instance,
    proof: Proof | Mapping[str, Any],
    folder: str | os.PathLike[str] = ".",
    *,
    memory_limit: float | None = None,
    time_limit: float | None = None,
) -> CheckedProof:
    """Check that a game cannot be won by the proof an answer names.

    Args:
        instance: the deal or deck.
        proof: `Verdict.proof`, or what the JSON answer has in its place.
        folder: its paths are relative to this folder.
        memory_limit: MB the formula may be estimated to take; None for 4,000, infinity for no limit.
        time_limit: seconds of wall time; None or infinity for no limit. The second checker, which runs last, cannot be
            interrupted.

    Returns:
        What was checked, with its sizes.

    Raises:
        InvalidProof: at the first error.
        WrongOption: if there are no proofs for this game, or a limit is not positive.
        Stopped: if time runs out, or the formula is estimated to be larger than the memory limit.
        OSError: if a file, which the error names, cannot be read, or there is no space for a copy of it.
    """
    limits = Options(time_limit=time_limit, memory_limit=memory_limit).limits()
    version = proving_method(instance.game).formula_version
    claimed = proof.as_dict() if isinstance(proof, Proof) else proof
    theirs = _claimed_version(claimed, version)
    with (
        claimed_file(claimed, "formula", folder, limits) as formula,
        claimed_file(claimed, "proof", folder, limits) as refutation,
    ):
        sizes = _checked(instance, formula, refutation, limits, _other_version(theirs, version))
        for name, what, right in (("formula", "clauses", sizes.clauses), ("proof", "lemmas", sizes.lemmas)):
            if repr(claimed[name].get(what, right)) != repr(right):  # to Python, 1, 1.0 and true are equal
                raise InvalidProof(f"{name}: has {right} {what}, which is not what the answer says")
        size = refutation.tell()
        second, why = DRATIFY.version(), None
        if second is not None:
            formula.seek(0)
            refutation.seek(0)
            why = rejected_by_dratify(formula, refutation)
    also_by = None if second is None or why is not None else f"{DRATIFY.distribution} {second}"
    return CheckedProof(sizes.variables, sizes.clauses, sizes.lemmas, size, also_by, why)


def _claimed_version(claimed: Mapping[str, Any], version: int) -> int:
    """Return the version of the formula a proof is about; malformed entries are reported by `claimed_file`.

    Raises:
        InvalidProof: if that version has never existed.
    """
    formula = claimed.get("formula") if hasattr(claimed, "get") else None
    theirs = formula.get("version", 1) if isinstance(formula, dict) else version
    if type(theirs) is not int or not 1 <= theirs <= version:
        raise InvalidProof(f"formula: {_other_version(theirs, version)}")
    return theirs


def _other_version(theirs: object, version: int) -> str:
    """Return a note if the formula is stated differently now; the empty text if it is not."""
    if repr(theirs) == repr(version):  # to Python, 1, 1.0 and true are equal
        return ""
    return f"made with formula version {visible(theirs)}; this program states version {version}"


def _checked(instance: Instance, formula: BinaryIO, proof: BinaryIO, limits: Limits, other_version: str) -> lrat.Sizes:
    """Compare a formula with that of the instance, and check the proof.

    An earlier version may state the instance as it is stated now: then its proofs are still valid.

    Raises:
        InvalidProof: if either is not as it must be.
        Stopped: at a limit.
    """
    encoding = build(proving_method(instance.game).load_for_proof(), instance, limits)
    line = dimacs.first_difference(formula, encoding.formula, limits.late)
    if line is not None:
        why = f": {other_version}" if other_version else ""
        raise InvalidProof(f"formula, line {line}: differs from the formula of this instance{why}")
    del encoding
    formula.seek(0)
    try:
        return lrat.check(formula, proof, out_of_time=limits.late)
    except lrat.Rejected as error:
        raise InvalidProof(str(error)) from None
    except TimeoutError:
        raise Stopped("time") from None


def claimed_file(
    claimed: Mapping[str, Any], name: str, folder: str | os.PathLike[str], limits: Limits
) -> AbstractContextManager[BinaryIO]:
    """Copy a file that an answer names.

    Raises:
        InvalidProof: if the answer does not say what it is.
    """
    entry = claimed.get(name) if hasattr(claimed, "get") else None
    path, sha256, size = map(entry.get, ("path", "sha256", "bytes")) if isinstance(entry, dict) else (None, None, None)
    if not isinstance(path, str) or not isinstance(sha256, str) or (size is not None and type(size) is not int):
        raise InvalidProof(f"{name}: must have a path and a sha256; bytes, if given, must be a whole number")
    return copied(Path(folder) / path, f"{name} {visible(path, 200)}", size, sha256, limits.late)
