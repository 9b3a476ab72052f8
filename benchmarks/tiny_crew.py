"""``python -m benchmarks.tiny_crew``: computes the page of Tiny Crew: ladders, learning curves, other sets of tasks.

Every number is kept in a file of results as soon as it is known, and not computed again; the page is written from them.
"""

from __future__ import annotations

import argparse
import json
import sys
from dataclasses import asdict
from functools import partial
from pathlib import Path
from statistics import mean, stdev
from typing import TYPE_CHECKING, Any

import crewsat
from crewsat.tiny_crew import TinyCrew

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

SEEDS = range(1, 6)
LEARNERS = {"cfr": 30, "cfr+": 30, "chance-sampled": 5_000, "external": 20_000}
GAMES: dict[str, dict[str, Any]] = {
    "12 cards": {},
    "12 cards, captain leads": {"leader": "captain"},
    "12 cards, 'exactly' judged when reached": {"judged": "when_reached"},
    "12 cards, captain leads, judged when reached": {"leader": "captain", "judged": "when_reached"},
    "9 cards": {"colours": 2},
    "6 cards": {"colours": 2, "values": 2, "submarines": 2},
}
"""The README's game under its four readings, and its smaller sisters."""


class Results:
    """Numbers by name, kept in a file."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._known: dict[str, Any] = (
            json.loads(path.read_text()) if path.exists() else {"version": crewsat.__version__}
        )

    def get(self, name: str, compute: Callable[[], Any]) -> Any:  # noqa: ANN401 - any JSON
        """Return a number, computed if it is not known."""
        if name not in self._known:
            print(name, file=sys.stderr, flush=True)
            self._known[name] = compute()
            self._path.write_text(json.dumps(self._known, indent=1) + "\n")
        return self._known[name]


def ladders(results: Results) -> dict[str, dict[str, Any]]:
    """Return the ladder of each game."""
    return {name: results.get(f"ladder, {name}", partial(_ladder, options)) for name, options in GAMES.items()}


def curves(results: Results) -> dict[str, list[list[dict[str, Any]]]]:
    """Return the learning curves on the README's game, a list of points a seed."""
    return {
        learner: [results.get(f"{learner}, seed {seed}", partial(_curve, learner, iterations, seed)) for seed in SEEDS]
        for learner, iterations in LEARNERS.items()
    }


def _ladder(options: dict[str, Any]) -> dict[str, Any]:
    return TinyCrew(**options).ladder(time_limit=600).as_dict()


def _curve(algorithm: Any, iterations: int, seed: int) -> list[dict[str, Any]]:  # noqa: ANN401 - a name
    return [asdict(point) for point in TinyCrew().learn(algorithm, iterations=iterations, seed=seed).curve]


def task_sets(results: Results) -> Iterator[tuple[int, int, int, str, dict[str, Any]]]:
    """Yield who wins red 3, who takes exactly n cards, n, of which suit, and what the game is worth.

    Players 2 and 3 do not lead, and green is like blue without the names; so they are left out where they add nothing.
    """
    for owner in (1, 2):
        for taker in (1, 2, 3) if owner == 2 else (1, 2):
            for suit in ("red", "blue", "submarine"):
                for number in range(4):
                    tasks = f"{owner} wins red3; {taker} wins exactly {number} of {suit}1,2,3"
                    yield owner, taker, number, suit, results.get(tasks, partial(_worth, tasks))


def _worth(tasks: str) -> dict[str, Any]:
    game = TinyCrew(tasks=tasks)
    value = game.value()
    learned = game.learn("cfr+", iterations=15).evaluation.value
    return {"winnable": value.winnable / value.deals, "random": value.random, "learned": learned}


def page(results: Results, folder: Path) -> str:
    """Return the page; its figures are drawn beside it."""
    rows = ladders(results)
    _draw_ladders(rows, folder / "ladder.svg")
    _draw_curves(curves(results), folder / "curves.svg")
    return "\n".join([*_head(), *_ladder_table(rows), *_curve_table(curves(results)), *_task_table(results)])


def _head() -> list[str]:
    return [
        "# Tiny Crew: exact numbers",
        "",
        f"Computed by CrewSAT {crewsat.__version__}: `python -m benchmarks.tiny_crew docs/tiny_crew`.",
        "Every value is exact, over all deals; only which policy a learner ends with depends on its seed.",
        "[README](../../README.md#tiny-crew) says how to use it.",
        "",
    ]


def _ladder_table(rows: dict[str, dict[str, Any]]) -> list[str]:
    lines = [
        "## The ladder",
        "",
        "How many deals are won, as a share of all: by uniform random play; by the best policy that CFR+ and exact",
        "best replies have found for the state that the document prints; by the best team of that kind, and by the",
        "best with perfect recall (proved, or bounds); and with all cards seen. No learner without communication can",
        "pass the upper bounds.",
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
    return [*lines, "", "![The ladder](ladder.svg)", ""]


def _team(found: dict[str, Any], deals: int) -> str:
    if found["proved"]:
        return f"{found['won'] / deals:.4f} (proved)"
    return f"{found['won'] / deals:.4f} to {found['bound'] / deals:.4f}"


def _curve_table(learned: dict[str, list[list[dict[str, Any]]]]) -> list[str]:
    lines = [
        "## Learning the README's game",
        "",
        "Exact values at the end, mean and standard deviation over five seeds. A sweep of CFR and CFR+ updates all",
        "states of all players from all deals; an iteration of the others samples one deal.",
        "",
        "![Values against processor time](curves.svg)",
        "",
        "| learner | iterations | CPU seconds | current policy | average policy | best of both on the way |",
        "| --- | ---: | ---: | ---: | ---: | ---: |",
    ]
    for learner, runs in learned.items():
        last = [run[-1] for run in runs]
        best = [max(max(one["value"], one["average"] or 0) for one in run) for run in runs]
        cells = [
            learner,
            f"{last[0]['iteration']:,}",
            f"{mean(one['cpu_seconds'] for one in last):.0f}",
            _spread([one["value"] for one in last]),
            _spread([one["average"] for one in last]),
            _spread(best),
        ]
        lines.append(f"| {' | '.join(cells)} |")
    return [*lines, ""]


def _spread(values: Sequence[float]) -> str:
    return f"{mean(values):.4f} ± {stdev(values):.4f}"


def _task_table(results: Results) -> list[str]:
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
    for owner, taker, number, suit, worth in task_sets(results):
        numbers = " | ".join(f"{worth[key]:.4f}" for key in ("random", "learned", "winnable"))
        lines.append(f"| {owner} | {number} | {suit} | {taker} | {numbers} |")
    return [*lines, ""]


def _draw_ladders(rows: dict[str, dict[str, Any]], path: Path) -> None:
    from matplotlib.figure import Figure  # noqa: PLC0415 - heavy

    figure = Figure(figsize=(8, 4.2), layout="constrained")
    axes = figure.subplots()
    marks = {"random": "o", "learned": "s", "winnable": "D"}
    for place, (name, row) in enumerate(reversed(rows.items())):
        for key, mark in marks.items():
            axes.plot(
                row[key], place, mark, color="black", fillstyle="none" if key == "random" else "full", markersize=5
            )
        team, deals = row["best_perfect"] or row["best_printed"], row["deals"]
        axes.plot(
            [team["won"] / deals, team["bound"] / deals], [place, place], color="tab:blue", linewidth=5, alpha=0.6
        )
        axes.annotate(name, (0.0, place), xytext=(0, 8), textcoords="offset points", fontsize=8)
    axes.set(
        xlim=(0, 1),
        yticks=[],
        xlabel="share of deals won: ○ random  ■ learned  blue: best team (bounds)  ◆ all cards seen",
    )
    axes.spines[["top", "right", "left"]].set_visible(False)
    figure.savefig(path, metadata={"Date": None})


def _draw_curves(learned: dict[str, list[list[dict[str, Any]]]], path: Path) -> None:
    from matplotlib.figure import Figure  # noqa: PLC0415

    figure = Figure(figsize=(8, 4.5), layout="constrained")
    axes = figure.subplots()
    for colour, (learner, runs) in enumerate(learned.items()):
        for key, style in (("value", "-"), ("average", "--")):
            label = f"{learner}, {'current' if key == 'value' else 'average'}"
            times, values = _points(runs, key)
            axes.plot(times, [mean(one) for one in values], style, color=f"C{colour}", label=label)
            low, high = ([edge(one) for one in values] for edge in (min, max))
            axes.fill_between(times, low, high, color=f"C{colour}", alpha=0.15)
    axes.set(xscale="log", xlabel="CPU seconds", ylabel="share of deals won")
    axes.legend(fontsize=8, loc="lower right")
    axes.spines[["top", "right"]].set_visible(False)
    figure.savefig(path, metadata={"Date": None})


def _points(runs: list[list[dict[str, Any]]], key: str) -> tuple[list[float], list[tuple[float, ...]]]:
    """Return the mean times of the points that have this value, and the values of all seeds there."""
    points = [[(one["cpu_seconds"], one[key]) for one in run if one[key] is not None] for run in runs]
    together = list(zip(*points, strict=False))
    return [mean(time for time, _ in one) for one in together], [tuple(value for _, value in one) for one in together]


def main(arguments: Sequence[str] | None = None) -> None:
    """Write the page, its figures and its numbers into a folder."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.tiny_crew", description=__doc__)
    parser.add_argument("folder", type=Path)
    folder: Path = parser.parse_args(arguments).folder
    folder.mkdir(parents=True, exist_ok=True)
    results = Results(folder / "results.json")
    (folder / "README.md").write_text(page(results, folder))


if __name__ == "__main__":
    main()
