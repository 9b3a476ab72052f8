"""The page of a sweep: shares as tables with colours, each with its interval; what is undecided; what deals have cost.

It is one file that fetches nothing and needs no script. Colours only repeat what the numbers say. The same rows give
the same page, byte by byte.
"""

from __future__ import annotations

import base64
import hashlib
from html import escape
from importlib.resources import files
from itertools import combinations, product
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    Row = Mapping[str, Any]

STEPS = 20
"""How many colours there are, from no deal won to all."""
PROMISES = {
    "exact": "The number of deals was fixed in advance: the intervals are those of Clopper and Pearson.",
    "stopped": "A pilot of other deals chose their number: the intervals are those of Clopper and Pearson.",
    "running": "The sweep is not complete: the intervals hold at every moment at once, and are wider for that.",
}


def page_of(rows: Sequence[Row], about: Mapping[str, Any], title: str, commands: Mapping[int, str]) -> str:
    """Return the page.

    Args:
        rows: of the cells, as `crewsat.sweeps.export.cell_rows` makes them.
        about: what the sweep is.
        title: of the page.
        commands: by the place of a row, the command that makes its worst deal again.
    """
    names = [name for name in rows[0] if name in _parameters(about)] if rows else []
    varied = [name for name in names if len({row[name] for row in rows}) > 1]
    style = files(__package__).joinpath("page.css").read_text(encoding="utf-8") + "".join(
        map(_colour, range(STEPS + 1))
    )
    policy = f"default-src 'none'; style-src {_hash(style)}; base-uri 'none'; form-action 'none'"
    body = [*_introduction(rows, about, names, varied), *_tables(rows, varied), *_costs(rows, varied, commands)]
    return f"""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{escape(title)}</title>
<style>{style}</style>
</head>
<body>
<main>
<h1>{escape(title)}</h1>
{"".join(body)}</main>
</body>
</html>
"""


def _parameters(about: Mapping[str, Any]) -> set[str]:
    return {name for own in about["parameters"].values() for name in own}


def _introduction(
    rows: Sequence[Row], about: Mapping[str, Any], names: Sequence[str], varied: Sequence[str]
) -> Iterator[str]:
    """Say what was swept, and how sure it is."""
    deals = sum(row["deals"] for row in rows)
    fixed = [f"{name} {rows[0][name]}" for name in names if name not in varied]
    yield f"<p>{deals:,} deals in {len(rows)} cells{escape(_all_with(fixed))}.</p>\n"
    kinds = {row["interval"] for row in rows}
    for promise in (promise for kind, promise in PROMISES.items() if kind in kinds):
        yield f"<p>{promise} Level: {about['level']:.4g}.</p>\n"
    undecided = sum(row["unknown"] for row in rows)
    yield f"<p>Undecided: {undecided:,} ({undecided / max(deals, 1):.2%}). They count against both ends.</p>\n"


def _all_with(fixed: Sequence[str]) -> str:
    return f", all with {', '.join(fixed)}" if fixed else ""


def _tables(rows: Sequence[Row], varied: Sequence[str]) -> Iterator[str]:
    """Yield a table for each pair of parameters, and each combination of values of the others."""
    if len(varied) < 2:
        yield from _list(rows, varied)
        return
    for across, down in combinations(reversed(varied), 2):
        others = [name for name in varied if name not in {across, down}]
        yield f"<h2>{escape(down)} and {escape(across)}</h2>\n"
        for values in product(*(_values(rows, name) for name in others)):
            chosen = [row for row in rows if [row[name] for name in others] == [*values]]
            yield _table(chosen, down, across, ", ".join(f"{n} {v}" for n, v in zip(others, values, strict=True)))


def _list(rows: Sequence[Row], varied: Sequence[str]) -> Iterator[str]:
    """Yield one table with a row a cell."""
    head = "".join(f'<th scope="col">{escape(name)}</th>' for name in (*varied, "share"))
    yield f'<div class="wide"><table><thead><tr>{head}</tr></thead><tbody>\n'
    for row in rows:
        own = "".join(f'<th scope="row">{escape(row[name])}</th>' for name in varied)
        yield f"<tr>{own}{_share(row)}</tr>\n"
    yield "</tbody></table></div>\n"


def _table(rows: Sequence[Row], down: str, across: str, caption: str) -> str:
    """Return a table of shares; a combination that does not exist is empty."""
    columns = _values(rows, across)
    head = "".join(f'<th scope="col">{escape(value)}</th>' for value in columns)
    lines = []
    for value in _values(rows, down):
        own = {row[across]: row for row in rows if row[down] == value}
        cells = "".join(_share(own[column]) if column in own else "<td></td>" for column in columns)
        lines.append(f'<tr><th scope="row">{escape(value)}</th>{cells}</tr>\n')
    named = f"<caption>{escape(caption)}</caption>" if caption else ""
    corner = f"<th>{escape(down)} \\ {escape(across)}</th>"
    return (
        f'<div class="wide"><table>{named}<thead><tr>{corner}{head}</tr></thead><tbody>\n'
        f"{''.join(lines)}</tbody></table></div>\n"
    )


def _values(rows: Sequence[Row], name: str) -> list[str]:
    return list(dict.fromkeys(row[name] for row in rows))


def _share(row: Row) -> str:
    """Return the cell of a table: the share in percent, its interval, and what is undecided."""
    if row["share"] is None:
        return "<td>-</td>"
    undecided = f"<small>{row['unknown']} undecided</small>" if row["unknown"] else ""
    interval = f"<small>{100 * row['low']:.1f} to {100 * row['high']:.1f}</small>"
    colour = round(STEPS * row["share"])
    return f'<td class="c{colour}">{100 * row["share"]:.1f} %{interval}{undecided}</td>'


def _costs(rows: Sequence[Row], varied: Sequence[str], commands: Mapping[int, str]) -> Iterator[str]:
    """Yield what deals have cost, cell by cell."""
    head = (*varied, "median", "99 %", "all", "the deal that took longest")
    yield "<h2>Cost</h2>\n<details><summary>Seconds of processor time of a deal, in every cell</summary>\n"
    cells = "".join(f'<th scope="col">{escape(name)}</th>' for name in head)
    yield f'<div class="wide"><table><thead><tr>{cells}</tr></thead><tbody>\n'
    for k, row in enumerate(rows):
        own = "".join(f'<th scope="row">{escape(row[name])}</th>' for name in varied)
        times = "".join(f"<td>{_seconds(row[name])}</td>" for name in ("cpu_median", "cpu_99", "cpu_seconds"))
        command = f"<code>{escape(commands[k])}</code>" if k in commands else ""
        yield f"<tr>{own}{times}<td>{command}</td></tr>\n"
    yield "</tbody></table></div></details>\n"


def _seconds(value: float | None) -> str:
    return "-" if value is None else f"{value:.3g}"


def _colour(step: int) -> str:
    """Return the rule of a colour, from red to green by way of yellow; the ink is readable on all of them."""
    hue = round(130 * step / STEPS)
    return f".c{step} {{ background: light-dark(hsl({hue} 70% 85%), hsl({hue} 45% 22%)); }}\n"


def _hash(text: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"
