"""What says no by itself to a game of Hanabi: the bounds, the methods and the best score, as claims."""

from __future__ import annotations

from typing import TYPE_CHECKING
from unittest.mock import patch

from crewsat.algorithms.hanabi.player import Game
from crewsat.algorithms.result import Refutation
from crewsat.engine.limits import Limits
from crewsat.engine.notes import ignore_progress
from crewsat.games.hanabi.position import Position
from tests.support.by_name import Claim, Mistake
from tests.support.hanabi_edges import (
    InTime,
    SomeSuits,
    can_be_finished,
    comes_in_time,
    crowded_or_on_the_edge,
    full_hands,
    in_time,
    on_the_edge,
    over_or_reached,
    some_suits,
    tight_or_late,
    won,
)
from tests.support.hanabi_mistakes import BOUNDS, HAND, LAST_STEP, PACE, ROOM, SCHEDULE, SUITS, TIMES

if TYPE_CHECKING:
    from collections.abc import Callable
    from types import ModuleType

    from crewsat.games.hanabi.instance import Hanabi

COPIES = "crewsat.algorithms.hanabi_solitaire.copies"
PAST = "crewsat.algorithms.hanabi.past"
SENTENCES = "crewsat.questions.hanabi.sentences"
RULES = "crewsat.games.hanabi.rules"
SCORES = "crewsat.questions.hanabi.best_score"


def _refuses(module: ModuleType, game: Hanabi) -> bool:
    return isinstance(module.decided_by_the_past(game), Refutation)


def _says(bound: str) -> Callable[[ModuleType, Hanabi], bool]:
    return lambda module, game: getattr(module, bound)(game) is not None


def _later_than(module: ModuleType, asked: InTime) -> bool:
    position = Position.of(asked.game)
    steps = module.earliest(position, asked.suit)
    missing = asked.height - position.heights[asked.suit]
    return missing > len(steps) or bool(steps[missing - 1] > asked.step)


def _lost_suits(module: ModuleType, asked: SomeSuits) -> bool:
    return bool(module.Schedule(Position.of(asked.game), suits=asked.suits).lost)


def _argued(module: ModuleType, asked: SomeSuits) -> bool:
    return module.with_fewest_struck(Position.of(asked.game), asked.suits) is not None


def _scores_less(module: ModuleType, game: Hanabi) -> bool:
    return bool(module.best_score(game, NO_LIMITS, note=ignore_progress).at_most < game.points_to_reach)


def _scores_less_by_the_formula(module: ModuleType, game: Hanabi) -> bool:
    """The same where neither the quick player nor a bound knows anything."""
    with (
        patch.object(module, "best_game", lambda position, **_: Game(position.points, [])),
        patch.object(module, "most_points", lambda position: position.values * len(position.heights)),
        patch.object(module, "held_too_many", lambda _: None),
    ):
        return _scores_less(module, game)


NO_LIMITS = Limits(None, None, resident=False, solver=None, seed=None)

WAYS = [
    Mistake(
        "suits are shared out in one way only",
        "in ways(self._position, points):",
        "in [*ways(self._position, points)][:1]:",
    ),
    Mistake(
        "a point more is needed",
        "_shared_out(sum(highest) - points, room)",
        "_shared_out(sum(highest) - points - 1, room)",
    ),
    Mistake(
        "each suit gets a point at least",
        "_shared_out(sum(highest) - points, room)",
        "_shared_out(sum(highest) - points, [max(0, one - 1) for one in room])",
    ),
    Mistake(
        "a suit never lacks all that it can",
        "range(max(0, number - sum(rest)), min(first, number) + 1)",
        "range(max(0, number - sum(rest)), min(first, number + 1))",
    ),
    Mistake("two points less can be reached", 'high, checked = high - 1, "none"', 'high, checked = high - 2, "none"'),
]
"""Mistakes about the ways in which points come about."""

CLAIMS = [
    Claim(
        "past",
        [RULES, PAST],
        _refuses,
        over_or_reached,
        won,
        [
            Mistake(
                "the target has to be exceeded",
                "return self.score >= self.instance.points_to_reach",
                "return self.score > self.instance.points_to_reach",
                RULES,
            ),
            Mistake(
                "a turn of the last round is not counted", "if self.turns_left == 0:", "if self.turns_left == 1:", RULES
            ),
        ],
        method="past",
    ),
    Claim(
        "pace",
        [BOUNDS],
        _says("too_slow"),
        on_the_edge,
        won,
        [
            *TIMES,
            *PACE,
            Mistake(
                "the target itself is out of reach",
                "if found.points >= position.target",
                "if found.points > position.target",
            ),
        ],
        method="pace",
    ),
    Claim(
        "pile",
        [BOUNDS],
        _says("too_deep"),
        on_the_edge,
        won,
        [
            *SUITS,
            Mistake(
                "the target itself is out of reach", "sum(heights) >= position.target", "sum(heights) > position.target"
            ),
        ],
        method="pile",
    ),
    Claim("height of a suit in time", [BOUNDS], _later_than, in_time, comes_in_time, [*TIMES, *LAST_STEP]),
    Claim(
        "most points of the best score",
        [BOUNDS],
        lambda module, game: bool(module.refuted(Position.of(game))),
        on_the_edge,
        won,
        [
            *TIMES,
            *LAST_STEP,
            *PACE,
            Mistake(
                "the target itself is out of reach",
                "most_points(position) < position.target",
                "most_points(position) <= position.target",
            ),
        ],
    ),
    Claim("hand", [COPIES, BOUNDS], _says("too_many_to_hold"), full_hands, won, HAND, method="hand"),
    Claim(
        "schedule",
        [BOUNDS, SCHEDULE],
        _says("cannot_be_scheduled"),
        tight_or_late,
        won,
        [
            *TIMES,
            *LAST_STEP,
            *PACE,
            *ROOM,
            Mistake("all points are always asked for", "if position.over or not full", "if position.over"),
        ],
        method="schedule",
    ),
    Claim(
        "schedule of some suits",
        [BOUNDS, SCHEDULE],
        _lost_suits,
        some_suits,
        can_be_finished,
        [one for one in ROOM if one.what in {"there is room for one less", "the last step is too late"}],
    ),
    Claim(
        "suits of a conflict",
        [BOUNDS, SCHEDULE, SENTENCES],
        _argued,
        some_suits,
        can_be_finished,
        [
            Mistake("a schedule that is not lost counts", "if not schedule.lost:", "if schedule.lost is None:"),
        ],
    ),
    Claim(
        "best score",
        [SCORES],
        _scores_less,
        crowded_or_on_the_edge,
        won,
        [
            Mistake(
                "nothing is reached in the last round",
                "position.score if position.over else",
                "position.score if position.over or position.turns_left is not None else",
            ),
            Mistake("hands matter whatever is excluded", "if low < high == self._most and", "if low < high and"),
            Mistake("a point less can be held", "            high -= 1", "            high -= 2"),
            Mistake("the bounds leave a point out", "else most_points(position)\n", "else most_points(position) - 1\n"),
        ],
    ),
    Claim("best score by the formula", [SCORES], _scores_less_by_the_formula, on_the_edge, won, WAYS),
]
