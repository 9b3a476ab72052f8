"""The referee: replays a play card by card and knows nothing of encodings.

The rules (contract; paper, section 2 and appendix A). A trick needs one card of every player. Its leader plays first,
the others follow in turn order; whoever holds a card of the led suit must play one. The highest trump wins the trick,
without trumps the highest card of the led suit; its player leads next. An objective is completed when its owner wins
its card, and lost when any other player does. A pair (x before y) asks for trick(x) ≤ trick(y), or < where `same_trick`
is ``violates``. Free objectives go to whoever wins them, free tasks to players of the crew's choice, together in shares
the `assignment` allows. The play succeeds with the trick after which all objectives are completed and all tasks met for
good, and is over when a hand is empty. A position in progress has its past replayed first; a play of it starts with the
trick that is not complete.
"""

from __future__ import annotations

from copy import copy
from typing import TYPE_CHECKING, Any, NamedTuple

from crewsat.base.errors import IllegalPlay, Stopped
from crewsat.base.said import Listed, saying
from crewsat.base.wording import listed, visible
from crewsat.games.crew.asked import asked
from crewsat.games.crew.choosing import Choosing
from crewsat.games.crew.features import ALL, CHANGES, COVERED, PASSING
from crewsat.games.crew.holding import Hands
from crewsat.games.crew.task import Taken, is_player
from crewsat.games.crew.tricks import Trick, winner_of
from crewsat.games.crew.watching import Watch
from crewsat.games.scope import reads

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from crewsat.games.cards import Card
    from crewsat.games.crew.instance import Crew
    from crewsat.games.crew.task import Task

_OF_A_CARD = ("lead", "one card each", "hand", "follow suit", "position")
RULES = (*_OF_A_CARD, "objective", "order", "assignment", "task", "choice", "end", "claim")
"""The names a broken rule can have in `IllegalPlay.rule`."""


class Before(NamedTuple):
    """What judging a trick changes, as it was before; `winner` takes the trick and had `share` before."""

    leader: int | None
    first_leader: int | None
    winner: int
    share: int
    states: tuple[Any, ...]
    ways: tuple[int, ...]


@reads("the referee", ALL | CHANGES | COVERED | PASSING)
class Table(Choosing):
    """A game in progress: hands, who leads, which objectives are open, how the tasks stand.

    A trick is played at once (`play`) or card by card: `begin`, `put` for every card, `judge`; `reopen` and `take_back`
    undo the last two. Who takes a free task may be given; else the crew chooses, and a play succeeds if there is a
    choice with which it does.

    Args:
        instance: the deal or position.
        takers: who takes free tasks, by id.
        out_of_time: called before every trick of the past; True means stop.
        past: whether the tricks that the instance says have been played are replayed; otherwise the hands are as dealt.

    Raises:
        IllegalPlay: if an objective, a task, the order or the assignment was lost in what has been played.
        Stopped: if time runs out meanwhile.
    """

    def __init__(
        self,
        instance: Crew,
        *,
        takers: Mapping[str, int] | None = None,
        out_of_time: Callable[[], bool] = lambda: False,
        past: bool = True,
    ) -> None:
        self.instance = instance
        self.watch = Watch(instance, takers)
        """The tasks."""
        self.hands = Hands(instance.dealt, instance.covered)
        """The cards that the players hold."""
        self.leader: int | None = instance.leader
        self.first_leader: int | None = instance.leader
        self.played = 0
        """How many tricks have been judged."""
        self.number = 1
        """The number of the trick that is being played, or was judged last."""
        self.done: dict[int, int] = {}
        """Completed objectives: position in the instance → number of the trick."""
        self.shares = [0] * instance.players
        """How many free objectives each player has taken."""
        self.states: tuple[Any, ...] = () if self.leader is None else self.watch.start(self.leader)
        """How the tasks stand; empty until it is known who leads first."""
        self.ways = tuple(range(len(instance.orders)))
        """Which of the ways to change the tokens, by number, keep the order so far."""
        self.before = Before(self.leader, self.first_leader, 1, 0, self.states, self.ways)
        """What the trick judged last has changed, for `reopen`; also if it lost a goal."""
        self._objective = {objective.card: k for k, objective in enumerate(instance.objectives)}
        self._predecessors = [_predecessors(pairs) for pairs in instance.orders]
        self.begin_to_choose()
        self.pass_as_the_instance_says()
        self._begun: tuple[Card, ...] = ()
        for leader, cards in instance.past[: instance.finished] if past else ():
            if out_of_time():
                raise Stopped("time")
            if not self.succeeded:
                self.play(leader, cards)
        self._begun = instance.begun if past else ()

    def copy(self) -> Table:
        """Return an independent copy of the table."""
        other = copy(self)
        other.hands, other.shares, other.done = self.hands.copy(), list(self.shares), dict(self.done)
        return other

    @property
    def left(self) -> list[int]:
        """How many cards each player holds."""
        return self.hands.left

    @property
    def succeeded(self) -> bool:
        """Whether all objectives are completed and all tasks met for good."""
        return len(self.done) == len(self.instance.objectives) and (
            not self.instance.tasks
            or any(self.watch.met(how, self.shares, one, ended=self._ended) for one, how in self._ways())
        )

    @property
    def _ended(self) -> bool:
        return self.played == self.instance.tricks

    def _ways(self) -> Iterator[tuple[int, tuple[Any, ...]]]:
        """Yield who leads first and how the tasks stand: once, or for each choice while the crew may still choose."""
        if self.first_leader is not None:
            yield self.first_leader, self.states
        else:
            everybody = range(1, self.instance.players + 1)
            yield from ((leader, self.watch.start(leader)) for leader in everybody)

    def sharing(self) -> dict[str, int] | None:
        """Return who takes the free tasks, by id, so that all tasks are met as things stand; None if no way exists."""
        for leader, states in self._ways():
            if self.watch.met(states, self.shares, leader, ended=self._ended):
                return self.watch.sharing(states, self.shares, leader, ended=self._ended)
        return None

    def hand(self, player: int) -> list[Card]:
        """Return the cards a player holds, in the order of the hand."""
        return self.hands.cards(player)

    def legal(self, player: int, led: str | None) -> list[Card]:
        """Return the cards a player may play, in the order of the hand: to the suit that was led, or as the leader."""
        return self.hands.legal(player, led)

    def play(self, leader: int, cards: Sequence[Card]) -> Trick:
        """Play one whole trick.

        Args:
            leader: the player who leads, from 1.
            cards: one card of every player, the leader's first, then in turn order.

        Raises:
            IllegalPlay: naming trick, player and rule.
        """
        self.begin(leader)
        self._everybody_plays_once(cards)
        self._unfinished_trick_goes_on(cards)
        for k, card in enumerate(cards):
            self.put((leader - 1 + k) % len(cards) + 1, card, cards[0].suit)
        return self.judge(leader, tuple(cards))

    def begin(self, leader: int) -> None:
        """Check that a trick may begin and that this player leads it.

        Raises:
            IllegalPlay: if the play is over or another player leads.
        """
        self.number = self.played + 1
        self._players_may_play()
        if self.pass_is_due:
            player = len(self.giving) + 1
            raise self.fail("choice", f"player {player} must pass a card first, or nobody passes", player)
        self._right_player_leads(leader)

    def put(self, player: int, card: Card, led: str) -> int:
        """Have a player play a card of the trick that has begun, in which the suit `led` was led.

        Returns:
            The place of the card in the hand, for `take_back`.

        Raises:
            IllegalPlay: if the player does not hold the card, or must follow suit.
        """
        if not self.hands.holds(player, card):
            raise self.fail("hand", self._why_not_held(player, card), player)
        if card.suit != led and self.hands.follows(player, led):
            raise self.fail("follow suit", f"player {player} must follow suit {visible(led)}", player)
        return self.hands.put(player, card)

    def take_back(self, player: int, card: Card, place: int) -> None:
        """Undo `put`."""
        self.hands.take_back(player, card, place)

    def judge(self, leader: int, cards: tuple[Card, ...]) -> Trick:
        """Say who wins a trick that has been played, and what it completes.

        Raises:
            IllegalPlay: if an objective, a task, the order or the assignment is lost; `reopen` also undoes that.
        """
        winner = winner_of(leader, cards, self.instance.trump)
        self.before = Before(self.leader, self.first_leader, winner, self.shares[winner - 1], self.states, self.ways)
        self.played += 1
        self.hands.uncover(cards)
        self.leader = winner
        if self.first_leader is None:
            self.first_leader = leader
            self.states = self.watch.start(leader)
        self.pass_as_the_instance_says()
        completed = self._complete(winner, cards)
        if self.states:
            self._watch_tasks(Taken(self.played, self._ended, leader, winner, cards), self.first_leader)
        if self.watch.shares and len(self.done) == len(self.instance.objectives):
            self._shares_are_allowed(self.first_leader)
        return Trick(leader, cards, winner, completed)

    def reopen(self, before: Before, cards: Sequence[Card]) -> None:
        """Undo `judge`: the cards of the trick judged last, and what was before it."""
        self.hands.cover(cards)
        self.number = self.played
        self.played -= 1
        self.leader, self.first_leader, winner, self.shares[winner - 1], self.states, self.ways = before
        for card in cards:
            if card in self._objective:
                self.done.pop(self._objective[card], None)

    def finish(self) -> None:
        """Check that the play may end here.

        Raises:
            IllegalPlay: if an objective is still open or a task not met for good.
        """
        if self.succeeded:
            return
        instance = self.instance
        open_ones = [o.id for k, o in enumerate(instance.objectives) if k not in self.done]
        leader, states = next(self._ways())
        unmet = [task.id for task in self.watch.unmet(states, leader, ended=True)]
        ends = saying("the play ends after {n} tricks with", one="the play ends after 1 trick with", n=self.played)
        waiting = [task.id for task in self.watch.unmet(states, leader, ended=False)]
        if open_ones:
            lost = saying("{ends} open objectives: {cards}", ends=ends, cards=listed(open_ones))
        elif unmet:
            lost = saying("{ends} unmet tasks: {tasks}", ends=ends, tasks=listed(unmet))
        elif self._ended or not waiting:
            lost = saying(
                "{ends} free tasks that cannot be shared out as '{mode}'", ends=ends, mode=instance.assignment
            )
        else:
            late: dict[str, Any] = {"ends": ends, "number": instance.tricks, "tasks": listed(waiting)}
            lost = saying("{ends} tasks that are judged after trick {number}: {tasks}", **late)
        raise IllegalPlay(lost, rule="end", unit="trick")

    def _why_not_held(self, player: int, card: Card) -> str:
        """Say why a player cannot play a card, whatever was led."""
        above = self.hands.above.get(card)
        if above is not None and card in self.hand(player):
            return f"{visible(card)} lies under {visible(above)} and cannot be played yet"
        return f"player {player} does not hold {visible(card)}"

    def _players_may_play(self) -> None:
        if self.succeeded:
            raise self.fail("end", "the play has succeeded already and is over")
        for player, left in enumerate(self.left, 1):
            if not left:
                raise self.fail("end", f"the play is over, player {player} has no card left", player)

    def _right_player_leads(self, leader: int) -> None:
        if not 1 <= leader <= self.instance.players:
            raise self.fail("lead", f"there is no player {visible(leader)} to lead", leader)
        if self.leader is not None and leader != self.leader:
            why = "the instance says so" if self.number == 1 else "the winner of the last trick leads"
            raise self.fail("lead", f"player {leader} cannot lead, player {self.leader} does: {why}", leader)

    def _everybody_plays_once(self, cards: Sequence[Card]) -> None:
        if len(cards) != self.instance.players:
            raise self.fail("one card each", f"{len(cards)} cards for {self.instance.players} players")

    def _unfinished_trick_goes_on(self, cards: Sequence[Card]) -> None:
        begun, self._begun = self._begun, ()
        if tuple(cards[: len(begun)]) != begun:
            words = " ".join(map(visible, begun))
            raise self.fail("position", f"the trick has begun with {words} and must go on from there")

    def _complete(self, winner: int, cards: Sequence[Card]) -> tuple[str, ...]:
        """Complete the objectives on these cards; lost and untimely ones end the play."""
        objectives = self.instance.objectives
        now = sorted([self._objective[card] for card in cards if card in self._objective])
        for k in now:
            owner = objectives[k].owner
            if owner is None:
                self.shares[winner - 1] += 1
            elif owner != winner:
                name = visible(objectives[k].id)
                lost = saying(
                    "objective {card} of player {owner} is won by player {winner}",
                    card=name,
                    owner=owner,
                    winner=winner,
                )
                raise self.fail("objective", lost, winner)
            self.done[k] = self.played
        self._order_is_kept(now, winner)
        return tuple(objectives[k].id for k in now)

    def _order_is_kept(self, now: Sequence[int], winner: int) -> None:
        """Keep the ways to change the tokens with which what has been completed is in order; there must be one."""
        if not now:
            return
        untimely = {way: self._untimely(now, way) for way in self.ways}
        self.ways = tuple(way for way, pair in untimely.items() if pair is None)
        if self.ways:
            return
        x, k = next(pair for pair in untimely.values() if pair is not None)
        first, second = (visible(self.instance.objectives[one].id) for one in (x, k))
        lost = saying("objective {card} must be completed before {later}", card=first, later=second)
        if len(untimely) > 1:
            lost = saying("objective {card} is completed too early, whichever tokens are changed", card=second)
        raise self.fail("order", lost, winner)

    def _untimely(self, now: Sequence[int], way: int) -> tuple[int, int] | None:
        """Return two objectives of which the second is completed now, and too early with these tokens; or None."""
        latest = self.played if self.instance.same_trick == "in_order" else self.played - 1
        before = self._predecessors[way]
        pairs = ((x, k) for k in now for x in before.get(k, ()))
        return next((pair for pair in pairs if self.done.get(pair[0], latest + 1) > latest), None)

    def _shares_are_allowed(self, leader: int) -> None:
        """Check that the free goals are shared out, or still can be to players who may meet them."""
        if self.watch.can_be_shared(self.states, self.shares, leader):
            return
        shares = [saying("player {player} {share}", player=k, share=share) for k, share in enumerate(self.shares, 1)]
        now = saying("the free objectives are shared out as {shares}", shares=Listed.made(shares, ""))
        lost = saying("that is not '{mode}'", mode=self.instance.assignment)
        if self.instance.handover:
            lost = saying(
                "that is not '{mode}', even if {n} of them are handed over",
                one="that is not '{mode}', even if 1 of them is handed over",
                n=self.instance.handover,
                mode=self.instance.assignment,
            )
        if self.instance.free_tasks:
            lost = saying("the free tasks cannot be shared out as '{mode}' any more", mode=self.instance.assignment)
        if self.instance.free or not self.instance.free_tasks:
            lost = saying("{this}; {rest}", this=now, rest=lost)
        raise self.fail("assignment", lost)

    def _watch_tasks(self, trick: Taken, leader: int) -> None:
        self.states = self.watch.after(self.states, trick, leader)
        task = self.watch.lost(self.states, leader)
        if task is not None:
            raise self.fail("task", self._lost(task), task.owner if is_player(task.owner) else None)

    def _lost(self, task: Task) -> str:
        what = {"task": task.label, "asked": asked(self.instance, task)}
        if task.owner is None:
            return saying("{task} cannot be met by anybody any more ({asked})", **what)
        return saying("{task} of {whose} is lost ({asked})", whose=task.whose, **what)


def _predecessors(pairs: Iterable[tuple[int, int]]) -> dict[int, list[int]]:
    """Return for each objective those that must be completed before it; of pairs that generate the order."""
    before: dict[int, list[int]] = {}
    for x, y in pairs:
        before.setdefault(y, []).append(x)
    return before
