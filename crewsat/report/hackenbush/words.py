"""Hackenbush for people: the strings upright on the ground, the answer, and the cut marked in the picture."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from crewsat.algorithms.hackenbush.berlekamp import hackenbush_value, in_words, value_of
from crewsat.base.layout import Grid, Prose
from crewsat.base.runs import Each, Several, spelled
from crewsat.base.said import Listed, Said, saying
from crewsat.base.wording import counted, listed
from crewsat.games.hackenbush.features import ALL
from crewsat.games.hackenbush.rules import players_without_an_edge_leave, start
from crewsat.games.scope import reads
from crewsat.report.words import REASONS

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from rich.console import Console, ConsoleOptions, RenderableType

    from crewsat.base.runs import Words
    from crewsat.games.hackenbush.instance import Hackenbush
    from crewsat.games.hackenbush.rules import Move
    from crewsat.games.verdict import Verdict
    from crewsat.questions.hackenbush.coalitions import Coalitions
    from crewsat.questions.hackenbush.options import CutOption

MOST_IN_A_ROW = 30
"""The most strings in a row of a picture."""

MOST_ROWS = 10
"""The most rows of strings in a picture; the line of text has all strings."""

MOST_EDGES = 30
"""The most edges of a string that are drawn, from the ground upwards."""

MOST_PLAYERS_NAMED = 20
"""The most players of a coalition that are named."""


@reads("the report", ALL)
def question(instance: Hackenbush) -> list[RenderableType]:
    """Return the position in numbers, and the question."""
    size = saying(
        "{strings}, {edges}, {players}, player {player} moves first",
        strings=saying("{n} strings", one="1 string", n=len(instance.strings)),
        edges=saying("{n} edges", one="1 edge", n=instance.edges),
        players=saying("{n} players", one="1 player", n=instance.number_of_players),
        player=instance.to_move,
    )
    return [Prose(size, label="Hackenbush: "), Prose(_players(instance.coalition), label="Coalition: ")]


def _players(players: Iterable[int]) -> Words:
    """Name players: ``player 1``, ``players 1, 3 and 4``, ``nobody``."""
    names = list(map(str, sorted(players)))
    if not names:
        return saying("nobody")
    if len(names) > MOST_PLAYERS_NAMED:
        return [("players ", ""), Several(names, most=MOST_PLAYERS_NAMED)]
    each = [saying("player {player}", player=int(name)) for name in names]
    if len(names) == 1:
        return each[0]
    # other languages name each as a player, as they do one alone
    english = f"players {listed(names, most=MOST_PLAYERS_NAMED)}"
    return Said.made(english, "{players}", {"players": listed(each, most=MOST_PLAYERS_NAMED)})


@reads("the report", ALL)
def answer_line(_instance: Hackenbush, verdict: Verdict) -> str:
    """Return the answer as a sentence."""
    if verdict.answer == "unknown":
        return saying("UNKNOWN: {why}.", why=REASONS.get(verdict.reason or "", verdict.reason))
    if verdict.answer == "no":
        return saying("NO. The other players can force one of them to be the last one left.")
    won = saying("YES. The coalition can force one of its members to be the last one left.")
    if not verdict.play:
        return won
    first = verdict.play[0]
    return saying(
        "{won} Player {player} cuts edge {edge} of string {string}.",
        won=won,
        player=first.player,
        edge=first.edge,
        string=first.string,
    )


@reads("the report", ALL)
def play_of(instance: Hackenbush, verdict: Verdict) -> list[RenderableType]:
    """Return the strings, the first cut of a yes marked."""
    return [_Strings(instance, verdict.play[0])] if verdict.play else []


@reads("the report", ALL)
def comments_of(_instance: Hackenbush, verdict: Verdict) -> list[str]:
    """Return the first cut of a yes."""
    return [f"player {one.player} cuts edge {one.edge} of string {one.string}" for one in verdict.play or ()]


@reads("the report", ALL)
def picture(instance: Hackenbush) -> list[RenderableType]:
    """Return what `crewsat show` prints above the instance as one line of text: question, strings, who may cut what."""
    position, winner = players_without_an_edge_leave(instance, start(instance))
    turn = f"Player {winner} is the last one left" if winner else f"In brackets: what player {position.player} may cut"
    pieces: list[RenderableType] = [*question(instance), _Strings(instance), "", Prose(turn)]
    if instance.number_of_players == 2:
        pieces.append(Prose(f"The strings are worth {in_words(hackenbush_value(instance.strings))}"))
    return pieces


@dataclass(frozen=True, slots=True)
class _Strings:
    """The strings upright on the ground, labels coloured by side, with the cut, or all legal cuts, in brackets."""

    instance: Hackenbush
    cut: Move | None = None

    def __rich_console__(self, _console: Console, options: ConsoleOptions) -> Iterator[RenderableType]:
        instance = self.instance
        position, winner = players_without_an_edge_leave(instance, start(instance))
        mover = None if winner else position.player
        drawing = _Drawing(instance, mover, self.cut, options.encoding)
        numbered = list(enumerate(instance.strings[: MOST_IN_A_ROW * MOST_ROWS], 1))
        across = max(1, min(MOST_IN_A_ROW, options.max_width // drawing.width(numbered)))
        for k in range(0, min(len(numbered), MOST_ROWS * across), across):
            yield ""
            yield from drawing.row(numbered[k : k + across])
        if len(instance.strings) > MOST_ROWS * across:
            yield Prose(f"… and {counted(len(instance.strings) - MOST_ROWS * across, 'more string')}")


_Numbered = tuple[int, Sequence[int]]
"""A string and its number."""


@dataclass(frozen=True, slots=True)
class _Drawing:
    """The data for drawing strings."""

    instance: Hackenbush
    mover: int | None
    cut: Move | None
    encoding: str

    def width(self, row: Sequence[_Numbered]) -> int:
        """Return the width of a column of these strings, with a space."""
        labels = {label for _, labels in row for label in labels[:MOST_EDGES]}
        texts = [*(f"[{label}]" for label in labels), str(row[-1][0] if row else ""), *self._worth(row)]
        return max(map(len, texts)) + 1

    def row(self, row: Sequence[_Numbered]) -> Iterator[RenderableType]:
        """Draw some strings side by side: a line per height, the ground, numbers of strings, and values."""
        width, worth = self.width(row), self._worth(row)
        cut_off = [self._spelled("…") if len(labels) > MOST_EDGES else "" for _, labels in row]
        if any(cut_off):
            yield Prose(_centred(cut_off, width))
        for edge in range(min(MOST_EDGES, max(len(labels) for _, labels in row)), 0, -1):
            yield Prose([self._edge(number, labels, edge, width) for number, labels in row])
        yield Prose(self._spelled("─") * width * len(row), style="dim")
        yield Prose(_centred([str(number) for number, _ in row], width), style="dim")
        if worth:
            yield Prose(_centred(worth, width))

    def _edge(self, number: int, labels: Sequence[int], edge: int, width: int) -> tuple[str, str]:
        """Draw an edge, or the air above a string."""
        if edge > len(labels):
            return " " * width, ""
        label, cut = labels[edge - 1], self.cut
        marked = label == self.mover if cut is None else (number, edge) == (cut.string, cut.edge)
        falls = cut is not None and number == cut.string and edge > cut.edge
        style = "green" if label in self.instance.members else "red"
        style = f"bold {style}" if marked else f"dim {style}" if falls else style
        return f"{f'[{label}]' if marked else label:^{width}}", style

    def _worth(self, row: Sequence[_Numbered]) -> list[str]:
        """Return the values of strings for player 1 that are short enough to be drawn; only with two players."""
        if self.instance.number_of_players != 2:
            return []
        return [str(value_of(one)) if len(one) <= MOST_EDGES else self._spelled("…") for _, one in row]

    def _spelled(self, text: str) -> str:
        return spelled(text, self.encoding)


def _centred(texts: Sequence[str], width: int) -> str:
    """Return the texts side by side, each centred in its column."""
    return "".join(f"{text:^{width}}" for text in texts)


@reads("the report", ALL)
def options_report(instance: Hackenbush, options: Sequence[CutOption]) -> list[RenderableType]:
    """Return what `crewsat options` prints: every cut of the player to move, and the answer for that player's side."""
    pieces: list[RenderableType] = [*question(instance), _Strings(instance), ""]
    if not options:
        return [*pieces, Prose(saying("No cut is to be made: only one player is left."))]
    player = options[0].move.player
    side = saying("the coalition" if player in instance.members else "the other players")
    if all(option.answer == "no" for option in options):
        lost = saying("The game is lost already for {side}: no cut wins.", side=side)
        pieces.append(Prose(lost, style="bold red"))
    pieces.append(Prose(saying("Player {player} cuts, for {side}:", player=player, side=side)))
    words = {"yes": ("keeps the win", "green"), "no": ("does not win", "red"), "unknown": ("not decided", "yellow")}
    rows = Each(options, lambda one: (str(one.move.string), str(one.move.edge), [words[one.answer]]))
    return [*pieces, Grid(("string", "edge", ""), rows, frozenset({0, 1}))]


@reads("the report", ALL)
def coalitions_report(instance: Hackenbush, found: Coalitions) -> list[RenderableType]:
    """Return what `crewsat coalitions` prints: who can force a win alone, and who together."""
    pieces: list[RenderableType] = [question(instance)[0], _Strings(instance), ""]
    if found.winners:
        alone = saying("Player {player} can ensure being the last one left.", player=found.winners[0])
        return [*pieces, Prose(alone, style="bold")]
    pieces.append(Prose(saying("Queer: no player can ensure being the last one left."), style="bold"))
    if found.minimal:
        sets = saying("Minimal coalitions that win: {sets}.", sets=listed(map(_set, found.minimal)))
    else:
        sets = saying("Minimal coalitions that win: none is known.")
    pieces.append(Prose(sets))
    if found.reason:
        pieces.append(Prose(saying("There may be others: {why}.", why=REASONS[found.reason]), style="yellow"))
    return pieces


def _set(players: Iterable[int]) -> str:
    """Write a set of players: ``{1, 3}``."""
    members = Listed.made(list(map(str, players)), "")
    return saying("{opened}{members}{closed}", opened="{", members=members, closed="}")
