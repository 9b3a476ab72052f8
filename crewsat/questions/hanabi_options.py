"""Which actions keep the target of a game of Hanabi within reach.

Each different action once: cards that are alike count as one, and so do all clues. A quick player answers most with yes
and bounds some with no; for the rest there is one formula about all plays of the position, in which the first action is
an assumption.

Where clues must alternate, what a clue names may make a difference: then one of each type is looked at, and the clue
keeps what either of them keeps. Where a player may have a token and no clue to give, a play that the referee rejects
says nothing, and the answer is unknown.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from crewsat.algorithms.hanabi.bounds import too_deep, too_many_to_hold, too_slow
from crewsat.algorithms.hanabi.past import decided_by_the_past
from crewsat.algorithms.hanabi.player import winning_line
from crewsat.algorithms.result import Refutation, Win
from crewsat.errors import BugFound, IllegalPlay, Stopped
from crewsat.games.hanabi.clues import clues_of
from crewsat.games.hanabi.position import Position
from crewsat.games.hanabi.rules import Table, play_until_success
from crewsat.questions.hanabi_answers import ActionOption
from crewsat.solvers.warm import WarmSolvers

if TYPE_CHECKING:
    from collections.abc import Iterator

    from crewsat.engine.limits import Limits
    from crewsat.games.hanabi.actions import Action
    from crewsat.games.hanabi.instance import Hanabi


def different_actions(instance: Hanabi) -> tuple[Action, ...]:
    """Return every different action of the player on turn: of the clues, the first."""
    return tuple(alike[0] for alike in _groups(instance))


def _groups(instance: Hanabi) -> list[list[Action]]:
    """Return the actions that count as one, all clues among them: of these, those that may lead to different positions.

    A group stands where its first action does.
    """
    groups: list[list[Action]] = []
    clues: dict[object, Action] = {}
    alternating = clues_of(instance.rules).alternating
    for action in Table.after_actions(instance).legal():
        if action.clue is None:
            groups.append([action])
            continue
        if not clues:
            groups.append([])
            together = groups[-1]
        kind = action.clue.type if alternating else None
        if kind not in clues:
            clues[kind] = action
            together.append(action)
    return groups


def action_options(instance: Hanabi, limits: Limits) -> tuple[ActionOption, ...]:
    """Decide for every different action whether the target can still be reached after it."""
    table = Table.after_actions(instance)
    if table.succeeded:
        return ()
    return tuple(_Options(instance, limits).decided())


class _Options:
    """Decides the actions of one position."""

    def __init__(self, instance: Hanabi, limits: Limits) -> None:
        self._instance = instance
        self._limits = limits
        self._free_clues = Position.of(instance).free_clues
        self._encoding: Any = None
        self._solvers: Any = None

    def decided(self) -> Iterator[ActionOption]:
        """Yield what is known of each action."""
        for alike in _groups(self._instance):
            found = [self._decided(action) for action in alike]
            yield min(found, key=lambda option: ("yes", "unknown", "no").index(option.answer))

    def _decided(self, action: Action) -> ActionOption:
        try:
            return self._quickly(action) or self._by_formula(action)
        except Stopped as stopped:
            return ActionOption(action, "unknown", "none", reason=stopped.reason)

    def _quickly(self, action: Action) -> ActionOption | None:
        """Decide an action without a formula, if that is possible."""
        fields = {name: getattr(self._instance, name) for name in self._instance.model_fields_set}
        after = self._instance.model_construct(**{**fields, "actions": (*self._instance.actions, action)})
        past = decided_by_the_past(after)
        if isinstance(past, Win):
            return self._yes(action, [action])
        if isinstance(past, Refutation) or too_slow(after) or too_deep(after) or too_many_to_hold(after):
            return ActionOption(action, "no", "algorithm")
        line = winning_line(after, seed=self._limits.seed or 0)
        return None if line is None else self._yes(action, [action, *line])

    def _by_formula(self, action: Action) -> ActionOption:
        """Decide an action by the formula of the position.

        Raises:
            Stopped: at a limit, or if a play is found that has no legal clues.
        """
        if self._solvers is None:
            from crewsat_encodings.hanabi.steps_cnf import plain  # noqa: PLC0415 - only if needed

            self._encoding = plain(self._instance, max_bytes=self._limits.max_bytes, out_of_time=self._limits.late)
            self._solvers = WarmSolvers(self._encoding.formula, seed=self._limits.seed)
        outcome = self._solvers.solve(self._encoding.beginning(action), deadline=self._limits.deadline)
        if outcome.status == "unknown":
            raise Stopped(outcome.reason or "incomplete")
        if outcome.status == "unsatisfiable":
            return ActionOption(action, "no", "none")
        return self._yes(action, self._encoding.decode(outcome.model))

    def _yes(self, action: Action, play: list[Action]) -> ActionOption:
        """Return a yes whose play has been replayed; it begins with this action, whatever clue the play has.

        Raises:
            BugFound: if the play breaks a rule.
            Stopped: if it does where it may, because there is a token and no clue to give.
        """
        try:
            replayed = play_until_success(self._instance, [action, *play[1:]])
        except IllegalPlay as error:
            if not self._free_clues:
                raise Stopped("incomplete") from None
            told = self._instance.to_json()
            raise BugFound(f"a play was found that breaks the rules ({error}): {told}") from error
        return ActionOption(action, "yes", "replayed", replayed)
