"""Hanabi with a known deck as a propositional formula about steps: one for each card that leaves a hand.

A step is a play, a discard or a strike; the clues before it belong to it. Step s draws the s-th card of the pile, so
what is drawn is known, and who draws it follows from the clues. After R steps, as many as the pile has cards, each
player has one more turn, in which only plays matter: a player who does not play can do something harmless, as a clue
can be given if there are tokens for it, and otherwise a card can be discarded; the very last turn affects no other
player. So the last round is L more steps in which a card may be played or not. Variables (s a step, i a card, a a
player):

=============  =======================================================================================================
family         meaning
=============  =======================================================================================================
leaves(s, i)   card i leaves the hand of its holder, or the pile, in step s
gone(s, i)     card i has left by step s
plays(s)       the card that leaves in step s is played; ``strikes(s)``: it does not fit. Else it is discarded
acts(s, a)     player a acts in step s
clues(s, j)    at least j clues are given before step s; of a turn of the last round, one instead of it
laid(s, k, r)  of suit k, r cards have been laid down by step s
left(s, n)     at least n units of tokens are there after the clues before step s; ``kept(s, n)``: after step s
gains(s)       step s gains a unit
stopped(s)     there is no step s any more; only where nothing may be allowed in a turn
used(i)        card i is played in some step
waits(s, k, r) the copy of a card that is used has been drawn before step s, and has not left by step s
first(s, n)    one of the first n cards that may leave in step s does
fallen(s, n)   there are at least n strikes by step s
count(s, n, m) of the first n cards that may wait in step s, at least m do
points(n, m)   the suits up to the n-th have risen by at least m in the end
seen(s, a, i)  card i is in the hand of another player than a before step s
able(s, a, t)  player a sees such a card that a clue of type t touches
colour(s)      the last clue before those of step s has named a colour
=============  =======================================================================================================

With this reading, **every play that reaches the target satisfies every clause**, if it continues, after the target is
reached, with discards, and with a clue when all tokens are there. Hence an unsatisfiable formula shows that there is
none. Rules marked as symmetries are left out of proofs; rules marked redundant follow from the others.

In most variants every card is touched by some clue, so any player with a token can give one, and its content does not
matter. The last three families are for the other variants. There, a turn may come in which only a strike is allowed, so
tokens and clues are also counted in the last round, and a play may stop when it has succeeded.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from crewsat.base.formula import Formula
from crewsat.games.hanabi.features import ALL
from crewsat.games.hanabi.position import PASS, Move, Position, actions_of
from crewsat.games.hanabi.rules import Table
from crewsat.games.scope import reads
from crewsat_encodings.hanabi.steps_model import Model
from crewsat_encodings.hanabi.steps_rules import RULES, the_goal_is_reached

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from crewsat.games.hanabi.actions import Action
    from crewsat.games.hanabi.instance import Hanabi
    from crewsat_encodings.rule import Rule


@reads("method 'cnf-steps'", ALL)
class Encoding:
    """A game as a formula, and the way back from a model to a play.

    Args:
        instance: the game.
        rules: the rules to state, all by default.
        max_bytes: estimated size at which building stops.
        out_of_time: called now and then; True means stop building.

    Raises:
        Stopped: at a limit.
    """

    def __init__(
        self,
        instance: Hanabi,
        *,
        rules: Sequence[Rule] = RULES,
        max_bytes: int | None = None,
        out_of_time: Callable[[], bool] = lambda: False,
    ) -> None:
        self._position = Position.of(instance)
        self._model: Model | None = None
        reached = self._position.score >= self._position.target
        if reached or self._position.over:
            self.formula = _decided(won=reached)
            return
        self._model = Model(self._position, max_bytes, out_of_time)
        self.formula = self._model.formula
        for each in rules:
            self.formula.add(each.name, each.state(self._model))

    def preferences(self) -> list[list[int]]:
        """Return no preferences: no play is preferred."""
        return []

    def reaching(self, heights: Sequence[int]) -> list[int]:
        """Return the literals that say that every suit reaches at least its height: a goal as an assumption."""
        m = self._model
        if m is None:
            return []
        laid = (m.laid(m.steps, (suit, height)) for suit, height in enumerate(heights))
        return [literal for literal in laid if isinstance(literal, int)]

    def beginning(self, action: Action) -> list[int]:
        """Return the literals that say that a play begins with this action, for formulas without symmetries.

        In the last round a player who does not play a card does something harmless, whatever it is.
        """
        m = self._model
        if m is None:
            return []
        if action.clue is not None:
            return [m.clue(1, 1)] if m.counted() else self._none_leaves(m)
        if 1 not in m.wasting() and action.action != "play":
            return self._none_leaves(m)
        no_clue = [-m.clue(1, 1)] if m.counted() and m.most_clues else []
        strikes = [m.strikes(1) if action.action == "strike" else -m.strikes(1)] if 1 in m.wasting() else []
        plays = m.plays(1) if action.action == "play" else -m.plays(1)
        return [*no_clue, m.leaves(1, self._card(action)), plays, *strikes]

    @staticmethod
    def _none_leaves(m: Model) -> list[int]:
        return [-m.leaves(1, i) for i in m.may_leave(1)]

    def _card(self, action: Action) -> int:
        return Table.after_actions(self._position.instance).number_of(action)

    def decode(self, model: Sequence[int], points: int | None = None) -> list[Action]:
        """Return the actions of a model, up to the target or to `points` points; clues are chosen along the way."""
        if self._model is None:
            return []
        position = self._position if points is None else replace(self._position, target=points)
        return actions_of(position, self._moves(self._model, {literal for literal in model if literal > 0}))

    def _moves(self, m: Model, true: set[int]) -> Iterator[Move]:
        for s in range(1, m.steps + 1):
            yield from self._clues(m, s, true)
            card = next((i for i in m.may_leave(s) if m.leaves(s, i) in true), None)
            if card is not None:
                strike = s in m.wasting() and m.strikes(s) in true
                yield Move("play" if m.plays(s) in true else "strike" if strike else "discard", card)
            elif s not in m.wasting():
                yield PASS

    @staticmethod
    def _clues(m: Model, step: int, true: set[int]) -> Iterator[Move]:
        """Yield the clues before a step, or instead of it."""
        given = [j for j in m.clue_numbers(step) if m.clue(step, j) in true] if step in m.counted() else []
        for j in given:
            if m.careful and m.position.alternating:
                colour = (m.colour(step) in true) == (j % 2 == 0)
                yield Move("clue", clue_type="colour" if colour else "value")
            else:
                yield Move("clue")


def _decided(*, won: bool) -> Formula:
    """Return the formula of a game in which the target has been reached, or that is over without success."""
    formula = Formula(1, step_name="")
    reached = formula.family("reached", ["the target"], first_step=1).now("the target")
    formula.add("the_past_decides", [(reached,)] if won else [(reached,), (-reached,)])
    return formula


def plain(instance: Hanabi, **options: Any) -> Encoding:  # noqa: ANN401 - those of the encoding
    """Return the formula of proofs: without symmetries, so that every winning play satisfies all its clauses."""
    return Encoding(instance, rules=[each for each in RULES if not each.symmetry], **options)


def open_ended(instance: Hanabi, **options: Any) -> Encoding:  # noqa: ANN401 - those of the encoding
    """Return the formula without its goal, which is given by assumptions: see `Encoding.reaching`."""
    return Encoding(instance, rules=[each for each in RULES if each.state is not the_goal_is_reached], **options)
