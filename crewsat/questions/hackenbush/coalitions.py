"""Which coalitions win a position of Hackenbush, by the search for positions.

The referee plays the strategies that it gives.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from crewsat.algorithms.hackenbush.positions import Positions
from crewsat.base.errors import Stopped
from crewsat.engine.opponents import replayed
from crewsat.games.hackenbush.instance import Hackenbush
from crewsat.games.hackenbush.rules import players_without_an_edge_leave, start
from crewsat.games.result import Result

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from crewsat.base.errors import Reason
    from crewsat.engine.limits import Limits
    from crewsat.engine.request import Tell
    from crewsat.games.verdict import Checked


@dataclass(frozen=True, slots=True)
class Coalitions(Result):
    """Which coalitions can force one of their members to be the last one left.

    Either a coalition or all other players can, never both. So there is at most one winner, and if there is none, the
    position is *queer* (paper, definition 2).

    Attributes:
        winners: the players who can force a win alone: one, or none.
        minimal: all coalitions that win, but would not without one of their members; sorted.
        checked: ``replayed`` if their strategies were played against every defence, or ``search``.
        reason: why there may be others: ``time`` or ``memory``; None if the list is complete.
    """

    winners: tuple[int, ...]
    minimal: tuple[tuple[int, ...], ...]
    checked: Checked
    reason: str | None = None

    @property
    def queer(self) -> bool:
        """Whether no player can force a win alone."""
        return not self.winners

    def as_dict(self) -> dict[str, Any]:
        """Return the JSON object of the contract; what is absent is left out."""
        minimal = [list(members) for members in self.minimal]
        out = {"winners": list(self.winners), "queer": self.queer, "minimal": minimal, "checked": self.checked}
        reason = {} if self.reason is None else {"reason": self.reason}
        return {"format": 1, "game": "hackenbush", **out, **reason}


def coalitions(instance: Hackenbush, limits: Limits, *, note: Tell) -> Coalitions:
    """Find all minimal coalitions that win a position, whatever its own coalition.

    Coalitions are tried by size: at most 2^(p - 1) for p players who have edges, each of which takes a search.

    Raises:
        Stopped: at a limit, before it is known whether a player wins alone.
    """
    # its own coalition is ignored, even for the number of players
    instance = Hackenbush(strings=instance.strings, coalition=(), to_move=instance.to_move, players=instance.players)
    _, winner = players_without_an_edge_leave(instance, start(instance))
    if winner is not None:
        return Coalitions((winner,), ((winner,),), "replayed")
    able = sorted({label for string in instance.strings for label in string})
    alone = _added(Coalitions((), (), "replayed"), instance, able, 1, limits)
    if alone.minimal:
        return replace(alone, winners=alone.minimal[0])
    found = alone
    note({"known": found})
    try:
        for size in range(2, len(able) + 1):
            found = _added(found, instance, able, size, limits)
            note({"known": found})
    except Stopped as stopped:
        return _not_all(found, stopped.reason)
    return found


def unfinished(_instance: Hackenbush, reason: Reason, notes: Mapping[str, Any]) -> Coalitions:
    """Return the coalitions that had been found.

    Raises:
        Stopped: if it is not known yet whether a player wins alone.
    """
    if "known" not in notes:
        raise Stopped(reason)
    return _not_all(notes["known"], reason)


def _not_all(found: Coalitions, reason: Reason) -> Coalitions:
    """Return what is known if the search is interrupted: that others do not win rests on search, without a replay."""
    return replace(found, checked="search", reason=reason)


def _added(found: Coalitions, instance: Hackenbush, able: Sequence[int], size: int, limits: Limits) -> Coalitions:
    """Add the minimal coalitions of one size.

    Only players with edges make a last move, so others are in no minimal coalition (without any edge, the last player
    in turn order wins).

    Raises:
        Stopped: at a limit.
    """
    for members in _undecided(able, size, found.minimal, limits):
        if _decided(members, found.minimal):  # decided by a coalition of this size
            continue
        checked = _wins(instance, members, limits)
        if checked is not None:
            worse: Checked = "search" if "search" in {checked, found.checked} else "replayed"
            found = replace(found, minimal=tuple(sorted((*found.minimal, members))), checked=worse)
    return found


def _undecided(
    able: Sequence[int], size: int, minimal: Sequence[tuple[int, ...]], limits: Limits
) -> Iterator[tuple[int, ...]]:
    """Yield the coalitions of a size whose answer does not follow from the minimal ones that are known to win.

    Players are added one by one, those of known coalitions first; a partial coalition that is decided is not extended.

    Raises:
        Stopped: at a limit of time.
    """
    known = sorted({player for members in minimal for player in members})
    order = [*known, *(player for player in able if player not in known)]
    begun: list[tuple[tuple[int, ...], int]] = [((), 0)]
    while begun:
        if limits.late():
            raise Stopped("time")
        members, following = begun.pop()
        if len(members) == size:
            yield tuple(sorted(members))
        elif len(members) + len(order) - following >= size:
            left = order[following + 1 :]
            joined = *members, order[following]
            if not any(set(other) <= set(joined) for other in minimal):
                begun.append((joined, following + 1))
            if all(set(other) & {*members, *left} for other in minimal):
                begun.append((members, following + 1))


def _decided(members: tuple[int, ...], minimal: Iterable[tuple[int, ...]]) -> bool:
    """Return whether a coalition contains a winning one, so is not minimal, or is disjoint from one, so loses."""
    return any(set(other) <= set(members) or not set(other) & set(members) for other in minimal)


def _wins(instance: Hackenbush, members: tuple[int, ...], limits: Limits) -> Checked | None:
    """Return how far it has been checked that a coalition wins, or None if it does not.

    Raises:
        Stopped: at a limit.
    """
    asked = instance.model_copy(update={"coalition": members, "players": instance.number_of_players, "about": None})
    positions = Positions(asked, out_of_time=limits.late, max_bytes=limits.max_bytes)
    if not positions.coalition_wins(tuple(map(len, asked.strings)), asked.to_move):
        return None
    return "search" if replayed(asked, positions.move, wins=True, limits=limits).stopped else "replayed"
