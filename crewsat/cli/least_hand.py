"""``crewsat least-hand``: the least hand with which a deck of solitaire Hanabi can be played."""

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
    SolverOption,
    TimeOption,
    check_source,
    errors_reported,
    instance_of,
    out,
    show,
)

BOUNDS_ONLY = 3


def least_hand(
    file: FileArgument = None,
    *,
    deal: DealOption = None,
    json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
    full: FullOption = False,
    solver: SolverOption = None,
    time_limit: TimeOption = None,
    memory_limit: MemoryOption = None,
    seed: SeedOption = None,
) -> None:
    """Find the least hand with which a deck of solitaire Hanabi can be played, and prove that none is smaller.

    Exit status: 0 found, or known that no hand wins, 3 only bounds, 1 bad input or failure, 2 wrong usage.
    """
    check_source(file, deal)
    with errors_reported():
        instance = instance_of(file, deal)
        from crewsat.questions.frontend import least_hand_size  # noqa: PLC0415 - numpy only when there is something to decide
        from crewsat.report import words_of  # noqa: PLC0415

        found = least_hand_size(instance, solver=solver, time_limit=time_limit, memory_limit=memory_limit, seed=seed)
        if json:
            answer = {"format": 1, "game": instance.game, **found.as_dict()}
            out(json_text(answer))
        else:
            show(words_of(instance.game).least_hand_report(instance, found), full=full)
    raise typer.Exit(BOUNDS_ONLY if found.reason is not None else 0)
