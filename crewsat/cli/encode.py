"""``crewsat encode`` and ``crewsat decode``: formulas and planning problems for others, and their solutions back."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Annotated, cast

from crewsat.base.errors import Defect, IllegalPlay, InvalidInstance, Stopped
from crewsat.base.guarded import name_of, named
from crewsat.base.outputs import check_output, write_whole
from crewsat.base.wording import visible
from crewsat.cli.common import (
    NO,
    UNDECIDED,
    YES,
    DealOption,
    FileArgument,
    LinesOption,
    among,
    check_source,
    errors_reported,
    fail,
    instance_of,
    out,
    show,
)
from crewsat.cli.declared import Argument, Exit, Option, WrongUsage
from crewsat.cli.each import many_in, write_each
from crewsat.cli.option_table import EstimateOption  # noqa: TC001 - typer reads it
from crewsat.cli.planning import Bounds, write_problems
from crewsat.engine.limits import MEMORY_LIMIT, SIZE_LIMIT

if TYPE_CHECKING:
    from crewsat.games.instance import Instance
    from crewsat.games.verdict import Verdict

_PDDL = "pddl"
_FORMS = ("dimacs", "wcnf", "opb", _PDDL)
_ENDINGS = {"dimacs": ".cnf", "wcnf": ".wcnf", "opb": ".opb"}


def encode(
    file: FileArgument = None,
    *,
    deal: DealOption = None,
    to: Annotated[
        str,
        Option(metavar="FORMAT", help=f"One of {', '.join(_FORMS)}.", **among(_FORMS, {"cnf": "dimacs"})),
    ] = "dimacs",
    output: Annotated[
        str | None,
        Option(
            "--output",
            "-o",
            metavar="FILE",
            help="Output file; standard output by default. Of many instances a folder, in which each formula gets a "
            "file of its own, named by the number of its line. With pddl always a folder, a new or an empty one.",
        ),
    ] = None,
    play: Annotated[
        str | None,
        Option(
            metavar="ANSWER",
            help="With pddl: write also the plan that plays the winning play of this answer, as `crewsat decide "
            "--json` printed it.",
        ),
    ] = None,
    memory_limit: EstimateOption = None,
    size_limit: Annotated[
        float | None,
        Option(
            metavar="MB",
            min=0,
            help=f"Do not write what is estimated to be longer; by default {SIZE_LIMIT:.0f} MB.",
        ),
    ] = None,
    lines: LinesOption = False,
) -> None:
    """Write the formula of an instance for another solver, or the problem for a planner; comments say what it means.

    It is satisfiable, or has a plan, iff the game can be won. A WCNF of The Crew has a soft clause for every trick the
    play could be won earlier. PDDL is written to the files domain.pddl, the same one for all deals, and problem.pddl.
    """
    check_source(file, deal)
    if play is not None and to != _PDDL:
        raise WrongUsage("--play applies to --to pddl")
    bounds = Bounds(memory_limit or MEMORY_LIMIT, SIZE_LIMIT if size_limit is None else size_limit)
    with errors_reported():
        if to == _PDDL:
            write_problems(file, deal, output, play, bounds, lines=lines)
        else:
            _write_formulas(file, deal, output, to, bounds, lines=lines)


def _write_formulas(
    file: str | None, deal: str | None, output: str | None, to: str, bounds: Bounds, *, lines: bool
) -> None:
    """Write the formula of an instance to a file, or print it; of many, each to a file of its own.

    Raises:
        InvalidInstance: if an input is invalid, or the output cannot be written.
        WrongUsage: if many instances have no folder.
    """
    written = partial(_written, to=to, bounds=bounds)
    content, many = many_in(file, lines=lines)
    if many is not None:
        if output is None:
            raise WrongUsage("--output DIR is missing: each of many formulas gets a file of its own")
        write_each(file or "-", many, written, folder=output, ending=_ENDINGS[to])
    instance = instance_of(file, deal, content=content)
    if output is not None:
        check_output(output, [file])
    with named("--deal" if file is None else name_of(file)):
        text = written(instance)
    if output is None:
        out(text)
        return
    write_whole(output, f"{text}\n".encode())


def _written(instance: Instance, *, to: str, bounds: Bounds) -> str:
    """Return the formula as text, without its last newline.

    Raises:
        InvalidInstance: if it is estimated to be too large.
    """
    from crewsat.engine import export  # noqa: PLC0415 - numpy

    try:
        text = export.encode(instance, cast("export.Form", to), memory_limit=bounds.memory, size_limit=bounds.text)
    except export.TooLong as long:
        size = f"{long.megabytes:,.1f} MB; allowed: {bounds.text:,.1f} MB (--size-limit)"
        words = f"the text of the formula is estimated at {size}"
        raise InvalidInstance([Defect("", words)]) from None
    except Stopped:
        raise InvalidInstance([Defect("", "the formula is estimated to be larger than the memory limit")]) from None
    return text.rstrip("\n")


def decode(
    instance: Annotated[
        str,
        Argument(metavar="INSTANCE", help="The instance that was encoded, JSON or text; - is standard input."),
    ],
    solution: Annotated[
        str, Argument(metavar="SOLUTION", help="The output of the solver, or a plan; - is standard input.")
    ],
    *,
    form: Annotated[
        str,
        Option(
            "--from",
            metavar="FORMAT",
            help="What was solved: pddl for a plan; the others are all read in the same way.",
            **among(_FORMS, {"cnf": "dimacs"}),
        ),
    ] = "dimacs",
    json: Annotated[bool, Option("--json", help="Print the answer as one JSON object.")] = False,
    memory_limit: EstimateOption = None,
) -> None:
    """Read a solver's s and v lines, or a plan, back: check it, replay the play it stands for, print the answer.

    The literals must satisfy the formula, and a plan must reach all goals, step by step. A no is the solver's word and
    is not checked. Exit status as of decide.
    """
    if instance == solution == "-":
        raise WrongUsage("instance and solution cannot both be standard input")
    with errors_reported():
        from crewsat import report  # noqa: PLC0415 - numpy
        from crewsat.base.guarded import read_text  # noqa: PLC0415
        from crewsat.engine.files import load  # noqa: PLC0415

        deal = load(instance)
        source = "standard input" if solution == "-" else visible(solution, 200)
        plan = form == _PDDL
        try:
            read = _read_plan if plan else _read_solution
            verdict = read(deal, read_text(solution), memory_limit or MEMORY_LIMIT)
        except InvalidInstance as error:
            raise InvalidInstance(error.defects, solution) from None
        except IllegalPlay as error:
            what = "plan does" if plan else "literals do"
            fail(f"{source}: the {what} not represent a winning play: {error}")
        except Stopped:
            fail(f"the {'problem' if plan else 'formula'} is estimated to be larger than the memory limit")
        if json:
            out(verdict.to_json())
        else:
            show(report.report(deal, verdict), names=deal.names)
    raise Exit({"yes": YES, "no": NO, "unknown": UNDECIDED}[verdict.answer])


def _read_plan(instance: Instance, text: str, memory_limit: float) -> Verdict:
    from crewsat.engine import planning  # noqa: PLC0415 - numpy

    return planning.decode(instance, text, memory_limit=memory_limit)


def _read_solution(instance: Instance, text: str, memory_limit: float) -> Verdict:
    from crewsat.engine import export  # noqa: PLC0415 - numpy

    return export.decode(instance, export.solution_of(text), memory_limit=memory_limit)
