"""The formula of tricks with a variable for every demand of The Crew: which of them can be met together?

The rules of the game are those of `crewsat_encodings.crew.cnf.encoding`, the demands those of
`crewsat.games.crew.subsets`, which says what dropping one means. The variables of `model` are extended, at one step,
by:

===================  =====================================================================================
family               meaning
===================  =====================================================================================
kept(d)              demand d is to be met: an objective, a task, ``order`` or ``assignment``
has(p, x)            p has won the free objective x, which is kept: what shares count, with takes(p, task)
dropped(i, k)        at least k of the first i goals are not kept
===================  =====================================================================================

So a conflict is a core of assumptions kept(d), and the most goals that can be met together are found by bounding
dropped. Pairs are those of the whole order, O(l²·T) clauses; l goals take O(l²) variables to be counted.

A clause of the whole game that is derived from all demands together (every trick completes an objective) cannot be used
here. Cards that differ only by goals remain distinct even if the goals are dropped.
"""

from __future__ import annotations

from itertools import combinations, permutations, product
from typing import TYPE_CHECKING, ClassVar

from crewsat.games.crew.objective import Objective
from crewsat.games.crew.subsets import ASSIGNMENT, ORDER, all_pairs, demands_of, most_of_each
from crewsat_encodings.crew.cnf import goal_rules, passing_rules, trick_rules
from crewsat_encodings.crew.cnf.encoding import Encoding as TricksEncoding
from crewsat_encodings.crew.cnf.model import Model
from crewsat_encodings.rule import Rule, RuleBook
from crewsat_encodings.sequential_counter import at_most, cells_counted, counted

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator, Sequence

    from crewsat.base.formula import Clause
    from crewsat.games.cards import Card
    from crewsat.games.crew.instance import Crew
    from crewsat.games.crew.task import Task

OWN_RULES = RuleBook()


class DemandsModel(Model):
    """The model of tricks with the families above."""

    def __init__(self, instance: Crew, max_bytes: int | None, out_of_time: Callable[[], bool]) -> None:
        super().__init__(instance, max_bytes, out_of_time)
        self.demands = demands_of(instance)
        family, last = self.formula.family, self.tricks
        self._kept = family("kept", (*self.demands.goals, *self.demands.terms), first_step=last)
        haves = product(self.players, [free.card for free in instance.free] if self.share.rows else [])
        self._has = family("has", haves, first_step=last)
        goals = len(self.demands.goals)
        self._dropped = family("dropped", cells_counted(goals, goals), first_step=last)

    def kept(self, demand: str) -> int:
        """Return the variable that says that a demand is to be met."""
        return self._kept.at(demand, self.tricks)

    def if_kept(self, goal: Objective | Task) -> Clause:
        """Return the beginning of a clause that holds only if a goal is kept."""
        return (-self.kept(goal.id),)

    def taken_by(self, player: int, goal: Objective | Task) -> int:
        """Return the literal that says that a player takes a free goal; where shares are counted, one that is kept."""
        if isinstance(goal, Objective) and self.share.rows:
            return self._has.at((player, goal.card), self.tricks)
        return super().taken_by(player, goal)

    def dropped(self, cell: tuple[int, int]) -> int:
        """Return the variable that says that at least k of the first i goals are dropped, for a cell (i, k)."""
        return self._dropped.at(cell, self.tricks)

    def unless_dropped(self, *goals: Objective | Task, term: str | None = None) -> Clause:
        """Return the beginning of a clause that holds only if these demands are kept."""
        of_term = (term,) if term in self.demands.terms else ()
        return tuple(-self.kept(demand) for demand in (*of_term, *(goal.id for goal in goals)))


@OWN_RULES.rule(every_trick=False)
def kept_objectives_are_won_by_their_owners(m: DemandsModel) -> Iterator[Clause]:
    """If the card is played, its owner wins the trick."""
    for objective in m.instance.objectives:
        for trick in range(1, m.tricks + 1) if objective.owner is not None else ():
            played, won = m.play.at(objective.card, trick), m.wins.at(objective.owner, trick)
            yield (*m.unless_dropped(objective), -played, won)


@OWN_RULES.rule(every_trick=False)
def kept_objectives_are_completed(m: DemandsModel) -> Iterator[Clause]:
    """The card of every objective that is kept has been played by the end."""
    for objective in m.instance.objectives:
        yield (*m.unless_dropped(objective), m.played.at(objective.card, m.tricks))


@OWN_RULES.rule(every_trick=False)
def kept_objectives_are_completed_in_order(m: DemandsModel) -> Iterator[Clause]:
    """Of two objectives that are kept, x before y: y has been played only if x has."""
    objectives = m.instance.objectives
    for x, y in all_pairs(m.instance):
        first, second = objectives[x], objectives[y]
        unless = m.unless_dropped(first, second, term=ORDER)
        yield from ((*unless, *clause) for clause in _in_order(m, first.card, second.card))


def _in_order(m: DemandsModel, first: Card, second: Card) -> Iterator[Clause]:
    """Yield clauses: a card is played only if another one has been, earlier unless both may be in one trick."""
    earlier = 0 if m.instance.same_trick == "in_order" else 1
    for trick in range(1, m.tricks + 1):
        yield (-m.played.at(second, trick), m.played.at(first, trick - earlier))


@OWN_RULES.rule(every_trick=False)
def shares_are_of_objectives_that_are_kept(m: DemandsModel) -> Iterator[Clause]:
    """has(p, x) if p has taken x and x is kept, and only if p has taken it; it counts only where x is kept."""
    for player in m.players if m.share.rows else ():
        for objective in m.instance.free:
            has, taken = m.taken_by(player, objective), m.taken.at((player, objective.card), m.tricks)
            yield (-has, taken)
            yield (has, -taken, -m.kept(objective.id))


@OWN_RULES.rule(every_trick=False)
def nobody_takes_more_than_a_share(m: DemandsModel) -> Iterator[Clause]:
    """In a draft and in balanced shares; a share may depend on who leads the first trick."""
    free = len(m.instance.free_goals)
    for leader, most in most_of_each(m.instance) if m.share.rows else ():
        if_leader = () if leader is None else (-m.wins.before(leader),)
        for player, share in zip(m.players, most, strict=True):
            if share < free:
                yield (
                    *m.unless_dropped(term=ASSIGNMENT),
                    *if_leader,
                    -m.share.at((player, free, share + 1), m.tricks),
                )


@OWN_RULES.rule(every_trick=False)
def nobody_takes_less_than_a_share_of_all(m: DemandsModel) -> Iterator[Clause]:
    """Where no free goal is dropped, every player takes as many as the whole deal divided by the players."""
    free = len(m.instance.free_goals)
    each = free // len(m.players)
    for player in m.players if m.share.rows and each else ():
        unless = m.unless_dropped(*m.instance.free_goals, term=ASSIGNMENT)
        yield (*unless, m.share.at((player, free, each), m.tricks))


@OWN_RULES.rule(every_trick=False, applies=goal_rules.goals_are_handed_over)
def a_kept_goal_is_due_to_one_player(m: DemandsModel) -> Iterator[Clause]:
    """Before goals are handed over, one player has a free goal that is kept, and no other."""
    for goal in m.instance.free_goals if m.due.rows else ():
        due = [m.due_to(player, goal) for player in m.players]
        yield (*m.unless_dropped(goal), *due)
        yield from ((-one, -other) for one, other in combinations(due, 2))


@OWN_RULES.rule(every_trick=False, applies=goal_rules.goals_are_handed_over)
def few_kept_goals_are_handed_over(m: DemandsModel) -> Iterator[Clause]:
    """A goal that is kept is handed over if another player takes it than it was due to."""
    goals = m.instance.free_goals if m.due.rows else ()
    handed = [m.handed.at(goal.id, m.tricks) for goal in goals]
    for goal, literal in zip(goals, handed, strict=True):
        unless = m.unless_dropped(goal)
        yield from ((*unless, -m.due_to(player, goal), m.taken_by(player, goal), literal) for player in m.players)
    unless = m.unless_dropped(term=ASSIGNMENT)
    few = at_most(handed, m.instance.handover, lambda cell: m.handovers.at(cell, m.tricks))
    yield from ((*unless, *clause) for clause in few)


@OWN_RULES.rule(every_trick=False)
def one_player_takes_all_kept_free_goals(m: DemandsModel) -> Iterator[Clause]:
    """A player who takes one of them takes every other."""
    if m.sharing in {"one_player", "one_player_but_leader"}:
        for one, other in permutations(m.instance.free_goals, 2):
            unless = m.unless_dropped(one, other, term=ASSIGNMENT)
            for player in m.players:
                yield (*unless, -m.due_to(player, one), m.due_to(player, other))


@OWN_RULES.rule(every_trick=False)
def the_one_player_does_not_lead_first(m: DemandsModel) -> Iterator[Clause]:
    """The leader of the first trick takes no free goal that is kept."""
    if m.sharing == "one_player_but_leader":
        for goal in m.instance.free_goals:
            unless = m.unless_dropped(goal, term=ASSIGNMENT)
            for player in m.players:
                yield (*unless, -m.wins.before(player), -m.due_to(player, goal))


@OWN_RULES.rule(every_trick=False)
def dropped_goals_are_counted(m: DemandsModel) -> Iterator[Clause]:
    """dropped(i, k): at least k of the first i goals are not kept."""
    goals = [-m.kept(goal) for goal in m.demands.goals]
    yield from counted(goals, len(goals), m.dropped)


_OF_THE_GAME: tuple[Rule, ...] = (
    *trick_rules.RULES,
    *passing_rules.RULES,
    *(
        rule
        for rule in goal_rules.RULES
        if rule.state
        in {
            goal_rules.the_past_is_as_it_was_played,
            goal_rules.tasks_are_met,
            goal_rules.one_player_takes_a_free_task,
            goal_rules.numbers_are_counted,
            goal_rules.cards_are_picked,
            goal_rules.tricks_count,
            goal_rules.who_wins_a_trick_takes_its_cards,
            goal_rules.shares_are_counted,
            goal_rules.nothing_has_happened_before_the_first_trick,
            goal_rules.the_smallest_hands_are_played_out,
            goal_rules.equal_neighbours_are_played_in_rank_order,
        }
    ),
)
RULES: tuple[Rule, ...] = (*_OF_THE_GAME, *OWN_RULES)


class Encoding(TricksEncoding):
    """A deal whose demands can be assumed one by one; the arguments are those of the encoding of the deal."""

    _model: DemandsModel
    model_type = DemandsModel
    all_rules: ClassVar[Sequence[Rule]] = RULES

    @property
    def demands(self) -> tuple[str, ...]:
        """All demands: goals, then terms."""
        return (*self._model.demands.goals, *self._model.demands.terms)

    def kept(self, demands: Collection[str]) -> dict[int, str]:
        """Return the literals that say that these demands are to be met, each with its demand."""
        return {self._model.kept(demand): demand for demand in demands}

    def at_most_dropped(self, number: int) -> list[int]:
        """Return the literals that say that at most `number` goals, fewer than there are, and no terms are dropped."""
        goals, terms = self._model.demands.goals, self._model.demands.terms
        return [*(self._model.kept(term) for term in terms), -self._model.dropped((len(goals), number + 1))]

    def led_by(self, player: int) -> int:
        """Return the literal that says who leads the first trick."""
        return self._model.wins.at(player, 0)

    def taken(self, card: Card, player: int) -> Iterator[Clause]:
        """Yield clauses that say that a player takes a card: it is played, and whenever it is, the player wins it."""
        m = self._model
        for trick in range(1, m.tricks + 1):
            yield (-m.play.at(card, trick), m.wins.at(player, trick))
        yield (m.played.at(card, m.tricks),)

    def in_order(self, first: Card, second: Card) -> Iterator[Clause]:
        """Yield clauses that say that a card is played before another, or with it where the deal allows that."""
        yield from _in_order(self._model, first, second)
