"""What can be concluded about a deal of The Crew at once, by counting, with the reason in words.

One trick has one winner and takes one card of every hand. So an owner w whose objective cards lie in several hands must
win at least as many tricks as the fullest of these hands holds of them, and different owners win different tricks:

    LB = Σ over owners w of (max over hands j of the number of w's objective cards in j)

tricks are needed, and there are T, the size of the smallest hand as dealt. Tasks raise what single players need and may
bound it from above. All this holds for whole plays, so for positions in progress as well. Each bound is a function that
returns why the deal is lost, or None; `refuted` asks them in turn. All take time linear in the size of the instance.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

from crewsat.algorithms.crew.scope import shortest_hand
from crewsat.games.crew.tasks import CardsTask, TricksTask, WinTrickTask
from crewsat.wording import counted, listed, visible

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from crewsat.games.cards import Card
    from crewsat.games.crew.instance import Crew
    from crewsat.games.crew.tasks import Task


def tricks_needed(instance: Crew) -> dict[int, int]:
    """Return for every owner of objectives the least number of tricks that player must win for them."""
    return {owner: len(cards) for owner, cards in _fullest(instance).items()}


def _fullest(instance: Crew) -> dict[int, list[Card]]:
    """The objective cards of every owner that lie in the same hand, of the hand that holds most of them."""
    together: dict[tuple[int, int], list[Card]] = {}
    for objective in instance.objectives:
        if objective.owner is not None:
            together.setdefault((objective.owner, instance.holder[objective.card]), []).append(objective.card)
    fullest: dict[int, list[Card]] = {}
    for (owner, _), cards in sorted(together.items()):
        fullest[owner] = max(fullest.get(owner, []), cards, key=len)
    return fullest


def tricks_with_objectives(instance: Crew) -> int:
    """Return the least number of tricks that contain an objective card: LB, or the objective cards of one hand."""
    in_a_hand = Counter(instance.holder[objective.card] for objective in instance.objectives)
    return max(sum(tricks_needed(instance).values()), *in_a_hand.values(), 0)


def refuted(instance: Crew) -> str | None:
    """Return the first reason why the deal is lost, or None if no bound sees one."""
    for bound in BOUNDS:
        reason = bound(instance)
        if reason is not None:
            return reason
    return None


def too_few_tricks(instance: Crew) -> str | None:
    """LB > T, with what tasks ask for added."""
    least = _least_tricks(instance)
    total = sum(need.tricks for need in least.values())
    if total <= instance.tricks:
        return None
    parts = [f"{need.tricks} by player {player} ({need.why})" for player, need in least.items() if need.tricks]
    return f"at least {counted(total, 'trick')} must be won, {listed(parts)}, but {shortest_hand(instance)}"


def too_many_objectives_in_a_hand(instance: Crew) -> str | None:
    """More objective cards in a hand than tricks, whoever owns them."""
    in_a_hand = Counter(instance.holder[objective.card] for objective in instance.objectives)
    for player, number in sorted(in_a_hand.items()):
        if number > instance.tricks:
            cards = counted(number, "objective card")
            verb = "was dealt" if instance.played else "holds"
            return f"player {player} {verb} {cards} and plays one in a trick, but {shortest_hand(instance)}"
    return None


def too_long_an_order(instance: Crew) -> str | None:
    """A chain of more objectives than tricks, each to be completed in a later trick than the one before."""
    if instance.same_trick != "violates":
        return None
    longest = [1] * len(instance.objectives)
    after: dict[int, list[int]] = {}
    waiting = Counter(y for _, y in instance.order)
    for x, y in instance.order:
        after.setdefault(x, []).append(y)
    ready = [k for k in range(len(longest)) if not waiting[k]]
    for x in ready:  # grows while we walk it
        for y in after.get(x, ()):
            longest[y] = max(longest[y], longest[x] + 1)
            waiting[y] -= 1
            if not waiting[y]:
                ready.append(y)
    if max(longest, default=0) <= instance.tricks:
        return None
    return (
        f"{max(longest)} objectives must be completed one after the other, each in a trick of its own, "
        f"but {shortest_hand(instance)}"
    )


def a_trump_out_of_reach(instance: Crew) -> str | None:
    """A trump to be won by somebody who was dealt no higher one: its holder or a third player takes it."""
    highest: dict[int, int] = {}
    for card, player in instance.holder.items():
        if card.suit == instance.trump:
            highest[player] = max(highest.get(player, 0), card.value)
    for objective in instance.objectives:
        owner, card = objective.owner, objective.card
        if owner is not None and card.suit == instance.trump and highest.get(owner, 0) < card.value:
            name = visible(card)
            return f"player {owner} must win {name}, a trump, and was dealt neither {name} nor a higher trump"
    return None


def an_impossible_task(instance: Crew) -> str | None:
    """A trick that is not played, or won by two; more cards than can be won, or fewer than must be."""
    winners: dict[int, int] = {}
    owners = {objective.card: objective.owner or 0 for objective in instance.objectives}
    for task in instance.tasks:
        reason = None
        if isinstance(task, WinTrickTask):
            reason = _a_trick_not_to_be_won(instance, task, winners)
        elif isinstance(task, CardsTask):
            reason = _cards_not_to_be_won(task, owners)
        if reason is not None:
            return reason
    return None


def _a_trick_not_to_be_won(instance: Crew, task: WinTrickTask, winners: dict[int, int]) -> str | None:
    """A trick that is not played, or that another player must win; else its winner is noted."""
    number = instance.tricks if task.trick == "last" else task.trick
    if not 1 <= number <= instance.tricks:
        return f"{_named(task)} is to win {task.words()}, but {shortest_hand(instance)}"
    if winners.setdefault(number, task.owner) != task.owner:
        return f"both player {winners[number]} and player {task.owner} must win trick {number}"
    return None


def _cards_not_to_be_won(task: CardsTask, owners: Mapping[Card, int]) -> str | None:
    """More cards than the player can win, as others own some, or fewer than the player's own objectives."""
    wanted = [owners[card] for card in task.cards if card in owners]
    must = wanted.count(task.owner)
    can = len(task.cards) - len(wanted) + must + wanted.count(0)
    if task.least > can:
        asks = f"{_named(task)} asks for {counted(task.least, 'card')}"
        return f"{asks}, but only {can} of the list may be won by that player"
    if task.most is not None and task.most < must:
        return (
            f"{_named(task)} allows {counted(task.most, 'card')}, but {must} of the list are that player's objectives"
        )
    return None


def _named(task: Task) -> str:
    return f"{task.label} of player {task.owner}"


def bounds_on_tricks_that_contradict(instance: Crew) -> str | None:
    """A player must win more tricks than a task allows, or all players together may not win all tricks."""
    most = _most_tricks(instance)
    if not most:
        return None
    least = _least_tricks(instance)
    for player, number in most.items():
        need = least[player]
        if need.tricks > number:
            must = f"player {player} must win {counted(need.tricks, 'trick')} ({need.why})"
            return f"{must} and is allowed {number} by a task"
    total = sum(most.get(player, instance.tricks) for player in least)
    if total < instance.tricks:
        return f"the tasks let all players together win {counted(total, 'trick')}, but {instance.tricks} are played"
    return None


BOUNDS = (
    a_trump_out_of_reach,
    an_impossible_task,
    too_few_tricks,
    too_many_objectives_in_a_hand,
    too_long_an_order,
    bounds_on_tricks_that_contradict,
)
"""Those about a single goal first: their reasons are the easiest to see."""


class Need(NamedTuple):
    """How many tricks a player must win, and what for: objective cards of one hand, or a task."""

    tricks: int
    goal: str | Sequence[Card]

    @property
    def why(self) -> str:
        """What for, in words."""
        if isinstance(self.goal, str):
            return self.goal
        return f"for {listed(self.goal)}{', cards of one hand' if len(self.goal) > 1 else ''}"


def _least_tricks(instance: Crew) -> dict[int, Need]:
    """How many tricks every player must win, for objectives or for one of the tasks."""
    least = dict.fromkeys(range(1, instance.players + 1), Need(0, ""))
    for player, cards in _fullest(instance).items():
        least[player] = Need(len(cards), cards)
    won: dict[int, set[int]] = {}
    for task in instance.tasks:
        need = Need(0, "")
        if isinstance(task, WinTrickTask):
            numbers = won.setdefault(task.owner, set())
            numbers.add(instance.tricks if task.trick == "last" else task.trick)
            need = Need(len(numbers), f"trick{'s' * (len(numbers) > 1)} {listed(sorted(numbers))}")
        elif isinstance(task, CardsTask):
            need = Need(_tricks_for(instance, task), f"for {task.label}")
        elif isinstance(task, TricksTask):
            need = Need(task.least, f"for {task.label}")
        least[task.owner] = max(least[task.owner], need, key=lambda one: one.tricks)
    return least


def _tricks_for(instance: Crew, task: CardsTask) -> int:
    """The least number of tricks that contain as many of the cards as the task asks for."""
    in_a_hand = Counter(instance.holder[card] for card in task.cards)
    hands_with = Counter(in_a_hand.values())
    hands, tricks, won = len(in_a_hand), 0, 0
    while won < min(task.least, len(task.cards)):
        tricks += 1
        won += hands  # one card of every hand that has not run out of them
        hands -= hands_with[tricks]
    return tricks


def _most_tricks(instance: Crew) -> dict[int, int]:
    """How many tricks a player may win at the most, for those with a task that says so."""
    most: dict[int, int] = {}
    for task in instance.tasks:
        if isinstance(task, TricksTask) and task.most is not None:
            most[task.owner] = min(task.most, most.get(task.owner, task.most))
    return most
