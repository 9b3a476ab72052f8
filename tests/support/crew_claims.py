"""What says no by itself in The Crew to objectives: deals aimed at each of it, and mistakes that must be noticed."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from crewsat.algorithms.crew.exhaustive import search
from crewsat.algorithms.result import Refutation
from tests.support.aimed_deals import (
    few_left,
    goal_held_by_its_owner,
    only_objectives,
    single_suit,
    single_value,
)
from tests.support.by_name import Claim, Mistake

if TYPE_CHECKING:
    import random
    from collections.abc import Callable
    from types import ModuleType

    from crewsat.games.crew.instance import Crew

ALGORITHMS = "crewsat.algorithms.crew"


def won(instance: Crew) -> bool:
    """Whether exhaustive search finds a win."""
    return search(instance) is not None


def _relaxed_away(module: ModuleType, instance: Crew, positions: int = 100_000) -> bool:
    deal = import_module(f"{ALGORITHMS}.flat").flat(instance)
    found = module.refuting(deal, most_objectives=4, each=positions, total=10 * positions)
    return bool(found.objectives)


RELAXATIONS = Claim(
    "relaxations",
    [f"{ALGORITHMS}.flat", f"{ALGORITHMS}.relaxations"],
    _relaxed_away,
    goal_held_by_its_owner,
    won,
    [
        Mistake("trumps like any suit", " and group.suit != self.deal.trump", ""),
        Mistake("whoever holds the card", "group.owner == group.holder and", ""),
        Mistake("one trick fewer for a suit", "[group.suit] >= tricks", "[group.suit] >= tricks - 1"),
        Mistake("lower cards as well", "if many and not self.has_lower(player, group):", "if many:"),
        Mistake("lower cards that are gone", "rank < group.rank and self.groups[other].left", "rank < group.rank - 1"),
        Mistake("one trick fewer for all", "sum(map(max, wanted)) > tricks", "sum(map(max, wanted)) >= tricks"),
        Mistake("a trick an objective", "sum(map(max, wanted)) > tricks", "sum(map(sum, wanted)) > tricks"),
        Mistake("one objective a trick", "if owner not in {NOBODY, card.owner}:", "if owner != NOBODY:"),
        Mistake("the first of equal ranks wins", "winners |= 1 << player\n", "pass\n"),
        Mistake("trumps beat nothing", "else card.suit == self.deal.trump):", "else False):"),
        Mistake("no discards", "follows = table.played and self.number[player][table.led]", "follows = table.played"),
        Mistake("who must win follows suit", "self.number[owner][table.led]\n", "True\n"),
        Mistake("a trumped trick is gone", "suit not in {table.suit, self.deal.trump}", "suit != table.suit"),
        Mistake("a higher rank is needed", "group.rank >= table.rank", "group.rank > table.rank"),
        Mistake("always strict", "self.open if self.deal.strict else self.open & ~table.hit", "self.open"),
        Mistake("order backwards", "self.groups[number].before & missing", "self.groups[number].before & ~missing"),
        Mistake(
            "above is like below", "                rank += 1\n                last.clear()\n", "                pass\n"
        ),
        Mistake("one leader", "position = (leader, ", "position = (0, "),
        Mistake("the first player leads", "if self.deal.leader in {NOBODY, leader}:", "if leader == 0:"),
        Mistake("any of the highest, but one", "else bits_of(table.winners)", "else [*bits_of(table.winners)][:1]"),
        Mistake(
            "the trick that has begun is gone",
            "tricks=instance.tricks - instance.finished",
            "tricks=instance.tricks - len(instance.played)",
            place=f"{ALGORITHMS}.flat",
        ),
    ],
    method="relaxations",
)

GIVEN_UP = Claim(
    "relaxations, given up",
    RELAXATIONS.modules,
    lambda module, instance: _relaxed_away(module, instance, 2),
    lambda rng: goal_held_by_its_owner(rng, 12),
    won,
    [
        Mistake(
            "no for want of positions",
            "if self.positions > self.limit:\n            return None",
            "if self.positions > self.limit:\n            return False",
        ),
        Mistake("no for want of positions of a leader", "return None if stopped else False", "return False"),
    ],
)


PAST = Claim(
    "past",
    [*(f"crewsat.games.crew.{name}" for name in ("assignment", "watching", "rules")), f"{ALGORITHMS}.past"],
    lambda module, instance: isinstance(module.decided_by_the_past(instance), Refutation),
    few_left,
    won,
    [
        Mistake("the play has ended", "if instance.played and table.played == instance.tricks:", "if instance.played:"),
        Mistake(
            "always strict",
            'self.played if self.instance.same_trick == "in_order" else self.played - 1',
            "self.played - 1",
            "crewsat.games.crew.rules",
        ),
        Mistake(
            "order backwards",
            "setdefault(y, []).append(x)",
            "setdefault(x, []).append(y)",
            "crewsat.games.crew.rules",
        ),
        Mistake(
            "the leader wins", "elif owner != winner:", "elif owner != self.before.leader:", "crewsat.games.crew.rules"
        ),
        Mistake(
            "free objectives are shared out at once",
            "if self.watch.shares and len(self.done) == len(self.instance.objectives):",
            "if self.watch.shares:",
            "crewsat.games.crew.rules",
        ),
        Mistake(
            "of a draft, the first players take more",
            "(player - leader) % players < more",
            "(player - 1) % players < more",
            "crewsat.games.crew.assignment",
        ),
        Mistake(
            "balanced means equal",
            "return sum(too_many) - min(more, len(too_many))",
            "return sum(too_many)",
            "crewsat.games.crew.assignment",
        ),
        Mistake(
            "all to one",
            "return free - max(takers) if takers else None",
            "return free - max(takers) + 1 if takers else None",
            "crewsat.games.crew.assignment",
        ),
    ],
    method="past",
)


POSSIBLE_TRICKS, NEEDS, COMPARISONS, TASK_BOUNDS, BOUNDS = (
    f"{ALGORITHMS}.{name}" for name in ("possible_tricks", "needs", "comparisons", "task_bounds", "bounds")
)


def bound(name: str, aimed: Callable[[random.Random], Crew], *mistakes: Mistake, aim: str = "") -> Claim:
    """The claim of a bound of `bounds`, `task_bounds` or `comparisons`; `aim` names what the deals are aimed at."""
    modules = [POSSIBLE_TRICKS, NEEDS, COMPARISONS, TASK_BOUNDS, BOUNDS]
    place = next(module for module in modules if getattr(import_module(module), name, None) is not None)

    def says_no(module: ModuleType, instance: Crew) -> bool:
        return getattr(module, name)(instance) is not None

    return Claim(name + aim, modules[: modules.index(place) + 1], says_no, aimed, won, mistakes)


OF_OBJECTIVES = [
    Claim(
        "bounds",
        [NEEDS, TASK_BOUNDS, BOUNDS],
        lambda module, instance: module.refuted(instance) is not None,
        only_objectives,
        won,
        method="bounds",
    ),
    bound(
        "too_few_tricks",
        only_objectives,
        Mistake("one fewer", "if total <= instance.tricks:", "if total < instance.tricks:"),
        Mistake("a trick a card", "(objective.owner, instance.holder[objective.card])", "(objective.owner, 0)", NEEDS),
        Mistake(
            "free ones are somebody's",
            "if objective.owner is not None:\n            together.setdefault((objective.owner,",
            "if True:\n            together.setdefault((objective.owner or 1,",
            NEEDS,
        ),
        aim=", objectives",
    ),
    bound(
        "too_many_objectives_in_a_hand",
        only_objectives,
        Mistake("as many", "if number > instance.tricks:", "if number >= instance.tricks:"),
        Mistake(
            "of all hands",
            "    in_a_hand = Counter(instance.holder[objective.card] for objective in instance.objectives)\n    for",
            "    in_a_hand = Counter(1 for objective in instance.objectives)\n    for",
        ),
    ),
    bound(
        "too_long_an_order",
        only_objectives,
        Mistake(
            "one fewer",
            "if longest <= instance.tricks:",
            "if longest < instance.tricks:",
        ),
        Mistake("in the same trick", '    if instance.same_trick != "violates":\n        return None\n', ""),
        Mistake("all in a chain", "longest[y] = max(longest[y], longest[x] + 1)", "longest[y] += longest[x]"),
    ),
    bound(
        "a_trump_out_of_reach",
        goal_held_by_its_owner,
        Mistake("with a higher one only", "highest.get(owner, 0) < card.value", "highest.get(owner, 0) <= card.value"),
        Mistake("of any suit", " and card.suit == instance.trump and", " and"),
        Mistake(
            "of cards left",
            "in instance.holder.items():\n        if card.suit == instance.trump",
            "in [(c, p) for p, h in enumerate(instance.hands, 1) for c in h]:\n        if card.suit == instance.trump",
            NEEDS,
        ),
    ),
]


SCOPE = f"{ALGORITHMS}.scope"


def special_case(method: str, function: str, aimed: Callable[[random.Random], Crew], *mistakes: Mistake) -> Claim:
    """The claim of an algorithm for a special case, asked by the name of its method."""
    module = function.rpartition(":")[0]

    def says_no(loaded: ModuleType, instance: Crew) -> bool:
        return isinstance(getattr(loaded, function.rpartition(":")[2])(instance), Refutation)

    return Claim(method, [SCOPE, f"{ALGORITHMS}.{module}"], says_no, aimed, won, mistakes, method)


SPECIAL_CASES = [
    special_case(
        "single-value",
        "single_value:decide_single_value",
        single_value,
        Mistake("with trumps", " and instance.trump not in suits", ""),
        Mistake("with suits to follow", "len(suits) == len(instance.holder) and", ""),
        Mistake("player 1 leads", "instance.leader or next(iter(owner_of.values()))", "instance.leader or 1"),
        Mistake("one trick fewer", "if needed > instance.tricks:", "if needed >= instance.tricks:"),
        Mistake("all in a hand", "needed = len(wanted[fullest])", "needed = len(owner_of)"),
    ),
    special_case(
        "owned-objectives",
        "single_suit_owned:decide_owned_objectives",
        single_suit,
        Mistake("objectives of others", "if any(instance.holder[card] != owner", "if any(False"),
        Mistake("two suits", "<= 1", "<= 2", SCOPE),
        Mistake(
            "in no order",
            "sorted((card for card in hand if card not in owner_of), key=_value)",
            "[card for card in hand if card not in owner_of]",
        ),
        Mistake("below by two", "low.value > objective.value", "low.value + 1 > objective.value - 1"),
        Mistake("objectives of all", "[card for card in wanted if owner_of[card] != player]", "wanted"),
    ),
    special_case(
        "single-suit",
        "single_suit:decide_single_suit",
        single_suit,
        Mistake("two suits", "<= 1", "<= 2", SCOPE),
        Mistake(
            "one winner more",
            ".winners_above(claim.above) < claim.tricks",
            ".winners_above(claim.above) <= claim.tricks",
        ),
        Mistake("one trick fewer", "if len(winners) > instance.tricks:", "if len(winners) >= instance.tricks:"),
        Mistake(
            "beside all own objectives",
            "needed = claim.tricks - _above(self.own, claim.above)",
            "needed = claim.tricks",
        ),
        Mistake(
            "with the lowest cards", "self.spare[len(self.spare) - self.reserved :]\n", "self.spare[: self.reserved]\n"
        ),
        Mistake("the highest spare card first", "hand.reserved][::-1]", "hand.reserved]"),
        Mistake(
            "the highest objective first", "{owner: values[::-1] for owner, values", "{owner: values for owner, values"
        ),
        Mistake("no objectives of others", "elif objectives and objectives[-1] < value:", "elif False:"),
        Mistake(
            "reserved cards lose as well",
            "_above(self.own, value) + _above(self.spare, value)",
            "_above(self.own, value)",
        ),
        Mistake(
            "the highest winner first",
            "enumerate(hands, 1) for value in hand.winners)",
            "enumerate(hands, 1) for value in hand.winners)[::-1]",
        ),
    ),
]

CLAIMS = [RELAXATIONS, GIVEN_UP, PAST, *OF_OBJECTIVES, *SPECIAL_CASES]
