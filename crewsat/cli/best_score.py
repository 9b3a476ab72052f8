"""``crewsat best-score``: how many points can be reached at most in a game of Hanabi."""

from __future__ import annotations

from typing import Annotated

import typer

from crewsat.base.wording import json_text
from crewsat.cli.common import (
    DealOption,
    FileArgument,
    FullOption,
    MemoryOption,
    SeedOption,
    TimeOption,
    check_source,
    errors_reported,
    instance_of,
    out,
    show,
)

BOUNDS_ONLY = 3


def best_score(
    file: FileArgument = None,
    *,
    deal: DealOption = None,
    json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
    full: FullOption = False,
    time_limit: TimeOption = None,
    memory_limit: MemoryOption = None,
    seed: SeedOption = None,
) -> None:
    """Find the most points that can be reached in a game of Hanabi, or still be reached after its actions.

    Exit status: 0 found, 3 only bounds, 1 bad input or failure, 2 wrong usage.
    """
    check_source(file, deal)
    with errors_reported():
        instance = instance_of(file, deal)
        from crewsat.questions.frontend import best_score as ask  # noqa: PLC0415 - numpy only when there is a question
        from crewsat.report import words_of  # noqa: PLC0415

        found = ask(instance, time_limit=time_limit, memory_limit=memory_limit, seed=seed)
        if json:
            out(json_text({"format": 1, "game": instance.game, **found.as_dict()}))
        else:
            show(words_of(instance.game).best_score_report(instance, found), full=full)
    raise typer.Exit(0 if found.proved else BOUNDS_ONLY)
