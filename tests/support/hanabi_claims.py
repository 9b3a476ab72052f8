"""What says no by itself to a game of Hanabi: the bounds, the methods and the best score, as claims."""

from __future__ import annotations

from typing import TYPE_CHECKING

from crewsat.algorithms.result import Refutation
from crewsat.games.hanabi.position import Position
from tests.support.by_name import Claim, Mistake
from tests.support.hanabi_edges import (
    InTime,
    SomeSuits,
    can_be_finished,
    comes_in_time,
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
SENTENCES = "crewsat.explaining.hanabi.sentences"
RULES = "crewsat.games.hanabi.rules"


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
]
