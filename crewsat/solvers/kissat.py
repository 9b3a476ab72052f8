"""Kissat, an external program: one formula, one answer; nothing it learns is kept.

It comes with the optional wheel ``passagemath-kissat`` or is found on the path. Run `solve` in a child whose group is
killed (`crewsat.solvers.program`).
"""

from __future__ import annotations

import re
from typing import IO, TYPE_CHECKING

from crewsat.base.libraries import KISSAT
from crewsat.base.stopwatch import Stopwatch
from crewsat.solvers.outcome import Outcome

if TYPE_CHECKING:
    from crewsat.base.formula import Formula

NAME = "kissat"

_COUNTER = re.compile(r"c (conflicts|decisions|propagations): +([0-9]+)")


def program() -> str | None:
    """Return the path of the program, or None if it is not installed."""
    import shutil  # noqa: PLC0415 - only where programs are looked for
    from importlib.util import find_spec  # noqa: PLC0415
    from pathlib import Path  # noqa: PLC0415

    wheel = find_spec(KISSAT.module)
    for folder in () if wheel is None else wheel.submodule_search_locations or ():
        inside = Path(folder, "bin", NAME)
        if inside.exists():
            return str(inside)
    return shutil.which(NAME)


def version() -> str | None:
    """Return the version of the program, or None if no working one is installed."""
    from crewsat.solvers.program import version_of  # noqa: PLC0415 - processes are seldom needed

    path = program()
    return None if path is None else version_of(path)


def solve(
    formula: Formula, *, deadline: float | None = None, seed: int | None = None, max_bytes: int | None = None
) -> Outcome:
    """Decide a formula.

    Args:
        formula: the clauses.
        deadline: on the clock of `time.monotonic`, in seconds.
        seed: of Kissat.
        max_bytes: bound on the resident memory of the program and this process together.

    Raises:
        FileNotFoundError: if the program is not installed.
    """
    from tempfile import TemporaryFile  # noqa: PLC0415 - processes are seldom needed

    from crewsat.solvers.program import run  # noqa: PLC0415

    path = program()
    if path is None:
        raise FileNotFoundError(NAME)
    watch = Stopwatch()
    with TemporaryFile("w+") as question, TemporaryFile("w+") as printed:
        _write(formula, question)
        times = watch.lap("load")
        seeded = [] if seed is None else [f"--seed={seed % 2**31}"]
        command = [path, "--no-color", *seeded]
        ended = run(command, question, printed, deadline=deadline, max_bytes=max_bytes)
        printed.seek(0)
        lines = printed.read().splitlines()
    status = {10: "satisfiable", 20: "unsatisfiable"}.get(ended.status)
    return Outcome(
        "satisfiable" if status == "satisfiable" else "unsatisfiable" if status else "unknown",
        NAME,
        model=_model(lines, formula.variables) if status == "satisfiable" else (),
        reason=None if status else ended.reason or "crash",
        times={**times, **watch.lap("solve")},
        counters={found[1]: int(found[2]) for line in lines if (found := _COUNTER.match(line))},
        program_bytes=ended.peak_bytes,
    )


def _write(formula: Formula, stream: IO[str]) -> None:
    from pysat.formula import CNF  # noqa: PLC0415 - costs 0.1 s

    written = CNF()  # type: ignore[no-untyped-call]
    written.clauses, written.nv = list(formula.clauses()), formula.variables
    written.to_fp(stream)  # type: ignore[no-untyped-call]
    stream.flush()
    stream.seek(0)


def _model(lines: list[str], variables: int) -> tuple[int, ...]:
    """Return a literal for every variable."""
    values = [int(word) for line in lines if line.startswith("v ") for word in line.split()[1:]]
    true = {value for value in values if value > 0}
    return tuple(v if v in true else -v for v in range(1, variables + 1))
