"""Where the quick player of The Crew gives up for good, and sentences that say what cannot be: as claims."""

from __future__ import annotations

from typing import TYPE_CHECKING

from crewsat.algorithms.crew.flat import NOBODY, flat
from crewsat.games.crew.instance import Crew
from crewsat.games.crew.subsets import demands_of
from tests.support.aimed_deals import few_left, goal_held_by_its_owner, only_objectives
from tests.support.by_name import Claim, Mistake
from tests.support.crew_claims import ALGORITHMS, won

if TYPE_CHECKING:
    import random
    from types import ModuleType

HANDS, PLAYER = f"{ALGORITHMS}.hands", f"{ALGORITHMS}.player"
OBSTACLES, REASONS = (f"crewsat.questions.crew.{name}" for name in ("obstacles", "reasons"))

POSITIONS = 20_000
"""More than small deals have."""


def _too_few(module: ModuleType, instance: Crew) -> bool:
    deal = flat(instance)
    return deal is not None and module.Hands(deal).fewest_tricks() > deal.tricks


def _too_late(module: ModuleType, instance: Crew) -> bool:
    deal = flat(instance)
    return deal is not None and module.Hands(deal).too_late(deal.tricks)


def _nothing_left_to_try(module: ModuleType, instance: Crew) -> bool:
    deal = flat(instance)
    if deal is None or deal.leader == NOBODY:
        return False
    player = module._Player(deal, 0)
    return player.run(POSITIONS, 0) is None and player.positions < POSITIONS


def _any_deal(rng: random.Random) -> Crew:
    return rng.choice((goal_held_by_its_owner, only_objectives, few_left))(rng)


def _higher_card_later(rng: random.Random) -> Crew:
    """A player who holds a higher card of the suit, wanted later, has perhaps just played a lower one."""
    low, middle, high = sorted(rng.sample(range(1, 6), 3))
    rest = rng.sample([f"{suit}{value}" for suit in "tb" for value in range(1, 4)], 4)
    hands = [[f"a{high}", *rest[:2]], [f"a{middle}", *rest[2:]]]
    begun = rng.random() < 0.5
    hands[0] += [] if begun else rng.sample([f"a{low}"], rng.randint(0, 1))
    return Crew(
        hands=hands,
        leader=1,
        trump=rng.choice((None, "t")),
        suits=["t", "a", "b"],
        played=[[f"a{low}"]] if begun else [],
        objectives=[
            {"card": f"a{middle}", "owner": 2, "before": [f"a{high}"]},
            {"card": f"a{high}", "owner": rng.choice((1, 2))},
        ],
    )


def _cannot_be(module: ModuleType, instance: Crew) -> bool:
    """Whether a sentence about an objective says that it cannot be won, or takes more tricks than are left."""
    goals = tuple(objective.id for objective in instance.objectives)
    said = (reason.words for reason in module.what_they_take(instance, goals))
    return any("and so cannot win it" in words or "and there " in words for words in said)


def _against_the_order(module: ModuleType, instance: Crew) -> bool:
    demands = demands_of(instance)
    return bool(module.against_the_order(instance, (*demands.goals, *demands.terms)))


CLAIMS = [
    Claim(
        "player: fewest tricks",
        [HANDS],
        _too_few,
        only_objectives,
        won,
        [
            Mistake("a trick a card", "sum(max((rest & mine & hand)", "sum(sum((rest & mine & hand)"),
            Mistake("of all hands", "*((rest & hand).bit_count() for hand in self.hand))", "rest.bit_count())"),
        ],
    ),
    Claim(
        "player: too late",
        [HANDS],
        _too_late,
        goal_held_by_its_owner,
        won,
        [
            Mistake("trumps like any suit", " & ~self.trumps):", "):"),
            Mistake("whoever holds the card", "self.left & self.self_held", "self.left"),
            Mistake("lower cards as well", " and not held & lower", ""),
            Mistake("one trick fewer", "held.bit_count() >= tricks", "held.bit_count() >= tricks - 1"),
        ],
    ),
    Claim(
        "player: nothing left to try",
        [HANDS, PLAYER],
        _nothing_left_to_try,
        _any_deal,
        won,
        [
            Mistake("one trick fewer", "if self.depth + least > self.bound:", "if self.depth + least >= self.bound:"),
            Mistake("none is to be wasted", "if least == tricks else None", "if least >= tricks - 1 else None"),
            Mistake("in few tricks", "if needed < tricks:", "if needed < tricks - 1:", HANDS),
            Mistake("only the fullest hand", "(held[player] == most) << owner", "1 << owner", HANDS),
            Mistake(
                "one objective fewer",
                "(rest & self.hand[player]).bit_count() == tricks",
                "rest & self.hand[player]",
                HANDS,
            ),
            Mistake("alike beside objectives", "if not self.targets & (1 << before | 1 << card) and not", "if not"),
            Mistake("alike with cards between", " and not (self.left | table.cards) & between:", ":"),
            Mistake("always strict", "self.left | (table.cards if self.deal.strict else 0)", "self.left | table.cards"),
            Mistake("in order of play", "(self.deal.strict or missing & ~self.to_come(table))", "True"),
            Mistake(
                "no trumps left",
                "bool(trumps & above if self.deal.suit[best] == self.deal.trump else trumps)",
                "False",
                HANDS,
            ),
            Mistake(
                "who has played",
                "if table.owners >> table.winner & 1:\n            return True",
                "if False:\n            return True",
            ),
            Mistake(
                "free ones at once",
                "if taken and self.shares[table.winner] + taken >",
                "if taken and self.shares[table.winner] + taken >=",
            ),
        ],
    ),
    Claim(
        "what they take",
        [OBSTACLES],
        _cannot_be,
        goal_held_by_its_owner,
        won,
        [
            Mistake("one trick fewer", "if longest >= left:", "if longest >= left - 1:"),
            Mistake(
                "lower cards as well",
                "if cards and cards[0].value > card.value:",
                "if cards and cards[-1].value > card.value:",
            ),
            Mistake(
                "trumps like any suit", "if card.suit == instance.trump:\n        return", "if False:\n        return"
            ),
            Mistake(
                "any suit like trumps", "if card.suit == instance.trump:\n        return", "if True:\n        return"
            ),
        ],
    ),
    Claim(
        "against the order",
        [OBSTACLES, REASONS],
        _against_the_order,
        goal_held_by_its_owner,
        won,
        [
            Mistake("trumps like any suit", " and first.card.suit != instance.trump", ""),
            Mistake(
                "whoever holds the card",
                "own = first.card in held and instance.holder[first.card] == first.owner and",
                "own = first.card in held and",
            ),
            Mistake("lower cards as well", "cards[0].value > card.value:", "cards[-1].value > card.value:", OBSTACLES),
        ],
    ),
    Claim(
        "against the order, within a trick",
        [OBSTACLES, REASONS],
        _against_the_order,
        _higher_card_later,
        won,
        [
            Mistake("who has played must follow", " and not instance.begun else ()", " else ()"),
        ],
    ),
]
