"""What a page shows, in the order of the parameters: its rows, the parameters that vary, and the values of each."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product
from typing import TYPE_CHECKING, Any

from crewsat.sweeps.cells import lists_of
from crewsat.sweeps.summary import all_rows

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from crewsat.sweeps.reading import Swept
    from crewsat.sweeps.summary import Tally


@dataclass(frozen=True)
class Line:
    """A row of a cell; of a threshold cell, one for each number of objectives.

    Attributes:
        parameters: by name, as texts.
        cell: what is known of it.
        found: share, intervals and costs, as an export has them.
        objectives: of a threshold cell, else None.
    """

    parameters: Mapping[str, str]
    cell: Tally
    found: Mapping[str, Any]
    objectives: int | None

    @property
    def whole(self) -> Mapping[str, str]:
        """The parameters of the deals that were made: in a threshold cell those with the most objectives."""
        threshold = self.cell.threshold
        return self.parameters if threshold is None else {**self.parameters, "objectives": str(threshold.high)}

    @property
    def lost(self) -> Sequence[int]:
        """Seeds of lost deals; in a threshold row, of those that are won without their last objective."""
        return self.cell.lost.get(0 if self.objectives is None else self.objectives, [])


@dataclass(frozen=True)
class Grid:
    """The rows of a sweep.

    Attributes:
        rows: in the order of the cells.
        values: of every parameter, in their order.
        varied: the names of parameters that have several values.
    """

    rows: Sequence[Line]
    values: Mapping[str, Sequence[str]]
    varied: Sequence[str]

    @property
    def cells(self) -> list[Line]:
        """The first row of each cell."""
        return [*{id(row.cell): row for row in reversed(self.rows)}.values()][::-1]

    def numbers(self, name: str) -> list[int] | None:
        """Return the values of a parameter as numbers; None if some are not."""
        values = self.values[name]
        return [int(value) for value in values] if all(value.isdecimal() for value in values) else None

    def others(self, *names: str) -> list[str]:
        """Return the varied parameters without these."""
        return [name for name in self.varied if name not in names]

    def groups(self, *names: str) -> Iterator[tuple[dict[str, str], list[Line]]]:
        """Yield the rows for each combination of values of these parameters that some rows have."""
        for values in product(*(self.values[name] for name in names)):
            chosen = dict(zip(names, values, strict=True))
            rows = [row for row in self.rows if all(row.parameters[name] == value for name, value in chosen.items())]
            if rows:
                yield chosen, rows


def grid_of(swept: Swept) -> Grid:
    """Return the rows of a sweep."""
    rows = []
    for cell, found in all_rows([*swept.cells.values()], swept.about.level, max(swept.rows, 1)):
        parameters = {name: found[name] for name in cell.parameters}
        objectives = None if cell.threshold is None else int(parameters["objectives"])
        rows.append(Line(parameters, cell, found, objectives))
    values = lists_of(row.parameters for row in rows)
    return Grid(rows, values, [name for name, own in values.items() if len(own) > 1])


def label(name: str) -> str:
    """Return the name of a parameter or a quantity as people read it."""
    return name.replace("_", " ")


def named(parameters: Mapping[str, str]) -> str:
    """Return parameters as people read them."""
    return ", ".join(f"{label(name)} {value}" for name, value in parameters.items())
