"""The clauses of every kind of task: when a task may be called met after a trick.

met(task, t) is stated in one direction only: the clauses forbid it where the task is not met after trick t, and the
formula demands met(task, T). The clauses of a kind that looks at every trick are those of trick 1, which are shifted; a
kind that names a trick states them for all tricks itself. `docs/adding-a-task.md` shows how to add a kind.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from crewsat_encodings.sequential_counter import cells_counted, counted

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from crewsat.formula import Clause
    from crewsat.games.crew.tasks import CardsTask, CountingTask, TricksTask, WinTrickTask
    from crewsat_encodings.crew.cnf.model import Model

    Statement = Callable[[Model, Any], Iterator[Clause]]
    Counter = Callable[[int], int | bool]


@dataclass(frozen=True)
class TaskClauses:
    """The clauses of one kind of task.

    Attributes:
        state: yields the clauses for a task; those of trick 1 if they hold at every trick.
        every_trick: whether the clauses are shifted to all tricks.
    """

    state: Statement
    every_trick: bool


CLAUSES: dict[str, TaskClauses] = {}
"""By kind."""


def _clauses_of(kind: str, *, every_trick: bool = True) -> Callable[[Statement], Statement]:
    def enter(state: Statement) -> Statement:
        CLAUSES[kind] = TaskClauses(state, every_trick)
        return state

    return enter


@_clauses_of("tricks")
def tricks_are_counted(m: Model, task: TricksTask) -> Iterator[Clause]:
    """won(k, t) iff won(k, t-1), or won(k-1, t-1) and the owner wins trick t."""
    won = m.growing(f"won by {task.id}", range(1, min(m.tricks, _enough(task)) + 1))
    wins = m.wins.now(task.owner)
    for k in won.rows:
        now, before = won.now(k), won.before(k)
        fewer = (won.before(k - 1),) if k > 1 else ()
        yield (-before, now)
        yield (now, -wins, *(-literal for literal in fewer))
        yield (-now, before, wins)
        yield from ((-now, before, literal) for literal in fewer)
    yield from _within_bounds(m, task, lambda k: k <= 0 or (k in won.rows and won.now(k)))


@_clauses_of("cards")
def cards_are_counted(m: Model, task: CardsTask) -> Iterator[Clause]:
    """got(i, k, t): the owner has taken at least k of the first i cards by the end of trick t."""
    number, enough = len(task.cards), _enough(task)
    got = m.growing(f"got by {task.id}", cells_counted(number, enough))
    yield from counted([m.taken.now((task.owner, card)) for card in task.cards], enough, got.now)
    yield from _within_bounds(m, task, lambda k: k <= 0 or ((number, k) in got.rows and got.now((number, k))))


def _enough(task: CountingTask) -> int:
    """How far it is worth counting."""
    return max(task.least, 0 if task.most is None else task.most) + (task.exactly is not None or task.most is not None)


def _within_bounds(m: Model, task: CountingTask, at_least: Counter) -> Iterator[Clause]:
    """Met only if the number is within the bounds, or was and that is enough.

    `at_least(k)` is the literal of trick 1 that says the number is at least k, or True or False if that is known.
    """
    most = task.exactly if task.latched else task.most
    earlier = (m.met.before(task.id),) if task.latched else ()
    enough, too_much = at_least(task.least), False if most is None else at_least(most + 1)
    if enough is not True:
        yield (-m.met.now(task.id), *earlier, *((enough,) if enough else ()))
    if too_much is not False:
        yield (-m.met.now(task.id), *earlier, -too_much)


@_clauses_of("win_trick", every_trick=False)
def the_trick_is_won(m: Model, task: WinTrickTask) -> Iterator[Clause]:
    """Not met before the trick, and then only if the owner wins it; never if there is no such trick."""
    number = m.tricks if task.trick == "last" else task.trick
    for trick in range(1, m.tricks + 1):
        won = (m.wins.at(task.owner, number),) if number <= trick else ()
        yield (-m.met.at(task.id, trick), *won)
