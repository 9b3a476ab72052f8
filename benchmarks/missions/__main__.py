"""`python -m benchmarks.missions` makes the pages and figures of the atlas of missions from its exports."""

from __future__ import annotations

import tomllib
from typing import TYPE_CHECKING

from benchmarks.atlas import MISSIONS, about
from benchmarks.atlas_findings import findings
from benchmarks.missions import figures
from benchmarks.missions.exports import CREW, DEEP_SEA, GIVEN, read
from benchmarks.missions.facts import facts
from benchmarks.missions.page import page

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from benchmarks.missions.exports import Exports


def drawings(found: Exports) -> Iterator[tuple[str, str]]:
    """Yield the figures: the name of each file, and its contents."""
    crew, given = found.cells[CREW], found.cells[GIVEN]
    numbers = sorted({number for number, _ in crew})
    yield "overview.svg", figures.overview(numbers, crew, given)
    for number in numbers:
        yield f"mission-{number}.svg", figures.of_mission(number, crew, given)
    if found.chosen:
        yield "deep-sea.svg", figures.deep_sea(found.chosen, found.cells[DEEP_SEA])


def write(folder: Path = MISSIONS) -> None:
    """Write the page and its figures."""
    found = read(folder)
    abouts = {name: about(name) for name in found.sweeps}
    source = folder / "findings.toml"
    groups = tomllib.loads(source.read_text(encoding="utf-8"))["group"] if source.exists() else []
    said = [*findings(groups, facts(found))]
    text = "".join(f"{line}\n" for line in page(found, said, abouts))  # all of it, before the old one goes
    for name, drawing in drawings(found):
        (folder / name).write_text(drawing, encoding="utf-8")
    (folder / "README.md").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    write()
