"""``crewsat options``: which cards keep the deal winnable."""

from __future__ import annotations

from typing import Annotated

import typer

from crewsat.cli.common import (
    DealOption,
    FileArgument,
    FullOption,
    MemoryOption,
    PatientSolverOption,
    SeedOption,
    TimeOption,
    check_source,
    errors_reported,
    fail,
    instance_of,
    out,
    show,
)
from crewsat.wording import json_text

SOME_UNDECIDED = 3


def options(
    file: FileArgument = None,
    *,
    deal: DealOption = None,
    json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
    full: FullOption = False,
    solver: PatientSolverOption = None,
    time_limit: TimeOption = None,
    memory_limit: MemoryOption = None,
    seed: SeedOption = None,
) -> None:
    """Say of every card that may be played next whether the deal can still be won.

    Of Hackenbush, it is said of every cut; of Hanabi, of every different action, of all clues together.

    Exit status: 0 all decided, 3 some undecided, 1 bad input or failure, 2 wrong usage.
    """
    check_source(file, deal)
    with errors_reported():
        instance = instance_of(file, deal)
        from crewsat.errors import Stopped  # noqa: PLC0415
        from crewsat.questions.frontend import options as ask  # noqa: PLC0415 - numpy only when there is a question
        from crewsat.questions.frontend import options_as_dict  # noqa: PLC0415
        from crewsat.report import words_of  # noqa: PLC0415
        from crewsat.report.words import REASONS  # noqa: PLC0415

        try:
            found = ask(instance, solver=solver, time_limit=time_limit, memory_limit=memory_limit, seed=seed)
        except Stopped as stopped:
            fail(f"{REASONS[stopped.reason]} before it was known which moves there are")
        if json:
            out(json_text({"format": 1, "game": instance.game, **options_as_dict(instance, found)}))
        else:
            show(words_of(instance.game).options_report(instance, found), full=full)
    raise typer.Exit(SOME_UNDECIDED if any(option.answer == "unknown" for option in found) else 0)
