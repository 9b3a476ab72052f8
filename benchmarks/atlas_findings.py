"""The first page of the atlas, ``docs/atlas/README.md``: made by ``python -m benchmarks.atlas_findings``.

Its findings are sentences of ``docs/atlas/findings.toml`` whose fields are filled in from the exports, each under
conditions that must hold of them (`benchmarks.findings`). A row of a sweep, such as ``main 4 5 omega`` (the sweep, then
what each parameter is in that row, but for those that are the same in all rows), provides these facts, all of them in
percent but the last one:

``main 4 5 omega``
    the share that can be won, in words with its 95 % interval;
``low main 4 5 omega``, ``high main 4 5 omega``
    the ends of the interval that holds for all rows of the sweep at once, for conditions;
``less main 4 5 omega``
    how much less that is, in percentage points, than with the first value of the last parameter that is there;
``least main 4 5 omega``
    the same from the ends of the intervals: what the difference is at least, for conditions;
``below 90 main 4 omega``
    the least number of objectives with which less than so many percent can be won, if one does.
"""

from __future__ import annotations

import tomllib
from typing import TYPE_CHECKING, Any

from benchmarks.atlas import FOLDER, names
from benchmarks.findings import Fact, finding_of, number
from crewsat.sweeps.reading import swept
from crewsat.sweeps.summary import all_rows

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from pathlib import Path

    from crewsat.sweeps.reading import Swept

PAGE = FOLDER / "README.md"
FINDINGS = FOLDER / "findings.toml"
MARKS = (99, 90, 75, 50, 25, 10)
"""The shares, in percent, for which the least number of objectives below is a fact."""

PREFACE = """# The winnability atlas

What share of random deals can be won, with all cards known? {deals} deals of {sweeps} sweeps are counted here. Each
page has tables and curves with intervals, differences by the deals that cells share, lost deals to step through, what
is undecided, what it cost, and the command that does it again. How far an interval can be trusted is on [its own
page](../how-sure.md), how to sweep for yourself [here](../sweeps.md).

```{{raw}} html
<ul>"""

AFTER_THE_LIST = """</ul>
```

[Small decks of which all deals are counted](counted.md), to compare sweeps with.
"""

LAST = """
## Made again

`make atlas` makes the pages from the exports beside them, this one included; `make atlas FRESH=1` runs the small sweep
first, `make atlas FRESH="main"` another one. The sentences above are in `findings.toml` with the conditions under
which they stand; if one does not hold of the exports, the page is not made. Where two shares are compared, their
intervals do not meet at a level corrected for all rows of the sweep."""


def facts_of(name: str, sweep: Swept) -> dict[str, Fact]:
    """Return what a sweep provides."""
    read = [row for _, row in all_rows(sweep.cells.values(), sweep.about.level, sweep.rows)]
    parameters = [name for name, _ in next(iter(sweep.cells)) if len({row[name] for row in read}) > 1]
    rows = {tuple(str(row[parameter]) for parameter in parameters): row for row in read}
    found: dict[str, Fact] = {}
    for key, row in rows.items():
        words = " ".join((name, *key))
        found[words] = _share(row)
        for end in ("low", "high"):
            found[f"{end} {words}"] = Fact(100 * row[f"{end}_together"], f"{100 * row[f'{end}_together']:.1f} %")
        first = next(rows[other] for other in rows if other[:-1] == key[:-1])
        found[f"less {words}"] = number(100 * (first["share"] - row["share"]))
        found[f"least {words}"] = number(100 * (first["low_together"] - row["high_together"]))
    if "objectives" in parameters:
        found |= _below(name, parameters.index("objectives"), rows)
    return found


def _share(row: Mapping[str, Any]) -> Fact:
    share, low, high = (100 * row[column] for column in ("share", "low", "high"))
    return Fact(share, f"{share:.1f} % ({low:.1f} to {high:.1f})")


def _below(name: str, place: int, rows: Mapping[tuple[str, ...], Mapping[str, Any]]) -> Iterator[tuple[str, Fact]]:
    """Yield with how many objectives less than a mark can be won, for each mark that is passed."""
    curves: dict[tuple[str, ...], dict[int, float]] = {}
    for key, row in rows.items():
        curves.setdefault(key[:place] + key[place + 1 :], {})[int(key[place])] = 100 * row["share"]
    for others, curve in curves.items():
        for mark in MARKS:
            passed = [objectives for objectives, share in sorted(curve.items()) if share < mark]
            if passed:
                yield " ".join((f"below {mark}", name, *others)), Fact(passed[0], str(passed[0]))


def findings(groups: Sequence[Mapping[str, Any]], facts: Mapping[str, Fact]) -> Iterator[str]:
    """Yield the lines of the findings.

    Raises:
        ValueError: if one does not hold, or a fact in it is not known.
    """
    for group in groups:
        yield from ("", f"## {group['title']}", "")
        for finding in group["findings"]:
            sentence = finding_of(finding["finding"], finding["holds"], facts)
            if sentence is None:
                raise ValueError(f"does not hold of the exports: {finding['finding']}")
            yield f"- {sentence}"


def page(exports: Mapping[str, Path], groups: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    """Yield the lines of the page.

    Raises:
        ValueError: if a finding does not hold, or a fact in it is not known.
    """
    facts: dict[str, Fact] = {}
    deals = 0
    for name, path in exports.items():
        sweep = swept([path])
        deals += sum(cell.answers.total() for cell in sweep.cells.values())
        facts |= facts_of(name, sweep)
    yield PREFACE.format(deals=f"{deals:,}", sweeps=len(exports))
    yield from (f'<li><a href="{name}/index.html">{_about(name)}</a></li>' for name in exports)
    yield AFTER_THE_LIST
    yield from findings(groups, facts)
    yield LAST


def _about(name: str) -> str:
    return str(tomllib.loads((FOLDER / f"{name}.toml").read_text(encoding="utf-8"))["about"])


def exports_of(some: Iterable[str]) -> dict[str, Path]:
    """Return the exports of these sweeps, of those that have one."""
    found = {name: FOLDER / f"{name}.csv.xz" for name in some}
    return {name: path for name, path in found.items() if path.exists()}


def main() -> None:
    """Write the page."""
    groups = tomllib.loads(FINDINGS.read_text(encoding="utf-8"))["group"]
    text = "".join(f"{line}\n" for line in page(exports_of(names()), groups))  # all of it, before the old one goes
    PAGE.write_text(text, encoding="utf-8")
    print("docs/atlas/README.md")


if __name__ == "__main__":
    main()
