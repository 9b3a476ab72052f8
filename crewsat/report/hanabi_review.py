"""A reviewed game of Hanabi for people: how it went, the move that lost it, a strip, and the moves that mattered."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

from crewsat.games.hanabi import hanab_live
from crewsat.games.hanabi.rules import Table
from crewsat.layout import Grid, Prose, Verbatim
from crewsat.report.words import REASONS
from crewsat.wording import counted, listed

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from rich.console import Console, ConsoleOptions, RenderableType

    from crewsat.games.hanabi.actions import Action
    from crewsat.games.hanabi.instance import Hanabi
    from crewsat.questions.hanabi_review import HanabiReview, LostWith

KEPT, DROP, LOST, UNKNOWN = "=", "v", "-", "?"
"""The signs of a strip, a move each."""
LEGEND = {KEPT: "still within reach", DROP: "the best score fell", LOST: "out of reach", UNKNOWN: "unknown"}
_STYLES = {KEPT: "green", DROP: "bold red", LOST: "red", UNKNOWN: "yellow"}
_DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"
LABEL = 8
"""The width of the labels of a strip."""


def signs_of(review: HanabiReview) -> str:
    """Return a sign for each move."""
    best = [moment.best_score for moment in review.moments]
    signs = []
    for before, after in pairwise(best):
        if after is None or before is None:
            signs.append(UNKNOWN)
        else:
            signs.append(DROP if after < before else KEPT if after >= review.target else LOST)
    return "".join(signs)


@dataclass(frozen=True, slots=True)
class Strip:
    """The moves of a game, a sign each: what could be reached after it, pace and tokens, the last round underlined.

    A pace or number of tokens of ten and more is a letter, one below zero a hyphen.
    """

    review: HanabiReview
    last_round: int

    def __rich_console__(self, _console: Console, options: ConsoleOptions) -> Iterator[RenderableType]:
        from rich.text import Text  # noqa: PLC0415 - only for output to people

        moves = len(self.review.actions)
        width = max(20, (options.max_width - LABEL) // 10 * 10)
        rows = self._rows()
        for start in range(0, moves, width):
            end = min(moves, start + width)
            yield Text(f"{'turn':{LABEL}}{_ruler(start, end)}", style="dim")
            for name, signs in rows:
                line = Text(f"{name:{LABEL}}", style="dim")
                for k in range(start, end):
                    style = _STYLES.get(signs[k], "") if name == "best" else "dim"
                    line.append(signs[k], style=f"{style} underline" if k >= self.last_round else style)
                yield line
            if self.last_round < end:
                before = max(0, self.last_round - start)
                yield Text(" " * (LABEL + before) + "~" * (end - start - before) + " last round", style="dim")
        used = [sign for sign in LEGEND if sign in rows[0][1]]
        yield Prose("   ".join(f"{sign} {LEGEND[sign]}" for sign in used), style="dim")

    def _rows(self) -> list[tuple[str, str]]:
        after = self.review.moments[1:]
        pace = "".join(_digit(moment.pace) for moment in after)
        tokens = "".join(_digit(int(moment.tokens)) for moment in after)
        return [("best", signs_of(self.review)), ("pace", pace), ("tokens", tokens)]


def _digit(number: int) -> str:
    return "-" if number < 0 else _DIGITS[min(number, len(_DIGITS) - 1)]


def _ruler(start: int, end: int) -> str:
    """Return the numbers of turns over their columns: the first, every tenth, the last if there is room."""
    line = [" "] * (end - start + 3)
    for turn in (start + 1, *range(start // 10 * 10 + 10, end + 1, 10)):
        place = turn - 1 - start
        line[place : place + len(str(turn))] = str(turn)
    place = end - 1 - start
    if not "".join(line[max(0, place - 2) : place + 3]).strip():
        line[place : place + len(str(end))] = str(end)
    return "".join(line).rstrip()


def reviewed(review: HanabiReview) -> list[RenderableType]:
    """Return what `crewsat review` prints of a game of Hanabi, piece by piece."""
    game = review.position
    pieces: list[RenderableType] = [Prose(_ending(review), style="bold")]
    if game is None:
        return pieces
    if review.lost_with is not None:
        pieces += _loss(review.lost_with, review.target)
        if review.lost_with.replay is not None:
            pieces.append(Verbatim(f"{hanab_live.LINK}{review.lost_with.replay}#{review.lost_with.move}"))
    if review.actions:
        pieces += ["", Strip(review, _last_round(game))]
    rows = _moments(review)
    if rows:
        pieces += ["", Grid(("turn", "player", "did", ""), rows, frozenset({0, 1}), wraps=True)]
    if review.reason is not None:
        pieces.append(Prose(f"The review is incomplete: {REASONS.get(review.reason, review.reason)}.", style="yellow"))
    return pieces


def _ending(review: HanabiReview) -> str:
    """Say whether the deck could be won, and what the game came to."""
    first, last = review.moments[0].best_score, review.moments[-1].best_score
    if first is None:
        deck = "It is not known how many points this deck allows"
    elif first >= review.target:
        deck = f"This deck could be won: all {review.target} points were possible"
    else:
        deck = f"This deck could not be won: {first} of {review.target} points were possible"
    played = f"{counted(len(review.actions), 'turn')} came to {counted(review.score, 'point')}"
    more = f", and {last} can still be reached" if last is not None and last > review.moments[-1].points else ""
    return f"{deck}. {played}{more}."


def _loss(loss: LostWith, target: int) -> list[RenderableType]:
    """Say which move lost it, and what would have kept it."""
    why = f", because {loss.because}" if loss.because else ""
    if loss.action is None:
        return [Prose(f"It was lost as dealt{why or '; `crewsat explain` says why'}.")]
    after = f"after it {counted(loss.best_score or 0, 'point')} were possible at most"
    kept = listed(map(_did, loss.instead), "or")
    return [
        Prose(f"It was lost in turn {loss.move}: player {loss.action.player} {_did(loss.action)}; {after}{why}."),
        Prose(f"To {kept.replace('plays', 'play')} would have kept all {target} points. From there:"),
    ]


def _did(action: Action) -> str:
    if action.clue is not None:
        return f"gives the clue {action.clue.name} to player {action.to}"
    words = {"play": "plays", "discard": "discards", "strike": "strikes with"}
    return f"{words[action.action]} {action.card}"


def _last_round(game: Hanabi) -> int:
    """Return how many moves were made before the last round, all of them if there was none."""
    table = Table(game)
    for k, action in enumerate(game.actions):
        if table.turns_left is not None:
            return k
        table.do(action)
    return len(game.actions)


def _moments(review: HanabiReview) -> list[Sequence[str]]:
    """Return the moves that cost points, and the narrow ones."""
    said: dict[int, list[str]] = {}
    for move, before, after in review.drops:
        said.setdefault(move, []).append(f"best score {before} to {after}")
    for narrow in review.narrow:
        kept = f"{narrow.winning} of {narrow.legal} kept all points"
        said.setdefault(narrow.move, []).append(kept)
    rows: list[Sequence[str]] = []
    for move in sorted(said):
        action = review.actions[move - 1]
        rows.append((str(move), str(action.player), _did(action), "; ".join(said[move])))
    return rows
