"""Where the time goes: shares of the stages, and the mean; only of solved runs, as a killed run reports nothing.

Facts, for each engine E: ``mean E`` of a run, ``top E`` (the stage that takes most), ``share E STAGE``.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from matplotlib.patches import Patch

from benchmarks.axes import BLUE, GREEN, ORANGE, SKY, VERMILLION, WIDTH, shares_on
from benchmarks.findings import Fact, share
from benchmarks.kinds import Shown, by_engine
from benchmarks.records import STAGES
from benchmarks.tables import in_words
from benchmarks.wording import engine, instances

if TYPE_CHECKING:
    from collections.abc import Sequence

    from matplotlib.axes import Axes
    from matplotlib.figure import Figure as Canvas

    from benchmarks.axes import Styles
    from benchmarks.records import Record
    from benchmarks.suites import Figure
    from benchmarks.tables import Pair

WORDS = ("encoding", "loading", "search", "decoding", "replay", "rest")
"""The stages, and the rest."""
STAGE_COLOURS = dict(zip(WORDS, (BLUE, SKY, VERMILLION, ORANGE, GREEN, "#BBBBBB"), strict=True))


def draw(canvas: Canvas, _figure: Figure, pairs: Sequence[Pair], styles: Styles) -> Shown:
    """Draw a bar for each engine."""
    axes = canvas.subplots()
    groups = by_engine(pairs, styles)
    facts: dict[str, Fact] = {}
    parts_of_each: list[str] = []
    for row, (name, mine) in enumerate(reversed(groups.items())):
        known = [record for pair in mine if pair.cost is not None for record in pair.records if record.cpu]
        total = math.fsum(record.cpu or 0.0 for record in known)
        if total == 0:
            continue
        parts = {stage: seconds / total for stage, seconds in zip(WORDS, _spent(known, total), strict=True)}
        _bar(axes, row, parts)
        mean, top = total / len(known), max(parts, key=lambda stage: parts[stage])
        axes.text(1.02, row, in_words(mean), va="center", fontsize=9)
        parts_of_each.append(f"{engine(name)} {in_words(mean)}, most of it {top} ({100 * parts[top]:.0f} %)")
        facts |= {f"mean {name}": Fact(mean, in_words(mean)), f"top {name}": Fact(math.nan, top)}
        facts |= {f"share {name} {stage}": share(part) for stage, part in parts.items()}
    canvas.set_size_inches(WIDTH, 1.2 + 0.36 * len(groups))
    axes.set_yticks(range(len(groups)), list(map(engine, reversed(groups))))
    shares_on(axes, "x")
    axes.set(xlabel="share of CPU time; on the right, the mean of a run", xlim=(0, 1.13))
    axes.grid(visible=False)
    patches = [Patch(color=colour, label=stage) for stage, colour in STAGE_COLOURS.items()]
    canvas.legend(handles=patches, loc="outside lower center", ncols=6)
    noun = instances(pairs)[0]
    number = max(len(mine) for mine in groups.values())
    words = "; ".join(reversed(parts_of_each))
    caption = (
        f"Mean CPU time of a run, of what was decided of {number} {noun}: {words}. Rest: choosing, statistics, and"
    )
    return Shown(f"{caption} for programs their start.", facts)


def _spent(records: Sequence[Record], total: float) -> list[float]:
    """Return the seconds of each stage, and of the rest."""
    spent = [math.fsum(getattr(record, f"{stage}_cpu") or 0.0 for record in records) for stage in STAGES]
    return [*spent, max(0.0, total - math.fsum(spent))]


def _bar(axes: Axes, row: int, parts: dict[str, float]) -> None:
    """Draw the shares of the stages side by side, with their numbers where there is room."""
    left = 0.0
    for stage, part in parts.items():
        axes.barh(row, part, left=left, color=STAGE_COLOURS[stage], height=0.65)
        if part > 0.06:
            axes.text(left + part / 2, row, f"{100 * part:.0f} %", ha="center", va="center", fontsize=8)
        left += part
