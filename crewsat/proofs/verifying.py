"""Check the proof an answer names: are these the files, is this the formula of the game, does the proof refute it?

The formula is built anew from the instance, so whoever sends a proof cannot send another question with it. Then both
checkers read the files: our own, and if it is installed `dratify`.
"""

from __future__ import annotations

import hashlib
import os
import stat
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from crewsat.errors import InvalidProof, visible
from crewsat.limits import MEMORY_LIMIT
from crewsat.methods import proving_method
from crewsat.proofs import dimacs, lrat
from crewsat.proofs.other_checker import DRATIFY, refuted_by_dratify
from crewsat.verdict import Proof

if TYPE_CHECKING:
    from collections.abc import Mapping
    from io import BufferedReader

    from crewsat.games.instance import Instance


@dataclass(frozen=True, slots=True)
class CheckedProof:
    """What was checked.

    Attributes:
        variables: of the formula.
        clauses: of the formula.
        lemmas: clauses the proof adds.
        size: bytes of the proof.
        also_by: the second checker and its version; None if it is not installed.
    """

    variables: int
    clauses: int
    lemmas: int
    size: int
    also_by: str | None


def verify_proof(
    instance: Instance,
    proof: Proof | Mapping[str, Any],
    folder: str | os.PathLike[str] = ".",
    *,
    memory_limit: float = MEMORY_LIMIT,
) -> CheckedProof:
    """Check that a game cannot be won by the proof an answer names.

    Args:
        instance: the deal or deck.
        proof: `Verdict.proof`, or what the JSON answer has in its place.
        folder: where its paths start.
        memory_limit: MB the formula may be estimated to take.

    Returns:
        What was checked, and how large it is.

    Raises:
        InvalidProof: at the first thing wrong.
        WrongOption: if there are no proofs for this game.
        Stopped: if the formula is estimated to be larger than the memory limit.
    """
    method = proving_method(instance.game)
    told = proof.as_dict() if isinstance(proof, Proof) else proof
    with ExitStack() as files:
        formula, refutation = (files.enter_context(_opened(told, name, Path(folder))) for name in ("formula", "proof"))
        encoding = method.load(for_proof=True)(instance, max_bytes=int(memory_limit * 1e6))
        line = dimacs.first_difference(formula, encoding.formula)
        if line is not None:
            raise InvalidProof(f"formula, line {line}: is not as in the formula of this instance")
        del encoding
        formula.seek(0)
        try:
            sizes = lrat.check(formula, refutation)
        except lrat.Rejected as error:
            raise InvalidProof(str(error)) from None
        version = DRATIFY.version()
        if version is not None:
            formula.seek(0)
            refutation.seek(0)
            why = refuted_by_dratify(formula, refutation)
            if why is not None:
                raise InvalidProof(f"proof: dratify does not accept it: {visible(why, 200)}")
        size = os.fstat(refutation.fileno()).st_size
    second = None if version is None else f"{DRATIFY.distribution} {version}"
    return CheckedProof(sizes.variables, sizes.clauses, sizes.lemmas, size, second)


def _opened(told: Mapping[str, Any], name: str, folder: Path) -> BufferedReader:
    """Open a file that is told of, if it is a regular one with the SHA-256 told.

    Raises:
        InvalidProof: if it is not.
    """
    entry = told.get(name) if hasattr(told, "get") else None
    path, digest = (entry.get("path"), entry.get("sha256")) if isinstance(entry, dict) else (None, None)
    if not isinstance(path, str) or not isinstance(digest, str):
        raise InvalidProof(f"{name}: must have a path and a sha256")
    place = f"{name} {visible(path, 200)}"
    try:
        number = os.open(folder / path, os.O_RDONLY | os.O_NONBLOCK)
    except (OSError, ValueError) as error:
        why = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise InvalidProof(f"{place}: cannot be read: {why.lower()}") from None
    if not stat.S_ISREG(os.fstat(number).st_mode):
        os.close(number)
        raise InvalidProof(f"{place}: is no regular file")
    file = os.fdopen(number, "rb")
    if hashlib.file_digest(file, "sha256").hexdigest() != digest:
        file.close()
        raise InvalidProof(f"{place}: is not the file the answer is about (its SHA-256 differs)")
    file.seek(0)
    return file
