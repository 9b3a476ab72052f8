"""Figures of the atlas of missions, as SVG: one of each mission, one of all missions, one of Deep Sea.

Two colours: one for tasks that the crew shares out, one for tasks given out at random. They only repeat what places and
shapes say: circles and squares, full ones without the distress signal and hollow ones with it. The paper is white, so a
figure can be read in the dark, too.
"""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from benchmarks.missions.exports import PLAYERS

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from benchmarks.missions.exports import Cell, Key
    from benchmarks.shares import Share

CREW, GIVEN = "#1f5fa8", "#c2560c"
_PALE = {CREW: "#bcd3ee", GIVEN: "#f6cfae"}
_INK, _RULE = "#333", "#ddd"
_PERCENTS = (0, 25, 50, 75, 100)
_FONT = 'font-family="system-ui, sans-serif" font-size="12"'

CREW_WORDS, GIVEN_WORDS = "the crew chooses who takes which task", "tasks given out at random"
_LEGEND = (
    (CREW, False, CREW_WORDS),
    (CREW, True, "… with the distress signal"),
    (GIVEN, False, GIVEN_WORDS),
    (GIVEN, True, "… with the distress signal"),
)


def _svg(width: int, height: int, title: str, parts: Iterable[str]) -> str:
    inside = "\n".join(parts)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
        f'role="img" {_FONT} fill="{_INK}">\n<title>{escape(title)}</title>\n'
        f'<rect width="{width}" height="{height}" fill="#fff"/>\n{inside}\n</svg>\n'
    )


def _text(x: float, y: float, words: str, anchor: str = "middle", more: str = "") -> str:
    return f'<text x="{_short(x)}" y="{_short(y)}" text-anchor="{anchor}"{more}>{escape(words)}</text>'


def _mark(x: float, y: float, colour: str, *, hollow: bool) -> str:
    """Return a circle for what the crew chooses, a square for what is given out."""
    paint = f'fill="{"#fff" if hollow else colour}" stroke="{colour}" stroke-width="2"'
    if colour == CREW:
        return f'<circle cx="{_short(x)}" cy="{_short(y)}" r="4.5" {paint}/>'
    return f'<rect x="{_short(x - 4)}" y="{_short(y - 4)}" width="8" height="8" {paint}/>'


def _short(value: float) -> str:
    """Return a number with one digit, as short as it can be written."""
    return f"{value:.1f}".removesuffix(".0")


class _Plane:
    """Where shares are in a figure, from the left edge of its plane to the right one."""

    LEFT, RIGHT, TOP = 48, 12, 14

    def __init__(self, width: int, floor: int) -> None:
        self.width, self.floor = width, floor

    def y(self, share: float) -> float:
        """Return where a share is."""
        return self.floor - (self.floor - self.TOP) * share

    def rules(self) -> Iterator[str]:
        """Yield the lines of some shares, with their numbers."""
        for percent in _PERCENTS:
            y = _short(self.y(percent / 100))
            yield f'<path d="M{self.LEFT} {y}H{self.width - self.RIGHT}" stroke="{_RULE}"/>'
            yield _text(self.LEFT - 6, self.y(percent / 100) + 4, f"{percent} %", "end")

    def share(self, x: float, share: Share, colour: str, *, hollow: bool) -> Iterator[str]:
        """Yield a share with its interval."""
        ends = f"M{_short(x)} {_short(self.y(share.low))}V{_short(self.y(share.high))}"
        yield f'<path d="{ends}" stroke="{colour}" stroke-width="2"/>'
        yield _mark(x, self.y(share.yes / share.deals), colour, hollow=hollow)


def _legend(y: int, used: Sequence[tuple[str, bool]]) -> Iterator[str]:
    """Yield what the marks mean, in two columns."""
    for colour, hollow, words in _LEGEND:
        if (colour, hollow) in used:
            x = 60 if colour == CREW else 340
            down = y + 18 * hollow
            yield _mark(x, down - 4, colour, hollow=hollow)
            yield _text(x + 12, down, words, "start")


def of_mission(number: int, crew: Mapping[Key, Cell], given: Mapping[Key, Cell]) -> str:
    """Return the figure of a mission.

    Args:
        number: of the mission.
        crew: its cells by mission and players, if the crew chooses who takes which task.
        given: if tasks are given out; nothing where there is nothing to give out.
    """
    plane = _Plane(600, 174)
    parts = [*plane.rules()]
    used: list[tuple[str, bool]] = []
    step = (plane.width - plane.LEFT - plane.RIGHT) / len(PLAYERS)
    for k, players in enumerate(PLAYERS):
        middle = plane.LEFT + step * (k + 0.5)
        parts.append(_text(middle, plane.floor + 18, f"{players} players"))
        places = iter((-30, -10, 10, 30))
        for colour, cells in ((CREW, crew), (GIVEN, given)):
            cell = cells.get((number, players))
            for hollow in (False, True):
                place = next(places)
                share = None if cell is None else cell.signal if hollow else cell.share
                if share is not None:
                    parts += plane.share(middle + place, share, colour, hollow=hollow)
                    used.append((colour, hollow))
    parts += _legend(plane.floor + 42, used)
    return _svg(plane.width, 242, f"Mission {number}: share of deals that can be won", parts)


def overview(numbers: Sequence[int], crew: Mapping[Key, Cell], given: Mapping[Key, Cell]) -> str:
    """Return the figure of all missions: a field for each, and each number of players, with bars and percents."""
    at_a_row, wide, high, left, gap = 10, 72, 30, 72, 30
    parts: list[str] = []
    rows = [numbers[k : k + at_a_row] for k in range(0, len(numbers), at_a_row)]
    for r, row in enumerate(rows):
        top = 24 + r * (len(PLAYERS) * high + gap)
        for c, number in enumerate(row):
            parts.append(_text(left + wide * (c + 0.5), top - 6, str(number), more=' font-weight="bold"'))
        for p, players in enumerate(PLAYERS):
            y = top + p * high
            parts.append(_text(left - 8, y + high / 2 + 4, f"{players} players", "end"))
            for c, number in enumerate(row):
                key = number, players
                parts += _field(left + wide * c, y, wide - 4, high - 4, crew.get(key), given.get(key))
    bottom = 24 + len(rows) * (len(PLAYERS) * high + gap) - gap + 20
    parts.append(_text(left, bottom, "percent that can be won:", "start"))
    used = [(CREW, CREW_WORDS, crew), (GIVEN, GIVEN_WORDS, given)]
    for k, (colour, words) in enumerate((colour, words) for colour, words, cells in used if cells):
        x = left + 170 + 310 * k
        parts.append(f'<rect x="{x}" y="{bottom - 10}" width="30" height="10" fill="{_PALE[colour]}"/>')
        parts.append(_text(x + 38, bottom, words, "start"))
    return _svg(left + wide * at_a_row + 8, bottom + 14, "The fifty missions: shares of deals that can be won", parts)


def _field(x: int, y: int, width: int, height: int, crew: Cell | None, given: Cell | None) -> Iterator[str]:  # noqa: PLR0913, PLR0917 - a rectangle and what is in it
    """Yield a field: above, a bar for what the crew chooses; below, one for what is given out."""
    there = [(colour, cell) for colour, cell in ((CREW, crew), (GIVEN, given)) if cell is not None]
    for k, (colour, cell) in enumerate(there):
        part = height / len(there)
        share = cell.share.yes / cell.share.deals
        top, size = _short(y + k * part), _short(part - 1)
        yield f'<rect x="{x}" y="{top}" width="{width}" height="{size}" fill="#f4f4f4"/>'
        yield f'<rect x="{x}" y="{top}" width="{_short(width * share)}" height="{size}" fill="{_PALE[colour]}"/>'
        yield _text(x + width / 2, y + (k + 0.5) * part + 3.5, percent(share), more=' font-size="10.5"')


def percent(share: float) -> str:
    """Return a share in percent, in whole ones, or with a digit where that tells it from all or none."""
    whole = f"{100 * share:.0f}"
    return f"{100 * share:.1f}" if whole in {"0", "100"} and share not in {0.0, 1.0} else whole


def deep_sea(chosen: Mapping[Key, Cell], given: Mapping[Key, Cell]) -> str:
    """Return the figure of Deep Sea: shares against the total difficulty, a panel for each number of players."""
    totals = sorted({total for total, _ in given})
    seats = sorted({players for _, players in given})
    wide, floor = 300, 174
    parts = []
    for k, players in enumerate(seats):
        plane = _Plane(wide, floor)
        inner = wide - plane.LEFT - plane.RIGHT
        lines = [*plane.rules(), _text(plane.LEFT + inner / 2, floor + 34, f"total difficulty, {players} players")]
        for colour, cells in ((CREW, chosen), (GIVEN, given)):
            points = []
            for total in totals:
                x = plane.LEFT + inner * (total - totals[0] + 0.5) / (totals[-1] - totals[0] + 1)
                if (cell := cells.get((total, players))) is not None:
                    lines += plane.share(x, cell.share, colour, hollow=False)
                    points.append((x, plane.y(cell.share.yes / cell.share.deals)))
                if colour == CREW and (total % 5 == 0 or total == totals[0]):
                    lines.append(_text(x, floor + 16, str(total)))
            path = "L".join(f"{_short(x)} {_short(y)}" for x, y in points)
            lines.append(f'<path d="M{path}" fill="none" stroke="{colour}"/>')
        parts.append(f'<g transform="translate({k * wide} 0)">\n' + "\n".join(lines) + "\n</g>")
    parts += _legend(floor + 58, [(CREW, False), (GIVEN, False)])
    return _svg(wide * len(seats), floor + 72, "Mission Deep Sea: share of deals that can be won", parts)
