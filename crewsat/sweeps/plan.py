"""What a sweep is: its cells, how many deals of each, what is found out, and how sure the shares are to be.

A plan is written in TOML, or given by options of the command line, which replace what the file says::

    about = "Three and four players"     # for readers of the file
    game = "crew"
    deals = 10000                       # or half_width = 0.01
    [cells]                             # options of the game's generator; the product of the lists
    players = [3, 4, 5]
    objectives = "1-10"
    tokens = ["none", "1", "1,2", "all"]
    [quantities]
    fewest_tricks = true
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from crewsat.base.errors import Defect, InvalidInstance
from crewsat.base.wording import alternatives, visible
from crewsat.games import GAMES
from crewsat.sweeps.cells import Cells, cells_of
from crewsat.sweeps.quantities import QUANTITIES, QUANTITIES_OF, keys_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from crewsat.sweeps.quantities import Keys

LEVEL = 0.95
QUICK = 2.0
"""Seconds a deal may take at first; those that take longer are set aside, and asked at the end with the whole limit."""
LIMIT = 60.0
MOST_DEALS = 10**12
MOST_SEED = 10**18
_KINDS: Mapping[str, tuple[type, ...]] = {
    "about": (str,),
    "game": (str,),
    "deals": (int,),
    "half_width": (float, int),
    "level": (float, int),
    "seed_from": (int,),
    "check": (float, int),
    "cells": (dict,),
    "quantities": (dict,),
}
_NAMES = {str: "a text", int: "a whole number", float: "a number", dict: "a table"}


@dataclass(frozen=True)
class Plan:
    """A sweep.

    Attributes:
        game: its name.
        cells: what is swept.
        deals: how many deals of each cell, fixed in advance; None if they follow from the half-width.
        half_width: how wide half of an interval may be.
        level: of confidence.
        seed_from: the first seed of every cell.
        quantities: what is found out besides the answer, by name.
        check: the share of deals that are decided again by another engine.
        time_limit: seconds a deal may take in the end.
    """

    game: str
    cells: Cells
    deals: int | None = None
    half_width: float | None = None
    level: float = LEVEL
    seed_from: int = 0
    quantities: tuple[str, ...] = ()
    check: float = 0.0
    time_limit: float = field(default=LIMIT, compare=False)

    @property
    def bots(self) -> Keys:
        """What identifies the bots that play."""
        return keys_of(self.quantities)

    def about(self) -> dict[str, Any]:
        """Return what makes the sweep what it is, in the form of JSON: with anything else it would be another one."""
        bots = self.bots
        return {
            "game": self.game,
            "cells": {cell.name: cell.key for cell in self.cells.cells},
            "parameters": {cell.name: dict(cell.parameters) for cell in self.cells.cells},
            "deals": self.deals,
            "half_width": self.half_width,
            "level": self.level,
            "seed_from": self.seed_from,
            "quantities": list(self.quantities),
            "check": self.check,
            "time_limit": self.time_limit,
            **({"bots": bots} if bots else {}),
        }


def read_file(path: Path) -> dict[str, Any]:
    """Read a plan in TOML.

    Raises:
        InvalidInstance: if it is not TOML; the error names the line.
        OSError: if it cannot be read.
    """
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except (ValueError, RecursionError) as error:  # also numbers with too many digits
        raise InvalidInstance([Defect("", f"invalid TOML: {visible(error, 200)}")], str(path)) from None


def plan_of(given: Mapping[str, Any], *, time_limit: float = LIMIT, source: str = "") -> Plan:
    """Return the plan with these contents.

    Args:
        given: as in a file, or of options with the same names.
        time_limit: seconds a deal may take in the end.
        source: the name of the file, for errors.

    Raises:
        InvalidInstance: with everything that is wrong, each with its place.
    """
    defects = [
        Defect(name, f"there is no such setting{alternatives(name, _KINDS)}") for name in given if name not in _KINDS
    ]
    sound = {name: value for name, value in given.items() if name in _KINDS and _is_sound(name, value, defects)}
    _check_numbers(given, sound, defects)
    if not 0 < time_limit < float("inf"):
        defects.append(Defect("time_limit", f"must be a positive number of seconds, not {time_limit}"))
    game = sound.get("game", next(iter(GAMES)))
    quantities = _quantities(game, sound.get("quantities", {}), defects)
    cells = Cells((), {})
    try:
        cells = cells_of(game, sound.get("cells", {}), min(sound.get("seed_from", 0), MOST_SEED))
    except InvalidInstance as error:
        defects += error.defects
    if any(cell.threshold is not None for cell in cells.cells):
        _check_thresholds(given, quantities, defects)
    if defects:
        raise InvalidInstance(defects, source)
    return Plan(
        game,
        cells,
        deals=sound.get("deals"),
        half_width=float(sound["half_width"]) if "half_width" in sound else None,
        level=float(sound.get("level", LEVEL)),
        seed_from=sound.get("seed_from", 0),
        quantities=quantities,
        check=float(sound.get("check", 0)),
        time_limit=time_limit,
    )


def _check_thresholds(given: Mapping[str, Any], quantities: Sequence[str], defects: list[Defect]) -> None:
    """Check that nothing else is wanted of a sweep for thresholds."""
    if quantities:
        defects.append(Defect("quantities", "a threshold has no other quantities"))
    if "half_width" in given:
        defects.append(Defect("half_width", "a threshold has several shares, not one; allowed: deals"))


def _is_sound(name: str, value: object, defects: list[Defect]) -> bool:
    """Return whether a value is of the right kind; if not, it is a defect."""
    kinds = _KINDS[name]
    if isinstance(value, kinds) and not (isinstance(value, bool) and bool not in kinds):
        return True
    defects.append(Defect(name, f"must be {_NAMES[kinds[0]]}, not {visible(repr(value))}"))
    return False


def _check_numbers(given: Mapping[str, Any], sound: Mapping[str, Any], defects: list[Defect]) -> None:
    """Check how large numbers are, and that there is one number of deals."""
    if ("deals" in given) == ("half_width" in given):
        both = "exclude each other" if "deals" in given else "are missing: one of them is needed"
        defects.append(Defect("", f"deals and half_width {both}"))
    ranges: Mapping[str, tuple[float, float, str]] = {
        "deals": (1, MOST_DEALS, f"allowed: 1 to {MOST_DEALS:,}"),
        "seed_from": (0, MOST_SEED, f"allowed: 0 to {MOST_SEED:,}"),
        "half_width": (1e-6, 0.499999, "allowed: 0.000001 to 0.499999"),
        "level": (1e-9, 1 - 1e-9, "allowed: 0.000000001 to 0.999999999"),
        "check": (0, 1, "allowed: 0 to 1"),
    }
    for name, (least, most, allowed) in ranges.items():
        if name in sound and not least <= sound[name] <= most:
            defects.append(Defect(name, f"{visible(sound[name])} is out of range; {allowed}"))


def _quantities(game: str, given: Mapping[str, Any], defects: list[Defect]) -> tuple[str, ...]:
    """Return the quantities that are asked for."""
    for name, wanted in given.items():
        if name not in QUANTITIES:
            defects.append(Defect(f"quantities.{name}", f"there is no such quantity{alternatives(name, QUANTITIES)}"))
        elif not isinstance(wanted, bool):
            defects.append(Defect(f"quantities.{name}", f"must be true or false, not {visible(repr(wanted))}"))
        elif wanted and game in GAMES and name not in QUANTITIES_OF[game]:
            others = ", ".join(other for other, names in QUANTITIES_OF.items() if name in names)
            defects.append(Defect(f"quantities.{name}", f"{game} does not have it; allowed: {others}"))
    return tuple(name for name in QUANTITIES if given.get(name) is True)
