"""The Crew as a propositional formula about T tricks, T the size of the smallest hand as dealt.

A play that is won early can always be padded to T tricks (every hand still has a card), so the formula speaks of T
tricks and needs no "game over"; the decoder cuts the play where it succeeds. A position in progress is the formula of
the whole deal in which the cards played so far are fixed: unit propagation makes the past disappear.

The variables are those of `crewsat_encodings.crew.cnf.model`. The cards that p holds in s are a *group*. high of its
lowest card says that p shows the suit, and high of the next higher one makes "at most one card" and "a higher card
wins" short: of n cards, P players and S suits, about (4n + P + S)·T variables and O((n + S²)·P·T) clauses, none longer
than a suit list or an objective list. With m cards in a group, count(p, s, m) says that p is void in s; the other
counters are redundant, but let the solver reason about suit lengths, which the plain clauses cannot express: hard
refutations become three to six times faster. l restricted free objectives add O(l·P·T + l²) variables and clauses, and
tasks what `crewsat_encodings.crew.cnf.task_clauses` states: those of the real game 1 to 11 percent each, 35 at most.

From `MANY` players on, a ladder determines who wins (`trick_rules.LADDER`): n·T variables more and n·P·T clauses fewer,
except for O(n·T). A graph of 32 vertices, 32 players with 32 cards each, takes 649,233 clauses instead of 1,563,761.
Where every trick is needed, more clauses say who can win when (`crewsat_encodings.crew.cnf.many_players`). Proofs have
neither.

Rules marked redundant change no answer; each of the others is needed, which the removal tests show.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from crewsat.games.crew.passing import with_pass
from crewsat_encodings.crew.cnf import goal_rules, many_players, passing_rules, trick_rules
from crewsat_encodings.crew.cnf.model import MANY, Model
from crewsat_encodings.crew.cnf.places import card_of

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from crewsat.games.cards import Card
    from crewsat.games.crew.instance import Crew
    from crewsat.games.crew.moves import Choice
    from crewsat.games.crew.passing import Direction
    from crewsat_encodings.rule import Rule

RULES: tuple[Rule, ...] = (*trick_rules.RULES, *goal_rules.RULES, *passing_rules.RULES)


def for_many(rules: Sequence[Rule]) -> list[Rule]:
    """Return rules that allow the same plays, in fewer clauses or with fewer conflicts if there are many players."""
    stated = {rule.state for rule in rules}
    replaced = {trick_rules.the_highest_card_wins, trick_rules.the_highest_trump_wins}
    replaced |= {goal_rules.equal_neighbours_are_played_in_rank_order}
    in_turn = many_players.IN_TURN if goal_rules.equal_neighbours_are_played_in_rank_order in stated else ()
    of_a_round = many_players.ROUND if goal_rules.every_trick_completes_an_objective in stated else ()
    rest = [rule for rule in rules if rule.state not in replaced]
    return [*rest, *trick_rules.LADDER, *in_turn, *of_a_round]


def encoding_of_all_plays(
    instance: Crew, *, max_bytes: int | None = None, out_of_time: Callable[[], bool] = lambda: False
) -> Encoding:
    """Return the formula that every winning play satisfies, padded to all tricks, by the rules of the game alone.

    No symmetry is broken, and no rule relies on an argument outside the clauses. Questions about single plays, and
    proofs that there is none, are about this formula; the arguments are those of `Encoding`.
    """
    rules = [rule for rule in RULES if not (rule.symmetry or rule.argued)]
    return Encoding(instance, rules=rules, max_bytes=max_bytes, out_of_time=out_of_time)


class Encoding:
    """An instance as a formula, and the way back from a model to a play.

    Args:
        instance: the deal.
        rules: the rules to state; by default all, for many players those of `for_many`.
        max_bytes: estimated size at which building stops.
        out_of_time: called now and then; True means stop building.

    Raises:
        Stopped: at a limit.
    """

    model_type: ClassVar[type[Model]] = Model
    all_rules: ClassVar[Sequence[Rule]] = RULES

    def __init__(
        self,
        instance: Crew,
        *,
        rules: Sequence[Rule] | None = None,
        max_bytes: int | None = None,
        out_of_time: Callable[[], bool] = lambda: False,
    ) -> None:
        self._model = self.model_type(instance, max_bytes, out_of_time)
        self.formula = self._model.formula
        if rules is None:
            rules = for_many(self.all_rules) if instance.players >= MANY else self.all_rules
        for rule in rules:
            if not rule.applies(self._model):
                continue
            add = self.formula.add_at_every_step if rule.every_trick else self.formula.add
            add(rule.name, rule.state(self._model))

    @property
    def earliest(self) -> int:
        """The first trick that could be the winning one; that of the first preference."""
        return self._model.earliest

    def preferences(self) -> list[list[int]]:
        """Return early wins as assumptions, the earliest first: all goals are met by the end of trick t.

        There are none if a task can be met only at the end: every win then takes all tricks.
        """
        m = self._model
        return [
            [
                *(m.played.at(objective.card, trick) for objective in m.instance.objectives),
                *(m.met.at((task.id, trick), m.tricks) for task in m.instance.tasks),
            ]
            for trick in range(m.earliest, m.tricks)
        ]

    def continued(self, line: Sequence[tuple[int, Sequence[Card]]]) -> list[int]:
        """Return the literals that say that the play goes on with these tricks, the first incomplete one first.

        Each has its leader and cards; cards may be missing at the end of the last one.
        """
        m = self._model
        first = m.instance.finished + 1
        plays = [
            m.play.at(m.place_of(card, (leader - 1 + k) % len(m.players) + 1, trick), trick)
            for trick, (leader, cards) in enumerate(line, first)
            for k, card in enumerate(cards)
        ]
        return [*plays, m.wins.at(line[0][0], first - 1)] if line else []

    @property
    def directions(self) -> tuple[Direction, ...]:
        """The directions in which cards may be passed; none if they cannot be."""
        return self._model.pass_.directions

    @property
    def passable(self) -> dict[int, list[Card]]:
        """The cards that each player may pass, as far as that does not depend on how tricks are played."""
        return self._model.pass_.given

    def no_pass(self) -> list[int]:
        """Return the literals that say that nobody passes a card."""
        m = self._model
        return [-m.passes.at(to, m.tricks) for to in m.passes.rows]

    def passing(self, to: Direction, card: Card) -> list[int]:
        """Return the literals that say that a card is passed in a direction."""
        m = self._model
        return [m.passes.at(to, m.tricks), m.passed.at(card, m.tricks)]

    def passed_in(self, model: Sequence[int]) -> list[Card]:
        """Return the cards that are passed in a model."""
        m, true = self._model, set(model)
        return [card for card in m.passed.rows if m.passed.at(card, m.tricks) in true]

    def another_line(self, line: Sequence[tuple[int, Sequence[Card]]]) -> list[int]:
        """Return the clause that rules out every play that starts with these tricks, the first incomplete one first."""
        return [-literal for literal in self.continued(line)]

    def decode(self, model: Sequence[int]) -> list[tuple[int, tuple[Card, ...]] | Choice]:
        """Return leader and cards of all tricks after the complete ones of `played`, the leader's card first.

        What is passed, if that has not been settled, comes in its place among the tricks.
        """
        m = self._model
        true = {literal for literal in model if literal > 0}
        players = len(m.players)
        out = []
        for trick in range(m.instance.finished + 1, m.tricks + 1):
            leader = next(p for p in m.players if m.wins.at(p, trick - 1) in true)
            by_player = {m.holder[key]: card_of(key) for key in m.places if m.play.at(key, trick) in true}
            turn = [(leader - 1 + k) % players + 1 for k in range(players)]
            out.append((leader, tuple(by_player[player] for player in turn)))
        to: Direction = next((to for to in m.pass_.directions if m.passes.at(to, m.tricks) in true), "left")
        return with_pass(m.instance, out, self.passed_in(model), to)
