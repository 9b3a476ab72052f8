"""The strip of a reviewed game of Hanabi as a picture: SVG, written as text."""

from __future__ import annotations

from html import escape
from itertools import pairwise
from typing import TYPE_CHECKING

from crewsat.base.runs import MOST
from crewsat.base.said import Drawn, Quoted, saying
from crewsat.base.wording import listed, visible
from crewsat.report.hanabi.strip import DROP, KEPT, LOST, UNKNOWN, last_round_of, mark_of, signs_of
from crewsat.report.suits import letters_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from crewsat.games.hanabi.actions import Action
    from crewsat.questions.hanabi.review_result import HanabiReview

LEFT, RIGHT, WIDTH = 64.0, 20.0, 900.0
"""Margins, and the width of all moves together."""
BEST, STRIP, MARKS = 22.0, 104.0, 142.0
"""Where rows begin."""
BEST_HEIGHT, STRIP_HEIGHT, BAR, ROW = 60.0, 20.0, 24.0, 13.0
MOST_ROWS = 40
"""The most cards written below each other; others are in the titles of their moves."""
LEAST_BEST = 4
"""The least number of points that the axis of best scores spans."""
_CLASSES = {KEPT: "kept", DROP: "drop", LOST: "lost", UNKNOWN: "unknown"}
_COLOURS = {
    "kept": ("#2da44e", "#3fb950"),
    "drop": ("#cf222e", "#ff6a61"),
    "lost": ("#f0a8a4", "#7d3733"),
    "unknown": ("#d4a72c", "#d29922"),
    "shade": ("#e4e9ef", "#262c36"),
    "bar": ("#8c959f", "#6e7681"),
    "ink": ("#1f2328", "#e6edf3"),
    "faint": ("#6e7781", "#8b949e"),
}
"""The colours of each class on a light and on a dark background."""


def _style() -> str:
    """Return the style sheet, without variables, which many programs that show pictures do not support."""
    light, dark = (
        "".join(f".{name}{{fill:{colours[k]}}}" for name, colours in _COLOURS.items())
        + f".line{{fill:none;stroke:{_COLOURS['ink'][k]}}}.rule{{stroke:{_COLOURS['faint'][k]}}}"
        for k in (0, 1)
    )
    font = "text{font:11px sans-serif}.line{stroke-width:2;stroke-linejoin:round}.rule{stroke-dasharray:2 3}"
    return f"{font}{light}@media(prefers-color-scheme:dark){{{dark}}}"


def strip_svg(review: HanabiReview) -> Drawn:
    """Return the strip as SVG, for light and dark backgrounds: a file, or a part of an HTML page."""
    drawing = _Drawing(review)
    size = f"{LEFT + WIDTH + RIGHT:.0f} {drawing.turns + 10:.0f}"
    title, words = drawing.title(), drawing.description()
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size}" role="img" aria-labelledby="title desc">',
        f'<title id="title">{escape(title)}</title>',
        f'<desc id="desc">{escape(words)}</desc>',
        f"<style>{_style()}</style>",
        *drawing.parts(),
        "</svg>",
    ]
    return Drawn.made("\n".join(lines) + "\n", [title, words, *drawing.words])


class _Drawing:
    """The drawing of one review.

    Attributes:
        turns: the place of the last row, that of the numbers of turns.
        words: what has been said in titles and labels so far.
    """

    def __init__(self, review: HanabiReview) -> None:
        self.words: list[str] = []
        self._review = review
        self._moves = len(review.actions)
        self._step = WIDTH / max(1, self._moves)
        self._marks = list(self._placed())
        below = MARKS + ROW * max((row + 1 for row, *_ in self._marks), default=0)
        self._pace, self._tokens, self.turns = below + 6, below + 46, below + 88

    def title(self) -> str:
        """Return what the picture shows."""
        review = self._review
        return saying(
            "Hanabi, {turns}, {points}",
            turns=saying("{n} turns", one="1 turn", n=self._moves),
            points=saying("{n} points", one="1 point", n=review.moments[-1].points),
        )

    def description(self) -> str:
        """Return a description of the picture."""
        drops = [
            saying("from {before} to {after} in turn {turn}", before=drop.before, after=drop.after, turn=drop.move)
            for drop in self._review.drops
        ]
        fell = saying("The best score never fell.")
        if drops:
            fell = saying("The best score fell {drops}.", drops=listed(drops, "", most=MOST))
        return saying("After every turn, how many points could still be reached. {fell}", fell=fell)

    def parts(self) -> Iterator[str]:
        """Yield all elements, from back to front."""
        yield from self._last_round()
        yield from self._best()
        yield from self._strip()
        yield from self._marked()
        yield from self._bars(saying("pace"), self._pace, [moment.pace for moment in self._review.moments[1:]])
        yield from self._bars(saying("tokens"), self._tokens, [moment.tokens for moment in self._review.moments[1:]])
        yield from self._turns()

    def _x(self, move: int) -> float:
        """Return where a move ends."""
        return LEFT + move * self._step

    def _last_round(self) -> Iterator[str]:
        before = last_round_of(self._review)
        if before < self._moves:
            x, width = self._x(before), (self._moves - before) * self._step
            yield self._rect(x, BEST - 8, width, self.turns - BEST, "shade", saying("last round"))
            yield self._text(x + width / 2, BEST - 11, saying("last round"), "faint", anchor="middle")

    def _best(self) -> Iterator[str]:
        """Yield the best scores as stairs, with the points on the table below them."""
        best = [moment.best_score for moment in self._review.moments]
        known = [score for score in best if score is not None]
        high = max([*known, self._review.target])
        low = max(0, min([*known, high - LEAST_BEST]) - 1)

        def y(score: int) -> float:
            return BEST + BEST_HEIGHT * (high - score) / (high - low)

        yield self._text(LEFT - 8, BEST + 4, saying("best"), "faint", anchor="end")
        yield self._text(LEFT - 8, BEST + 18, saying("score"), "faint", anchor="end")
        yield f'<path class="rule" d="M{LEFT:.1f} {y(self._review.target):.1f}h{WIDTH:.1f}"/>'
        yield from self._stairs(best, y)
        changed = [k for k, score in enumerate(best) if score is not None and (k == 0 or score != best[k - 1])]
        free = 0.0
        for k in changed:
            if self._x(k) >= free:
                yield self._text(self._x(k) + 3, y(best[k] or 0) + 14, str(best[k]), "ink")
                free = self._x(k) + 18

    def _stairs(self, best: Sequence[int | None], y: Callable[[int], float]) -> Iterator[str]:
        """Yield the lines of the best scores, with gaps where they are unknown."""
        for start, end in _runs(best):
            stairs = (
                f"H{self._x(k):.1f}" + (f"V{y(best[k] or 0):.1f}" if best[k] != best[k - 1] else "")
                for k in range(start + 1, end)
            )
            yield f'<path class="line" d="M{self._x(start):.1f} {y(best[start] or 0):.1f}{"".join(stairs)}"/>'

    def _strip(self) -> Iterator[str]:
        yield self._text(LEFT - 8, STRIP + 14, saying("turn"), "faint", anchor="end")
        gap = min(1.0, self._step / 6)
        for k, sign in enumerate(signs_of(self._review)):
            cell = self._rect(
                self._x(k) + gap / 2, STRIP, self._step - gap, STRIP_HEIGHT, _CLASSES[sign], self._label(k)
            )
            yield cell.replace("<rect", f'<rect data-move="{k + 1}"', 1)

    def _label(self, k: int) -> str:
        """Return in words what happened in a move."""
        action, best = self._review.actions[k], self._review.moments[k + 1].best_score
        return saying(
            "turn {turn}: player {player}: {action}; best score {best}",
            turn=k + 1,
            player=action.player,
            action=_done(action),
            best=saying("unknown") if best is None else best,
        )

    def _placed(self) -> Iterator[tuple[int, float, str, str]]:
        """Yield the cards that lost points, and the reader's position: row, place, words and class."""
        letters = letters_of(suit.name for suit in self._review.position.rules.suits)
        marks: list[tuple[int, str, str]] = [
            (drop.move, Quoted(mark_of(self._review.actions[drop.move - 1], letters)), "drop")
            for drop in self._review.drops
        ]
        turn = self._review.turn
        if turn is not None and turn <= self._moves:
            marks.append((turn, saying("turn {turn}", turn=turn), "ink"))
        free: list[float] = []
        for move, words, style in sorted(marks):
            x = self._x(move) - self._step / 2
            row = next((k for k, until in enumerate(free) if x >= until), len(free))
            if row < MOST_ROWS:
                free[row : row + 1] = [x + 7.5 * len(words) + 6]
                yield row, x, words, style

    def _marked(self) -> Iterator[str]:
        for row, x, words, style in self._marks:
            y = MARKS + ROW * row
            yield f'<path class="rule" d="M{x:.1f} {STRIP + STRIP_HEIGHT:.1f}V{y - 9:.1f}"/>'
            yield self._text(x - 2, y, words, style)

    def _bars(self, name: str, top: float, numbers: Sequence[float]) -> Iterator[str]:
        yield self._text(LEFT - 8, top + BAR, name, "faint", anchor="end")
        most = max([1, *numbers])
        for k, number in enumerate(numbers):
            height = BAR * max(0, number) / most
            shown, style = (height, "bar") if number >= 0 else (3.0, "drop")
            y = top + BAR - shown if number >= 0 else top + BAR + 1
            if shown:
                label = saying("turn {turn}: {name} {number}", turn=k + 1, name=name, number=number)
                yield self._rect(self._x(k) + 0.5, y, max(0.5, self._step - 1), shown, style, label)
        for k in (0, len(numbers) - 1) if numbers else ():
            x, anchor = (LEFT + 1, "start") if k == 0 else (LEFT + WIDTH - 1, "end")
            yield self._text(x, top - 3, str(numbers[k]), "faint", anchor=anchor)

    def _turns(self) -> Iterator[str]:
        for turn in sorted({1, *range(10, self._moves + 1, 10), self._moves}):
            if 1 <= turn <= self._moves and (turn in {1, self._moves} or self._moves - turn > 2):
                yield self._text(self._x(turn) - self._step / 2, self.turns, str(turn), "faint", anchor="middle")

    def _rect(  # noqa: PLR0913, PLR0917 - of SVG
        self, x: float, y: float, width: float, height: float, style: str, label: str
    ) -> str:
        self.words.append(label)
        box = f'x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" height="{height:.1f}"'
        return f'<rect class="{style}" {box}><title>{escape(visible(label, 200))}</title></rect>'

    def _text(self, x: float, y: float, words: str, style: str, *, anchor: str = "start") -> str:
        self.words.append(words)
        return f'<text class="{style}" x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{escape(visible(words))}</text>'


def _runs(best: Sequence[int | None]) -> list[tuple[int, int]]:
    """Return the ranges in which best scores are known."""
    edges = [k for k, (a, b) in enumerate(pairwise([None, *best, None])) if (a is None) != (b is None)]
    return list(zip(edges[::2], edges[1::2], strict=True))


def _done(action: Action) -> str:
    """Say what was done in a turn."""
    if action.clue is not None:
        return saying("clue {clue} to player {player}", clue=action.clue.name, player=action.to)
    card = str(action.card)
    done = {
        "play": saying("play {card}", card=card),
        "discard": saying("discard {card}", card=card),
        "strike": saying("strike {card}", card=card),
    }[action.action]
    return saying("{done} from the pile", done=done) if action.source == "pile" else done
