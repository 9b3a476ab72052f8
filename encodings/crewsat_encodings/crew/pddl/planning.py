"""The Crew as a planning problem in typed STRIPS, and the way between plans and plays.

`domain.pddl` states the rules, the same ones for every deal; a deal is the objects and the facts of a problem. Lifted
are all rules, with cards, suits, players and tricks as their variables. Ground, as facts of the problem, is what would
otherwise need arithmetic or a negation: which card beats which and which falls short of which, who plays after whom,
how many cards are one fewer, and for two objectives in order which tricks are early enough: both readings of
`same_trick` are facts, not other actions.

An action does one thing: one says that a card may be played, and another one how it compares with the best one so far.
Together they would have as many ground actions as the product of both. Of n cards, P players, T tricks, S suits, and
l objectives, with h cards of a player in a suit:

=================  =======================  ===================================================================
                   at most                  of a deal of 40 cards, 4 players, 5 objectives with 3 tokens
=================  =======================  ===================================================================
facts              n² + O(n + P·S + T²)     1,200 of cards that beat or fall short, and 270
ground actions     S·T·(Σh² + P·n) + n²     16,700: 700 a trick to play its cards and 800 to take it; 1,200 to compare
steps of a plan    2P·T + 2l                80 to play all tricks, one for each objective and each pair in order
=================  =======================  ===================================================================

The player who takes a trick may complete objectives until leading the next one, so a state says little about the past:
cards left, who leads, what is completed, and in which tricks objectives lie. That a goal is lost shows even if nothing
is ever deleted, which is how planners find dead ends: a card is in one trick only, and every trick is taken once.
Cards played in the past lie in their tricks at the beginning, and are judged by the same actions as all others.
"""

from __future__ import annotations

from collections import Counter
from functools import cache, reduce
from importlib import resources
from typing import TYPE_CHECKING

from crewsat.base.errors import BugFound, Stopped
from crewsat.base.formula import check_estimate
from crewsat.base.strips import Domain, Fact, Problem, Step, read_plan
from crewsat.games.crew.features import PDDL
from crewsat.games.crew.results import tricks_of
from crewsat.games.crew.tricks import winner_of
from crewsat.games.scope import reads
from crewsat_encodings.crew.pddl.names import START, Names, number, player, trick

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from crewsat.base.strips import State
    from crewsat.games.cards import Card
    from crewsat.games.crew.instance import Crew
    from crewsat.games.crew.moves import Choice
    from crewsat.games.crew.tricks import Trick

BYTES_PER_FACT = 300
"""A fact as a tuple, its place in an index, and its text: a bound."""

_PLAYING = ("lead", "follow-suit", "play-off-suit")
"""The actions by which a card is played: the player is their first object, the card the second one."""
_COMPARING = ("beat", "fall-short")
_JUDGING = ("complete", "keep-order")


@cache
def domain() -> Domain:
    """Return the domain."""
    return Domain(resources.files(__package__).joinpath("domain.pddl").read_text("utf-8"))


@reads("the planning domain", PDDL)
class Planning:
    """An instance as a planning problem.

    Args:
        instance: the deal or position.
        rules: the domain.
        max_bytes: estimated size at which building stops.
        out_of_time: called now and then; True means stop building.

    Raises:
        Stopped: at a limit.
    """

    def __init__(
        self,
        instance: Crew,
        rules: Domain | None = None,
        *,
        max_bytes: int | None = None,
        out_of_time: Callable[[], bool] = lambda: False,
    ) -> None:
        check_estimate(BYTES_PER_FACT * number_of_facts(instance), max_bytes)
        self.instance = instance
        self._domain = rules or domain()
        self._names = Names(instance.suits_in_order, self._domain.words)
        self._open = [card for hand in instance.hands for card in hand]
        self._cards = sorted({*self._open, *(card for cards in instance.played for card in cards)})
        init: list[Fact] = []
        for facts in (self._of_cards, self._of_comparisons, self._of_players, self._of_tricks, self._of_objectives):
            if out_of_time():
                raise Stopped("time")
            init += facts()
        goal: list[Fact] = [("completed", self._card(objective.card)) for objective in instance.objectives]
        goal += [("in-order", *pair) for pair in self._pairs()]
        self.problem = Problem(self._domain, dict(self._objects()), init, goal)

    def text(self, comments: Iterable[str] = ()) -> str:
        """Return the problem as PDDL; it begins with these comments, and one for each suit with another name."""
        renamed = [f"{name} is suit {suit!a}" for suit, name in self._names.suits.items() if name != suit]
        return self.problem.text(f"deal-{self.instance.digest()[:16]}", [*comments, *renamed])

    def read(self, text: str) -> list[tuple[int, tuple[Card, ...]]]:
        """Return the tricks that a plan plays, after checking that it is one of this problem; as `play_of`.

        Raises:
            InvalidInstance: at the first line that is wrong, or if the plan does not reach the goal.
        """
        plan = list(read_plan(text))
        self.problem.check(plan)
        return self.play_of(step for _, step in plan)

    def play_of(self, plan: Iterable[Step]) -> list[tuple[int, tuple[Card, ...]]]:
        """Return the tricks that a plan plays, without one that it does not finish: leaders, and cards in play order.

        An unfinished trick of the instance is returned complete. The plan must be one of this problem.
        """
        cards = {self._card(card): card for card in self._open}
        players = {player(k): k for k in range(1, self.instance.players + 1)}
        begun = self.instance.begun
        tricks = [(self.instance.leading or 1, list(begun))] if begun else []
        for step in plan:
            if step.action == "lead":
                tricks.append((players[step.objects[0]], []))
            if step.action in _PLAYING:
                tricks[-1][1].append(cards[step.objects[1]])
        return [(leader, tuple(played)) for leader, played in tricks if len(played) == self.instance.players]

    def plan_of(self, play: Iterable[Trick | Choice]) -> list[Step]:
        """Return the plan that plays these tricks, the first incomplete one first.

        Args:
            play: a winning play, as the referee has replayed it.

        Raises:
            BugFound: if the domain does not allow it.
        """
        plan = _Plan(self.problem)
        plan.judge()
        begun = self.instance.begun
        for number_of_trick, one in enumerate(tricks_of(play)):
            if not number_of_trick and self.instance.leading is None:
                plan.take(("choose-leader",), player(one.leader))
            for card in one.cards[0 if number_of_trick else len(begun) :]:
                if plan.take(_PLAYING, self._card(card)) != "lead":
                    plan.take(_COMPARING)
            plan.take(("take-trick",))
            plan.judge()
        if self.problem.open_goals(plan.state):
            raise BugFound(f"the plan of a winning play does not reach the goal: {self.instance.to_json()}")
        return plan.steps

    def _card(self, card: Card) -> str:
        return self._names.card(card)

    def _pairs(self) -> Iterator[tuple[str, str]]:
        """Yield the objectives in order, the earlier one of each pair first."""
        cards = [self._card(objective.card) for objective in self.instance.objectives]
        for x, y in self.instance.order:
            yield cards[x], cards[y]

    def _objects(self) -> Iterator[tuple[str, str]]:
        instance = self.instance
        yield from ((player(k), "player") for k in range(1, instance.players + 1))
        yield from ((self._card(card), "card") for card in self._cards)
        yield from ((suit, "suit") for suit in self._names.suits.values())
        yield from ((number(k), "number") for k in range(1, self._longest() + 1))
        yield from ((trick(k), "trick") for k in range(1, instance.tricks + 1))

    def _longest(self) -> int:
        """Return the most cards that anybody holds of a suit."""
        return max(max(Counter(card.suit for card in hand).values(), default=0) for hand in self.instance.hands)

    def _of_cards(self) -> Iterator[Fact]:
        """Yield whose the cards are, who plays after whom, of which suits cards are and how many players hold."""
        instance = self.instance
        in_play = [*self._open, *instance.begun]
        yield from (("dealt", player(instance.held_by[card]), self._card(card)) for card in in_play)
        for card in in_play:
            yield "then", self._card(card), player(instance.held_by[card] % instance.players + 1)
        yield from (("of-suit", self._card(card), self._names.suits[card.suit]) for card in in_play)
        yield from (("held", self._card(card)) for card in self._open)
        for k, hand in enumerate(instance.hands, 1):
            held = Counter(card.suit for card in hand)
            for suit, name in self._names.suits.items():
                yield "holds", player(k), name, number(held[suit])
        yield from (("fewer", number(k - 1), number(k)) for k in range(1, self._longest() + 1))

    def _of_comparisons(self) -> list[Fact]:
        """Return for each card that may be played after one of another player, whether it beats it or falls short."""
        holder = self.instance.held_by
        pairs = [
            (card, other)
            for card in self._open
            for other in (*self._open, *self.instance.begun)
            if holder[card] != holder[other]
        ]
        beating = [self._beats(*pair) for pair in pairs]
        return [
            (predicate, self._card(card), self._card(other))
            for predicate, wanted in (("beats", True), ("falls-short", False))
            for (card, other), found in zip(pairs, beating, strict=True)
            if found == wanted
        ]

    def _beats(self, card: Card, other: Card) -> bool:
        """Return whether a card beats another one that has been the best so far."""
        if card.suit == other.suit:
            return card.value > other.value
        return card.suit == self.instance.trump

    def _of_players(self) -> Iterator[Fact]:
        """Yield who is next, and what lies on the table."""
        instance = self.instance
        leading, begun = instance.leading, instance.begun
        if leading is None:
            yield ("free-lead",)
        elif not instance.played:
            yield "taken", START, player(leading)
        elif begun:
            yield "leader", player(leading)
            yield "turn", player((leading - 1 + len(begun)) % instance.players + 1)
            yield "led", self._names.suits[begun[0].suit]
            best = reduce(lambda best, card: card if self._beats(card, best) else best, begun)
            yield "best", self._card(best)
        for k in range(1, instance.players + 1):
            if not begun or k != leading:
                yield "follower", player(k)

    def _of_tricks(self) -> Iterator[Fact]:
        """Yield which tricks there are, and what has been played to them."""
        instance = self.instance
        done = instance.finished
        if instance.begun:
            yield "now", trick(done + 1)
        yield from (("next", trick(k), trick(k + 1)) for k in range(len(instance.played), instance.tricks))
        for k, cards in enumerate(instance.played, 1):
            yield from (("lies-in", self._card(card), trick(k)) for card in cards)
        for k, (leader, cards) in enumerate(instance.past[:done], 1):
            yield "taken", trick(k), player(winner_of(leader, cards, instance.trump))

    def _of_objectives(self) -> Iterator[Fact]:
        """Yield who may win which objective, which come first, and which tricks are early enough for that."""
        instance = self.instance
        for objective in instance.objectives:
            owners = range(1, instance.players + 1) if objective.owner is None else (objective.owner,)
            yield from (("wanted", self._card(objective.card), player(k)) for k in owners)
        yield from (("before", *pair) for pair in self._pairs())
        if instance.order:
            apart = instance.same_trick == "violates"
            tricks = range(1, instance.tricks + 1)
            yield from (("in-time", trick(t), trick(u)) for t in tricks for u in tricks[t - 1 + apart :])


class _Plan:
    """A plan in the making."""

    def __init__(self, problem: Problem) -> None:
        self._problem = problem
        self.state: State = problem.start
        self.steps: list[Step] = []

    def take(self, actions: Sequence[str], name: str | None = None) -> str:
        """Take the step by one of these actions, with this object if one is given, and return the action.

        Raises:
            BugFound: if there is not exactly one.
        """
        possible = self._problem.possible(self.state, actions)
        steps = [step for step in possible if name is None or name in step.objects[:2]]
        if len(steps) != 1:
            raise BugFound(f"the domain allows {len(steps)} of the actions {actions} with {name}: {self.steps}")
        self._add(steps[0])
        return steps[0].action

    def judge(self) -> None:
        """Take all steps that judge objectives and have not been taken yet."""
        for step in [*self._problem.possible(self.state, _JUDGING)]:
            if self._problem.after(self.state, step) != self.state:
                self._add(step)

    def _add(self, step: Step) -> None:
        self.steps.append(step)
        self.state = self._problem.after(self.state, step)


def number_of_facts(instance: Crew) -> int:
    """Return a bound on the number of facts of a problem."""
    cards = sum(map(len, instance.hands)) + len(instance.begun)
    pairs = cards * cards - sum(len(hand) ** 2 for hand in instance.hands)
    tricks = (instance.tricks + 1) ** 2 if instance.order else instance.tricks + 1
    goals = len(instance.objectives) * instance.players + len(instance.order)
    return pairs + instance.players * len(instance.suits_in_order) + tricks + goals + 5 * instance.size
