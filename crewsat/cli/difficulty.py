"""``crewsat difficulty``: what share of deals can be won with open hands, and by bots who see their own hand."""

from __future__ import annotations

from typing import Annotated, Any

from crewsat.base.wording import counted, json_text
from crewsat.cli.common import JobsOption, errors_reported, out, show
from crewsat.cli.declared import Argument, Exit, Option, WrongUsage
from crewsat.cli.rows import DealsOption, SeedFromOption, StoreOption, WordsOption, cell_of, found_rows

LIMIT = 60.0
"""Seconds for what is decided about a deal, by default."""


def difficulty(
    file: Annotated[
        str | None, Argument(metavar="FILE", help="Deals, one a line, instead of random ones.", show_default=False)
    ] = None,
    *,
    generate: WordsOption = None,
    deals: DealsOption = None,
    bots: Annotated[
        str, Option("--bots", metavar="LIST", help="Who plays; by default search,greedy,random.")
    ] = "search,greedy,random",
    against: Annotated[
        str | None, Option("--against", metavar="WORDS", help="Compare with other deals, on the same seeds.")
    ] = None,
    seed_from: SeedFromOption = 0,
    store: StoreOption = None,
    time_limit: Annotated[
        float,
        Option("--time-limit", "-t", metavar="SECONDS", help="For what is decided about a deal; by default 60 s."),
    ] = LIMIT,
    jobs: JobsOption = None,
    json: Annotated[bool, Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Find how difficult deals are: the shares won with open hands, and by bots who see their own hand.

    The same command goes on where it was interrupted, with the results in the --store file.

    Exit status: 0 complete, 3 undecided deals remain, 1 bad input or failure, 2 wrong usage, 130 interrupted.
    """
    _check(file, generate, deals, random_only=against is not None or seed_from > 0, time_limit=time_limit)
    with errors_reported():
        from crewsat.engine.many import usable_cores  # noqa: PLC0415 - only where games are played
        from crewsat.hidden.difficulty import Difficulty, asked_of  # noqa: PLC0415
        from crewsat.report.hidden import difficulty_printed  # noqa: PLC0415

        given = {"--generate": generate, "--against": against}
        cells, number = _cells(file, given, seed_from, deals)
        asked = asked_of(cells, [name for name in bots.split(",") if name], seed=seed_from, time_limit=time_limit)
        asked.columns.keys()  # unknown bots are reported before anything is played
        rows, status = found_rows(asked, number, jobs or usable_cores(), store)
        found = Difficulty(asked, rows)
        if json:
            out(json_text(found.as_dict()))
        else:
            show(difficulty_printed(found))
    raise Exit(status or (3 if found.undecided else 0))


def _check(file: str | None, generate: str | None, deals: int | None, *, random_only: bool, time_limit: float) -> None:
    """Check that the options can be combined.

    Raises:
        WrongUsage: if they cannot.
    """
    if (file is None) == (generate is None):
        raise WrongUsage("Missing argument 'FILE': deals, one a line, or --generate WORDS, one of the two")
    if file is not None and random_only:
        raise WrongUsage("--against and --seed-from apply to --generate")
    if file is None and deals is None:
        raise WrongUsage("--deals N is missing")
    if not 0 < time_limit < float("inf"):
        raise WrongUsage(f"must be a positive number, not {time_limit}", place="--time-limit")


def _cells(file: str | None, given: dict[str, str | None], seed: int, deals: int | None) -> tuple[list[Any], int]:
    """Return the kinds of deals, of a file or of what options give, and how many deals of each are looked at."""
    from crewsat.hidden.games import listed_in  # noqa: PLC0415 - only where games are played

    if file is None:
        cells = [cell_of(words, seed, option) for option, words in given.items() if words is not None]
        return cells, deals or 0
    cell = listed_in(file)
    number = len(cell.lines) if deals is None else deals
    if number > len(cell.lines):
        raise WrongUsage(f"the file has {counted(len(cell.lines), 'deal')}, not {number}", place="--deals")
    return [cell], number
