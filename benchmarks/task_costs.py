"""``python -m benchmarks.task_costs FOLDER``: what the tasks of Mission Deep Sea cost, against deals without them.

One task alone, with a random owner: how many more clauses the formula has, and how long a decision takes. Tasks with
difficulties that add up to a total, drafted at random or left to the crew: how long, and how many are not decided.
"""

from __future__ import annotations

import argparse
import time
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import crewsat
from benchmarks.tables import quantile

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

PLAYERS = (3, 4, 5)
TASKS = 96
TOTALS = (4, 8, 12, 16)
FIRST_SEED = 73_000_000
TIME_LIMIT = 20.0


@dataclass(frozen=True, slots=True)
class Cost:
    """What a decision took: seconds of processor time, and the answer."""

    cpu: float
    answer: str


def cost(deal: crewsat.Crew) -> Cost:
    """Decide a deal; return the lesser cost of two passes if it is quick."""
    began = time.process_time()
    answer = crewsat.decide(deal, time_limit=TIME_LIMIT).answer
    cpu = time.process_time() - began
    if cpu < 1:
        began = time.process_time()
        crewsat.decide(deal, time_limit=TIME_LIMIT)
        cpu = min(cpu, time.process_time() - began)
    return Cost(cpu, answer)


def without_tasks(deal: crewsat.Crew) -> crewsat.Crew:
    """Return the same deal without objectives and tasks."""
    return deal.model_copy(update={"tasks": (), "about": None})


def ratio_of_clauses(deal: crewsat.Crew) -> float:
    """Return the size of the formula as a multiple of that of the same deal without tasks."""
    return clauses(deal) / clauses(without_tasks(deal))


def clauses(deal: crewsat.Crew) -> int:
    """Return how many clauses the formula has."""
    found = crewsat.decide(deal, method="cnf-tricks").statistics.clauses
    if found is None:
        raise ValueError(f"no formula was built: {deal.to_json()}")
    return found


def alone(deals: int) -> Iterator[str]:
    """Yield the rows of single tasks: times, and the largest formulas, separately for tasks with a total."""
    for players in PLAYERS:
        costs: list[Cost] = []
        ratios: dict[bool, dict[int, float]] = {False: {}, True: {}}
        for number in range(TASKS):
            made = crewsat.DeepSeaDeal(players=players, tasks=(number,), drafted=True)
            for seed in range(FIRST_SEED, FIRST_SEED + deals):
                deal = made.with_seed(seed)
                costs.append(cost(deal))
                of_kind = ratios["total" in deal.as_dict()["tasks"][0]]
                of_kind[number] = max(of_kind.get(number, 0.0), ratio_of_clauses(deal))
        answers = Counter(one.answer for one in costs)
        cells = [str(players), str(len(costs)), str(answers["yes"]), str(answers["unknown"]), *times(costs)]
        cells.append(f"{quantile(sorted([*ratios[False].values(), *ratios[True].values()]), 0.5):.2f}")
        for of_kind in ratios.values():
            largest = max(of_kind, key=of_kind.__getitem__)
            cells.append(f"{of_kind[largest]:.2f} (task {largest})")
        yield f"| {' | '.join(cells)} |"


def together(deals: int) -> Iterator[str]:
    """Yield the rows of several tasks."""
    for total in TOTALS:
        for players in PLAYERS:
            for drafted in (True, False):
                made = crewsat.DeepSeaDeal(players=players, difficulty=total, drafted=drafted)
                costs = list(map(cost, map(made.with_seed, range(FIRST_SEED, FIRST_SEED + deals))))
                answers = Counter(one.answer for one in costs)
                who = "random draft" if drafted else "crew chooses"
                cells = [str(total), str(players), who, str(answers["yes"]), str(answers["unknown"]), *times(costs)]
                yield f"| {' | '.join(cells)} |"


def times(costs: Sequence[Cost]) -> list[str]:
    """Return quantiles of processor time, in milliseconds."""
    ordered = sorted(1000 * one.cpu for one in costs)
    return [f"{quantile(ordered, share):.0f}" for share in (0.5, 0.99, 1.0)]


def page(single: int, several: int) -> Iterator[str]:
    """Yield the lines of the page."""
    yield "# What tasks cost"
    yield ""
    command = f"python -m benchmarks.task_costs docs/benchmarks --single {single} --several {several}"
    yield f"Computed by CrewSAT {crewsat.__version__}: `{command}`."
    yield "Deals of Mission Deep Sea; processor time of `crewsat.decide` in milliseconds, the lesser of two passes;"
    yield f"*open*: not decided in {TIME_LIMIT:.0f} s. The formula is that of `cnf-tricks`, its clauses counted as a"
    yield "multiple of those of the same deal without tasks."
    yield ""
    yield "## One task alone, of a random owner"
    yield ""
    yield f"All 96 tasks, {single} deals each. The largest formula is given for tasks without and with a `total`."
    yield ""
    yield "| players | deals | won | open | median | 99 % | slowest | clauses, median | largest | with a total |"
    yield "| ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |"
    yield from alone(single)
    yield ""
    yield "## Tasks of a total difficulty"
    yield ""
    yield f"{several} deals a row."
    yield ""
    yield "| difficulty | players | owners | won | open | median | 99 % | slowest |"
    yield "| ---: | ---: | --- | ---: | ---: | ---: | ---: | ---: |"
    yield from together(several)


def written(lines: Iterable[str], path: Path) -> None:
    """Print lines as they come, and write them to a file."""
    kept = []
    for line in lines:
        print(line, flush=True)
        kept.append(line)
    path.write_text("\n".join(kept) + "\n", encoding="utf-8")


def main() -> None:
    """Measure, and write the page."""
    parser = argparse.ArgumentParser(description="Measure tasks and write the page tasks.md.")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--single", type=int, default=10, help="deals of each single task")
    parser.add_argument("--several", type=int, default=1000, help="deals of each row of several tasks")
    options = parser.parse_args()
    written(page(options.single, options.several), options.folder / "tasks.md")


if __name__ == "__main__":
    main()
