"""Solitaire Hanabi by exhaustive search: the oracle for tiny decks, directly from the rules.

A position is the number of cards drawn, the value reached in each colour, and the cards stored. From each every step is
tried: play, store or discard the next card of the deck, play or discard a stored one. Nothing is assumed about what
good play is, so that the shortcuts of the other methods can be compared with it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from crewsat.base.errors import Stopped
from crewsat.games.hanabi_solitaire.features import ALL
from crewsat.games.hanabi_solitaire.rules import Step
from crewsat.games.scope import reads

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from crewsat.games.cards import Card
    from crewsat.games.hanabi_solitaire.instance import HanabiSolitaire

Position = tuple[int, tuple[int, ...], tuple["Card", ...]]
"""Cards drawn, value reached in each colour, cards stored (sorted)."""

BYTES_PER_POSITION = 600
BYTES_PER_CARD = 10
_CHECK_EVERY = 20_000
"""Cards visited between two looks at the clock."""


@reads("method 'exhaustive'", ALL)
def search(
    instance: HanabiSolitaire,
    *,
    out_of_time: Callable[[], bool] = lambda: False,
    max_bytes: int | None = None,
) -> list[Step] | None:
    """Return the steps of a winning play, or None if there is none.

    Args:
        instance: the deck; exponential in the size of the hand and the number of colours.
        out_of_time: called now and then; True means stop.
        max_bytes: how much memory the positions may be estimated to take.

    Raises:
        Stopped: at a limit.
    """
    start: Position = (0, (0,) * len(instance.colours_in_order), ())
    won = (instance.highest,) * len(instance.colours_in_order)
    came_from: dict[Position, tuple[Position, Step] | None] = {start: None}
    stack = [start]
    size = work = 0
    while stack:
        position = stack.pop()
        if position[1] == won:
            return _steps_to(position, came_from)
        work += (1 + len(position[2])) * len(position[2] + position[1])
        if work >= _CHECK_EVERY:
            work = 0
            if out_of_time():
                raise Stopped("time")
        if max_bytes is not None and size > max_bytes:
            raise Stopped("memory")
        for step, after in _steps_from(instance, position):
            if after not in came_from:
                size += BYTES_PER_POSITION + BYTES_PER_CARD * len(after[1] + after[2])
                came_from[after] = (position, step)
                stack.append(after)
    return None


def _steps_from(instance: HanabiSolitaire, position: Position) -> Iterator[tuple[Step, Position]]:
    """Yield every step that the rules allow, with the position after it."""
    drawn, reached, hand = position
    for k, card in enumerate(hand):
        rest = hand[:k] + hand[k + 1 :]
        yield Step("discard", card, "hand"), (drawn, reached, rest)
        if _is_next(instance, reached, card):
            yield Step("play", card, "hand"), (drawn, _after(instance, reached, card), rest)
    if drawn == len(instance.deck):
        return
    card = instance.deck[drawn]
    yield Step("discard", card), (drawn + 1, reached, hand)
    if len(hand) < instance.hand_size:
        yield Step("store", card), (drawn + 1, reached, tuple(sorted((*hand, card))))
    if _is_next(instance, reached, card):
        yield Step("play", card), (drawn + 1, _after(instance, reached, card), hand)


def _is_next(instance: HanabiSolitaire, reached: tuple[int, ...], card: Card) -> bool:
    return reached[instance.colours_in_order.index(card.suit)] + 1 == card.value


def _after(instance: HanabiSolitaire, reached: tuple[int, ...], card: Card) -> tuple[int, ...]:
    k = instance.colours_in_order.index(card.suit)
    return (*reached[:k], card.value, *reached[k + 1 :])


def _steps_to(position: Position, came_from: dict[Position, tuple[Position, Step] | None]) -> list[Step]:
    steps = []
    while (last := came_from[position]) is not None:
        position, step = last
        steps.append(step)
    return steps[::-1]
