"""A game with an opponent, to hold the program to strategies: two players take tokens, and who takes the last one wins.

The tokens are the target of a `tests.support.countdown.Countdown`, its numbers are how many may be taken at once.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from crewsat.algorithms.result import Solution
from crewsat.base.errors import IllegalPlay
from crewsat.games.code import Code
from crewsat.games.game import STRATEGY
from crewsat.games.method import OPPONENT_SEARCH
from tests.support import countdown
from tests.support.countdown import Countdown, Pick

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from crewsat.base.errors import Reason


@dataclass(frozen=True)
class Played:
    """A strategy that won against every defence: the first move, if it is the winning side's."""

    play: tuple[Pick, ...]
    positions: int
    stopped: Reason | None = None

    def lines(self) -> Iterator[Mapping[str, Any]]:
        """There is nothing to keep."""
        return iter(())


def referee(instance: Countdown, strategy: Mapping[int, int], *, coalition: bool, **_limits: object) -> Played:
    """Play against every defence."""
    others = [instance.target - number for number in instance.numbers if number <= instance.target]
    unseen = [instance.target] if coalition else others
    positions = 0
    while unseen:
        tokens = unseen.pop()
        positions += 1
        taken = strategy.get(tokens, 0)
        if taken not in instance.numbers or taken > tokens:
            raise IllegalPlay(f"{taken} of {tokens} tokens cannot be taken", rule="take", unit="move")
        left = tokens - taken
        unseen += [left - number for number in instance.numbers if number <= left]
    return Played((Pick(strategy[instance.target]),) if coalition else (), positions)


def search(
    instance: Countdown,
    *,
    out_of_time: Callable[[], bool] = lambda: False,  # noqa: ARG001 - it takes no time
    max_bytes: int | None = None,  # noqa: ARG001 - and no room
) -> Solution[Mapping[int, int]]:
    """Return who wins, and what to take of how many tokens."""
    strategy: dict[int, int] = {}
    for tokens in range(1, instance.target + 1):
        for number in instance.numbers:
            if number <= tokens and tokens - number not in strategy:
                strategy[tokens] = number
    return Solution(instance.target in strategy, strategy)


GAME = replace(
    countdown.GAME,
    certificate=STRATEGY,
    replay=Code("tests.support.takeaway:referee"),
    methods=(replace(countdown.GAME.methods[0], kind=OPPONENT_SEARCH, code=Code("tests.support.takeaway:search")),),
)
