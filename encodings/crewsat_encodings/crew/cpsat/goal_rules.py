"""The goals of The Crew for CP-SAT: objectives, their order and owners, and how free goals are shared out.

A play won early can be continued to trick T without losing anything, so all goals are judged after T tricks.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ortools.sat.python import cp_model

from crewsat_encodings.crew.cpsat.counted import gains

if TYPE_CHECKING:
    from crewsat_encodings.crew.cpsat.model import Tricks


def objectives_are_completed(m: Tricks) -> None:
    """The cards of objectives are played: none of them stays in a hand."""
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
    if m.instance.retoken is None:
        for pair in m.instance.order:
            _is_in_order(m, *pair)


def the_chosen_order_is_kept(m: Tricks) -> None:
    """If the crew may change tokens, the order is that of one of the ways to do so."""
    if m.instance.retoken is not None:
        ways = [m.model.new_bool_var(f"way {number}") for number in range(len(m.instance.orders))]
        m.model.add_bool_or(ways)
        for way, pairs in zip(ways, m.instance.orders, strict=True):
            for pair in pairs:
                _is_in_order(m, *pair, only_if=way)


def _is_in_order(m: Tricks, x: int, y: int, only_if: cp_model.IntVar | None = None) -> None:
    """State that x comes before y, always or only if a literal holds."""
    strict = m.instance.same_trick == "violates"
    objectives = m.instance.objectives
    first, second = m.plays[objectives[x].card], m.plays[objectives[y].card]
    for t in m.tricks():
        if only_if is None:
            m.model.add_at_most_one(*second[: t + 1], *first[t + (not strict) :])
        else:
            m.model.add(sum(second[: t + 1]) + sum(first[t + (not strict) :]) <= 1).only_enforce_if(only_if)


def shares_fit_the_assignment(m: Tricks) -> None:
    """The free objectives and tasks that each player takes are an allowed share (`crewsat.games.crew.assignment`)."""
    number = len(m.instance.free) + len(m.takes)
    mode = m.instance.assignment
    if mode == "draft_or_pass" and number >= len(m.players):
        mode = "draft"
    if not number or mode == "any":
        return
    for player, taken in zip(m.players, _first_takers(m, number), strict=True):
        if mode == "draft":
            _is_a_share_of_a_draft(m, player, taken)
        elif mode == "draft_or_pass":
            m.model.add(sum(taken) <= 1)
        elif mode == "balanced":
            m.model.add_linear_constraint(sum(taken), number // len(m.players), -(-number // len(m.players)))
        else:
            for other in taken[1:]:
                m.model.add(taken[0] == other)
            if mode == "one_player_but_leader":
                m.model.add(taken[0] + m.leads[player][0] <= 1)


def _first_takers(m: Tricks, number: int) -> list[list[cp_model.LinearExpr | cp_model.IntVar]]:
    """Return for each player the free goals that the player takes, before some of them are handed over."""
    taken = [_taken(m, player) for player in m.players]
    if not m.instance.handover:
        return taken
    first: list[list[cp_model.LinearExpr | cp_model.IntVar]] = [
        [m.model.new_bool_var(f"{player} takes goal {goal} first") for goal in range(number)] for player in m.players
    ]
    kept = [m.model.new_bool_var(f"goal {goal} is kept") for goal in range(number)]
    for goal in range(number):
        m.model.add(sum(takes[goal] for takes in first) == 1)
        for before, after in zip(first, taken, strict=True):
            m.model.add(before[goal] == after[goal]).only_enforce_if(kept[goal])
    m.model.add(sum(kept) >= number - m.instance.handover)
    return first


def _taken(m: Tricks, player: int) -> list[cp_model.LinearExpr | cp_model.IntVar]:
    """Return for each free objective and task whether the player takes it."""
    of_tricks = ([gains(m, player, objective.card, t) for t in m.tricks()] for objective in m.instance.free)
    return [*map(cp_model.LinearExpr.sum, of_tricks), *(takes[player - 1] for takes in m.takes.values())]


def _is_a_share_of_a_draft(m: Tricks, player: int, taken: list[cp_model.LinearExpr | cp_model.IntVar]) -> None:
    """Players who choose before the goals run out, from the first leader on, take one more than others."""
    least, more = divmod(len(taken), len(m.players))
    leaders = [leader for leader in m.players if (player - leader) % len(m.players) < more]
    m.model.add(sum(taken) == least + sum(m.leads[leader][0] for leader in leaders))
