"""Learn the blueprint: ``python -m crewsat.hidden.training FILE``, with the compiled kernel.

All players share one policy, which is improved by REINFORCE with a leave-one-out baseline (Williams 1992; Kool, van
Hoof and Welling 2019) and Adam: every iteration plays 32 random deals 8 times each, at random by the scores of the
policy, and makes what won more likely (``kernel/src/hidden/training.cpp``). What is played for are *lessons*: a number
of objectives, some with order tokens, or the tasks of a random deal of Mission Deep Sea or of a mission. The same seed
gives the same file with the same compiler and processor. Weights are rounded to integers at the end.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from crewsat.base.compiled import kernel
from crewsat.base.outputs import write_whole
from crewsat.games.crew.deep_sea_deals import DeepSeaDeal
from crewsat.games.crew.features import ALL
from crewsat.games.crew.mission_deals import MissionDeal
from crewsat.games.crew.missions import planet_nine_missions
from crewsat.games.scope import reads
from crewsat.hidden.blueprint import Blueprint
from crewsat.hidden.board import rules_of
from crewsat.hidden.view import view_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from crewsat.games.crew.instance import Crew

ITERATIONS = 48_000
RATE = 0.008
PLAYERS = (3, 4, 5)
MOST_OBJECTIVES = 10
DEALS_WITH_TASKS = 3
"""For each number of players and each mission or difficulty."""

Lesson = tuple[int, int, int, int, list[int]]
"""Players, objectives, how many of them have tokens, who leads (with tasks), the code of the tasks."""


def lessons() -> list[Lesson]:
    """Return what is played for: objectives twice as often as tasks."""
    plain: list[Lesson] = [
        (players, objectives, ordered, 0, [])
        for players in PLAYERS
        for objectives in range(1, MOST_OBJECTIVES + 1)
        for ordered in {0, objectives // 3}
    ]
    tasks = list(_with_tasks())
    return plain * round(2 * len(tasks) / len(plain)) + tasks


def _with_tasks() -> Iterator[Lesson]:
    missions = [mission.number for mission in planet_nine_missions() if not mission.passes]
    for players in PLAYERS:
        for seed in range(DEALS_WITH_TASKS):
            for difficulty in range(1, 16):
                yield _lesson(DeepSeaDeal(players=players, difficulty=difficulty, drafted=True).with_seed(seed))
            for number in missions:
                deal = MissionDeal(mission=number, players=players, drafted=True).with_seed(seed)
                if deal.tasks:
                    yield _lesson(deal)


@reads("training", ALL)
def _lesson(deal: Crew) -> Lesson:
    rules = rules_of(view_of(deal, 1))
    code = [] if rules.tasks is None else list(rules.tasks.code)
    return deal.players, len(deal.objectives), 0, (deal.leader or 1) - 1, code


def learn(iterations: int, seed: int, *, each: int = 500) -> Iterator[tuple[int, float, list[int]]]:
    """Yield after every few iterations how many there were, the share of plays that were won, and the weights.

    Args:
        iterations: in all.
        seed: of deals and plays.
        each: how many iterations there are between two results.

    Raises:
        RuntimeError: without the compiled kernel.
    """
    compiled = kernel()
    if compiled is None:
        raise RuntimeError("the blueprint is learned by the compiled kernel, which is not installed")
    deal = DeepSeaDeal(players=4, difficulty=1).with_seed(0)
    suit = rules_of(view_of(deal.model_copy(update={"tasks": ()}), 1)).suit
    training = compiled.training(list(suit), suit[-1], lessons(), seed)
    for start in range(0, iterations, each):
        done = min(iterations, start + each)
        won = training.run(start, done, iterations, RATE)
        yield done, won, training.rounded()


def main(words: Sequence[str]) -> int:
    """Learn a blueprint, say on stderr how it gets on, and write it again and again."""
    parser = argparse.ArgumentParser(prog="python -m crewsat.hidden.training", description="Learn the blueprint.")
    parser.add_argument("file", type=Path, metavar="FILE")
    parser.add_argument("--iterations", type=int, default=ITERATIONS, metavar="N")
    parser.add_argument("--seed", type=int, default=1, metavar="S")
    given = parser.parse_args(words)
    for done, won, weights in learn(given.iterations, given.seed):
        sys.stderr.write(f"\r{done} of {given.iterations} iterations, {won:.3f} won")
        sys.stderr.flush()
        write_whole(given.file, Blueprint(tuple(weights)).to_json().encode())
    sys.stderr.write("\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
