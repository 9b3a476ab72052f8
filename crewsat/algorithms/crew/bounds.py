"""Bounds that refute a deal of The Crew at once, by counting, and give the reason in words.

One trick has one winner and takes one card of every hand. So an owner w whose objective cards lie in several hands must
win at least as many tricks as the fullest of these hands holds of them, and different owners win different tricks:

    LB = Σ over owners w of (max over hands j of the number of w's objective cards in j)

tricks are needed, and there are T, the size of the smallest hand as dealt. Tasks raise what single players need and may
bound it from above (`crewsat.algorithms.crew.task_bounds`). All this holds for whole plays, and so for positions in
progress as well. It does not depend on how free goals are shared out, so they may be handed over, and only
`too_long_an_order` depends on the tokens. Each bound is a function that returns why the deal is lost, or None;
`refuted` tries them in turn.
Each takes time linear in the size of the instance.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from crewsat.algorithms.crew import task_bounds
from crewsat.algorithms.crew.needs import Tricks, fullest, highest_trumps, least_of, needs_of_tricks, trick_words
from crewsat.algorithms.crew.scope import shortest_hand
from crewsat.base.said import saying
from crewsat.base.wording import listed, visible
from crewsat.games.crew.features import ALL, CHANGES, COVERED
from crewsat.games.scope import reader_of, reads

if TYPE_CHECKING:
    from collections.abc import Sequence

    from crewsat.games.crew.instance import Crew


@reads("bound 'tricks needed'", ALL | CHANGES | COVERED)
def tricks_needed(instance: Crew) -> dict[int, int]:
    """Return for every owner of objectives the least number of tricks that player must win for them.

    A trick takes one card of a hand also if some of them are covered.
    """
    return {owner: len(cards) for owner, cards in fullest(instance).items()}


@reads("bound 'tricks with objectives'", ALL | CHANGES | COVERED)
def tricks_with_objectives(instance: Crew) -> int:
    """Return the least number of tricks that contain an objective card: LB, or the objective cards of one hand."""
    in_a_hand = Counter(instance.holder[objective.card] for objective in instance.objectives)
    return max(sum(tricks_needed(instance).values()), *in_a_hand.values(), 0)


@reads("method 'bounds'", ALL | CHANGES)
def refuted(instance: Crew) -> str | None:
    """Return the first reason why the deal is lost, or None if no bound finds one."""
    for bound in BOUNDS if instance.tasks else OF_OBJECTIVES:
        reason = bound(instance)
        if reason is not None:
            return reason
    return None


def refuted_if_known(instance: Crew) -> str | None:
    """Return what `refuted` does; None for a deal with a feature that the bounds do not know."""
    return refuted(instance) if instance.features <= reader_of(refuted).knows else None


@reads("bound 'too few tricks'", ALL | CHANGES)
def too_few_tricks(instance: Crew) -> str | None:
    """Refute deals with LB > T, where LB includes what tasks ask for."""
    tricks = Tricks(instance)
    least = least_of(needs_of_tricks(instance, tricks), tricks.all, trick_words(instance))
    total = least.total(instance.players)
    if total <= instance.tricks:
        return None
    parts = listed(least.parts(instance.players))
    return saying(
        "at least {n} tricks must be won, {parts}, but {few}",
        one="at least 1 trick must be won, {parts}, but {few}",
        n=total,
        parts=parts,
        few=shortest_hand(instance),
    )


@reads("bound 'too many objectives in a hand'", ALL | CHANGES)
def too_many_objectives_in_a_hand(instance: Crew) -> str | None:
    """Refute deals with more objective cards in one hand than there are tricks, whoever owns them."""
    in_a_hand = Counter(instance.holder[objective.card] for objective in instance.objectives)
    for player, number in sorted(in_a_hand.items()):
        if number > instance.tricks:
            return saying(
                "player {player} {holds} {n} objective cards and plays one in a trick, but {few}",
                one="player {player} {holds} 1 objective card and plays one in a trick, but {few}",
                n=number,
                player=player,
                holds=saying("was dealt") if instance.played else saying("holds"),
                few=shortest_hand(instance),
            )
    return None


@reads("bound 'too long an order'", ALL | CHANGES)
def too_long_an_order(instance: Crew) -> str | None:
    """Refute chains of more objectives than tricks, each to be completed in a later trick than the one before.

    If the crew may change tokens, there must be such a chain whichever way it does.
    """
    if instance.same_trick != "violates":
        return None
    longest = min(_longest_chain(instance, pairs) for pairs in instance.orders)
    if longest <= instance.tricks:
        return None
    return saying(
        "{number} objectives must be completed one after the other, each in a trick of its own, but {few}",
        number=longest,
        few=shortest_hand(instance),
    )


def _longest_chain(instance: Crew, pairs: Sequence[tuple[int, int]]) -> int:
    """Return the length of the longest chain of objectives along pairs (x, y), x before y."""
    longest = [1] * len(instance.objectives)
    after: dict[int, list[int]] = {}
    waiting = Counter(y for _, y in pairs)
    for x, y in pairs:
        after.setdefault(x, []).append(y)
    ready = [k for k in range(len(longest)) if not waiting[k]]
    for x in ready:  # grows while we walk it
        for y in after.get(x, ()):
            longest[y] = max(longest[y], longest[x] + 1)
            waiting[y] -= 1
            if not waiting[y]:
                ready.append(y)
    return max(longest, default=0)


@reads("bound 'a trump out of reach'", ALL | CHANGES)
def a_trump_out_of_reach(instance: Crew) -> str | None:
    """Refute a trump objective whose owner was dealt neither it nor a higher trump: another player takes it."""
    highest = highest_trumps(instance)
    for objective in instance.objectives:
        owner, card = objective.owner, objective.card
        if owner is not None and card.suit == instance.trump and highest.get(owner, 0) < card.value:
            name = visible(card)
            return saying(
                "player {player} must win {card}, a trump, and was dealt neither {card} nor a higher trump",
                player=owner,
                card=name,
            )
    return None


OF_OBJECTIVES = (
    a_trump_out_of_reach,
    too_few_tricks,
    too_many_objectives_in_a_hand,
    too_long_an_order,
)
"""The bounds on deals without tasks."""

BOUNDS = (
    a_trump_out_of_reach,
    *task_bounds.OF_ONE_TASK,
    too_few_tricks,
    too_many_objectives_in_a_hand,
    too_long_an_order,
    *task_bounds.OF_SEVERAL,
)
"""All bounds; those about a single goal come first, as their reasons are the easiest to see."""
