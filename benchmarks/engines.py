"""Engines compared on the same real deals, and a thousand deals as one batch.

``python -m benchmarks.engines`` prints two tables. Engines are asked in worker processes that stay warm, one deal at a
time; times are the CPU seconds the verdict reports: build, load, solve, decode and replay. A batch is the whole command
``crewsat decide deals.jsonl``, in seconds of wall time, start-up included.
"""

from __future__ import annotations

import argparse
import shutil
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

import crewsat

if TYPE_CHECKING:
    from collections.abc import Iterator

TIME_LIMIT = 60.0
ENGINES: tuple[tuple[str, str | None], ...] = (
    ("cnf-tricks", None),
    ("cnf-tricks", "cadical195"),
    ("cnf-tricks", "kissat"),
    ("cpsat", None),
    ("asp", None),
)


def deals(players: int, number: int) -> Iterator[crewsat.Crew]:
    """Yield real deals with 1 to 10 objectives, every second one with order tokens."""
    for seed in range(number):
        objectives = 1 + seed % 10
        tokens = ("1", "2", "omega")[:objectives] if seed // 10 % 2 else ()
        yield crewsat.RandomDeal(players=players, objectives=objectives, tokens=tokens).with_seed(seed)


def compare(players: int, number: int) -> None:
    """Print a row an engine: answers, median, 95th percentile and maximum."""
    for method, solver in ENGINES:
        answers: Counter[str] = Counter()
        seconds: list[float] = []
        for verdict in crewsat.decide_many(
            deals(players, number), jobs=1, method=method, solver=solver, time_limit=TIME_LIMIT
        ):
            if isinstance(verdict, crewsat.Verdict):
                answers[verdict.answer] += 1
                seconds.append(verdict.statistics.cpu_seconds or TIME_LIMIT)
        seconds.sort()
        told = " ".join(f"{answers[answer]:5}" for answer in ("yes", "no", "unknown"))
        shares = " ".join(f"{seconds[int(len(seconds) * share)]:8.3f}" for share in (0.5, 0.95))
        name = f"{players} players, {method}{f' ({solver})' if solver else ''}"
        print(f"{name:36} {told}   {shares} {seconds[-1]:8.3f}", flush=True)


def batch(command: str, folder: Path, number: int, jobs: int) -> None:
    """Decide random real four-player deals as one command and print its wall time."""
    path = folder / "deals.jsonl"
    path.write_text("".join(f"{deal.to_json()}\n" for deal in deals(4, number)))
    start = time.monotonic()
    told = subprocess.run(
        [command, "decide", str(path), "--jobs", str(jobs)],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        check=False,
    )
    wall = time.monotonic() - start
    print(f"{number} deals, {jobs} jobs: {wall:.1f} s wall, status {told.returncode}, {told.stderr.decode().strip()}")


def main() -> None:
    """Print both tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=200, help="real deals an engine (default 200)")
    parser.add_argument("--batch", type=int, default=1000, help="deals of the batch (default 1000)")
    options = parser.parse_args()
    command = shutil.which("crewsat", path=str(Path(sys.executable).parent)) or "crewsat"
    with TemporaryDirectory() as name:
        for jobs in (1, 2):
            batch(command, Path(name), options.batch, jobs)
    print(f"\n{'CPU seconds':36}   yes    no  open     median     95 %      max")
    for players in (5, 4, 3):
        compare(players, options.deals)


if __name__ == "__main__":
    main()
