"""Why tasks of The Crew that compare players cannot all be met: differences that contradict each other."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from crewsat.algorithms.crew.needs import Tricks, duties
from crewsat.algorithms.crew.possible_tricks import MOST_PLAYERS
from crewsat.base.said import saying
from crewsat.games.crew.features import ALL, CHANGES
from crewsat.games.crew.task import is_player
from crewsat.games.crew.tasks import CardsTask, TricksTask
from crewsat.games.scope import reads

if TYPE_CHECKING:
    from collections.abc import Iterator

    from crewsat.algorithms.crew.needs import Duty
    from crewsat.games.crew.instance import Crew


@reads("bound 'comparisons that contradict'", ALL | CHANGES)
def comparisons_that_contradict(instance: Crew) -> str | None:
    """Refute comparisons by which each of two players must have more than the other, or one both more and no more.

    Every comparison bounds the difference between two players' numbers of the same things from below: own minus other
    by its least value, other minus own by its negated largest one. The two differences add up to 0.
    """
    if instance.players > MOST_PLAYERS:
        return None
    tricks = Tricks(instance)
    most: dict[tuple[object, int, int], tuple[int, Duty]] = {}
    for duty in duties(instance):
        for what, one, other, difference in _differences(instance, duty, tricks):
            known = most.get((what, one, other))
            if known is None or known[0] < difference:
                most[what, one, other] = difference, duty
            opposite = most.get((what, other, one))
            if opposite is not None and difference + opposite[0] > 0:
                first = saying("{task} wants {what}", task=opposite[1].named, what=_more(other, one, opposite[0]))
                then = _more(one, other, difference)
                if duty != opposite[1]:
                    then = saying("{task} wants {what}", task=duty.named, what=then)
                return saying("{first}, and {then}", first=first, then=then)
    return None


def _differences(instance: Crew, duty: Duty, tricks: Tricks) -> Iterator[tuple[object, int, int, int]]:
    """Yield what is counted, two players, and the least difference between the first one's number and the second's."""
    task = duty.task
    if not isinstance(task, CardsTask | TricksTask) or task.rival is None:
        return
    filters = () if isinstance(task, CardsTask) else tuple(one is None for one in task.filters)
    what = type(task), tricks.listed(task.numbers), task.lists, getattr(task, "total", None), filters
    for one, other in _compared(instance, duty):
        if task.least is not None:
            yield what, one, other, task.least
        if task.most is not None:
            yield what, other, one, -task.most


def _compared(instance: Crew, duty: Duty) -> Iterator[tuple[int, int]]:
    """Yield the pairs of players who are known to be compared."""
    players = range(1, instance.players + 1)
    rival = instance.leader if duty.task.rival == "leader" else duty.task.rival
    owners = players if duty.owner == "everybody" else [duty.owner] if is_player(duty.owner) else []
    others = players if rival == "others" else [rival] if is_player(rival) else []
    yield from ((one, other) for one in owners for other in others if one != other)


def _more(player: int, other: int, number: int) -> str:
    """Say what a player is to have so that the difference to another one is at least `number`."""
    who: dict[str, Any] = {"player": player, "other": other, "number": abs(number)}
    if number == 0:
        return saying("player {player} to have at least as many as player {other}", player=player, other=other)
    if number > 0:
        return saying("player {player} to have at least {number} more than player {other}", **who)
    return saying("player {player} to have at most {number} fewer than player {other}", **who)
