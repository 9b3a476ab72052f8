"""The tasks of The Crew as facts for the program `tasks.lp`, which lists them."""

from __future__ import annotations

from itertools import count
from typing import TYPE_CHECKING, Any

from crewsat.base.errors import Stopped

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from crewsat.games.cards import Card
    from crewsat.games.crew.counting import ComparingTask
    from crewsat.games.crew.filters import Total
    from crewsat.games.crew.instance import Crew
    from crewsat.games.crew.last_of import LastOfTask
    from crewsat.games.crew.task import Task
    from crewsat.games.crew.tasks import AllTask, AnyOfTask, CardsTask, LeadsTask, RowTask, TricksTask, WinTrickTask

    Facts = Iterator[str]
    FactsOf = Callable[["_Tasks", int, Any], Facts]

MOST_TOTAL = 2**31 - 1
"""The largest number of the program, one more than any total it can add."""

_FACTS: dict[str, FactsOf] = {}


def _facts_of(kind: str) -> Callable[[FactsOf], FactsOf]:
    def enter(facts_of: FactsOf) -> FactsOf:
        _FACTS[kind] = facts_of
        return facts_of

    return enter


def facts_of_tasks(instance: Crew, cards: Mapping[Card, int]) -> Facts:
    """Yield the facts of all tasks.

    Args:
        instance: the deal.
        cards: the numbers of all cards, from 1.

    Raises:
        Stopped: for a kind the program has no rule for, or a total beyond the numbers of the program.
    """
    tasks = _Tasks(instance, cards)
    for task in instance.tasks:
        k = next(tasks.numbers)
        if task.owner is None:
            yield f"free_task({k})"
        else:
            yield f"everybody({k})" if task.owner == "everybody" else f"owner({k},{task.owner})"
        yield from tasks.facts(k, task)


class _Tasks:
    """What the facts of a task are made of."""

    def __init__(self, instance: Crew, cards: Mapping[Card, int]) -> None:
        self.instance = instance
        self.cards = cards
        self.numbers = count(len(cards) + 1)

    def facts(self, k: int, task: Task) -> Facts:
        """Yield the facts of a task or part, independent of who must meet it."""
        if task.kind not in _FACTS:
            raise Stopped("incomplete")
        yield from _FACTS[task.kind](self, k, task)

    def parts(self, k: int, of: Iterable[Task]) -> Facts:
        """Yield the parts of a task and their facts."""
        for part in of:
            m = next(self.numbers)
            yield f"of({k},{m})"
            yield from self.facts(m, part)

    def listed(self, k: int, name: str, cards: Iterable[Card]) -> Facts:
        """Yield a list of cards."""
        yield from (f"listed({k},{name},{self.cards[card]})" for card in sorted(cards))

    def during(self, k: int, numbers: Iterable[int | str] | None) -> Facts:
        """Yield the tricks that count."""
        tricks = range(1, self.instance.tricks + 1)
        if numbers is None:
            yield from (f"during({k},{t})" for t in tricks)
        else:
            named = {self.instance.tricks if number == "last" else number for number in numbers}
            yield from (f"during({k},{t})" for t in sorted(named.intersection(tricks)))

    def bounds(self, k: int, task: ComparingTask | LeadsTask) -> Facts:
        """Yield the number to be reached, or the bounds."""
        if task.latched and task.least is not None:
            yield f"reach({k},{self.bounded(task.least)})"
        else:
            yield from self.within(k, task)

    def within(self, k: int, task: ComparingTask | LeadsTask | RowTask) -> Facts:
        """Yield the bounds, and when they are judged."""
        if task.least is not None:
            yield f"at_least({k},{self.bounded(task.least)})"
        if task.most is not None:
            yield f"at_most({k},{self.bounded(task.most)})"
        yield f"judged({k},{f'0..{self.instance.tricks}' if task.judged == 'always' else self.instance.tricks})"

    def rivals(self, k: int, task: ComparingTask) -> Facts:
        """Yield the player, or other number, with which a number is compared."""
        if isinstance(task.compared_with, tuple):
            yield from self.listed(k, "compared", task.compared_with)
        yield f"against({k},{task.rival or 'nobody'})"

    def bounded(self, number: int) -> int:
        """Return a number the program can hold: one more than all cards is never reached, like any larger one."""
        most = len(self.cards) + 1
        return max(-most, min(number, most))


@_facts_of("all")
def _all(tasks: _Tasks, k: int, task: AllTask) -> Facts:
    yield f"all_of({k})"
    yield from tasks.parts(k, task.of)


@_facts_of("any")
def _any(tasks: _Tasks, k: int, task: AnyOfTask) -> Facts:
    yield f"any_of({k})"
    yield from tasks.parts(k, task.of)


@_facts_of("win_trick")
def _win_trick(tasks: _Tasks, k: int, task: WinTrickTask) -> Facts:
    yield f"win_trick({k},{tasks.instance.tricks if task.trick == 'last' else tasks.bounded(task.trick)})"


@_facts_of("last_of")
def _last_of(tasks: _Tasks, k: int, task: LastOfTask) -> Facts:
    yield f"last_of({k})"
    yield from tasks.listed(k, "last_of", task.cards)


@_facts_of("row")
def _row(tasks: _Tasks, k: int, task: RowTask) -> Facts:
    yield f"row({k})"
    yield from tasks.within(k, task)  # runs grow by one, so a length is reached if the longest run has it or more


@_facts_of("cards")
def _cards(tasks: _Tasks, k: int, task: CardsTask) -> Facts:
    yield f"cards({k})"
    yield from tasks.listed(k, "cards", task.cards)
    yield from tasks.during(k, task.numbers)
    yield from tasks.rivals(k, task)
    yield from tasks.bounds(k, task)


@_facts_of("leads")
def _leads(tasks: _Tasks, k: int, task: LeadsTask) -> Facts:
    yield f"leading({k})"
    yield from tasks.listed(k, "leading", tasks.cards if task.cards is None else task.cards)
    yield from tasks.during(k, task.numbers)
    yield f"against({k},nobody)"
    yield from tasks.bounds(k, task)


@_facts_of("tricks")
def _tricks(tasks: _Tasks, k: int, task: TricksTask) -> Facts:
    yield f"tricks({k})"
    for name in ("won_with", "beating", "only", "led"):
        cards = getattr(task, name)
        if cards is not None:
            yield f"filter({k},{name})"
            yield from tasks.listed(k, name, cards)
    if task.as_many is not None:
        yield f"as_many({k})"
        for name, cards in zip(("some", "others"), task.as_many, strict=True):
            yield from tasks.listed(k, name, cards)
    for n, cards in enumerate(task.each_of or ()):
        yield f"one_of({k},{n})"
        yield from tasks.listed(k, f"one_of({n})", cards)
    if task.total is not None:
        yield from _total(tasks, k, task.total)
    yield from tasks.during(k, task.numbers)
    yield from tasks.rivals(k, task)
    yield from tasks.bounds(k, task)


def _total(tasks: _Tasks, k: int, total: Total) -> Facts:
    if sum(card.value for card in tasks.cards) >= MOST_TOTAL:  # clingo adds wrongly if a sum can be just that
        raise Stopped("incomplete")
    yield from (f"value({number},{card.value})" for card, number in tasks.cards.items())
    if total.at_least is not None:
        yield f"total_least({k},{min(total.at_least, MOST_TOTAL)})"
    if total.at_most is not None:
        yield f"total_most({k},{min(total.at_most, MOST_TOTAL)})"
