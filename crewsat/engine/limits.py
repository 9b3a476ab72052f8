"""What a question may use: time, memory, a solver, a seed."""

from __future__ import annotations

import os
import time
from contextlib import suppress
from dataclasses import dataclass
from numbers import Integral, Real
from typing import TYPE_CHECKING, cast

from crewsat.errors import WrongOption
from crewsat.wording import visible

if TYPE_CHECKING:
    from collections.abc import Sequence

MEMORY_LIMIT = 4000.0
"""MB a formula or a table of positions may be estimated to take if nobody says otherwise."""

PROOF_LIMIT = 500.0
"""MB a solver may write down about its search if nobody says otherwise; what a proof needs of it is less."""


@dataclass(frozen=True, slots=True)
class Limits:
    """What a question may use.

    Attributes:
        deadline: on the monotonic clock, which parent and child processes share; None for no limit.
        max_bytes: bound on what formulas and tables are estimated to take; None for no limit.
        resident: whether `max_bytes` was asked for, and so also bounds the resident memory of a process.
        solver: the solver asked for.
        seed: the seed asked for.
        fewest_tricks: whether the earliest win is wanted.
        proof: the folder for the proof of a no, an absolute path; None if none is wanted.
        proof_bytes: how large the solver's account of its search may become.
    """

    deadline: float | None
    max_bytes: int | None
    resident: bool
    solver: str | None
    seed: int | None
    fewest_tricks: bool = False
    proof: str | None = None
    proof_bytes: float = PROOF_LIMIT * 1e6

    def late(self) -> bool:
        """Whether the deadline has passed."""
        return self.deadline is not None and time.monotonic() >= self.deadline


def limits_of(  # noqa: PLR0913 - one argument a limit
    *,
    solver: str | None,
    solvers: Sequence[str],
    time_limit: float | None,
    memory_limit: float | None,
    seed: int | None,
    fewest_tricks: bool = False,
    proof: str | os.PathLike[str] | None = None,
    proof_limit: float | None = None,
) -> Limits:
    """Check what a caller asked for and start the clock.

    Args:
        solver: one of `solvers`, or None.
        solvers: the solvers allowed.
        time_limit: seconds of wall time, or None.
        memory_limit: MB, or None for `MEMORY_LIMIT` of estimated memory; infinity is no limit.
        seed: any whole number, or None.
        fewest_tricks: whether the earliest win is asked for.
        proof: a folder for the proof of a no, or None.
        proof_limit: MB the solver may write down about its search, or None for `PROOF_LIMIT`; infinity is no limit.

    Raises:
        WrongOption: for an unknown solver, a value of another type, a limit that is not positive or too large to be
            one, one on proofs that are not asked for, or a folder whose name is empty or no text.
    """
    if solver is not None and solver not in solvers:
        raise WrongOption(f"no solver '{visible(solver)}'; allowed: {', '.join(solvers)}")
    seconds = _positive("time_limit", time_limit)
    memory, written = _positive("memory_limit", memory_limit), _positive("proof_limit", proof_limit)
    _check_whole("seed", seed)
    if fewest_tricks is not True and fewest_tricks is not False:
        raise WrongOption(f"fewest_tricks must be True or False, not {visible(repr(fewest_tricks))}")
    if proof is None and proof_limit is not None:
        raise WrongOption("proof_limit bounds a proof, and none is asked for")
    deadline = None if seconds is None or seconds == float("inf") else time.monotonic() + seconds
    size = (MEMORY_LIMIT if memory is None else memory) * 1e6
    max_bytes = None if size == float("inf") else int(size)
    return Limits(
        deadline,
        max_bytes,
        memory is not None,
        solver,
        None if seed is None else int(seed),
        fewest_tricks,
        None if proof is None else _folder(proof),
        (PROOF_LIMIT if written is None else written) * 1e6,
    )


def _positive(name: str, limit: object) -> float | None:
    """Return None, or a positive number of whatever type as a float."""
    if limit is None:
        return None
    with suppress(OverflowError):
        if is_number(limit, Real) and (value := float(cast("float", limit))) > 0:
            return value
    raise WrongOption(f"{name} must be a positive number, not {shown(limit)}")


def _check_whole(name: str, value: object) -> None:
    """Insist on None or a whole number."""
    if value is not None and not is_number(value, Integral):
        raise WrongOption(f"{name} must be a whole number, not {shown(value)}")


def is_number(value: object, kind: type = Integral) -> bool:
    """Whether this is a number of a kind; to Python, True is one."""
    return isinstance(value, kind) and not isinstance(value, bool)


def shown(value: object) -> str:
    """What a caller passed, for messages."""
    return visible(value if is_number(value) else repr(value))


def _folder(path: str | os.PathLike[str]) -> str:
    """Return the absolute path of a folder, links resolved, so that it stays the same wherever the work is done."""
    name = os.fspath(path) if isinstance(path, str | os.PathLike) else path
    if name == "":
        raise WrongOption("proof must name a folder; allowed: '.' for the current one")
    try:
        name.encode("utf-8")
        return os.path.realpath(name)
    except (AttributeError, ValueError):  # no text; a zero byte, or half a surrogate pair, which no answer can name
        raise WrongOption(f"proof must be a folder with a name in UTF-8, not {visible(repr(path))}") from None
