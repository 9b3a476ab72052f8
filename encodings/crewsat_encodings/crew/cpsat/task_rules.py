"""The tasks of The Crew for CP-SAT: what each kind demands of a player, and what the owner demands.

A kind is a function that demands the task of one player (or of the crew as one) *when* literals hold: none for a fixed
owner, that the player takes the task if it is free, or that a member of ``any`` is the one to be met. So nothing is
reified unnecessarily, and each kind is written once for all owners.

A play won early can be continued to trick T, and what is met for good stays met, so tasks are judged after T tricks.
Two things ask for moments in between: a number that is to be reached is one of the sums after each trick, and a bound
that must always hold is stated for each of them. (An automaton that watches the tricks was tried for the former: 0.08 s
instead of 0.065 s in the median of 150 real deals with one to three such tasks, and no faster on the hardest.)
"""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING, Any

from crewsat.base.errors import Stopped
from crewsat_encodings.crew.cpsat import counted

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from ortools.sat.python import cp_model

    from crewsat.games.crew.last_of import LastOfTask
    from crewsat.games.crew.task import Task, Who
    from crewsat.games.crew.tasks import AllTask, AnyOfTask, CardsTask, LeadsTask, RowTask, TricksTask, WinTrickTask
    from crewsat_encodings.crew.cpsat.counted import Number
    from crewsat_encodings.crew.cpsat.model import Tricks

    Counting = CardsTask | TricksTask | LeadsTask
    When = list[cp_model.IntVar]
    Demand = Callable[[Tricks, Any, Who, When], None]

DEMANDS: dict[str, Demand] = {}
"""The functions that state that a player meets a task, by kind; for other kinds the model is incomplete."""


def _demand_of(*kinds: str) -> Callable[[Demand], Demand]:
    def enter(demand: Demand) -> Demand:
        DEMANDS.update(dict.fromkeys(kinds, demand))
        return demand

    return enter


def free_tasks_are_taken(m: Tricks) -> None:
    """Each is taken by one player."""
    for takers in m.takes.values():
        m.model.add_exactly_one(takers)


def tasks_are_met(m: Tricks) -> None:
    """Each is met by the owner, by everybody, or, if it is free, by whoever takes it."""
    for task in m.instance.tasks:
        m.check_time()
        if task.owner is None:
            for player, takes in zip(m.players, m.takes[task.id], strict=True):
                _demand(m, task, player, [takes])
        elif task.owner == "everybody":
            for player in m.players:
                _demand(m, task, player, [])
        else:
            _demand(m, task, task.owner, [])


def _demand(m: Tricks, task: Task, player: Who, when: When) -> None:
    if task.kind not in DEMANDS:
        raise Stopped("incomplete")
    DEMANDS[task.kind](m, task, player, when)


@_demand_of("all")
def all_members_are_met(m: Tricks, task: AllTask, player: Who, when: When) -> None:
    """Each member is met by the same player."""
    for member in task.of:
        _demand(m, member, player, when)


@_demand_of("any")
def some_member_is_met(m: Tricks, task: AnyOfTask, player: Who, when: When) -> None:
    """One member is selected as met; more may be."""
    met = [m.model.new_bool_var("") for _ in task.of]
    m.model.add_bool_or(met).only_enforce_if(when)
    for literal, member in zip(met, task.of, strict=True):
        _demand(m, member, player, [literal])


@_demand_of("win_trick")
def a_numbered_trick_is_won(m: Tricks, task: WinTrickTask, player: Who, when: When) -> None:
    """The trick is won; a trick beyond T cannot be."""
    won = [m.next_leader(player, t) for t in m.tricks() if m.is_numbered(t, (task.trick,))]
    m.model.add_bool_or(won).only_enforce_if(when)


@_demand_of("last_of")
def the_last_of_some_cards_is_won(m: Tricks, task: LastOfTask, player: Who, when: When) -> None:
    """A trick is won in which one of them is played and after which none is; none stays in a hand."""
    won: list[cp_model.IntVar] = []
    none_later: When = []
    for t in reversed([*m.tricks()]):
        none_after = m.model.new_bool_var("")
        later = [~m.plays[card][t + 1] for card in task.cards]
        m.model.add_bool_and([*later, *none_later]).only_enforce_if(none_after)
        none_later = [none_after]
        won.append(m.model.new_bool_var(""))
        m.model.add_bool_and([none_after, m.next_leader(player, t)]).only_enforce_if(won[-1])
        m.model.add_bool_or(m.plays[card][t] for card in task.cards).only_enforce_if(won[-1])
    m.model.add_bool_or(won).only_enforce_if(when)


@_demand_of("row")
def a_run_is_long_and_short_enough(m: Tricks, task: RowTask, player: Who, when: When) -> None:
    """Some run of the least length is all won; no run longer than the most allowed is."""
    won = [m.next_leader(player, t) for t in m.tricks()]
    if task.least:
        starts = [m.model.new_bool_var("") for _ in won[task.least - 1 :]]
        m.model.add_bool_or(starts).only_enforce_if(when)
        for t, starts_here in enumerate(starts):
            m.model.add_bool_and(won[t : t + task.least]).only_enforce_if(starts_here)
    if task.most is not None:
        for t in range(m.last - task.most):
            m.model.add_bool_or(~trick for trick in won[t : t + task.most + 1]).only_enforce_if(when)


@_demand_of("cards", "tricks", "leads")
def a_number_is_within_its_bounds(m: Tricks, task: Counting, player: Who, when: When) -> None:
    """The number, or its difference from another one, fits in the end or always; or the number is reached once."""
    own = counted.NUMBERS[task.kind](m, task, player)
    if task.latched:
        _number_is_reached(m, own, task.least or 0, when)
        return
    for other, further in _others(m, task, player):
        compared = [*when, *further]
        if other is None:
            m.model.add_bool_or([]).only_enforce_if(compared)
        else:
            _difference_is_within(m, task, own, other, compared)


def _others(m: Tricks, task: Counting, player: Who) -> Iterator[tuple[Number | None, When]]:
    """Yield the numbers the own one is compared with, each with its condition; None for the own number itself."""
    rival = getattr(task, "compared_with", None)
    if rival is None:
        yield [[] for _ in m.tricks()], []
    elif isinstance(rival, tuple):
        yield counted.cards_won(m, player, rival, task.numbers), []
    else:
        for other in m.players:
            number = None if other == player else counted.NUMBERS[task.kind](m, task, other)
            if rival == "leader":
                yield number, [m.leads[other][0]]
            elif other == rival or (rival == "others" and other != player):
                yield number, []


def _difference_is_within(m: Tricks, task: Counting, own: Number, other: Number, when: When) -> None:
    size = sum(map(len, own)) + sum(map(len, other))
    least = -size if task.least is None else max(-size - 1, min(task.least, size + 1))
    most = size if task.most is None else max(-size - 1, min(task.most, size + 1))
    for t in range(m.last + 1) if task.judged == "always" else [m.last]:
        difference = sum(chain(*own[:t])) - sum(chain(*other[:t]))
        m.model.add_linear_constraint(difference, least, most).only_enforce_if(when)


def _number_is_reached(m: Tricks, own: Number, number: int, when: When) -> None:
    if number == 0:
        return
    reached = []
    for t in range(1, m.last + 1):
        so_far = [*chain(*own[:t])]
        if len(so_far) >= number:
            reached.append(m.model.new_bool_var(""))
            m.model.add(sum(so_far) == number).only_enforce_if(reached[-1])
    m.model.add_bool_or(reached).only_enforce_if(when)
