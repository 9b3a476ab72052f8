"""Figures of a suite, drawn from records with matplotlib; the same records give the same bytes."""

from __future__ import annotations

import hashlib
import json
import math
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import matplotlib as mpl
from matplotlib.figure import Figure as Canvas
from matplotlib.patches import Patch

from benchmarks import quantities
from benchmarks.axes import COLOURS, Styles, finite, label_ticks, logarithmic, mark_time_limit
from benchmarks.growth import law_of
from benchmarks.quantities import value_of
from benchmarks.ratios import ratio_of
from benchmarks.records import LATER, STAGES
from benchmarks.tables import Pair, in_words, pairs_of, quantile, wilson

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from pathlib import Path

    from matplotlib.axes import Axes

    from benchmarks.quantities import Quantity
    from benchmarks.records import Record
    from benchmarks.suites import Figure, Suite

STAGE_COLOURS = dict(
    zip((*STAGES, "rest"), ("#0072B2", "#56B4E9", "#D55E00", "#E69F00", "#009E73", "#BBBBBB"), strict=True)
)
SIZE = (7.2, 4.3)
STYLE: Any = {
    "svg.hashsalt": "crewsat",
    "svg.fonttype": "path",
    "font.family": "DejaVu Sans",
    "font.size": 9.5,
    "axes.titlesize": 11,
    "axes.grid": True,
    "grid.alpha": 0.3,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "legend.frameon": False,
    "lines.markersize": 4.5,
}


@dataclass(frozen=True, slots=True)
class Drawn:
    """A figure that was drawn.

    Attributes:
        name: of its files, without ending.
        title: of the figure.
        caption: what is to be seen, with the figures that count, in words.
        note: what the suite says of it.
        canvas: the drawing.
    """

    name: str
    title: str
    caption: str
    note: str
    canvas: Canvas


def draw_all(suite: Suite, records: Sequence[Record]) -> list[Drawn]:
    """Draw the figures of a suite, those for which there are records."""
    pairs = sorted(pairs_of(records), key=lambda pair: (pair.first.block, pair.first.point, pair.first.engine))
    drawn = []
    with mpl.rc_context(STYLE):
        for number, figure in enumerate(suite.figure, 1):
            mine = [pair for pair in pairs if figure.block in {None, pair.first.block}]
            if figure.engines is not None:
                mine = [pair for pair in mine if pair.first.engine in figure.engines]
            if not mine:
                continue
            canvas = Canvas(figsize=SIZE, layout="constrained")
            caption = _DRAW[figure.kind](canvas, figure, mine, Styles(suite.asked()))
            label_ticks(canvas)
            name = f"{number:02}-{figure.kind}" + (f"-{figure.block}" if figure.block else "")
            name += f"-{figure.y}" if figure.y != "cpu" else ""
            drawn.append(Drawn(name, figure.title, caption, figure.note, canvas))
    return drawn


def save(drawn: Drawn, folder: Path, source: str) -> list[Path]:
    """Write a figure as SVG and PNG; `source` says what it was drawn from, and is kept in both."""
    folder.mkdir(parents=True, exist_ok=True)
    paths = [folder / f"{drawn.name}.svg", folder / f"{drawn.name}.png"]
    with mpl.rc_context(STYLE):
        drawn.canvas.savefig(paths[0], metadata={"Date": None, "Title": drawn.title, "Description": source})
        drawn.canvas.savefig(paths[1], dpi=150, metadata={"Title": drawn.title, "Description": source})
    return paths


def source_of(records: Iterable[Record]) -> str:
    """Return a digest of records: figures that carry it were drawn from them. That of older ones does not change."""
    told = (
        {name: value for name, value in record.as_dict().items() if value is not None or name not in LATER}
        for record in records
    )
    rows = sorted(json.dumps(one, sort_keys=True) for one in told)
    return f"records sha256 {hashlib.sha256(chr(10).join(rows).encode()).hexdigest()}"


def _by_engine(pairs: Iterable[Pair], styles: Styles) -> dict[str, list[Pair]]:
    """Pairs by engine, in the order of the suite."""
    groups: dict[str, list[Pair]] = {}
    for pair in sorted(pairs, key=lambda pair: styles.place(pair.first.engine)):
        groups.setdefault(pair.first.engine, []).append(pair)
    return groups


def _cost(pair: Pair) -> float:
    return math.inf if pair.cost is None else pair.cost


def _cactus(canvas: Canvas, figure: Figure, pairs: list[Pair], styles: Styles) -> str:
    """Instances solved, each within so many seconds: the further right and down, the better."""
    axes = canvas.subplots()
    told = []
    for name, mine in _by_engine(pairs, styles).items():
        costs = sorted(cost for cost in map(_cost, mine) if cost < math.inf)
        axes.plot(range(1, len(costs) + 1), costs, label=name, markevery=max(1, len(costs) // 12), **styles.of(name))
        told.append(f"{name} {len(costs)} of {len(mine)}")
    logarithmic(axes, "y", "CPU time of an instance")
    axes.set(xlabel="instances solved", title=figure.title)
    mark_time_limit(axes, pairs)
    axes.legend(loc="upper left")
    return f"Solved in every pass: {', '.join(told)}. An engine solved x instances in at most y seconds each."


def _scatter(canvas: Canvas, figure: Figure, pairs: list[Pair], styles: Styles) -> str:
    """One engine against another, a point per instance; below the diagonal the vertical one is faster."""
    across, up = figure.engines or ("", "")
    axes = canvas.subplots()
    groups = _by_engine(pairs, styles)
    both = _on_the_same(groups.get(across, []), groups.get(up, []))
    limit = max(pair.first.time_limit for pair in pairs)
    for answer, marker, colour in (("yes", "o", COLOURS[0]), ("no", "x", COLOURS[1]), ("unknown", "+", "#000000")):
        points = [(min(a.par2, limit), min(b.par2, limit)) for a, b in both if _known(a, b) == answer]
        if points:
            xs, ys = zip(*points, strict=True)
            axes.scatter(xs, ys, marker=marker, color=colour, s=20, linewidths=1, alpha=0.8, label=answer)
    low = min((min(a.par2, b.par2) for a, b in both), default=limit) / 1.5
    axes.plot([low, limit], [low, limit], color="#666666", linewidth=0.8)
    logarithmic(axes, "x", f"CPU time of {across}")
    logarithmic(axes, "y", f"CPU time of {up}")
    axes.set(title=figure.title)
    axes.set_aspect("equal")
    if both:
        axes.legend(title="answer", loc="upper left")
    return f"{_compared(across, up, both)} Unsolved ones lie on the time limit, {limit:g} s."


def _on_the_same(across: Iterable[Pair], up: Iterable[Pair]) -> list[tuple[Pair, Pair]]:
    """Put the pairs of two engines on the same instance together."""
    other = {(pair.first.block, pair.first.point): pair for pair in up}
    return [(pair, other[place]) for pair in across if (place := (pair.first.block, pair.first.point)) in other]


def _compared(across: str, up: str, both: Iterable[tuple[Pair, Pair]]) -> str:
    """Say who is faster how often, and by how much."""
    solved = [(a.cost, b.cost) for a, b in both if a.cost is not None and b.cost is not None]
    ratio = ratio_of(solved)
    return (
        f"{across} is faster on {sum(a < b for a, b in solved)} of {len(solved)} instances both solved, {up} on "
        f"{sum(b < a for a, b in solved)}. Time of {up} as a multiple of {across}: {ratio.words()} "
        f"(geometric mean, 95 % interval)."
    )


def _known(a: Pair, b: Pair) -> str:
    return a.answer if b.answer == "unknown" else b.answer


def _growth(canvas: Canvas, figure: Figure, pairs: list[Pair], styles: Styles) -> str:
    """Time, or conflicts, against size: median, quartiles, and a law if the sizes tell."""
    axes = canvas.subplots()
    x = str(figure.x)
    told, sizes = [], sorted({float(pair.first.values()[x]) for pair in pairs})
    for name, mine in _by_engine(quantities.known(pairs, figure.y), styles).items():
        costs: dict[float, list[float]] = {}
        for pair in mine:
            costs.setdefault(float(pair.first.values()[x]), []).append(value_of(pair, figure.y))
        known = {size: sorted(values) for size, values in sorted(costs.items())}
        told.append(f"{name}: {_curve(axes, known, name, styles.of(name))}")
    logarithmic(axes, "y", f"{quantities.NAMES[figure.y]}: median, quartiles", quantities.UNITS[figure.y])
    if sizes[-1] >= 12 * sizes[0] > 0:
        axes.set_xscale("log")
        axes.set_xticks(sizes, [f"{size:g}" for size in sizes])
        axes.set_xticks([], minor=True)
    axes.set(xlabel=x, title=figure.title)
    if figure.y in quantities.TIMES:
        mark_time_limit(axes, pairs)
    axes.legend(loc="best")
    what = "Growth" if figure.y == "cpu" else f"Growth of {quantities.NAMES[figure.y]}"
    return f"{what} with {x}. {'; '.join(told)}. Broad lines are laws that fit; they say nothing beyond these sizes."


def _curve(axes: Axes, known: dict[float, list[float]], name: str, style: dict[str, Any]) -> str:
    """Draw the growth of one engine, from sorted values by size; return its law in words."""
    middle, low, high = ([quantile(values, share) for values in known.values()] for share in (0.5, 0.25, 0.75))
    axes.fill_between(list(known), low, finite(high), color=style["color"], alpha=0.15, linewidth=0)
    law = law_of(known)
    axes.plot(list(known), finite(middle), label=name, **style)
    if law.line is not None and law.named:
        drawn = [size for size, value in zip(known, middle, strict=True) if value < math.inf]
        axes.plot(drawn, [law.line.at(size) for size in drawn], color=style["color"], linewidth=3, alpha=0.35)
    return law.words


def _phase(canvas: Canvas, figure: Figure, pairs: list[Pair], _styles: Styles) -> str:
    """Share of yes and cost over the same axis; a panel for each value of another parameter."""
    x = str(figure.x)
    panels: dict[Any, dict[float, list[Pair]]] = {}
    for pair in pairs:
        values = pair.first.values()
        panel = panels.setdefault(values[figure.by] if figure.by else "", {})
        panel.setdefault(float(values[x]), []).append(pair)
    rows = canvas.subplots(len(panels), 1, sharex=True, squeeze=False)[:, 0]
    canvas.set_size_inches(SIZE[0], 1.4 + 2.2 * len(panels))
    told = []
    for axes, (value, panel) in zip(rows, sorted(panels.items()), strict=True):
        half = _panel(axes, dict(sorted(panel.items())), figure.y)
        name = f"{figure.by} = {value}" if figure.by else ""
        axes.set_title(name, loc="right", fontsize=9.5)
        told.append(f"{name}: {half}" if name else half)
    rows[-1].set_xlabel(x)
    lines = [line for axes in canvas.axes for line in axes.get_legend_handles_labels()[0]]
    words = ["share of yes", f"{quantities.NAMES[figure.y]}, median"]
    canvas.legend([lines[0], lines[-1]], words, loc="outside lower center", ncols=2)
    canvas.suptitle(figure.title, fontsize=11)
    undecided = sum(pair.answer == "unknown" for pair in pairs)
    left_out = f" {undecided} of {len(pairs)} instances were not decided and are in no share." if undecided else ""
    bars = "Bars: 95 % intervals (Wilson); band: quartiles."
    return f"Engine {pairs[0].first.engine}. {'; '.join(told)}.{left_out} {bars}"


def _panel(axes: Axes, panel: dict[float, list[Pair]], quantity: Quantity) -> str:
    """Draw one panel; return in words where the share falls to a half and where the cost is highest."""
    xs = list(panel)
    shares = _shares(axes, panel)
    right = axes.twinx()
    costs = [sorted(value_of(pair, quantity) for pair in pairs) for pairs in panel.values()]
    middle, low, high = ([quantile(values, share) for values in costs] for share in (0.5, 0.25, 0.75))
    right.fill_between(xs, low, finite(high), color=COLOURS[1], alpha=0.15, linewidth=0)
    right.plot(xs, finite(middle), color=COLOURS[1], marker="s", linestyle="--", label="cost")
    logarithmic(right, "y", quantities.NAMES[quantity], quantities.UNITS[quantity])
    right.yaxis.label.set_color(COLOURS[1])
    right.grid(visible=False)
    right.spines["right"].set_visible(True)
    peak = max(range(len(xs)), key=lambda k: middle[k])
    most = quantities.words(middle[peak], quantity) if middle[peak] < math.inf else "at least half not decided"
    return f"half are yes {_half(xs, shares)}, {quantities.HIGHEST[quantity]} at {xs[peak]:g} ({most})"


def _shares(axes: Axes, panel: dict[float, list[Pair]]) -> list[float]:
    """Draw the share of yes among what was decided, with its intervals, and return it for each value."""
    yes = [sum(pair.answer == "yes" for pair in pairs) for pairs in panel.values()]
    known = [sum(pair.answer != "unknown" for pair in pairs) for pairs in panel.values()]
    bounds = [wilson(k, n) for k, n in zip(yes, known, strict=True)]
    shares = [k / n if n else math.nan for k, n in zip(yes, known, strict=True)]
    errors = [
        [share - low for share, (low, _) in zip(shares, bounds, strict=True)],
        [high - share for share, (_, high) in zip(shares, bounds, strict=True)],
    ]
    axes.errorbar(
        list(panel), shares, yerr=errors, color=COLOURS[0], marker="o", capsize=2, linewidth=1.2, label="share of yes"
    )
    axes.set(ylabel="share of yes", ylim=(-0.05, 1.05))
    axes.yaxis.label.set_color(COLOURS[0])
    return shares


def _half(xs: Sequence[float], shares: Sequence[float]) -> str:
    """Where the share of yes passes a half, up or down, in words; shares nobody knows are passed over."""
    known = [(x, share) for x, share in zip(xs, shares, strict=True) if not math.isnan(share)]
    if not known:
        return "nobody knows where"
    for (before, share), (after, then) in pairwise(known):
        if (share < 0.5) != (then < 0.5):
            place = before + (share - 0.5) / (share - then) * (after - before)
            return f"at about {place:.0f}" if place >= 10 else f"at about {place:.2g}"
    rises, low = known[-1][1] > known[0][1], known[0][1] < 0.5
    if known[-1][1] == known[0][1]:
        return "nowhere" if low else "everywhere"
    return f"beyond {known[-1][0]:g}" if rises == low else f"below {known[0][0]:g}"


def _profile(canvas: Canvas, figure: Figure, pairs: list[Pair], styles: Styles) -> str:
    """Where the time goes: shares of the stages, and the mean; of what was solved, for who was killed tells nothing."""
    axes = canvas.subplots()
    groups = _by_engine(pairs, styles)
    told = []
    for row, (name, mine) in enumerate(reversed(groups.items())):
        known = [record for pair in mine if pair.cost is not None for record in pair.records if record.cpu]
        total = math.fsum(record.cpu or 0.0 for record in known)
        if total == 0:
            continue
        spent = _spent(known, total)
        _bar(axes, row, [seconds / total for seconds in spent])
        axes.text(1.01, row, in_words(total / len(known)), va="center", fontsize=9)
        largest = max(zip(STAGE_COLOURS, spent, strict=True), key=lambda pair: pair[1])
        told.append(f"{name} {in_words(total / len(known))}, most of it {largest[0]} ({largest[1] / total:.0%})")
    axes.set_yticks(range(len(groups)), list(reversed(groups)))
    axes.set(xlabel="share of CPU time; at the right: mean of a run", title=figure.title, xlim=(0, 1.12))
    axes.set_xticks([0, 0.2, 0.4, 0.6, 0.8, 1.0])
    axes.grid(visible=False)
    patches = [Patch(color=colour, label=stage) for stage, colour in STAGE_COLOURS.items()]
    canvas.legend(handles=patches, loc="outside lower center", ncols=6)
    words = "; ".join(reversed(told))
    return f"Mean CPU time of what was solved: {words}. Rest: choosing, statistics, and for programs their start."


def _spent(records: Sequence[Record], total: float) -> list[float]:
    """Return the seconds of each stage, and of the rest."""
    spent = [math.fsum(getattr(record, f"{stage}_cpu") or 0.0 for record in records) for stage in STAGES]
    return [*spent, max(0.0, total - math.fsum(spent))]


def _bar(axes: Axes, row: int, shares: Iterable[float]) -> None:
    """Draw the shares of the stages side by side, those that have room for it with their numbers."""
    left = 0.0
    for share, colour in zip(shares, STAGE_COLOURS.values(), strict=True):
        axes.barh(row, share, left=left, color=colour, height=0.65)
        if share > 0.06:
            axes.text(left + share / 2, row, f"{share:.0%}", ha="center", va="center", fontsize=8)
        left += share


_DRAW = {"cactus": _cactus, "scatter": _scatter, "growth": _growth, "phase": _phase, "profile": _profile}
