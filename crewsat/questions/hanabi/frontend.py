"""Questions about one game of Hanabi: which actions keep the target within reach, and what the best score is."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from crewsat.base.errors import Stopped
from crewsat.engine.frontend import needs_child
from crewsat.games.hanabi.features import ALL
from crewsat.games.hanabi.rules import Table
from crewsat.games.scope import reads
from crewsat.questions.child_calls import call, value
from crewsat.questions.hanabi.answers import ActionOption
from crewsat.questions.hanabi.best_score import BestScore
from crewsat.questions.hanabi.best_score import best_score as found_here
from crewsat.questions.hanabi.options import action_options, different_actions
from crewsat.workers.process import Worker

if TYPE_CHECKING:
    from collections.abc import Sequence

    from crewsat.engine.limits import Limits
    from crewsat.games.hanabi.instance import Hanabi
    from crewsat.workers.process import Tell


@reads("the question of options", ALL)
def options(instance: Hanabi, limits: Limits) -> tuple[ActionOption, ...]:
    """Decide for every different action whether the target can still be reached."""
    if not needs_child(instance, limits):
        return action_options(instance, limits)
    try:
        with Worker() as worker:
            found: tuple[ActionOption, ...] = value(worker.run(call(_options, instance, limits, limits=limits)))
    except Stopped as stopped:
        actions = different_actions(instance)
        return tuple(ActionOption(action, "unknown", "none", reason=stopped.reason) for action in actions)
    return found


@reads("the question of options", ALL)
def options_as_dict(instance: Hanabi, found: Sequence[ActionOption]) -> dict[str, Any]:
    """Return the result of `options` as a JSON object, with the turn and the player on turn."""
    turn = {"turn": len(instance.actions) + 1, "player": Table.after_actions(instance).turn}
    return {"format": 1, "game": instance.game, **turn, "options": [option.as_dict() for option in found]}


def best_score(instance: Hanabi, limits: Limits) -> BestScore:
    """Find the most points that can be on the table before the game is over."""
    if not needs_child(instance, limits):
        return found_here(instance, limits)
    try:
        with Worker() as worker:
            found: BestScore = value(worker.run(call(_best_score, instance, limits, limits=limits)))
    except Stopped as stopped:
        score = Table.after_actions(instance).score
        return BestScore(score, instance.most_points, reason=stopped.reason)
    return found


def _options(
    instance: Hanabi,
    limits: Limits,
    *,
    deadline: float | None,
    note: Tell,  # noqa: ARG001 - of each call
) -> tuple[ActionOption, ...]:
    return action_options(instance, replace(limits, deadline=deadline))


def _best_score(
    instance: Hanabi,
    limits: Limits,
    *,
    deadline: float | None,
    note: Tell,  # noqa: ARG001 - of each call
) -> BestScore:
    return found_here(instance, replace(limits, deadline=deadline))
