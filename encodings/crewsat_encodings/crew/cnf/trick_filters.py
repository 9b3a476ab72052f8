"""Which tricks count for a task: one variable for each trick, and the conditions on a trick as clauses.

A trick that counts belongs to a player, who won it (or, of ``leads``, led it), and fulfils conditions, each a clause of
literals of trick 1. If the player is known, the winning card is one of that hand, and a beaten card is one of another.

In the sense that a bound from below needs, a trick takes 1 variable, 1 clause for its player, 1 clause for each of
`won_with`, `beating` and the cards of ``leads``, L for `only` (L literals of cards not in the list), 2·⌈p/2⌉ + 1 for
`as_many`, 1 for each bound of `total`, p for `led`, 1 for each list of `each_of`, L + 1 for ``last_of``, and what
`crewsat_encodings.crew.cnf.trick_sums` takes to count cards and values. For the crew, lists are stated for each player
who may win.
"""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING, Any, NamedTuple

from crewsat.games.crew.last_of import LastOfTask
from crewsat.games.crew.tasks import CardsTask, LeadsTask, TricksTask
from crewsat_encodings.crew.cnf.definitions import IF, ONLY_IF
from crewsat_encodings.crew.cnf.trick_sums import half_of_a_trick, number_reached, one_of, plays_one_of, total_reached

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterator, Sequence

    from crewsat.base.formula import Clause
    from crewsat.games.cards import Card
    from crewsat.games.crew.task import Task, Who
    from crewsat_encodings.crew.cnf.model import Model


class Part(NamedTuple):
    """A task, or a member of `all` or `any`, as one player must meet it.

    Attributes:
        m: the model.
        task: the task.
        name: a name that no other task or member has.
        who: the player who must meet it, or the crew as one.
    """

    m: Model
    task: Any
    name: tuple[str, int]
    who: Who

    @property
    def key(self) -> tuple[Hashable, ...]:
        """A key that no other part has."""
        return (*self.name, self.who)

    @property
    def numbers(self) -> list[int]:
        """The numbers of the tricks that count."""
        every = range(1, self.m.tricks + 1)
        numbers = getattr(self.task, "numbers", None)
        if numbers is None:
            return list(every)
        return sorted({self.m.tricks if number == "last" else number for number in numbers} & set(every))

    def wins(self, trick: int) -> Clause:
        """Return the literal that says that the trick is won by the player; empty if any player may win."""
        return () if self.who == "crew" else (self.m.wins.at(self.who, trick),)


def trick_counts(part: Part, sense: str) -> int:
    """Return the literal that says that trick 1 counts; for `cards`, tricks with at least one of them do.

    Request it only where it is not constant: not for the crew if there are no conditions.
    """
    if not is_filtered(part.task):
        return _whose(part, part.who)
    counts = part.m.definitions.trick("counts", part.key)
    if part.m.definitions.unstated("counts", part.key, sense):
        clauses = _only_if(part, counts) if sense == ONLY_IF else _if(part, counts)
        part.m.definitions.every_trick += list(clauses)
    return counts


def _whose(part: Part, player: Who) -> int:
    """Return the literal that says that a trick is a player's."""
    return (part.m.wins.before if isinstance(part.task, LeadsTask) else part.m.wins.now)(player)


def _only_if(part: Part, counts: int) -> Iterator[Clause]:
    """Yield clauses: a trick counts only if it is the player's and all conditions are fulfilled."""
    yield from ((-counts, *condition) for condition in _conditions(part, ONLY_IF))
    if part.who == "crew":
        for player in part.m.players:
            unless = -_whose(part, player)
            yield from ((-counts, unless, *condition) for condition in _conditions_of(part, player))
    else:
        yield (-counts, _whose(part, part.who))
        yield from ((-counts, *condition) for condition in _conditions_of(part, part.who))


def _if(part: Part, counts: int) -> Iterator[Clause]:
    """Yield clauses: a trick counts if it is the player's and all conditions are fulfilled."""
    of_any = list(_conditions(part, IF))
    for player in part.m.players if part.who == "crew" else (part.who,):
        fulfilled = _if_all(part, player, [*_conditions_of(part, player), *of_any])
        yield from ((counts, -_whose(part, player), *failing) for failing in fulfilled)


def is_filtered(task: Task) -> bool:
    """Return whether not every trick of a player counts."""
    if isinstance(task, TricksTask):
        lists = (task.won_with, task.beating, task.only, task.as_many, task.total, task.led, task.each_of)
        return any(one is not None for one in lists)
    return isinstance(task, CardsTask | LastOfTask) or (isinstance(task, LeadsTask) and task.cards is not None)


def _conditions_of(part: Part, player: int) -> Iterator[Clause]:
    """Yield what must hold for a trick that belongs to this player."""
    m, task, *_ = part
    if isinstance(task, LeadsTask):
        yield plays_one_of(m, player, task.listed)
    elif isinstance(task, TricksTask):
        won_with, beating, *_ = task.lists
        if task.won_with is not None:
            yield plays_one_of(m, player, won_with)
        if task.beating is not None:
            yield tuple(chain.from_iterable(plays_one_of(m, one, beating) for one in m.players if one != player))


def _conditions(part: Part, sense: str) -> Iterator[Clause]:
    """Yield what must hold for a trick, whoever it belongs to."""
    m, task, *_ = part
    if isinstance(task, CardsTask):
        yield _somebody_plays(m, task.lists[0])
    if isinstance(task, LastOfTask):
        yield _somebody_plays(m, task.listed)
        yield from ((m.played.now(card),) for card in task.cards)
    if not isinstance(task, TricksTask):
        return
    _, _, only, *_ = task.lists
    if task.only is not None:
        others = [card for card in m.cards if card not in only]
        for player in m.players:
            yield from ((-literal,) for literal in plays_one_of(m, player, others))
    if task.total is not None:
        yield from _total_fits(part, sense)
    if task.as_many is not None:
        yield from _as_many(part)
    yield from _led_and_each_of(part)


def _led_and_each_of(part: Part) -> Iterator[Clause]:
    """Yield clauses: the leader plays one of certain cards; a card of each of several lists is played."""
    m, task, *_ = part
    if task.led is not None:
        yield from ((-m.wins.before(player), *plays_one_of(m, player, task.lists[5])) for player in m.players)
    for cards in task.lists[6:]:
        yield _somebody_plays(m, cards)


def _somebody_plays(m: Model, cards: frozenset[Card]) -> Clause:
    """Return a clause: one of these cards is in the trick."""
    return tuple(chain.from_iterable(plays_one_of(m, player, cards) for player in m.players))


def _total_fits(part: Part, sense: str) -> Iterator[Clause]:
    m, task, *_ = part
    opposite = IF if sense == ONLY_IF else ONLY_IF
    least, most = task.total.at_least, task.total.at_most
    enough = True if least is None else total_reached(m, len(m.players), least, sense)
    too_much = False if most is None else total_reached(m, len(m.players), most + 1, opposite)
    if enough is not True:
        yield (enough,) if enough else ()
    if too_much is not False:
        yield (-too_much,) if too_much is not True else ()


def _as_many(part: Part) -> Iterator[Clause]:
    """Yield clauses: the trick has a card of each list, and for every number, both lists reach it or neither."""
    m, task, name, _ = part
    for number in range(1, half_of_a_trick(m) + 1):
        one, other = (number_reached(m, (*name, k), cards, number) for k, cards in enumerate(task.lists[3:5]))
        if number == 1:
            yield (one,) if one else ()
        if one:
            yield (-one, other) if other else (-one,)
        if other:
            yield (-other, one) if one else (-other,)


def _if_all(part: Part, player: int, conditions: Sequence[Clause]) -> Iterator[Clause]:
    """Yield literals of which one is true unless all conditions are fulfilled, for each way to fulfil the first one.

    Every other condition of several literals is a variable of its own.
    """
    failing = [-condition[0] for condition in conditions if len(condition) == 1]
    wide = [condition for condition in conditions if len(condition) != 1]
    failing += [-one_of(part.m, (*part.key, player, k), condition) for k, condition in enumerate(wide[1:])]
    yield from ((-literal, *failing) for literal in wide[0]) if wide else (tuple(failing),)
