"""``crewsat explain``: why a game is lost, and what would win it."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Annotated, Any

import typer

from crewsat.cli.common import (
    NO,
    UNDECIDED,
    YES,
    DealOption,
    FileArgument,
    MemoryOption,
    PatientSolverOption,
    SeedOption,
    Terminated,
    TimeOption,
    check_source,
    errors_told,
    instance_of,
    interruptible,
    out,
    show,
    status_of,
)
from crewsat.solvers import cnf

if TYPE_CHECKING:
    from collections.abc import Mapping

    from crewsat.explaining import Explanation
    from crewsat.games.instance import Instance
    from crewsat.verdict import Verdict


def explain(
    file: FileArgument = None,
    *,
    deal: DealOption = None,
    json: Annotated[bool, typer.Option("--json", help="Print the answer and its explanation as one object.")] = False,
    solver: PatientSolverOption = None,
    time_limit: TimeOption = None,
    memory_limit: MemoryOption = None,
    seed: SeedOption = None,
) -> None:
    """Explain why a game is lost: what cannot go together and why, the most that can be had, and what would win it.

    Without --time-limit, an explanation takes 10 seconds at the most.

    Exit status: as of decide: 10 won (nothing to explain), 20 lost, 0 not decided, 1 bad input, 2 wrong usage.
    """
    check_source(file, deal)
    with errors_told():
        instance = instance_of(file, deal)
        from crewsat import report  # noqa: PLC0415 - numpy only when there is something to decide
        from crewsat.engine.frontend import decide  # noqa: PLC0415
        from crewsat.explaining import explainer_of  # noqa: PLC0415

        explainer_of(instance.game)  # before the game is decided
        options = {"solver": solver, "time_limit": time_limit, "memory_limit": memory_limit, "seed": seed}
        began = time.monotonic()
        try:
            with interruptible():
                verdict = decide(instance, **options)  # type: ignore[arg-type]
        except (KeyboardInterrupt, Terminated) as stop:
            raise typer.Exit(status_of(stop)) from None
        explanation, stopped = explained(instance, verdict, options, time.monotonic() - began)
        if json:
            out((explanation or verdict).to_json())
        else:
            show(report.report(instance, verdict) if explanation is None else report.explained(instance, explanation))
    raise typer.Exit(stopped or {"yes": YES, "no": NO, "unknown": UNDECIDED}[verdict.answer])


def explained(
    instance: Instance, verdict: Verdict, options: Mapping[str, Any], spent: float
) -> tuple[Explanation | None, int | None]:
    """Explain a verdict of `crewsat decide` in the time its options leave; an exit status if that was broken off."""
    try:
        with interruptible():
            return find_for(instance, verdict, options, spent), None
    except (KeyboardInterrupt, Terminated) as stop:
        return None, status_of(stop)


def find_for(instance: Instance, verdict: Verdict, options: Mapping[str, Any], spent: float = 0.0) -> Explanation:
    """Explain a verdict with the options of `crewsat decide` that apply; a solver that answers once is not one."""
    from crewsat.explaining import explain as find  # noqa: PLC0415 - numpy only when there is something to decide

    how = {name: options[name] for name in ("memory_limit", "seed")}
    how["solver"] = options["solver"] if options["solver"] in cnf.SOLVERS else None
    left = None if options["time_limit"] is None else max(1e-3, options["time_limit"] - spent)
    return find(instance, verdict=verdict, time_limit=left, **how)
