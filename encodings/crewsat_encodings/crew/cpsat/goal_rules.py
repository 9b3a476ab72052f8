"""The goals of The Crew for CP-SAT: objectives, their order and owners, and tasks; the play is that of `encoding`.

A play won early can be played on to trick T and loses nothing, so all goals are judged after T tricks. Only a task that
is met as soon as a number is reached asks for a moment in between: one of the sums after each trick is the number. An
automaton that watches the tricks says the same and was tried: 0.08 s instead of 0.065 s in the median of 150 real deals
with one to three such tasks, and no faster on the hardest.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from crewsat.games.crew.tasks import CardsTask, CountingTask, WinTrickTask

if TYPE_CHECKING:
    from ortools.sat.python import cp_model

    from crewsat_encodings.crew.cpsat.model import Tricks


KINDS = frozenset({"cards", "tricks", "win_trick"})
"""The kinds of task there are constraints for."""


def objectives_are_completed(m: Tricks) -> None:
    """Their cards are played: none of them stays in a hand."""
    for objective in m.instance.objectives:
        m.model.add_bool_and(~m.plays[objective.card][m.last])


def owners_win_their_objectives(m: Tricks) -> None:
    """Whoever wins the trick of an objective that has an owner is the owner."""
    for t in m.tricks():
        for objective in m.instance.objectives:
            if objective.owner is not None:
                m.model.add_implication(m.plays[objective.card][t], m.next_leader(objective.owner, t))


def objectives_keep_their_order(m: Tricks) -> None:
    """If x comes before y, not both: y by trick t, x after it (strictly: x in trick t or after it)."""
    strict = m.instance.same_trick == "violates"
    objectives = m.instance.objectives
    for x, y in m.instance.order:
        first, second = m.plays[objectives[x].card], m.plays[objectives[y].card]
        for t in m.tricks():
            m.model.add_at_most_one(*second[: t + 1], *first[t + (not strict) :])


def a_player_gains_the_cards_of_the_tricks_won(m: Tricks) -> None:
    """A card is gained in the trick to which it is played and which the player wins."""
    for (player, card), gains in sorted(m.gains.items()):
        for t in m.tricks():
            played, won = m.plays[card][t], m.next_leader(player, t)
            m.model.add_implication(gains[t], played)
            m.model.add_implication(gains[t], won)
            m.model.add_bool_or(gains[t], ~played, ~won)


def shares_fit_the_assignment(m: Tricks) -> None:
    """How many of the free objectives each player gains (`crewsat.games.crew.assignment`)."""
    free = [objective.card for objective in m.instance.free]
    mode = m.instance.assignment
    if not free or mode == "any":
        return
    least, more = divmod(len(free), len(m.players))
    for player in m.players:
        taken = [sum(m.gains[player, card]) for card in free]
        if mode == "draft":
            leaders = [leader for leader in m.players if (player - leader) % len(m.players) < more]
            m.model.add(sum(taken) == least + sum(m.leads[leader][0] for leader in leaders))
        elif mode == "balanced":
            m.model.add_linear_constraint(sum(taken), least, least + (more > 0))
        else:
            for other in taken[1:]:
                m.model.add(taken[0] == other)
            if mode == "one_player_but_leader":
                m.model.add(taken[0] + m.leads[player][0] <= 1)


def counting_tasks_are_met(m: Tricks) -> None:
    """Cards or tricks: the number is within its bounds in the end, or was reached on the way."""
    for task in m.instance.tasks:
        if isinstance(task, CountingTask):
            counted = _what_counts(m, task)
            if task.latched:
                _number_is_reached(m, counted, task.least)
            else:
                _number_is_within(m, counted, task)


def _what_counts(m: Tricks, task: CountingTask) -> list[list[cp_model.IntVar]]:
    """Return for every trick the literals whose number is what the trick adds for the task."""
    if isinstance(task, CardsTask):
        return [[m.gains[task.owner, card][t] for card in task.cards] for t in m.tricks()]
    return [[m.next_leader(task.owner, t)] for t in m.tricks()]


def _number_is_within(m: Tricks, counted: list[list[cp_model.IntVar]], task: CountingTask) -> None:
    literals = [literal for trick in counted for literal in trick]
    most = len(literals) if task.most is None else min(task.most, len(literals))
    if task.least > len(literals):
        m.model.add_bool_or([])
    else:
        m.model.add_linear_constraint(sum(literals), task.least, most)


def _number_is_reached(m: Tricks, counted: list[list[cp_model.IntVar]], number: int) -> None:
    if number == 0:
        return
    reached = []
    so_far: list[cp_model.IntVar] = []
    for trick in counted:
        so_far += trick
        if len(so_far) >= number:
            reached.append(m.model.new_bool_var(""))
            m.model.add(sum(so_far) == number).only_enforce_if(reached[-1])
    m.model.add_bool_or(reached)


def numbered_tricks_are_won(m: Tricks) -> None:
    """A trick beyond T cannot be won."""
    for task in m.instance.tasks:
        if isinstance(task, WinTrickTask):
            number = m.last if task.trick == "last" else task.trick
            if 1 <= number <= m.last:
                m.model.add_bool_and(m.next_leader(task.owner, number - 1))
            else:
                m.model.add_bool_or([])
