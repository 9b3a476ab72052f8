"""A quick player: looks for a winning line of a deal of the real size without any formula, for a few milliseconds.

Most deals that can be won have many winning lines, and a player with a few rules of thumb finds one. It searches card
by card, depth first, the card with the most *points* first; a dive that has visited `FIRST_DIVE` positions without
success is abandoned for a new one, as points have a random part. It never answers no: that is left to other methods.

The leader makes a *plan* for each card: an objective that this trick could complete, and who would win it; the cards of
all players show whether that is possible. The points of a card are the sum of

* a random part, below `RANDOM` points, which differ from dive to dive;
* `TARGET` if its objective would be on the table, but `UNPLANNED` if it is led without a plan;
* for a lead, `PLAN` if there is a plan;
* for the player who is to win the trick, plus `PLAN` if the card beats those on the table, else minus `PLAN`;
* for the others, `-PLAN` if it takes the trick away from that player, and the points of the plan's own card;
* `USE` for each objective of the player that others hold and it could win: better kept;
* `DANGER` for each objective below it in its suit that its owner holds and must win with: better gone soon.

A position is abandoned when a card has gone to the wrong player, or the player who must win no longer can; when fewer
tricks are left than the objectives need (`fewest_tricks`); and, if no trick may be wasted, as soon as the trick cannot
do what it must (`Demand`). Positions between two tricks that were tried without success are remembered.

The line that was found is then shortened: a line of at least one trick less is searched for in the same way,
repeatedly, until there is none, or none is found. Every other one of these dives keeps some of the first tricks of the
line it is to improve, and points are more random. The kernel has a twin that makes the same decisions in the same
order.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from crewsat.algorithms.crew.flat import NOBODY, bits_of
from crewsat.algorithms.crew.hands import Hands
from crewsat.games.crew.assignment import draft_shares, fits

if TYPE_CHECKING:
    from collections.abc import Iterator

    from crewsat.algorithms.crew.flat import Flat
    from crewsat.algorithms.crew.hands import Demand

RANDOM = (100, 400, 1000, 3000)
TARGET = 1000
PLAN = 1500
UNPLANNED = -2000
USE = -35
DANGER = 70
DANGER_LED = 35
"""Points; see above. Tuned on 2,000 deals; within a factor of two, none of them matters much by itself."""

FIRST_DIVE = 80
"""Positions of the first dive; each later one has a fiftieth more."""

Line = list[tuple[int, tuple[int, ...]]]
"""Leader and cards of each trick, by number, the leader's card first."""


def play(deal: Flat, *, seed: int = 0, positions: int, polish: int) -> Line | None:
    """Return a line that wins, or None if none was found.

    Args:
        deal: the deal to be won.
        seed: the seed of the random part of points.
        positions: how many positions may be visited.
        polish: how many more may be visited for each attempt at a shorter line.
    """
    return _Player(deal, seed).run(positions, polish)


class _Random:
    """Marsaglia's xorshift generator of 64 bits: the same in both languages."""

    def __init__(self, seed: int) -> None:
        self.state = (88172645463325252 ^ seed * 0x9E3779B97F4A7C15) & _WORD or 1

    def below(self, bound: int) -> int:
        state = self.state
        state ^= state << 13 & _WORD
        state ^= state >> 7
        state ^= state << 17 & _WORD
        self.state = state
        return (state >> 32) * bound >> 32


_WORD = (1 << 64) - 1


@dataclass(slots=True)
class _Table:
    """The trick on the table.

    Attributes:
        leader: who leads it.
        owners: who may win the trick, by what has been played, as a mask.
        demand: what it must do, if it must not be wasted.
        played: how many have played.
        led: the suit.
        best: the card that wins so far.
        winner: who played it.
        plan: the card of the objective the leader planned for.
        planned: who is to win it.
        cards: what has been played, as a mask.
    """

    leader: int
    owners: int
    demand: Demand | None
    played: int = 0
    led: int = NOBODY
    best: int = NOBODY
    winner: int = NOBODY
    plan: int = NOBODY
    planned: int = NOBODY
    cards: int = 0


class _Player(Hands):
    def __init__(self, deal: Flat, seed: int) -> None:
        super().__init__(deal)
        self.random = _Random(seed)
        self.before: dict[int, int] = {}
        for target in deal.targets:
            self.before[target.card] = sum(1 << deal.targets[k].card for k in bits_of(target.before))
        self.depth = 0
        self.bound = 0
        self.first = 0
        self.random_points = 0
        self.lost: dict[tuple[int, int, int, tuple[int, ...]], int] = {}
        self.best: Line = []
        self.shares = [0] * deal.players
        self.played = [[NOBODY] * deal.players for _ in range(deal.tricks)]
        self.leader = [NOBODY] * deal.tricks
        self.positions = 0
        self.stop = 0

    def run(self, positions: int, polish: int) -> Line | None:
        """Find a line and shorten it."""
        least = self.fewest_tricks()
        if not self.dives(self.deal.tricks, positions):
            return None
        self.best = self.line()
        while len(self.best) > least and self.dives(len(self.best) - 1, polish):
            self.best = self.line()
        return self.best

    def dives(self, bound: int, positions: int) -> bool:
        """Look for a line of at most `bound` tricks; once there is a line, also after some of its first tricks."""
        end, length, dive = self.positions + positions, FIRST_DIVE, 0
        self.bound = bound
        while self.positions < end:
            kept = dive // 2 % bound if self.best and dive % 2 else 0
            self.random_points = RANDOM[-1] if self.best else RANDOM[dive % len(RANDOM)]
            self.stop = min(end, self.positions + length)
            length += length // 50
            self.first = self.deal.leader
            if self.first == NOBODY:
                self.first = self.best[0][0] if kept else dive // 2 % self.deal.players
            if self.next_trick(self.replayed(kept)):
                return True
            if not kept and self.positions <= self.stop and self.deal.leader != NOBODY:
                return False  # nothing is left to try
            self.positions += 1  # of a dive that ends before it has begun
            dive += 1
        return False

    def replayed(self, tricks: int) -> int:
        """Play the first tricks of the best line, and return who leads then."""
        self.left, self.depth, self.shares = self.all, 0, [0] * self.deal.players
        leader = self.first
        for (leads, cards), (leader, _) in zip(self.best[:tricks], self.best[1:], strict=False):
            self.leader[self.depth] = leads
            for k, card in enumerate(cards):
                self.played[self.depth][(leads + k) % self.deal.players] = card
                self.left &= ~(1 << card)
                self.shares[leader] += self.free >> card & 1
            self.depth += 1
        return leader

    def line(self) -> Line:
        """Return the tricks played."""
        players = self.deal.players
        tricks = zip(self.leader[: self.depth], self.played, strict=False)
        return [(leader, tuple(cards[(leader + k) % players] for k in range(players))) for leader, cards in tricks]

    def most_share(self, player: int) -> int:
        """Return how many free objectives a player may take."""
        free, players = self.free.bit_count(), self.deal.players
        mode = self.deal.assignment
        if mode == "draft":
            return draft_shares(free, players, self.first + 1)[player]
        if mode == "balanced":
            return -(-free // players)
        return 0 if mode == "one_player_but_leader" and player == self.first else free

    def next_trick(self, leader: int) -> bool:
        """Win from here, between two tricks."""
        if not self.targets & self.left:
            return not self.free or fits(self.deal.assignment, self.shares, self.first + 1)
        least = self.fewest_tricks()
        if self.depth + least > self.bound:
            return False
        tricks = self.bound - self.depth
        if self.bound < self.deal.tricks and self.too_late(tricks):
            return False
        here = self.left, leader, self.first, tuple(self.shares)
        if tricks <= self.lost.get(here, NOBODY):
            return False
        self.leader[self.depth] = leader
        demand = self.demanded(tricks) if least == tricks else None
        if self.next_card(_Table(leader, demand.owners if demand else self.everybody, demand), leader):
            return True
        if self.positions <= self.stop:
            self.lost[here] = tricks
        return False

    def owners_after(self, table: _Table, player: int, card: int) -> int:
        """Return who may win the trick once this card is played."""
        if self.targets >> card & 1 and self.owner[card] != NOBODY:
            return table.owners & 1 << self.owner[card]
        return table.owners & ~table.demand.fullest[player] if table.demand else table.owners

    def owners_after_lead(self, table: _Table, card: int) -> int:
        """Return who may win the trick after a lead, by what the others can play."""
        owners = self.owners_after(table, table.leader, card)
        if table.demand is None:
            return owners
        for player in range(self.deal.players):
            if player != table.leader:
                able = self.legal(player, self.deal.suit[card]) & self.targets
                if table.demand.players >> player & 1 and not able:
                    return 0
                for owner in bits_of(table.demand.fullest[player] & owners):
                    if not able & self.mine[owner]:
                        owners &= ~(1 << owner)
        return owners

    def plan_for(self, leader: int, card: int, owners: int) -> tuple[int, int]:
        """Return an objective that a lead could complete and which of `owners` would win it, or `NOBODY` for both."""
        plan, best = (NOBODY, NOBODY), -1
        for target in bits_of(self.targets & self.left):
            if self.before[target] & self.left:
                continue
            for owner in self.takers(target):
                if owners >> owner & 1 and self.completable(target, owner, leader, card):
                    points = self.random.below(16)
                    if points > best:
                        best, plan = points, (target, owner)
        return plan

    def takers(self, target: int) -> list[int]:
        """Return who may win an objective."""
        if self.owner[target] != NOBODY:
            return [self.owner[target]]
        return [player for player in range(self.deal.players) if self.shares[player] < self.most_share(player)]

    def points_of(self, player: int, card: int, table: _Table, owners: int, plan: tuple[int, int]) -> int:
        """Return the points of a card, without those of a lead's plan."""
        points = self.random.below(self.random_points)
        if self.targets >> card & 1:
            points += TARGET
        target, planned = plan
        wanted = owners.bit_length() - 1 if owners.bit_count() == 1 else planned
        if wanted == player:
            return points + (PLAN if self.beats(card, table.best) else -PLAN)
        lower = self.targets & self.left & self.suit[self.deal.suit[card]] & (1 << card) - 1
        use = (lower & self.mine[player] & ~self.hand[player]).bit_count()
        if self.trumps >> card & 1 and self.mine[player] & self.left:
            use += 1
        danger = (lower & self.self_held & ~self.mine[player]).bit_count()
        points += USE * use
        if not table.played:
            return points + DANGER_LED * danger
        if card == target:
            points += TARGET
        if wanted != NOBODY and wanted == table.winner and self.beats(card, table.best):
            points -= PLAN
        return points + DANGER * danger

    def choices(self, player: int, table: _Table) -> list[tuple[int, int, int, tuple[int, int]]]:
        """Return the cards to play, each with its points, who may win the trick then, and the plan."""
        found = []
        cards = self.may_play(player, table)
        if table.demand and table.demand.players >> player & 1:
            cards &= self.targets
        for card in self.unequal(cards, table):
            if table.played:
                plan = table.plan, table.planned
                found.append((self.points_of(player, card, table, table.owners, plan), card, table.owners, plan))
                continue
            owners = self.owners_after_lead(table, card)
            plan = self.plan_for(player, card, owners)
            points = self.points_of(player, card, table, owners, plan)
            if plan[0] != NOBODY:
                points += PLAN
            elif table.demand:
                continue
            elif self.targets >> card & 1:
                points += UNPLANNED
            found.append((points, card, owners, plan))
        return found

    def may_play(self, player: int, table: _Table) -> int:
        """Return the cards a player may play; in a trick that has begun before, only the one that was played."""
        if not self.depth and table.played < len(self.deal.begun):
            return 1 << self.deal.begun[table.played]
        return self.legal(player, table.led)

    def unequal(self, cards: int, table: _Table) -> Iterator[int]:
        """Yield the cards, except those equivalent to the next lower one: no other card is between them."""
        suit, last = self.deal.suit, NOBODY
        for card in bits_of(cards):
            before, last = last, card
            if before != NOBODY and suit[before] == suit[card]:
                between = (1 << card) - (1 << before + 1)
                if not self.targets & (1 << before | 1 << card) and not (self.left | table.cards) & between:
                    continue
            yield card

    def next_card(self, table: _Table, player: int) -> bool:
        """Win from here, within a trick."""
        if table.played == self.deal.players:
            return self.end_trick(table)
        self.positions += 1
        if self.positions > self.stop:
            return False
        choices = self.choices(player, table)
        for k in range(len(choices)):
            first = max(range(k, len(choices)), key=lambda place: choices[place][0])
            choices[k], choices[first] = choices[first], choices[k]
            _, card, owners, (plan, planned) = choices[k]
            then = replace(table, owners=owners, plan=plan, planned=planned)
            if not self.put(then, player, card):
                continue
            self.left &= ~(1 << card)
            self.played[self.depth][player] = card
            if self.may_go_on(then) and self.next_card(then, (player + 1) % self.deal.players):
                return True
            self.left |= 1 << card
            if self.positions > self.stop:
                return False
        return False

    def put(self, table: _Table, player: int, card: int) -> bool:
        """Put a card on the table; return False if it brings an objective that must not be there."""
        table.owners = self.owners_after(table, player, card)
        if not table.owners:
            return False
        if table.led == NOBODY:
            table.led = self.deal.suit[card]
        if self.beats(card, table.best):
            table.best, table.winner = card, player
        table.cards |= 1 << card
        table.played += 1
        if not self.targets >> card & 1:
            return True
        missing = self.before[card] & (self.left | (table.cards if self.deal.strict else 0))
        return not missing or not (self.deal.strict or missing & ~self.to_come(table))

    def to_come(self, table: _Table) -> int:
        """Return the cards dealt to those who have not played yet."""
        players = self.deal.players
        return sum(self.hand[(table.leader + k) % players] for k in range(table.played, players))

    def may_go_on(self, table: _Table) -> bool:
        """Return whether one of those who may win the trick does so far, or still can."""
        if table.owners >> table.winner & 1:
            return True
        rest = ((table.leader + k) % self.deal.players for k in range(table.played, self.deal.players))
        return any(table.owners >> player & 1 and self.can_beat(player, table.led, table.best) for player in rest)

    def end_trick(self, table: _Table) -> bool:
        """Judge a trick, and win from there."""
        hit = table.cards & self.targets
        missing = self.left | table.cards if self.deal.strict else self.left
        if any(self.before[card] & missing for card in bits_of(hit)):
            return False
        taken = (hit & self.free).bit_count()
        if taken and self.shares[table.winner] + taken > self.most_share(table.winner):
            return False
        self.shares[table.winner] += taken
        self.depth += 1
        if self.next_trick(table.winner):
            return True
        self.depth -= 1
        self.shares[table.winner] -= taken
        return False
