"""Changes of order tokens before the first trick: the crew may make one of them, or none (contract, `retoken`).

``swap``: two objectives with tokens exchange them. ``move``: one token goes to an objective without one. The lists
`after` and `before` stay, so a change that makes the order cyclic is not possible. With k tokens and l objectives there
are at most 1 + k·(k - 1)/2 ways, or 1 + k·(l - k), the one without a change included.
"""

from __future__ import annotations

from itertools import combinations, product
from typing import TYPE_CHECKING, Literal, NamedTuple

from crewsat.games.crew.moves import Choice
from crewsat.games.crew.order import is_cyclic

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from crewsat.games.crew.objective import Objective

Retoken = Literal["swap", "move"]

MOST_WAYS = 2_000
"""The most changes a deal may have; a deal of the real game has at most 16."""


class Retokening(NamedTuple):
    """A change of tokens, or none.

    Attributes:
        choice: how it is written.
        objectives: the objectives of the deal with their tokens after it.
    """

    choice: Choice
    objectives: tuple[Objective, ...]

    @property
    def tokens(self) -> dict[str, str]:
        """The tokens by the ids of the objectives."""
        return tokens_of(self.objectives)


NO_CHANGE = Choice("no change")


def tokens_of(objectives: Iterable[Objective]) -> dict[str, str]:
    """Return the tokens by the ids of the objectives."""
    return {objective.id: objective.token for objective in objectives if objective.token is not None}


def number_of_ways(objectives: Sequence[Objective], how: Retoken) -> int:
    """Return how many ways there are, without looking at `after` and `before`."""
    tokens = sum(objective.token is not None for objective in objectives)
    return 1 + (tokens * (tokens - 1) // 2 if how == "swap" else tokens * (len(objectives) - tokens))


def retokenings(objectives: tuple[Objective, ...], how: Retoken | None) -> Iterator[Retokening]:
    """Yield the possible ways, beginning with the one without a change.

    Args:
        objectives: those of a deal.
        how: what may be done; None: nothing.
    """
    yield Retokening(NO_CHANGE, objectives)
    with_token = [k for k, objective in enumerate(objectives) if objective.token is not None]
    without = [k for k, objective in enumerate(objectives) if objective.token is None]
    pairs = combinations(with_token, 2) if how == "swap" else product(with_token, without if how == "move" else ())
    for one, other in pairs:
        changed = list(objectives)
        changed[one] = objectives[one].model_copy(update={"token": objectives[other].token})
        changed[other] = objectives[other].model_copy(update={"token": objectives[one].token})
        if not is_cyclic(changed):
            choice = Choice(f"{how} {objectives[one].card} {objectives[other].card}")
            yield Retokening(choice, tuple(changed))
