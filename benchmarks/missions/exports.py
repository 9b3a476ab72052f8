"""What the exports of the atlas of missions say: shares with and without the distress signal, and plays.

An export is ``docs/missions/NAME.csv.xz``, of the sweep ``NAME.toml``: ``crew``, where the crew chooses who takes which
task; ``given``, where tasks are given out at random; ``unplayed``, mission 46 with its other reading; ``plays`` and
``lines``, quantities of the first deals of the same cells; ``totals``, tasks of Deep Sea of a total difficulty.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import crewsat
from benchmarks.atlas import MISSIONS
from benchmarks.shares import Share
from crewsat.base.intervals import exact
from crewsat.sweeps.plan import LEVEL
from crewsat.sweeps.reading import swept

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from crewsat.sweeps.reading import Swept
    from crewsat.sweeps.summary import Tally

CREW, GIVEN, UNPLAYED, PLAYS, LINES, DEEP_SEA = "crew", "given", "unplayed", "plays", "lines", "totals"
PLAYERS = (2, 3, 4, 5)
MOST_LINES = 1_000
"""Up to this number `crewsat sweep run --lines` counts."""
_WITHOUT_SIGNAL = {str(mission.number) for mission in crewsat.planet_nine_missions() if mission.passes}
"""Missions whose own rule has cards passed: there is no signal beside it."""
EARLIEST, OPENINGS, RANDOM, GREEDY, LINE, DROPPED = "fewest_tricks", "openings", "random", "greedy", "lines", "dropped"


@dataclass(frozen=True)
class Cell:
    """Deals of a mission, or of a total difficulty.

    Attributes:
        share: of those that can be won.
        signal: of those that can be won with the distress signal; None if that was not asked, or if it may not be sent.
        won, lost: the smallest seed of a deal that can be won, and of one that is lost; None if there is none.
        proofs: of how many lost deals a proof was checked.
    """

    share: Share
    signal: Share | None
    won: int | None
    lost: int | None
    proofs: int


@dataclass(frozen=True)
class Plays:
    """Quantities of some deals.

    Attributes:
        deals: how many there are.
        random, greedy: shares of plays that are won.
        openings: how many percent of the opening cards keep a deal winnable that can be won, on average; None if it
            does not apply.
        earliest: the median of the trick with which a deal can be won at the earliest; None if none can be won.
        dropped: how many goals must be dropped of a lost deal, on average; None if none is lost.
    """

    deals: int
    random: Share
    greedy: Share
    openings: float | None
    earliest: int | None
    dropped: float | None


Key = tuple[int, int]
"""A mission, or a total difficulty, and a number of players."""


@dataclass(frozen=True)
class Exports:
    """All that is known.

    Attributes:
        cells: by the name of the export, without `PLAYS` and `LINES`, and by mission or difficulty, and players. Those
            of `GIVEN` are of missions that have something to give out, those of `DEEP_SEA` with tasks given out.
        chosen: of `DEEP_SEA` with tasks that the crew drafts.
        plays: by mission and players, and whether tasks are given out.
        lines: the share of deals with at least as many winning lines as were counted at most, likewise.
        sweeps: the sweeps themselves, by name.
    """

    cells: Mapping[str, Mapping[Key, Cell]]
    chosen: Mapping[Key, Cell]
    plays: Mapping[tuple[int, int, bool], Plays]
    lines: Mapping[tuple[int, int, bool], Share]
    sweeps: Mapping[str, Swept]


def share_of(yes: int, deals: int, unknown: int = 0) -> Share:
    """Return a share with its exact interval; what is not known counts against both ends."""
    low, high = exact(yes, deals, LEVEL, unknown)
    return Share(yes, deals - yes - unknown, unknown, low, high)


def cell_of(tally: Tally) -> Cell:
    """Return what is known of the deals of a cell."""
    deals, yes, unknown = tally.answers.total(), tally.answers["yes"], tally.answers["unknown"]
    signal, proofs = None, 0
    if "rescued" in tally.quantities and tally.parameters.get("mission") not in _WITHOUT_SIGNAL:
        found = tally.quantities["rescued"].counts
        if found or not tally.answers["no"]:
            open_ones = deals - yes - found.total()
            signal = share_of(yes + found[1], deals, open_ones)
    if "lemmas" in tally.quantities:
        proofs = tally.quantities["lemmas"].counts.total()
    won = min((seed for seed, is_won in tally.won().items() if is_won), default=None)
    lost = min(tally.lost.get(0, ()), default=None)
    return Cell(share_of(yes, deals, unknown), signal, won, lost, proofs)


def plays_of(tally: Tally) -> Plays:
    """Return the quantities of the deals of a cell."""
    found = tally.quantities
    of_lost = {number: count for number, count in found[DROPPED].counts.items() if number}
    won = {name: share_of(found[name].counts[1], found[name].counts.total()) for name in (RANDOM, GREEDY)}
    earliest = found[EARLIEST].quantile(0.5)
    return Plays(
        tally.answers.total(),
        won[RANDOM],
        won[GREEDY],
        found[OPENINGS].mean(),
        None if earliest is None else int(earliest),
        sum(number * count for number, count in of_lost.items()) / sum(of_lost.values()) if of_lost else None,
    )


NAMES = (CREW, GIVEN, UNPLAYED, PLAYS, LINES, DEEP_SEA)


def read(folder: Path = MISSIONS, names: Sequence[str] = NAMES) -> Exports:
    """Return what the exports in a folder say: those with these names that are there."""
    paths = {name: folder / f"{name}.csv.xz" for name in names}
    sweeps = {name: swept([path]) for name, path in paths.items() if path.exists()}
    tallies = {name: [*sweeps[name].cells.values()] if name in sweeps else [] for name in NAMES}
    cells = {name: {_key(one): cell_of(one) for one in tallies[name]} for name in (CREW, GIVEN, UNPLAYED)}
    cells[GIVEN] = _given_out(cells[GIVEN])
    totals: dict[bool, dict[Key, Cell]] = {False: {}, True: {}}
    for one in tallies[DEEP_SEA]:
        totals[_is_given(one)][_key(one)] = cell_of(one)
    return Exports(
        cells | {DEEP_SEA: totals[True]},
        totals[False],
        {(*_key(one), _is_given(one)): plays_of(one) for one in tallies[PLAYS]},
        {(*_key(one), _is_given(one)): _many_lines(one) for one in tallies[LINES]},
        sweeps,
    )


def _given_out(cells: Mapping[Key, Cell]) -> dict[Key, Cell]:
    """Return the cells of missions that have something to give out; the others are the same either way."""
    given_out = {mission.number for mission in crewsat.planet_nine_missions() if mission.is_given_out}
    return {key: cell for key, cell in cells.items() if key[0] in given_out}


def _key(tally: Tally) -> Key:
    parameters = tally.parameters
    return int(parameters["mission" if "mission" in parameters else "deep_sea"]), int(parameters["players"])


def _is_given(tally: Tally) -> bool:
    return tally.parameters["drafted"] == "true"


def _many_lines(tally: Tally) -> Share:
    counts = tally.quantities[LINE].counts
    return share_of(counts[MOST_LINES], counts.total())
