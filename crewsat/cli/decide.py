"""``crewsat decide``: one instance in, one answer out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from crewsat.cli.common import INTERRUPTED, NO, TERMINATED, UNDECIDED, YES, Terminated, errors_told, out
from crewsat.errors import visible
from crewsat.methods import MEMORY_LIMIT, METHODS
from crewsat.solvers.cnf import SOLVERS

if TYPE_CHECKING:
    from crewsat.games.crew.instance import Crew
    from crewsat.verdict import Verdict

_METHODS = ("auto", *dict.fromkeys(method.name for method in METHODS))


def _one_of(allowed: tuple[str, ...], value: str | None) -> str | None:
    if value is not None and value not in allowed:
        raise typer.BadParameter(f"'{visible(value)}' is none of {', '.join(allowed)}")
    return value


def _solves_a_formula(method: str) -> bool:
    return method == "auto" or any(m.name == method and m.kind == "cnf" for m in METHODS)


def decide(
    file: Annotated[str, typer.Argument(metavar="FILE", help="An instance as JSON; - is standard input.")],
    *,
    json: Annotated[bool, typer.Option("--json", help="Print the answer as one JSON object.")] = False,
    competition: Annotated[
        bool, typer.Option("--competition", help="Print as solvers do in competitions: c, s and v lines.")
    ] = False,
    method: Annotated[
        str,
        typer.Option(metavar="NAME", help=f"One of {', '.join(_METHODS)}.", callback=lambda v: _one_of(_METHODS, v)),
    ] = "auto",
    solver: Annotated[
        str | None,
        typer.Option(
            metavar="NAME",
            help=f"One of {', '.join(SOLVERS)}; by default the size of the formula decides.",
            callback=lambda v: _one_of(SOLVERS, v),
        ),
    ] = None,
    time_limit: Annotated[float | None, typer.Option(metavar="S", min=0.001, help="Seconds of wall time.")] = None,
    memory_limit: Annotated[
        float, typer.Option(metavar="MB", min=1, help="Do not build formulas estimated to be larger.")
    ] = MEMORY_LIMIT,
    seed: Annotated[
        int | None, typer.Option(metavar="N", help="Vary the search; the same seed, the same answer.")
    ] = None,
) -> None:
    """Decide whether the crew can complete all objectives, and show how.

    Exit status: 10 yes, 20 no, 0 not decided, 1 bad input or failure, 2 wrong usage, 130 Ctrl-C, 143 SIGTERM.
    """
    if json and competition:
        raise typer.BadParameter("--json and --competition exclude each other")
    if (solver is not None or seed is not None) and not _solves_a_formula(method):
        raise typer.BadParameter(f"--solver and --seed do not apply: {method} solves no formula")
    with errors_told():
        from crewsat.files import load  # noqa: PLC0415 - pydantic and numpy only when there is something to decide

        instance = load(file)
        status = None
        try:
            from crewsat.decision import decide as run  # noqa: PLC0415

            verdict = run(
                instance,
                method=method,
                solver=solver,
                time_limit=time_limit,
                memory_limit=memory_limit,
                seed=seed,
            )
        except (KeyboardInterrupt, Terminated) as stop:
            from crewsat.verdict import Verdict  # noqa: PLC0415

            status = INTERRUPTED if isinstance(stop, KeyboardInterrupt) else TERMINATED
            verdict = Verdict("unknown", method, "none", reason="interrupted", about=instance.about)
        _print(instance, verdict, json=json, competition=competition)
    raise typer.Exit(status or {"yes": YES, "no": NO, "unknown": UNDECIDED}[verdict.answer])


def _print(instance: Crew, verdict: Verdict, *, json: bool, competition: bool) -> None:
    from crewsat import report  # noqa: PLC0415

    if json:
        out(verdict.to_json())
    elif competition:
        out(report.competition(verdict))
    else:
        from rich.console import Console  # noqa: PLC0415

        console = Console(highlight=False, width=10_000)  # a card that is cut off is worse than a line that wraps
        with console.capture() as captured:
            for piece in report.report(instance, verdict):
                console.print(piece)
        out("\n".join(line.rstrip() for line in captured.get().rstrip("\n").split("\n")))
