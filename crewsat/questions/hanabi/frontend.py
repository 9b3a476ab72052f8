"""Questions about one game of Hanabi: which actions keep the target within reach, and what the best score is."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from crewsat.base.errors import Stopped
from crewsat.games.hanabi.features import ALL
from crewsat.games.hanabi.rules import Table
from crewsat.games.scope import reads
from crewsat.questions.asking import ask
from crewsat.questions.hanabi.best_score import BestScore
from crewsat.questions.hanabi.best_score import best_score as found_here
from crewsat.questions.hanabi.option import ActionOption
from crewsat.questions.hanabi.options import action_options, different_actions

if TYPE_CHECKING:
    from collections.abc import Sequence

    from crewsat.engine.limits import Limits
    from crewsat.games.hanabi.instance import Hanabi
    from crewsat.workers.process import Tell


@reads("the question of options", ALL)
def options(instance: Hanabi, limits: Limits) -> tuple[ActionOption, ...]:
    """Decide for every different action whether the target can still be reached."""
    try:
        return ask(_options, instance, limits=limits)
    except Stopped as stopped:
        actions = different_actions(instance)
        return tuple(ActionOption(action, "unknown", "none", reason=stopped.reason) for action in actions)


@reads("the question of options", ALL)
def options_as_dict(instance: Hanabi, found: Sequence[ActionOption]) -> dict[str, Any]:
    """Return the result of `options` as a JSON object, with the turn and the player on turn."""
    turn = {"turn": len(instance.actions) + 1, "player": Table.after_actions(instance).turn}
    return {"format": 1, "game": instance.game, **turn, "options": [option.as_dict() for option in found]}


def best_score(instance: Hanabi, limits: Limits) -> BestScore:
    """Find the most points that can be on the table before the game is over."""
    try:
        return ask(_best_score, instance, limits=limits)
    except Stopped as stopped:
        score = Table.after_actions(instance).score
        return BestScore(score, instance.most_points, reason=stopped.reason)


def _options(instance: Hanabi, limits: Limits, *, note: Tell) -> tuple[ActionOption, ...]:
    del note
    return action_options(instance, limits)


def _best_score(instance: Hanabi, limits: Limits, *, note: Tell) -> BestScore:
    del note
    return found_here(instance, limits)
