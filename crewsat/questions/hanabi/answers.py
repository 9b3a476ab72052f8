"""Answers about the positions of one game of Hanabi."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from crewsat.engine.plan import plan_of
from crewsat.engine.strategy import answer
from crewsat.games.hanabi.rules import Table
from crewsat.games.hanabi.walk import Walk
from crewsat.games.verdict import Statistics, Verdict
from crewsat.questions.hanabi.option import ActionOption
from crewsat.questions.hanabi.options import Choices
from crewsat.questions.position_answers import PositionAnswers

if TYPE_CHECKING:
    from collections.abc import Sequence

    from crewsat.engine.limits import Limits
    from crewsat.games.hanabi.actions import Action
    from crewsat.games.instance import Instance
    from crewsat.workers.process import Tell


class HanabiAnswers(PositionAnswers["Action", Walk, ActionOption]):
    """Answers about the walks through a game."""

    walk = Walk

    def __init__(self, start: Instance) -> None:
        super().__init__(start)
        self._plan = plan_of(start.game)
        self._found: dict[Walk, Verdict[tuple[Action, ...]]] = {}

    def find(self, walk: Walk, limits: Limits, note: Tell) -> Verdict[tuple[Action, ...]]:
        """Decide a position by the methods of `crewsat.decide`, only once: many clues lead to the same position."""
        found = self._found.get(walk)
        if found is not None:
            return replace(found, statistics=Statistics())
        found = replace(answer(walk.instance, self._plan, limits, note=note), model=None)
        if found.answer != "unknown":
            self._found[walk.copy()] = found
        return found

    def options(self, walk: Walk, limits: Limits, note: Tell) -> tuple[ActionOption, ...]:
        """Decide every legal action: each different one once, as identical cards count as one, and so do all clues."""
        legal = walk.legal()
        found = list(self.unknown(walk, "time"))
        if not legal:
            return ()
        choices = Choices(Table.after_actions(walk.instance), limits, tuple(self._known.line(walk.path)))
        for asked, option in choices.each():
            for k, action in enumerate(legal):
                if action == asked or (action.clue and asked.clue):
                    found[k] = _instead(option, action)
                    note({f"option {k}": found[k]})
        return self.remember_options(walk, found)

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


def _instead(option: ActionOption, action: Action) -> ActionOption:
    """Return an option for an action that is as good: the same, or another clue."""
    play = None if option.play is None else (action, *option.play[1:])
    return replace(option, action=action, play=play)
