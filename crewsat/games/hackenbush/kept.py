"""A strategy as kept in a file: JSON lines, one position each, read back with checks for every possible defect."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from crewsat.base.errors import IllegalPlay, Stopped
from crewsat.base.wording import visible
from crewsat.games.hackenbush.features import ALL
from crewsat.games.hackenbush.rules import Move
from crewsat.games.scope import reads

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from crewsat.games.hackenbush.instance import Hackenbush
    from crewsat.games.hackenbush.rules import Lengths, Strategy

_BYTES_PER_POSITION = 400
_BYTES_PER_CHARACTER = 4
"""Memory per character of a line: lengths have at least two characters, and take eight bytes."""

_CHECK_EVERY = 1000
"""Lines between two looks at the clock."""


@reads("the file of a strategy", ALL)
def strategy_of(
    _instance: Hackenbush,
    lines: Iterable[bytes],
    *,
    out_of_time: Callable[[], bool] = lambda: False,
    max_bytes: int | None = None,
) -> Strategy:
    """Return the strategy described by lines of JSON (contract): lengths, player, and the move if there is one.

    The referee checks the rest: that a move can be made, and that none is missing.

    Args:
        lines: one position each.
        out_of_time: called now and then; True means stop.
        max_bytes: how much memory the positions may be estimated to take.

    Raises:
        IllegalPlay: naming the line that is not a position, or gives a position a different move.
        Stopped: at a limit.
    """
    moves: dict[tuple[Lengths, int], Move | None] = {}
    size = 0
    for number, line in enumerate(lines, 1):
        size += _BYTES_PER_POSITION + _BYTES_PER_CHARACTER * len(line)
        if max_bytes is not None and size > max_bytes:
            raise Stopped("memory")
        if number % _CHECK_EVERY == 0 and out_of_time():
            raise Stopped("time")
        lengths, player, move = _position(line, number)
        if moves.setdefault((lengths, player), move) != move:
            raise IllegalPlay(
                f"line {number}: this position has another move in an earlier line", rule="claim", unit="move"
            )
    return lambda lengths, player: moves.get((lengths, player))


def _position(line: bytes, number: int) -> tuple[Lengths, int, Move | None]:
    try:
        read = json.loads(line)
    except (ValueError, RecursionError):
        read = None
    match read:
        case {"lengths": list(lengths), "player": int(player), **rest} if _whole(player, *lengths) and rest.keys() <= {
            "move"
        }:
            move = _move(rest["move"], player) if "move" in rest else None
            if move is not None or "move" not in rest:
                return tuple(lengths), player, move
    words = 'allowed: {"lengths": […], "player": p, "move": {"string": s, "edge": e}}'
    raise IllegalPlay(
        f"line {number}: '{visible(line.decode(errors='replace').strip())}' is not a position; {words}",
        rule="claim",
        unit="move",
    )


def _move(read: Any, player: int) -> Move | None:  # noqa: ANN401 - any JSON
    match read:
        case {"string": int(string), "edge": int(edge), **rest} if _whole(string, edge) and not rest:
            return Move(player, string, edge)
    return None


def _whole(*numbers: object) -> bool:
    """Return whether these are integers; Python counts booleans as such."""
    return all(type(number) is int for number in numbers)
