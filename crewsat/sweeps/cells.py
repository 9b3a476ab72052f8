"""The cells of a sweep: the product of lists of values for parameters of a generator.

A cell is named by its parameters, in the order of the generator's fields: ``players=4,objectives=5,tokens=1,2``. What
it is, is said by its key: the generator with all of its parameters, also those at their defaults. Cells of two sweeps
that have the same key are the same, whatever their names are.
"""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import dataclass, fields
from itertools import product
from typing import TYPE_CHECKING, Any

from crewsat.base.errors import Defect, InvalidInstance
from crewsat.base.parameters import rarest, recorded
from crewsat.base.wording import alternatives, json_text, visible
from crewsat.games import GAMES
from crewsat.sweeps.thresholds import why_no_threshold
from crewsat.sweeps.values import ALL, Threshold, entries_in, name_of, shown, values_in

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

DEFAULT = "default"
"""The name of the cell of a sweep that gives no parameters."""
MOST_CELLS = 100_000


@dataclass(frozen=True)
class Cell:
    """One combination of values.

    Attributes:
        game: its name.
        name: the parameters that the sweep gives.
        parameters: the same, by name, as texts.
        generator: makes the deals, `with_seed`; of a cell with a threshold those with the most objectives.
        threshold: the numbers of objectives to look among; None: deals are decided as they are.
    """

    game: str
    name: str
    parameters: Mapping[str, str]
    generator: Any
    threshold: Threshold | None = None

    @property
    def key(self) -> str:
        """Return what the cell is, as JSON."""
        values = {"generator": type(self.generator).__name__, **recorded(self.generator)}
        more = {} if self.threshold is None else {"threshold": list(self.threshold)}
        return json_text({"game": self.game, **values, **more})


@dataclass(frozen=True)
class Cells:
    """All cells of a sweep.

    Attributes:
        cells: in the order of the product, the last parameter changing first.
        left_out: combinations that cannot exist, by name, and why.
    """

    cells: tuple[Cell, ...]
    left_out: Mapping[str, str]


def cells_of(game: str, given: Mapping[str, object], seed: int) -> Cells:
    """Return the cells of the product of lists.

    A combination that cannot exist, or that makes the deals of an earlier one, is left out; a value that no combination
    can have is a mistake.

    Args:
        game: its name.
        given: lists of values by the names of parameters, in words or as TOML has them.
        seed: one that will be used: that some parameters do not fit together shows when a deal is made.

    Raises:
        InvalidInstance: with everything that is wrong.
    """
    if game not in GAMES:
        raise InvalidInstance([Defect("game", f"'{visible(game)}' is not a game{alternatives(game, GAMES)}")])
    generators = [code.load() for code in (GAMES[game].generator, *GAMES[game].other_generators)]
    every = {name_of(field): None for generator in generators for field in fields(generator)}
    defects = [
        Defect(f"cells.{name}", f"there is no such parameter{alternatives(name, every)}")
        for name in given
        if name not in every
    ]
    generator = _generator_with(generators, [name for name in given if name in every], defects)
    lists = _lists(generator, given, defects)
    if defects:
        raise InvalidInstance(defects)
    number = 1
    for values in lists.values():
        number *= len(values)
    if number > MOST_CELLS:
        raise InvalidInstance([Defect("cells", f"{number:,} combinations; allowed: at most {MOST_CELLS:,}")])
    return _existing(game, generator, lists, seed)


def threshold_of(key: str) -> Threshold | None:
    """Return the threshold of the cell with this key, if it has one."""
    found = json.loads(key).get("threshold")
    return None if found is None else Threshold(*found)


def parameters_of(key: str) -> list[str]:
    """Return the names of all parameters that the generator of the cell with this key has, in their order."""
    return [name_of(field) for field in fields(_generator_of(key))]


def _generator_of(key: str) -> Any:  # noqa: ANN401 - a dataclass
    known = json.loads(key)
    game = GAMES[known["game"]]
    generators = [code.load() for code in (game.generator, *game.other_generators)]
    return next(one for one in generators if one.__name__ == known["generator"])


def parameter_of(key: str, name: str) -> str:
    """Return a parameter of the cell with this key, as a text.

    Raises:
        InvalidInstance: if its generator does not have it.
    """
    field = next((field for field in fields(_generator_of(key)) if name_of(field) == name), None)
    if field is None:
        raise InvalidInstance([Defect("", f"cells with {name} and cells of a generator without it cannot be merged")])
    value = json.loads(key).get(field.name, field.default)
    if field.name == "objectives":
        value = threshold_of(key) or value
    return shown(field, tuple(value) if isinstance(value, list) else value)


def lists_of(cells: Iterable[Mapping[str, str]]) -> dict[str, list[str]]:
    """Return the lists of values, in their order, that cells with these parameters have.

    Args:
        cells: the parameters of each, in the order of the product; some combinations may be missing.
    """
    lists: dict[str, list[str]] = {}
    before: dict[tuple[str, tuple[str, ...]], str] = {}  # the value before, with the same others
    for parameters in cells:
        for name, text in parameters.items():
            own = lists.setdefault(name, [])
            others = (name, tuple(value for other, value in parameters.items() if other != name))
            if text not in own:
                own.insert(own.index(before[others]) + 1 if others in before else len(own), text)
            before[others] = text
    return lists


def _generator_with(generators: Sequence[type], names: Sequence[str], defects: list[Defect]) -> type:
    """Return the first generator that has all parameters; if none has, that is added to the defects."""
    own = {generator: [name_of(field) for field in fields(generator)] for generator in generators}
    for generator, known in own.items():
        if {*names} <= {*known}:
            return generator
    special = rarest(names, list(own.values()))
    other = next(generator for generator, known in own.items() if special in known)
    rest = ", ".join(name for name in names if name not in own[other])
    defects.append(Defect(f"cells.{special}", f"cannot be combined with {rest}"))
    return other


def _lists(generator: type, given: Mapping[str, object], defects: list[Defect]) -> dict[str, list[Any]]:
    """Return the values by field; what is wrong with them is added to the defects."""
    lists: dict[str, list[Any]] = {}
    for field in fields(generator):
        name = name_of(field)
        if name not in given:
            continue
        values: list[Any] = []
        entries = entries_in(given[name])
        for k, entry in enumerate(entries):
            try:
                values += values_in(field, entry)
            except ValueError as error:
                defects.append(Defect(f"cells.{name}" if len(entries) == 1 else f"cells.{name}[{k}]", str(error)))
        if len(values) > 1 and any(isinstance(value, Threshold) for value in values):
            defects.append(Defect(f"cells.{name}", "a threshold cannot be combined with other values"))
        counts = Counter(values)
        again = next((value for value in values if counts[value] > 1), None)
        if not entries:
            defects.append(Defect(f"cells.{name}", "there is no value"))
        elif again is not None:
            defects.append(Defect(f"cells.{name}", f"'{shown(field, again)}' is listed twice"))
        lists[field.name] = values
    return lists


def _existing(game: str, generator: type, lists: Mapping[str, Sequence[Any]], seed: int) -> Cells:
    """Return the cells that exist, and those left out.

    Raises:
        InvalidInstance: if a value has no cell.
    """
    cells: dict[str, Cell] = {}  # by key
    left_out: dict[str, str] = {}
    refused: dict[tuple[str, Any], str | None] = {}  # of each value: why it has no cell, or None
    for chosen in (dict(zip(lists, values, strict=True)) for values in product(*lists.values())):
        cell, why = _cell_or_why(game, generator, chosen, seed)
        if cell is None:
            left_out[name_with(_named(generator, chosen))] = why
            for value in chosen.items():
                refused.setdefault(value, why)
        else:
            if cells.setdefault(cell.key, cell) is not cell:
                left_out[cell.name] = f"its deals are those of {cells[cell.key].name}"
            refused |= dict.fromkeys(chosen.items())
    without = {value: why for value, why in refused.items() if why is not None}
    if without:
        raise InvalidInstance([*_without_cells(game, generator, without, seed, are_there_others=bool(cells))])
    return Cells(tuple(cells.values()), left_out)


def _cell_or_why(game: str, generator: type, chosen: Mapping[str, Any], seed: int) -> tuple[Cell | None, str]:
    """Return a cell, or why it cannot exist."""
    try:
        return _cell(game, generator, chosen, seed), ""
    except InvalidInstance as error:
        return None, "; ".join(map(str, error.defects))
    except ValueError as error:
        return None, str(error)


def _without_cells(
    game: str, generator: type, without: Mapping[tuple[str, Any], str], seed: int, *, are_there_others: bool
) -> Iterator[Defect]:
    """Yield the defects of values that have no cell; without any cell, those of the values that are alone to blame.

    Args:
        game: its name.
        generator: of the deals.
        without: why each field and value has no cell.
        seed: one that will be used.
        are_there_others: whether there are any cells.
    """
    alone = {(name, value): _cell_or_why(game, generator, {name: value}, seed)[1] for name, value in without}
    blamed = [value for value in without if are_there_others or alone[value]]
    for name, value in blamed:
        field = next(field for field in fields(generator) if field.name == name)
        why = alone[name, value] or without[name, value]
        yield Defect(f"cells.{name_of(field)}", f"no cell can have '{shown(field, value)}': {why}")
    if not blamed:
        for why in dict.fromkeys(without.values()):
            yield Defect("cells", f"no combination can exist: {why}")


def _named(generator: type, chosen: Mapping[str, Any]) -> dict[str, str]:
    """Return the values as texts, by the names of their parameters."""
    own = (field for field in fields(generator) if field.name in chosen)
    return {name_of(field): shown(field, chosen[field.name]) for field in own}


def name_with(parameters: Mapping[str, str]) -> str:
    """Return the name of the cell with these parameters."""
    return ",".join(f"{key}={value}" for key, value in parameters.items()) or DEFAULT


def _cell(game: str, generator: type, chosen: Mapping[str, Any], seed: int) -> Cell:
    """Return a cell.

    Raises:
        ValueError, InvalidInstance: if it cannot exist.
    """
    values = dict(chosen)
    threshold = next((value for value in values.values() if isinstance(value, Threshold)), None)
    if threshold is not None:
        why = why_no_threshold(generator, values)
        if why is not None:
            raise ValueError(why)
        values["objectives"] = threshold.high
    if values.get("tokens") == ALL:
        values["tokens"] = tuple(str(k) for k in range(1, _objectives(generator, values) + 1))
    made = generator(**values)
    made.with_seed(seed)
    parameters = _named(generator, chosen)
    return Cell(game, name_with(parameters), parameters, made, threshold)


def _objectives(generator: Any, values: Mapping[str, Any]) -> int:  # noqa: ANN401 - a dataclass
    default = {field.name: field.default for field in fields(generator)}
    number: int = values.get("objectives", default["objectives"])
    return number
