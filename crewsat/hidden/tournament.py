"""Tournaments: bots play the same deals with the same seeds, so that they are compared by pairs of games.

Every pair of bots gets the exact test of McNemar (`crewsat.base.pairs`): only deals that one wins and the other does
not say who is better.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING, Any

from crewsat.hidden.rows import Asked, Columns, rows
from crewsat.hidden.shares import compared, share_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from crewsat.hidden.rows import Cell, Row
    from crewsat.hidden.shares import Share


@dataclass(frozen=True, slots=True)
class Tournament:
    """What comes of the games of a tournament.

    Attributes:
        asked: the deals, and who plays them.
        rows: a row for each seed.
    """

    asked: Asked
    rows: tuple[Row, ...]

    @classmethod
    def of(  # noqa: PLR0913 - which bots and deals, and where
        cls, bots: Sequence[str], cell: Cell, deals: int, *, seed: int = 0, jobs: int = 1, store: str | None = None
    ) -> Tournament:
        """Play a tournament.

        Args:
            bots: their names, as `bot_named` takes them.
            cell: the deals (`crewsat.hidden.games`).
            deals: how many.
            seed: the first seed.
            jobs: how many worker processes.
            store: a file that keeps the results, so that the tournament can be resumed.
        """
        asked = Asked((cell,), Columns(tuple(bots)), seed)
        return cls(asked, tuple(rows(asked, deals, jobs=jobs, store=store)))

    @property
    def played(self) -> list[dict[str, Any]]:
        """The results of the deals that were played."""
        return [row["cells"][0] for row in self.rows if "left_out" not in row["cells"][0]]

    def share(self, bot: str) -> Share:
        """Return the share of games that a bot has won."""
        played = self.played
        return share_of(sum(one[bot] for one in played), len(played))

    def as_dict(self) -> dict[str, Any]:
        """Return the JSON object."""
        played, names = self.played, self.asked.columns.bots
        bots = [
            {
                "bot": name,
                **key,
                "won": sum(one[name] for one in played),
                **self.share(name).as_dict(),
                **faults_of(played, name),
            }
            for name, key in zip(names, self.asked.columns.keys(), strict=True)
        ]
        pairs = [
            {"first": first, "second": second, **compared((bool(one[first]), bool(one[second])) for one in played)}
            for first, second in combinations(names, 2)
        ]
        about = {"tournament": 1, **self.asked.cells[0].key(), "seed": self.asked.seed, "deals": len(played)}
        return {**about, **left_out_of(row["cells"][0] for row in self.rows), "bots": bots, "pairs": pairs}


def faults_of(results: Sequence[dict[str, Any]], bot: str) -> dict[str, Any]:
    """Return how many games a bot has lost by doing something that is not allowed, and what that was first."""
    faults = [one["faults"][bot] for one in results if bot in one.get("faults", {})]
    return {"faults": len(faults), "first_fault": faults[0]} if faults else {}


def left_out_of(results: Any) -> dict[str, Any]:  # noqa: ANN401 - any results
    """Return how many deals were left out, by reason; nothing if none were."""
    reasons = Counter(one["left_out"] for one in results if "left_out" in one)
    return {"left_out": dict(sorted(reasons.items()))} if reasons else {}
