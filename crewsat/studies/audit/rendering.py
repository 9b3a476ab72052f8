"""The results of an audit as JSON, as text and as a page; the last two are generated from the first."""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING, Any

import crewsat
from crewsat.base.layout import Prose, Verbatim
from crewsat.studies.audit.claims import judgement, key_of, used_domains
from crewsat.studies.audit.counterexamples import (
    anchor,
    decided,
    figure_lines,
    figures,
    heading_of,
    link,
    shown,
    smallest,
    words_of,
)
from crewsat.studies.audit.opening import opening
from crewsat.studies.audit.table_rendering import cells, table_json, table_lines, table_pieces

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from rich.console import RenderableType

    from crewsat.studies.audit.claims import Audit, Claim, MainResult, Reading, Tallies
    from crewsat.studies.audit.tables import Sheets

FEW = 6
"""The largest number of readings with the same result that are listed; more are summarised."""

MOST_IN_A_CELL = 300
"""The maximum length of a counterexample in a table; a longer one is shown only below it."""

MOST_IN_A_LINE = 1_500
"""The maximum length of a counterexample in the text; a longer one is not shown at all."""

Report = dict[str, Any]

_PREFACE = (
    "Every claim is tried, in each reading we find plausible, on the cases named below; what is true there is found by "
    "exhaustive search or by a solver. *Fails* means that there is a case on which a reading is wrong; the smallest "
    "is shown, of the reading nearest to the text that fails. *No counterexample* means that none was found, which is "
    "evidence, not proof. A reading that fails need not be what the author meant (the figures of the paper could not "
    "be consulted), and a lemma that fails need not take its theorem with it."
)


def report_of(audit: Audit, tallies: Tallies, sheets: Sheets | None = None, *, thorough: bool) -> Report:
    """Return the results of the audit as a JSON object; every verdict in it is derived from the tallies."""
    used = used_domains(audit)
    report = {
        "format": 1,
        "audit": audit.name,
        "title": audit.title,
        "version": crewsat.__version__,
        "thorough": thorough,
        "domains": {
            name: domain.thorough_words if thorough else domain.words
            for name, domain in audit.domains.items()
            if name in used
        },
        "claims": [_claim(claim, tallies, audit.briefly.get(claim.name, "")) for claim in audit.claims],
    }
    names = {claim.name for claim in audit.claims}
    results = [_main_result(one) for one in audit.results if names.issuperset(one.rests_on)]
    tables = [table_json(table, (sheets or {})[table.name]) for table in audit.tables]
    return report | ({"results": results} if results else {}) | ({"tables": tables} if tables else {})


def _main_result(result: MainResult) -> dict[str, Any]:
    written = {"name": result.name, "words": result.words, "rests_on": list(result.rests_on), "repair": result.repair}
    return {key: value for key, value in written.items() if value}


def _claim(claim: Claim[Any], tallies: Tallies, briefly: str) -> dict[str, Any]:
    written = {
        "name": claim.name,
        "place": claim.place,
        "statement": claim.statement,
        "domain": claim.domain,
        "as_published": judgement(claim, tallies),
        "briefly": briefly,
        "readings": [_reading(claim, one, tallies) for one in claim.readings],
        "repaired": claim.repaired,
        "as_repaired": judgement(claim, tallies, repaired=True) if any(one.repaired for one in claim.readings) else "",
        "remark": claim.remark,
    }
    return {key: value for key, value in written.items() if value}


def _reading(claim: Claim[Any], reading: Reading[Any], tallies: Tallies) -> dict[str, Any]:
    tally = tallies[key_of(claim, reading)]
    written: dict[str, Any] = {
        "name": reading.name,
        "words": reading.words,
        "repaired": reading.repaired,
        "standing": tally.standing,
        **tally.as_dict(),
    }
    if tally.smallest is None:
        del written["smallest"]
    return written


def _evidence(readings: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    """Yield the results of readings, summarising those with the same result if there are many."""
    for standing in ("fails", "holds", "untested"):
        those = [one for one in readings if one["standing"] == standing]
        if len(those) <= FEW:
            yield from (f"{_result(one)}: {one['words']}" for one in those)
            continue
        counts = sorted({sum(one["failures"].values()) for one in those})
        number = f" on {counts[0]:,} to {counts[-1]:,} of" if counts[-1] else " on"
        yield f"{len(those)} readings {standing.removesuffix('s')}{number} {those[0]['cases']:,} cases"


def _result(reading: Mapping[str, Any]) -> str:
    """Return the result of a reading: ``fails on 12 of 3,400 cases``."""
    failed = sum(reading["failures"].values())
    of = f"{failed:,} of {reading['cases']:,}" if failed else f"{reading['cases']:,}"
    return f"{reading['standing']} on {of} cases" if reading["cases"] else "says nothing about any case"


def pieces_of(report: Report) -> Iterator[RenderableType]:
    """Yield the results for human readers, piece by piece."""
    yield Prose(report["title"])
    yield ""
    for claim in report["claims"]:
        yield from _claim_pieces(claim)
        yield ""
    for table in report.get("tables", ()):
        yield from table_pieces(table)
        yield ""
    yield "Cases"
    for name, words in report["domains"].items():
        yield _paragraph(name, words)


def _claim_pieces(claim: Mapping[str, Any]) -> Iterator[RenderableType]:
    yield Prose([(f"{claim['name'].upper()}  {claim['as_published']}", "bold")])
    yield _paragraph(claim["place"], claim["statement"])
    for line in _evidence([one for one in claim["readings"] if not one["repaired"]]):
        yield _paragraph("published", line)
    found = smallest(claim)
    if found is not None:
        yield _paragraph("smallest", f"{words_of(found)}:")
        command = decided(found)
        yield Verbatim(f"      {command if len(command) <= MOST_IN_A_LINE else 'too long to show; --json has it'}")
    if "repaired" in claim:
        yield _paragraph("repaired", claim["repaired"])
    for line in _evidence([one for one in claim["readings"] if one["repaired"]]):
        yield _paragraph("ours", line)
    if "remark" in claim:
        yield _paragraph("remark", claim["remark"])


def _paragraph(label: str, words: str) -> Prose:
    return Prose(f"{label}: {words}", label="  ", hang=6)


def as_page(report: Report) -> str:
    """Return the results as a page of Markdown."""
    thorough = " --thorough" if report["thorough"] else ""
    lines = [
        f"<!-- Generated by `crewsat audit {report['audit']}{thorough} --page`; do not edit. -->",
        f"# {report['title']}: an audit",
        "",
        *opening(report),
        *_drawn(report),
        "## All statements",
        "",
        *textwrap.wrap(_PREFACE, 120),
        "",
        *_overview(report),
        "Cases:",
        "",
        *(f"- *{name}*: {words}." for name, words in report["domains"].items()),
        "",
    ]
    figure_of = {claim["name"]: heading_of(claims) for claims in figures(report).values() for claim in claims}
    for claim in report["claims"]:
        lines += [*_section(claim, figure_of.get(claim["name"])), ""]
    for table in report.get("tables", ()):
        lines += [f"## {table['name']}", "", f"*{table['title']}.* Computed on: {table['domain']}.", ""]
        lines += [*table_lines(table), ""]
    return "\n".join(lines).rstrip("\n") + "\n"


def _drawn(report: Report) -> Iterator[str]:
    """Yield the counterexamples as figures."""
    drawn = figures(report)
    if drawn:
        yield "## The counterexamples"
        yield ""
    for text, claims in drawn.items():
        yield from figure_lines(text, claims)
        yield ""


def _overview(report: Report) -> Iterator[str]:
    if report["claims"]:
        yield "| claim | as published | evidence | smallest counterexample | repaired statement |"
        yield "|---|---|---|---|---|"
        yield from map(_row, report["claims"])
        yield ""
    if "tables" in report:
        yield "Also computed, where the paper makes no claim:"
        yield ""
        yield from (f"- {link(table['name'])}: {table['title']}." for table in report["tables"])
        yield ""


def _row(claim: Mapping[str, Any]) -> str:
    published = [one for one in claim["readings"] if not one["repaired"]]
    failed = sum(one["standing"] == "fails" for one in published)
    cases = max(one["cases"] for one in published)
    evidence = f"{failed} of {len(published)} readings fail; {cases:,} cases"
    found = smallest(claim)
    example = "" if found is None else f"`{shown(found)}`"
    if len(example) > MOST_IN_A_CELL:
        example = "too long for this table, above"
    repaired = claim.get("repaired", "")
    if repaired and "as_repaired" in claim:
        repaired += f" ({claim['as_repaired']})"
    return cells(f"{link(claim['name'])}: {claim['statement']}", claim["as_published"], evidence, example, repaired)


def _section(claim: Mapping[str, Any], figure: str | None) -> Iterator[str]:
    yield f"## {claim['name']}"
    yield ""
    yield f"*{claim['place'][0].upper()}{claim['place'][1:]}.* {claim['statement']}"
    yield ""
    yield f"As published: **{claim['as_published']}**. Tried on: {claim['domain']}."
    yield ""
    yield "| reading | result | how it fails |"
    yield "|---|---|---|"
    for one in claim["readings"]:
        how = "; ".join(f"{words}: {number:,}" for words, number in one["failures"].items())
        yield cells(f"{'**ours**: ' if one['repaired'] else ''}{one['words']}", _result(one), how)
    if "repaired" in claim:
        yield ""
        yield f"Repaired: {claim['repaired']}"
    if "remark" in claim:
        yield ""
        yield claim["remark"]
    found = smallest(claim)
    if found is not None:
        yield ""
        where = "" if figure is None else f", [drawn above](#{anchor(figure)})"
        yield f"Smallest counterexample{where}: {words_of(found)}."
        yield ""
        yield "```console"
        yield f"$ {decided(found)}"
        yield "```"
