"""Small changes that make a lost deal of The Crew winnable.

For every kind the changes that may help are tried in turn, and the first one that wins is taken; all changes of a kind
are equally small. The quick player tries all of them before any formula is used, and other leaders and owners are
assumed in one formula. Known facts save most of the work: unless a demand of a conflict, a hand or the lead changes,
the deal stays lost; and a change of a single goal cannot help more than dropping it. There are too many exchanges of
cards to try all of them.
"""

from __future__ import annotations

from itertools import chain, islice, product
from typing import TYPE_CHECKING, NamedTuple

from crewsat.base.said import saying
from crewsat.base.wording import visible
from crewsat.games.crew.asked import asked
from crewsat.games.crew.features import ALL, COVERED, HANDOVER, PASSING
from crewsat.games.crew.subsets import ORDER, demands_of, handed_over, keeping, with_goals, without_order_of
from crewsat.games.crew.task import is_player
from crewsat.games.scope import reader_of, reads
from crewsat.questions.crew.demands import difficulty
from crewsat.questions.explanation import Repair

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator

    from crewsat.games.cards import Card
    from crewsat.games.crew.instance import Crew
    from crewsat.games.crew.objective import Objective
    from crewsat.games.crew.task import Task
    from crewsat.games.verdict import Verdict
    from crewsat.questions.crew.assumed import Assumed
    from crewsat.questions.crew.deal_budget import DealBudget
    from crewsat.questions.explanation import RepairKind

    Conflict = tuple[str, ...]

MOST_TRIED = 24
"""The most changes of one kind that are tried."""

_EXCHANGES_PLAYED, _EXCHANGES_ASKED = 48, 6
"""The numbers of exchanges of cards tried where there is a quick player: by it, and by a formula as well.

They are not claimed to be complete, and a formula that finds none takes 70 ms for each.
"""

_OF_THE_TIME = 0.2
"""The share of the remaining time that one change may take."""


class Change(NamedTuple):
    """A change and the resulting deal."""

    words: str
    instance: Crew


def repairs_of(
    assumed: Assumed, conflict: Conflict, culprits: Conflict | None, asking: DealBudget
) -> tuple[tuple[Repair, ...], tuple[RepairKind, ...]]:
    """Find, within the limits, a repair of every kind that has one, and the kinds that certainly have none.

    Args:
        assumed: a lost deal.
        conflict: demands that cannot be met together.
        culprits: those of them without which everything else can be met; None if that is not known.
        asking: what may be used, and what is known.
    """
    instance = assumed.instance
    single = conflict if culprits is None else culprits
    repairs: list[Repair] = []
    none: list[RepairKind] = []
    for kind, changes in _kinds_for(instance).items():
        few = kind not in _ALL_TRIED and asking.has_player(instance)
        possible = changes(instance, single if kind in _OF_ONE_GOAL else conflict)
        candidates = list(islice(possible, _EXCHANGES_PLAYED if few else MOST_TRIED))
        found, all_lost = first_that_wins(
            assumed, candidates, conflict, asking, asked=_EXCHANGES_ASKED if few else MOST_TRIED
        )
        if found is not None:
            repairs.append(Repair(kind, found[0].words, found[0].instance, found[1].play or ()))
        elif all_lost and kind in _ALL_TRIED and len(candidates) < MOST_TRIED:
            none += [kind] if any(changes(instance, conflict)) else []
    return tuple(repairs), tuple(none)


def _kinds_for(instance: Crew) -> dict[RepairKind, Callable[[Crew, Conflict], Iterator[Change]]]:
    """Return the kinds of repairs that know all features of a deal."""
    return {kind: changes for kind, changes in _KINDS.items() if instance.features <= reader_of(changes).knows}


def first_that_wins(
    assumed: Assumed, candidates: list[Change], conflict: Conflict, asking: DealBudget, *, asked: int
) -> tuple[tuple[Change, Verdict] | None, bool]:
    """Return a change that wins, with its verdict, or else whether each is known to lose; easy questions come first."""
    for change in candidates:
        verdict = asking.easily_won(change.instance)
        if verdict is not None:
            return (change, verdict), False
    relaxed = _relaxed(assumed.instance, conflict, asking)
    for change in candidates[:asked]:
        if relaxed and asking.easily_lost(keeping(change.instance, conflict)):
            continue
        part = asking.part(_OF_THE_TIME)
        outcome = assumed.won(change.instance, part)
        if outcome is not None and outcome.answer == "no":
            continue
        if outcome is not None and outcome.answer == "unknown":
            return None, False
        verdict = part.ask(change.instance)
        if verdict.answer == "yes":
            return (change, verdict), False
        if verdict.answer != "no":
            return None, False
    return None, True


def _relaxed(instance: Crew, conflict: Conflict, asking: DealBudget) -> bool:
    """Return whether a relaxed deal has refuted the conflict; then it is likely to do so after a change, too."""
    deal = keeping(instance, conflict)
    return deal in asking.lost and asking.lost[deal].method == "relaxations"


@reads("repair 'other leaders'", ALL | HANDOVER | COVERED | PASSING)
def other_leaders(instance: Crew, _conflict: Conflict) -> Iterator[Change]:
    """Yield changes: another player leads the first trick, before anything has been played."""
    if instance.leader is not None and not instance.played:
        for player in range(1, instance.players + 1):
            if player != instance.leader:
                words = saying(
                    "player {player} leads the first trick, not player {other}", player=player, other=instance.leader
                )
                yield _changed(instance, words, leader=player)


@reads("repair 'less order'", ALL | HANDOVER | COVERED | PASSING)
def less_order(instance: Crew, conflict: Conflict) -> Iterator[Change]:
    """Yield changes: one objective is exempt from the order; if that does not help, there is no order."""
    if ORDER in conflict and ORDER in demands_of(instance).terms:
        bound = {instance.objectives[k].id for pair in instance.order for k in pair}
        for objective in _of(instance, bound.intersection(conflict)):
            card, token = visible(objective.card), objective.token
            words = saying("{card} may be won at any time", card=card)
            if token is not None:
                words = saying("{this}, without its token {token}", this=words, token=visible(token))
            yield Change(words, without_order_of(instance, objective.id))
        demands = demands_of(instance)
        yield Change(saying("the order is given up"), keeping(instance, {*demands.goals, *demands.terms} - {ORDER}))


@reads("repair 'owners swapped'", ALL | HANDOVER | COVERED | PASSING)
def owners_swapped(instance: Crew, conflict: Conflict) -> Iterator[Change]:
    """Yield changes: two players exchange an objective."""
    tried = set()
    for one, other in product(_of(instance, conflict), instance.objectives):
        pair = frozenset((one.id, other.id))
        if one.owner and other.owner and one.owner != other.owner and pair not in tried:
            tried.add(pair)
            exchanged = handed_over(instance, {one.id: other.owner, other.id: one.owner})
            words = saying(
                "player {player} wins {card}, and player {other} {exchanged} instead",
                player=other.owner,
                card=visible(one.card),
                other=one.owner,
                exchanged=visible(other.card),
            )
            yield _changed(exchanged, words)


@reads("repair 'handed to another'", ALL | HANDOVER | COVERED | PASSING)
def handed_to_another(instance: Crew, conflict: Conflict) -> Iterator[Change]:
    """Yield changes: one objective goes to another player."""
    for objective in _of(instance, conflict):
        for player in range(1, instance.players + 1) if objective.owner else ():
            if player != objective.owner:
                words = saying(
                    "player {player} wins {card} in place of player {other}",
                    player=player,
                    card=visible(objective.card),
                    other=objective.owner,
                )
                yield _changed(handed_over(instance, {objective.id: player}), words)


@reads("repair 'tasks handed to another'", ALL | HANDOVER | COVERED | PASSING)
def tasks_handed_to_another(instance: Crew, conflict: Conflict) -> Iterator[Change]:
    """Yield changes: one player's task goes to another player, with whom nothing in it is compared."""
    for task in _tasks_of(instance, conflict):
        for player in range(1, instance.players + 1) if is_player(task.owner) else ():
            if player != task.owner and player not in _compared_with(task):
                words = saying(
                    "player {player} takes {task} in place of player {other}",
                    player=player,
                    task=task.label,
                    other=task.owner,
                )
                yield _changed(handed_over(instance, {task.id: player}), words)


@reads("repair 'tasks dropped'", ALL | HANDOVER | COVERED | PASSING)
def tasks_dropped(instance: Crew, conflict: Conflict) -> Iterator[Change]:
    """Yield changes: one task is left out; the remaining free goals are shared out as if it had not been there.

    Their shares are then no larger than before, so no deal is won that is not also won if the task need not be met.
    """
    for task in _tasks_of(instance, conflict):
        words = saying(
            "{task} is dropped ({whose}: {asked})", task=task.label, whose=task.whose, asked=asked(instance, task)
        )
        yield Change(words, _without(instance, task))


def _without(instance: Crew, task: Task) -> Crew:
    return with_goals(instance, tasks=tuple(one for one in instance.tasks if one != task), about=None)


def _tasks_of(instance: Crew, conflict: Conflict) -> list[Task]:
    return [task for task in instance.tasks if task.id in conflict]


def _compared_with(task: Task) -> set[int]:
    """Return the players with whom a task, or a member of it, is compared: they may not have it."""
    rivals = (getattr(member, "rival", None) for member in getattr(task, "of", (task,)))
    return {rival for rival in rivals if is_player(rival)}


@reads("repair 'cards exchanged'", ALL | HANDOVER)
def cards_exchanged(instance: Crew, conflict: Conflict) -> Iterator[Change]:
    """Yield changes: two players exchange a card each.

    Not in a position: with other cards dealt, the players would have had to play differently.
    """
    if instance.played:
        return
    held = instance.holder
    tried = set()
    for one, other in _cards_to_exchange(instance, conflict):
        pair = frozenset((one, other))
        if held[one] != held[other] and pair not in tried:
            tried.add(pair)
            words = saying(
                "player {player} gives {card} to player {other} for {exchanged}",
                player=held[one],
                card=visible(one),
                other=held[other],
                exchanged=visible(other),
            )
            yield _changed(instance, words, hands=_exchanged(instance, one, other))


def _cards_to_exchange(instance: Crew, conflict: Conflict) -> Iterator[tuple[Card, Card]]:
    """Pair each card of the conflict with those of its suit, then with any; then high cards of its suits with others.

    Cards of objectives are exchanged for each other only within a suit.
    """
    cards = sorted(instance.holder)
    named = [objective.card for objective in _of(instance, conflict)]
    suits = {card.suit for card in named}
    wanted = {objective.card for objective in instance.objectives}
    same_suit = ((one, other) for one, other in product(named, cards) if one.suit == other.suit)
    plain = [card for card in cards if card not in wanted]
    high_cards = [card for card in reversed(plain) if card.suit in suits]
    of_suits = product(high_cards, [card for card in plain if card.suit not in suits])
    return chain(same_suit, product(named, plain), of_suits)


def _exchanged(instance: Crew, one: Card, other: Card) -> list[list[Card]]:
    change = {one: other, other: one}
    return [[change.get(card, card) for card in hand] for hand in instance.hands]


def _of(instance: Crew, conflict: Collection[str]) -> list[Objective]:
    """Return the objectives of a conflict, hardest first: a change there is likely to help."""
    hard = difficulty(instance)
    named = [objective for objective in instance.objectives if objective.id in conflict]
    return sorted(named, key=lambda objective: hard(objective.id), reverse=True)


def _changed(instance: Crew, words: str, **fields: object) -> Change:
    """Return a change, without the rules of a published game, which say who leads."""
    return Change(words, with_goals(instance, about=None, rules=None, **fields))


_KINDS: dict[RepairKind, Callable[[Crew, Conflict], Iterator[Change]]] = {
    "leader": other_leaders,
    "order": less_order,
    "swap_owners": owners_swapped,
    "hand_over": handed_to_another,
    "hand_over_task": tasks_handed_to_another,
    "drop": tasks_dropped,
    "swap_cards": cards_exchanged,
}
_OF_ONE_GOAL: set[RepairKind] = {"order", "hand_over", "hand_over_task", "drop"}
_ALL_TRIED: set[RepairKind] = {"leader", "order", "swap_owners", "hand_over", "hand_over_task", "drop"}
"""The kinds for which all changes that can help are tried, if there are not too many; for exchanges there are."""
