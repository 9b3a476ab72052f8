"""The referee: replays a play card by card and knows nothing of encodings.

The rules (contract; paper, section 2 and appendix A). A trick needs one card of every player. Its leader plays first,
the others follow in turn order; whoever holds a card of the led suit must play one. The highest trump wins the
trick, without trumps the highest card of the led suit; its player leads next. An objective is completed when its owner
wins its card, and lost when anybody else does. A pair (x before y) asks for trick(x) ≤ trick(y), or < where
`same_trick` is ``violates``. Free objectives go to whoever wins them, in shares the `assignment` allows. The play
succeeds with the trick after which all objectives are completed and all tasks met for good, and is over when a hand is
empty. A position in progress has its past replayed first; a play of it starts with the trick that is not complete.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from crewsat.errors import IllegalPlay, Stopped
from crewsat.games.crew.assignment import fits
from crewsat.games.crew.tasks import Taken
from crewsat.games.crew.tricks import Trick, winner_of
from crewsat.wording import counted, listed, visible

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from crewsat.games.cards import Card
    from crewsat.games.crew.instance import Crew

RULES = (
    "lead",
    "one card each",
    "hand",
    "follow suit",
    "position",
    "objective",
    "order",
    "assignment",
    "task",
    "end",
    "claim",
)
"""The names a broken rule can have in `IllegalPlay.rule`."""


def owners_of(instance: Crew, play: Iterable[Trick]) -> dict[str, int]:
    """Return who took every objective, by id: its owner, or the winner of its card in the past or in this play."""
    winner: dict[Card, int] = {}
    for leader, cards in instance.past[: instance.finished]:
        winner.update(dict.fromkeys(cards, winner_of(leader, cards, instance.trump)))
    for trick in play:
        winner.update(dict.fromkeys(trick.cards, trick.winner))
    return {objective.id: objective.owner or winner[objective.card] for objective in instance.objectives}


def won_with(instance: Crew, play: Sequence[Trick]) -> int:
    """Return the number of the trick that wins: the last one of a play or, if nothing is left to play, of the past."""
    return instance.finished + len(play) if play else Table(instance).played


class Table:
    """A game in progress: hands, who leads, which objectives are open, how the tasks stand.

    What the instance says has been played is played at once.

    Raises:
        IllegalPlay: if an objective, a task, the order or the assignment was lost in what has been played.
        Stopped: if time runs out meanwhile.
    """

    def __init__(self, instance: Crew, *, out_of_time: Callable[[], bool] = lambda: False) -> None:
        self.instance = instance
        self.hands: list[set[Card]] = [set(hand) for hand in instance.dealt]
        self._suits = [Counter([card.suit for card in hand]) for hand in instance.dealt]
        self.leader: int | None = instance.leader
        self.first_leader: int | None = instance.leader
        self.played = 0
        self.done: dict[int, int] = {}
        """Completed objectives: position in the instance → number of the trick."""
        self.shares = [0] * instance.players
        """How many free objectives each player has taken."""
        self.states: list[Any] = [task.start() for task in instance.tasks]
        self._objective = {objective.card: k for k, objective in enumerate(instance.objectives)}
        self._predecessors: dict[int, list[int]] = {}
        for x, y in instance.order:
            self._predecessors.setdefault(y, []).append(x)
        self._begun: tuple[Card, ...] = ()
        for leader, cards in instance.past[: instance.finished]:
            if out_of_time():
                raise Stopped("time")
            if not self.succeeded:
                self.play(leader, cards)
        self._begun = instance.begun

    @property
    def succeeded(self) -> bool:
        """Whether all objectives are completed and all tasks met for good."""
        return (
            len(self.done) == len(self.instance.objectives)
            and all(task.met(state) for task, state in zip(self.instance.tasks, self.states, strict=True))
            and (self.played == self.instance.tricks or not any(task.judged_at_end for task in self.instance.tasks))
        )

    def play(self, leader: int, cards: Sequence[Card]) -> Trick:
        """Play one whole trick.

        Args:
            leader: the player who leads, from 1.
            cards: one card of every player, the leader's first, then in turn order.

        Raises:
            IllegalPlay: naming trick, player and rule.
        """
        over = self.succeeded
        self.played += 1
        self._players_may_play(over=over)
        self._right_player_leads(leader)
        self._everybody_plays_once(cards)
        self._unfinished_trick_goes_on(cards)
        led = cards[0].suit
        turn = [(leader - 1 + k) % len(cards) for k in range(len(cards))]
        for player, card in zip(turn, cards, strict=True):
            self._card_is_legal(player + 1, card, led)
        for player, card in zip(turn, cards, strict=True):
            self.hands[player].remove(card)
            self._suits[player][card.suit] -= 1
        winner = winner_of(leader, cards, self.instance.trump)
        self.leader = winner
        if self.first_leader is None:
            self.first_leader = leader
        completed = self._complete(winner, cards)
        if self.states:
            self._watch_tasks(Taken(self.played, self.played == self.instance.tricks, leader, winner, cards))
        return Trick(leader, tuple(cards), winner, completed)

    def finish(self) -> None:
        """Check that the play may end here.

        Raises:
            IllegalPlay: if an objective is still open or a task not met for good.
        """
        if self.succeeded:
            return
        instance = self.instance
        open_ones = [o.id for k, o in enumerate(instance.objectives) if k not in self.done]
        unmet = [t.id for t, state in zip(instance.tasks, self.states, strict=True) if not t.met(state)]
        ends = f"the play ends after {counted(self.played, 'trick')} with"
        if open_ones:
            raise IllegalPlay(f"{ends} open objectives: {listed(open_ones)}", rule="end")
        if unmet:
            raise IllegalPlay(f"{ends} unmet tasks: {listed(unmet)}", rule="end")
        waiting = listed(task.id for task in instance.tasks if task.judged_at_end)
        raise IllegalPlay(f"{ends} tasks that are judged after trick {instance.tricks}: {waiting}", rule="end")

    def _fail(self, rule: str, message: str, player: int | None = None) -> IllegalPlay:
        return IllegalPlay(message, rule=rule, trick=self.played, player=player)

    def _players_may_play(self, *, over: bool) -> None:
        if over:
            raise self._fail("end", "the play has succeeded already and is over")
        for player, hand in enumerate(self.hands, 1):
            if not hand:
                raise self._fail("end", f"the play is over, player {player} has no card left", player)

    def _right_player_leads(self, leader: int) -> None:
        if not 1 <= leader <= len(self.hands):
            raise self._fail("lead", f"there is no player {visible(leader)} to lead", leader)
        if self.leader is not None and leader != self.leader:
            why = "the instance says so" if self.played == 1 else "the winner of the last trick leads"
            raise self._fail("lead", f"player {leader} cannot lead, player {self.leader} does: {why}", leader)

    def _everybody_plays_once(self, cards: Sequence[Card]) -> None:
        if len(cards) != len(self.hands):
            raise self._fail("one card each", f"{len(cards)} cards for {len(self.hands)} players")

    def _unfinished_trick_goes_on(self, cards: Sequence[Card]) -> None:
        begun, self._begun = self._begun, ()
        if tuple(cards[: len(begun)]) != begun:
            words = " ".join(map(visible, begun))
            raise self._fail("position", f"the trick has begun with {words} and must go on from there")

    def _card_is_legal(self, player: int, card: Card, led: str) -> None:
        if card not in self.hands[player - 1]:
            raise self._fail("hand", f"player {player} does not hold {visible(card)}", player)
        if card.suit != led and self._suits[player - 1][led]:
            raise self._fail("follow suit", f"player {player} must follow suit {visible(led)}", player)

    def _complete(self, winner: int, cards: Sequence[Card]) -> tuple[str, ...]:
        """Complete the objectives on these cards; lost and untimely ones are the end."""
        objectives = self.instance.objectives
        now = sorted([self._objective[card] for card in cards if card in self._objective])
        for k in now:
            owner = objectives[k].owner
            if owner is None:
                self.shares[winner - 1] += 1
            elif owner != winner:
                name = visible(objectives[k].id)
                raise self._fail("objective", f"objective {name} of player {owner} is won by player {winner}", winner)
            self.done[k] = self.played
        self._order_is_kept(now, winner)
        if len(self.done) == len(objectives):
            self._shares_are_allowed()
        return tuple(objectives[k].id for k in now)

    def _order_is_kept(self, now: Sequence[int], winner: int) -> None:
        objectives = self.instance.objectives
        latest = self.played if self.instance.same_trick == "in_order" else self.played - 1
        for k in now:
            for x in self._predecessors.get(k, ()):
                if self.done.get(x, latest + 1) > latest:
                    first, second = visible(objectives[x].id), visible(objectives[k].id)
                    raise self._fail("order", f"objective {first} must be completed before {second}", winner)

    def _shares_are_allowed(self) -> None:
        mode = self.instance.assignment
        if not fits(mode, self.shares, self.first_leader or 1):
            taken = ", ".join(f"player {player} {share}" for player, share in enumerate(self.shares, 1))
            raise self._fail("assignment", f"the free objectives are shared out as {taken}; that is not '{mode}'")

    def _watch_tasks(self, trick: Taken) -> None:
        for k, task in enumerate(self.instance.tasks):
            self.states[k] = task.after(self.states[k], trick)
            if task.lost(self.states[k]):
                words = visible(task.words(), 100)
                raise self._fail("task", f"{task.label} of player {task.owner} is lost (win {words})", task.owner)


def replay(instance: Crew, tricks: Iterable[tuple[int, Sequence[Card]]]) -> tuple[Trick, ...]:
    """Replay a winning play from the first trick, or the first incomplete one of a position, to the one that succeeds.

    Args:
        instance: the deal or position.
        tricks: leader and cards of every trick, the leader's card first; an unfinished trick whole.

    Returns:
        The same tricks with winners and completed objectives.

    Raises:
        IllegalPlay: at the first broken rule; also if the play stops before it succeeds or goes on afterwards.
    """
    table = Table(instance)
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
