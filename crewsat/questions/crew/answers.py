"""Answers about the positions of one deal of The Crew.

The first question is decided like any other deal. After that, one formula about all plays of the deal answers, with the
cards played as assumptions, unless an argument or the quick player answers first.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from crewsat.base.errors import Stopped
from crewsat.engine.methods import methods_for
from crewsat.engine.strategy import answer, without_formula
from crewsat.games.cards import Card
from crewsat.games.crew.walk import Walk
from crewsat.games.verdict import Verdict
from crewsat.questions.crew.formula import DealFormula
from crewsat.questions.crew.options import Option
from crewsat.questions.position_answers import PositionAnswers

if TYPE_CHECKING:
    from collections.abc import Sequence

    from crewsat.engine.limits import Limits
    from crewsat.games.crew.instance import Crew
    from crewsat.games.crew.tricks import Trick
    from crewsat.workers.process import Tell

METHOD = "cnf-tricks"
"""The method whose formula answers the later questions."""


class CrewAnswers(PositionAnswers[Card, Walk, Option]):
    """Answers about the walks through a deal."""

    walk = Walk

    def __init__(self, start: Crew) -> None:
        super().__init__(start)
        self._deal = start
        self._formula = DealFormula(start)
        self._asked = False

    def find(self, walk: Walk, limits: Limits, note: Tell) -> Verdict:
        """Decide a position: as `crewsat.decide` does the first time, then by arguments, the player, the formula."""
        if not self._asked:
            self._asked = True
            return answer(walk.instance, "auto", limits, note=note)
        argued = without_formula(methods_for(self._deal.game, "auto"), walk.instance, limits, note)
        return self._by_formula(walk, limits) if argued is None else argued

    def moves_of(self, walk: Walk, play: Sequence[Trick]) -> list[Card]:
        """Return the cards of tricks, without those already played to the unfinished one."""
        return [card for trick in play for card in trick.cards][len(walk.current) :]

    def moved(self, walk: Walk) -> tuple[Trick, ...]:
        """Return the finished tricks."""
        return walk.tricks

    def option(self, walk: Walk, move: Card, verdict: Verdict) -> Option:
        """Return the option for a card."""
        player = walk.player or self._deal.holder[move]
        return Option(player, move, verdict.answer, verdict.checked, verdict.play, verdict.reason)

    def verdict_of(self, option: Option) -> tuple[Card, Verdict[tuple[Trick, ...]]]:
        """Return the card of an option, and its content as a verdict."""
        common: dict[str, Any] = {"game": self._deal.game, "about": self._deal.about, "play": option.play}
        return option.card, Verdict(option.answer, METHOD, option.checked, **common)

    def _by_formula(self, walk: Walk, limits: Limits) -> Verdict:
        """Decide a position by the formula of the deal."""
        verdict: Verdict = Verdict("unknown", METHOD, "none", self._deal.game, about=self._deal.about)
        tricks = [(trick.leader, trick.cards) for trick in walk.tricks[self._deal.finished :]]
        if walk.current and walk.leader is not None:
            tricks.append((walk.leader, walk.current))
        try:
            outcome, cards = self._formula.solve(tricks, limits)
        except Stopped as stopped:
            return replace(verdict, reason=stopped.reason)
        verdict = replace(verdict, solver=outcome.solver, reason=outcome.reason)
        if outcome.status == "satisfiable":
            return self.won(walk, cards[len(self._deal.begun) + len(walk.path) :], verdict)
        return verdict if outcome.status == "unknown" else replace(verdict, answer="no")
