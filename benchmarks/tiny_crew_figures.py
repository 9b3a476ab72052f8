"""The figures of Tiny Crew: ladders of exact values, and learning curves."""

from __future__ import annotations

import math
import textwrap
from statistics import mean
from typing import TYPE_CHECKING, Any

from matplotlib import rc_context
from matplotlib.figure import Figure as Canvas
from matplotlib.lines import Line2D

from benchmarks import svg
from benchmarks.axes import BLACK, BLUE, COLOURS, GREEN, GREY, ORANGE, STYLE, WIDTH, head, percent, shares_on

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping, Sequence
    from pathlib import Path

    Rows = Mapping[str, dict[str, Any]]
    Runs = Mapping[str, Sequence[dict[str, Any]]]

MARKS: dict[str, dict[str, Any]] = {
    "random": {"marker": "o", "color": GREY, "label": "random play"},
    "learned": {"marker": "s", "color": BLACK, "label": "learned"},
    "winnable": {"marker": "D", "color": GREEN, "label": "all cards seen"},
}
TEAMS: dict[str, tuple[str, float, str]] = {
    "best_printed": (ORANGE, -0.14, "best team, printed state"),
    "best_perfect": (BLUE, 0.14, "best team, perfect recall"),
}
"""Colour, height in the row, and words."""


def draw_ladders(rows: Rows, path: Path) -> list[str]:
    """Draw a ladder for each game; return the lines of Markdown that show it."""
    name, main = next(iter(rows.items()))
    most = math.ceil(100 * main["best_perfect"]["bound"] / main["deals"])
    title = (
        f"With {name} learning wins {100 * main['learned']:.0f} % of the deals, no team without talk more than "
        f"{most} %, and {100 * main['winnable']:.0f} % can be won"
    )
    topic = "Share of deals won, by game and by what is known"
    with rc_context(STYLE):
        canvas = Canvas(figsize=(WIDTH, 3.9), layout="constrained")
        axes = canvas.subplots()
        for place, row in enumerate(rows.values()):
            for key, (colour, down, words) in TEAMS.items():
                ends = [row[key]["won"] / row["deals"], row[key]["bound"] / row["deals"]]
                label = words if place == 0 else None
                axes.plot(ends, [place + down] * 2, "-|", color=colour, linewidth=3, markersize=7, label=label)
            for key, look in MARKS.items():
                axes.plot(row[key], place, linestyle="", **(look if place == 0 else {**look, "label": None}))
        axes.set_yticks(range(len(rows)), [textwrap.fill(game, 26) for game in rows], fontsize=8.5)
        axes.invert_yaxis()
        shares_on(axes, "x")
        axes.set_xlabel("deals won")
        canvas.legend(loc="outside lower center", ncols=3)
        head(canvas, title, topic)
        svg.write(canvas, path, Title=title)
    caption = (
        "Bars reach from the best team that is known to a bound that no team passes; a tick is both. Values are exact."
    )
    return svg.markdown(title, topic, caption, path.name)


def draw_curves(runs: Runs, sweeping: Collection[str], path: Path) -> list[str]:
    """Draw values against iterations and processor time; return the lines of Markdown that show it."""
    sweep, sample = ([runs[name] for name in runs if (name in sweeping) == sweeps] for sweeps in (True, False))
    title = (
        f"Learners that sweep all deals end at {_ends(sweep)} of the deals won, those that sample one at a time at "
        f"{_ends(sample)}"
    )
    topic = "Deals won against iterations and CPU time, game of 12 cards"
    with rc_context(STYLE):
        canvas = Canvas(figsize=(WIDTH, 3.9), layout="constrained")
        by_iteration, by_time = canvas.subplots(1, 2, sharey=True)
        for axes, measure in ((by_iteration, "iteration"), (by_time, "cpu_seconds")):
            for colour, group in zip(COLOURS, runs.values(), strict=False):
                for key, dashes in (("value", "-"), ("average", "--")):
                    where, values = _points([run["points"] for run in group], measure, key)
                    low, middle, high = ([of(one) for one in values] for of in (min, mean, max))
                    axes.plot(where, middle, color=colour, linestyle=dashes)
                    axes.fill_between(where, low, high, color=colour, alpha=0.2)
            axes.set(xscale="log", xlabel={"iteration": "iterations", "cpu_seconds": "CPU seconds"}[measure])
        by_iteration.set(ylabel="deals won", ylim=(0, None))
        by_iteration.yaxis.set_major_formatter(percent())
        by_time.set(xlim=(0.5, None))
        labels = [_words(name) for name in runs]
        handles = [Line2D([], [], color=colour, label=name) for colour, name in zip(COLOURS, labels, strict=False)]
        handles += [Line2D([], [], color=GREY, linestyle="-", label="current policy")]
        handles += [Line2D([], [], color=GREY, linestyle="--", label="average policy")]
        canvas.legend(handles=handles, loc="outside lower center", ncols=4)
        head(canvas, title, topic)
        svg.write(canvas, path, Title=title)
    seeds = {len(group) for group in runs.values()}
    caption = f"Means over {' or '.join(map(str, sorted(seeds)))} seeds a learner; bands span all of them."
    return svg.markdown(title, topic, caption, path.name)


def _words(learner: str) -> str:
    """Return the name of a learner in a legend."""
    known = {"external": "external sampling", "chance-sampled": "chance sampling"}
    return known.get(learner, learner.replace("cfr", "CFR"))


def _ends(groups: Iterable[Sequence[dict[str, Any]]]) -> str:
    """Return the mean final values of the learners, in increasing order."""
    means = [100 * mean(run["learned"] for run in group) for group in groups]
    return f"{min(means):.0f} to {max(means):.0f} %"


def _points(group: Sequence[Sequence[dict[str, Any]]], measure: str, key: str) -> tuple[list[float], list[list[float]]]:
    """Return where a value was computed, its mean over seeds, and the value of each seed there."""
    points = [together for together in zip(*group, strict=True) if together[0][key] is not None]
    return [mean(one[measure] for one in together) for together in points], [
        [one[key] for one in together] for together in points
    ]
