"""``crewsat encode`` and ``crewsat decode``: formulas for other solvers, and their solutions back."""

from __future__ import annotations

from typing import Annotated, cast

import typer

from crewsat.cli.common import (
    NO,
    UNDECIDED,
    YES,
    DealOption,
    EstimateOption,
    FileArgument,
    among,
    check_source,
    errors_reported,
    fail,
    instance_of,
    out,
    show,
)
from crewsat.errors import IllegalPlay, InvalidInstance, Stopped
from crewsat.outputs import check_output, write_whole
from crewsat.wording import visible

_FORMS = ("dimacs", "wcnf", "opb")


def encode(
    file: FileArgument = None,
    *,
    deal: DealOption = None,
    to: Annotated[
        str,
        typer.Option(metavar="FORMAT", help=f"One of {', '.join(_FORMS)}.", **among(_FORMS, {"cnf": "dimacs"})),
    ] = "dimacs",
    output: Annotated[
        str | None, typer.Option("--output", "-o", metavar="FILE", help="Output file; standard output by default.")
    ] = None,
    memory_limit: EstimateOption = None,
) -> None:
    """Write the formula of an instance for another solver; comments say what its variables mean.

    It is satisfiable iff the game can be won. A WCNF of The Crew has a soft clause for every trick the play could be
    won earlier.
    """
    check_source(file, deal)
    with errors_reported():
        instance = instance_of(file, deal)
        from crewsat.engine import export  # noqa: PLC0415 - numpy
        from crewsat.engine.limits import MEMORY_LIMIT  # noqa: PLC0415

        if output is not None:
            check_output(output, [file])
        try:
            text = export.encode(instance, cast("export.Form", to), memory_limit=memory_limit or MEMORY_LIMIT)
        except Stopped:
            fail("the formula is estimated to be larger than the memory limit")
        if output is None:
            out(text.rstrip("\n"))
            return
        write_whole(output, text.encode())


def decode(
    instance: Annotated[
        str,
        typer.Argument(metavar="INSTANCE", help="The instance that was encoded, JSON or text; - is standard input."),
    ],
    solution: Annotated[str, typer.Argument(metavar="SOLUTION", help="The output of the solver; - is standard input.")],
    *,
    json: Annotated[bool, typer.Option("--json", help="Print the answer as one JSON object.")] = False,
    memory_limit: EstimateOption = None,
) -> None:
    """Read a solver's s and v lines back: check the literals, replay the play they stand for, print the answer.

    A no is the solver's word and is not checked. Exit status as of decide.
    """
    if instance == solution == "-":
        raise typer.BadParameter("instance and solution cannot both be standard input")
    with errors_reported():
        from crewsat import report  # noqa: PLC0415 - numpy
        from crewsat.engine import export  # noqa: PLC0415 - numpy
        from crewsat.engine.limits import MEMORY_LIMIT  # noqa: PLC0415
        from crewsat.files import load  # noqa: PLC0415
        from crewsat.guarded import read_text  # noqa: PLC0415

        deal = load(instance)
        source = "standard input" if solution == "-" else visible(solution, 200)
        try:
            read = export.solution_of(read_text(solution))
            verdict = export.decode(deal, read, memory_limit=memory_limit or MEMORY_LIMIT)
        except InvalidInstance as error:
            raise InvalidInstance(error.defects, solution) from None
        except IllegalPlay as error:
            fail(f"{source}: the literals do not represent a winning play: {error}")
        except Stopped:
            fail("the formula is estimated to be larger than the memory limit")
        if json:
            out(verdict.to_json())
        else:
            show(report.report(deal, verdict))
    raise typer.Exit({"yes": YES, "no": NO, "unknown": UNDECIDED}[verdict.answer])
