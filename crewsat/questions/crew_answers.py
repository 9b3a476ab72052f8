"""Answers about the positions of one deal of The Crew, and what has been found out about them so far.

The first question is decided as any other deal is. After that, one formula about all plays of the deal answers, with
the cards played as assumptions, unless an argument or the quick player does so first. What has been found is kept: a
line that wins answers along its way, a no for everything that comes after it.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from crewsat.engine.methods import methods_for
from crewsat.engine.strategy import answer, without_formula
from crewsat.errors import BugFound, IllegalPlay, Stopped
from crewsat.games.crew.rules import owners_of
from crewsat.questions.crew import Option
from crewsat.questions.crew_formula import DealFormula
from crewsat.questions.known import Known
from crewsat.verdict import Statistics, Verdict

if TYPE_CHECKING:
    from collections.abc import Iterable

    from crewsat.engine.limits import Limits
    from crewsat.games.cards import Card
    from crewsat.games.crew.instance import Crew
    from crewsat.games.crew.tricks import Trick
    from crewsat.games.crew.walk import Walk
    from crewsat.workers.process import Tell

METHOD = "cnf-tricks"
"""The method whose formula the later questions are put to."""


class CrewAnswers:
    """Answers about the walks that start from a deal; all of them must start there.

    Args:
        deal: the deal or position.
    """

    def __init__(self, deal: Crew) -> None:
        self.deal = deal
        self._formula = DealFormula(deal)
        self._known: Known[Card] = Known()
        self._asked = False

    def hint(self, walk: Walk) -> Card | None:
        """Return the next card of a line that is known to win; None if none is known."""
        return next(self._known.line(walk.path), None)

    def known(self, walk: Walk) -> Verdict | None:
        """Return the verdict on a position if nothing must be asked: the play is over, or it has been found before."""
        outcome, deal = walk.outcome, self.deal
        if outcome.status == "lost":
            why = outcome.why if outcome.rule == "end" else f"in trick {outcome.trick}: {outcome.why}"
            return Verdict("no", "past", "algorithm", deal.game, about=deal.about, because=why)
        if outcome.status == "won":
            return self._won(walk, (), Verdict("yes", "past", "replayed", deal.game, about=deal.about))
        verdict = self._known.verdict(walk.path)
        if verdict is None:
            return None
        if verdict.answer == "no":
            return replace(verdict, statistics=Statistics())
        return self._won(walk, self._known.line(walk.path), verdict)

    def remember(self, walk: Walk, verdict: Verdict) -> Verdict:
        """Keep a verdict on a position, and return it."""
        self._asked = True
        if walk.outcome.status == "lost":
            return verdict
        if verdict.answer == "no":
            self._known.lost(walk.path, verdict)
        elif verdict.answer == "yes":
            cards = [card for trick in verdict.play or () for card in trick.cards]
            self._known.won(walk.path, cards[len(walk.current) :], verdict)
        return verdict

    def decide(self, walk: Walk, limits: Limits, note: Tell) -> Verdict:
        """Decide a position in this process."""
        known = self.known(walk)
        if known is not None:
            return known
        if not self._asked:
            found = answer(walk.instance, "auto", limits, note=note)
        else:
            argued = without_formula(methods_for(self.deal.game, "auto"), walk.instance, limits, note)
            found = self._by_formula(walk, limits) if argued is None else argued
        return self.remember(walk, found)

    def options(self, walk: Walk, limits: Limits, note: Tell) -> tuple[Option, ...]:
        """Decide every legal card in this process; each answer is noted when it is there."""
        found: list[Option] = []
        for card in walk.legal():
            found.append(self._option(walk, card, limits))
            note({f"option {len(found) - 1}": found[-1]})
        return tuple(found)

    def remember_options(self, walk: Walk, found: Iterable[Option]) -> tuple[Option, ...]:
        """Keep what another process has found about the legal cards, and return it."""
        kept = tuple(found)
        for option in kept:
            walk.play(option.card)
            told = Verdict(option.answer, METHOD, option.checked, self.deal.game, about=self.deal.about)
            self.remember(walk, replace(told, play=option.play))
            walk.undo()
        return kept

    def _option(self, walk: Walk, card: Card, limits: Limits) -> Option:
        """Play a card, decide the position, and take the card back."""
        player, finished = walk.player or self.deal.holder[card], len(walk.tricks)
        walk.play(card)
        try:
            verdict = self.decide(walk, limits, lambda _known: None)
            before = walk.tricks[finished:]
        finally:
            walk.undo()
        play = None if verdict.play is None else (*before, *verdict.play)
        return Option(player, card, verdict.answer, verdict.checked, play, verdict.reason)

    def _by_formula(self, walk: Walk, limits: Limits) -> Verdict:
        """Put a position to the formula of the deal."""
        told = Verdict("unknown", METHOD, "none", self.deal.game, about=self.deal.about)
        tricks = [(trick.leader, trick.cards) for trick in walk.tricks[self.deal.finished :]]
        if walk.current and walk.leader is not None:
            tricks.append((walk.leader, walk.current))
        try:
            outcome, cards = self._formula.solve(tricks, limits)
        except Stopped as stopped:
            return replace(told, reason=stopped.reason)
        told = replace(told, solver=outcome.solver, reason=outcome.reason)
        if outcome.status == "satisfiable":
            return self._won(walk, cards[len(self.deal.begun) + len(walk.path) :], told)
        return told if outcome.status == "unknown" else replace(told, answer="no")

    def _won(self, walk: Walk, line: Iterable[Card], found: Verdict) -> Verdict:
        """Return the yes that a line gives, replayed from here; `found` says who found it."""
        play = _replayed(walk, line)
        owners = owners_of(walk.instance, play)
        told = replace(found, answer="yes", checked="replayed", play=play, assignment=owners)
        return replace(told, model=None, statistics=Statistics())


def _replayed(walk: Walk, line: Iterable[Card]) -> tuple[Trick, ...]:
    """Play a line until it wins, and take it back.

    Raises:
        BugFound: if it breaks a rule or does not win.
    """
    finished, steps = len(walk.tricks), 0
    try:
        for card in line:
            if walk.outcome.status != "open":
                break
            walk.play(card)
            steps += 1
        play, outcome = walk.tricks[finished:], walk.outcome
    except IllegalPlay as error:
        raise BugFound(f"a play was found that breaks the rules ({error}): {walk.instance.to_json()}") from error
    finally:
        for _ in range(steps):
            walk.undo()
    if outcome.status != "won":
        raise BugFound(f"a play was found that does not win ({outcome}): {walk.instance.to_json()}")
    return play
