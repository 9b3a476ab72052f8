"""Hanabi by exhaustive search: the oracle for tiny games, directly from the rules.

From each position every action is tried: each card of the hand played, wasted or discarded, the bottom card where that
is allowed, each clue that touches a card. Nothing is assumed about what good play is, and of the rules nothing is taken
from the referee, so that each can be compared with the other. Positions are distinguished by everything that matters
later; identical cards are not.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from crewsat.base.errors import Stopped
from crewsat.games.hanabi.actions import Action
from crewsat.games.hanabi.features import ALL
from crewsat.games.hanabi.position import Position
from crewsat.games.scope import reads

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from crewsat.games.hanabi.actions import Source
    from crewsat.games.hanabi.clues import Clue
    from crewsat.games.hanabi.instance import Hanabi

BYTES_PER_STATE = 1_500
_CHECK_EVERY = 2_000

Kind = tuple[int, int]
"""Suit and rank."""


class State(NamedTuple):
    """All that matters for what may follow; hands are sorted."""

    turn: int
    hands: tuple[tuple[Kind, ...], ...]
    drawn: int
    heights: tuple[int, ...]
    tokens: int
    strikes: int
    turns_left: int | None
    clue_type: str | None


@reads("method 'exhaustive'", ALL)
def search(
    instance: Hanabi,
    *,
    out_of_time: Callable[[], bool] = lambda: False,
    max_bytes: int | None = None,
) -> list[Action] | None:
    """Return the actions of a play that reaches the target, or None if there is no such play.

    Args:
        instance: the game; exponential in the size of the hands and of the deck.
        out_of_time: called now and then; True means stop.
        max_bytes: how much memory the positions may be estimated to take.

    Raises:
        Stopped: at a limit.
    """
    rules = _Rules(instance)
    start = rules.start
    if (sum(start.heights) if start.strikes else 0) >= rules.target:
        return []
    came_from: dict[State, tuple[State, Action] | None] = {start: None}
    stack = [start]
    looked = 0
    while stack:
        state = stack.pop()
        looked += 1
        if looked % _CHECK_EVERY == 0 and out_of_time():
            raise Stopped("time")
        if max_bytes is not None and len(came_from) * BYTES_PER_STATE > max_bytes:
            raise Stopped("memory")
        for action, after in rules.actions(state):
            if after in came_from:
                continue
            came_from[after] = (state, action)
            if sum(after.heights) >= rules.target:
                return _actions_to(after, came_from)
            stack.append(after)
    return None


class _Rules:
    """The rules of one game, as transitions between states."""

    def __init__(self, instance: Hanabi) -> None:
        position = Position.of(instance)
        self._instance = instance
        self._kinds = position.ranks
        self._position = position
        self._clues = instance.clues
        last = [action.clue.type for action in instance.actions if action.clue is not None]
        self.target = position.target
        self.start = State(
            position.turn,
            tuple(tuple(sorted(self._kinds[card] for card in hand)) for hand in position.hands),
            position.drawn,
            position.heights,
            position.tokens,
            position.strikes,
            position.turns_left,
            last[-1] if last and self._clues.alternating else None,
        )

    def actions(self, state: State) -> Iterator[tuple[Action, State]]:
        """Yield every action that the rules allow, with the state after it; none if the game is over."""
        if not state.strikes or state.turns_left == 0:
            return
        for kind in sorted(set(state.hands[state.turn])):
            yield from self._with_card(state, kind)
        if self._position.bottom and state.drawn == len(self._kinds) - 1:
            yield from self._with_bottom_card(state)
        if state.tokens >= self._position.price:
            yield from self._with_clue(state)

    def _with_card(self, state: State, kind: Kind) -> Iterator[tuple[Action, State]]:
        yield self._laid(state, kind, from_pile=False)
        if self._may_discard(state):
            yield (
                Action("discard", state.turn + 1, self._instance.card(*kind)),
                self._gained(self._without(state, kind)),
            )

    def _with_bottom_card(self, state: State) -> Iterator[tuple[Action, State]]:
        """Yield what may be done with the last card of the pile while it lies there; the hand does not change."""
        yield self._laid(state, self._kinds[-1], from_pile=True)
        if self._instance.rules.bottom_discards and self._may_discard(state):
            action = Action("discard", state.turn + 1, self._instance.card(*self._kinds[-1]), "pile")
            yield action, self._gained(self._turned(state, drew=True))

    def _may_discard(self, state: State) -> bool:
        return state.tokens < self._position.full or self._position.discard_at_full

    def _gained(self, state: State) -> State:
        return state._replace(tokens=min(self._position.full, state.tokens + 1))

    def _laid(self, state: State, kind: Kind, *, from_pile: bool) -> tuple[Action, State]:
        """Lay a card down: it is played if it fits."""
        suit, rank = kind
        fits = state.heights[suit] == rank - 1
        after = self._turned(state, drew=True) if from_pile else self._without(state, kind)
        if fits:
            heights = (*state.heights[:suit], rank, *state.heights[suit + 1 :])
            bonus = rank == self._position.values and self._position.finished_gains
            tokens = min(self._position.full, state.tokens + bonus)
            after = after._replace(heights=heights, tokens=tokens)
        else:
            after = after._replace(strikes=state.strikes - 1)
        source: Source = "pile" if from_pile else "hand"
        return Action("play" if fits else "strike", state.turn + 1, self._instance.card(*kind), source), after

    def _without(self, state: State, kind: Kind) -> State:
        """Take a card from the hand of the player on turn, who draws another one."""
        hand = list(state.hands[state.turn])
        hand.remove(kind)
        drew = state.drawn < len(self._kinds)
        if drew:
            hand.append(self._kinds[state.drawn])
        hands = (*state.hands[: state.turn], tuple(sorted(hand)), *state.hands[state.turn + 1 :])
        return self._turned(state._replace(hands=hands), drew=drew)

    def _turned(self, state: State, *, drew: bool) -> State:
        """Give the turn to the next player; the last card drawn begins the last round."""
        players = len(state.hands)
        turns_left = state.turns_left
        if turns_left is not None:
            turns_left -= 1
        elif drew and state.drawn + 1 == len(self._kinds):
            turns_left = players
        return state._replace(turn=(state.turn + 1) % players, drawn=state.drawn + drew, turns_left=turns_left)

    def _with_clue(self, state: State) -> Iterator[tuple[Action, State]]:
        """Yield a clue of each type that may be given; its further content makes no difference."""
        for type_ in ("colour", "value") if self._clues.alternating else ("any",):
            if type_ == state.clue_type:
                continue
            found = next(self._possible(state, type_), None)
            if found is not None:
                to, clue = found
                after = self._turned(state._replace(tokens=state.tokens - self._position.price), drew=False)
                kept = clue.type if self._clues.alternating else None
                yield Action("clue", state.turn + 1, to=to + 1, clue=clue), after._replace(clue_type=kept)

    def _possible(self, state: State, type_: str) -> Iterator[tuple[int, Clue]]:
        suits = self._instance.rules.suits
        for to, hand in enumerate(state.hands):
            if to == state.turn:
                continue
            for clue in self._clues.all():
                if type_ not in {"any", clue.type}:
                    continue
                touched = any(self._clues.touches(clue, suit, suits[suit].rank(rank)) for suit, rank in hand)
                if touched or self._instance.empty_clues or self._clues.is_blind(clue):
                    yield to, clue


def _actions_to(state: State, came_from: dict[State, tuple[State, Action] | None]) -> list[Action]:
    actions = []
    while (last := came_from[state]) is not None:
        state, action = last
        actions.append(action)
    return actions[::-1]
