"""``crewsat tournament``: bots play the same deals, and are compared by pairs of games."""

from __future__ import annotations

from typing import Annotated

from crewsat.base.wording import json_text
from crewsat.cli.common import JobsOption, errors_reported, out, show
from crewsat.cli.declared import Argument, Exit, Option, WrongUsage
from crewsat.cli.rows import DealsOption, SeedFromOption, StoreOption, WordsOption, cell_of, found_rows


def tournament(
    bots: Annotated[
        list[str] | None,
        Argument(
            metavar="BOT...",
            help="random, greedy, blueprint, search, or package.module:Class for a bot of your own.",
            show_default=False,
        ),
    ] = None,
    *,
    generate: WordsOption = None,
    deals: DealsOption = None,
    seed_from: SeedFromOption = 0,
    store: StoreOption = None,
    jobs: JobsOption = None,
    json: Annotated[bool, Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Have bots who see their own hand play the same deals, and compare them by pairs of games.

    The same command goes on where it was interrupted, with the results in the --store file.

    Exit status: 0 complete, 1 bad input or failure, 2 wrong usage, 130 interrupted.
    """
    if not bots:
        raise WrongUsage("Missing argument 'BOT...': random, greedy, blueprint, search or package.module:Class")
    if generate is None or deals is None:
        raise WrongUsage("--generate WORDS is missing" if generate is None else "--deals N is missing")
    with errors_reported():
        from crewsat.engine.many import usable_cores  # noqa: PLC0415 - only where games are played
        from crewsat.hidden.rows import Asked, Columns  # noqa: PLC0415
        from crewsat.hidden.tournament import Tournament  # noqa: PLC0415
        from crewsat.report.hidden import tournament_printed  # noqa: PLC0415

        asked = Asked((cell_of(generate, seed_from),), Columns(tuple(bots)), seed_from)
        asked.columns.keys()  # unknown bots are reported before anything is played
        rows, status = found_rows(asked, deals, jobs or usable_cores(), store)
        found = Tournament(asked, rows)
        if json:
            out(json_text(found.as_dict()))
        else:
            show(tournament_printed(found))
    raise Exit(status)
