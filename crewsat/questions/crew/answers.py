"""Answers about the positions of one deal of The Crew.

The first question is decided like any other deal. After that, one formula about all plays of the deal answers, with the
cards played as assumptions, unless an argument or the quick player answers first. When all moves of a position are
asked about, the quick player answers most of them, and bounds and the formula the others: the other arguments would
take longer.
A choice leads to another deal, which has a formula of its own; a position in which one must be made is decided like a
deal: all choices are part of its formula.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from crewsat.algorithms.crew.bounds import refuted_if_known
from crewsat.algorithms.crew.quick import winning_line_with, worth_playing
from crewsat.base.errors import BugFound, IllegalPlay, Stopped
from crewsat.engine.notes import ignore_progress
from crewsat.engine.plan import plan_of
from crewsat.engine.strategy import answer, without_formula
from crewsat.games.cards import Card
from crewsat.games.crew.moves import Choice, Move
from crewsat.games.crew.passing import NOBODY_PASSES
from crewsat.games.crew.replaying import play_until_success
from crewsat.games.crew.walk import Walk
from crewsat.games.verdict import Verdict
from crewsat.questions.crew.formula import DealFormula
from crewsat.questions.crew.option import Option
from crewsat.questions.position_answers import PositionAnswers

if TYPE_CHECKING:
    from collections.abc import Sequence

    from crewsat.algorithms.crew.quick import Line
    from crewsat.engine.limits import Limits
    from crewsat.games.crew.instance import Crew
    from crewsat.games.crew.tricks import Trick
    from crewsat.workers.process import Tell

METHOD = "cnf-tricks"
"""The method whose formula answers the later questions."""


class CrewAnswers(PositionAnswers[Move, Walk, Option]):
    """Answers about the walks through a deal."""

    walk = Walk

    start: Crew

    def __init__(self, start: Crew) -> None:
        super().__init__(start)
        self._deal = start
        self._formula: DealFormula | None = None
        self._asked = False
        self._plan = plan_of(start.game)

    def begin(self) -> Walk:
        """Return a walk at the start."""
        walk: Walk = self.walk(self.start)
        return walk

    def find(self, walk: Walk, limits: Limits, note: Tell) -> Verdict:
        """Decide a position: as `crewsat.decide` does the first time, then by arguments, the player, the formula.

        If a solver is requested, the formula answers.
        """
        if walk.choices_due:
            return self.before_a_choice(walk, limits)
        self._turn_to(walk.deal)
        if limits.solver is not None:
            return self._by_formula(walk, limits)
        if not self._asked:
            self._asked = True
            return answer(walk.instance, self._plan, limits, note=note)
        argued = without_formula(walk.instance, self._plan, limits, note)
        return self._by_formula(walk, limits) if argued is None else argued

    def options(self, walk: Walk, limits: Limits, note: Tell) -> tuple[Option, ...]:
        """Decide every legal move: by the quick player where it is fast, then by a bound, and then by the formula.

        A hard move is left after its share of the time, and taken up again if time is left.
        """
        legal = walk.legal()
        by_player = limits.solver is None and not walk.choices_due and worth_playing(walk.instance)
        found = self._won_by_player(walk, limits, note) if by_player else {}
        left = [k for k in range(len(legal)) if k not in found]
        while left:
            for place, k in enumerate(left):
                share = limits.share(len(left) - place)
                found[k] = self._decided(walk, legal[k], share, self._decide_by_formula)
                note({f"option {k}": found[k]})
            left = [k for k in left if found[k].reason == "time" and not limits.late()]
        return tuple(found[k] for k in range(len(legal)))

    def moves_of(self, walk: Walk, play: Sequence[Trick | Choice]) -> list[Move]:
        """Return choices, and the cards of tricks, without those already played to the unfinished one."""
        moves: list[Move] = []
        played = len(walk.current)
        for part in play:
            if isinstance(part, Choice):
                moves.append(part)
            else:
                moves += part.cards[played:]
                played = 0
        return moves

    def play_on(self, walk: Walk, move: Move) -> None:
        """Make a move of a line, before which nobody passes if the line does not say what is passed."""
        if isinstance(move, Card) and NOBODY_PASSES in walk.choices_due:
            walk.play(NOBODY_PASSES)
        walk.play(move)

    def moved(self, walk: Walk) -> tuple[Trick | Choice, ...]:
        """Return the finished tricks, and the choices made."""
        return walk.line

    def option(self, walk: Walk, move: Move, verdict: Verdict) -> Option:
        """Return the option for a move."""
        player = move.player if isinstance(move, Choice) else walk.player or walk.instance.held_by[move]
        return Option(player, move, verdict.answer, verdict.checked, verdict.play, verdict.reason)

    def verdict_of(self, option: Option) -> tuple[Move, Verdict[tuple[Trick | Choice, ...]]]:
        """Return the move of an option, and its content as a verdict."""
        common: dict[str, Any] = {"game": self.start.game, "about": self.start.about, "play": option.play}
        return option.move, Verdict(option.answer, METHOD, option.checked, **common)

    def _turn_to(self, deal: Crew) -> None:
        """Forget what is known of another deal, to which a choice has led."""
        if deal is not self._deal:
            self._deal, self._formula, self._asked = deal, None, False

    def _won_by_player(self, walk: Walk, limits: Limits, note: Tell) -> dict[int, Option]:
        """Return the options of the legal cards with which the quick player finds a win, by number."""
        position, found = walk.instance, dict[int, Option]()
        for k, card in enumerate(move for move in walk.legal() if isinstance(move, Card)):  # all are cards here
            player = walk.player or position.held_by[card]
            line = winning_line_with(position, player, card, seed=limits.seed or 0)
            if line is not None:
                found[k] = self._won(walk, position, line)
                note({f"option {k}": found[k]})
        return found

    def _won(self, walk: Walk, position: Crew, line: Line) -> Option:
        """Replay a line that the quick player has found, remember it, and return the option of its first move."""
        try:
            play = play_until_success(position, line)
        except IllegalPlay as error:
            raise BugFound(f"a play was found that breaks the rules ({error}): {position.to_json()}") from error
        moves: tuple[Move, ...] = tuple(card for _, cards in line for card in cards)[len(walk.current) :]
        common: dict[str, Any] = {"game": self.start.game, "about": self.start.about}
        verdict = Verdict("yes", "player", "replayed", play=play, **common)
        self._known.won(walk.path, moves, verdict)
        return self.option(walk, moves[0], verdict)

    def _decide_by_formula(self, walk: Walk, limits: Limits, _note: Tell) -> Verdict:
        """Decide a position by a bound, or else by the formula of its deal, unless it is known."""
        known = self.known(walk)
        if known is not None:
            return known
        if walk.choices_due:
            return self.remember(walk, self.before_a_choice(walk, limits))
        self._turn_to(walk.deal)
        return self.remember(walk, self._by_bounds(walk, limits) or self._by_formula(walk, limits))

    def _by_bounds(self, walk: Walk, limits: Limits) -> Verdict | None:
        """Return the no of a bound, if one refutes the position and no solver was requested."""
        because = None if limits.solver is not None else refuted_if_known(walk.instance)
        if because is None:
            return None
        common: dict[str, Any] = {"game": self.start.game, "about": self.start.about}
        return Verdict("no", "bounds", "algorithm", because=because, **common)

    def before_a_choice(self, walk: Walk, limits: Limits) -> Verdict:
        """Decide a position in which a choice must be made."""
        return answer(walk.instance, self._plan, limits, note=ignore_progress)

    def _by_formula(self, walk: Walk, limits: Limits) -> Verdict:
        """Decide a position by the formula of the deal."""
        verdict: Verdict = Verdict("unknown", METHOD, "none", self._deal.game, about=self._deal.about)
        self._formula = self._formula or DealFormula(self._deal)
        tricks = [(trick.leader, trick.cards) for trick in walk.tricks[self._deal.finished :]]
        if walk.current and walk.leader is not None:
            tricks.append((walk.leader, walk.current))
        try:
            outcome, cards = self._formula.solve(tricks, limits)
        except Stopped as stopped:
            return replace(verdict, reason=stopped.reason)
        verdict = replace(verdict, solver=outcome.solver, reason=outcome.reason)
        if outcome.status == "satisfiable":
            return self.won(walk, cards[len(self._deal.begun) + len(walk.cards) :], verdict)
        return verdict if outcome.status == "unknown" else replace(verdict, answer="no")
