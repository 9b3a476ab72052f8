"""Figures of difficulty: shares against numbers of objectives, missions or totals, a panel a number of players.

Each title is a sentence that is computed from the shares which the figure shows.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from matplotlib import rc_context
from matplotlib.figure import Figure as Canvas

from benchmarks import svg
from benchmarks.axes import BLUE, GREEN, GREY, ORANGE, STYLE, WIDTH, head, shares_on
from benchmarks.difficulty_exports import DEEP_SEA, OBJECTIVES, OPEN
from crewsat.sweeps.page.tables import percent

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from matplotlib.axes import Axes

    from benchmarks.difficulty_exports import Export, Key

LOOKS: dict[str, dict[str, Any]] = {
    OPEN: {"color": GREEN, "marker": "D", "linestyle": "-", "label": "can be won with open hands"},
    "search": {"color": BLUE, "marker": "o", "linestyle": "-", "label": "won by search"},
    "greedy": {"color": ORANGE, "marker": "s", "linestyle": "--", "label": "won by the greedy rule"},
    "random": {"color": GREY, "marker": "^", "linestyle": ":", "label": "won at random"},
}
_MANY = 20
"""More numbers than this are drawn in panels one below the other."""
_HALF = 0.5
_FLAT = 2.0
"""Open hands are called nearly flat if what search wins spreads at least this many times as far."""
CAPTION = "Bars are 95 % intervals of what search wins; all others are in the table."


def title_of(found: Export) -> str:
    """Return the sentence that a figure shows."""
    return _halves(found) if found.kind == DEEP_SEA else _spreads(found)


def _spreads(found: Export) -> str:
    """Say how far shares spread with open hands, and those of search."""
    opened, won = found.parts(OPEN), found.parts("search")
    words = f"open hands win {_from_to(opened)} %"
    if _spread(won) >= _FLAT * _spread(opened):
        words = f"open hands are nearly flat, {_from_to(opened)} %"
    return f"{found.kind.title}: {words}, and search spreads from {_from_to(won)} %"


def _halves(found: Export) -> str:
    """Say up to which number search wins half of the deals, for each number of players."""
    parts = found.parts("search")
    ends = []
    for players in found.players:
        below = [number for number in found.numbers if parts.get((number, players), 1.0) < _HALF]
        last = (min(below) if below else found.numbers[-1] + 1) - 1
        ends.append(f"{last} with {players} players" if last >= found.numbers[0] else f"none with {players} players")
    words = f"search wins at least half of the deals up to a {found.kind.words} of {', '.join(ends)}"
    opened = found.parts(OPEN)
    return f"{found.kind.title}: {words}; with open hands {_from_to(opened)} % can be won"


def _spread(parts: Mapping[Key, float]) -> float:
    return max(parts.values()) - min(parts.values())


def _from_to(parts: Mapping[Key, float]) -> str:
    ends = dict.fromkeys((percent(min(parts.values())), percent(max(parts.values()))))
    return " to ".join(ends)


def draw(found: Export, path: Path) -> list[str]:
    """Draw the shares of an export; return the lines of Markdown that show the figure."""
    title, topic = title_of(found), f"Shares of deals by {found.kind.words} and players"
    stacked = len(found.numbers) > _MANY
    with rc_context(STYLE):
        panels = len(found.players)
        canvas = Canvas(figsize=(WIDTH, 1.9 * panels + 0.4 if stacked else 3.2), layout="constrained")
        rows, columns = (panels, 1) if stacked else (1, panels)
        grid = canvas.subplots(rows, columns, sharex=True, sharey=True, squeeze=False)
        for axes, players in zip(grid.flat, found.players, strict=True):
            _panel(axes, found, players)
            shares_on(axes, "y")
        for axes in grid[-1]:
            axes.set_xlabel(found.kind.words)
        lines, labels = grid[0][0].get_legend_handles_labels()
        canvas.legend(lines, labels, loc="outside lower center", ncols=2)
        head(canvas, title, topic)
        svg.write(canvas, path, Title=title)
    return svg.markdown(title, topic, CAPTION, path.name)


def _panel(axes: Axes, found: Export, players: int) -> None:
    """Draw the shares of a number of players; what bots could not play has no point."""
    axes.set_title(f"{players} players")
    for name, look in LOOKS.items():
        shares = [(number, cell.shares[name]) for (number, seats), cell in found.cells.items() if seats == players]
        known = [(number, share) for number, share in shares if share is not None]
        places, parts = [number for number, _ in known], [share.yes / share.deals for _, share in known]
        lined = {} if found.kind in {OBJECTIVES, DEEP_SEA} else {"linestyle": ""}  # missions are not in any order
        if name == "search":
            ends = [
                [part - share.low for part, (_, share) in zip(parts, known, strict=True)],
                [share.high - part for part, (_, share) in zip(parts, known, strict=True)],
            ]
            axes.errorbar(places, parts, ends, elinewidth=0.9, **{**look, **lined})
        else:
            axes.plot(places, parts, **{**look, **lined})
