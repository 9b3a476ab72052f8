"""``crewsat coalitions``: who can force a win, alone or together."""

from __future__ import annotations

from typing import Annotated

import typer

from crewsat.base.wording import json_text
from crewsat.cli.common import FileArgument, FullOption, MemoryOption, TimeOption, errors_reported, fail, out, show

NOT_ALL = 3


def coalitions(
    file: FileArgument,
    *,
    json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
    full: FullOption = False,
    time_limit: TimeOption = None,
    memory_limit: MemoryOption = None,
) -> None:
    """Find the players who can force a win alone, and all minimal coalitions that can together.

    The coalition of the file is not looked at, and may be missing.

    Exit status: 0 all found, 3 there may be others, 1 bad input or failure, 2 wrong usage.
    """
    with errors_reported():
        from crewsat.base.errors import Stopped  # noqa: PLC0415
        from crewsat.engine.files import load  # noqa: PLC0415 - pydantic only when there is something to read
        from crewsat.questions.frontend import coalitions as ask  # noqa: PLC0415
        from crewsat.report import words_of  # noqa: PLC0415
        from crewsat.report.words import REASONS  # noqa: PLC0415

        instance = load(file or "-", instead={"coalition": []})
        try:
            found = ask(instance, time_limit=time_limit, memory_limit=memory_limit)
        except Stopped as stopped:
            fail(f"{REASONS[stopped.reason]} before it was known whether a player wins alone")
        if json:
            out(json_text({"format": 1, "game": instance.game, **found.as_dict()}))
        else:
            show(words_of(instance.game).coalitions_report(instance, found), full=full)
    raise typer.Exit(0 if found.reason is None else NOT_ALL)
