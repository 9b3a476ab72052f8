"""``crewsat coalitions``: who can force a win, alone or together."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from crewsat.base.errors import Stopped
from crewsat.cli.common import FileArgument, FullOption, errors_reported, fail
from crewsat.cli.declared import Exit, Option
from crewsat.cli.option_table import with_options_of
from crewsat.cli.question import answer_to, print_result

if TYPE_CHECKING:
    from crewsat.engine.options import Options

NOT_ALL = 3


@with_options_of("coalitions")
def coalitions(
    file: FileArgument,
    *,
    json: Annotated[bool, Option("--json", help="Print one JSON object.")] = False,
    full: FullOption = False,
    options: Options,
) -> None:
    """Find the players who can force a win alone, and all minimal coalitions that can together.

    The coalition of the file is ignored, and may be missing.

    Exit status: 0 all found, 3 there may be others, 1 bad input or failure, 2 wrong usage.
    """
    with errors_reported():
        from crewsat.engine.files import load  # noqa: PLC0415 - pydantic only when there is something to read
        from crewsat.report.words import REASONS  # noqa: PLC0415

        instance = load(file or "-", instead={"coalition": []})
        try:
            found = answer_to("coalitions", instance, options)
        except Stopped as stopped:
            fail(f"{REASONS[stopped.reason]} before it was known whether a player wins alone")
        print_result(instance, found, json=json, full=full)
    raise Exit(0 if found.reason is None else NOT_ALL)
