"""Random deals and positions for the quick player and the relaxations: all orders, leaders, ways of sharing out."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from crewsat.algorithms.crew.flat import flat
from crewsat.base.errors import InvalidInstance
from crewsat.games.crew.assignment import MODES
from crewsat.games.crew.deals import RandomDeal
from crewsat.games.crew.instance import Crew
from tests.support.random_instances import progress

if TYPE_CHECKING:
    from crewsat.algorithms.crew.flat import Flat

TOKENS = ((), (), ("1", "2"), ("1", "omega"), (">", ">>"), ("1", "2", "3"), ("omega",))


def quick_deal(seed: int, *, most_cards: int = 40) -> Crew:
    """Return a deal; half of them have owners for all objectives."""
    rng = random.Random(seed)
    while True:
        suits, values, trumps = rng.randint(1, 4), rng.randint(2, 9), rng.choice([0, 2, 4])
        players = rng.choice([1, 2, 3, 3, 4, 4, 5, 6])
        if not players <= suits * values + trumps <= most_cards:
            continue
        objectives = rng.randint(0, min(12, suits * values))
        tokens = rng.choice(TOKENS)
        deal = RandomDeal(
            players=players,
            objectives=objectives,
            suits=suits,
            values=values,
            trumps=trumps,
            tokens=tokens if len(tokens) <= objectives else (),
            leader=rng.choice(["commander", "free"]),
            same_trick=rng.choice(["in_order", "violates"]),
            assignment=rng.choice([None, rng.choice(MODES)]),
        )
        try:
            return deal.with_seed(rng.randrange(1_000_000))
        except InvalidInstance:
            continue  # tokens that do not fit together


def quick_position(seed: int, *, most_cards: int = 40) -> Crew:
    """Return a deal in which some cards have been played at random; objectives may have been lost."""
    deal = quick_deal(seed, most_cards=most_cards)
    fields = {name: getattr(deal, name) for name in type(deal).fields if name != "about"}
    return Crew(**fields | progress(random.Random(seed), deal)) if all(deal.hands) else deal


def quick_flats(seed: int) -> list[tuple[Crew, Flat]]:
    """Return a deal and a position of it as integers, where that is possible."""
    both = [(instance, flat(instance)) for instance in (quick_deal(seed), quick_position(seed))]
    return [(instance, deal) for instance, deal in both if deal is not None]
