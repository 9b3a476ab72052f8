"""Hackenbush for people: the strings upright on the ground, the answer, and the cut marked in the picture."""

from __future__ import annotations

from typing import TYPE_CHECKING

from crewsat.algorithms.hackenbush.berlekamp import hackenbush_value, in_words, value_of
from crewsat.games.hackenbush.rules import players_without_an_edge_leave, start
from crewsat.report.words import REASONS, plain_table
from crewsat.wording import counted, listed

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from rich.console import RenderableType
    from rich.text import Text

    from crewsat.games.hackenbush.instance import Hackenbush
    from crewsat.games.hackenbush.rules import Move
    from crewsat.questions.hackenbush import Coalitions, CutOption
    from crewsat.verdict import Verdict

MOST_IN_A_ROW = 30
"""A picture has so many strings beside each other."""

MOST_ROWS = 10
"""And so many rows of them; the line of text has all."""

MOST_EDGES = 30
"""Of a longer string, so many edges are drawn from the ground."""

MOST_PLAYERS_NAMED = 20

MOST_OPTIONS = 200
"""So many cuts are listed; JSON has all."""


def question(instance: Hackenbush) -> list[str]:
    """Return the position in numbers, and what is asked."""
    sizes = ", ".join(
        counted(*pair)
        for pair in (
            (len(instance.strings), "string"),
            (instance.edges, "edge"),
            (instance.number_of_players, "player"),
        )
    )
    return [f"Hackenbush: {sizes}, player {instance.to_move} moves first", f"Coalition: {_players(instance.coalition)}"]


def _players(players: Iterable[int]) -> str:
    """Name players: ``player 1``, ``players 1, 3 and 4``, ``nobody``."""
    names = list(map(str, sorted(players)))
    if not names:
        return "nobody"
    if len(names) == 1:
        return f"player {names[0]}"
    if len(names) > MOST_PLAYERS_NAMED:
        return f"players {', '.join(names[:MOST_PLAYERS_NAMED])} and {len(names) - MOST_PLAYERS_NAMED:,} more"
    return f"players {', '.join(names[:-1])} and {names[-1]}"


def answer_line(_instance: Hackenbush, verdict: Verdict) -> str:
    """Return the answer as a sentence."""
    if verdict.answer == "unknown":
        return f"UNKNOWN: {REASONS.get(verdict.reason or '', verdict.reason)}."
    if verdict.answer == "no":
        return "NO. The other players can force one of them to be the last one left."
    first = "".join(f" Player {one.player} cuts edge {one.edge} of string {one.string}." for one in verdict.play or ())
    return f"YES. The coalition can force one of its members to be the last one left.{first}"


def play_of(instance: Hackenbush, verdict: Verdict) -> list[RenderableType]:
    """Return the strings, the first cut of a yes marked."""
    return _drawn(instance, verdict.play[0]) if verdict.play else []


def comments_of(_instance: Hackenbush, verdict: Verdict) -> list[str]:
    """Return the first cut of a yes."""
    return [f"player {one.player} cuts edge {one.edge} of string {one.string}" for one in verdict.play or ()]


def picture(instance: Hackenbush) -> list[RenderableType]:
    """Return what `crewsat show` prints above the instance as one line of text: question, strings, who may cut what."""
    from rich.text import Text  # noqa: PLC0415

    position, winner = players_without_an_edge_leave(instance, start(instance))
    turn = f"Player {winner} is the last one left" if winner else f"In brackets: what player {position.player} may cut"
    pieces: list[RenderableType] = [*map(Text, question(instance)), *_drawn(instance), Text("")]
    pieces.append(Text(turn))
    if instance.number_of_players == 2:
        pieces.append(Text(f"The strings are worth {in_words(hackenbush_value(instance.strings))}"))
    return pieces


def _drawn(instance: Hackenbush, cut: Move | None = None) -> list[RenderableType]:
    """Draw the strings upright on the ground, labels coloured by side, in brackets the cut or all that may be made."""
    from rich.text import Text  # noqa: PLC0415

    position, winner = players_without_an_edge_leave(instance, start(instance))
    mover = None if winner else position.player
    numbered = list(enumerate(instance.strings, 1))
    rows = [numbered[k : k + MOST_IN_A_ROW] for k in range(0, len(numbered), MOST_IN_A_ROW)]
    pieces: list[RenderableType] = []
    for row in rows[:MOST_ROWS]:
        pieces += [Text(""), *_row(instance, row, mover, cut)]
    if len(rows) > MOST_ROWS:
        left = len(numbered) - MOST_ROWS * MOST_IN_A_ROW
        pieces.append(Text(f"… and {counted(left, 'more string')}"))
    return pieces


def _row(
    instance: Hackenbush, row: Sequence[tuple[int, Sequence[int]]], mover: int | None, cut: Move | None
) -> list[Text]:
    """Draw some strings beside each other: a line per height, the ground, numbers of strings, and values."""
    from rich.text import Text  # noqa: PLC0415

    worth = [_worth(labels) for _, labels in row] if instance.number_of_players == 2 else []
    width = _width([f"[{label}]" for _, labels in row for label in labels[:MOST_EDGES]], [str(row[-1][0])], worth)
    cut_off = ["…" if len(labels) > MOST_EDGES else "" for _, labels in row]
    lines = [Text(_centred(cut_off, width))] if any(cut_off) else []
    for edge in range(min(MOST_EDGES, max(len(labels) for _, labels in row)), 0, -1):
        line = Text()
        for number, labels in row:
            line += _edge(instance, number, labels, edge, mover, cut, width)
        lines.append(line)
    lines.append(Text("─" * width * len(row), style="dim"))
    lines.append(Text(_centred([str(number) for number, _ in row], width), style="dim"))
    return [*lines, Text(_centred(worth, width))] if worth else lines


def _centred(texts: Sequence[str], width: int) -> str:
    """Return the texts beside each other, each in the middle of its column."""
    return "".join(f"{text:^{width}}" for text in texts)


def _width(*texts: Sequence[str]) -> int:
    """Return how wide a column is for all of these to fit in, and a blank."""
    return max(len(text) for group in texts for text in group) + 1


def _edge(  # noqa: PLR0913, PLR0917 - what there is to see of an edge
    instance: Hackenbush,
    number: int,
    labels: Sequence[int],
    edge: int,
    mover: int | None,
    cut: Move | None,
    width: int,
) -> Text:
    """Draw an edge, or the air above a string."""
    from rich.text import Text  # noqa: PLC0415

    if edge > len(labels):
        return Text(" " * width)
    label = labels[edge - 1]
    marked = label == mover if cut is None else (number, edge) == (cut.string, cut.edge)
    falls = cut is not None and number == cut.string and edge > cut.edge
    style = "green" if label in instance.members else "red"
    style = f"bold {style}" if marked else f"dim {style}" if falls else style
    return Text(f"{f'[{label}]' if marked else label:^{width}}", style=style)


def _worth(labels: Sequence[int]) -> str:
    """Return the value of a string for player 1, if it is short enough to be drawn."""
    return str(value_of(labels)) if len(labels) <= MOST_EDGES else "…"


def options_report(instance: Hackenbush, options: Sequence[CutOption]) -> list[RenderableType]:
    """Return what `crewsat options` prints: every cut of the player to move, and what becomes of his side."""
    from rich.text import Text  # noqa: PLC0415

    pieces: list[RenderableType] = [*map(Text, question(instance)), *_drawn(instance), Text("")]
    if not options:
        return [*pieces, Text("No cut is to be made: only one player is left.")]
    player = options[0].move.player
    side = "the coalition" if player in instance.members else "the other players"
    pieces.append(Text(f"Player {player} cuts, for {side}:"))
    table = plain_table()
    for name in ("string", "edge"):
        table.add_column(name, justify="right")
    table.add_column("")
    words = {"yes": ("keeps the win", "green"), "no": ("does not win", "red"), "unknown": ("not decided", "yellow")}
    for option in options[:MOST_OPTIONS]:
        meaning, style = words[option.answer]
        table.add_row(str(option.move.string), str(option.move.edge), Text(meaning, style=style))
    left = len(options) - MOST_OPTIONS
    return [*pieces, table, *([Text(f"… and {counted(left, 'more cut')}")] if left > 0 else [])]


def coalitions_report(instance: Hackenbush, found: Coalitions) -> list[RenderableType]:
    """Return what `crewsat coalitions` prints: who can force a win alone, and who together."""
    from rich.text import Text  # noqa: PLC0415

    pieces: list[RenderableType] = [Text(question(instance)[0]), *_drawn(instance), Text("")]
    if found.winners:
        return [*pieces, Text(f"Player {found.winners[0]} can ensure being the last one left.", style="bold")]
    pieces.append(Text("Queer: no player can ensure being the last one left.", style="bold"))
    sets = [f"{{{', '.join(map(str, members))}}}" for members in found.minimal]
    pieces.append(Text(f"Minimal coalitions that win: {listed(sets) if sets else 'none is known'}."))
    if found.reason:
        pieces.append(Text(f"There may be others: {REASONS[found.reason]}.", style="yellow"))
    return pieces
