"""The Crew for CP-SAT: who plays which card to which trick, who wins it, and how many cards of a suit are spent.

Written from the rules and independent of the formulas of `crew.cnf`, so that the two can check each other. A play won
early can be continued to trick T, so there is no end of the game in the model: T tricks are played, and the goals
(`goal_rules`, `task_rules`) hold after them. A position in progress is the whole deal with its past fixed.

| variable (all are 0 or 1) | meaning |
|---|---|
| `plays[card][t]` | the card is played to trick t; t = T: it stays in the hand |
| `shows[player, suit][t]` | the player plays a card of this suit to trick t |
| `spent[player, suit][k][t]` | the player has played k cards of this suit, or more, before trick t |
| `led[suit][t]` | the suit is led to trick t |
| `wins[card][t]` | the card wins trick t |
| `leads[player][t]` | the player leads trick t; t = T: has won the last one |
| `takes[task][player]` | the player takes the free task |

With n cards, p players and s suits these are at most 4n + p + s variables a trick; the constraints have O(n·v) literals
a trick, v being the number of cards of the longest suit (`no_card_wins_against_a_higher_one`). What only some tasks or
shared objectives need is created on request (`literal`).

Measurements on real deals (3 to 5 players, 1 to 10 objectives, half of them with tokens): seconds of CPU in the median
for 3, 4 and 5 players; then for the hardest of 1,200 deals (3 players, seed 125, 6 objectives: no win), with conflicts.

| model | median | hardest |
|---|---|---|
| integers: trick of a card, inverse, tables, elements, maximum of strengths | 0.65, 0.47, 0.37 | over 20 (142,000) |
| booleans, void: no card of the suit is played later | 0.04, 0.03, 0.02 | over 56 (640,000) |
| … and of interchangeable cards of a hand the lower one first | not measured | over 13 (188,000) |
| booleans, void: an integer counts the cards of the suit that are left | not measured | 16 (161,000) |
| **booleans, void: all cards of the suit are spent, counted in unary** | 0.05, 0.04, 0.03 | 4.4 (55,000) |
| … without `cards_shown_are_spent` | 0.04, 0.03, 0.03 | over 9 (116,000) |
| … and of interchangeable cards of a hand the lower one first | 0.05, 0.04, 0.03 | 4.1 (57,000) |

So proofs are about the lengths of suits, and the solver needs literals to express them. Presolve doubles the median
(0.09, 0.07, 0.05 without probing; 0.15, 0.11, 0.08 with it) and saves next to nothing on hard deals. A linear
relaxation of level 1 changes nothing, of level 2 leaves the hardest undecided (9 seconds, 1,700 conflicts), as do quick
restarts. More implied constraints (a card wins once, sums over winners, chains of highest cards) gained nothing.
"""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING, Any

from ortools.sat.python import cp_model

from crewsat.base.errors import Stopped
from crewsat.base.formula import BYTES_PER_INTEGER, check_estimate
from crewsat_encodings.crew.cpsat.hands import Hands

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterator, Sequence

    from crewsat.games.cards import Card
    from crewsat.games.crew.instance import Crew
    from crewsat.games.crew.task import Who


class Tricks:
    """The model and its variables; players are counted from 1, tricks from 0."""

    def __init__(self, instance: Crew, max_bytes: int | None, out_of_time: Callable[[], bool]) -> None:
        self.instance = instance
        check_estimate(2 * BYTES_PER_INTEGER * instance.tricks * len(instance.holder), max_bytes)
        self.model = cp_model.CpModel()
        self.last = instance.tricks
        """The number of tricks, T, and the place after the last of them, for cards that stay in the hand."""
        self.players = range(1, instance.players + 1)
        self.suits = instance.suits_in_order
        self.cards = sorted(instance.holder)
        self._out_of_time = out_of_time
        self.never, self._always = self.model.new_constant(0), self.model.new_constant(1)
        self._literals: dict[Hashable, cp_model.IntVar] = {}
        self.hands = Hands(self)
        self.plays = {card: self._places(card) for card in self.cards}
        self.wins = {card: self._row(f"{card} wins", self.last) for card in self.cards}
        self.leads = {player: self._row(f"{player} leads", self.last + 1) for player in self.players}
        self.led = {suit: self._row(f"{suit} led", self.last) for suit in self.suits}
        self.holdings = [*self._holdings()]
        """Player, suit and the cards of that suit that the player may hold at some time, where there are any."""
        self.shows = {
            (player, suit): self._row(f"{player} shows {suit}", self.last) for player, suit, _ in self.holdings
        }
        self.counted = [holding for holding in self.holdings if not self.hands.changes(*holding[:2])]
        """The holdings that change only by cards that are played."""
        self.spent = {(player, suit): self._counter(player, suit, len(cards)) for player, suit, cards in self.counted}
        self.takes = {task.id: self._row(f"takes {task.id}", len(self.players)) for task in instance.free_tasks}

    def _holdings(self) -> Iterator[tuple[int, str, list[Card]]]:
        for player, suit in product(self.players, self.suits):
            held = sorted((*self.hand(player), *self.hands.may_receive(player)))
            cards = [card for card in held if card.suit == suit]
            if cards:
                yield player, suit, cards

    def tricks(self) -> Iterator[int]:
        """Yield the tricks 0, …, T-1.

        Raises:
            Stopped: if time runs out meanwhile.
        """
        for t in range(self.last):
            self.check_time()
            yield t

    def check_time(self) -> None:
        """Give up if time has run out.

        Raises:
            Stopped: in that case.
        """
        if self._out_of_time():
            raise Stopped("time")

    def hand(self, player: int) -> list[Card]:
        """Return the cards dealt to a player, by suit, then value."""
        return sorted(self.instance.dealt[player - 1])

    def next_leader(self, player: Who, trick: int) -> cp_model.IntVar:
        """Return the literal for: the player wins the trick; the crew as one wins every trick."""
        return self._always if player == "crew" else self.leads[player][trick + 1]

    def is_numbered(self, trick: int, numbers: Sequence[int | str] | None) -> bool:
        """Return whether these numbers, which count from 1, name the trick; None means all tricks."""
        return numbers is None or trick + 1 in numbers or (trick + 1 == self.last and "last" in numbers)

    def literal(self, name: Hashable, define: Callable[[cp_model.IntVar], None]) -> cp_model.IntVar:
        """Return the literal of this name; on first use, `define` adds its meaning."""
        if name not in self._literals:
            self._literals[name] = self.model.new_bool_var("")
            define(self._literals[name])
        return self._literals[name]

    def all_of(self, name: Hashable, literals: Sequence[Any]) -> cp_model.IntVar:
        """Return the literal for: all of these hold."""

        def define(literal: cp_model.IntVar) -> None:
            self.model.add_bool_and(literals).only_enforce_if(literal)
            self.model.add_bool_or(literal, *(~other for other in literals))

        return self.literal(name, define)

    def _places(self, card: Card) -> list[cp_model.IntVar]:
        stays = any(len(self.instance.dealt[player - 1]) > self.last for player in self.hands.holders(card))
        row = self._row(f"{card} in", self.last + stays)
        return row if stays else [*row, self.never]

    def _counter(self, player: int, suit: str, cards: int) -> list[list[cp_model.IntVar]]:
        """Return row k for: k cards or more are spent before the trick; row 0 holds always, the last one never."""
        rows = [[self._always] * (self.last + 1)]
        for k in range(1, cards + 1):
            least = min(k, self.last + 1)
            rows.append([self.never] * least + self._row(f"{player} spent {k} {suit}", self.last + 1 - least))
        return [*rows, [self.never] * (self.last + 1)]

    def _row(self, name: str, length: int) -> list[cp_model.IntVar]:
        self.check_time()
        return [self.model.new_bool_var(f"{name} {t}") for t in range(length)]
