"""The figures of Skull & Roses: what the paper prints beside what is computed, over the number of players."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from matplotlib import rc_context
from matplotlib.figure import Figure as Canvas
from matplotlib.ticker import FuncFormatter

from benchmarks import skull_results, svg
from benchmarks.axes import BLACK, BLUE, ORANGE, STYLE, WIDTH, at_least_a_decade, head, logarithmic, sizes_on
from crewsat.skull import published, round_tree

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

LOOKS: dict[str, dict[str, Any]] = {
    "printed": {"color": BLACK, "marker": "X", "linestyle": "--"},
    "computed": {"color": BLUE, "marker": "o", "linestyle": "-"},
    "nearest reading": {"color": ORANGE, "marker": "^", "linestyle": ":"},
}
LAST = published.PLAYERS[-1]
RAISED = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")
"""Digits of an exponent."""


@dataclass(frozen=True, slots=True)
class Picture:
    """A figure: the name of its file, its headline, what is on its axis, the curves, and what a point stands for."""

    name: str
    title: str
    what: str
    rows: Mapping[str, Mapping[int, float]]
    caption: str

    @property
    def topic(self) -> str:
        """What is shown."""
        return f"{self.what[0].upper()}{self.what[1:]}: printed in the paper, and computed"

    def lines(self) -> list[str]:
        """The lines of Markdown that show it."""
        return svg.markdown(self.title, self.topic, self.caption, f"{self.name}.svg")


def draw(results: dict[str, Any], folder: Path) -> dict[str, list[str]]:
    """Draw the figures; return the lines of Markdown that show them, by name."""
    pictures = (_of_games(results, "length"), _of_games(results, "branching"), _of_rounds())
    for picture in pictures:
        _draw(picture, folder)
    return {picture.name: picture.lines() for picture in pictures}


def _of_games(results: dict[str, Any], name: str) -> Picture:
    """The length of random games, or their branching."""
    what = {"length": "positions a game", "branching": "moves a position"}[name]
    both: dict[str, Mapping[int, float]] = {"length": published.LENGTH, "branching": published.BRANCHING}
    printed = both[name]
    key = {"length": "positions"}.get(name, name)
    played = {players: results[f"random games, P={players}"][key]["mean"] for players in published.PLAYERS}
    title = (
        f"Random play of {LAST} players has {played[LAST]:.0f} {what}; the paper prints "
        f"{printed[LAST] / played[LAST]:.1f} times as many"
    )
    caption = (
        f"Means of {skull_results.RANDOM_GAMES:,} random games a point, and of {skull_results.SEARCHED} for the "
        "reading of the rules that comes nearest to what is printed."
    )
    rows = {"printed": printed, "computed": played, "nearest reading": _nearest(results, name)}
    return Picture(name, title, what, rows, caption)


def _of_rounds() -> Picture:
    """The leaves of a round, as powers of ten."""
    exact = {players: math.log10(round_tree(players)) for players in published.PLAYERS}
    bound = published.ROUND_TREE[LAST]
    powers = [f"10{format(power, '.0f').translate(RAISED)}" for power in (exact[LAST], bound)]
    title = f"A round of {LAST} players has {powers[0]} leaves; the printed bound is {powers[1]}"
    caption = "Computed numbers are exact: nothing is random."
    return Picture("tree", title, "leaves of a round", {"printed": published.ROUND_TREE, "computed": exact}, caption)


def _nearest(results: dict[str, Any], row: str) -> dict[int, float]:
    return {int(players): value for players, value in results["readings of table 3"][row][0][row].items()}


def _draw(picture: Picture, folder: Path) -> None:
    with rc_context(STYLE):
        canvas = Canvas(figsize=(WIDTH, 3.6), layout="constrained")
        axes = canvas.subplots()
        for words, row in picture.rows.items():
            axes.plot([*row], [*row.values()], label=words, **LOOKS[words])
        axes.set_xlabel("players")
        sizes_on(axes, published.PLAYERS)
        if picture.name == "tree":
            axes.set(ylabel=picture.what, ylim=(0, None))
            axes.yaxis.set_major_formatter(FuncFormatter(lambda power, _: f"$10^{{{power:.0f}}}$"))
        else:
            logarithmic(axes, "y", picture.what, None)
            at_least_a_decade(axes, "y")
        canvas.legend(loc="outside lower center", ncols=3)
        head(canvas, picture.title, picture.topic)
        svg.write(canvas, folder / f"{picture.name}.svg", Title=picture.title)
