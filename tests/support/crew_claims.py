"""What says no by itself in The Crew: with deals aimed at it, and the mistakes that must be noticed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from crewsat.algorithms.crew.exhaustive import search
from crewsat.algorithms.crew.flat import flat
from crewsat.games.crew.instance import Crew
from tests.support.by_name import Claim, Mistake

if TYPE_CHECKING:
    import random
    from types import ModuleType

ALGORITHMS = "crewsat.algorithms.crew"


def won(instance: Crew) -> bool:
    """Whether exhaustive search finds a win."""
    return search(instance) is not None


def goal_held_by_its_owner(rng: random.Random) -> Crew:
    """Few cards, uneven hands; objectives, of the trump suit as well, held by their owners more often than not."""
    players = rng.choice((2, 3, 3, 3))
    suits = "tab"[: rng.choice((2, 3, 3))]
    cards = [f"{suit}{value}" for suit in suits for value in range(1, rng.randint(2, 6) + 1)]
    rng.shuffle(cards)
    hands: list[list[str]] = [[] for _ in range(players)]
    for k, card in enumerate(cards[: rng.randint(players, 12)]):
        hands[k % players if k < 2 * players else rng.randrange(players)].append(card)
    owned = [(card, player) for player, hand in enumerate(hands, 1) for card in hand]
    wanted = rng.sample(owned, min(len(owned), rng.choice((1, 1, 1, 2, 3))))
    data: dict[str, Any] = {
        "hands": hands,
        "objectives": [
            {"card": card, "owner": player if rng.random() < 0.7 else rng.randint(1, players)}
            for card, player in wanted
        ],
    }
    if rng.random() < 0.7:
        data["leader"] = rng.randint(1, players)
    if rng.random() < 0.8:
        data |= {"trump": "t", "suits": [*"tab"]}
    return Crew(**data)


def _relaxed_away(module: ModuleType, instance: Crew) -> bool:
    deal = flat(instance)
    assert deal is not None
    return bool(module.refuting(deal, most_objectives=4, each=100_000, total=100_000).objectives)


CLAIMS = [
    Claim(
        "relaxations",
        [f"{ALGORITHMS}.relaxations"],
        _relaxed_away,
        goal_held_by_its_owner,
        won,
        [
            Mistake("trumps like any suit", " and group.suit != self.deal.trump", ""),
            Mistake("one trick fewer is enough", "[group.suit] >= tricks", "[group.suit] >= tricks - 1"),
        ],
        method="relaxations",
    ),
]
