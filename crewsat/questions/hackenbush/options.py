"""Questions about a position of Hackenbush: which cuts keep the win, and which coalitions win at all.

Both use the search for positions, and have the referee play the strategies that it gives.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from crewsat.algorithms.hackenbush.positions import Positions
from crewsat.base.errors import Stopped, WrongOption
from crewsat.engine.opponents import replayed
from crewsat.games.hackenbush.features import ALL
from crewsat.games.hackenbush.instance import Hackenbush
from crewsat.games.hackenbush.rules import moves, players_without_an_edge_leave, start
from crewsat.games.scope import reads
from crewsat.questions.asking import ask

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from crewsat.engine.limits import Limits
    from crewsat.games.hackenbush.rules import Move
    from crewsat.games.verdict import Answer, Checked
    from crewsat.workers.process import Tell


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


@reads("the question of options", ALL)
def choices(instance: Hackenbush) -> list[Move]:
    """Return the cuts of the first player in turn order who has an edge; empty if only one player is left."""
    position, winner = players_without_an_edge_leave(instance, start(instance))
    return [] if winner is not None else list(moves(instance, position))


@reads("the question of options", ALL)
def options(instance: Hackenbush, limits: Limits) -> tuple[CutOption, ...]:
    """Decide for every cut whether the side of the player who makes it can still force the win.

    Raises:
        WrongOption: if a solver or a seed is requested: there is no formula.
    """
    for name in ("solver", "seed"):
        if getattr(limits, name) is not None:
            raise WrongOption(f"{instance.game} is not decided by a formula; a {name} does not apply")
    known: dict[str, Any] = {}
    try:
        return ask(_options, instance, limits=limits, known=known)
    except Stopped as stopped:
        if "asked" not in known:
            raise
        return tuple(known.get(f"option {k}", _unknown(move, stopped)) for k, move in enumerate(known["asked"]))


@reads("the question of options", ALL)
def options_as_dict(_instance: Hackenbush, found: Iterable[CutOption]) -> dict[str, Any]:
    """Return the answer about all cuts as a JSON object."""
    return {"options": [option.as_dict() for option in found]}


def _options(instance: Hackenbush, limits: Limits, *, note: Tell) -> tuple[CutOption, ...]:
    asked = choices(instance)
    note({"asked": asked})
    found = []
    try:
        positions = Positions(instance, out_of_time=limits.late, max_bytes=limits.max_bytes)
    except Stopped as stopped:
        return tuple(_unknown(move, stopped) for move in asked)
    for k, move in enumerate(asked):
        found.append(_option(instance, move, positions, limits))
        note({f"option {k}": found[-1]})
    return tuple(found)


def _option(instance: Hackenbush, move: Move, positions: Positions, limits: Limits) -> CutOption:
    after = _after(instance, move)
    try:
        wins = positions.coalition_wins(tuple(map(len, after.strings)), after.to_move)
    except Stopped as stopped:
        return _unknown(move, stopped)
    played = replayed(after, positions.move, wins=wins, limits=limits)
    keeps = wins == (move.player in instance.members)
    return CutOption(move, "yes" if keeps else "no", "search" if played.stopped else "replayed")


def _unknown(move: Move, stopped: Stopped) -> CutOption:
    return CutOption(move, "unknown", "none", reason=stopped.reason)


def _after(instance: Hackenbush, move: Move) -> Hackenbush:
    """Return the position after a move as an instance of its own."""
    strings = list(instance.strings)
    strings[move.string - 1] = strings[move.string - 1][: move.edge - 1]
    players = instance.number_of_players
    return instance.model_copy(
        update={"strings": strings, "to_move": move.player % players + 1, "players": players, "about": None}
    )


@dataclass(frozen=True, slots=True)
class Coalitions:
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
        """Return a JSON object; what is absent is left out."""
        minimal = [list(members) for members in self.minimal]
        out = {"winners": list(self.winners), "queer": self.queer, "minimal": minimal, "checked": self.checked}
        return out if self.reason is None else {**out, "reason": self.reason}


@reads("the question of coalitions", ALL)
def coalitions(instance: Hackenbush, limits: Limits) -> Coalitions:
    """Find all minimal coalitions that win a position, whatever its own coalition.

    Raises:
        Stopped: at a limit, before it is known whether a player wins alone.
    """
    # its own coalition is ignored, even for the number of players
    asked = Hackenbush(strings=instance.strings, coalition=(), to_move=instance.to_move, players=instance.players)
    known: dict[str, Coalitions] = {}
    try:
        return ask(_coalitions, asked, limits=limits, known=known)
    except Stopped as stopped:
        if "known" not in known:
            raise
        return _not_all(known["known"], stopped)


def _coalitions(instance: Hackenbush, limits: Limits, *, note: Tell) -> Coalitions:
    """Try coalitions by size: at most 2^(p - 1) for p players who have edges, each of which takes a search."""
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
        return _not_all(found, stopped)
    return found


def _not_all(found: Coalitions, stopped: Stopped) -> Coalitions:
    """Return what is known if the search is interrupted: that others do not win rests on search, without a replay."""
    return replace(found, checked="search", reason=stopped.reason)


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
