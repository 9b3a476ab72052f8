"""A game with an opponent, to hold the program to strategies: two players take tokens, and who takes the last one wins.

The tokens are the target of a `tests.support.countdown.Countdown`, its numbers are how many may be taken at once.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from crewsat.errors import IllegalPlay
from crewsat.games.code import Code
from crewsat.games.game import STRATEGY
from tests.support import countdown
from tests.support.countdown import Countdown, Pick

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping


def referee(instance: Countdown, strategy: Mapping[int, int]) -> tuple[Pick, ...]:
    """Play against every defence, and return the first move."""
    unseen = [instance.target]
    while unseen:
        tokens = unseen.pop()
        taken = strategy.get(tokens, 0)
        if taken not in instance.numbers or taken > tokens:
            raise IllegalPlay(f"{taken} of {tokens} tokens cannot be taken", rule="take")
        left = tokens - taken
        unseen += [left - number for number in instance.numbers if number <= left]
    return (Pick(strategy[instance.target]),)


def search(
    instance: Countdown,
    *,
    out_of_time: Callable[[], bool] = lambda: False,  # noqa: ARG001 - it takes no time
    max_bytes: int | None = None,  # noqa: ARG001 - and no room
) -> dict[int, int] | None:
    """Return a winning strategy, what to take of how many tokens, or None if there is none."""
    strategy: dict[int, int] = {}
    for tokens in range(1, instance.target + 1):
        for number in instance.numbers:
            if number <= tokens and tokens - number not in strategy:
                strategy[tokens] = number
    return strategy if instance.target in strategy else None


GAME = replace(
    countdown.GAME,
    certificate=STRATEGY,
    replay=Code("tests.support.takeaway:referee"),
    methods=(replace(countdown.GAME.methods[0], code=Code("tests.support.takeaway:search")),),
)
