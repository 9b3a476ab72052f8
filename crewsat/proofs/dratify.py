"""The second opinion on a proof: `dratify`, an optional third-party package.

It receives less than our checker: only the clauses that are added and deleted, in order (DRAT). It finds by itself what
each follows from, so a mistake in the hints, or in reading them, cannot coincide with one of its own. With `cdclkit`
installed it runs as machine code.

Version 0.1.10 keeps what unit propagation has found when the clauses it used are deleted, and yet ignores those clauses
when it tests for RAT: so it accepts proofs of satisfiable formulas, such as some in `tests/proofs/test_bogus.py`.
Therefore it is run for RUP with deletions, which is all that our proofs need, and if that fails for RAT without
deletions. Either is sound: what was found still follows from the formula, or no clause is missing. It cannot follow
proofs that need RAT with deletions, so its not accepting a proof does not refute the proof.

Heule, Hunt, Wetzler: Trimming while checking clausal proofs, FMCAD 2013 (the format).
"""

from __future__ import annotations

from typing import BinaryIO

from crewsat.base.libraries import CDCLKIT, DRATIFY
from crewsat.base.wording import visible


def rejected_by_dratify(formula: BinaryIO, proof: BinaryIO) -> str | None:
    """Return why dratify does not accept a proof; None if it does. It cannot be interrupted.

    Args:
        formula: DIMACS.
        proof: LRAT, of which only the clauses are passed on.

    Raises:
        NotInstalled: if it is missing.
    """
    DRATIFY.needed_by("the second opinion on a proof")
    if CDCLKIT.version() is not None:
        import cdclkit.native  # noqa: F401, PLC0415 - makes the fast engine known
    import dratify  # noqa: PLC0415 - an optional library

    clauses = [line.decode("ascii", "replace") for line in formula if not line.startswith(b"c")]
    try:
        question, steps = dratify.parse_dimacs("".join(clauses)), _drat(clauses[1:], proof)
        result = dratify.check_proof(question, steps, check_rat=False)
        if not result.ok:
            result = dratify.check_proof(question, steps, apply_deletions=False)
    except (ValueError, LookupError) as error:
        return f"unreadable ({visible(error, 200)})"
    return None if result.ok else visible(result.reason, 200)


def _drat(clauses: list[str], proof: BinaryIO) -> str:
    """Leave out numbers and hints."""
    known = {str(number): clause for number, clause in enumerate(clauses, 1)}
    out: list[str] = []
    for line in proof:
        number, *words = line.decode("ascii", "replace").split()
        if words[0] == "d":
            out += [f"d {known.pop(one)}" for one in words[1:-1]]
        else:
            known[number] = " ".join([*words[: words.index("0")], "0\n"])
            out.append(known[number])
    return "".join(out)
