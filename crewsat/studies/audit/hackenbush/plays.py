"""Plays of the games of formulas, with what the proof of theorem 3 refers to: rounds, values, and who cut what.

Two kinds of plays are traversed, every state once: those in which the second coalition follows the proof of theorem 3
for a true formula, against every defence; and all plays. The referee makes the moves.

A state is a position of the referee, and this about the past: how often each player has moved; which value the first
cut of each variable's player gave to the variable; whether the counter cut its lower edge first; and whether the player
of a clause cut an edge of the judge's string before the judge had moved.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from crewsat.games.hackenbush.rules import Move, cut, moves, players_without_an_edge_leave, start

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from crewsat.games.hackenbush.rules import Position
    from crewsat.studies.audit.hackenbush.formulas import Source


class State(NamedTuple):
    """A game in progress, and what is remembered about its past.

    Attributes:
        position: the referee's, with a player who can move, or at the end.
        made: the number of moves each player has made, from player 1.
        values: the values of the variables whose players have moved.
        lowered: whether the counter has cut its lower edge while its upper one stood.
        early: whether the player of a clause cut the judge's string before the judge had moved.
        last: the last one left; None if the play is not over.
    """

    position: Position
    made: tuple[int, ...]
    values: tuple[bool, ...]
    lowered: bool
    early: bool
    last: int | None

    @property
    def player(self) -> int:
        """The player to move."""
        return self.position.player

    def moves_made(self, player: int) -> int:
        """Return the number of moves a player has made."""
        return self.made[player - 1]


def states(source: Source, choice: Callable[[State], Iterable[Move]]) -> Iterator[State]:
    """Yield all states that can arise, each once, if every move in a state is one of its `choice`."""
    players = source.game.number_of_players
    first = _at_rest(source, start(source.game), State(start(source.game), (0,) * players, (), False, False, None))
    seen, unseen = {first}, [first]
    while unseen:
        state = unseen.pop()
        yield state
        for move in choice(state) if state.last is None else ():
            after = _after(source, state, move)
            if after not in seen:
                seen.add(after)
                unseen.append(after)


def _at_rest(source: Source, position: Position, state: State) -> State:
    """Let players leave until some player can move."""
    here, last = players_without_an_edge_leave(source.game, position)
    return state._replace(position=here, last=last)


def _after(source: Source, state: State, move: Move) -> State:
    player = move.player
    first = not state.moves_made(player)
    after = state._replace(
        made=tuple(number + (k == player) for k, number in enumerate(state.made, 1)),
        values=(*state.values, move.string % 2 == 0) if player <= source.n and first else state.values,
        lowered=state.lowered or (player == source.counter and first and move.edge == 1),
        early=state.early
        or (
            player in source.clause_players
            and move.string == len(source.game.strings)
            and not state.moves_made(source.judge)
        ),
    )
    return _at_rest(source, cut(source.game, state.position, move), after)


def all_moves(source: Source) -> Callable[[State], Iterable[Move]]:
    """Allow every player all moves."""
    return lambda state: moves(source.game, state.position)


def moves_of_the_proof(source: Source) -> Callable[[State], Iterable[Move]]:
    """Allow the second coalition what the proof says, under every interpretation, and the others all moves.

    On the first move, the player of an existential variable gives it a value with which the formula is true, the player
    of a clause cuts an edge on the string of a true literal, and the judge cuts its upper edge.
    """

    def choice(state: State) -> Iterable[Move]:
        player = state.player
        every = moves(source.game, state.position)
        if state.moves_made(player) or player not in source.game.members:
            return every
        if player <= source.n:
            return (m for m in every if source.true_with((*state.values, m.string % 2 == 0)))
        if player == source.judge:
            return (m for m in every if m.edge == source.k + 2)
        return (m for m in every if m.string <= 2 * source.n and _is_true(state, m.string))

    return choice


def following_the_proof(source: Source) -> tuple[State, ...]:
    """Return all states of plays in which the second coalition follows the proof."""
    if "proof" not in source.plays:
        source.plays["proof"] = tuple(states(source, moves_of_the_proof(source)))
    return source.plays["proof"]


def all_plays(source: Source) -> tuple[State, ...]:
    """Return all states of all plays."""
    if "all" not in source.plays:
        source.plays["all"] = tuple(states(source, all_moves(source)))
    return source.plays["all"]


def _is_true(state: State, string: int) -> bool:
    """Return whether the literal of a string, x1, not x1, x2, …, is true."""
    return state.values[(string - 1) // 2] == (string % 2 == 1)
