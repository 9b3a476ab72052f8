"""The tasks of The Crew in the model for Z3 (`benchmarks.z3_model`), written from the contract alone."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING, Any

import z3

import crewsat

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from benchmarks.z3_model import Model

    Task = Any  # the kinds are not public names
    Who = int | str
    Literals = Sequence[z3.BoolRef]


def number_between(least: int | None, of: Literals, most: int | None, minus: Literals = ()) -> z3.BoolRef:
    """Bound how many of these hold, less those of `minus`; the bounds may be larger than Z3's integers."""
    weighted = [*((literal, 1) for literal in of), *((literal, -1) for literal in minus)]
    bounds = [None if bound is None else max(-len(minus) - 1, min(bound, len(of) + 1)) for bound in (least, most)]
    if least == most:
        return z3.PbEq(weighted, bounds[0])
    sides = [side(weighted, bound) for side, bound in zip((z3.PbGe, z3.PbLe), bounds, strict=True) if bound is not None]
    return z3.And(sides)


def tasks_are_met(m: Model) -> Iterator[z3.BoolRef]:
    """Let every task be met by its owner, by every player or, if it is free, by the player who takes it."""
    for task in m.instance.tasks:
        if task.owner is None:
            yield from (z3.Implies(m.takes[player, task.id], is_met(m, task, player)) for player in m.hands)
        else:
            owners = m.hands if task.owner == "everybody" else (task.owner,)
            yield from (is_met(m, task, owner) for owner in owners)


def is_met(m: Model, task: Task, player: Who) -> z3.BoolRef:
    """State that a player, or the crew as one, meets the task, when it is judged."""
    if task.kind in {"all", "any"}:
        return {"all": z3.And, "any": z3.Or}[task.kind]([is_met(m, member, player) for member in task.of])
    if task.kind == "win_trick":
        return z3.Or([m.wins(player, t) for t in m.tricks if is_numbered(m, t, [task.trick])])
    if task.kind == "last_of":
        return z3.Or([z3.And(m.wins(player, t), *is_the_last_of(m, task.cards, t)) for t in m.tricks])
    if task.kind not in {"cards", "tricks", "leads", "row"}:
        raise crewsat.CrewsatError(f"no model of tasks of kind {task.kind}")
    return (longest_run_is_within if task.kind == "row" else number_is_within)(m, task, player)


def is_numbered(m: Model, t: int, numbers: Sequence[int | str] | None) -> bool:
    """Return whether the trick is one of these; None: all are."""
    return numbers is None or t in numbers or (t == m.last and "last" in numbers)


def is_the_last_of(m: Model, cards: Sequence[crewsat.Card], t: int) -> Iterator[z3.BoolRef]:
    """State that one of these cards is played in the trick, and that each is in it or in an earlier one."""
    yield z3.Or([m.played[card, t] for card in cards])
    yield from (z3.Or([m.played[card, u] for u in m.tricks if u <= t]) for card in cards)


def longest_run_is_within(m: Model, task: Task, player: Who) -> z3.BoolRef:
    """State that the longest run of tricks won in a row is within the bounds of the task."""
    won = [m.wins(player, t) for t in m.tricks]

    def runs(size: int) -> z3.BoolRef:
        return z3.Or([z3.And(won[t : t + size]) for t in range(m.last - size + 1)])

    if task.at_most is not None:
        return z3.Not(runs(task.at_most + 1))
    least = task.exactly if task.at_least is None else task.at_least
    too_many = task.exactly is not None and task.judged == "end"
    return z3.And(runs(least), z3.Not(runs(least + 1))) if too_many else runs(least)


def number_is_within(m: Model, task: Task, player: Who) -> z3.BoolRef:
    """State that the number, or its difference to that of each other side, is within the bounds when it is judged."""
    rival = getattr(task, "compared_with", None)
    moments = (m.last,) if task.judged == "end" else (0, *m.tricks)
    if rival is None or isinstance(rival, tuple):
        other = gains_of(m, task, player, rival) if rival else []
        held = [difference_is_within(m, task, player, other, t) for t in moments]
        return z3.Or(held) if task.judged == "when_reached" else z3.And(held)
    found = {
        side: z3.And([difference_is_within(m, task, player, gains_of(m, task, side), t) for t in moments])
        for side in m.hands
        if side != player
    }
    if rival == "others":
        return z3.And(list(found.values()))
    never = z3.BoolVal(val=False)
    if rival == "leader":
        return z3.And([z3.Implies(m.leads[side, 1], found.get(side, never)) for side in m.hands])
    return found.get(rival, never)


def difference_is_within(m: Model, task: Task, player: Who, other: list[list[z3.BoolRef]], t: int) -> z3.BoolRef:
    """State that the number of the player less another one is within the bounds after some tricks."""
    own = gains_of(m, task, player)
    least, most = (task.at_least, task.at_most) if task.exactly is None else (task.exactly, task.exactly)
    return number_between(least, list(chain(*own[:t])), most, minus=list(chain(*other[:t])))


def gains_of(m: Model, task: Task, player: Who, cards: Sequence[crewsat.Card] | None = None) -> list[list[z3.BoolRef]]:
    """Return for each trick what counts for the player: its cards (or others), the lead, or that it is won and fits."""
    numbered = (t for t in m.tricks if is_numbered(m, t, task.numbers))
    gains: dict[int, list[z3.BoolRef]] = {t: [] for t in m.tricks}
    for t in numbered:
        if task.kind == "cards":
            won = task.cards if cards is None else cards
            gains[t] = [z3.And(m.wins(player, t), m.played[card, t]) for card in won]
        elif task.kind == "leads":
            gains[t] = leads_of(m, task, player, t)
        else:
            gains[t] = [z3.And(m.wins(player, t), *filters_of(m, task, t))]
    return list(gains.values())


def leads_of(m: Model, task: Task, player: Who, t: int) -> list[z3.BoolRef]:
    """Return for each card that counts that it is led by the player."""
    cards = [card for card in m.holder if task.cards is None or card in task.cards]
    own = [card for card in cards if player in {m.holder[card], "crew"}]
    return [z3.And(m.leads[m.holder[card], t], m.played[card, t]) for card in own]


def filters_of(m: Model, task: Task, t: int) -> Iterator[z3.BoolRef]:
    """State that the trick passes the filters."""
    if task.won_with is not None:
        yield z3.Or([m.best[card, t] for card in task.won_with])
    if task.beating is not None:
        yield z3.Or([z3.And(m.played[card, t], z3.Not(m.best[card, t])) for card in task.beating])
    if task.only is not None:
        yield z3.And([z3.Not(m.played[card, t]) for card in m.holder if card not in task.only])
    if task.total is not None:
        yield from total_is_within(m, task, t)
    if task.as_many is not None:
        some, others = ([m.played[card, t] for card in cards] for cards in task.as_many)
        yield z3.And(z3.Or(some), number_between(0, some, 0, minus=others))
    yield from led_and_each_of(m, task, t)


def led_and_each_of(m: Model, task: Task, t: int) -> Iterator[z3.BoolRef]:
    """State that one of certain cards is led, and that one of each of several lists is played."""
    if task.led is not None:
        yield z3.Or([z3.And(m.leads[m.holder[card], t], m.played[card, t]) for card in task.led])
    for cards in task.each_of or ():
        yield z3.Or([m.played[card, t] for card in cards])


def total_is_within(m: Model, task: Task, t: int) -> Iterator[z3.BoolRef]:
    """State that the sum of the values of a trick is within its bounds."""
    highest = sum(card.value for card in m.holder) + 1
    if highest >= 2**31:
        raise crewsat.CrewsatError("no model of sums of such large values")
    weighted = [(m.played[card, t], card.value) for card in m.holder]
    if task.total.at_least is not None:
        yield z3.PbGe(weighted, min(task.total.at_least, highest))
    if task.total.at_most is not None:
        yield z3.PbLe(weighted, min(task.total.at_most, highest))
