"""Which cuts keep the win, by the search for positions; the referee plays the strategies that it gives."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from crewsat.algorithms.hackenbush.positions import Positions
from crewsat.base.errors import Stopped
from crewsat.engine.opponents import replayed
from crewsat.games.hackenbush.rules import moves, players_without_an_edge_leave, start
from crewsat.questions.move_options import MoveOptions

if TYPE_CHECKING:
    from crewsat.engine.limits import Limits
    from crewsat.engine.request import Tell
    from crewsat.games.hackenbush.instance import Hackenbush
    from crewsat.games.hackenbush.rules import Move
    from crewsat.games.verdict import Answer, Checked


@dataclass(frozen=True, slots=True)
class CutOption:
    """A cut of the player to move, and the answer for that player's side.

    Attributes:
        move: the cut.
        answer: ``yes`` if the player's side, the coalition or all others, can still force the win then, ``no``, or
            ``unknown``.
        checked: ``replayed`` if the strategy of the winning side was played against every defence, or ``search``.
        reason: why the answer is unknown.
    """

    move: Move
    answer: Answer
    checked: Checked
    reason: str | None = None

    def as_dict(self) -> dict[str, Any]:
        """Return a JSON object; what is absent is left out."""
        out = {**self.move.as_dict(), "answer": self.answer, "checked": self.checked, "reason": self.reason}
        return {key: value for key, value in out.items() if value is not None}


def choices(instance: Hackenbush) -> list[Move]:
    """Return the cuts of the first player in turn order who has an edge; empty if only one player is left."""
    position, winner = players_without_an_edge_leave(instance, start(instance))
    return [] if winner is not None else list(moves(instance, position))


def options(instance: Hackenbush, limits: Limits, *, note: Tell) -> MoveOptions[CutOption]:
    """Decide for every cut whether the side of the player who makes it can still force the win."""
    asked = choices(instance)
    found = [_unknown(move, "time") for move in asked]
    note({"unknown": MoveOptions(found, instance.game)})
    try:
        positions = Positions(instance, out_of_time=limits.late, max_bytes=limits.max_bytes)
    except Stopped as stopped:
        return MoveOptions([_unknown(move, stopped.reason) for move in asked], instance.game)
    for k, move in enumerate(asked):
        found[k] = _option(instance, move, positions, limits)
        note({f"option {k}": found[k]})
    return MoveOptions(found, instance.game)


def _option(instance: Hackenbush, move: Move, positions: Positions, limits: Limits) -> CutOption:
    position = position_after(instance, move)
    try:
        wins = positions.coalition_wins(tuple(map(len, position.strings)), position.to_move)
    except Stopped as stopped:
        return _unknown(move, stopped.reason)
    played = replayed(position, positions.move, wins=wins, limits=limits)
    keeps = wins == (move.player in instance.members)
    return CutOption(move, "yes" if keeps else "no", "search" if played.stopped else "replayed")


def _unknown(move: Move, reason: str) -> CutOption:
    return CutOption(move, "unknown", "none", reason=reason)


def position_after(instance: Hackenbush, move: Move) -> Hackenbush:
    """Return the position after a move as an instance of its own."""
    strings = list(instance.strings)
    strings[move.string - 1] = strings[move.string - 1][: move.edge - 1]
    players = instance.number_of_players
    return instance.model_copy(
        update={"strings": strings, "to_move": move.player % players + 1, "players": players, "about": None}
    )
