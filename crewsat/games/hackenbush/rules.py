"""The referee of Hackenbush on strings: plays a strategy against every defence and knows nothing of how it was found.

The rules (Cincotti, section 2; contract). In turn order, the player to move cuts an edge with that player's label, and
everything that stands on it falls. A player who has no edge at their turn leaves for good; the others continue in the
same order. The last one left wins, with or without edges.

Who has left is part of a position here, although it need not be: only the rules are assumed.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import chain
from typing import TYPE_CHECKING, Any, NamedTuple

from crewsat.base.errors import IllegalPlay, Stopped
from crewsat.games.hackenbush.features import ALL
from crewsat.games.scope import reads

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from crewsat.base.errors import Reason
    from crewsat.games.hackenbush.instance import Hackenbush

    Strategy = Callable[["Lengths", int], "Move | None"]
    """The move in a position: the lengths of all strings, and the player to move."""

Lengths = tuple[int, ...]
"""How many edges of each string are left."""

RULES = ("turn", "string", "edge", "label", "strategy", "end", "claim")
"""The names a broken rule can have in `IllegalPlay.rule`."""

_MOST_WORK = 200_000_000
"""Bound on a strategy not played to the end: edges visited, each counted 50 times, and lengths stored."""

_BYTES_PER_POSITION = 400
_BYTES_PER_STRING = 8


@dataclass(frozen=True, slots=True)
class Move:
    """A cut.

    Attributes:
        player: who cuts.
        string: the string, counted from 1.
        edge: the edge, counted from 1 at the ground; it falls with all above it.
    """

    player: int
    string: int
    edge: int

    def as_dict(self) -> dict[str, int]:
        """Return the JSON object of the contract."""
        return {"player": self.player, "string": self.string, "edge": self.edge}

    def __str__(self) -> str:
        return f"edge {self.edge} of string {self.string}"


class Position(NamedTuple):
    """A game in progress.

    Attributes:
        lengths: how many edges of each string are left.
        player: whose turn it is.
        gone: the players who have left, player p as bit p.
    """

    lengths: Lengths
    player: int
    gone: int = 0


def start(instance: Hackenbush) -> Position:
    """Return the position as dealt: all edges stand, and no player has left."""
    return Position(tuple(map(len, instance.strings)), instance.to_move)


def players_without_an_edge_leave(instance: Hackenbush, position: Position) -> tuple[Position, int | None]:
    """Let players leave until a player can move.

    Returns:
        The position in which that player moves, and None; or the last position, and the last player left.
    """
    lengths, player, gone = position
    standing = chain.from_iterable(
        labels[:length] for labels, length in zip(instance.strings, lengths, strict=True) if length
    )
    able = set(standing)
    left = instance.number_of_players - gone.bit_count()
    while left > 1 and player not in able:
        gone |= 1 << player
        left -= 1
        player = _after(instance, player, gone)
    return Position(lengths, player, gone), player if left == 1 else None


def _after(instance: Hackenbush, player: int, gone: int) -> int:
    """Return who moves after a player: the next in cyclic order who has not left."""
    while True:
        player = player % instance.number_of_players + 1
        if not gone >> player & 1:
            return player


def moves(instance: Hackenbush, position: Position) -> Iterator[Move]:
    """Yield every cut of the player to move."""
    for number, (labels, length) in enumerate(zip(instance.strings, position.lengths, strict=True), 1):
        for edge, label in enumerate(labels[:length], 1):
            if label == position.player:
                yield Move(position.player, number, edge)


def cut(instance: Hackenbush, position: Position, move: Move) -> Position:
    """Make a move: the edge falls, and all above it.

    Raises:
        IllegalPlay: naming player and rule.
    """
    lengths, player, gone = position
    if move.player != player:
        raise _illegal(position, "turn", f"it is player {player}'s turn, not player {move.player}'s")
    if not 1 <= move.string <= len(lengths):
        raise _illegal(position, "string", f"there is no string {move.string}; allowed: 1 to {len(lengths)}")
    before, length = move.string - 1, lengths[move.string - 1]
    if not 1 <= move.edge <= length:
        raise _illegal(
            position, "edge", f"string {move.string} has no edge {move.edge}: {length} of its edges are left"
        )
    label = instance.strings[before][move.edge - 1]
    if label != player:
        raise _illegal(position, "label", f"edge {move.edge} of string {move.string} belongs to player {label}")
    left = (*lengths[:before], move.edge - 1, *lengths[move.string :])
    return Position(left, _after(instance, player, gone), gone)


@dataclass(frozen=True)
class Played:
    """A strategy that won against every defence, or as far as it was played.

    Attributes:
        play: the first move, if the winning side makes it; else empty.
        moves: the positions that can arise, by lengths and player to move, and the strategy's move in each; None where
            the other side moves.
        stopped: why it was not played to the end: ``time``, ``memory``, or ``incomplete`` at the bound on positions;
            None if it was.
    """

    play: tuple[Move, ...]
    moves: dict[tuple[Lengths, int], Move | None]
    stopped: Reason | None = None

    @property
    def positions(self) -> int:
        """How many positions can arise."""
        return len(self.moves)

    def lines(self) -> Iterator[dict[str, Any]]:
        """Yield the positions as JSON objects (contract), the first one first."""
        for (lengths, player), move in self.moves.items():
            line: dict[str, Any] = {"lengths": list(lengths), "player": player}
            if move is not None:
                line["move"] = {"string": move.string, "edge": move.edge}
            yield line


@reads("the referee", ALL)
def play_against_every_defence(  # noqa: PLR0913 - one argument per limit
    instance: Hackenbush,
    strategy: Strategy,
    *,
    coalition: bool = True,
    most_positions: int | None = None,
    out_of_time: Callable[[], bool] = lambda: False,
    max_bytes: int | None = None,
) -> Played:
    """Play a strategy of one side against every defence of the other, each position once.

    Args:
        instance: the strings, and the coalition.
        strategy: called for a move wherever a player of its side can make one.
        coalition: whether it is a strategy of the coalition, or of all other players.
        most_positions: after how many positions to stop, or earlier if they are large; None for no limit.
        out_of_time: called at every position; True means stop.
        max_bytes: how much memory the positions may be estimated to take.

    Returns:
        What was played; `Played.stopped` says whether that is all.

    Raises:
        IllegalPlay: if the strategy has no move, or one that breaks a rule, or a player of the other side can be the
            last one left.
    """
    game = _Replay(
        instance,
        strategy,
        coalition=coalition,
        most_positions=most_positions,
        out_of_time=out_of_time,
        max_bytes=max_bytes,
    )
    try:
        game.play_to_the_end()
    except Stopped as stopped:
        return Played(game.play, game.moves, stopped.reason)
    return Played(game.play, game.moves)


class _Replay:
    """A strategy while it is being played."""

    def __init__(  # noqa: PLR0913 - those of the function
        self,
        instance: Hackenbush,
        strategy: Strategy,
        *,
        coalition: bool,
        most_positions: int | None,
        out_of_time: Callable[[], bool],
        max_bytes: int | None,
    ) -> None:
        self.play: tuple[Move, ...] = ()
        self.moves: dict[tuple[Lengths, int], Move | None] = {}
        self._instance = instance
        self._strategy = strategy
        self._coalition = coalition
        self._most_positions = most_positions
        self._out_of_time = out_of_time
        each = _BYTES_PER_POSITION + _BYTES_PER_STRING * len(instance.strings) + instance.number_of_players // 4
        self._most_in_memory = None if max_bytes is None else max_bytes // each
        self._work = 0
        self._seen: set[Position] = set()
        self._unseen = [start(instance)]

    def play_to_the_end(self) -> None:
        """Play until no position is left, or a limit is reached."""
        while self._unseen:
            position, winner = players_without_an_edge_leave(self._instance, self._unseen.pop())
            if winner is not None:
                if not self._is_mine(winner):
                    raise _illegal(position, "end", f"player {winner} of the other side is the last one left")
            elif position not in self._seen:
                self._go_on_from(position)

    def _go_on_from(self, position: Position) -> None:
        """Make the move of the strategy, or every move there is."""
        self._seen.add(position)
        self._work += 50 * sum(position.lengths)
        move = None
        if self._is_mine(position.player):
            move = self._strategy(position.lengths, position.player)
            if move is None:
                raise _illegal(position, "strategy", f"the strategy has no move for player {position.player}")
            self._unseen.append(cut(self._instance, position, move))
            self.play = self.play if self.moves else (move,)
        self.moves[position.lengths, position.player] = move
        for defence in () if move else moves(self._instance, position):
            self._unseen.append(cut(self._instance, position, defence))
            self._work += len(position.lengths)
            self._check_limits()
        self._check_limits()

    def _is_mine(self, player: int) -> bool:
        return (player in self._instance.members) == self._coalition

    def _check_limits(self) -> None:
        if self._out_of_time():
            raise Stopped("time")
        if self._most_positions is not None and not (
            len(self.moves) <= self._most_positions and self._work <= _MOST_WORK
        ):
            raise Stopped("incomplete")
        if self._most_in_memory is not None and len(self._seen) + len(self._unseen) > self._most_in_memory:
            raise Stopped("memory")


def _illegal(position: Position, rule: str, message: str) -> IllegalPlay:
    lengths = ", ".join(map(str, position.lengths[:40])) + (", …" if len(position.lengths) > 40 else "")
    return IllegalPlay(f"lengths {lengths}: {message}", rule=rule, player=position.player, unit="move")
