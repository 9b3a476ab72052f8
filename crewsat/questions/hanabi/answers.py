"""Answers about the positions of one game of Hanabi."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from crewsat.engine.strategy import answer
from crewsat.games.hanabi.walk import Walk
from crewsat.games.verdict import Statistics, Verdict
from crewsat.questions.position_answers import PositionAnswers

if TYPE_CHECKING:
    from collections.abc import Sequence

    from crewsat.engine.limits import Limits
    from crewsat.games.hanabi.actions import Action
    from crewsat.games.instance import Instance
    from crewsat.games.verdict import Answer, Checked
    from crewsat.workers.process import Tell


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


class HanabiAnswers(PositionAnswers["Action", Walk, ActionOption]):
    """Answers about the walks through a game."""

    walk = Walk

    def __init__(self, start: Instance) -> None:
        super().__init__(start)
        self._found: dict[Walk, Verdict[tuple[Action, ...]]] = {}

    def find(self, walk: Walk, limits: Limits, note: Tell) -> Verdict[tuple[Action, ...]]:
        """Decide a position by the methods of `crewsat.decide`, only once: many clues lead to the same position."""
        found = self._found.get(walk)
        if found is not None:
            return replace(found, statistics=Statistics())
        found = replace(answer(walk.instance, "auto", limits, note=note), model=None)
        if found.answer != "unknown":
            self._found[walk.copy()] = found
        return found

    def moves_of(self, _walk: Walk, play: Sequence[Action]) -> Sequence[Action]:
        """Return the actions."""
        return play

    def moved(self, walk: Walk) -> tuple[Action, ...]:
        """Return the actions taken."""
        return walk.path

    def option(self, _walk: Walk, move: Action, verdict: Verdict) -> ActionOption:
        """Return the option for an action."""
        return ActionOption(move, verdict.answer, verdict.checked, verdict.play, verdict.reason)

    def verdict_of(self, option: ActionOption) -> tuple[Action, Verdict[tuple[Action, ...]]]:
        """Return the action of an option, and its content as a verdict."""
        common: dict[str, Any] = {"game": self.start.game, "about": self.start.about, "play": option.play}
        return option.action, Verdict(option.answer, "auto", option.checked, **common)
