"""``crewsat audit``: the claims of a paper against computed truth."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from crewsat.base.errors import WrongOption
from crewsat.base.outputs import check_output, write_whole
from crewsat.base.wording import json_text
from crewsat.cli.common import (
    Terminated,
    completed_by,
    errors_reported,
    interruptible,
    out,
    show,
    status_of,
)
from crewsat.cli.declared import Argument, Exit, Option
from crewsat.cli.progress import Progress

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from crewsat.studies.audit.running import Results


_Output = Annotated[
    str | None,
    Option("--output", "-o", metavar="FILE", help="Save the result of each part there at once; resume from there."),
]


def _audits() -> Iterable[str]:
    from crewsat.studies.audit.running import AUDITS  # noqa: PLC0415 - pydantic

    return AUDITS


_Name = Annotated[
    str,
    Argument(
        metavar="NAME",
        help="Which paper: crew, hanabi, hackenbush or skull.",
        autocompletion=completed_by(_audits),
    ),
]


def audit(
    name: _Name,
    claims: Annotated[
        list[str] | None, Argument(metavar="CLAIM", help="Only these claims or tables.", show_default=False)
    ] = None,
    *,
    thorough: Annotated[bool, Option("--thorough", help="Try many more cases; takes half an hour.")] = False,
    json: Annotated[bool, Option("--json", help="Print the results as one JSON object.")] = False,
    page: Annotated[
        str | None, Option(metavar="FILE", help="Also write them as a Markdown page, and as JSON beside it.")
    ] = None,
    output: _Output = None,
    jobs: Annotated[
        int | None, Option("--jobs", "-j", metavar="N", min=1, help="Worker processes; by default one per core.")
    ] = None,
) -> None:
    """Try the claims of a paper on all small cases and on random larger ones, as published and as repaired."""
    with errors_reported():
        from crewsat.engine.many import usable_cores  # noqa: PLC0415
        from crewsat.studies.audit.rendering import as_page, pieces_of, report_of  # noqa: PLC0415 - pydantic, numpy
        from crewsat.studies.audit.running import load_audit, run_audit  # noqa: PLC0415

        chosen = load_audit(name, claims or ())
        beside = None if page is None else f"{page.removesuffix('.md')}.json"
        _check_outputs(output, [page, beside])
        run = partial(run_audit, chosen, thorough=thorough, jobs=jobs or usable_cores(), saved=output)
        results = _with_progress(run)
        report = report_of(chosen, results.tallies, results.sheets, thorough=thorough)
        written = json_text(report)
        try:
            if page is not None and beside is not None:
                write_whole(page, as_page(report).encode())
                write_whole(beside, f"{written}\n".encode())
        finally:
            if json:
                out(written)
            else:
                show(pieces_of(report))


def _with_progress(run: Callable[..., Results]) -> Results:
    """Run an audit, show its progress, and exit with its status if it is interrupted."""
    done: list[int] = []

    def note(parts: int, number: int) -> None:
        done[:] = parts, number
        progress.show()

    with Progress(lambda seconds: f"{done[0]} of {done[1]} parts, {seconds:.0f} s" if done else "") as progress:
        try:
            with interruptible():
                return run(progress=note)
        except (KeyboardInterrupt, Terminated) as stop:
            raise Exit(status_of(stop)) from None


def _check_outputs(output: str | None, pages: list[str | None]) -> None:
    """Check, before the work, that the output files are different and can be written."""
    written = [file for file in pages if file is not None]
    files = written if output is None else [output, *written]
    if len({Path(file).absolute() for file in files}) < len(files):
        raise WrongOption("--output, --page and the JSON beside the page are different files")
    for file in files:
        check_output(file, [other for other in files if other is not file], appended=file is output)
