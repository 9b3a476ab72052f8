"""The report of a suite: figures, a page in Markdown that shows them, and an HTML page that holds everything."""

from __future__ import annotations

import base64
from pathlib import Path
from typing import TYPE_CHECKING

import crewsat
from benchmarks.costs import costs
from benchmarks.figures import Drawn, draw_all, save, source_of
from benchmarks.parts import parts
from benchmarks.records import COLUMNS
from benchmarks.strategies import lines
from benchmarks.tables import Row, contradictions, in_words, latest, noise, pairs_of, quantile, rows

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from benchmarks.records import Record
    from benchmarks.suites import Suite

PAGES = {"report.md.j2": "README.md", "report.html.j2": "report.html"}
"""Templates, and the pages made from them: one for places that show Markdown, one that contains everything."""


def write_report(suite: Suite, records: Sequence[Record], folder: Path) -> list[Path]:
    """Draw the figures and write the page, from the records of the state measured last.

    Args:
        suite: says what to draw.
        records: of the suite.
        folder: where the files go.

    Returns:
        The paths written; the page is the last one.

    Raises:
        InvalidInstance: if there are no records of this suite.
    """
    mine = latest(suite, records)
    if not mine:
        raise crewsat.InvalidInstance([crewsat.Defect("", "there are no records of this suite; measure it first")])
    source = source_of(mine)
    drawn = draw_all(suite, mine)
    paths = [path for one in drawn for path in save(one, folder, source)]
    for template, name in PAGES.items():
        paths.append(folder / name)
        images = {one.name: _embedded(folder / f"{one.name}.svg") for one in drawn}
        paths[-1].write_text(_filled(template, suite, mine, drawn, images), encoding="utf-8")
    return paths


def page_of(suite: Suite, records: Sequence[Record], drawn: Sequence[Drawn]) -> str:
    """Return the page in Markdown."""
    return _filled("report.md.j2", suite, records, drawn, {})


def _filled(
    template: str, suite: Suite, records: Sequence[Record], drawn: Sequence[Drawn], images: Mapping[str, str]
) -> str:
    """Fill in a template; values are escaped if it makes HTML."""
    import jinja2  # noqa: PLC0415 - an optional extra

    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader(Path(__file__).parent),
        autoescape=jinja2.select_autoescape(["html.j2"]),
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        undefined=jinja2.StrictUndefined,
    )
    return environment.get_template(template).render(
        suite=suite,
        facts=_facts(records),
        rows=[_row(row) for row in rows(records)],
        parts=parts(records),
        costs=costs(records),
        strategies=lines(records),
        engines=sorted({(record.engine, record.version, record.spec) for record in records}),
        contradictions=contradictions(records),
        figures=[(one, images.get(one.name, "")) for one in drawn],
        columns=[name for name in COLUMNS if name not in {"key", "spec", "family"}],
        records=[record.as_dict() for record in records],
    )


def _facts(records: Sequence[Record]) -> dict[str, str]:
    """Return in words what was measured, when and where."""
    ratios = noise(pairs_of(records))
    loads = sorted(record.system_load for record in records)
    began = sorted(record.began for record in records)
    apart = "one pass only"
    if ratios:
        middle, high = (quantile(ratios, share) for share in (0.5, 0.95))
        apart = f"slowest to fastest pass: {middle:.2f} in the median, {high:.2f} (95 %)"
    return {
        "Runs": f"{len(records)}, in {max(record.passed for record in records)} passes",
        "Measured": f"{began[0]} to {began[-1]}",
        "Package": ", ".join(sorted({f"crewsat {record.package}, code {record.code}" for record in records})),
        "Machine": "; ".join(sorted({f"{record.host} (node {record.node})" for record in records})),
        "System load": f"{loads[0]:.1f} to {loads[-1]:.1f}, median {quantile(loads, 0.5):.1f}",
        "Noise": apart,
        "Limits": "; ".join(sorted({f"{r.time_limit:g} s of wall time, {r.memory_limit:g} MB" for r in records})),
        "Drawn from": source_of(records),
    }


def _row(row: Row) -> dict[str, str]:
    """Return a line of the table, in words."""
    return {
        "block": row.block,
        "engine": row.engine,
        "asked": str(row.pairs),
        "yes": str(row.yes),
        "no": str(row.no),
        "open": str(row.pairs - row.yes - row.no),
        "why": row.reasons,
        "par2": in_words(row.par2),
        "median": in_words(row.median),
        "high": in_words(row.high),
        "noise": "" if row.noise is None else f"{row.noise:.2f}",
        "peak": "" if row.peak_mb is None else f"{row.peak_mb:.0f}",
    }


def _embedded(path: Path) -> str:
    return f"data:image/svg+xml;base64,{base64.b64encode(path.read_bytes()).decode()}"
