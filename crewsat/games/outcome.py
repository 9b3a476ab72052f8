"""The state of a game that is walked through."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from crewsat.base.said import saying

if TYPE_CHECKING:
    from crewsat.base.errors import IllegalPlay


@dataclass(frozen=True, slots=True)
class Outcome:
    """Whether the play is over, and how it ended.

    Attributes:
        status: ``won``, ``lost``, or ``open`` if the play goes on. A play is lost as soon as what has been played
            breaks a goal by itself: an objective is won by another player, say. There is no look-ahead: an open play
            need not be winnable, and whether it is, is a separate question (`State.winnable`).
        number: which trick or move won or lost it, or ended it; None if nothing was to be played.
        unit: what is counted: ``trick``, ``action`` or ``step``.
        rule: for a lost play, the short name of the rule that lost it, as in `IllegalPlay.rule`.
        why: for a lost play, what was lost, in words.
    """

    status: Literal["won", "lost", "open"]
    number: int | None = None
    unit: str = "step"
    rule: str | None = None
    why: str | None = None

    @classmethod
    def lost_by(cls, error: IllegalPlay, *, number: int | None = None) -> Outcome:
        """Return the outcome of a play that the referee has found lost, with this trick or move if it names none."""
        return cls("lost", error.number or number, error.unit, error.rule, error.message)

    def __str__(self) -> str:
        if self.status == "open":
            return self.status
        after = _after(self.number or 0, self.unit)
        if self.status == "won":
            return saying("won {after}", after=after)
        if not self.why:
            return saying("lost {after}", after=after)
        return saying("lost {after}: {why}", after=after, why=self.why)


def _after(number: int, unit: str) -> str:
    """Return in words after how many tricks, actions or steps something was."""
    in_units = {
        "trick": saying("after {n} tricks", one="after 1 trick", n=number),
        "action": saying("after {n} actions", one="after 1 action", n=number),
        "step": saying("after {n} steps", one="after 1 step", n=number),
    }
    return in_units[unit]


OPEN = Outcome("open")
