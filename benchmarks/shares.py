"""Shares that pages read from exports of the atlas: with exact intervals, to whose both ends undecided deals count."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import crewsat
from crewsat.sweeps.counting import EXACT
from crewsat.sweeps.page.tables import percent
from crewsat.sweeps.plan import LEVEL
from crewsat.sweeps.reading import swept
from crewsat.sweeps.summary import rows_of

FOLDER = Path(__file__).parents[1] / "docs" / "atlas"


def in_words(share: float, low: float, high: float) -> str:
    """Return a share with the ends of its interval."""
    return f"{percent(share)} % ({percent(low)} to {percent(high)})"


class Share(NamedTuple):
    """What an export says of a cell.

    Attributes:
        yes, no, unknown: how many deals are won, lost and undecided.
        low, high: ends of the interval of the share that is won.
    """

    yes: int
    no: int
    unknown: int
    low: float
    high: float

    @property
    def deals(self) -> int:
        """How many there are."""
        return self.yes + self.no + self.unknown

    def __str__(self) -> str:
        return in_words(self.yes / self.deals, self.low, self.high)


def shares_in(*exports: Path) -> dict[frozenset[tuple[str, str]], Share]:
    """Return what exports say of each cell, by its parameters.

    Raises:
        InvalidInstance: if one is not an export, or has intervals that are not exact, or of another level.
    """
    found = {}
    for path in exports:
        sweep = swept([path])
        for cell in sweep.cells.values():
            if (cell.interval, sweep.about.level) != (EXACT, LEVEL):
                raise crewsat.InvalidInstance(
                    [crewsat.Defect("", f"an interval is not exact and of level {LEVEL}")], str(path)
                )
            (row,) = rows_of(cell, sweep.about.level, len(sweep.cells))
            numbers = (row[name] for name in ("yes", "no", "unknown", "low", "high"))
            found[frozenset(cell.parameters.items())] = Share(*numbers)
    return found
