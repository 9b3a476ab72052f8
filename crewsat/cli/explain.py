"""``crewsat explain``: why a game is lost, and what would win it."""

from __future__ import annotations

import time
from functools import partial
from typing import TYPE_CHECKING, Annotated

import typer

from crewsat.cli.common import (
    NO,
    UNDECIDED,
    YES,
    DealOption,
    FileArgument,
    FullOption,
    LinesOption,
    MemoryOption,
    PatientSolverOption,
    SeedOption,
    Terminated,
    TimeOption,
    check_source,
    errors_reported,
    instance_of,
    interruptible,
    out,
    show,
    status_of,
)
from crewsat.cli.each import many_in
from crewsat.cli.page import HtmlOption, check_page, write_page
from crewsat.engine.options import Options
from crewsat.solvers import cnf

if TYPE_CHECKING:
    from collections.abc import Iterator

    from crewsat.cli.stream import Line
    from crewsat.games.instance import Instance
    from crewsat.games.verdict import Verdict
    from crewsat.questions.explain import Explanation


def explain(
    file: FileArgument = None,
    *,
    deal: DealOption = None,
    json: Annotated[bool, typer.Option("--json", help="Print the answer and its explanation as one object.")] = False,
    full: FullOption = False,
    solver: PatientSolverOption = None,
    time_limit: TimeOption = None,
    memory_limit: MemoryOption = None,
    seed: SeedOption = None,
    html: HtmlOption = None,
    lines: LinesOption = False,
) -> None:
    """Explain why a game is lost: what is in conflict and why, the most that can be met, and which changes would win.

    Without --time-limit, an explanation takes 10 seconds at the most.

    Many instances, one a line, are answered as `decide --explain` answers them.

    Exit status: as of decide: 10 won (nothing to explain), 20 lost, 0 not decided, 1 bad input, 2 wrong usage.
    """
    check_source(file, deal)
    options = Options(solver=solver, time_limit=time_limit, memory_limit=memory_limit, seed=seed)
    with errors_reported():
        content, many = many_in(file, lines=lines)
        if many is not None:
            raise typer.Exit(_explain_many(file or "-", many, options, json=json, html=html))
        instance = instance_of(file, deal, content=content)
        from crewsat import report  # noqa: PLC0415 - numpy only when there is something to decide
        from crewsat.engine.frontend import decide_with  # noqa: PLC0415
        from crewsat.questions.explain import check_explained  # noqa: PLC0415

        check_explained(instance)  # before it is decided
        check_page(html, instance.game, [file])
        began = time.monotonic()
        try:
            with interruptible():
                verdict = decide_with(options, instance)
        except (KeyboardInterrupt, Terminated) as stop:
            raise typer.Exit(status_of(stop)) from None
        explanation, stopped = explained(instance, verdict, options, time.monotonic() - began)
        write_page(html, instance, explanation or verdict)
        if json:
            out((explanation or verdict).to_json())
        else:
            pieces = (
                report.report(instance, verdict) if explanation is None else report.explained(instance, explanation)
            )
            show(pieces, full=full)
    raise typer.Exit(stopped or {"yes": YES, "no": NO, "unknown": UNDECIDED}[verdict.answer])


def _explain_many(file: str, lines: Iterator[Line], options: Options, *, json: bool, html: str | None) -> int:
    """Explain many instances, print the answers, and return the exit status."""
    from crewsat.cli import batch  # noqa: PLC0415
    from crewsat.cli.usage import Asked  # noqa: PLC0415

    asked = Asked(files=[file], lines=True, json=json, html=html, explain=True)
    asked.check_many(options)
    return batch.decide_all(partial(batch.instances_of, [file], lines=True, seen=lines), asked, options)


def explained(
    instance: Instance, verdict: Verdict, options: Options, spent: float
) -> tuple[Explanation | None, int | None]:
    """Explain a verdict in the time its options leave; return an exit status as well if that was interrupted.

    A solver that answers only once cannot explain.
    """
    from crewsat.questions.explain import explain as find  # noqa: PLC0415 - numpy only when there is something to decide

    try:
        with interruptible():
            found = find(
                instance,
                verdict=verdict,
                solver=options.solver if options.solver in cnf.SOLVERS else None,
                time_limit=None if options.time_limit is None else max(1e-3, options.time_limit - spent),
                memory_limit=options.memory_limit,
                seed=options.seed,
            )
            return found, None
    except (KeyboardInterrupt, Terminated) as stop:
        return None, status_of(stop)
