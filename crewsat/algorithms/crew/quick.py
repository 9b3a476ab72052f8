"""The quick player and the relaxations as methods: with the compiled kernel where it is installed, else in Python.

Both give the same answers in either language. In Python the player takes some 230 times as long and relaxations 80
times, longer than a formula does, so ``auto`` uses them only where there is a kernel (`kernel/README.md`).
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from crewsat.algorithms.crew import player
from crewsat.algorithms.crew.flat import MOST_CARDS, MOST_PLAYERS, flat
from crewsat.algorithms.crew.past import decided_by_the_past
from crewsat.algorithms.result import Refutation
from crewsat.base.compiled import kernel
from crewsat.base.errors import Stopped
from crewsat.base.said import saying
from crewsat.base.wording import listed, visible
from crewsat.games.crew.features import CHANGES, PASSING, WITHOUT_TASKS
from crewsat.games.crew.subsets import all_pairs
from crewsat.games.scope import reads

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Sequence

    from crewsat.algorithms.crew.flat import Flat
    from crewsat.games.cards import Card
    from crewsat.games.crew.instance import Crew
    from crewsat.games.crew.objective import Objective

    Line = list[tuple[int, tuple[Card, ...]]]
    """Leader and cards of each trick, the leader's card first; an unfinished trick is complete."""

LEAST_CARDS = 12
"""On smaller deals, whose formulas are small, ``auto`` does not use the player."""

POSITIONS = 6_000
POLISH = 2_000
"""Positions to visit for a line and for each attempt at a shorter one; the kernel searches 5,000 a millisecond.

Of winnable deals of 3, 4 and 5 players with 1 to 12 objectives, 94, 81 and 75 % are won, and with 20,000 positions 96,
87 and 81 %; but where that does not help, 20,000 take a third of the time of the formula.
"""

MOST_OBJECTIVES = 4
EACH = 100_000
TOTAL = 100_000
"""For relaxations: objectives kept, positions of one search and of all; the kernel searches 300 a millisecond.

Of the 40 deals with three players that took longest among 1,200, 17 are refuted, and 9 with two objectives, 16,000
positions each and 40,000 in all; all 40 together take half the time, the ten slowest a third.
"""


def worth_playing(instance: Crew) -> bool:
    """Return whether ``auto`` uses the player: it needs a kernel and a large enough deal that it knows how to play."""
    left = instance.size - instance.players * instance.finished
    fits = LEAST_CARDS <= left <= MOST_CARDS and instance.players <= MOST_PLAYERS
    known = instance.features <= WITHOUT_TASKS | CHANGES | PASSING and not (instance.finished and instance.free)
    return fits and known and kernel() is not None


def worth_relaxing(instance: Crew) -> bool:
    """Return whether ``auto`` uses relaxations: as `worth_playing`, and they know the deal."""
    return instance.features <= WITHOUT_TASKS and worth_playing(instance)


@reads("method 'player'", WITHOUT_TASKS | CHANGES | PASSING)
def winning_line(
    instance: Crew, *, seed: int = 0, shorten: bool = False, out_of_time: Callable[[], bool] = lambda: False
) -> Line | None:
    """Return a play that wins from here, or None if the player finds none; this takes milliseconds.

    The player leaves the tokens as they are, hands nothing over and passes nothing, which the crew may do; where cards
    must be passed it finds none.

    Args:
        instance: the deal.
        seed: of the player.
        shorten: whether to look for a shorter play when one is found, for as long as that took or somewhat longer.
        out_of_time: whether to stop.

    Raises:
        Stopped: if time runs out while the past is replayed.
    """
    if isinstance(decided_by_the_past(instance, out_of_time=out_of_time), Refutation) or _must_pass(instance):
        return None
    deal = flat(instance)
    return None if deal is None else _played(deal, seed, polish=POLISH if shorten else 0)


@reads("method 'player'", WITHOUT_TASKS | CHANGES | PASSING)
def winning_line_with(instance: Crew, number: int, card: Card, *, seed: int = 0) -> Line | None:
    """Return a winning play in which player `number` plays the legal `card` next, or None if none is found.

    The play is not shortened. Nothing may have been lost in the past.
    """
    deal = None if _must_pass(instance) else flat(instance)
    if deal is None:
        return None
    leader = deal.leader if deal.begun else number - 1
    return _played(replace(deal, leader=leader, begun=(*deal.begun, deal.cards.index(card))), seed, polish=0)


def _must_pass(instance: Crew) -> bool:
    """Return whether a card must still be passed: by all players, or by those who have not chosen one yet."""
    passing = instance.passing
    return passing is not None and instance.may_pass and (bool(instance.passed) or not passing.optional)


def _played(deal: Flat, seed: int, *, polish: int) -> Line | None:
    compiled = kernel()
    if compiled is None:
        line = player.play(deal, seed=seed, positions=POSITIONS, polish=polish)
    else:
        line = compiled.play(*deal.arguments(), seed % 2**64, POSITIONS, polish)
    if line is None:
        return None
    return [(leader + 1, tuple(deal.cards[card] for card in cards)) for leader, cards in line]


@reads("method 'relaxations'", WITHOUT_TASKS)
def refuted(instance: Crew, *, out_of_time: Callable[[], bool] = lambda: False) -> str | None:
    """Return why the deal is lost if a relaxed deal with few of its objectives is, in words; None if none was found.

    Raises:
        Stopped: if time runs out.
    """
    found = refuted_objectives(instance, out_of_time=out_of_time)
    return _in_words(found, ordered=_are_ordered(instance, found)) if found else None


@reads("method 'relaxations'", WITHOUT_TASKS)
def refuted_objectives(instance: Crew, *, out_of_time: Callable[[], bool] = lambda: False) -> tuple[Objective, ...]:
    """Return objectives that cannot be won together even in the relaxed deal, few if possible; none if none are found.

    All smaller numbers of objectives have been tried before, though the search for some may have been given up.

    Raises:
        Stopped: if time runs out.
    """
    deal = flat(instance)
    if deal is None:
        return ()
    compiled = kernel()
    if compiled is None:
        from crewsat.algorithms.crew import relaxations  # noqa: PLC0415 - only without the kernel

        found = relaxations.refuting(
            deal, most_objectives=MOST_OBJECTIVES, each=EACH, total=TOTAL, out_of_time=out_of_time
        ).objectives
    else:
        found, _, _ = compiled.refuting(*deal.arguments(), MOST_OBJECTIVES, EACH, TOTAL, out_of_time)
    if out_of_time():
        raise Stopped("time")
    wanted = {deal.cards[deal.targets[k].card] for k in found}
    return tuple(objective for objective in instance.objectives if objective.card in wanted)


def _are_ordered(instance: Crew, chosen: Collection[Objective]) -> bool:
    """Return whether some of these must be completed before others of them."""
    ids = {objective.id for objective in chosen}
    named = [k for k, objective in enumerate(instance.objectives) if objective.id in ids]
    return any(x in named and y in named for x, y in all_pairs(instance))


def _in_words(chosen: Sequence[Objective], *, ordered: bool) -> str:
    """Say that these objectives cannot be won even in the relaxed deal."""
    names = listed(saying("{card} (player {player})", card=visible(one.id), player=one.owner) for one in chosen)
    if len(chosen) == 1:
        return saying(
            "even {goals} alone cannot be won: not even if in its suit only the number of cards above and below it in "
            "each hand counted, in the others only the length, and any of the highest could win a trick",
            goals=names,
        )
    many = saying("both") if len(chosen) == 2 else saying("all")
    order = saying(" in the required order") if ordered else ""
    return saying(
        "even {goals} alone cannot {many} be won{order}: not even if in a suit only the number of cards above, between "
        "and below these in each hand counted, and any of the highest could win a trick",
        goals=names,
        many=many,
        order=order,
    )
