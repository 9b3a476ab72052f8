"""How difficult deals are: the shares that can be won with open hands, and that bots win who see their own hand.

*open*: can be won if everybody sees everything. A column for each *bot*: the share that it wins, a lower bound which
depends on the bot. *openings*: of deals that can be won, the share of the opening cards that keep it so, on average.

Two kinds of deals are compared on the same seeds, by pairs (`crewsat.base.pairs`).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from crewsat.hidden.rows import OPEN, OPENINGS, Asked, Columns, rows
from crewsat.hidden.shares import compared, mean_of, share_of
from crewsat.hidden.tournament import faults_of, left_out_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from crewsat.hidden.rows import Cell, Row
    from crewsat.hidden.shares import Share

BOTS = ("search", "greedy", "random")
"""Whose shares are found if nobody else is named."""

_WON = {"yes": True, "no": False, 1: True, 0: False}
"""What is found out about a deal, as won or lost; what is not known is None."""


@dataclass(frozen=True, slots=True)
class Difficulty:
    """How difficult the deals of one cell, or of two, are.

    Attributes:
        asked: the deals, and who plays them.
        rows: a row for each seed.
    """

    asked: Asked
    rows: tuple[Row, ...]

    @classmethod
    def of(  # noqa: PLR0913 - which deals and bots, and where
        cls,
        cells: Sequence[Cell],
        deals: int,
        *,
        bots: Sequence[str] = BOTS,
        seed: int = 0,
        time_limit: float = 60.0,
        jobs: int = 1,
        store: str | None = None,
    ) -> Difficulty:
        """Find out how difficult deals are.

        Args:
            cells: one kind of deals (`crewsat.hidden.games`), or two to be compared.
            deals: how many of each.
            bots: the names of those who play, as `bot_named` takes them.
            seed: the first seed.
            time_limit: seconds for what is decided about a deal.
            jobs: how many worker processes.
            store: a file that keeps the results, so that the work can be resumed.
        """
        asked = asked_of(cells, bots, seed=seed, time_limit=time_limit)
        return cls(asked, tuple(rows(asked, deals, jobs=jobs, store=store)))

    @property
    def columns(self) -> tuple[str, ...]:
        """The columns that are shares of deals that are won."""
        return (OPEN, *self.asked.columns.bots)

    @property
    def undecided(self) -> bool:
        """Whether something is not known of a deal."""
        return any("unknown" in {one.get(OPEN), one.get(OPENINGS)} for row in self.rows for one in row["cells"])

    def results(self, cell: int) -> list[dict[str, Any]]:
        """Return the results of the deals of a cell that were played."""
        return [row["cells"][cell] for row in self.rows if "left_out" not in row["cells"][cell]]

    def shares(self, cell: int) -> dict[str, Share]:
        """Return the shares of a cell, by columns."""
        results = self.results(cell)
        found: dict[str, Share] = {}
        for name in self.columns:
            won = [_WON.get(one[name]) for one in results]
            found[name] = share_of(won.count(True), len(won), won.count(None))
        parts = [one[OPENINGS] for one in results if one[OPENINGS] is not None]
        found[OPENINGS] = mean_of([None if part == "unknown" else part / 100 for part in parts])
        return found

    def compared(self) -> list[dict[str, Any]]:
        """Return how the two cells differ, by columns; nothing of one cell."""
        if len(self.asked.cells) == 1:
            return []
        both = [row["cells"] for row in self.rows if all("left_out" not in one for one in row["cells"])]
        return [
            {"column": name, **compared((_WON.get(one[name]), _WON.get(other[name])) for one, other in both)}
            for name in self.columns
        ]

    def as_dict(self) -> dict[str, Any]:
        """Return the JSON object of the contract."""
        about = {"difficulty": 1, "seed": self.asked.seed, "bots": self.asked.columns.keys()}
        cells = [self._row(number) for number in range(len(self.asked.cells))]
        against = self.compared()
        return {**about, "rows": cells, **({"compared": against} if against else {})}

    def _row(self, cell: int) -> dict[str, Any]:
        """Return the row of a cell."""
        results = self.results(cell)
        faults: dict[str, Any] = {}
        for name in self.asked.columns.bots:
            found = faults_of(results, name)
            faults |= {name: found} if found else {}
        left_out = left_out_of(row["cells"][cell] for row in self.rows)
        about = {**self.asked.cells[cell].key(), "deals": len(results), **left_out}
        shares = {name: share.as_dict() for name, share in self.shares(cell).items()}
        return {**about, **shares, **({"faults": faults} if faults else {})}


def asked_of(cells: Sequence[Cell], bots: Sequence[str], *, seed: int = 0, time_limit: float = 60.0) -> Asked:
    """Return what is found out about deals to say how difficult they are."""
    return Asked(tuple(cells), Columns(tuple(bots), (OPEN, OPENINGS), time_limit), seed)
