"""Why a game of Hanabi is lost: suits that cannot be finished together, what bounds say, and what would win it.

The demands are the suits. One formula about all plays answers for every set of them: that a suit is finished is an
assumption. So the conflict is a minimal set of suits that cannot be finished together, whatever becomes of the others.

Repairs change as little as possible: one more clue token, one more strike, another size of the hands (before the first
action only, as what was done with other hands says nothing), and the nearest two cards of the pile that change places.
Of the exchanges those near each other are tried first, until time is up.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from crewsat.algorithms.hanabi.bounds import too_deep, too_many_to_hold, too_slow
from crewsat.errors import Stopped
from crewsat.explaining.budget import Budget
from crewsat.explaining.explanation import Explanation, Reason, Repair
from crewsat.explaining.minimal_conflict import Known, minimal_conflict
from crewsat.games.hanabi.position import Position
from crewsat.solvers.warm import WarmSolvers
from crewsat.wording import counted, listed, visible

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from crewsat.engine.limits import Limits
    from crewsat.explaining.explanation import RepairKind
    from crewsat.games.hanabi.instance import Hanabi
    from crewsat.verdict import Verdict

BOUNDS = (too_slow, too_deep, too_many_to_hold)


def explain(instance: Hanabi, verdict: Verdict, limits: Limits) -> Explanation:
    """Explain why a game is lost.

    Args:
        instance: the game.
        verdict: its answer; only a no is explained.
        limits: what all questions together may use; half of the time that is left goes to the conflict, what is left to
            the repairs.
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
        if not self.position.over:
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

    def conflict(self, budget: Budget) -> tuple[tuple[str, ...] | None, bool | None]:
        """Return a minimal set of suits that cannot be finished together; None if not all points are asked for."""
        if self.instance.points_to_reach < self.instance.most_points or self.position.over:
            return None, None
        from crewsat_encodings.hanabi.steps_cnf import open_ended  # noqa: PLC0415 - only if needed

        try:
            encoding = open_ended(self.instance, max_bytes=budget.limits.max_bytes, out_of_time=budget.limits.late)
        except Stopped as stopped:
            self.budget.unanswered.append(stopped.reason)
            return tuple(self.suits), False
        solvers = WarmSolvers(encoding.formula, seed=budget.limits.seed)

        def asked(members: frozenset[str]) -> Known:
            top = self.position.values
            heights = [top if suit in members else 0 for suit in self.suits]
            outcome = solvers.solve(encoding.reaching(heights), deadline=budget.limits.deadline)
            if outcome.status == "unknown":
                budget.unanswered.append(outcome.reason or "incomplete")
                return Known("unknown")
            return Known("yes" if outcome.status == "satisfiable" else "no")

        return minimal_conflict(self.suits, asked, hopeless=budget.late)

    # Repairs --------------------------------------------------------------------------------------------------------

    def repairs(self, conflict: Sequence[str]) -> Iterator[tuple[RepairKind, Repair | None, bool]]:
        """Yield for each kind of repair the one that was found, and whether all of the kind were tried."""
        tokens, strikes, hand = self.instance.clue_tokens, self.instance.strikes, self.instance.cards_in_hand
        changes: list[tuple[RepairKind, dict[str, Any], str]] = [
            ("clue_tokens", {"clue_tokens": tokens + 1}, f"there are {tokens + 1} clue tokens, one more"),
            ("strikes", {"strikes": strikes + 1}, f"{strikes + 1} strikes end the game, one more"),
        ]
        for kind, update, words in changes:
            found, known = self._changed(kind, update, words)
            yield kind, found, known
        if not self.instance.actions:
            sizes = [size for size in (hand + 1, hand - 1) if 0 < size * self.instance.players <= self.instance.size]
            tried = [
                self._changed("hand_size", {"hand_size": size}, f"the hands have {counted(size, 'card')}")
                for size in sizes
            ]
            yield "hand_size", next((found for found, _ in tried if found), None), all(known for _, known in tried)
        exchange, tried_all = self._exchange(conflict)
        yield "swap_draws", exchange, tried_all

    def _changed(self, kind: RepairKind, update: dict[str, Any], words: str) -> tuple[Repair | None, bool]:
        """Return a change as a repair if it wins, and whether that is known."""
        changed = self.instance.model_copy(update={**update, "about": None})
        verdict = self.budget.ask(changed)
        if verdict.answer != "yes":
            return None, verdict.answer == "no"
        return Repair(kind, words, changed, verdict.play or ()), True

    def _exchange(self, conflict: Sequence[str]) -> tuple[Repair | None, bool]:
        """Return the nearest exchange of two cards of the pile that wins, and whether all were tried."""
        all_lost = True
        for one, other in self._pairs(conflict):
            if self.budget.late():
                return None, False
            deck = list(self.instance.deck)
            names = [f"{visible(deck[place])} (card {place - self.position.drawn + 1})" for place in (one, other)]
            deck[one], deck[other] = deck[other], deck[one]
            words = f"{names[0]} and {names[1]} of the pile change places"
            found, known = self._changed("swap_draws", {"deck": deck}, words)
            if found is not None:
                return found, False
            all_lost = all_lost and known
        return None, all_lost

    def _pairs(self, conflict: Sequence[str]) -> Iterator[tuple[int, int]]:
        """Yield pairs of different cards of the pile, the nearest first, of these those with suits of the conflict."""
        pile, deck = self.position.pile, self.instance.deck
        for distance in range(1, len(pile)):
            pairs = [(k, k + distance) for k in pile if k + distance in pile and deck[k] != deck[k + distance]]
            pairs.sort(key=lambda pair: -sum(deck[place].suit in conflict for place in pair))
            yield from pairs

    # Sentences ------------------------------------------------------------------------------------------------------

    def reasons(self, conflict: tuple[str, ...] | None, *, minimal: bool) -> Iterator[Reason]:
        """Yield what bounds say, and what the conflict means."""
        for bound in BOUNDS:
            why = bound(self.instance)
            if why is not None:
                yield Reason(why, "algorithm")
        if conflict is None:
            return
        if len(conflict) == 1:
            yield Reason(f"{conflict[0]} cannot be finished, whatever becomes of the other suits", "none")
            return
        names = listed(conflict)
        yield Reason(f"{names} cannot all be finished, whatever becomes of the other suits", "none")
        if minimal:
            yield Reason(f"without any one of {names} the others of them can", "none")
