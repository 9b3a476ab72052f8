"""The state of a game that is walked through."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from crewsat.wording import counted

if TYPE_CHECKING:
    from crewsat.errors import IllegalPlay


@dataclass(frozen=True, slots=True)
class Outcome:
    """Whether the play is over, and how it ended.

    Attributes:
        status: ``won``, ``lost``, or ``open`` if the play goes on. A play is lost as soon as what has been played
            breaks a goal by itself: an objective is won by another player, say. There is no look-ahead: an open play
            need not be winnable, and whether it is, is a separate question (`State.winnable`).
        trick: the number of the trick that won or lost it, or after which it ended; None if nothing was to be played.
        step: the same for games that are played in steps.
        rule: for a lost play, the short name of the rule that lost it, as in `IllegalPlay.rule`.
        why: for a lost play, what was lost, in words.
    """

    status: Literal["won", "lost", "open"]
    trick: int | None = None
    step: int | None = None
    rule: str | None = None
    why: str | None = None

    @classmethod
    def lost_by(cls, error: IllegalPlay, *, trick: int | None = None, step: int | None = None) -> Outcome:
        """Return the outcome of a play that the referee has found lost."""
        return cls("lost", error.trick or trick, error.step or step, error.rule, error.message)

    def __str__(self) -> str:
        if self.status == "open":
            return "open"
        when = counted(self.trick or 0, "trick") if self.step is None else counted(self.step, "step")
        return f"{self.status} after {when}" + (f": {self.why}" if self.why else "")


OPEN = Outcome("open")
