"""Skull & Roses by trying every move of the referee: leaves, states, who can force a win; no sums, no rounds apart."""

from __future__ import annotations

from collections import Counter
from itertools import product
from typing import TYPE_CHECKING

from crewsat.studies.skull import referee
from crewsat.studies.skull.referee import NOBODY, State

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from crewsat.studies.skull.rounds import Owned
    from crewsat.studies.skull.rules import Rules

Outcome = tuple[int, int]


def beginning(rules: Rules, owned: Owned, initiative: int) -> State:
    """A round with these cards."""
    return referee.start(rules)._replace(owned=owned, player=initiative)


def outcome(before: State, state: State) -> Outcome | None:
    """Challenger and owner of the skull, if this move has ended the round."""
    if before.turn == "reveal" and state.turn != "reveal":
        return before.challenger, state.skull_owner if state.turn == "discard" else NOBODY
    return None


def every_end_of_round(rules: Rules, state: State) -> Iterator[Outcome]:
    """The outcome of each way to play a round to its end, one by one."""
    for move in referee.moves(rules, state):
        then = referee.after(rules, state, move)
        ended = outcome(state, then)
        if ended is None:
            yield from every_end_of_round(rules, then)
        else:
            yield ended


def round_outcomes(rules: Rules, start: State) -> Counter[Outcome]:
    """The same, counted state by state: equal states of a round are looked at once."""
    known: dict[State, Counter[Outcome]] = {}

    def below(state: State) -> Counter[Outcome]:
        if state not in known:
            found: Counter[Outcome] = Counter()
            for move in referee.moves(rules, state):
                then = referee.after(rules, state, move)
                ended = outcome(state, then)
                found.update(below(then) if ended is None else {ended: 1})
            known[state] = found
        return known[state]

    return below(start)


def following(rules: Rules, state: State) -> list[State]:
    return [referee.after(rules, state, move) for move in referee.moves(rules, state)]


def every_game(rules: Rules, state: State) -> int:
    """The number of ways to play on, one by one."""
    return sum(every_game(rules, then) for then in following(rules, state)) if state.turn != "over" else 1


def ordered_states(rules: Rules) -> list[State]:
    """All states that can be reached, each after all that can follow it."""
    start = referee.start(rules)
    found: dict[State, None] = {}
    ahead: list[tuple[State, Iterator[State]]] = [(start, iter(following(rules, start)))]
    while ahead:
        state, rest = ahead[-1]
        then = next((one for one in rest if one not in found), None)
        if then is None:
            found[state] = None
            ahead.pop()
        else:
            ahead.append((then, iter(following(rules, then))))
    return [*found]


def game_tree(rules: Rules) -> int:
    """The number of ways to play the game, counted state by state."""
    leaves: dict[State, int] = {}
    for state in ordered_states(rules):
        leaves[state] = sum(leaves[then] for then in following(rules, state)) if state.turn != "over" else 1
    return leaves[referee.start(rules)]


def states_round_by_round(rules: Rules) -> int:
    """The number of states, of which only those of rounds with the same cards and wins are kept at a time."""
    ahead: dict[tuple[int, Owned, tuple[int, ...]], set[State]] = {}
    ends: set[State] = set()

    def note(states: Iterable[State]) -> None:
        for state in states:
            if state.turn == "over":
                ends.add(state)
            else:
                to_come = sum(map(sum, state.owned)) - sum(state.wins)
                ahead.setdefault((-to_come, state.owned, state.wins), set()).add(state)

    note([referee.start(rules)])
    count = 0
    while ahead:
        begin = ahead.pop(min(ahead))
        found, rest, after = set(begin), [*begin], set()
        while rest:
            new = set(following(rules, rest.pop())) - found
            then = {state for state in new if state.turn in {"first", "over"}}
            after |= then
            found |= new - then
            rest += new - then
        note(after)
        count += len(found)
    return count + len(ends)


def can_force(rules: Rules, player: int, state: State) -> bool:
    """Whether a player can force a win: one of his moves, against all of the others'; no state is remembered."""
    if state.turn == "over":
        return state.player == player
    if state.turn != "first":
        chosen = any if state.player == player else all
        return chosen(can_force(rules, player, then) for then in following(rules, state))
    joint = [move.choice for move in referee.moves(rules, state)]
    place = state.playing.index(player) if player in state.playing else None
    own = [None if place is None else choice[place] for choice in joint]  # type: ignore[index]
    after = [referee.after(rules, state, referee.Move("first", choice)) for choice in joint]
    return any(
        all(can_force(rules, player, then) for then, one in zip(after, own, strict=True) if one == kind)
        for kind in {*own}
    )


def every_pile(most: int) -> list[tuple[int, ...]]:
    """All piles of so many cards at most."""
    return [pile for length in range(most + 1) for pile in product((referee.ROSE, referee.SKULL), repeat=length)]
