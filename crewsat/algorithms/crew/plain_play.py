"""Two rules of play without foresight, for players who see their own hand, the table and the goals.

How often they win says how forgiving a deal is, which its answer does not.

*random*: every legal card is equally likely.

*greedy*: who needs something in the trick wins it with the lowest legal card that beats the cards on the table, or
leads it with the highest; otherwise, or if no card beats them, the lowest legal card is played. Trumps are higher than
all other cards.

A player *needs* something in a trick, as it would be if it ended with the player's card, if an open objective of theirs
lies in it, or if it brings a task of theirs, of everybody or of the crew nearer to being met: a task that is not met,
of which it counts something (a longer run, a larger difference) without losing it, or a member of such a task.

Before the first card, free goals are given out at random, as the assignment allows; what the crew may leave as it is
stays as it is: tokens, what could be handed over, and cards that need not be passed. Where a card must be passed, it is
any, or the lowest.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, Any

from crewsat.games.cards import Card
from crewsat.games.crew.counting import CountingTask
from crewsat.games.crew.features import ALL, CHANGES, COVERED, PASSING
from crewsat.games.crew.giving_out import given_out
from crewsat.games.crew.moves import Choice
from crewsat.games.crew.task import Seats, Taken
from crewsat.games.crew.task_groups import GroupTask
from crewsat.games.crew.tricks import winner_of
from crewsat.games.crew.walk import Walk
from crewsat.games.scope import reads

if TYPE_CHECKING:
    import random
    from collections.abc import Callable
    from typing import Protocol

    from crewsat.games.crew.instance import Crew
    from crewsat.games.crew.moves import Move
    from crewsat.games.crew.objective import Objective
    from crewsat.games.crew.task import Task, Who
    from crewsat.games.crew.watching import States

    Rule = Callable[["Sight", random.Random], Move]

    class Goals(Protocol):
        """What a player must know of a deal: a deal, or a view of one."""

        @property
        def objectives(self) -> tuple[Objective, ...]: ...  # noqa: D102

        @property
        def tasks(self) -> tuple[Task, ...]: ...  # noqa: D102

        @property
        def trump(self) -> str | None: ...  # noqa: D102

        @property
        def tricks(self) -> int: ...  # noqa: D102


class Sight(ABC):
    """What the player whose turn it is sees: the table, the goals, and the moves of their own.

    Attributes:
        deal: goals, trump suit and number of tricks.
        seats: the players, and who leads the first trick.
        states: how the tasks stand.
    """

    def __init__(self, deal: Goals, seats: Seats, states: States) -> None:
        self.deal = deal
        self.seats = seats
        self.states = states

    @property
    @abstractmethod
    def legal(self) -> tuple[Move, ...]:
        """The moves of which one must be made; empty if the play is over."""

    @property
    @abstractmethod
    def table(self) -> tuple[Card, ...]:
        """The cards of the unfinished trick, in the order played."""

    @property
    @abstractmethod
    def turn(self) -> tuple[int, int, int]:
        """The number of the trick, who leads it, and whose turn it is."""

    @property
    def leads(self) -> bool:
        """Whether the player leads the trick."""
        return not self.table

    def winning(self) -> list[Card]:
        """Return the legal cards that beat all cards on the table; all of them for the leader."""
        table, trump = self.table, self.deal.trump
        cards = (move for move in self.legal if isinstance(move, Card))
        return [card for card in cards if winner_of(1, (*table, card), trump) == len(table) + 1]

    def needs(self, card: Card) -> bool:
        """Return whether the player needs something in the trick, as it would be with this card, which beats all."""
        (number, leader, player), table = self.turn, (*self.table, card)
        if any(one.owner == player and one.card in table for one in self.deal.objectives):
            return True
        after = self.after(Taken(number, number == self.deal.tricks, leader, player, table))
        for task, old, new in zip(self.deal.tasks, self.states, after, strict=True):
            who: Who = "crew" if task.owner == "crew" else player
            if task.owner in {player, "everybody", "crew"} and _is_nearer(task, old, new, who, self.seats):
                return True
        return False

    def rank(self, move: Move) -> tuple[bool, int, str]:
        """Return how high a card is, or one that is passed."""
        card = Card.parse(move.text.split()[-1]) if isinstance(move, Choice) else move
        return card.suit == self.deal.trump, card.value, card.suit

    def after(self, trick: Taken) -> States:
        """Return how the tasks stand after a trick."""
        each = zip(self.deal.tasks, self.states, strict=True)
        return tuple(task.after(state, trick, self.seats) for task, state in each)


@reads("plain play", ALL | CHANGES | COVERED | PASSING)
class Seen(Sight):
    """A play in progress, and what the player whose turn it is sees of it.

    Args:
        deal: whose goals all have owners, but for those that anybody may take; not begun.
    """

    def __init__(self, deal: Crew) -> None:
        seats = Seats(deal.players, deal.leader or 1)
        super().__init__(deal, seats, tuple(task.start(seats) for task in deal.tasks))
        self._walk = Walk(deal)

    @property
    def legal(self) -> tuple[Move, ...]:
        """The moves of which one must be made; empty if the play is over."""
        return self._walk.legal()

    @property
    def table(self) -> tuple[Card, ...]:
        """The cards of the unfinished trick, in the order played."""
        return self._walk.current

    @property
    def turn(self) -> tuple[int, int, int]:
        """The number of the trick, who leads it, and whose turn it is."""
        leader = self._walk.leader or self.seats.leader
        return len(self._walk.tricks) + 1, leader, self._walk.player or self.seats.leader

    @property
    def is_won(self) -> bool:
        """Whether the play is won."""
        return self._walk.outcome.status == "won"

    def make(self, move: Move) -> None:
        """Make a move."""
        before = len(self._walk.tricks)
        self._walk.play(move)
        for number, trick in enumerate(self._walk.tricks[before:], before + 1):
            self.states = self.after(Taken(number, number == self.deal.tricks, trick.leader, trick.winner, trick.cards))


def _is_nearer(task: Task, before: Any, after: Any, who: Who, seats: Seats) -> bool:  # noqa: ANN401 - states of a kind
    """Return whether a task is not met, and a trick that changes its state brings it nearer to that."""
    if task.met_by(before, who, seats):
        return False
    if isinstance(task, GroupTask):
        members = zip(task.of, before, after, strict=True)
        return any(_is_nearer(member, old, new, who, seats) for member, old, new in members)
    if not isinstance(task, CountingTask):
        return task.met_by(after, who, seats)
    return after != before and _is_behind(task, before, who, seats) and not task.lost_by(after, who, seats)


def _is_behind(task: CountingTask, state: Any, who: Who, seats: Seats) -> bool:  # noqa: ANN401 - of a kind
    """Return whether a number, or a difference, is below the least one that is allowed."""
    if task.least is None:
        return False
    rival = getattr(task, "rival", None)
    others = [other for other in task.watched(seats) if other != who] if rival is not None else []
    return (
        task.number(state, who, seats) - max((task.number(state, one, seats) for one in others), default=0) < task.least
    )


def at_random(seen: Sight, rng: random.Random) -> Move:
    """Return a legal move, all of them being equally likely."""
    return seen.legal[int(rng.random() * len(seen.legal))]


def greedy(seen: Sight, rng: object) -> Move:  # noqa: ARG001 - of every rule
    """Return the card that wins what the player needs, else the lowest."""
    needed = [card for card in seen.winning() if seen.needs(card)]
    if needed:
        return (max if seen.leads else min)(needed, key=seen.rank)
    return min(seen.legal, key=seen.rank)


RULES: dict[str, Rule] = {"random": at_random, "greedy": greedy}
"""The players by name."""


@reads("plain play", ALL | CHANGES | COVERED | PASSING)
def wins(deal: Crew, rule: Rule, rng: random.Random) -> bool:
    """Return whether a deal is won if everybody plays by a rule, with its free goals given out at random.

    It is not if nobody may take them. The cost is that of walking through a play, one to three milliseconds for 40
    cards.

    Args:
        deal: not begun.
        rule: of `RULES`.
        rng: used as in `crewsat.base.shuffling`.
    """
    if deal.free_goals and deal.players == 1 and deal.assignment == "one_player_but_leader":
        return False
    given = given_out(deal, rng)
    if given.passing is not None and given.passing.optional:
        given = given.model_copy(update={"passing": None})
    seen = Seen(given)
    while seen.legal:
        seen.make(rule(seen, rng))
    return seen.is_won
