"""Relaxed deals: easier to win than the deal, quick to search, and a readable reason if even they are lost.

A relaxed deal keeps a few objectives and forgets the others, and of every suit it keeps only what these objectives can
distinguish. Their cards cut the suit into *ranks*: each of them is a rank of its own, and so are all cards between two
of them, below the lowest and above the highest. A suit without any is a single rank. A *group* is what a player holds
of a rank; a position is how many cards of each group are left, and who leads. Players follow suit as always. Of a
trick, the highest rank of the trump suit, else of the suit led, wins; if several players have played it, any of them
may be the winner.

**Sound.** Let a play win the deal. Replace each card by its group. Hands have as many cards of each suit as before, so
every trick is legal in the relaxed deal as well. The card that wins a trick is the highest of the trumps played, else
of the suit led, so its rank is the highest there, and its player is among those who may win. With the same winners, the
objectives that were kept are completed by the same tricks, by their owners and in order. So a play that wins the deal
wins every relaxed deal, and where one of these cannot be won, neither can the deal. Free objectives, tasks and how
objectives are shared out only restrict plays further; they are forgotten. The cards of an unfinished trick are taken
back into the hands: a play that wins after them wins before them.

**Cost.** With m objectives there are at most (P·S + (P + 1)·m) groups, whatever the number of cards; positions that
cannot be won are remembered. One objective takes some 10,000 positions on hard deals of the real game; the most seen is
69,000. A position that counting shows to be lost is given up at once (`_Search.hopeless`). The search is not worth it
before a solver has tried for a while: of 181 lost deals it refuted 3.

The kernel has a twin that visits the same positions in the same order.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING

from crewsat.algorithms.crew.flat import NOBODY, bits_of
from crewsat.base.errors import Stopped

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from crewsat.algorithms.crew.flat import Flat

MOST_GROUPS = 63
MOST_IN_GROUP = 15
"""What a position of the kernel has room for; neither twin searches larger relaxed deals."""


_CHECK_EVERY = 100
"""Positions between two looks at the clock, some 50 ms."""


@dataclass(frozen=True, slots=True)
class Refuting:
    """What a search through relaxed deals has found.

    Attributes:
        objectives: positions of objectives that cannot be met together; none if no relaxed deal was found to be lost.
        positions: how many positions were searched.
        stopped: whether any search was given up.
    """

    objectives: tuple[int, ...]
    positions: int
    stopped: bool


def refuting(
    deal: Flat,
    *,
    most_objectives: int,
    each: int,
    total: int,
    out_of_time: Callable[[], bool] = lambda: False,
) -> Refuting:
    """Look for a relaxed deal that is lost, those with few objectives first.

    Args:
        deal: the deal.
        most_objectives: how many objectives a relaxed deal may keep.
        each: how many positions of one relaxed deal may be searched.
        total: how many may be searched in all.
        out_of_time: called now and then; True means give up.

    Raises:
        Stopped: if time runs out.
    """
    owned = [k for k, target in enumerate(deal.targets) if target.owner != NOBODY]
    positions, stopped = 0, False
    for size in range(1, min(most_objectives, len(owned)) + 1):
        for subset in combinations(owned, size):
            if positions >= total:
                return Refuting((), positions, True)
            search = _Search(deal, subset, min(each, total - positions), out_of_time)
            won = search.run()
            positions += max(1, search.positions)  # a deal that is too large to search takes time, too
            if not search.positions and out_of_time():
                raise Stopped("time")
            stopped |= won is None
            if won is False:
                return Refuting(subset, positions, stopped)
    return Refuting((), positions, stopped)


@dataclass(slots=True)
class _Group:
    """Cards of one player that a relaxed deal does not distinguish.

    Attributes:
        suit: by number.
        rank: within the suit; groups of several players may share one.
        holder: the player.
        left: how many are left.
        owner: who must win it, if it is the card of an objective; else `NOBODY`.
        before: objectives that must be completed before it, a mask of groups.
    """

    suit: int
    rank: int
    holder: int
    left: int
    owner: int
    before: int = 0


@dataclass(frozen=True, slots=True)
class _Table:
    """The trick on the table.

    Attributes:
        leader: who leads it.
        played: how many have played.
        led: the suit led.
        suit: the suit of the cards that win so far.
        rank: their rank.
        winners: who has played one of them, as a mask.
        owner: who must win the trick, being the owner of an objective in it.
        hit: objectives on the table, a mask of groups.
    """

    leader: int
    played: int = 0
    led: int = NOBODY
    suit: int = NOBODY
    rank: int = NOBODY
    winners: int = 0
    owner: int = NOBODY
    hit: int = 0


class _Search:
    """The search through one relaxed deal; answers are True, False, and None if it was given up."""

    def __init__(self, deal: Flat, subset: Sequence[int], limit: int, out_of_time: Callable[[], bool]) -> None:
        self.deal = deal
        self.out_of_time = out_of_time
        self.limit = limit
        self.positions = 0
        self.groups: list[_Group] = []
        self.held: list[list[list[int]]] = [[[] for _ in range(deal.suits)] for _ in range(deal.players)]
        self.number = [[0] * deal.suits for _ in range(deal.players)]
        self.open = 0
        self.lost: set[tuple[int, ...]] = set()
        group_of = self._groups({deal.targets[k].card: k for k in subset})
        for k in subset:
            self.open |= 1 << group_of[k]
            known = (other for other in bits_of(deal.targets[k].before) if other in group_of)
            self.groups[group_of[k]].before = sum(1 << group_of[other] for other in known)
        for group in self.groups:
            self.number[group.holder][group.suit] += group.left

    def _groups(self, wanted: dict[int, int]) -> dict[int, int]:
        """Put the cards into groups; return the group of each objective."""
        group_of: dict[int, int] = {}
        last: dict[int, int] = {}
        suit, rank = NOBODY, 0
        for card, holder in enumerate(self.deal.holder):
            if self.deal.suit[card] != suit:
                suit, rank = self.deal.suit[card], 0
                last.clear()
            target = wanted.get(card)
            if target is None and holder in last:
                self.groups[last[holder]].left += 1
                continue
            rank += target is not None
            last[holder] = len(self.groups)
            self.held[holder][suit].append(len(self.groups))
            owner = NOBODY if target is None else self.deal.targets[target].owner
            self.groups.append(_Group(suit, rank, holder, 1, owner))
            if target is not None:
                group_of[target] = last[holder]
                rank += 1
                last.clear()
        return group_of

    def run(self) -> bool | None:
        """Return whether the relaxed deal can be won."""
        if len(self.groups) > MOST_GROUPS or any(group.left > MOST_IN_GROUP for group in self.groups):
            return None
        stopped = False
        for leader in range(self.deal.players):
            if self.deal.leader in {NOBODY, leader}:
                won = self.win(leader, self.deal.tricks)
                if won:
                    return True
                stopped |= won is None
        return None if stopped else False

    def win(self, leader: int, tricks: int) -> bool | None:
        """Win from here in `tricks` tricks."""
        if not self.open:
            return True
        if self.hopeless(tricks):
            return False
        position = (leader, *(group.left for group in self.groups))
        if position in self.lost:
            return False
        self.positions += 1
        if self.positions > self.limit:
            return None
        if self.positions % _CHECK_EVERY == 0 and self.out_of_time():
            raise Stopped("time")
        won = self.next_card(_Table(leader), leader, tricks)
        if won is False:
            self.lost.add(position)
        return won

    def hopeless(self, tricks: int) -> bool:
        """Return whether `tricks` tricks are too few for the objectives left.

        By counting: a trick has one winner and takes one card of every hand, so an owner wins at least as many tricks
        as some hand holds objectives of that owner, and different owners win different tricks.

        By a suit: let w hold the card c of an objective of w, not a trump. While another suit is led, c does not win;
        so its suit is led in the trick that c wins, and no player plays a higher card of it there. A player who still
        holds cards of that suit, all higher than c, would have to. So that player has none left by then, and has played
        them in as many tricks before: with that of c, one more than they are. A trump c is not bound by this: it wins
        when another suit is led, to which that player may follow.
        """
        players = range(self.deal.players)
        wanted = [[0] * self.deal.players for _ in players]
        for number in bits_of(self.open):
            group = self.groups[number]
            wanted[group.owner][group.holder] += 1
            if group.owner == group.holder and group.suit != self.deal.trump:
                for player in players:
                    many = player != group.owner and self.number[player][group.suit] >= tricks
                    if many and not self.has_lower(player, group):
                        return True
        return sum(map(max, wanted)) > tricks

    def has_lower(self, player: int, group: _Group) -> bool:
        """Return whether a player has a card below an objective."""
        return any(
            self.groups[other].rank < group.rank and self.groups[other].left for other in self.held[player][group.suit]
        )

    def next_card(self, table: _Table, player: int, tricks: int) -> bool | None:
        """Win from here, within a trick."""
        if table.played == self.deal.players:
            return self.end_trick(table, tricks)
        for number in self.playable(table, player):
            then = self.put(table, player, number)
            if then is None:
                continue
            group = self.groups[number]
            group.left -= 1
            self.number[player][group.suit] -= 1
            won: bool | None = False
            if self.may_go_on(then):
                won = self.next_card(then, (player + 1) % self.deal.players, tricks)
            group.left += 1
            self.number[player][group.suit] += 1
            if won is not False:
                return won
        return False

    def playable(self, table: _Table, player: int) -> Iterator[int]:
        """Yield the groups a player may play from, objectives first."""
        follows = table.played and self.number[player][table.led]
        suits = [table.led] if follows else range(self.deal.suits)
        for targets in (True, False):
            for suit in suits:
                for number in self.held[player][suit]:
                    group = self.groups[number]
                    if (group.owner != NOBODY) == targets and group.left:
                        yield number

    def put(self, table: _Table, player: int, number: int) -> _Table | None:
        """Put a card of a group on the table; None if it is an objective that must not be there."""
        card, owner, hit = self.groups[number], table.owner, table.hit
        if card.owner != NOBODY:
            if owner not in {NOBODY, card.owner}:
                return None
            owner, hit = card.owner, hit | 1 << number
        led = table.led if table.played else card.suit
        suit, rank, winners = table.suit, table.rank, table.winners
        if suit == NOBODY or (card.rank > rank if card.suit == suit else card.suit == self.deal.trump):
            suit, rank, winners = card.suit, card.rank, 1 << player
        elif card.suit == suit and card.rank == rank:
            winners |= 1 << player
        return _Table(table.leader, table.played + 1, led, suit, rank, winners, owner, hit)

    def may_go_on(self, table: _Table) -> bool:
        """Return whether who must win the trick still can."""
        owner = table.owner
        if owner == NOBODY:
            return True
        if (owner - table.leader) % self.deal.players < table.played:
            return bool(table.winners >> owner & 1)
        follows = self.number[owner][table.led]
        suit = table.led if follows else self.deal.trump
        if suit == NOBODY or suit not in {table.suit, self.deal.trump}:
            return False
        held = (self.groups[number] for number in self.held[owner][suit])
        return any(group.left and (suit != table.suit or group.rank >= table.rank) for group in held)

    def end_trick(self, table: _Table, tricks: int) -> bool | None:
        """Judge a trick, and win from there."""
        missing = self.open if self.deal.strict else self.open & ~table.hit
        if any(self.groups[number].before & missing for number in bits_of(table.hit)):
            return False
        self.open &= ~table.hit
        won: bool | None = False
        for player in [table.owner] if table.owner != NOBODY else bits_of(table.winners):
            won = self.win(player, tricks - 1)
            if won is not False:
                break
        self.open |= table.hit
        return won
