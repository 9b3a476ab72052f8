"""``crewsat tasks``: the 96 tasks of Mission Deep Sea, and one of them with deals in which it is won and lost."""

from __future__ import annotations

from typing import Annotated

from crewsat.base.wording import json_text
from crewsat.cli.common import errors_reported, out, show
from crewsat.cli.declared import Argument, Option, WrongUsage


def tasks(
    task: Annotated[
        str | None, Argument(metavar="TASK", help="The number of a task, to see it whole.", show_default=False)
    ] = None,
    *,
    players: Annotated[
        int | None, Option(metavar="P", help="With so many players, 3 to 5; for one task 4 by default.")
    ] = None,
    json: Annotated[bool, Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """List the 96 tasks of Mission Deep Sea with their difficulties; or show one, and deals that are won and lost."""
    from crewsat.games.crew.deep_sea import task_numbered  # noqa: PLC0415 - pydantic only when needed
    from crewsat.questions.crew import catalogue  # noqa: PLC0415
    from crewsat.report.crew.catalogue import task_printed, tasks_printed  # noqa: PLC0415

    why = None if players is None else catalogue.why_not_tasks(players)
    if why is not None:
        raise WrongUsage(why, place="--players")
    if task is None:
        if json:
            out(json_text(catalogue.task_list(players)))
        else:
            show(tasks_printed(players))
        return
    try:
        one = task_numbered(task)
    except ValueError as error:
        raise WrongUsage(str(error), place="TASK") from None
    with errors_reported():
        known = catalogue.task_entry(one, players)
    if json:
        out(json_text(known))
    else:
        show(task_printed(one, known))
