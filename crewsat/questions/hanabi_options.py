"""Which actions keep the target of a game of Hanabi within reach.

Each different action once: cards that are alike count as one, and so do all clues. A quick player answers most with yes
and bounds some with no; for the rest there is one formula about all plays of the position, in which the first action is
an assumption.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from crewsat.algorithms.hanabi.bounds import too_deep, too_many_to_hold, too_slow
from crewsat.algorithms.hanabi.past import decided_by_the_past
from crewsat.algorithms.hanabi.player import winning_line
from crewsat.algorithms.result import Refutation, Win
from crewsat.errors import BugFound, IllegalPlay, Stopped
from crewsat.games.hanabi.position import harmless
from crewsat.games.hanabi.rules import Table, play_until_success
from crewsat.questions.hanabi_answers import ActionOption
from crewsat.solvers.warm import WarmSolvers

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from crewsat.engine.limits import Limits
    from crewsat.games.hanabi.actions import Action
    from crewsat.games.hanabi.instance import Hanabi


def different_actions(instance: Hanabi) -> tuple[Action, ...]:
    """Return every different action of the player on turn: of the clues, the first."""
    legal = tuple(Table.after_actions(instance).legal())
    clue = next((action for action in legal if action.clue is not None), None)
    return tuple(action for action in legal if action.clue is None or action is clue)


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
        self._encoding: Any = None
        self._solvers: Any = None

    def decided(self) -> Iterator[ActionOption]:
        """Yield what is known of each action."""
        for action in different_actions(self._instance):
            yield self._decided(action)

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

        Of a clue it says whether any clue will do, and the play names one.

        Raises:
            Stopped: at a limit.
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
        play = self._encoding.decode(outcome.model)
        one_of_all = action.clue is not None and play[0].clue is not None
        return self._yes(play[0] if one_of_all else action, play)

    def _yes(self, action: Action, play: Sequence[Action]) -> ActionOption:
        """Return a yes whose play has been replayed.

        In the last round whoever plays nothing does something harmless; what that is depends on the first action.

        Raises:
            BugFound: if the play breaks a rule.
        """
        table = Table.after_actions(self._instance)
        first = len(table.actions)
        try:
            table.do(action)
            for following in play[1:]:
                if table.succeeded:
                    break
                last_round = table.turns_left is not None
                table.do(harmless(table) if last_round and following.action != "play" else following)
            replayed = play_until_success(self._instance, table.actions[first:])
        except IllegalPlay as error:
            told = self._instance.to_json()
            raise BugFound(f"a play was found that breaks the rules ({error}): {told}") from error
        return ActionOption(action, "yes", "replayed", replayed)
