"""Suites: what is measured, said in a TOML file.

A suite has limits, engines and blocks. A block is a family with values for its parameters (a list means each of
them, and several lists all combinations) and seeds. Figures say what the report draws.
"""

from __future__ import annotations

import itertools
import json
import tomllib
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, SkipValidation, ValidationError, model_validator

import crewsat
from benchmarks.engines import Engine, table
from benchmarks.families import FAMILIES, Parameter, make, parameters_of
from benchmarks.findings import CONDITION
from benchmarks.quantities import Quantity
from benchmarks.source import source_of

if TYPE_CHECKING:
    from collections.abc import Iterator

FOLDER = Path(__file__).with_name("suites")
KINDS = Literal["cactus", "scatter", "growth", "phase", "profile"]


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)


def _once(name: str, values: object) -> None:
    """Reject a list with a duplicate: it would be measured twice, and stored once."""
    if isinstance(values, list) and len({json.dumps(value) for value in values}) < len(values):
        raise ValueError(f"{name}: a value appears twice")


class Block(_Strict):
    """Instances of one family, and the engines that are asked.

    Attributes:
        name: its name in records and figures.
        family: one of the table.
        seeds: their number, counted from 0, or a list.
        parameters: of the family; a list means each of its values.
        engines: the engines asked, if not those of the suite.
        time_limit: seconds of wall time per run, if not that of the suite.
        passes: how often it is measured, if less often than the suite.
    """

    name: str = Field(pattern=r"^[a-z][a-z0-9-]*$")
    family: str
    seeds: Annotated[int, Field(ge=1)] | Annotated[list[int], Field(min_length=1)] = 1
    parameters: dict[str, SkipValidation[Parameter | list[Parameter]]] = {}
    engines: list[str] | None = None
    time_limit: Annotated[float, Field(gt=0)] | None = None
    passes: Annotated[int, Field(ge=1)] | None = None

    @model_validator(mode="after")
    def _family_and_parameters_exist(self) -> Self:
        if self.family not in FAMILIES:
            raise ValueError(f"unknown family '{self.family}'; allowed: {', '.join(FAMILIES)}")
        known = parameters_of(self.family)
        for name, value in self.parameters.items():
            if name not in known:
                raise ValueError(f"family '{self.family}' has no parameter '{name}'; allowed: {', '.join(known)}")
            if value == []:
                raise ValueError(f"{name} has no value")
            _once(name, value)
            for one in value if isinstance(value, list) else [value]:
                if type(one) is not type(known[name]) and not (type(one), type(known[name])) == (int, float):
                    raise ValueError(f"{name} = {one!r}: the values of {name} are like {known[name]!r}")
        _once("seeds", self.seeds)
        _once("engines", self.engines)
        return self

    def points(self) -> Iterator[dict[str, Parameter]]:
        """Yield the combinations of parameters; those not set have their defaults."""
        known = parameters_of(self.family)
        values = {name: self.parameters.get(name, default) for name, default in known.items()}
        choices = [value if isinstance(value, list) else [value] for value in values.values()]
        for point in itertools.product(*choices):
            yield dict(zip(values, point, strict=True))

    def all_seeds(self) -> list[int]:
        """The seeds."""
        return list(range(self.seeds)) if isinstance(self.seeds, int) else self.seeds


class Figure(_Strict):
    """What to draw.

    Attributes:
        kind: the kind of figure.
        block: the block; None: all blocks.
        x: the parameter on the axis of sizes, for ``growth`` and ``phase``.
        by: the parameter that distinguishes the panels of ``phase``.
        y: what ``growth`` and ``phase`` show: processor time, or something else (`benchmarks.quantities`).
        engines: the engines drawn, if not all; two for ``scatter``, one for ``phase``.
        title: what is shown; the headline of the figure, unless there is a finding.
        finding: the headline: a sentence with fields that are filled in from the data (`benchmarks.findings`).
        holds: conditions on the data under which the finding is true.
        appendix: whether it is shown after the tables, not before them.
        note: printed under the caption: what the figure is about and cannot show, without any measured number.
    """

    kind: KINDS
    block: str | None = None
    x: str | None = None
    by: str | None = None
    y: Quantity = "cpu"
    engines: list[str] | None = None
    title: str
    finding: str = ""
    holds: list[Annotated[str, Field(pattern=CONDITION)]] = []
    appendix: bool = False
    note: str = ""

    @model_validator(mode="after")
    def _has_what_it_needs(self) -> Self:
        if self.kind in {"growth", "phase"} and (self.x is None or self.block is None):
            raise ValueError(f"a figure of kind {self.kind} needs block and x")
        _once("engines", self.engines)
        number = {"scatter": 2, "phase": 1}.get(self.kind)
        if number is not None and len(self.engines or ()) != number:
            raise ValueError(f"a figure of kind {self.kind} needs exactly {number} of engines")
        over_sizes = {"growth", "phase"}
        y = None if self.y == "cpu" else self.y
        for name, value, kinds in (("x", self.x, over_sizes), ("y", y, over_sizes), ("by", self.by, {"phase"})):
            if value is not None and self.kind not in kinds:
                raise ValueError(f"a figure of kind {self.kind} does not use {name}")
        return self


class Suite(_Strict):
    """A suite.

    Attributes:
        title: of the report.
        about: what it is for.
        passes: how often everything is measured; two or more reveal the noise.
        time_limit: seconds of wall time per run.
        memory_limit: MB of resident memory per run.
        engines: the engines asked, by name.
        engine: adapters and engines of this suite's own.
        block: what is measured.
        figure: what is drawn.
    """

    title: str = "Benchmarks"
    about: str
    passes: Annotated[int, Field(ge=1)] = 2
    time_limit: Annotated[float, Field(gt=0)] = 10.0
    memory_limit: Annotated[float, Field(gt=0)] = 4000.0
    engines: list[str]
    engine: dict[str, Engine] = {}
    block: Annotated[list[Block], Field(min_length=1)]
    figure: list[Figure] = []

    @model_validator(mode="after")
    def _names_are_known(self) -> Self:
        known = self.known()
        _once("engines", self.engines)
        for name in self.asked():
            if name not in known:
                raise ValueError(f"unknown engine '{name}'; allowed: {', '.join(known)}")
        names = [block.name for block in self.block]
        for block in self.block:
            if (block.passes or 0) > self.passes:
                raise ValueError(f"block '{block.name}' has {block.passes} passes, but the suite only {self.passes}")
        for name in names:
            if names.count(name) > 1:
                raise ValueError(f"two blocks are called '{name}'")
        for figure in self.figure:
            self._check_figure(figure, names)
        return self

    def _check_figure(self, figure: Figure, blocks: list[str]) -> None:
        if figure.block not in {None, *blocks}:
            raise ValueError(f"figure '{figure.title}': unknown block '{figure.block}'; allowed: {', '.join(blocks)}")
        for parameter in (figure.x, figure.by):
            if parameter is not None and parameter not in parameters_of(self.family_of(figure.block)):
                raise ValueError(f"figure '{figure.title}': its family has no parameter '{parameter}'")
        if figure.x is not None and type(parameters_of(self.family_of(figure.block))[figure.x]) not in {int, float}:
            raise ValueError(f"figure '{figure.title}': the values of '{figure.x}' are not numbers")
        for name in figure.engines or ():
            if name not in self.asked():
                raise ValueError(f"figure '{figure.title}': engine '{name}' is not in the suite")

    def known(self) -> dict[str, Engine]:
        """All engines that may be named."""
        return {**table(), **self.engine}

    def asked(self) -> list[str]:
        """The engines that are asked, each once, in the order of the suite."""
        names = [*self.engines, *itertools.chain(*(block.engines or () for block in self.block))]
        return list(dict.fromkeys(names))

    def family_of(self, block: str | None) -> str:
        """Return the family of a block, by name."""
        return next(one.family for one in self.block if block in {None, one.name})

    def runs_of(self, block: Block) -> list[str]:
        """Return the engines asked in a block."""
        return self.engines if block.engines is None else block.engines

    def limits_of(self, block: Block) -> tuple[float, float]:
        """Return the time and memory a run of a block may use, in seconds and MB."""
        return float(block.time_limit or self.time_limit), float(self.memory_limit)

    def places(self, passed: int = 1) -> Iterator[tuple[Block, dict[str, Parameter], int]]:
        """Yield block, parameters and seed of every instance that is measured in a pass, counted from 1."""
        for block in self.block:
            for point in block.points() if passed <= (block.passes or self.passes) else ():
                for seed in block.all_seeds():
                    yield block, point, seed


def suite_names() -> list[str]:
    """The suites that come with the benchmarks."""
    return sorted(path.stem for path in FOLDER.glob("*.toml"))


def load_suite(name: str) -> Suite:
    """Load a suite by name, or from a file whose name ends in ``.toml``, and check that every point of it can be made.

    Raises:
        InvalidInstance: with the defects of the file, each with its place.
        OSError: if it cannot be read.
    """
    path = Path(name) if name.endswith(".toml") else FOLDER / f"{name}.toml"
    if not name.endswith(".toml") and name not in suite_names():
        raise crewsat.WrongOption(
            f"unknown suite '{name}'; allowed: {', '.join(suite_names())}, or a file that ends in .toml"
        )
    try:
        suite = Suite.model_validate(tomllib.loads(path.read_text(encoding="utf-8")))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise crewsat.InvalidInstance([crewsat.Defect("", f"invalid TOML: {error}")], name) from None
    except ValidationError as error:
        found = [(_place(one["loc"]), one["msg"].removeprefix("Value error, ")) for one in error.errors()]
        raise crewsat.InvalidInstance([crewsat.Defect(*one) for one in found], name) from None
    for number, block in enumerate(suite.block):
        for point in block.points():
            try:
                instance = make(block.family, point, block.all_seeds()[0])
                for engine in suite.runs_of(block):
                    source = suite.known()[engine].source
                    if source is not None:
                        source_of(source, instance)
            except (ValueError, crewsat.CrewsatError) as error:
                defect = crewsat.Defect(f"block[{number}]", f"{point}: {error}")
                raise crewsat.InvalidInstance([defect], name) from None
    return suite


def _place(path: tuple[int | str, ...]) -> str:
    """Return a path as text: ``block[2].seeds``."""
    text = "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in path)
    return text.removeprefix(".")
