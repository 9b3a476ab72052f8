"""A reviewed game of Hanabi as a strip, a character per move: best scores, the moves that cost points, pace, tokens."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from itertools import groupby, pairwise
from typing import TYPE_CHECKING, NamedTuple

from crewsat.base.layout import Prose, medium_of, printed
from crewsat.base.runs import columns_of, plain, spelled
from crewsat.report.suits import key_of, lettered, letters_of, styles_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from rich.console import Console, ConsoleOptions, RenderResult

    from crewsat.base.runs import Medium, Run
    from crewsat.games.hanabi.actions import Action
    from crewsat.questions.hanabi.review_result import HanabiReview

KEPT, DROP, LOST, UNKNOWN = "=", "v", "-", "?"
"""The signs of a strip, one per move."""
_STYLES = {KEPT: "green", DROP: "bold red", LOST: "red", UNKNOWN: "yellow"}
LABEL = 7
"""The width of the names of rows, in columns."""


def signs_of(review: HanabiReview) -> str:
    """Return a sign for each move: whether the target was in reach after it, or the best score fell by it."""
    signs = []
    for before, after in pairwise(moment.best_score for moment in review.moments):
        if after is None or before is None:
            signs.append(UNKNOWN)
        else:
            signs.append(DROP if after < before else KEPT if after >= review.target else LOST)
    return "".join(signs)


def mark_of(action: Action, letters: Mapping[str, str]) -> str:
    """Return an action in a few characters: its card, with a sign after it for a strike."""
    if action.card is None:
        return "clue"
    return lettered(action.card, letters) + ("!" if action.action == "strike" else "")


def last_round_of(review: HanabiReview) -> int:
    """Return the number of moves before the last round; all if there was none."""
    return next((k for k, moment in enumerate(review.moments[:-1]) if moment.last_round), len(review.actions))


class _Part(NamedTuple):
    """The moves after the first `start` up to `end`."""

    start: int
    end: int
    signs: str
    marks: Sequence[_Mark]
    last: int
    """The number of moves before the last round, or before this part."""


class _Mark(NamedTuple):
    """A few words below a move, with their style."""

    move: int
    words: str
    style: str


@dataclass(frozen=True, slots=True)
class Strip:
    """The moves of a game, as many in a line as fit.

    Attributes:
        review: of the game.
    """

    review: HanabiReview

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        medium = medium_of(console, options)
        parts, rest = medium.first(_parts(len(self.review.actions), options.max_width - LABEL - 3))
        for part in self._divided(parts):
            if part.start:
                yield ""
            for runs in self._lines(part, medium):
                yield from printed(runs, console)
        if rest:
            yield Prose(rest)
        yield ""
        line = ""
        for words in self._legend(medium):
            if line and columns_of(f"{line}   {words}") > options.max_width:
                yield Prose(line, style="dim")
                line = ""
            line = f"{line}   {words}" if line else words
        yield Prose(line, style="dim")

    def _divided(self, parts: Iterable[tuple[int, int]]) -> Iterator[_Part]:
        """Yield the parts with the marks in each."""
        signs, marks, last = signs_of(self.review), deque(sorted(self._marks())), last_round_of(self.review)
        for start, end in parts:
            below = []
            while marks and marks[0].move <= end:
                below.append(marks.popleft())
            yield _Part(start, end, signs[start:end], below, max(last, start))

    def _lines(self, part: _Part, medium: Medium) -> Iterator[Sequence[Run]]:
        """Yield the lines about some moves."""
        start, end, last = part.start, part.end, part.last
        moments = self.review.moments[start : end + 1]
        yield _line("best", _changes([moment.best_score for moment in moments], start), "bold")
        yield _line("turn", _ruler(start, end), "dim")
        yield _coloured(part)
        yield from _below(part, medium.encoding)
        yield _line("pace", "".join(_digit(moment.pace) for moment in moments[1:]), "")
        yield _line("tokens", "".join(_digit(int(moment.tokens)) for moment in moments[1:]), "")
        if last < end:
            yield _line("", " " * (last - start) + "~" * (end - last), "dim")

    def _marks(self) -> Iterator[_Mark]:
        """Yield the marks below moves: what lost points, and the reader's position."""
        suits = [suit.name for suit in self.review.position.rules.suits]
        letters, styles = letters_of(suits), styles_of(suits)
        for drop in self.review.drops:
            action = self.review.actions[drop.move - 1]
            style = "" if action.card is None else styles[action.card.suit]
            yield _Mark(drop.move, mark_of(action, letters), style)
        if self.review.turn is not None and self.review.turn <= len(self.review.actions):
            yield _Mark(self.review.turn, f"^turn {self.review.turn}", "bold")

    def _legend(self, medium: Medium) -> Iterator[str]:
        """Yield the meanings of the signs that are used."""
        signs = signs_of(self.review)
        meanings = {
            KEPT: f"{self.review.target} points within reach",
            DROP: "best score fell, with the card below",
            LOST: "out of reach",
            UNKNOWN: "unknown",
        }
        yield from (f"{sign} {words}" for sign, words in meanings.items() if sign in signs)
        if last_round_of(self.review) < len(self.review.actions):
            yield "~ last round"
        if any(moment.pace > 9 or moment.tokens > 9 for moment in self.review.moments[1:]):
            yield "+ more than 9"
        yield from self._legend_of_marks(medium)

    def _legend_of_marks(self, medium: Medium) -> Iterator[str]:
        """Yield the meanings of the marks below the moves that lost points."""
        if any(self.review.actions[drop.move - 1].action == "strike" for drop in self.review.drops):
            yield "! strike"
        suits = [suit.name for suit in self.review.position.rules.suits]
        cards = (self.review.actions[drop.move - 1].card for drop in self.review.drops)
        used = {card.suit for card in cards if card}
        key = key_of({suit: letter for suit, letter in letters_of(suits).items() if suit in used})
        if key:
            yield plain(key, medium)


def _parts(moves: int, room: int) -> list[tuple[int, int]]:
    """Divide moves into lines of about equal length, a multiple of ten except in the last."""
    lines = -(-moves // max(10, room // 10 * 10))
    size = -(-moves // max(1, lines) // 10) * 10 or 10
    return [(start, min(moves, start + size)) for start in range(0, moves, size)]


def _line(name: str, words: str, style: str) -> list[Run]:
    return [(f"{name:{LABEL}}", "dim"), (words, style)]


def _digit(number: int) -> str:
    return "-" if number < 0 else "+" if number > 9 else str(number)


def _ruler(start: int, end: int) -> str:
    """Return the numbers of turns over their columns: the first, every tenth, the last if there is room."""
    tens = range(start // 10 * 10 + 10, end + 1, 10)
    return _numbers([(turn, str(turn)) for turn in (start + 1, *tens, end)], start)


def _changes(best: Sequence[int | None], start: int) -> str:
    """Return best scores over the moves that change them; the first one is that before all moves."""
    changed = [k for k in range(1, len(best)) if k == 1 or best[k] != best[k - 1]]
    return _numbers([(start + k, "?" if best[k] is None else str(best[k])) for k in changed], start)


def _numbers(numbers: Iterable[tuple[int, str]], start: int) -> str:
    """Return numbers over their moves, leaving out those without a space before them."""
    line = ""
    for move, number in numbers:
        column = move - start - 1
        if column > len(line) or not line:
            line = f"{line:{column}}{number}"
    return line


def _coloured(part: _Part) -> list[Run]:
    """Return the signs in their colours, with those of the last round shaded."""
    line, signs = _line("", "", ""), enumerate(part.signs, part.start)
    for (sign, shaded), run in groupby(signs, key=lambda one: (one[1], one[0] >= part.last)):
        line.append((sign * len(list(run)), f"{_STYLES[sign]} reverse" if shaded else _STYLES[sign]))
    return line


def _below(part: _Part, encoding: str) -> Iterator[list[Run]]:
    """Yield lines with marks that begin below their moves; one without room goes further down, with a bar above it."""
    first, size = LABEL - part.start - 1, LABEL + part.end - part.start
    ahead = [_Mark(mark.move, spelled(mark.words, encoding), mark.style) for mark in part.marks]
    while ahead:
        line, later = _line("", "", ""), []
        used = LABEL
        for k, mark in enumerate(ahead):
            column = first + mark.move
            following = first + ahead[k + 1].move if k + 1 < len(ahead) else size + 12
            line.append((" " * (column - used), ""))
            if column + columns_of(mark.words) < following:
                line.append((mark.words, mark.style))
                used = max(used, column) + columns_of(mark.words)
            else:
                line.append(("|", "dim"))
                used = max(used, column) + 1
                later.append(mark)
        yield line
        ahead = later
