"""Rows of results (`crewsat.hidden.rows`) with a display of progress, for commands that have bots play games."""

from __future__ import annotations

from contextlib import closing
from typing import TYPE_CHECKING, Annotated, Any

from crewsat.cli.common import Terminated, interruptible, status_of
from crewsat.cli.declared import Option
from crewsat.cli.progress import Progress

if TYPE_CHECKING:
    from crewsat.hidden.rows import Asked, Row

StoreOption = Annotated[
    str | None, Option("--store", metavar="FILE", help="Keep what is found in this file, and go on there.")
]
SeedFromOption = Annotated[int, Option("--seed-from", metavar="N", min=0, help="The first seed; by default 0.")]
DealsOption = Annotated[int | None, Option("--deals", metavar="N", min=1, help="How many deals.")]
WordsOption = Annotated[
    str | None,
    Option(
        "--generate",
        metavar="WORDS",
        help="Random deals: the words of 'crewsat generate' without the seed, such as \"crew --players 4\".",
    ),
]


def cell_of(words: str, seed: int, option: str = "--generate") -> Any:  # noqa: ANN401 - of `crewsat.hidden.games`
    """Return the deals that words for ``crewsat generate`` describe, given by an option.

    Raises:
        InvalidInstance: if they are of another game.
    """
    from crewsat.cli.generate import generator_of  # noqa: PLC0415 - typer
    from crewsat.hidden.games import Generated, crew_of  # noqa: PLC0415

    _, generator = generator_of(words, seed, option)
    crew_of(generator.with_seed(seed), option)
    return Generated(words, generator)


def found_rows(asked: Asked, deals: int, jobs: int, store: str | None) -> tuple[tuple[Row, ...], int]:
    """Return the rows of all deals, or those found before an interruption, and the exit status."""
    from crewsat.hidden.rows import rows  # noqa: PLC0415 - only where games are played

    found: list[Row] = []
    status = 0
    known = rows(asked, deals, jobs=jobs, store=store)

    def words(seconds: float) -> str:
        return f"{len(found)} of {deals} deals ({len(found) / seconds:.1f} a second)"

    with closing(known), Progress(words) as progress:
        try:
            with interruptible():
                for row in known:
                    found.append(row)
                    progress.show()
        except (KeyboardInterrupt, Terminated) as stop:
            status = status_of(stop)
    return tuple(found), status
