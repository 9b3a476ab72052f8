"""``python -m benchmarks.sweeping docs``: what a sweep costs beside the decisions, in one run on one machine.

The same deals are decided by a plain loop, by a sweep with two workers and by a sweep on a Dask cluster of three
processes, by turns; times are processor times of all processes together. Then results that cost nothing go through the
coordinator and its store, and tasks that do nothing through a scheduler, to see how many each can take.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import time
from importlib import import_module
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

import crewsat
from crewsat.sweeps.batch import Done
from crewsat.sweeps.cluster import Cluster
from crewsat.sweeps.engines import Local
from crewsat.sweeps.packing import packed_answers, packed_seconds
from crewsat.sweeps.plan import plan_of
from crewsat.sweeps.running import Run
from crewsat.sweeps.store import Store
from crewsat.sweeps.versions import versions_today
from crewsat.workers.cluster import Cluster as Workers
from crewsat.workers.pool import Pause

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from crewsat.sweeps.batch import Task
    from crewsat.sweeps.running import Engine

CELL: dict[str, Any] = {"players": 4, "objectives": 5, "tokens": ["1,2"]}
JOBS, PROCESSES = 2, 3
FIRST_SEED = 51_000_000
_MEGABYTE = 1e6
_A_DEAL = 0.0035
"""Seconds that a simulated deal is said to have taken."""


# Parts, each in a process of its own


def loop(first: int, deals: int) -> dict[str, float]:
    """Decide deals in a plain loop."""
    generator = crewsat.RandomDeal(players=4, objectives=5, tokens=("1", "2"))
    for seed in range(first, first + deals):
        crewsat.decide(generator.with_seed(seed), time_limit=2)
    return {"cpu": tree_cpu()}


def local(first: int, deals: int) -> dict[str, float]:
    """Decide deals in a sweep with workers."""
    return _swept(first, deals, Local(JOBS), JOBS, 0.0)


def on_cluster(first: int, deals: int) -> dict[str, float]:
    """Decide deals in a sweep on a cluster; its start is not counted."""
    with TemporaryDirectory() as folder, _processes(folder) as made, Cluster(made.scheduler_address) as engine:
        return _swept(first, deals, engine, PROCESSES, tree_cpu())


def _processes(folder: str) -> Any:  # noqa: ANN401 - of an optional extra
    """Return a cluster of processes on this machine."""
    library: Any = import_module("distributed")
    return library.LocalCluster(
        n_workers=PROCESSES, threads_per_worker=1, dashboard_address=None, local_directory=folder
    )


def _swept(first: int, deals: int, engine: Engine, jobs: int, before: float) -> dict[str, float]:
    plan = plan_of({"cells": CELL, "deals": deals, "seed_from": first})
    here, begun, busy = time.process_time(), 0.0, 0.0
    with TemporaryDirectory() as folder, Store(Path(folder) / "sweep.sqlite", alone=True) as store:
        for row in Run(plan, store, versions_today).go(engine):
            begun = begun or time.monotonic() - row.done.wall
            busy += row.done.wall
        wall = time.monotonic() - begun
    return {
        "cpu": tree_cpu() - before,
        "here": time.process_time() - here,
        "busy": busy / (jobs * wall),
        "peak": peak_mb(),
    }


class Simulated:
    """Returns what deals might have come to, at no cost."""

    workers = 1

    def run(self, tasks: Iterable[Task | Pause]) -> Iterator[tuple[Task, Done, int]]:
        """Return a result for each task."""
        for task in tasks:
            if isinstance(task, Pause):
                return
            answers = packed_answers(["yes", "yes", "yes", "no"] * (task.deals // 4) + ["yes"] * (task.deals % 4))
            seconds = packed_seconds([_A_DEAL]) * task.deals
            wall = _A_DEAL * task.deals
            yield task, Done(answers, seconds, {}, {}, {}, {"player": task.deals}, {}, wall, wall), 50_000_000


def simulated(first: int, deals: int) -> dict[str, float]:
    """Put simulated results through the coordinator and its store."""
    plan = plan_of({"cells": {**CELL, "players": [3, 4, 5], "objectives": "3-12"}, "deals": deals // 30})
    begun, here, batches = time.monotonic(), time.process_time(), 0
    with TemporaryDirectory() as folder:
        path = Path(folder) / "sweep.sqlite"
        with Store(path, alone=True) as store:
            for _ in Run(plan, store, versions_today).go(Simulated()):
                batches += 1
        size = path.stat().st_size
    del first
    wall, cpu = time.monotonic() - begun, time.process_time() - here
    return {"batches": batches, "wall": wall, "here": cpu, "peak": peak_mb(), "size": size / _MEGABYTE}


def nothing(number: int) -> int:
    """Do nothing, as a task."""
    return number


def scheduled(first: int, deals: int) -> dict[str, float]:
    """Put tasks that do nothing through a scheduler."""
    with TemporaryDirectory() as folder, _processes(folder) as made, Workers(made.scheduler_address) as engine:
        begun = time.monotonic()
        done = sum(1 for _ in engine.calls(nothing, range(first, first + deals)))
        return {"tasks": done, "wall": time.monotonic() - begun, "peak": peak_mb()}


PARTS = {part.__name__: part for part in (loop, local, on_cluster, simulated, scheduled)}


def tree_cpu() -> float:
    """Return seconds of processor time of this process, all it has started, and all they have."""
    ticks = os.sysconf("SC_CLK_TCK")
    parents: dict[int, list[int]] = {}
    used: dict[int, float] = {}
    for place in Path("/proc").glob("[0-9]*/stat"):
        try:
            words = place.read_text().rpartition(")")[2].split()
        except OSError:  # it has just ended
            continue
        pid = int(place.parent.name)
        parents.setdefault(int(words[1]), []).append(pid)
        used[pid] = sum(map(int, words[11:15])) / ticks
    total, open_ = 0.0, [os.getpid()]
    while open_:
        pid = open_.pop()
        total += used.get(pid, 0.0)
        open_ += parents.get(pid, [])
    return total


def peak_mb() -> float:
    """Return the most memory this process has had, in MB."""
    lines = Path("/proc/self/status").read_text().splitlines()
    return int(next(line for line in lines if line.startswith("VmHWM")).split()[1]) / 1000


# The page


def asked(part: str, first: int, deals: int, **more: str) -> dict[str, float]:
    """Run a part in a process of its own."""
    command = [sys.executable, "-m", "benchmarks.sweeping", "--part", part, str(first), str(deals)]
    printed = subprocess.run(command, check=True, capture_output=True, text=True, env={**os.environ, **more}).stdout
    found: dict[str, float] = json.loads(printed.splitlines()[-1])
    print(part, deals, more, found, file=sys.stderr, flush=True)
    return found


def page(deals: int, rounds: int, many: int) -> Iterator[str]:
    """Yield the lines of the page."""
    cores = len(os.sched_getaffinity(0))
    yield from ("# What a sweep costs, measured", "")
    yield f"CrewSAT {crewsat.__version__}, {cores} cores, one run of `python -m benchmarks.sweeping docs`."
    yield from (" ".join((__doc__ or "").partition("\n\n")[2].split()), "")
    yield f"## {deals:,} deals of four players with five objectives, tokens 1 and 2"
    yield from ("", "| | CPU a deal | times the loop | workers busy | coordinator | its memory |")
    yield "| --- | ---: | ---: | ---: | ---: | ---: |"
    for words, more in (("with the kernel", {}), ("without", {"CREWSAT_KERNEL": "off"})):
        yield from _compared(deals, rounds, words, more)
    yield from ("", "Medians of the rounds; *coordinator* is its share of all processor time, with the store.", "")
    yield from ("## Results that cost nothing", "")
    yield from (
        "| deals | batches | seconds | batches a second | memory | store |",
        "| ---: | ---: | ---: | ---: | ---: | ---: |",
    )
    for number in (10**6, many):
        found = asked("simulated", 0, number)
        speed = f"{found['wall']:,.0f} | {found['batches'] / found['wall']:,.0f}"
        memory = f"{found['peak']:.0f} MB | {found['size']:.2f} MB"
        yield f"| {number:,} | {found['batches']:,.0f} | {speed} | {memory} |"
    found = asked("scheduled", 0, 20_000)
    speed = f"{found['tasks'] / found['wall']:,.0f} a second"
    yield from ("", f"A Dask scheduler with {PROCESSES} workers: {found['tasks']:,.0f} tasks that do nothing, {speed}.")


def _compared(deals: int, rounds: int, words: str, more: dict[str, str]) -> Iterator[str]:
    """Yield lines of the table: the loop, two workers, a cluster, by turns."""
    names = {"loop": "plain loop", "local": f"{JOBS} workers", "on_cluster": f"cluster of {PROCESSES}"}
    found: dict[str, list[dict[str, float]]] = {name: [] for name in names}
    for number in range(rounds):
        for name in names:
            found[name].append(asked(name, FIRST_SEED + number * deals, deals, **more))
    for name, title in names.items():
        own = found[name]
        ratio = median(one["cpu"] / loop["cpu"] for one, loop in zip(own, found["loop"], strict=True))
        cost = f"{1000 * median(one['cpu'] for one in own) / deals:.2f} ms | {ratio:.2f}"
        if name == "loop":
            yield f"| {title}, {words} | {cost} | | | |"
        else:
            share = median(one["here"] / one["cpu"] for one in own)
            rest = f"{median(one['busy'] for one in own):.0%} | {share:.1%} | {max(one['peak'] for one in own):.0f} MB"
            yield f"| {title}, {words} | {cost} | {rest} |"


def main() -> None:
    """Write the page, or do a part."""
    parser = argparse.ArgumentParser(description="Measure sweeps and write sweep-figures.md.")
    parser.add_argument("folder", type=Path, nargs="?")
    parser.add_argument("--deals", type=int, default=10_000)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--many", type=int, default=10**8, help="simulated deals")
    parser.add_argument("--part", nargs=3, metavar=("NAME", "FIRST", "DEALS"), help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.part:
        name, first, deals = options.part
        print(json.dumps(PARTS[name](int(first), int(deals))))
    elif options.folder:
        lines = page(options.deals, options.rounds, options.many)
        (options.folder / "sweep-figures.md").write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    else:
        parser.error("a folder is needed")


if __name__ == "__main__":
    main()
