"""Why a game of Hanabi is lost: suits that cannot be finished together, what bounds show, and what would win it.

The demands are the suits. One formula about all plays decides every set of them, with the finished suits as
assumptions. So the conflict is a minimal set of suits that cannot be finished together, whatever becomes of the others.

Repairs change as little as possible: one more clue token, one more strike, hands of another size (only before the first
action, as actions with other hands mean nothing), the smallest change first, and an exchange of the nearest two cards
of the pile. Among equally near exchanges, those of the conflict's suits are tried first, until time is up.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from crewsat.algorithms.hanabi.bounds import pace, too_deep, too_many_to_hold, too_slow
from crewsat.algorithms.hanabi.schedule import Schedule, cannot_be_scheduled
from crewsat.base.errors import BugFound, IllegalPlay, Stopped
from crewsat.base.said import saying
from crewsat.base.wording import listed, visible
from crewsat.engine.building import build
from crewsat.games.hanabi.position import Position
from crewsat.games.hanabi.rules import Table
from crewsat.questions.budget import Budget
from crewsat.questions.explanation import Explanation, Reason, Repair
from crewsat.questions.hanabi.sentences import heights_by, sentences, with_fewest_struck
from crewsat.questions.minimal_subset import SubsetAnswer, minimal_unsatisfiable_subset
from crewsat.solvers.warm import WarmSolvers

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from crewsat.engine.limits import Limits
    from crewsat.games.hanabi.instance import Hanabi
    from crewsat.games.verdict import Verdict
    from crewsat.questions.explanation import RepairKind

BOUNDS = (cannot_be_scheduled, too_deep, too_slow)
"""The bounds that each change must pass before a play is looked for."""


def explain(instance: Hanabi, verdict: Verdict, limits: Limits) -> Explanation:
    """Explain why a game is lost.

    Args:
        instance: the game.
        verdict: its answer; only a no is explained.
        limits: what all questions together may use; half of the remaining time goes to the conflict, the rest to the
            repairs.
    """
    if verdict.answer != "no":
        return Explanation(verdict)
    return _Lost(instance, verdict, limits).explained()


class _Lost:
    """A lost game."""

    def __init__(self, instance: Hanabi, verdict: Verdict, limits: Limits) -> None:
        self.instance = instance
        self.verdict = verdict
        self.budget = Budget(limits)
        self.position = Position.of(instance)
        self.suits = [suit.name for suit in instance.rules.suits]

    def explained(self) -> Explanation:
        conflict, minimal = self.conflict(self.budget.part(0.5))
        repairs: list[Repair] = []
        no_repair: list[RepairKind] = []
        for kind, found, tried_all in self.repairs(conflict or ()):
            repairs += [] if found is None else [found]
            no_repair += [kind] if found is None and tried_all else []
        return Explanation(
            self.verdict,
            conflict,
            minimal,
            tuple(self.reasons(conflict, minimal=bool(minimal))),
            repairs=tuple(repairs),
            no_repair=tuple(no_repair),
            reason=next(iter(self.budget.unanswered), None),
        )

    # The conflict ---------------------------------------------------------------------------------------------------

    def conflict(self, budget: Budget) -> tuple[tuple[str, ...] | None, bool | None]:
        """Return a minimal set of suits that cannot be finished together; None if the target is not all points."""
        if self.instance.points_to_reach < self.instance.most_points or self.position.over:
            return None, None
        from crewsat_encodings.hanabi.steps_cnf import open_ended  # noqa: PLC0415 - only if needed

        limits = budget.limits
        try:
            encoding = build(open_ended, self.instance, limits)
        except Stopped as stopped:
            self.budget.unanswered.append(stopped.reason)
            return tuple(self.suits), False
        solvers = WarmSolvers(encoding.formula, seed=limits.seed)

        def asked(members: frozenset[str]) -> SubsetAnswer:
            suits = [number for number, suit in enumerate(self.suits) if suit in members]
            if Schedule(self.position, suits=suits).lost:
                return SubsetAnswer("no")
            heights = [self.position.values if number in suits else 0 for number in range(len(self.suits))]
            outcome = solvers.solve(encoding.reaching(heights), deadline=limits.deadline)
            if outcome.status == "unknown":
                budget.unanswered.append(outcome.reason or "incomplete")
                return SubsetAnswer("unknown")
            if outcome.status == "unsatisfiable":
                return SubsetAnswer("no")
            self._replay(encoding.decode(outcome.model), heights)
            return SubsetAnswer("yes")

        return minimal_unsatisfiable_subset(self.suits, asked, hopeless=budget.late)

    def _replay(self, actions: Sequence[Any], heights: Sequence[int]) -> None:
        """Check that a play finishes suits.

        Raises:
            BugFound: if it does not, or breaks a rule.
        """
        table = Table.after_actions(self.instance)
        try:
            for action in actions:
                if all(map(int.__ge__, table.heights, heights)):
                    break
                table.do(action)
        except IllegalPlay as error:
            raise BugFound(f"a play was found that breaks the rules ({error}): {self.instance.to_json()}") from error
        if not all(map(int.__ge__, table.heights, heights)):
            raise BugFound(f"a play was found that does not reach {list(heights)}: {self.instance.to_json()}")

    # Repairs --------------------------------------------------------------------------------------------------------

    def repairs(self, conflict: Sequence[str]) -> Iterator[tuple[RepairKind, Repair | None, bool]]:
        """Yield, for each kind of repair, the one that was found, and whether all of the kind were tried."""
        tokens, strikes = self.instance.clue_tokens + 1, self.instance.strikes + 1
        words = saying("there are {n} clue tokens, one more", one="there is a clue token", n=tokens)
        yield "clue_tokens", *self._changed("clue_tokens", {"clue_tokens": tokens}, words)
        words = saying("the game ends with strike {strike}", strike=strikes)
        yield "strikes", *self._changed("strikes", {"strikes": strikes}, words)
        if not self.instance.actions:
            yield "hand_size", *self._first(map(self._with_hands, self._sizes()))
        if len(self.position.pile) > 1 and not self.position.over:
            yield "swap_draws", *self._first(self._exchanged(*pair) for pair in self._pairs(conflict))

    def _first(self, tried: Iterator[tuple[Repair | None, bool]]) -> tuple[Repair | None, bool]:
        """Return the first change that wins, and whether all were tried, until time is up."""
        all_lost = True
        for found, known in tried:
            if found is not None:
                return found, False
            all_lost = all_lost and known
            if self.budget.limits.late():
                return None, False
        return None, all_lost

    def _changed(self, kind: RepairKind, update: dict[str, Any], words: str) -> tuple[Repair | None, bool]:
        """Return a change as a repair if it wins, and whether the answer is known."""
        changed = self.instance.model_copy(update={**update, "about": None})
        if any(bound(changed) for bound in BOUNDS):
            return None, True
        verdict = self.budget.ask(changed)
        if verdict.answer != "yes":
            return None, verdict.answer == "no"
        return Repair(kind, words, changed, verdict.play or ()), True

    def _sizes(self) -> list[int]:
        """Return all other hand sizes, the nearest first, and the larger of two equally near ones first."""
        now = self.instance.cards_in_hand
        sizes = range(1, self.instance.size // self.instance.players + 1)
        return sorted((size for size in sizes if size != now), key=lambda size: (abs(size - now), -size))

    def _with_hands(self, size: int) -> tuple[Repair | None, bool]:
        words = saying(
            "the hands have {n} cards instead of {now}",
            one="the hands have 1 card instead of {now}",
            n=size,
            now=self.instance.cards_in_hand,
        )
        return self._changed("hand_size", {"hand_size": size}, words)

    def _exchanged(self, one: int, other: int) -> tuple[Repair | None, bool]:
        deck = list(self.instance.deck)
        first = self.position.drawn - 1
        names = [
            saying("{card} (card {number})", card=visible(deck[place]), number=place - first) for place in (one, other)
        ]
        deck[one], deck[other] = deck[other], deck[one]
        words = saying("{cards} of the pile change places", cards=listed(names))
        return self._changed("swap_draws", {"deck": tuple(deck)}, words)

    def _pairs(self, conflict: Sequence[str]) -> Iterator[tuple[int, int]]:
        """Yield pairs of different cards of the pile, the nearest first; of equals those with suits of the conflict."""
        pile, deck = self.position.pile, self.instance.deck
        for distance in range(1, len(pile)):
            pairs = [(k, k + distance) for k in pile if k + distance in pile and deck[k] != deck[k + distance]]
            pairs.sort(key=lambda pair: -sum(deck[place].suit in conflict for place in pair))
            yield from pairs

    # Sentences ------------------------------------------------------------------------------------------------------

    def reasons(self, conflict: tuple[str, ...] | None, *, minimal: bool) -> Iterator[Reason]:
        """Yield what can be checked at the table, and what the conflict means."""
        if self.position.loss is not None:
            yield Reason(self.position.loss, "algorithm")
        elif conflict is None:
            yield from (Reason(words, "algorithm") for words in self._of_the_target())
        else:
            yield from self._of_the_conflict(conflict, minimal=minimal)

    def _of_the_conflict(self, conflict: tuple[str, ...], *, minimal: bool) -> Iterator[Reason]:
        """Yield why these suits, or else all, cannot be finished, and that they are a conflict."""
        numbers = [number for number, suit in enumerate(self.suits) if suit in conflict]
        argued = with_fewest_struck(self.position, numbers)
        lost = argued or with_fewest_struck(self.position, range(len(self.suits)))
        held = None if lost else too_many_to_hold(self.instance)
        words = list(sentences(lost)) if lost else [] if held is None else [held]
        yield from (Reason(sentence, "algorithm") for sentence in words)
        names = listed(conflict)
        fact = saying("{suits} cannot all be finished", one="{suits} cannot be finished", n=len(conflict), suits=names)
        if len(conflict) < len(self.suits):
            fact = saying("{this}, whatever becomes of the other suits", this=fact)
        yield Reason(fact, "algorithm" if argued else "none")
        if minimal and len(conflict) > 1:
            yield Reason(saying("without any one of {suits} the others of them can", suits=names), "replayed")

    def _of_the_target(self) -> Iterator[str]:
        """Yield why a target of less than all points cannot be reached, if bounds show it."""
        deep, slow = too_deep(self.instance), too_slow(self.instance)
        if deep is not None:
            yield deep
        elif slow is not None:
            yield slow
            step = pace(self.position).step
            if step:
                yield heights_by(Schedule(self.position, kept=range(self.instance.size)), step)
