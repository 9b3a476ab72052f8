"""What the blueprint sees of a card that may be played: 64 integers, of which one is `ONE`.

The numbers, by place; *own* is who must win an objective that lies in the trick with the card, *high* the share of the
unseen cards of its suit that are lower. Chances are those of `Seen`.

* 0: two objectives of different owners, or one too early in its order; 1 to 4: the chance that the own player wins the
  trick, that it is below 1/50, that it is the player, and how it ended if the card is the last one; 5 to 8: that the
  card has an objective, whose it is, and the chance to win it.
* 9, 11, 12: objectives that others may add for the right player, for the player, and to a lead; 10, 13: those they may
  have to add for a wrong one; 31: those that do not fit.
* 14 to 30, 38: how high the card is, alone, and times the objectives of its suit, needed or held, of the player or of
  others; leading, discarding; how long the suit is. 32 to 37: the same of a trump.
* 39 to 43: the chance that the player, or one who needs something, wins the trick. 44 to 48: how the game stands.
* 49 to 63: what the trick does to tasks, as it lies, whoever wins it; 0 without tasks.

The kernel has a twin (``kernel/src/hidden/features.cpp``).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from crewsat.algorithms.crew.flat import bits_of
from crewsat.hidden.board import NOBODY
from crewsat.hidden.seen import SURE, both

if TYPE_CHECKING:
    from crewsat.hidden.board import Board, Rules
    from crewsat.hidden.seen import Seen

ONE = 256
FEATURES = 64
MOST = 4 * ONE - 1


def different(rules: Rules, board: Board, hand: int, cards: int) -> list[int]:
    """Return cards of a hand that differ for the player; of equal ones the lowest.

    Neighbours in a suit are equal if nothing that others hold, or have on the table, lies between, they have no open
    objectives, and no task tells them apart.
    """
    found: list[int] = []
    last = NOBODY
    others = rules.whole & ~board.out & ~hand | board.on_table
    for card in bits_of(cards):
        before, last = last, card
        if before != NOBODY and rules.suit[before] == rules.suit[card]:
            between = (1 << card) - (2 << before)
            ends = 1 << before | 1 << card
            if not (ends & board.open or others & between or rules.apart & (between | 1 << card)):
                continue
        found.append(card)
    return found


def features_of(rules: Rules, board: Board, seen: Seen, card: int) -> list[int]:
    """Return the features of a card of the player whose turn it is."""
    look = _Look(rules, board, seen, card)
    found = [0] * FEATURES
    _of_the_trick(look, found)
    _of_the_others(look, found)
    if look.suit == rules.trump:
        _of_a_trump(look, found)
    else:
        _of_the_suit(look, found)
    _of_the_game(look, found)
    if rules.tasks is not None:
        _of_tasks(look, found)
    return [min(number, MOST) for number in found]


def _small(chance: int) -> int:
    """Return a chance as a feature."""
    return chance >> 4


class _Look:
    """What several features need to know of a card.

    Attributes:
        wins: for each player the chance to win the trick.
        hit: the objectives on the table, with the card; `open` are the other open ones.
        ours: of the open ones, those that the player may win; `others`: those that others may win.
        owner: who must win what lies in the trick; `NOBODY` if it does not matter.
        clash: whether this is impossible.
    """

    def __init__(self, rules: Rules, board: Board, seen: Seen, card: int) -> None:
        self.rules, self.board, self.seen, self.card = rules, board, seen, card
        self.me = board.turn(rules.players)
        self.suit = rules.suit[card]
        self.leads = not board.table
        self.led = self.suit if self.leads else rules.suit[board.table[0]]
        self.after = rules.players - 1 - len(board.table)
        self.followers = [(self.me + k) % rules.players for k in range(1, self.after + 1)]
        self.best, self.taker = board.taking(rules)
        if self.best == NOBODY or rules.beats(card, self.best):
            self.best, self.taker = card, self.me
        self.hit = board.open & (board.on_table | 1 << card)
        self.open = board.open & ~self.hit
        self.ours = self.others = 0
        for target in bits_of(self.open):
            if rules.owner[target] in {self.me, NOBODY}:
                self.ours |= 1 << target
            if rules.owner[target] != self.me:
                self.others |= 1 << target
        self._owner()
        self.wins = self._chances()

    def _owner(self) -> None:
        self.owner, self.clash = NOBODY, False
        for target in bits_of(self.hit):
            owner = self.rules.owner[target]
            self.clash |= self.early(target, self.hit)
            if owner == NOBODY:
                continue
            self.clash |= self.owner not in {NOBODY, owner}
            self.owner = owner

    def early(self, target: int, trick: int) -> bool:
        """Return whether an objective would be completed too early in a trick with these cards."""
        return bool(self.rules.before[target] & self.board.open & ~(0 if self.rules.strict else trick))

    def _chances(self) -> list[int]:
        rules, seen = self.rules, self.seen
        must, can = [0] * rules.players, [0] * rules.players
        for player in self.followers:
            no_led, over = seen.none_of[player][self.led], SURE - seen.none_above[player][self.best]
            if rules.suit[self.best] != self.led:
                can[player] = both(no_led, over)
                continue
            must[player] = both(seen.none_below[player][self.best], over)
            can[player] = over
            if rules.trump not in {self.led, NOBODY}:
                can[player] = min(SURE, over + both(no_led, SURE - seen.none_of[player][rules.trump]))
        wins = [0] * rules.players
        for winner in {self.taker, *self.followers}:
            chance = SURE if winner == self.taker else can[winner]
            for player in self.followers:
                if player != winner:
                    chance = both(chance, SURE - must[player])
            wins[winner] = chance
        return wins


def _of_the_trick(look: _Look, f: list[int]) -> None:
    own = look.owner
    chance = 0 if own == NOBODY else _small(look.wins[own])
    f[0] = ONE * look.clash
    if own != NOBODY:
        f[1] = chance
        f[2] = ONE * (look.wins[own] < SURE // 50)
        f[3] = chance * (own == look.me)
        f[4] = 0 if look.after else ONE if look.taker == own else -ONE
    if look.hit >> look.card & 1:
        f[5] = ONE
        f[6] = ONE * (own == look.me)
        f[7] = chance * look.leads
        f[8] = chance * (own != look.me)


def _of_the_others(look: _Look, f: list[int]) -> None:
    """What players after this one may add to the trick."""
    invited = mine = danger = wasted = 0
    seen, led = look.seen, look.led
    for target in bits_of(look.open & ~seen.mine):
        suit, owner = look.rules.suit[target], look.rules.owner[target]
        right = NOBODY in {look.owner, owner} or look.owner == owner
        fits = right and not look.early(target, look.hit | 1 << target)
        won = SURE if owner == NOBODY else look.wins[owner]
        for player in look.followers:
            held = seen.holds[player][target]
            able = held if suit == led else both(held, seen.none_of[player][led])
            if fits:
                gain = both(able, won)
                invited += gain
                mine += gain * (owner == look.me)
            if suit != led:
                continue
            forced = both(held, both(seen.none_below[player][target], seen.none_above[player][target]))
            danger += both(forced, SURE - won if fits else SURE)
            wasted += 0 if fits else able
    f[9], f[10], f[11], f[31] = map(_small, (invited, danger, mine, wasted))
    f[12], f[13] = f[9] * look.leads, f[10] * look.leads


def _of_a_trump(look: _Look, f: list[int]) -> None:
    trumps = look.rules.of_suit[look.suit]
    wanted = ONE * look.ours.bit_count() // 3
    ruffs = look.led != look.suit
    f[32] = ONE
    f[33] = wanted
    f[34] = ONE * (trumps & (1 << look.card) - 1).bit_count() // max(1, trumps.bit_count() - 1)
    f[35] = ONE * ruffs
    f[36] = ONE * look.leads
    f[37] = wanted * ruffs


def _of_the_suit(look: _Look, f: list[int]) -> None:
    mine, of_suit = look.seen.mine, look.rules.of_suit[look.suit]
    held = (mine & of_suit).bit_count()
    unseen = look.seen.unseen & of_suit
    high = ONE * (unseen & (1 << look.card) - 1).bit_count() // unseen.bit_count() if unseen else ONE
    targets = look.open & of_suit & ~(1 << look.card)
    need, others_need = (targets & look.ours & ~mine).bit_count(), (targets & look.others & ~mine).bit_count()
    hold, hold_others = (targets & look.ours & mine).bit_count(), (targets & look.others & mine).bit_count()
    f[14:19] = high, high * need, high * others_need, high * hold_others, high * hold
    if look.leads:
        f[19:25] = high, high * need, high * others_need, ONE * hold_others, ONE * hold, ONE * (held == 1)
        f[30] = ONE * held // 5
    if hold_others:
        f[25] = ONE // max(1, (mine & of_suit & ~look.open | 1 << look.card).bit_count())
    if not look.leads and look.suit != look.led:
        f[26:30] = ONE, ONE * (held == 1), high, high * others_need
        f[38] = high * need


def _of_the_game(look: _Look, f: list[int]) -> None:
    win = _small(look.wins[look.me])
    owners = [look.rules.owner[target] for target in bits_of(look.others & ~look.seen.mine)]
    f[39] = win
    f[40] = win * bool(look.ours & look.seen.mine)
    f[41] = win * (not look.ours)
    f[42] = sum(_small(look.wins[owner]) for owner in owners if owner != NOBODY) // 3
    f[43] = win * (look.others & look.seen.mine).bit_count() // 3
    f[44] = ONE
    f[45] = ONE * look.open.bit_count() // 4
    f[46] = ONE * (look.rules.tricks - look.board.number) // 10
    f[47] = ONE * look.after // 3
    f[48] = ONE * look.ours.bit_count() // 3


def _of_tasks(look: _Look, f: list[int]) -> None:
    board, tasks = look.board, look.rules.tasks
    if tasks is None:
        return
    sums, waiting, others_waiting = [0] * 8, 0, 0
    for winner, won in enumerate(look.wins):
        chance = _small(won)
        if not chance:
            continue
        for effect in tasks.effect(board.standing, board.number, board.leader, winner, [*board.table, look.card]):
            own = effect.owner < 0 or effect.owner == look.me
            sums[0] += chance * effect.lost
            sums[1 if own else 2] += chance * effect.met
            sums[3 if own else 4] += chance * effect.nearer
            sums[5 if own else 6] += chance * effect.spends
            if winner == look.taker:
                waiting += effect.waiting * own
                others_waiting += effect.waiting * (not own)
                sums[7] += 0 if look.after else ONE * effect.lost
    high, win = ONE if look.suit == look.rules.trump else f[14], _small(look.wins[look.me])
    f[49:57] = sums
    f[57], f[58] = ONE * waiting // 2, ONE * others_waiting // 2
    f[59], f[60] = high * min(waiting, 2), high * min(others_waiting, 2)
    f[61], f[62], f[63] = win * min(waiting, 2), f[59] * look.leads, ONE
