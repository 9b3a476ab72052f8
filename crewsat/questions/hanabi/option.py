"""The answer for one action of Hanabi."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from crewsat.games.hanabi.actions import Action
    from crewsat.games.verdict import Answer, Checked


@dataclass(frozen=True, slots=True)
class ActionOption:
    """An action that may be taken next, and the answer for the game after it.

    Attributes:
        action: the action.
        answer: ``yes`` if the target can still be reached then, ``no``, or ``unknown``.
        checked: how far the answer has been checked by code that did not find it.
        play: for a yes, a play that reaches the target and starts with this action.
        reason: why the answer is unknown.
    """

    action: Action
    answer: Answer
    checked: Checked
    play: tuple[Action, ...] | None = None
    reason: str | None = None

    @property
    def move(self) -> Action:
        """The move: the action."""
        return self.action

    def as_dict(self) -> dict[str, Any]:
        """Return a JSON object; what is absent is left out."""
        out = {
            **self.action.as_dict(),
            "answer": self.answer,
            "checked": self.checked,
            "reason": self.reason,
            "play": None if self.play is None else [action.as_dict() for action in self.play],
        }
        return {key: value for key, value in out.items() if value is not None}
