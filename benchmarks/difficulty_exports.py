"""What the exports of ``docs/difficulty`` say: which deals can be won, and which bots win who see their own hand.

An export is ``docs/difficulty/NAME.csv.xz``, of the sweep ``NAME.toml``, for the names of `KINDS`.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from benchmarks.atlas import DOCS
from benchmarks.missions.exports import share_of
from benchmarks.shares import Share, in_words
from crewsat.base.intervals import bounded
from crewsat.sweeps.plan import LEVEL
from crewsat.sweeps.reading import swept

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from crewsat.sweeps.reading import Swept
    from crewsat.sweeps.summary import Tally

FOLDER = DOCS / "difficulty"
OPEN, OPENINGS = "open", "openings"
BOTS = ("search", "greedy", "random")
"""Who plays, the best first."""
SHARES = (OPEN, *BOTS)


class Kind(NamedTuple):
    """A kind of deals.

    Attributes:
        parameter: by what its cells differ, besides the number of players.
        words: the same for people.
        title: of its section.
    """

    parameter: str
    words: str
    title: str

    def named(self, number: int, players: int) -> str:
        """Return a cell in words."""
        what = f"{number} objective{'s' if number > 1 else ''}" if self == OBJECTIVES else f"{self.words} {number}"
        return f"{what} with {players} players"


OBJECTIVES = Kind("objectives", "objectives", "Objectives")
MISSIONS = Kind("mission", "mission", "The fifty missions")
DEEP_SEA = Kind("deep_sea", "total difficulty", "Mission Deep Sea")
KINDS = {"hands-objectives": OBJECTIVES, "hands-missions": MISSIONS, "hands-deep-sea": DEEP_SEA}
"""By the names of the exports."""


class Mean(NamedTuple):
    """A mean of shares, and the ends of its interval."""

    value: float
    low: float
    high: float

    def __str__(self) -> str:
        return in_words(*self)


@dataclass(frozen=True)
class Cell:
    """Deals with the same parameters.

    Attributes:
        deals: how many there are.
        shares: of those that can be won with open hands, and that each bot wins; None if a bot could play none of them.
        openings: the share of the opening cards that keep a deal winnable, on average; None if it applies to none.
        left_out: how many deals the search bot could not play, by reason.
    """

    deals: int
    shares: Mapping[str, Share | None]
    openings: Mean | None
    left_out: Mapping[str, int]

    def part(self, name: str) -> float | None:
        """Return a share as a number."""
        share = self.shares[name]
        return None if share is None else share.yes / share.deals


Key = tuple[int, int]
"""A number of objectives, a mission or a total difficulty; and a number of players."""


@dataclass(frozen=True)
class Export:
    """An export.

    Attributes:
        kind: of its deals.
        cells: by key, in the order of the numbers.
        are_given: whether goals have owners; else the players draft them.
        sweep: all that is known.
    """

    kind: Kind
    cells: Mapping[Key, Cell]
    are_given: bool
    sweep: Swept

    @property
    def players(self) -> list[int]:
        """The numbers of players."""
        return sorted({players for _, players in self.cells})

    @property
    def numbers(self) -> list[int]:
        """The numbers of objectives, missions or totals."""
        return sorted({number for number, _ in self.cells})

    def parts(self, name: str) -> dict[Key, float]:
        """Return the shares that a column has, by key."""
        found = {key: cell.part(name) for key, cell in self.cells.items()}
        return {key: part for key, part in found.items() if part is not None}

    def named(self, key: Key) -> str:
        """Return a cell in words."""
        return self.kind.named(*key)

    @property
    def core_hours(self) -> float:
        """How much processor time its deals have taken."""
        times = (tally.cpu.counts for tally in self.sweep.cells.values())
        return sum(seconds * count for counts in times for seconds, count in counts.items()) / 3_600


def cell_of(tally: Tally) -> Cell:
    """Return what is known of the deals of a cell; what is undecided counts against both ends."""
    deals, unknown = tally.answers.total(), tally.answers["unknown"]
    shares: dict[str, Share | None] = {OPEN: share_of(tally.answers["yes"], deals, unknown)}
    for name in BOTS:
        counts = tally.quantities[name].counts
        played = counts.total() + unknown
        shares[name] = share_of(counts[1], played, unknown) if counts else None
    return Cell(deals, shares, _mean(tally.quantities[OPENINGS].counts), Counter(tally.left_out))


def _mean(percents: Counter[float]) -> Mean | None:
    """Return the mean of percents, with the interval of Hoeffding."""
    number = percents.total()
    if not number:
        return None
    mean = sum(percent * count for percent, count in percents.items()) / (100 * number)
    return Mean(mean, *bounded(min(mean, 1.0), number, LEVEL))


def read(folder: Path = FOLDER, names: Sequence[str] = tuple(KINDS)) -> dict[str, Export]:
    """Return what the exports in a folder say that are there, by name."""
    paths = {name: folder / f"{name}.csv.xz" for name in names}
    return {name: _export(KINDS[name], swept([path])) for name, path in paths.items() if path.exists()}


def _export(kind: Kind, sweep: Swept) -> Export:
    cells = {_key(kind, tally): cell_of(tally) for tally in sweep.cells.values()}
    given = {tally.parameters.get("drafted", str(kind == OBJECTIVES).lower()) for tally in sweep.cells.values()}
    return Export(kind, dict(sorted(cells.items())), given == {"true"}, sweep)


def _key(kind: Kind, tally: Tally) -> Key:
    return int(tally.parameters[kind.parameter]), int(tally.parameters["players"])
