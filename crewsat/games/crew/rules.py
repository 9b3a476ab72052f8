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
from operator import itemgetter
from typing import TYPE_CHECKING, Any, NamedTuple

from crewsat.base.errors import IllegalPlay, Stopped
from crewsat.base.said import Listed, saying
from crewsat.base.wording import listed, visible
from crewsat.games.crew.asked import asked
from crewsat.games.crew.features import ALL
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


@reads("the referee", ALL)
class Table:
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
        self.held: list[dict[str, dict[Card, int]]] = [_by_suit(hand) for hand in instance.dealt]
        """For each player the cards in the hand, by suit, with their places in the hand as dealt."""
        self.left = [len(hand) for hand in instance.dealt]
        """How many cards each player holds."""
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
        self.before = Before(self.leader, self.first_leader, 1, 0, self.states)
        """What the trick judged last has changed, for `reopen`; also if it lost a goal."""
        self._objective = {objective.card: k for k, objective in enumerate(instance.objectives)}
        self._predecessors: dict[int, list[int]] = {}
        for x, y in instance.order:
            self._predecessors.setdefault(y, []).append(x)
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
        other.held = [{suit: dict(cards) for suit, cards in hand.items()} for hand in self.held]
        other.left, other.shares, other.done = list(self.left), list(self.shares), dict(self.done)
        return other

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
            yield from ((leader, self.watch.start(leader)) for leader in range(1, len(self.left) + 1))

    def sharing(self) -> dict[str, int] | None:
        """Return who takes the free tasks, by id, so that all tasks are met as things stand; None if no way exists."""
        for leader, states in self._ways():
            if self.watch.met(states, self.shares, leader, ended=self._ended):
                return self.watch.sharing(states, self.shares, leader, ended=self._ended)
        return None

    def hand(self, player: int) -> list[Card]:
        """Return the cards a player holds, in the order of the hand."""
        return _in_order(self.held[player - 1].values())

    def legal(self, player: int, led: str | None) -> list[Card]:
        """Return the cards a player may play, in the order of the hand: to the suit that was led, or as the leader."""
        following = self.held[player - 1].get(led) if led is not None else None
        return _in_order([following]) if following else self.hand(player)

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
        self._right_player_leads(leader)

    def put(self, player: int, card: Card, led: str) -> int:
        """Have a player play a card of the trick that has begun, in which the suit `led` was led.

        Returns:
            The place of the card in the hand, for `take_back`.

        Raises:
            IllegalPlay: if the player does not hold the card, or must follow suit.
        """
        held = self.held[player - 1]
        if card not in held.get(card.suit, ()):
            raise self._fail("hand", f"player {player} does not hold {visible(card)}", player)
        if card.suit != led and held.get(led):
            raise self._fail("follow suit", f"player {player} must follow suit {visible(led)}", player)
        self.left[player - 1] -= 1
        return held[card.suit].pop(card)

    def take_back(self, player: int, card: Card, place: int) -> None:
        """Undo `put`."""
        self.left[player - 1] += 1
        self.held[player - 1][card.suit][card] = place

    def judge(self, leader: int, cards: tuple[Card, ...]) -> Trick:
        """Say who wins a trick that has been played, and what it completes.

        Raises:
            IllegalPlay: if an objective, a task, the order or the assignment is lost; `reopen` also undoes that.
        """
        winner = winner_of(leader, cards, self.instance.trump)
        self.before = Before(self.leader, self.first_leader, winner, self.shares[winner - 1], self.states)
        self.played += 1
        self.leader = winner
        if self.first_leader is None:
            self.first_leader = leader
            self.states = self.watch.start(leader)
        completed = self._complete(winner, cards)
        if self.states:
            self._watch_tasks(Taken(self.played, self._ended, leader, winner, cards), self.first_leader)
        if self.watch.shares and len(self.done) == len(self.instance.objectives):
            self._shares_are_allowed(self.first_leader)
        return Trick(leader, cards, winner, completed)

    def reopen(self, before: Before, cards: Iterable[Card]) -> None:
        """Undo `judge`: the cards of the trick judged last, and what was before it."""
        self.number = self.played
        self.played -= 1
        self.leader, self.first_leader, winner, self.shares[winner - 1], self.states = before
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

    def _fail(self, rule: str, message: str, player: int | None = None) -> IllegalPlay:
        return IllegalPlay(message, rule=rule, number=self.number, player=player, unit="trick")

    def _players_may_play(self) -> None:
        if self.succeeded:
            raise self._fail("end", "the play has succeeded already and is over")
        for player, left in enumerate(self.left, 1):
            if not left:
                raise self._fail("end", f"the play is over, player {player} has no card left", player)

    def _right_player_leads(self, leader: int) -> None:
        if not 1 <= leader <= len(self.held):
            raise self._fail("lead", f"there is no player {visible(leader)} to lead", leader)
        if self.leader is not None and leader != self.leader:
            why = "the instance says so" if self.number == 1 else "the winner of the last trick leads"
            raise self._fail("lead", f"player {leader} cannot lead, player {self.leader} does: {why}", leader)

    def _everybody_plays_once(self, cards: Sequence[Card]) -> None:
        if len(cards) != len(self.held):
            raise self._fail("one card each", f"{len(cards)} cards for {len(self.held)} players")

    def _unfinished_trick_goes_on(self, cards: Sequence[Card]) -> None:
        begun, self._begun = self._begun, ()
        if tuple(cards[: len(begun)]) != begun:
            words = " ".join(map(visible, begun))
            raise self._fail("position", f"the trick has begun with {words} and must go on from there")

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
                raise self._fail("objective", lost, winner)
            self.done[k] = self.played
        self._order_is_kept(now, winner)
        return tuple(objectives[k].id for k in now)

    def _order_is_kept(self, now: Sequence[int], winner: int) -> None:
        objectives = self.instance.objectives
        latest = self.played if self.instance.same_trick == "in_order" else self.played - 1
        for k in now:
            for x in self._predecessors.get(k, ()):
                if self.done.get(x, latest + 1) > latest:
                    first, second = visible(objectives[x].id), visible(objectives[k].id)
                    lost = saying("objective {card} must be completed before {later}", card=first, later=second)
                    raise self._fail("order", lost, winner)

    def _shares_are_allowed(self, leader: int) -> None:
        """Check that the free goals are shared out, or still can be to players who may meet them."""
        if self.watch.can_be_shared(self.states, self.shares, leader):
            return
        shares = [saying("player {player} {share}", player=k, share=share) for k, share in enumerate(self.shares, 1)]
        now = saying("the free objectives are shared out as {shares}", shares=Listed.made(shares, ""))
        lost = saying("that is not '{mode}'", mode=self.instance.assignment)
        if self.instance.free_tasks:
            lost = saying("the free tasks cannot be shared out as '{mode}' any more", mode=self.instance.assignment)
        if self.instance.free or not self.instance.free_tasks:
            lost = saying("{this}; {rest}", this=now, rest=lost)
        raise self._fail("assignment", lost)

    def _watch_tasks(self, trick: Taken, leader: int) -> None:
        self.states = self.watch.after(self.states, trick, leader)
        task = self.watch.lost(self.states, leader)
        if task is not None:
            raise self._fail("task", self._lost(task), task.owner if is_player(task.owner) else None)

    def _lost(self, task: Task) -> str:
        what = {"task": task.label, "asked": asked(self.instance, task)}
        if task.owner is None:
            return saying("{task} cannot be met by anybody any more ({asked})", **what)
        return saying("{task} of {whose} is lost ({asked})", whose=task.whose, **what)


def _by_suit(hand: Iterable[Card]) -> dict[str, dict[Card, int]]:
    """Sort a hand into suits; each card with its place in the hand."""
    suits: dict[str, dict[Card, int]] = {}
    for place, card in enumerate(hand):
        suits.setdefault(card.suit, {})[card] = place
    return suits


def _in_order(suits: Iterable[Mapping[Card, int]]) -> list[Card]:
    """Return cards in the order of their places in the hand."""
    return [card for card, _ in sorted([item for cards in suits for item in cards.items()], key=itemgetter(1))]


def replay(
    instance: Crew, tricks: Iterable[tuple[int, Sequence[Card]]], takers: Mapping[str, int] | None = None
) -> tuple[Trick, ...]:
    """Replay a winning play from the first trick, or the first incomplete one of a position, to the one that succeeds.

    Args:
        instance: the deal or position.
        tricks: leader and cards of every trick, the leader's card first; an unfinished trick complete.
        takers: who takes free tasks, by id; others are taken by whoever can.

    Returns:
        The same tricks with winners and completed objectives.

    Raises:
        IllegalPlay: at the first broken rule; also if the play stops before it succeeds or goes on afterwards.
    """
    table = Table(instance, takers=takers)
    out = tuple(table.play(leader, cards) for leader, cards in tricks)
    table.finish()
    return out


def play_until_success(instance: Crew, tricks: Iterable[tuple[int, Sequence[Card]]]) -> tuple[Trick, ...]:
    """Replay as `replay` does, but leave out the tricks after the one that succeeds.

    Raises:
        IllegalPlay: as `replay`.
    """
    table = Table(instance)
    out: list[Trick] = []
    for leader, cards in tricks:
        if table.succeeded:
            break
        out.append(table.play(leader, cards))
    table.finish()
    return tuple(out)
