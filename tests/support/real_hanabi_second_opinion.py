"""A second opinion on the real game of Hanabi: plain, slow, and written from the words of the contract alone.

Nothing of `crewsat` is imported: the judge reads the JSON of an instance whose variant is one's own, so that every card
is touched by its value. From the position it goes through everything that players can do, and keeps of each position
what has been laid down, and after how many *steps*: plays, discards and strikes, and the turns of the last round.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

Card = tuple[int, int]
"""The suit, from 0, and when the card is played in it, from 1."""

Heights = tuple[int, ...]

PILE = -1
"""The place of a card that is laid down from the pile."""


class State(NamedTuple):
    """A position; hands are sorted."""

    turn: int
    hands: tuple[tuple[Card, ...], ...]
    drawn: int
    heights: Heights
    tokens: int
    strikes: int
    turns_left: int | None
    steps: int


class Rules:
    """The rules of one game, given as JSON.

    Args:
        data: the instance.
    """

    def __init__(self, data: Mapping[str, Any]) -> None:
        variant = data["variant"]
        self.suits: list[Mapping[str, Any]] = list(variant["suits"])
        self.values = len(self.suits[0]["copies"])
        self.deck = [self.card(text) for text in data["deck"]]
        self.unit = 2 if variant.get("half_gains", False) else 1
        self.full = data.get("clue_tokens", 8) * self.unit
        self.finished_gains: bool = variant.get("finished_suit_gains", True)
        self.discard_at_full: bool = variant.get("discard_at_full", False)
        self.bottom: bool = data.get("bottom_deck_plays", False)
        self.bottom_discards = self.bottom and any(suit.get("reversed", False) for suit in self.suits)
        self.empty_clues: bool = data.get("empty_clues", False)
        self.start = self._start(data)

    def card(self, text: str) -> Card:
        """Read a card of a suit with a name of one letter."""
        number = next(k for k, suit in enumerate(self.suits) if suit["name"] == text[0])
        value = int(text[1:].removeprefix(":"))
        return number, self.values + 1 - value if self.suits[number].get("reversed", False) else value

    def _start(self, data: Mapping[str, Any]) -> State:
        players, size = data["players"], data["hand_size"]
        hands = tuple(tuple(sorted(self.deck[k * size : (k + 1) * size])) for k in range(players))
        drawn = players * size
        left = players if drawn == len(self.deck) else None
        turn, strikes = data.get("first_player", 1) - 1, data.get("strikes", 3)
        state = State(turn, hands, drawn, (0,) * len(self.suits), self.full, strikes, left, 0)
        for action in data.get("actions", ()):
            state = self._done(state, action)
        return state._replace(steps=0)

    def _done(self, state: State, action: Mapping[str, Any]) -> State:
        """The state after an action as the instance writes it."""
        if action["action"] == "clue":
            return self._after_clue(state)
        card = self.card(action["card"])
        place = PILE if action.get("from") == "pile" else state.hands[state.turn].index(card)
        return self._discarded(state, place) if action["action"] == "discard" else self._laid_down(state, place)

    def after(self, state: State) -> Iterator[State]:
        """What may come after a state; nothing if the game is over."""
        if state.strikes == 0 or state.turns_left == 0 or sum(state.heights) == self.values * len(self.suits):
            return
        places = range(len(state.hands[state.turn]))
        last_card = self.bottom and state.drawn == len(self.deck) - 1
        may_discard = state.tokens < self.full or self.discard_at_full
        for place in (*places, *([PILE] if last_card else [])):
            yield self._laid_down(state, place)
            if may_discard and (place != PILE or self.bottom_discards):
                yield self._discarded(state, place)
        others = (hand for player, hand in enumerate(state.hands) if player != state.turn)
        if state.tokens >= self.unit and (self.empty_clues or any(others)):
            yield self._after_clue(state)

    def _laid_down(self, state: State, place: int) -> State:
        """A card is played if it is the next one of its suit, and else it is a strike."""
        suit, rank = self.deck[-1] if place == PILE else state.hands[state.turn][place]
        if state.heights[suit] + 1 != rank:
            return self._without(state._replace(strikes=state.strikes - 1), place)
        gained = int(rank == self.values and self.finished_gains)
        heights = (*state.heights[:suit], rank, *state.heights[suit + 1 :])
        return self._without(state._replace(heights=heights, tokens=min(self.full, state.tokens + gained)), place)

    def _discarded(self, state: State, place: int) -> State:
        return self._without(state._replace(tokens=min(self.full, state.tokens + 1)), place)

    def _without(self, state: State, place: int) -> State:
        """The card is gone, and another one is drawn while there are any."""
        hand = list(state.hands[state.turn])
        drawn, left = state.drawn, state.turns_left
        if place != PILE:
            hand.pop(place)
        if left is not None:
            left -= 1
        else:
            if place != PILE:
                hand.append(self.deck[drawn])
            drawn += 1
            if drawn == len(self.deck):
                left = len(state.hands)
        hands = (*state.hands[: state.turn], tuple(sorted(hand)), *state.hands[state.turn + 1 :])
        return self._next(state._replace(hands=hands, drawn=drawn, turns_left=left, steps=state.steps + 1))

    def _after_clue(self, state: State) -> State:
        state = state._replace(tokens=state.tokens - self.unit)
        if state.turns_left is not None:
            state = state._replace(turns_left=state.turns_left - 1, steps=state.steps + 1)
        return self._next(state)

    def _next(self, state: State) -> State:
        return state._replace(turn=(state.turn + 1) % len(state.hands))


def positions(data: Mapping[str, Any]) -> Iterator[State]:
    """The position that an instance describes, and all that may come after it, one by one."""
    rules = Rules(data)
    seen = {rules.start}
    open_ones = [rules.start]
    while open_ones:
        state = open_ones.pop()
        yield state
        after = set(rules.after(state)) - seen
        seen |= after
        open_ones += after


def heights_reached(data: Mapping[str, Any]) -> set[tuple[int, Heights]]:
    """After how many steps from the position which heights can lie there, whatever comes later."""
    return {(state.steps, state.heights) for state in positions(data)}


def most_points(data: Mapping[str, Any]) -> int:
    """The most points that can lie there before the game is over; none after the last strike."""
    return max(sum(state.heights) if state.strikes else 0 for state in positions(data))
