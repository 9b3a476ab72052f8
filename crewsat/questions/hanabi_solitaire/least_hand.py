"""The least hand with which a deck of solitaire Hanabi can be played.

A larger hand never hurts, so the least one is found by bisection: the lower bound is the number of cards that wait
whatever is done; the upper bound is the better of two plays, with the first and with the last copy of every card. Each
question in between is decided like any other, and a yes counts for the hand that its play really needs.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from crewsat.algorithms.hanabi_solitaire.copies import Copies
from crewsat.algorithms.hanabi_solitaire.line import line_of
from crewsat.algorithms.hanabi_solitaire.missing import card_missing
from crewsat.engine.notes import ignore_progress
from crewsat.engine.plan import plan_of
from crewsat.engine.strategy import answer
from crewsat.games.hanabi_solitaire.rules import most_stored, replay
from crewsat.games.result import Result

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from crewsat.base.errors import Reason
    from crewsat.engine.limits import Limits
    from crewsat.engine.request import Tell
    from crewsat.games.hanabi_solitaire.instance import HanabiSolitaire
    from crewsat.games.hanabi_solitaire.rules import Step
    from crewsat.games.verdict import Checked, Verdict


@dataclass(frozen=True, slots=True)
class LeastHandSize(Result):
    """The least hand that wins, or bounds on it.

    Attributes:
        at_least: no smaller hand wins.
        at_most: this hand wins; None if none is known to: a card is missing, so that no hand wins, or, if there is a
            `reason`, nothing is known yet.
        play: the steps that win with `at_most`, replayed.
        checked: how far it has been checked that no smaller hand wins; ``algorithm`` has a reason in words.
        because: the reason, or which card is missing.
        reason: why the bounds differ, if they do: ``time``, ``memory``, ….
    """

    at_least: int
    at_most: int | None
    play: tuple[Step, ...] | None = None
    checked: Checked = "none"
    because: str | None = None
    reason: str | None = None

    @property
    def proved(self) -> bool:
        """Whether the bounds meet."""
        return self.at_least == self.at_most

    def as_dict(self) -> dict[str, Any]:
        """Return the JSON object of the contract; what is absent is left out."""
        bounds = {"at_least": self.at_least, "at_most": self.at_most, "proved": self.proved}
        out = {
            "format": 1,
            "game": "hanabi_solitaire",
            "least_hand_size": None if self.at_most is None else bounds,
            "checked": self.checked,
            "because": self.because,
            "reason": self.reason,
            "play": None if self.play is None else [step.as_dict() for step in self.play],
        }
        return {key: value for key, value in out.items() if value is not None}


def least_hand_size(instance: HanabiSolitaire, limits: Limits, *, note: Tell) -> LeastHandSize:
    """Find the least hand with which all cards of a deck can be played.

    Args:
        instance: the deck; its hand does not matter.
        limits: of all decisions together.
        note: called with the bounds as they improve.
    """
    missing = card_missing(instance)
    if missing is not None:
        return LeastHandSize(0, None, checked="algorithm", because=missing)
    low, best, because = _bounds(instance)
    refuted: Verdict | None = None
    plan = plan_of(instance.game)
    while low < most_stored(best):
        note({"found": _found(low, best, because, refuted)})
        middle = (low + most_stored(best)) // 2
        question = instance.model_copy(update={"hand_size": middle})
        verdict = answer(question, plan, limits, note=ignore_progress)
        if verdict.answer == "unknown":
            return replace(_found(low, best, because, refuted), reason=verdict.reason)
        if verdict.answer == "yes":
            best = verdict.play or ()
        else:
            low, refuted = middle + 1, verdict
    return _found(low, best, because, refuted)


def unfinished(_instance: HanabiSolitaire, reason: Reason, notes: Mapping[str, Any]) -> LeastHandSize:
    """Return the bounds that had been found."""
    found: LeastHandSize = notes.get("found", LeastHandSize(0, None))
    return replace(found, reason=reason)


def _bounds(instance: HanabiSolitaire) -> tuple[int, tuple[Step, ...], str | None]:
    """Return the least number of waiting cards, a play that wins with some hand, and why none wins with fewer; O(N)."""
    roomy = instance.model_copy(update={"hand_size": instance.size})
    choices: Iterable[set[int]] = (
        {draws[end] for card, draws in instance.copies.items() if card.value <= instance.highest} for end in (0, -1)
    )
    plays = (replay(roomy, line_of(roomy, used)) for used in choices)
    low = max(Copies(roomy, rounds=0).waiting, default=0)
    because = Copies(instance.model_copy(update={"hand_size": low - 1}), rounds=0).lost if low else None
    return low, min(plays, key=most_stored), because


def _found(low: int, best: tuple[Step, ...], because: str | None, refuted: Verdict | None) -> LeastHandSize:
    """Combine what is known; the lower bound is that of the waiting cards, or of the last no."""
    if refuted is None:
        return LeastHandSize(low, most_stored(best), best, "algorithm", because)
    return LeastHandSize(low, most_stored(best), best, refuted.checked, refuted.because)
