"""Logic programs solved in process by clingo, stopped by the clock.

clingo grounds a program first and then searches for an answer set. The search runs beside the interpreter and is polled
a few times a second, so that a deadline and Ctrl-C hold. Grounding cannot be stopped: it is short for the programs
here, and a caller that needs a hard limit on time or memory runs all of this in a child process.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from crewsat.base.stopwatch import Stopwatch
from crewsat.solvers.outcome import Outcome

if TYPE_CHECKING:
    import clingo

NAME = "clingo"

OPTIONS: tuple[str, ...] = ("1", "--configuration=jumpy", "--trans-ext=all")
"""One model, one thread, and the fastest settings on the hardest real deals; aggregates become rules."""

_SLICE = 0.2
"""Seconds between two looks at the clock."""

_SEEDS = 2**32
"""clingo's seeds are smaller than this."""


def solve(program: str, facts: str, *, deadline: float | None = None, seed: int | None = None) -> Outcome:
    """Look for an answer set of a program and facts.

    Args:
        program: rules.
        facts: more rules, usually facts.
        deadline: on the clock of `time.monotonic`, in seconds; checked before grounding and during the search.
        seed: makes one decision in fifty random; without it the same program has the same search everywhere.

    Returns:
        The outcome, with the atoms shown of the answer set if there is one.

    Raises:
        ValueError: if the program is not valid, with what clingo says about it.
    """
    watch = Stopwatch()
    if deadline is not None and time.monotonic() >= deadline:
        return Outcome("unknown", NAME, reason="time")
    control = _grounded(program, facts, seed)
    times = watch.lap("load")
    atoms: list[str] = []
    with control.solve(on_model=lambda model: atoms.extend(map(str, model.symbols(shown=True))), async_=True) as search:
        if not _wait(search, deadline):
            search.cancel()
        found: bool | None = search.get().satisfiable
    work = control.statistics["solving"]["solvers"]
    return Outcome(
        "unknown" if found is None else "satisfiable" if found else "unsatisfiable",
        NAME,
        reason="time" if found is None else None,
        times={**times, **watch.lap("solve")},
        counters={"conflicts": int(work["conflicts"]), "decisions": int(work["choices"])},
        atoms=tuple(atoms) if found else (),
    )


def _wait(search: clingo.SolveHandle, deadline: float | None) -> bool:
    """Wait for the search; return False if the deadline came first."""
    while deadline is None or time.monotonic() < deadline:
        if search.wait(_SLICE if deadline is None else max(0.0, min(_SLICE, deadline - time.monotonic()))):
            return True
    return False


def _grounded(program: str, facts: str, seed: int | None) -> clingo.Control:
    """Parse and ground; clingo's remarks are kept for the error, if there is one."""
    import clingo  # noqa: PLC0415 - an optional extra

    messages: list[str] = []
    random = () if seed is None else (f"--seed={seed % _SEEDS}", "--rand-freq=0.02")
    control = clingo.Control([*OPTIONS, *random], logger=lambda _, message: messages.append(message.strip()))
    try:
        control.add("base", [], program)
        control.add("base", [], facts)
        control.ground([("base", [])])
    except RuntimeError as error:
        raise ValueError("\n".join([f"clingo: {error}", *messages])) from None
    return control
