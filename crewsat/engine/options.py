"""The options of a question, and the one table of them: default, range and help of each, checked once.

The command line derives its own options from the fields (`crewsat.cli.option_table.option`), and a test compares the
signatures of the library with them.
"""

from __future__ import annotations

import os
import time
from contextlib import suppress
from dataclasses import dataclass, field
from numbers import Integral, Real
from typing import TYPE_CHECKING, TypedDict, cast

from crewsat.base.errors import WrongOption
from crewsat.base.parameters import about
from crewsat.base.wording import alternatives, visible
from crewsat.engine.limits import MEMORY_LIMIT, PROOF_LIMIT, Limits
from crewsat.engine.methods import ALL_METHODS, SOLVERS

if TYPE_CHECKING:
    from collections.abc import Sequence


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """What may be requested besides the instance; see `crewsat.decide`.

    Raises:
        WrongOption: for an unknown solver, a value of the wrong type, a limit that is not positive or is too large, a
            limit on proofs that are not requested, or a folder whose name is empty or not a text. Whether the game has
            the method, and whether all options can be combined, is checked where the game is known.
    """

    method: str = field(default="auto", metadata=about(f"One of {', '.join(ALL_METHODS)}.", metavar="NAME"))
    solver: str | None = field(
        default=None,
        metadata=about(f"One of {', '.join(SOLVERS)}; by default the size of the formula decides.", metavar="NAME"),
    )
    time_limit: float | None = field(default=None, metadata=about("Seconds of wall time.", metavar="S", least=0.001))
    memory_limit: float | None = field(
        default=None,
        metadata=about(f"Limit on memory; by default only on estimates, {MEMORY_LIMIT:.0f} MB.", metavar="MB", least=1),
    )
    seed: int | None = field(
        default=None, metadata=about("Random seed of the search; the same seed gives the same answer.", metavar="N")
    )
    fewest_tricks: bool = field(
        default=False, metadata=about("Win as early as possible, and prove that no play wins earlier.")
    )
    proof: str | os.PathLike[str] | None = field(
        default=None, metadata=about("Prove a no: write the formula and a checked proof to this folder.", metavar="DIR")
    )
    strategy: str | os.PathLike[str] | None = field(
        default=None,
        metadata=about("Write the winning strategy to this file, played against every defence.", metavar="FILE"),
    )
    proof_limit: float | None = field(
        default=None,
        metadata=about(
            f"The most the solver may write for a proof; by default {PROOF_LIMIT:.0f} MB.", metavar="MB", least=0.001
        ),
    )

    def __post_init__(self) -> None:
        """Check each value by itself, and convert numbers to Python's types."""
        _check_solver(self.solver, SOLVERS)
        for name in ("time_limit", "memory_limit", "proof_limit"):
            object.__setattr__(self, name, _positive(name, getattr(self, name)))
        if self.seed is not None:
            if not is_number(self.seed):
                raise WrongOption(f"seed must be a whole number, not {shown(self.seed)}")
            object.__setattr__(self, "seed", int(self.seed))
        if self.fewest_tricks is not True and self.fewest_tricks is not False:
            raise WrongOption(f"fewest_tricks must be True or False, not {visible(repr(self.fewest_tricks))}")
        if self.strategy is not None:
            _path("strategy", "a file", self.strategy)
        if self.proof is not None:
            _path("proof", "a folder", self.proof)
        elif self.proof_limit is not None:
            raise WrongOption("proof_limit bounds a proof, but no proof is requested")

    def check_solver(self, allowed: Sequence[str]) -> None:
        """Check that the solver is one of those that can answer a question.

        Raises:
            WrongOption: if it is another one.
        """
        _check_solver(self.solver, allowed)

    def limits(self) -> Limits:
        """Start the clock."""
        endless = self.time_limit is None or self.time_limit == float("inf")
        size = (MEMORY_LIMIT if self.memory_limit is None else self.memory_limit) * 1e6
        return Limits(
            deadline=None if endless else time.monotonic() + cast("float", self.time_limit),
            max_bytes=None if size == float("inf") else int(size),
            resident=self.memory_limit is not None,
            solver=self.solver,
            seed=self.seed,
            fewest_tricks=self.fewest_tricks,
            proof=None if self.proof is None else _path("proof", "a folder", self.proof),
            strategy=None if self.strategy is None else _path("strategy", "a file", self.strategy),
            proof_bytes=(PROOF_LIMIT if self.proof_limit is None else self.proof_limit) * 1e6,
        )


class Limited(TypedDict, total=False):
    """The options of all questions, as keyword arguments."""

    time_limit: float | None
    memory_limit: float | None


class Searched(Limited, total=False):
    """The options of questions that a search answers."""

    seed: int | None


class Solved(Searched, total=False):
    """The options of questions that a formula answers."""

    solver: str | None


class Reviewed(Searched, total=False):
    """The options of reviews."""

    proof: str | os.PathLike[str] | None
    proof_limit: float | None


class Keywords(Solved, total=False):
    """All options, as keyword arguments: those of a decision."""

    method: str
    fewest_tricks: bool
    proof: str | os.PathLike[str] | None
    strategy: str | os.PathLike[str] | None
    proof_limit: float | None


def _check_solver(solver: object, allowed: Sequence[str]) -> None:
    """Check that the solver, if given, is one of these."""
    if solver is not None and solver not in allowed:
        raise WrongOption(f"unknown solver '{visible(solver)}'{alternatives(solver, allowed)}")


def _positive(name: str, limit: object) -> float | None:
    """Return None, or a positive number of any type as a float."""
    if limit is None:
        return None
    with suppress(OverflowError):
        if is_number(limit, Real) and (value := float(cast("float", limit))) > 0:
            return value
    raise WrongOption(f"{name} must be a positive number, not {shown(limit)}")


def is_number(value: object, kind: type = Integral) -> bool:
    """Return whether this is a number of a kind; to Python, True is one."""
    return isinstance(value, kind) and not isinstance(value, bool)


def shown(value: object) -> str:
    """Return what a caller passed, for messages."""
    return visible(value if is_number(value) else repr(value))


def _path(option: str, noun: str, path: str | os.PathLike[str]) -> str:
    """Return the absolute path of a file or folder, with links resolved, so that it is the same in any process."""
    name = os.fspath(path) if isinstance(path, str | os.PathLike) else path
    if name == "":
        here = "; allowed: '.' for the current one" if noun == "a folder" else ""
        raise WrongOption(f"{option} must name {noun}{here}")
    try:
        name.encode("utf-8")
        return os.path.realpath(name)
    except (AttributeError, ValueError):  # no text; a zero byte, or half a surrogate pair, which no answer can name
        raise WrongOption(f"{option} must be {noun} with a name in UTF-8, not {visible(repr(path))}") from None
