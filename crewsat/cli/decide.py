"""``crewsat decide``: one instance in, one answer out."""

from __future__ import annotations

import time
from dataclasses import replace
from typing import TYPE_CHECKING, Annotated, Any

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
    SeedOption,
    SolverOption,
    Terminated,
    TimeOption,
    check_source,
    errors_told,
    instance_of,
    one_of,
    out,
    show,
)
from crewsat.methods import MEMORY_LIMIT, METHODS

if TYPE_CHECKING:
    from crewsat.games.crew.instance import Crew
    from crewsat.games.crew.rules import Trick
    from crewsat.verdict import Verdict

_METHODS = ("auto", *dict.fromkeys(method.name for method in METHODS))


def _solves_a_formula(method: str) -> bool:
    return method == "auto" or any(m.name == method and m.kind == "cnf" for m in METHODS)


def decide(
    file: FileArgument = None,
    *,
    deal: DealOption = None,
    json: Annotated[bool, typer.Option("--json", help="Print the answer as one JSON object.")] = False,
    competition: Annotated[
        bool, typer.Option("--competition", help="Print as solvers do in competitions: c, s and v lines.")
    ] = False,
    method: Annotated[
        str,
        typer.Option(metavar="NAME", help=f"One of {', '.join(_METHODS)}.", callback=lambda v: one_of(_METHODS, v)),
    ] = "auto",
    solver: SolverOption = None,
    time_limit: TimeOption = None,
    memory_limit: MemoryOption = MEMORY_LIMIT,
    seed: SeedOption = None,
    fewest_tricks: Annotated[
        bool, typer.Option("--fewest-tricks", help="Win as early as possible, and prove that none wins earlier.")
    ] = False,
    count: Annotated[
        int | None,
        typer.Option(
            metavar="N",
            min=1,
            help="List winning lines, N at the most. Two are different if some trick has another card or leader.",
        ),
    ] = None,
) -> None:
    """Decide whether the crew can complete all objectives and tasks, and show how.

    Exit status: 10 yes, 20 no, 0 not decided, 1 bad input or failure, 2 wrong usage, 130 Ctrl-C, 143 SIGTERM.
    """
    if json and competition:
        raise typer.BadParameter("--json and --competition exclude each other")
    check_source(file, deal)
    if (fewest_tricks or count) and competition:
        raise typer.BadParameter("--competition has no words for --fewest-tricks and --count")
    if (fewest_tricks or count) and not _solves_a_formula(method):
        raise typer.BadParameter(f"--fewest-tricks and --count do not apply: {method} solves no formula")
    if (solver is not None or seed is not None) and not _solves_a_formula(method):
        raise typer.BadParameter(f"--solver and --seed do not apply: {method} solves no formula")
    with errors_told():
        instance = instance_of(file, deal)
        options = {"solver": solver, "time_limit": time_limit, "memory_limit": memory_limit, "seed": seed}
        verdict, status = _decided(instance, count, method=method, fewest_tricks=fewest_tricks, **options)
        _print(instance, verdict, json=json, competition=competition)
    raise typer.Exit(status or {"yes": YES, "no": NO, "unknown": UNDECIDED}[verdict.answer])


def _decided(instance: Crew, count: int | None, **options: Any) -> tuple[Verdict, int | None]:  # noqa: ANN401
    """Return the verdict, and an exit status if the work was broken off: what is known so far is kept."""
    try:
        from crewsat.decision import decide as run  # noqa: PLC0415 - numpy only when there is something to decide

        began = time.monotonic()
        verdict = run(instance, **options)
    except (KeyboardInterrupt, Terminated) as stop:
        from crewsat.verdict import Verdict  # noqa: PLC0415

        unknown = Verdict("unknown", options["method"], "none", reason="interrupted", about=instance.about)
        return unknown, _status_of(stop)
    if count is None or verdict.answer != "yes":
        return verdict, None
    return _with_lines(instance, verdict, count, time.monotonic() - began, options)


def _with_lines(
    instance: Crew, verdict: Verdict, count: int, spent: float, options: dict[str, Any]
) -> tuple[Verdict, int | None]:
    """Add up to `count` winning lines, as many as limits, Ctrl-C and SIGTERM allow."""
    from crewsat.errors import Stopped  # noqa: PLC0415
    from crewsat.questions import winning_lines  # noqa: PLC0415

    limits = {name: options[name] for name in ("solver", "memory_limit", "seed")}
    if options["time_limit"] is not None:
        limits["time_limit"] = max(1e-9, options["time_limit"] - spent)
    lines: list[tuple[Trick, ...]] = []
    complete = False
    reason: str | None = None
    status: int | None = None
    try:
        for line in winning_lines(instance, **limits):
            if len(lines) == count:
                break
            lines.append(line)
        else:
            complete = True
    except Stopped as stopped:
        reason = stopped.reason
    except (KeyboardInterrupt, Terminated) as stop:
        reason, status = "interrupted", _status_of(stop)
    return replace(verdict, lines=tuple(lines), all_lines=complete, lines_reason=reason), status


def _status_of(stop: BaseException) -> int:
    return INTERRUPTED if isinstance(stop, KeyboardInterrupt) else TERMINATED


def _print(instance: Crew, verdict: Verdict, *, json: bool, competition: bool) -> None:
    from crewsat import report  # noqa: PLC0415

    if json:
        out(verdict.to_json())
    elif competition:
        out(report.competition(instance, verdict))
    else:
        show(report.report(instance, verdict))
