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
share(p, i, k)       T                     at least k of the first i free goals are p's, before any is handed over
due(p, goal)         T                     a free goal is p's, before any is handed over (only if some may be)
handed(goal)         T                     a free goal is handed over (only "if it is")
handovers(i, k)      T                     at least k of the first i free goals are (only "if they are")
retokened(w)         T                     the tokens are changed in way w, of `Crew.retokenings`
ordered(x, y)        T                     objective x is completed before y, as a way to change tokens asks for
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
from itertools import chain, product
from math import comb
from typing import TYPE_CHECKING, Any

from crewsat.algorithms.crew.bounds import tricks_needed, tricks_with_objectives
from crewsat.base.formula import BYTES_PER_CLAUSE, BYTES_PER_KEY, BYTES_PER_LITERAL, BYTES_PER_VARIABLE, Formula
from crewsat.games.cards import Card
from crewsat.games.crew.assignment import in_effect
from crewsat.games.crew.features import CNF
from crewsat.games.crew.objective import Objective
from crewsat.games.crew.tasks import AnyOfTask
from crewsat.games.scope import reads
from crewsat_encodings.crew.cnf.definitions import Definitions
from crewsat_encodings.crew.cnf.places import Passes, Place, card_of
from crewsat_encodings.sequential_counter import cells_at_most, cells_counted

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence

    from crewsat.base.formula import Clause, Family
    from crewsat.games.crew.assignment import Mode
    from crewsat.games.crew.instance import Crew
    from crewsat.games.crew.task import Task
    from crewsat_encodings.crew.cnf.places import Key
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
        # What the objectives need depends on who holds their cards, so nothing is said of it where cards are passed.
        self.needed = tricks_with_objectives(instance) if instance.passing is None else 0
        """The least number of tricks that contain an objective card."""
        self.is_round = instance.passing is None and sum(tricks_needed(instance).values()) == self.tricks
        """Whether every player wins exactly the tricks that the objectives need."""
        self.formula = Formula(self.tricks, max_bytes, out_of_time, plan=self._plan())
        self.formula.expect(3 * instance.size * (BYTES_PER_KEY + BYTES_PER_VARIABLE * self.tricks))
        self._set_places()
        secured = all(map(can_be_secured, instance.tasks))
        self.earliest = min(max(self.needed, instance.finished), self.tricks) if secured else self.tricks
        """The first trick that could be the winning one."""
        self.from_nothing: list[Family] = []
        family = self.formula.family
        self.play = family("play", (*self.places, *self.shared), first_step=1)
        self.played = self.growing("played", (*self.places, *self.shared))
        self.wins = family("wins", self.players, first_step=0)
        self.led = family("led", self.suits, first_step=1)
        self.high = family("high", self.places, first_step=1)
        self.regular: list[tuple[int, str]] = []
        self.irregular: list[tuple[int, str]] = []
        """The groups whose suit is counted, and those of which some cards cannot be played at all times."""
        for group in self.groups:
            (self.irregular if any(map(self.is_irregular, self.held[group])) else self.regular).append(group)
        counted = [(*group, k) for group in self.regular for k in range(1, len(self.held[group]) + 1)]
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
        self._set_choices()
        self._set_passes()
        self._set_lids()
        self.definitions = Definitions(self.formula)
        self.tallies: dict[tuple[str, Hashable], Tally] = {}

        self.suits_of: dict[int, list[str]] = {player: [] for player in self.players}
        for player, suit in self.groups:
            self.suits_of[player].append(suit)

    def _set_choices(self) -> None:
        """Create the families of goals that are handed over, and of tokens that are changed."""
        instance, family, last = self.instance, self.formula.family, self.tricks
        goals = [goal.id for goal in instance.free_goals] if instance.handover and self.sharing != "any" else []
        self.due = family("due", product(self.players, goals), first_step=last)
        self.handed = family("handed", goals, first_step=last)
        self.handovers = family("handovers", cells_at_most(len(goals), instance.handover), first_step=last)
        ways = range(len(instance.orders)) if instance.retoken else range(0)
        self.always_ordered = sorted(set(instance.orders[0]).intersection(*instance.orders[1:]))
        """Pairs (x, y) of positions in the objectives, x before y, however the tokens are changed."""
        some = set().union(*instance.orders).difference(self.always_ordered)
        self.retokened = family("retokened", ways, first_step=last)
        self.ordered = family("ordered", sorted(some), first_step=last)

    def _set_places(self) -> None:
        """Say where each card may be, and which places a player has of each suit."""
        instance = self.instance
        place = {suit: k for k, suit in enumerate(self.suits)}
        self.cards: list[Card] = sorted(instance.holder, key=lambda card: (place[card.suit], card.value))
        self.pass_ = Passes(instance)
        several = {card: self.pass_.places(card, instance.holder[card]) for card in self.cards}
        self.places: list[Key] = [key for card in self.cards for key in several[card]]
        """Where each card may be; a card itself if it cannot be passed."""
        self.shared = {card: places for card, places in several.items() if len(places) > 1}
        """The places of the cards that may be passed."""
        self.holder = {key: instance.holder[key] if isinstance(key, Card) else key.player for key in self.places}
        """Whose place it is."""
        self.of_suit: dict[str, list[Key]] = {suit: [] for suit in self.suits}
        self.held: dict[tuple[int, str], list[Key]] = {}
        for key in self.places:
            self.of_suit[key.suit].append(key)
            self.held.setdefault((self.holder[key], key.suit), []).append(key)
        self.groups = sorted(self.held, key=lambda group: (group[0], place[group[1]]))

    def is_irregular(self, key: Key) -> bool:
        """Return whether a place counts only before or after some tricks, or its card may lie under another one."""
        return (isinstance(key, Place) and self.pass_.after > 0) or self._lid(key) is not None

    def _lid(self, key: Key) -> Card | int | None:
        """Return the key of `uncovered` that says when a card can be played; None if it never lies under another."""
        card, player = card_of(key), self.holder[key]
        if player == self.instance.holder[card]:
            return card if any(card == below for _, below in self.instance.covered) else None
        return player if player in self.below_received else None

    @cached_property
    def below_received(self) -> list[int]:
        """The players of whom a card may be passed that lies, or lay, under another one."""
        given = {card for cards in self.pass_.given.values() for card in cards}
        return sorted({self.instance.holder[below] for _, below in self.instance.covered if below in given})

    def _set_passes(self) -> None:
        """Create the families of cards that are passed."""
        family, last = self.formula.family, self.tricks
        self.late = [key for key in self.places if isinstance(key, Place) and key.late]
        self.early = [key for key in self.places if isinstance(key, Place) and not key.late]
        self.passes = family("passes", self.pass_.directions, first_step=last)
        self.passed = family("passed", chain(*self.pass_.given.values()), first_step=last)
        received = [(key.player, card_of(key)) for key in self.late if key.player != self.instance.holder[card_of(key)]]
        self.received = family("received", received, first_step=last)
        self.from_the_pass = [group for group in self.regular if not set(self.held[group]).isdisjoint(self.late)]
        """The groups of which some cards may not be there when they begin to be counted."""
        self.gives = family("gives", self.from_the_pass, first_step=last)
        self.gets = family("gets", self.from_the_pass, first_step=last)
        counts = {(*group, k) for group in self.from_the_pass for k in range(1, len(self.held[group]) + 1)}
        self.begun: dict[str, set[Any]] = {"played": set(self.late), "count": counts}
        """What does not begin as `growing` says, by family."""

    def _set_lids(self) -> None:
        """Create the families of cards that lie under others."""
        pairs, holder = self.instance.covered, self.instance.holder
        tops = sorted({holder[above] for above, _ in pairs if above in self.passed.rows})
        self.top = self.formula.family("top", tops, first_step=0)
        lids = [*(below for _, below in pairs), *self.below_received]
        self.uncovered = self.formula.family("uncovered", lids, first_step=0)

    def times_of(self, key: Key) -> range:
        """Return the tricks in which a place counts."""
        if isinstance(key, Card):
            return range(1, self.tricks + 1)
        return range(self.pass_.after + 1, self.tricks + 1) if key.late else range(1, self.pass_.after + 1)

    def place_of(self, card: Card, player: int, trick: int) -> Key:
        """Return the place from which a player plays a card to a trick."""
        return Place(*card, player, trick > self.pass_.after) if card in self.shared else card

    def open_at(self, key: Key, trick: int) -> int | None:
        """Return the literal that says that a card does not lie under another one in a trick; None if it never does."""
        lid = self._lid(key)
        return None if lid is None else self.uncovered.at(lid, trick - 1)

    def passed_or_none(self, card: Card) -> int | None:
        """Return the literal that says that a card is passed; None if it cannot be."""
        return self.passed.at(card, self.tricks) if card in self.passed.rows else None

    def pairs_of(self, player: int) -> list[tuple[Card, Card]]:
        """Return the pairs of cards in a player's hand, the one above first."""
        return [pair for pair in self.instance.covered if self.instance.holder[pair[0]] == player]

    def given_and_received(self, player: int, suit: str) -> tuple[list[int], list[int]]:
        """Return the literals of the cards of a suit that a player may pass, and of those the player may receive."""
        given = [self.passed.at(card, self.tricks) for card in self.pass_.given[player] if card.suit == suit]
        rows = [row for row in self.received.rows if row[0] == player and row[1].suit == suit]
        return given, [self.received.at(row, self.tricks) for row in rows]

    def _plan(self) -> str | None:
        """Return the plan of solvers."""
        if self.is_round and len(self.players) >= MANY:
            return "round"
        return "tight" if self.needed == self.tricks else None

    @cached_property
    def reached(self) -> Family:
        """The family of the ladder; formulas without a ladder have none of its variables."""
        return self.formula.family("reached", self.places, first_step=1)

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

    def due_to(self, player: int, goal: Objective | Task) -> int:
        """Return the literal that says that a free goal is a player's, before any is handed over."""
        return self.due.at((player, goal.id), self.tricks) if self.due.rows else self.taken_by(player, goal)

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
        hands = ([key.value for key in self.places if self.holder[key] == player] for player in self.players)
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

    def with_next(self, group: tuple[int, str]) -> Iterator[tuple[Key, list[Key]]]:
        """Yield the cards of a group, lowest first, each with a list of the next higher one, empty for the highest."""
        cards = self.held[group]
        for k, card in enumerate(cards):
            yield card, cards[k + 1 : k + 2]
