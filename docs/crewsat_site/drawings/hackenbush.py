"""Hackenbush drawn: strings on the ground, edges in the colours of their players, and the first cut."""

from __future__ import annotations

from typing import TYPE_CHECKING

from crewsat.base.wording import counted
from crewsat_site.drawings.answers import answer_in_words, write_answer
from crewsat_site.drawings.canvas import MARGIN, Canvas
from crewsat_site.drawings.looks import LOOKS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from crewsat.games.hackenbush.instance import Hackenbush
    from crewsat.games.hackenbush.rules import Move
    from crewsat.games.verdict import Verdict

MOST_IN_A_ROW = 8
MOST_STRINGS = 40
MOST_EDGES = 12
"""Of a longer string so many edges are drawn, from the ground upwards."""

_STEP = 46
_EDGE = 40


def picture(instance: Hackenbush, verdict: Verdict[tuple[Move, ...]]) -> str:
    """Return the drawing."""
    return _Drawing(instance, verdict).svg()


class _Drawing:
    def __init__(self, instance: Hackenbush, verdict: Verdict[tuple[Move, ...]]) -> None:
        self._instance = instance
        self._verdict = verdict
        self._cut = next(iter(verdict.play or ()), None)
        self._canvas = Canvas(min(MOST_IN_A_ROW, len(instance.strings)) * _STEP + 2 * MARGIN)

    def svg(self) -> str:
        self._canvas.lines(self._question())
        numbered = list(enumerate(self._instance.strings, 1))[:MOST_STRINGS]
        for k in range(0, len(numbered), MOST_IN_A_ROW):
            self._row(numbered[k : k + MOST_IN_A_ROW])
        left = len(self._instance.strings) - len(numbered)
        if left:
            self._canvas.lines(f"and {counted(left, 'more string')}", "faint")
        if numbered:
            self._canvas.lines("Filled: edges of the coalition. Strings are numbered below the ground.", "faint")
        else:
            self._canvas.lines("There are no strings.")
        write_answer(self._canvas, self._instance, self._verdict)
        title = f"Hackenbush: {counted(len(self._instance.strings), 'string')}, {self._verdict.answer}"
        return self._canvas.svg(title, " ".join(self._description()))

    def _question(self) -> str:
        members = ", ".join(map(str, self._instance.coalition)) or "nobody"
        players = counted(self._instance.number_of_players, "player")
        return f"{players}; coalition: {members}; player {self._instance.to_move} moves first"

    def _row(self, strings: list[tuple[int, tuple[int, ...]]]) -> None:
        canvas = self._canvas
        highest = max(min(MOST_EDGES, len(labels)) for _, labels in strings)
        ground = canvas.y + highest * _EDGE + 16
        for place, (number, labels) in enumerate(strings):
            x = MARGIN + (place + 0.5) * _STEP
            self._string(number, labels, x, ground)
            canvas.text(x, ground + 18, str(number), "small", anchor="middle")
        canvas.path(f"M{MARGIN} {ground:.1f}h{len(strings) * _STEP}", "ground")
        canvas.y = ground + 26

    def _string(self, number: int, labels: tuple[int, ...], x: float, ground: float) -> None:
        canvas = self._canvas
        for edge, player in enumerate(labels[:MOST_EDGES], 1):
            with canvas.group(string=number, edge=edge):
                self._edge(number, edge, player, (x, ground - edge * _EDGE))
        if len(labels) > MOST_EDGES:
            canvas.text(x, ground - MOST_EDGES * _EDGE - 8, f"+{len(labels) - MOST_EDGES}", "small", anchor="middle")

    def _edge(self, number: int, edge: int, player: int, top: tuple[float, float]) -> None:
        """Draw an edge with its upper end at a place; what the first cut takes away is dashed."""
        canvas, (x, y) = self._canvas, top
        cut = self._cut is not None and (self._cut.string, self._cut.edge) == (number, edge)
        falls = self._cut is not None and self._cut.string == number and edge > self._cut.edge
        look = f"suit deal-look{(player - 1) % LOOKS}"
        canvas.path(f"M{x:.1f} {y:.1f}v{_EDGE}", f"{look} deal-edge{' deal-falls' if cut or falls else ''}")
        member = player in self._instance.members
        width = 16 + 7 * len(str(player))
        canvas.rect(x - width / 2, y + 7, width, 18, f"{look} {'deal-ours' if member else 'deal-face'}")
        canvas.text(x, y + 20.5, str(player), "band" if member else f"{look} deal-name", anchor="middle")
        if cut:
            canvas.path(f"M{x - 6:.1f} {y + 28:.1f}l12 9m0-9l-12 9", "cut")
            canvas.text(x + 9, y + 37, "cut", "small deal-bad")
        canvas.circle(x, y, 3.5, "node")

    def _description(self) -> Iterator[str]:
        yield f"{self._question()}."
        for number, labels in enumerate(self._instance.strings[:MOST_STRINGS], 1):
            yield f"String {number}, from the ground: {', '.join(map(str, labels)) or 'no edges'}."
        yield from answer_in_words(self._instance, self._verdict)
