"""The state of a game that is walked through."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from crewsat.base.said import saying
from crewsat.base.wording import counted

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
        unit: what is counted, as in `crewsat.games.game.Game.unit`.
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
        number = self.number or 0
        if self.status != "open" and self.unit == "step":
            return self._in_steps(number)
        if self.status == "open" or self.unit != "trick":
            ended = "" if self.status == "open" else f" after {counted(number, self.unit)}"
            return f"{self.status}{ended}{f': {self.why}' if self.why else ''}"
        if self.status == "won":
            return saying("won after {n} tricks", one="won after 1 trick", n=number)
        if not self.why:
            return saying("lost after {n} tricks", one="lost after 1 trick", n=number)
        return saying("lost after {n} tricks: {why}", one="lost after 1 trick: {why}", n=number, why=self.why)

    def _in_steps(self, number: int) -> str:
        if self.status == "won":
            return saying("won after {n} steps", one="won after 1 step", n=number)
        return saying("lost after {n} steps: {why}", one="lost after 1 step: {why}", n=number, why=self.why)


OPEN = Outcome("open")
