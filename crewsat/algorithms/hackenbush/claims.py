"""Checking a claimed yes without its strategy: the first move is made, and the position after it decided anew."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from crewsat.algorithms.hackenbush.positions import Positions
from crewsat.base.errors import IllegalPlay
from crewsat.games.hackenbush.features import ALL
from crewsat.games.hackenbush.rules import Move, cut, players_without_an_edge_leave, start
from crewsat.games.scope import reads

if TYPE_CHECKING:
    from collections.abc import Callable

    from crewsat.games.hackenbush.instance import Hackenbush


@reads("the referee", ALL)
def verified(
    instance: Hackenbush,
    play: Iterable[Move | Mapping[str, Any]],
    *,
    out_of_time: Callable[[], bool] = lambda: False,
    max_bytes: int | None = None,
) -> tuple[Move, ...]:
    """Make the first move of a yes, given as moves or as the JSON answer writes them, and decide what is left.

    Args:
        instance: the strings, the coalition, and who is to move.
        play: one move of the coalition, or none if it is not to move.
        out_of_time: called now and then; True means stop.
        max_bytes: how much memory the positions may be estimated to take.

    Raises:
        IllegalPlay: if it is not such a move, or the coalition cannot force a win after it.
        Stopped: at a limit.
    """
    if not isinstance(play, Iterable):
        raise IllegalPlay("there is no play to verify", rule="claim", unit="move")
    claimed = tuple(_move(claim, number) for number, claim in enumerate(play, 1))
    position, winner = players_without_an_edge_leave(instance, start(instance))
    moves_first = winner is None and position.player in instance.members
    if len(claimed) != moves_first:
        allowed = (
            f"one move of player {position.player}" if moves_first else "none, as the coalition does not move first"
        )
        raise IllegalPlay(f"the play has {len(claimed)} moves; allowed: {allowed}", rule="end", unit="move")
    for move in claimed:
        position = cut(instance, position, move)
    if winner is not None:
        wins = winner in instance.members
    else:
        positions = Positions(instance, out_of_time=out_of_time, max_bytes=max_bytes)
        wins = positions.coalition_wins(position.lengths, position.player)
    if not wins:
        after = "after this move" if claimed else "as it stands"
        raise IllegalPlay(f"the coalition cannot force a win {after}", rule="end", unit="move")
    return claimed


def _move(claim: object, number: int) -> Move:
    parts = claim.as_dict() if isinstance(claim, Move) else claim
    match parts:
        case {"player": player, "string": string, "edge": edge, **rest} if not rest:
            if {type(player), type(string), type(edge)} == {int}:
                return Move(player, string, edge)
    raise IllegalPlay("invalid move: player, string and edge must be numbers", rule="claim", number=number, unit="move")
