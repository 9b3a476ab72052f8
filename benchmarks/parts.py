"""The table of what `auto` costs against its parts, the methods and solvers it may choose among, block by block.

`auto` chooses by the instance, so it may be faster than each of its parts; it should not be slower than the best one.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING

from benchmarks.ratios import Ratio, ratio_of
from benchmarks.tables import pairs_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from benchmarks.records import Record
    from benchmarks.tables import Pair

    Pairs = Mapping[str, Pair]
    """The pairs of a block and an engine, by point."""

AUTO = {"method": "auto"}


@dataclass(frozen=True, slots=True)
class Part:
    """A part of `auto` on a block.

    Attributes:
        block: the block.
        engine: the part.
        ratio: CPU time of `auto` as a multiple of that of the part, over the instances both solved.
        only_auto: instances only `auto` solved.
        only_part: instances only the part solved.
    """

    block: str
    engine: str
    ratio: Ratio
    only_auto: int
    only_part: int


def parts(records: Iterable[Record]) -> list[Part]:
    """Return a line for each part of `auto` on each block, the best part of a block first.

    The best part is the one against which `auto` compares worst: the one that solved more of what the other left open
    and, among equals in that, by the ratio.
    """
    blocks: dict[str, dict[str, dict[str, Pair]]] = {}
    specs: dict[str, object] = {}
    for pair in pairs_of(records):
        first = pair.first
        specs.setdefault(first.engine, json.loads(first.spec))
        blocks.setdefault(first.block, {}).setdefault(first.engine, {})[first.point] = pair
    made = []
    for block, engines in blocks.items():
        autos = [pairs for name, pairs in engines.items() if specs[name] == AUTO]
        lines = [
            _line(block, name, auto, pairs)
            for auto in autos
            for name, pairs in engines.items()
            if _is_part(specs[name])
        ]
        made += sorted(lines, key=lambda line: (line.only_auto - line.only_part, -line.ratio.mean))
    return made


def _is_part(spec: object) -> bool:
    """Return whether an engine answers what `auto` answers, and is asked nothing else."""
    return isinstance(spec, dict) and "method" in spec and spec != AUTO and spec.keys() <= {"method", "solver"}


def _line(block: str, engine: str, auto: Pairs, part: Pairs) -> Part:
    both = [(auto[point].cost, part[point].cost) for point in auto if point in part]
    solved = [(of_part, of_auto) for of_auto, of_part in both if of_auto is not None and of_part is not None]
    only_auto = sum(of_part is None and of_auto is not None for of_auto, of_part in both)
    only_part = sum(of_auto is None and of_part is not None for of_auto, of_part in both)
    return Part(block, engine, ratio_of(solved), only_auto, only_part)
