"""A view as integers, for bots: the rules of the game, what everybody knows, and one hand.

What everybody knows (`Board`) is kept apart from hands, so that what decides by a board and one hand cannot look at
other hands, also where sampled deals are played. Cards and players are numbered from 0 (`crewsat.hidden.pack`), sets of
cards are integers. The kernel has a twin of all that plays (``kernel/src/hidden/table.hpp``).
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from crewsat.games.crew import order
from crewsat.games.crew.tricks import tricks_played
from crewsat.hidden.flat_tasks import FlatTasks

if TYPE_CHECKING:
    from collections.abc import Sequence

    from crewsat.hidden.flat_conditions import Standing
    from crewsat.hidden.pack import Pack
    from crewsat.hidden.view import View

NOBODY = -1
MOST_PLAYERS, MOST_SUITS = 5, 8
"""What bots know."""

SAYS = ("only", "highest", "lowest")
SAYS_NOTHING = 3


@dataclass(frozen=True, slots=True)
class Rules:
    """What does not change while a game is played.

    Attributes:
        players: number of players.
        tricks: number of tricks T.
        trump: the suit, by number; `NOBODY` if there is none.
        strict: whether two objectives in order must be completed in different tricks.
        suit: of every card, by number.
        of_suit: the set of the cards of every suit.
        owner: of the objective on each card; `NOBODY` if anybody may win it, or there is none.
        before: for each card with an objective, those whose objectives must be completed before.
        apart: cards that some task tells apart from the next lower one.
        tasks: the tasks; None if there are none.
    """

    players: int
    tricks: int
    trump: int
    strict: bool
    suit: tuple[int, ...]
    of_suit: tuple[int, ...]
    owner: tuple[int, ...]
    before: tuple[int, ...]
    apart: int
    tasks: FlatTasks | None

    @property
    def whole(self) -> int:
        """The set of all cards."""
        return (1 << len(self.suit)) - 1

    def beats(self, card: int, best: int) -> bool:
        """Return whether a card that is played later takes the trick."""
        return card > best if self.suit[card] == self.suit[best] else self.suit[card] == self.trump

    def legal(self, board: Board, hand: int) -> int:
        """Return the cards of a hand that may be played."""
        follow = hand & self.of_suit[self.suit[board.table[0]]] if board.table else 0
        return follow or hand


@dataclass(slots=True)
class Board:
    """What everybody knows of a game in progress.

    Attributes:
        leader: who leads the trick.
        number: the number of the trick, from 1.
        table: the cards of the trick, in the order played.
        count: how many cards each player holds.
        signals: how many signals each player may still give.
        out: the cards that have been played.
        open: the cards whose objectives are not completed.
        cannot: for each player, cards that this player has shown not to hold.
        known: for each player, cards that this player has shown to hold.
        standing: of the tasks; empty if there are none.
        status: 1 if the game is won, -1 if it is lost, else 0.
    """

    leader: int
    number: int
    table: list[int]
    count: list[int]
    signals: list[int]
    out: int
    open: int
    cannot: list[int]
    known: list[int]
    standing: Standing = ()
    status: int = 0

    def copy(self) -> Board:
        """Return an independent copy."""
        return replace(
            self,
            table=list(self.table),
            count=list(self.count),
            signals=list(self.signals),
            cannot=list(self.cannot),
            known=list(self.known),
        )

    def turn(self, players: int) -> int:
        """Return whose turn it is."""
        return (self.leader + len(self.table)) % players

    @property
    def on_table(self) -> int:
        """The set of the cards of the trick."""
        return sum([1 << card for card in self.table])

    def taking(self, rules: Rules) -> tuple[int, int]:
        """Return the card that takes the trick as it lies, and its player; `NOBODY` twice if it is empty."""
        best = player = NOBODY
        for k, card in enumerate(self.table):
            if best == NOBODY or rules.beats(card, best):
                best, player = card, (self.leader + k) % rules.players
        return best, player

    def play(self, rules: Rules, card: int) -> None:
        """Play a card for the player whose turn it is, and note what everybody learns of it."""
        player = self.turn(rules.players)
        self.out |= 1 << card
        self.known[player] &= ~(1 << card)
        self.count[player] -= 1
        if self.table and rules.suit[card] != rules.suit[self.table[0]]:
            self.cannot[player] |= rules.of_suit[rules.suit[self.table[0]]]
        self.table.append(card)
        if len(self.table) == rules.players:
            self._judge(rules)

    def signal(self, rules: Rules, player: int, card: int, says: int) -> None:
        """Note what a player has signalled."""
        others = rules.of_suit[rules.suit[card]] & ~(1 << card)
        lower = (1 << card) - 1
        self.cannot[player] |= (others, others & ~lower, others & lower)[says]
        self.known[player] |= 1 << card
        self.signals[player] -= 1

    def _judge(self, rules: Rules) -> None:
        _, winner = self.taking(rules)
        hit = self.on_table & self.open
        left = self.open if rules.strict else self.open & ~hit
        for card in self.table:
            wrong = rules.owner[card] not in {NOBODY, winner} or rules.before[card] & left
            if hit >> card & 1 and wrong:
                self.status = -1
        self.open &= ~hit
        last = self.number == rules.tricks
        if rules.tasks is not None:
            self.standing = rules.tasks.after(self.standing, self.number, self.leader, winner, self.table)
            if rules.tasks.lost(self.standing):
                self.status = -1
        self.leader, self.table = winner, []
        self.number += 1
        if self.status == 0:
            met = not self.open and (rules.tasks is None or rules.tasks.met(self.standing, ended=last))
            self.status = 1 if met else -1 if last else 0


@dataclass(frozen=True, slots=True)
class Given:
    """A signal that was given, and what was known then.

    Attributes:
        player: who gave it.
        card: the card that was shown.
        says: what was said of it, as in `SAYS`.
        number: before which trick.
        out: the cards played before.
        open: the objectives that were open.
        known: cards that the player had shown to hold before.
    """

    player: int
    card: int
    says: int
    number: int
    out: int
    open: int
    known: int


@dataclass(frozen=True, slots=True)
class Position:
    """A view as integers.

    Attributes:
        rules: what does not change.
        board: what everybody knows.
        me: whose view it is.
        hand: the cards of this player.
        played: the cards that each player has played.
        given: the signals that were given.
    """

    rules: Rules
    board: Board
    me: int
    hand: int
    played: tuple[int, ...]
    given: tuple[Given, ...] = field(default=())

    @classmethod
    def of(cls, view: View) -> Position:
        """Return a view as integers.

        Raises:
            ValueError: if the view has tasks without an owner, or more players or suits than bots know.
        """
        pack = view.pack
        if view.players > MOST_PLAYERS or len(pack.suits) > MOST_SUITS:
            raise ValueError(f"bots play with at most {MOST_PLAYERS} players and {MOST_SUITS} suits")
        rules = rules_of(view)
        board = _at_the_start(view, rules)
        played = [0] * view.players
        given: list[Given] = []
        for leader, cards in tricks_played(view.leader, view.played, view.players, view.trump):
            board.leader = leader - 1
            _signals(view, rules, board, given)
            for card in cards:
                played[board.turn(view.players)] |= pack.bit[card]
                board.play(rules, pack.number[card])
        if not board.table:
            _signals(view, rules, board, given)
        board.signals = list(view.signals_left)
        return cls(rules, board, view.me - 1, pack.mask(view.hand), tuple(played), tuple(given))


def rules_of(view: View) -> Rules:
    """Return what does not change while a game is played.

    Raises:
        ValueError: as `Position.of`.
    """
    pack = view.pack
    owner, before = _objectives(view, pack)
    suits = list(pack.suits)
    tasks = None
    if view.tasks:
        tasks = FlatTasks.of(view.tasks, view.players, view.tricks, view.leader - 1, pack.cards)
    return Rules(
        players=view.players,
        tricks=view.tricks,
        trump=suits.index(view.trump) if view.trump in pack.suits else NOBODY,
        strict=view.same_trick == "violates",
        suit=tuple([suits.index(card.suit) for card in pack.cards]),
        of_suit=tuple(pack.suits.values()),
        owner=owner,
        before=before,
        apart=_apart(view, pack),
        tasks=tasks,
    )


def _objectives(view: View, pack: Pack) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the owner of the objective on each card, and the cards whose objectives come before it."""
    owner, before = [NOBODY] * len(pack.cards), [0] * len(pack.cards)
    numbers = [pack.number[objective.card] for objective in view.objectives]
    for number, objective in zip(numbers, view.objectives, strict=True):
        owner[number] = NOBODY if objective.owner is None else objective.owner - 1
    pairs = order.order_pairs(view.objectives)
    for _ in pairs:  # as often as a chain may be long
        for x, y in pairs:
            before[numbers[y]] |= 1 << numbers[x] | before[numbers[x]]
    return tuple(owner), tuple(before)


def _apart(view: View, pack: Pack) -> int:
    """Return the cards that some task tells apart from the next lower one."""
    found = 0
    if not view.tasks:
        return found
    for low, high in zip(pack.cards, pack.cards[1:], strict=False):
        if low.suit == high.suit and any(task.tells_apart(low, high) for task in view.tasks):
            found |= pack.bit[high]
    return found


def _at_the_start(view: View, rules: Rules) -> Board:
    """Return the board as it was before the first trick and the first signal."""
    pack = view.pack
    known = [0] * view.players
    if view.rules is not None:
        known[view.leader - 1] = 1 << len(pack.cards) - 1  # whoever holds the highest trump leads
    return Board(
        leader=view.leader - 1,
        number=1,
        table=[],
        count=list(view.dealt),
        signals=[sum(signal.player == player + 1 for signal in view.signals) for player in range(view.players)],
        out=0,
        open=pack.mask([objective.card for objective in view.objectives]),
        cannot=[0] * view.players,
        known=known,
        standing=() if rules.tasks is None else rules.tasks.start,
    )


def _signals(view: View, rules: Rules, board: Board, given: list[Given]) -> None:
    """Note the signals given before the trick that is to be played."""
    pack = view.pack
    for signal in view.signals:
        if signal.before_trick != board.number:
            continue
        player, card, says = signal.player - 1, pack.number[signal.card], SAYS.index(signal.says)
        given.append(Given(player, card, says, board.number, board.out, board.open, board.known[player]))
        board.signal(rules, player, card, says)


def arguments(position: Position) -> tuple[object, ...]:
    """Return a position as arguments for the functions of the kernel: numbers and masks."""
    rules, board = position.rules, position.board
    return (
        (rules.players, rules.tricks, len(rules.suit), len(rules.of_suit), rules.trump, int(rules.strict)),
        list(rules.suit),
        list(rules.owner),
        [(card, mask) for card, mask in enumerate(rules.before) if mask],
        rules.apart,
        [] if rules.tasks is None else list(rules.tasks.code),
        (board.leader, board.number, board.status),
        list(board.table),
        list(board.count),
        list(board.signals),
        (board.out, board.open),
        list(board.cannot),
        list(board.known),
        list(board.standing),
        position.me,
        position.hand,
        list(position.played),
        [_numbers(one) for one in position.given],
    )


def _numbers(one: Given) -> Sequence[int]:
    return (one.player, one.card, one.says, one.number, one.out, one.open, one.known)
