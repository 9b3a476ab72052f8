"""Rows of results: what comes of each deal, seed by seed, kept in a file so that long work can be resumed.

The file is a journal (`crewsat.base.journal`). Its first line says what is played by whom; each further line is a row,
the results of one seed in all cells, in the order of the seeds. A row depends on the seed alone, not on the worker that
finds it nor on what was found before; so whoever kills the work and resumes it gets the same bytes, with any number of
workers. (Only where a limit of time is reached can they differ: the deal is then undecided.)

What a bot does that is not allowed is noted in the row, and the game counts as lost.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from crewsat.base.errors import Stopped, WrongOption
from crewsat.base.journal import Journal, is_beginning, object_of
from crewsat.base.outputs import check_output
from crewsat.base.wording import json_text, visible
from crewsat.engine.frontend import decide
from crewsat.games.crew.features import ALL, CHANGES, COVERED, PASSING
from crewsat.games.scope import reads
from crewsat.hidden.bots import bot_named
from crewsat.hidden.games import crew_of, why_not_played, without_choices
from crewsat.hidden.playing import play
from crewsat.questions.crew.quantities import openings
from crewsat.workers.pool import run_each
from crewsat.workers.process import Call

if TYPE_CHECKING:
    from collections.abc import Generator, Sequence
    from typing import Protocol

    from crewsat.games.crew.instance import Crew
    from crewsat.hidden.games import Source

    class Cell(Protocol):
        """Deals of one kind."""

        @property
        def name(self) -> str: ...  # noqa: D102

        def key(self) -> dict[str, Any]: ...  # noqa: D102

        def source(self, seed: int) -> Source: ...  # noqa: D102

    Row = dict[str, Any]

OPEN, OPENINGS = "open", "openings"
"""Whether a deal can be won with open hands, and how many percent of the opening cards keep it so."""
_LEAST_TIME = 0.001


@dataclass(frozen=True, slots=True)
class Columns:
    """What is found out about a deal.

    Attributes:
        bots: who plays it, by name.
        quantities: what else is found out: of `OPEN` and `OPENINGS`.
        time_limit: seconds for these quantities.
    """

    bots: tuple[str, ...]
    quantities: tuple[str, ...] = ()
    time_limit: float = 60.0

    def __post_init__(self) -> None:
        for name in self.bots:
            if self.bots.count(name) > 1:
                raise WrongOption(f"bot '{visible(name)}' is given more than once")

    def keys(self) -> list[dict[str, str]]:
        """Return what identifies the bots."""
        return [bot_named(name).key._asdict() for name in self.bots]


@dataclass(frozen=True, slots=True)
class Asked:
    """What is found out about which deals.

    Attributes:
        cells: the kinds of deals; those of a seed are compared with each other.
        columns: what is found out about each.
        seed: the first seed.
    """

    cells: tuple[Cell, ...]
    columns: Columns
    seed: int = 0

    def header(self) -> dict[str, Any]:
        """Return the first line of a file of results."""
        found: dict[str, Any] = {"hidden": 1, "cells": [cell.key() for cell in self.cells]}
        return found | {"bots": self.columns.keys(), "quantities": [*self.columns.quantities], "seed": self.seed}

    def call(self, seed: int) -> Call:
        """Return the work on a seed."""
        return Call(row_of, (seed, tuple((cell.name, cell.source(seed)) for cell in self.cells), self.columns))


def rows(asked: Asked, deals: int, *, jobs: int = 1, store: str | None = None) -> Generator[Row]:
    """Yield the rows of seeds: those that a file has, and then the others, each kept there as soon as it is found.

    Args:
        asked: what is found out.
        deals: how many seeds.
        jobs: how many worker processes; with 1, the work is done in this process.
        store: the file; None keeps nothing.

    Raises:
        InvalidInstance: if the file is of something else, or a deal is bad input.
        Stopped: if a worker is lost.
    """
    if store is None:
        yield from _found(asked, asked.seed, deals, jobs)
        return
    check_output(store, appended=True, option="--store")
    with Journal(store) as journal:
        header, known = json_text(asked.header()), 0
        for row in journal.take_up(lambda number, line: _read(asked, header, number, line), _begins(asked, header)):
            if row is not None:
                known += 1
                if known <= deals:
                    yield row
        if not next(journal.lines(), b""):
            journal.append(header.encode())
        for row in _found(asked, asked.seed + known, deals - known, jobs):
            journal.append(json_text(row).encode())
            yield row


def _read(asked: Asked, header: str, number: int, line: bytes) -> Row | None:
    """Return the row that a line is; None for the first line.

    Raises:
        ValueError: if it is something else.
    """
    if number == 1:
        if line != header.encode():
            raise ValueError(f"{_other(asked, object_of(line, 'is not a file of results'))}; allowed: a new file")
        return None
    seed = asked.seed + number - 2
    row = object_of(line, f"is not the row of seed {seed}")
    if row.get("seed") != seed:
        raise ValueError(f"is not the row of seed {seed}")
    return row


def _other(asked: Asked, found: dict[str, Any]) -> str:
    """Say in what the header of a file differs."""
    wanted = asked.header()
    names = {"cells": "deals", "bots": "bots, or versions of them", "quantities": "columns", "seed": "seeds"}
    different = next((words for name, words in names.items() if found.get(name) != wanted[name]), "results")
    return f"has the results of other {different}"


def _begins(asked: Asked, header: str) -> Any:  # noqa: ANN401 - a function
    def begins(number: int, line: bytes) -> bool:
        start = header.encode() if number == 1 else f'{{"seed": {asked.seed + number - 2}, '.encode()
        return is_beginning(line, start)

    return begins


def _found(asked: Asked, first: int, number: int, jobs: int) -> Generator[Row]:
    """Yield rows that are not known yet, in the order of their seeds."""
    calls = (asked.call(seed) for seed in range(first, first + number))
    if jobs == 1:
        for call in calls:
            yield call.function(*call.arguments, deadline=None, note=None)
        return
    for reply in run_each(calls, jobs):
        if reply.error is not None:
            raise reply.error
        if reply.lost is not None:
            raise Stopped(reply.lost)
        yield reply.value


def row_of(seed: int, sources: Sequence[tuple[str, Source]], columns: Columns, **_: object) -> Row:
    """Return the row of a seed.

    Args:
        seed: of the deals and of the play.
        sources: what makes the deal of each cell, with the name of the cell.
        columns: what is found out.
    """
    deals = (crew_of(source(), name) for name, source in sources)
    return {"seed": seed, "cells": [results_of(deal, seed, columns) for deal in deals]}


@reads("a game of bots", ALL | CHANGES | COVERED | PASSING)
def results_of(deal: Crew, seed: int, columns: Columns) -> dict[str, Any]:
    """Return what is found out about a deal, by columns."""
    why = why_not_played(deal)
    if why is not None:
        return {"left_out": why}
    found = _quantities(deal, columns) if columns.quantities else {}
    played, faults = without_choices(deal), {}
    for name in columns.bots:
        game = play(played, bot_named(name), seed)
        found[name] = int(game.won)
        if game.fault is not None:
            faults[name] = str(game.fault)
    return found | ({"faults": faults} if faults else {})


def _quantities(deal: Crew, columns: Columns) -> dict[str, Any]:
    """Return whether a deal can be won, and how many percent of the opening cards keep it so."""
    end = time.monotonic() + columns.time_limit
    verdict = decide(deal, time_limit=columns.time_limit)
    found: dict[str, Any] = {OPEN: verdict.answer}
    if OPENINGS in columns.quantities:
        try:
            found[OPENINGS] = openings(deal, verdict, max(end - time.monotonic(), _LEAST_TIME))
        except Stopped:
            found[OPENINGS] = "unknown"
    return found
