"""``python -m benchmarks.tiny_crew``: computes the page of Tiny Crew: ladders, learning curves, other sets of tasks.

Every number is kept in a file of results as soon as it is known, and not computed again; the page is written from them.
"""

from __future__ import annotations

import argparse
import math
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from statistics import mean, stdev
from typing import TYPE_CHECKING, Any

import crewsat
from benchmarks.kept_results import computed
from crewsat.tiny_crew import TinyCrew

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

SEEDS = range(1, 6)
LEARNERS: dict[str, dict[str, Any]] = {
    "cfr": {"algorithm": "cfr", "iterations": 30},
    "cfr+": {"algorithm": "cfr+", "iterations": 30},
    "cfr+, perfect recall": {"algorithm": "cfr+", "iterations": 30, "recall": "perfect"},
    "chance-sampled": {"algorithm": "chance-sampled", "iterations": 5_000},
    "external": {"algorithm": "external", "iterations": 20_000},
}
HOUR = 3_600.0
"""Seconds on the clock."""
ROUNDED = 1e-6
"""By how much a number of deals computed from a value may be off."""
GAMES: dict[str, dict[str, Any]] = {
    "12 cards": {},
    "12 cards, captain leads": {"leader": "captain"},
    "12 cards, 'exactly' judged when reached": {"judged": "when_reached"},
    "12 cards, captain leads, judged when reached": {"leader": "captain", "judged": "when_reached"},
    "9 cards": {"colours": 2},
    "6 cards": {"colours": 2, "values": 2, "submarines": 2},
}
"""The README's game under its four readings, and its smaller sisters."""


@dataclass(frozen=True)
class TaskSet:
    """Who wins red 3, and who takes exactly `number` cards of a suit."""

    owner: int
    taker: int
    number: int
    suit: str

    @property
    def text(self) -> str:
        """The tasks in the language of `--tasks`."""
        return f"{self.owner} wins red3; {self.taker} wins exactly {self.number} of {self.suit}1,2,3"


TASK_SETS = [
    TaskSet(owner, taker, number, suit)
    for owner in (1, 2)
    for taker in ((1, 2, 3) if owner == 2 else (1, 2))
    for suit in ("red", "blue", "submarine")
    for number in range(4)
]
"""Players 2 and 3 do not lead, and green is like blue but for its name; task sets that add nothing are left out."""


def jobs() -> Iterator[tuple[str, Callable[[], Any]]]:
    """Yield the names of all results and the functions that compute them, the slowest first."""
    yield "an hour", _hour
    yield "bound over all tricks", _bound
    for name, options in GAMES.items():
        yield f"ladder, {name}", partial(_ladder, options)
    for learner in LEARNERS:
        for seed in SEEDS:
            yield f"{learner}, seed {seed}", partial(_curve, learner, seed)
    for tasks in TASK_SETS:
        yield tasks.text, partial(_worth, tasks.text)


def _hour() -> dict[str, Any]:
    learned = TinyCrew().learn("cfr+", time_limit=HOUR)
    steps: list[dict[str, float]] = []
    for point in learned.curve:
        if not steps or point.best > steps[-1]["best"]:
            steps.append({"iteration": point.iteration, "cpu_seconds": point.cpu_seconds, "best": point.best})
    last = learned.curve[-1]
    found = {"iterations": last.iteration, "cpu_seconds": last.cpu_seconds, "learned": learned.evaluation.value}
    return {**found, "steps": steps}


def _bound() -> int:
    return TinyCrew().optimum(all_tricks=True).bound


def _ladder(options: dict[str, Any]) -> dict[str, Any]:
    return TinyCrew(**options).ladder().as_dict()


def _curve(learner: str, seed: int) -> dict[str, Any]:
    learned = TinyCrew().learn(**LEARNERS[learner], seed=seed)
    return {"learned": learned.evaluation.value, "points": [asdict(point) for point in learned.curve]}


def _worth(tasks: str) -> dict[str, Any]:
    game = TinyCrew(tasks=tasks)
    value = game.value()
    learned = game.learn("cfr+", iterations=15).evaluation.value
    return {"winnable": value.winnable / value.deals, "random": value.random, "learned": learned}


def page(results: dict[str, Any], folder: Path) -> str:
    """Return the page; its figures are drawn beside it."""
    rows = {name: results[f"ladder, {name}"] for name in GAMES}
    for team in ("best_printed", "best_perfect"):
        rows["12 cards"][team]["bound"] = min(rows["12 cards"][team]["bound"], results["bound over all tricks"])
    known = rows["12 cards"]["best_printed"]  # no policy is better than the best team
    known["won"] = max(known["won"], math.ceil(results["an hour"]["learned"] * rows["12 cards"]["deals"] - ROUNDED))
    runs = {learner: [results[f"{learner}, seed {seed}"] for seed in SEEDS] for learner in LEARNERS}
    from benchmarks.tiny_crew_figures import draw_curves, draw_ladders  # noqa: PLC0415 - matplotlib is heavy

    ladders = draw_ladders(rows, folder / "ladder.svg")
    sweeping = {name for name, options in LEARNERS.items() if options["algorithm"] in {"cfr", "cfr+"}}
    curves = draw_curves(runs, sweeping, folder / "curves.svg")
    parts = [_head(results), _ladder_table(rows, ladders), _curve_table(runs, curves), _hour_table(results["an hour"])]
    return "\n".join(line for part in [*parts, _task_table(results), _UNDONE.splitlines()] for line in part) + "\n"


_UNDONE = """\
## What is not there

- **Hints.** A player who says of one of his cards that it is his highest, lowest or only one of a suit does so in the
  open, so that every position and every state would have to remember all three hints. Positions are shared between
  deals because they remember little; each hint multiplies them.
- **The distress signal.** Whether to give it, and which card to pass, the crew decides together before the first
  card. Here nobody may talk, and the rules do not say how they would agree otherwise.
- **Sampling learners with perfect recall for twelve cards**, pictures of such policies, and their conversion to
  OpenSpiel: these need all states, and there are too many. Learners that sweep, exact values and bounds leave out
  what cannot be won any more.
- **A signal that a task or the deal is lost** is not part of what players see. It is exact in analyses: `tiny-crew
  evaluate` says in which trick and by whose card deals are lost, and `crewsat options` says it of one deal.
"""


def _head(results: dict[str, Any]) -> list[str]:
    return [
        "# Tiny Crew: exact numbers",
        "",
        f"Computed by CrewSAT {results['version']}: `python -m benchmarks.tiny_crew docs/tiny_crew`.",
        "Every value is exact, over all deals; only which policy a learner ends with depends on its seed.",
        "[Tiny Crew](../tiny-crew.md) says how to use it.",
        "",
    ]


def _ladder_table(rows: dict[str, dict[str, Any]], picture: list[str]) -> list[str]:
    lines = [
        "## The ladder",
        "",
        "How many deals are won, as a share of all: by uniform random play; by the best policy that CFR+ and exact",
        "best replies have found for the state that the document prints; by the best team of that kind, and by the",
        "best with perfect recall (proved, or bounds); and with all cards seen. No learner without communication can",
        "pass the upper bounds. Of twelve cards they come from a relaxation in which all cards are turned up after the",
        "first trick; in the first row from the linear relaxation of all tricks (`optimum --all-tricks`). There the",
        "best team that is known for the printed state is what CFR+ found in an hour.",
        "",
        "| game | deals | random | learned | best team, printed state | best team, perfect recall | all cards seen |",
        "| --- | ---: | ---: | ---: | ---: | ---: | ---: |",
    ]
    for name, row in rows.items():
        teams = [_team(row[key], row["deals"]) for key in ("best_printed", "best_perfect")]
        cells = [
            name,
            f"{row['deals']:,}",
            f"{row['random']:.4f}",
            f"{row['learned']:.4f}",
            *teams,
            f"{row['winnable']:.4f}",
        ]
        lines.append(f"| {' | '.join(cells)} |")
    return [*lines, "", *picture]


def _team(found: dict[str, Any], deals: int) -> str:
    if found["proved"]:
        return f"{found['won'] / deals:.4f} (proved)"
    return f"{found['won'] / deals:.4f} to {found['bound'] / deals:.4f}"


def _curve_table(runs: dict[str, list[dict[str, Any]]], picture: list[str]) -> list[str]:
    lines = [
        "## Learning the README's game",
        "",
        "Exact values at the end, mean and standard deviation over five seeds. A sweep of CFR and CFR+ updates all",
        "states of all players from all deals; an iteration of the others samples one deal. What counts as learned is",
        "the average policy of those that sample, and of those that sweep the best policy on the way after exact best",
        "replies of one player at a time.",
        "",
        *picture,
        "| learner | iterations | CPU seconds | current policy | average policy | learned |",
        "| --- | ---: | ---: | ---: | ---: | ---: |",
    ]
    for learner, group in runs.items():
        last = [run["points"][-1] for run in group]
        cells = [
            learner,
            f"{last[0]['iteration']:,}",
            f"{mean(one['cpu_seconds'] for one in last):.0f}",
            _spread([one["value"] for one in last]),
            _spread([one["average"] for one in last]),
            _spread([run["learned"] for run in group]),
        ]
        lines.append(f"| {' | '.join(cells)} |")
    return [*lines, ""]


def _hour_table(hour: dict[str, Any]) -> list[str]:
    lines = [
        "### How far an hour goes",
        "",
        f"CFR+ for an hour on the clock, on a machine with other work: {hour['iterations']:,} sweeps,",
        f"{hour['cpu_seconds']:,.0f} seconds of processor time, with a start from other regrets every 30 sweeps; best",
        "replies improve the best policy of each start.",
        "",
        "| sweeps | best policy so far | found after CPU seconds |",
        "| ---: | ---: | ---: |",
    ]
    for most in (1, 3, 10, 30, 100, 300, 1_000):
        last = [step for step in hour["steps"] if step["iteration"] <= most][-1]
        lines.append(f"| {most:,} | {last['best']:.4f} | {last['cpu_seconds']:,.0f} |")
    last = hour["steps"][-1]
    return [*lines, f"| {hour['iterations']:,} | {hour['learned']:.4f} | {last['cpu_seconds']:,.0f} |", ""]


def _spread(values: Sequence[float]) -> str:
    return f"{mean(values):.4f} ± {stdev(values):.4f}"


def _task_table(results: dict[str, Any]) -> list[str]:
    lines = [
        "## Other tasks",
        "",
        "Who must win red 3, and who exactly n cards of a suit; player 1 leads, and 'exactly' is judged at the end.",
        "Green is like blue, and of players 2 and 3 only what is not the same with their names exchanged is listed.",
        "Learned: 15 sweeps of CFR+ and best replies.",
        "",
        "| red 3 | exactly | of | by | random | learned | all cards seen |",
        "| ---: | ---: | --- | ---: | ---: | ---: | ---: |",
    ]
    for tasks in TASK_SETS:
        numbers = " | ".join(f"{results[tasks.text][key]:.4f}" for key in ("random", "learned", "winnable"))
        lines.append(f"| {tasks.owner} | {tasks.number} | {tasks.suit} | {tasks.taker} | {numbers} |")
    return [*lines, ""]


def main(arguments: Sequence[str] | None = None) -> None:
    """Write the page, its figures and its numbers into a folder."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.tiny_crew", description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--workers", type=int, default=1, help="processes at work, a gigabyte each")
    given = parser.parse_args(arguments)
    given.folder.mkdir(parents=True, exist_ok=True)
    try:
        results = computed(given.folder / "results.json", jobs(), given.workers)
    except crewsat.InvalidInstance as error:
        raise SystemExit(str(error)) from None
    (given.folder / "README.md").write_text(page(results, given.folder))


if __name__ == "__main__":
    main()
