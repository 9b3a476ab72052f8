"""``crewsat explain``: why a game is lost, and what would win it."""

from __future__ import annotations

from typing import Annotated

import typer

from crewsat.cli.common import (
    INTERRUPTED,
    NO,
    TERMINATED,
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
)


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
        from crewsat.explaining import explain as find  # noqa: PLC0415

        how = {"solver": solver, "time_limit": time_limit, "memory_limit": memory_limit, "seed": seed}
        try:
            with interruptible():
                explanation = find(instance, **how)  # type: ignore[arg-type]
        except KeyboardInterrupt:
            raise typer.Exit(INTERRUPTED) from None
        except Terminated:
            raise typer.Exit(TERMINATED) from None
        if json:
            out(explanation.to_json())
        else:
            show([*report.report(instance, explanation.verdict), *report.explanation_of(instance, explanation)])
    raise typer.Exit({"yes": YES, "no": NO, "unknown": UNDECIDED}[explanation.verdict.answer])
