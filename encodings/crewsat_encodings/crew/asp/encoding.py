"""The Crew as a logic program: `tricks.lp` and `tasks.lp` state the rules, this module an instance as their facts.

The program was written from the rules of the game, independently of the clauses of `crew.cnf`, so that the two can
check each other. It plays all T tricks of the smallest hand: a play that succeeds earlier can always be padded, so "is
there a play after which everything is met" is the same question, and no rule about the end of the game is needed. For
the same reason a past that has already won stays won, and one that has lost a goal leaves no play.

Cards, suits and tasks are numbers; within a suit the next number is the next higher card. A fact holds nothing but
names of the program and numbers, so no name in an instance can become part of the program.

============================  =======  ==============================================================================
predicate                     from     meaning
============================  =======  ==============================================================================
``trick(T)``                  facts    trick T is played, T = 1, 2, …
``card(C,P,S)``               facts    card C of suit S was dealt to player P
``trump(S)``                  facts    S is the trump suit; absent if there is none, or no player holds one
``leader(P)``                 facts    P leads the first trick; absent if the crew chooses
``played(T,C)``               facts    C has been played in trick T already
``objective(C)``              facts    C is an objective; ``owned(C,P)``: of player P
``before(C,D)``, ``strict``   facts    objective C comes before D; in one trick is not before
``free(G)``                   facts    objective or task G has no owner
``share(M)``                  facts    how the free objectives and tasks are shared out
``play(T,C)``                 chosen   C is played in trick T
``leads(T,P)``                derived  P leads trick T; chosen for the first trick
``shows(T,P,S)``              derived  P plays a card of suit S in trick T
``shown(T,P,S,K)``            derived  P has played at least K cards of suit S before trick T; ``dealt``: how many P had
``led``, ``decides``          derived  ``(T,S)``: the suit led in trick T, and the suit whose highest card wins it
``gone(T,C)``                 derived  C was played before trick T
``void(T,P,S)``               derived  P has no card of suit S when trick T begins
``beaten(T,C)``               derived  a higher card of the suit of C is in trick T
``winning(T,C)``              derived  C wins trick T; ``wins(T,P)``: P does
``takes(P,G)``                derived  P wins the free objective G; chosen for a free task
``given(K,P)``                derived  P, a player or ``crew``, must meet task K; ``for(K,P)``: may have to
``met(K,P)``                  derived  P meets task K
``adds(K,P,T,X)``             derived  trick T adds X, a card or the trick itself, to what K counts for P
============================  =======  ==============================================================================

The facts of tasks are listed in `tasks.lp`. Tasks and their parts are numbered after the cards.

Measured on 60 random deals of the real game for each of 3, 4 and 5 players. That every trick has one winner is implied,
but stating it reduces the largest time with 3 players from 5.3 s to 1.2 s, and the sum of all times to a fifth. Stating
that a hand of T cards is played out changes little there; without it a single player's hand of 12 cards was a
pigeonhole problem, not decided in a minute. Stating that one suit is led and one decides helps with 4 players and harms
with 3. Of clingo's configurations crafty and frumpy were several times slower; jumpy, tweety, trendy and handy differ
little. Translating aggregates (``--trans-ext=all``) halves the largest time with 3 players. Counting the cards shown of
a suit reduces the largest time of 240 deals from 8.5 s to 1.4 s, and a deal that took 80 s to 8 s; it costs nothing
elsewhere.
"""

from __future__ import annotations

import re
from importlib import resources
from typing import TYPE_CHECKING

from crewsat.base.errors import Stopped
from crewsat.base.formula import check_estimate
from crewsat.games.crew.features import ASP
from crewsat.games.crew.passing import with_pass
from crewsat.games.scope import reads
from crewsat_encodings.crew.asp.task_facts import facts_of_tasks

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from crewsat.games.cards import Card
    from crewsat.games.crew.instance import Crew
    from crewsat.games.crew.moves import Choice
    from crewsat.games.crew.passing import Direction

PROGRAMS = ("tricks.lp", "dealt_hands.lp", "passing.lp", "tasks.lp")

BYTES_PER_FACT = 100
"""A lower bound on the size of a fact as text."""

_CHECK_EVERY = 1024
"""The number of facts written between two checks of the limits."""

_ATOM = re.compile(r"(plays|leads|passed|to)\(([a-z0-9,]+)\)")


@reads("method 'asp'", ASP)
class Encoding:
    """One instance as facts for the program.

    Attributes:
        instance: the deal or position.
        program: the rules of the game; those of tasks only if there are any, as reading them takes 3 ms.
        facts: the instance, as nothing but names of the program and numbers, whatever the instance calls its cards.

    Raises:
        Stopped: at a limit, or for a task of a kind the program has no rule for.
    """

    def __init__(
        self, instance: Crew, *, max_bytes: int | None = None, out_of_time: Callable[[], bool] = lambda: False
    ) -> None:
        check_estimate(BYTES_PER_FACT * instance.size, max_bytes)  # every card is a fact
        self.instance = instance
        changing = instance.passing is not None or bool(instance.covered)
        needed = [
            "tricks.lp",
            "passing.lp" if changing else "dealt_hands.lp",
            *(["tasks.lp"] if instance.tasks else []),
        ]
        self.program = "\n".join(resources.files(__package__).joinpath(name).read_text("utf-8") for name in needed)
        rank = {suit: k for k, suit in enumerate(instance.suits_in_order, 1)}
        self._suit = rank
        self._cards = sorted(instance.holder, key=lambda card: (rank[card.suit], card.value))
        self._number = {card: k for k, card in enumerate(self._cards, 1)}
        facts: list[str] = []
        for fact in self._facts():
            facts.append(f"{fact}.\n")
            if len(facts) % _CHECK_EVERY == 0:
                check_estimate(BYTES_PER_FACT * len(facts), max_bytes)
                if out_of_time():
                    raise Stopped("time")
        self.facts = "".join(facts)

    def decode(self, atoms: Sequence[str]) -> list[tuple[int, tuple[Card, ...]] | Choice]:
        """Turn the atoms of an answer set into the tricks to come: leader and cards in the order played.

        An unfinished trick of the instance is returned complete. What is passed comes in its place among the tricks.
        """
        leads: dict[int, int] = {}
        tricks: dict[int, dict[int, Card]] = {}
        passed: list[Card] = []
        to: Direction = "left"
        for name, arguments in (found.groups() for found in map(_ATOM.fullmatch, atoms) if found):
            words = arguments.split(",")
            if name == "leads":
                leads[int(words[0])] = int(words[1])
            elif name == "plays":
                tricks.setdefault(int(words[0]), {})[int(words[1])] = self._cards[int(words[2]) - 1]
            elif name == "passed":
                passed.append(self._cards[int(words[0]) - 1])
            else:
                to = "left" if words[0] == "left" else "right"
        return with_pass(
            self.instance,
            [
                (leads[trick], self._in_turn(leads[trick], tricks[trick]))
                for trick in range(self.instance.finished + 1, self.instance.tricks + 1)
            ],
            passed,
            to,
        )

    def _in_turn(self, leader: int, cards: dict[int, Card]) -> tuple[Card, ...]:
        players = self.instance.players
        return tuple(cards[(leader - 1 + k) % players + 1] for k in range(players))

    def _facts(self) -> Iterator[str]:
        yield from self._facts_of_the_deal()
        yield from self._facts_of_the_objectives()
        yield from facts_of_tasks(self.instance, self._number)

    def _facts_of_the_deal(self) -> Iterator[str]:
        instance = self.instance
        yield f"trick(1..{instance.tricks})"
        yield f"player(1..{instance.players})"
        for card, k in self._number.items():
            yield f"card({k},{instance.holder[card]},{self._suit[card.suit]})"
        if instance.trump in self._suit:
            yield f"trump({self._suit[instance.trump]})"
        if instance.leader is not None:
            yield f"leader({instance.leader})"
        for trick, cards in enumerate(instance.played, 1):
            yield from (f"played({trick},{self._number[card]})" for card in cards)
        yield from (f"covers({self._number[above]},{self._number[below]})" for above, below in instance.covered)
        yield from self._facts_of_the_pass()

    def _facts_of_the_pass(self) -> Iterator[str]:
        instance, passing = self.instance, self.instance.passing
        if passing is None:
            return
        yield f"pass({passing.after})"
        yield from (f"pass_to({to})" for to in passing.directions)
        yield from (f"kept({self._suit[suit]})" for suit in passing.kept_back(instance.trump) if suit in self._suit)
        if passing.optional:
            yield "may_keep"
        if passing.from_ == "covered":
            yield "below"
        if instance.passed == ():
            yield "nobody"
        yield from (f"has_passed({self._number[card]})" for card in instance.passed or ())
        if instance.passed_to is not None:
            yield f"passed_to({instance.passed_to})"

    def _facts_of_the_objectives(self) -> Iterator[str]:
        instance = self.instance
        for objective in instance.objectives:
            card = self._number[objective.card]
            yield f"objective({card})"
            yield f"free({card})" if objective.owner is None else f"owned({card},{objective.owner})"
        cards = [self._number[objective.card] for objective in instance.objectives]
        if instance.retoken is None:
            yield from (f"before({cards[x]},{cards[y]})" for x, y in instance.order)
        else:
            for way, pairs in enumerate(instance.orders, 1):
                yield f"way({way})"
                yield from (f"before({way},{cards[x]},{cards[y]})" for x, y in pairs)
        if instance.same_trick == "violates":
            yield "strict"
        yield f"share({instance.assignment})"
        if instance.handover:
            yield f"handover({min(instance.handover, len(instance.free_goals))})"
