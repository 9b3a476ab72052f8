"""The goals as clauses: objectives, their order and how they are shared out, tasks, and the past."""

from __future__ import annotations

from itertools import combinations, pairwise
from typing import TYPE_CHECKING

from crewsat.games.crew.assignment import draft_shares
from crewsat.games.crew.task import Seats
from crewsat_encodings.crew.cnf.task_clauses import judged
from crewsat_encodings.crew.cnf.trick_filters import Part
from crewsat_encodings.rule import RuleBook
from crewsat_encodings.sequential_counter import at_most, counted

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from crewsat.base.formula import Clause
    from crewsat.games.cards import Card
    from crewsat_encodings.crew.cnf.model import Model

RULES = RuleBook()


def tokens_may_change(m: Model) -> bool:
    """Return whether the crew may change tokens."""
    return m.instance.retoken is not None


def goals_are_handed_over(m: Model) -> bool:
    """Return whether free goals may be handed over, and it matters."""
    return bool(m.due.rows)


@RULES.rule(every_trick=False)
def tasks_are_met(m: Model) -> Iterator[Clause]:
    """Every task is met in the end by its owner, or whoever takes it; and met(task, t), if it is by the end of t."""
    seats = Seats(m.instance.players, leader=m.players[0])  # the same players are followed, whoever leads
    for task in m.instance.tasks:
        for player in task.followed(seats):
            part = Part(m, task, (task.id, 0), player)
            unless = (-m.takes.at((player, task.id), m.tricks),) if task.owner is None else ()
            yield from ((*m.if_kept(task), *unless, *clause) for clause in judged(part, m.tricks))
            for trick in range(m.earliest, m.tricks):
                early = (-m.met.at((task.id, trick), m.tricks), *unless)
                yield from ((*early, *clause) for clause in judged(part, trick))


@RULES.rule(every_trick=False)
def one_player_takes_a_free_task(m: Model) -> Iterator[Clause]:
    """One player takes it, and no other."""
    for task in m.instance.free_tasks:
        takes = [m.taken_by(player, task) for player in m.players]
        yield (*m.if_kept(task), *takes)
        yield from ((-one, -other) for one, other in combinations(takes, 2))


@RULES.rule(every_trick=False)
def numbers_are_counted(m: Model) -> Iterator[Clause]:
    """At least k of the first i tricks, or cards, count; see `crewsat_encodings.crew.cnf.tallies`."""
    for name in list(m.tallies):
        yield from m.tallies[name].counted()


@RULES.rule(every_trick=False)
def cards_are_picked(m: Model) -> Iterator[Clause]:
    """A card is won by the player it counts for, and other variables of tasks that are about the whole play."""
    yield from m.definitions.once


@RULES.rule()
def tricks_count(m: Model) -> Iterator[Clause]:
    """A trick is as a task requires; see `crewsat_encodings.crew.cnf.trick_filters`."""
    yield from m.definitions.every_trick


@RULES.rule(every_trick=False)
def the_past_is_as_it_was_played(m: Model) -> Iterator[Clause]:
    """The cards of `played` are played in their tricks; who led and who won follows."""
    for trick, (_, cards) in enumerate(m.instance.past, 1):
        yield from ((m.play.at(card, trick),) for card in cards)


@RULES.rule()
def objectives_are_won_by_their_owners(m: Model) -> Iterator[Clause]:
    """If the card is played, its owner wins the trick, if it has one."""
    for objective in m.instance.objectives:
        if objective.owner is not None:
            yield (-m.play.now(objective.card), m.wins.now(objective.owner))


@RULES.rule(every_trick=False)
def objectives_are_completed(m: Model) -> Iterator[Clause]:
    """Every objective card has been played by the end."""
    for objective in m.instance.objectives:
        yield (m.played.at(objective.card, m.tricks),)


@RULES.rule()
def objectives_are_completed_in_order(m: Model) -> Iterator[Clause]:
    """played(y, t) needs played(x, t), or played(x, t-1) where the same trick violates the order."""
    objectives = m.instance.objectives
    when = m.played.now if m.instance.same_trick == "in_order" else m.played.before
    for x, y in m.always_ordered:
        yield (-m.played.now(objectives[y].card), when(objectives[x].card))


@RULES.rule(every_trick=False, applies=tokens_may_change)
def tokens_are_changed_in_one_way(m: Model) -> Iterator[Clause]:
    """Some way to change them is chosen, and its pairs are in order; pairs of others may be, too."""
    if m.retokened.rows:
        yield tuple(m.retokened.at(way, m.tricks) for way in m.retokened.rows)
    for way in m.retokened.rows:
        for pair in m.instance.orders[way]:
            if pair in m.ordered.rows:
                yield (-m.retokened.at(way, m.tricks), m.ordered.at(pair, m.tricks))


@RULES.rule(every_trick=False, applies=tokens_may_change)
def objectives_are_completed_in_the_chosen_order(m: Model) -> Iterator[Clause]:
    """As `objectives_are_completed_in_order`, of the pairs that depend on how the tokens are changed."""
    objectives = m.instance.objectives
    earlier = 0 if m.instance.same_trick == "in_order" else 1
    for x, y in m.ordered.rows:
        for trick in range(1, m.tricks + 1):
            second, first = m.played.at(objectives[y].card, trick), m.played.at(objectives[x].card, trick - earlier)
            yield (-m.ordered.at((x, y), m.tricks), -second, first)


@RULES.rule()
def who_wins_a_trick_takes_its_cards(m: Model) -> Iterator[Clause]:
    """taken(p, c, t) iff taken(p, c, t-1), or p wins trick t and c is played in it."""
    for player, card in m.taken.rows:
        now, before = m.taken.now((player, card)), m.taken.before((player, card))
        wins, plays = m.wins.now(player), m.play.now(card)
        yield (-before, now)
        yield (-wins, -plays, now)
        yield (-now, before, wins)
        yield (-now, before, plays)


@RULES.rule(every_trick=False, applies=goals_are_handed_over)
def one_player_is_due_a_free_goal(m: Model) -> Iterator[Clause]:
    """Before goals are handed over, one player has a free goal, and no other."""
    for goal in m.instance.free_goals if m.due.rows else ():
        due = [m.due_to(player, goal) for player in m.players]
        yield tuple(due)
        yield from ((-one, -other) for one, other in combinations(due, 2))


@RULES.rule(every_trick=False, applies=goals_are_handed_over)
def few_goals_are_handed_over(m: Model) -> Iterator[Clause]:
    """A goal is handed over if another player takes it than it was due to; `handover` bounds their number."""
    goals = m.instance.free_goals if m.due.rows else ()
    handed = [m.handed.at(goal.id, m.tricks) for goal in goals]
    for goal, literal in zip(goals, handed, strict=True):
        yield from ((-m.due_to(player, goal), m.taken_by(player, goal), literal) for player in m.players)
    yield from at_most(handed, m.instance.handover, lambda cell: m.handovers.at(cell, m.tricks))


@RULES.rule(every_trick=False)
def shares_are_counted(m: Model) -> Iterator[Clause]:
    """share(p, i, k): at least k of the first i free goals are p's, before any is handed over."""
    for player in m.players if m.share.rows else ():
        yield from counted(
            [m.due_to(player, goal) for goal in m.instance.free_goals], m.most_share, _share_of(m, player)
        )


def _share_of(m: Model, player: int) -> Callable[[tuple[int, int]], int]:
    return lambda cell: m.share.at((player, *cell), m.tricks)


@RULES.rule(every_trick=False)
def shares_are_even(m: Model) -> Iterator[Clause]:
    """In a draft and in balanced shares, every player takes as many free goals as any other, or one more."""
    free = len(m.instance.free_goals)
    each, more = divmod(free, len(m.players))
    for player in m.players if m.share.rows else ():
        if each:
            yield (m.share.at((player, free, each), m.tricks),)
        most = each + bool(more)
        if most < free:
            yield (-m.share.at((player, free, most + 1), m.tricks),)


@RULES.rule(every_trick=False)
def a_draft_goes_round_from_the_first_leader(m: Model) -> Iterator[Clause]:
    """A player who chooses before the goals run out takes one more than one who does not."""
    free = len(m.instance.free_goals)
    if m.sharing == "draft" and free % len(m.players):
        for leader in m.players:
            shares = draft_shares(free, len(m.players), leader)
            for player, share in zip(m.players, shares, strict=True):
                one_more = m.share.at((player, free, min(shares) + 1), m.tricks)
                yield (-m.wins.before(leader), one_more if share > min(shares) else -one_more)


@RULES.rule(every_trick=False)
def one_player_takes_all_free_goals(m: Model) -> Iterator[Clause]:
    """A player who takes one of them takes the next one, too."""
    if m.sharing in {"one_player", "one_player_but_leader"}:
        for one, other in pairwise(m.instance.free_goals):
            for player in m.players:
                yield (-m.due_to(player, one), m.due_to(player, other))


@RULES.rule(every_trick=False)
def the_one_player_is_not_the_first_leader(m: Model) -> Iterator[Clause]:
    """The leader of the first trick takes no free goal."""
    if m.sharing == "one_player_but_leader":
        for goal in m.instance.free_goals:
            for player in m.players:
                yield (-m.wins.before(player), -m.due_to(player, goal))


@RULES.rule(every_trick=False)
def nothing_has_happened_before_the_first_trick(m: Model) -> Iterator[Clause]:
    """What grows trick by trick starts from nothing."""
    for family in m.from_nothing:
        begun = m.begun.get(family.name, ())
        yield from ((-family.before(key),) for key in family.rows if key not in begun)


@RULES.rule(every_trick=False, redundant=True)
def the_smallest_hands_are_played_out(m: Model) -> Iterator[Clause]:
    """A hand of T cards is empty after T tricks; what is not there counts as played."""
    for player, hand in enumerate(m.instance.dealt, 1):
        if len(hand) == m.tricks:
            for key in m.places:
                if m.holder[key] == player and key not in m.early:
                    yield (m.played.at(key, m.tricks),)


@RULES.rule(redundant=True, symmetry=True)
def equal_neighbours_are_played_in_rank_order(m: Model) -> Iterator[Clause]:
    """Two cards of a hand with no card of the suit between them are equivalent: the lower one goes first.

    This excludes cards of objectives and cards that a task distinguishes, which are not equivalent, and cards already
    played: the past cannot be chosen.
    """
    for low, high in equal_neighbours(m):
        yield (-m.played.now(high), m.played.now(low))


def equal_neighbours(m: Model, *, passed: bool = False) -> Iterator[tuple[Card, Card]]:
    """Yield the pairs of equivalent cards, the lower one first: of those that may be passed, or that may not."""
    tasks, holder = m.instance.tasks, m.instance.holder
    special = {objective.card for objective in m.instance.objectives}.union(*m.instance.played, *m.instance.covered)
    for low, high in pairwise(m.cards):
        equal = low.suit == high.suit and holder[low] == holder[high] and not special & {low, high}
        alike = (low in m.shared) == (high in m.shared) == passed
        if equal and alike and not any(task.tells_apart(low, high) for task in tasks):
            yield low, high


@RULES.rule(redundant=True, argued=True)
def every_trick_completes_an_objective(m: Model) -> Iterator[Clause]:
    """If winning needs as many tricks with objectives as there are tricks, none may be wasted."""
    if m.needed == m.tricks:
        yield tuple(m.play.now(objective.card) for objective in m.instance.objectives)
