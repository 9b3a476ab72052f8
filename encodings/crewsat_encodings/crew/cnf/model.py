"""The variables of the formula of tricks, and the list in which its rules are entered.

Variables (c a card, p a player, s a suit, t a trick; "after trick 0" is before the first):

===================  ====================  ===========================================================
family               steps                 meaning
===================  ====================  ===========================================================
play(c)              1…T                   c is played in trick t
played(c)            0…T                   c has been played by the end of trick t
wins(p)              0…T                   p takes trick t, and so leads trick t+1; step 0: p leads trick 1
led(s)               1…T                   the led suit of trick t is s
high(c)              1…T                   the holder of c plays c or a higher card of its suit in trick t
count(p, s, k)       0…T                   p has played at least k cards of suit s by the end of trick t
taken(p, c)          0…T                   p has won c by the end of trick t (cards of free objectives)
takes(p, task)       T                     p takes a free task
met(task, t)         T                     the task is met for good by the end of trick t, an early one (only "met if")
share(p, i, k)       T                     p has taken at least k of the first i free goals
reached(c)           1…T                   c, or a higher card of its suit, is played in trick t and counts: of the
                                           led suit, or a trump (only "reached if" is stated; of many players)
===================  ====================  ===========================================================

Those of tasks are created when a clause requests them (`Definitions`). A *part* is a task or a member of one, with m
its id and place (0: the whole), as a player p, or the crew, must meet it:

===================  ====================  ===========================================================
counts(m, p)         1…T                   trick t is p's and counts
one of(…)            1…T                   one of several literals is true: of a player's cards of one list of
                                           `as_many`, of a condition on a trick
cards(m, l, i, k)    1…T                   at least k of the first i players who hold cards of list l play one of them
value(q, v)          1…T                   q plays a card of value v or more
total(q, s)          1…T                   the values of the cards of players 1 to q add up to s or more
won(p, i, k)         T                     p has won at least k of the first i tricks
counted(m, p, i, k)  T                     at least k of the first i tricks with the right numbers count
picked(m, p, c)      T                     p has won c, in a trick that counts
got(m, p, c, t)      T                     … by the end of trick t
cards won(…, i, k)   T                     at least k of the first i cards have been picked, or got
exactly(m, p, t)     T                     exactly the number wanted has been got by the end of trick t
run(m, p, t)         T                     p wins enough tricks in a row from trick t on
part(m, p, t)        T                     a member of `any` is met by the end of trick t
===================  ====================  ===========================================================
"""

from __future__ import annotations

from functools import cached_property
from itertools import product
from math import comb
from typing import TYPE_CHECKING

from crewsat.algorithms.crew.bounds import tricks_needed, tricks_with_objectives
from crewsat.base.formula import BYTES_PER_CLAUSE, BYTES_PER_KEY, BYTES_PER_LITERAL, BYTES_PER_VARIABLE, Formula
from crewsat.games.crew.assignment import in_effect
from crewsat.games.crew.features import CNF
from crewsat.games.crew.objective import Objective
from crewsat.games.crew.tasks import AnyOfTask
from crewsat.games.scope import reads
from crewsat_encodings.crew.cnf.definitions import Definitions
from crewsat_encodings.sequential_counter import cells_counted

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence

    from crewsat.base.formula import Clause, Family
    from crewsat.games.cards import Card
    from crewsat.games.crew.assignment import Mode
    from crewsat.games.crew.instance import Crew
    from crewsat.games.crew.task import Task
    from crewsat_encodings.crew.cnf.tallies import Tally

MANY = 16
"""The number of players from which on a ladder determines who wins in formulas that are searched.

It halves them. On decks of 10 suits of 40, MiniSat took 1.2 times as long with it for 10 players, 0.85 for 16 and 0.6
for 20. On reductions of cubic graphs of 16, 18 and 20 vertices, CaDiCaL with it took 0.85, 0.55 and 0.3 times as long
as MiniSat and then CaDiCaL without.
"""


def can_be_secured(task: Task) -> bool:
    """Return whether a task can be met for good before the last trick."""
    return any(map(can_be_secured, task.of)) if isinstance(task, AnyOfTask) else not task.judged_at_end


@reads("method 'cnf-tricks'", CNF)
class Model:
    """The deal as the encoding sees it, and its families of variables."""

    def __init__(self, instance: Crew, max_bytes: int | None, out_of_time: Callable[[], bool]) -> None:
        self.instance = instance
        self.players = range(1, instance.players + 1)
        self.suits = instance.suits_in_order
        self.trump = instance.trump if instance.trump in self.suits else None
        self.tricks = instance.tricks
        needed = tricks_with_objectives(instance)
        self.is_round = sum(tricks_needed(instance).values()) == self.tricks
        """Whether every player wins exactly the tricks that the objectives need."""
        self.formula = Formula(self.tricks, max_bytes, out_of_time, plan=self._plan(needed))
        self.formula.expect(3 * instance.size * (BYTES_PER_KEY + BYTES_PER_VARIABLE * self.tricks))
        self.holder = instance.holder
        place = {suit: k for k, suit in enumerate(self.suits)}
        self.cards: list[Card] = sorted(self.holder, key=lambda card: (place[card.suit], card.value))
        self.of_suit: dict[str, list[Card]] = {suit: [] for suit in self.suits}
        self.held: dict[tuple[int, str], list[Card]] = {}
        for card in self.cards:
            self.of_suit[card.suit].append(card)
            self.held.setdefault((self.holder[card], card.suit), []).append(card)
        self.groups = sorted(self.held, key=lambda group: (group[0], place[group[1]]))
        secured = all(map(can_be_secured, instance.tasks))
        self.earliest = min(max(needed, instance.finished), self.tricks) if secured else self.tricks
        """The first trick that could be the winning one."""
        self.from_nothing: list[Family] = []
        family = self.formula.family
        self.play = family("play", self.cards, first_step=1)
        self.played = self.growing("played", self.cards)
        self.wins = family("wins", self.players, first_step=0)
        self.led = family("led", self.suits, first_step=1)
        self.high = family("high", self.cards, first_step=1)
        counted = [(*group, k) for group in self.groups for k in range(1, len(self.held[group]) + 1)]
        self.count = self.growing("count", counted)
        self.met = family(
            "met",
            product([task.id for task in instance.tasks], range(self.earliest, self.tricks)),
            first_step=self.tricks,
        )
        self.taken = self.growing("taken", self._takings())
        self.takes = family(
            "takes", product(self.players, [task.id for task in instance.free_tasks]), first_step=self.tricks
        )
        self.share = family("share", self._shares(), first_step=self.tricks)
        self.definitions = Definitions(self.formula)
        self.tallies: dict[tuple[str, Hashable], Tally] = {}

        self.suits_of: dict[int, list[str]] = {player: [] for player in self.players}
        for player, suit in self.groups:
            self.suits_of[player].append(suit)

    def _plan(self, needed: int) -> str | None:
        """Return the plan of solvers."""
        if self.is_round and len(self.players) >= MANY:
            return "round"
        return "tight" if needed == self.tricks else None

    @cached_property
    def reached(self) -> Family:
        """The family of the ladder; formulas without a ladder have none of its variables."""
        return self.formula.family("reached", self.cards, first_step=1)

    def growing(self, name: str, keys: Iterable[Hashable]) -> Family:
        """Create a family that holds for no key before the first trick, and persists once it holds."""
        self.from_nothing.append(self.formula.family(name, keys, first_step=0))
        return self.from_nothing[-1]

    def expect_pairs(self, some: Sequence[object]) -> None:
        """Announce, for all steps, a clause of two literals for every pair of these.

        Raises:
            Stopped: if that many clauses do not fit in the memory that is left.
        """
        self.formula.expect(comb(len(some), 2) * self.tricks * (BYTES_PER_CLAUSE + 2 * BYTES_PER_LITERAL))

    def if_kept(self, goal: Objective | Task) -> Clause:  # noqa: ARG002 - of models in which goals may be dropped
        """Return the literals that say that a goal need not be met."""
        return ()

    @property
    def sharing(self) -> Mode:
        """How the free goals are shared out."""
        return in_effect(self.instance.assignment, len(self.instance.free_goals), len(self.players))

    def taken_by(self, player: int, goal: Objective | Task) -> int:
        """Return the literal that says that a player takes a free goal."""
        if isinstance(goal, Objective):
            return self.taken.at((player, goal.card), self.tricks)
        return self.takes.at((player, goal.id), self.tricks)

    def _takings(self) -> Iterator[tuple[int, Card]]:
        """Yield players and free objectives, if it matters who takes them."""
        for player in self.players if self.sharing != "any" else ():
            yield from ((player, objective.card) for objective in self.instance.free)

    def _shares(self) -> Iterator[tuple[int, int, int]]:
        """Yield player, number of free goals considered, and how many are taken, where even shares need counting."""
        for player in self.players if self.sharing in {"draft", "balanced"} else ():
            yield from ((player, *cell) for cell in cells_counted(len(self.instance.free_goals), self.most_share))

    @property
    def most_share(self) -> int:
        """How far even shares need counting: one more than any player may take."""
        return len(self.instance.free_goals) // len(self.players) + 2

    @cached_property
    def values(self) -> list[list[int]]:
        """The values of each player's cards, lowest first, player 1's first."""
        hands = ([card.value for card in self.cards if self.holder[card] == player] for player in self.players)
        return [sorted(set(hand)) for hand in hands]

    @cached_property
    def totals(self) -> list[list[int]]:
        """What the cards of the first player, of the first two, … in a trick can add up to, lowest first."""
        totals = [[0]]
        for values in self.values:
            totals.append(sorted({before + value for before in totals[-1] for value in values}))
        return totals[1:]

    def shows(self, player: int, suit: str) -> int:
        """Return the variable of step 1 that says a player plays a card of a suit that was dealt to this player."""
        return self.high.now(self.held[player, suit][0])

    def trumps(self, player: int, suit: str) -> Clause:
        """Return the variable of step 1 that says a player trumps a suit, if that is possible."""
        if self.trump is None or suit == self.trump or (player, self.trump) not in self.held:
            return ()
        return (self.shows(player, self.trump),)

    def with_next(self, group: tuple[int, str]) -> Iterator[tuple[Card, list[Card]]]:
        """Yield the cards of a group, lowest first, each with a list of the next higher one, empty for the highest."""
        cards = self.held[group]
        for k, card in enumerate(cards):
            yield card, cards[k + 1 : k + 2]
