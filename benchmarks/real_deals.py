"""How long decisions take: real deals in process, generalised decks and whole commands as processes.

``python -m benchmarks.real_deals`` prints a table each. Times are CPU seconds. A decision in process is build, load,
solve, decode and replay of one warm `crewsat.decide`; a process is everything, start-up of Python included.
"""

from __future__ import annotations

import argparse
import os
import random
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
    from collections.abc import Iterator, Sequence

TIME_LIMIT = 20.0
ORDERS: tuple[tuple[str, ...], ...] = ((), ("1", "2", "3"), ("omega",), (">", ">>", ">>>", ">>>>"))
"""No order for half of the deals, one of these for the other half, cut to the number of objectives."""


def deals(players: int, objectives: Sequence[int], number: int, seed: int) -> Iterator[crewsat.Crew]:
    """Yield real deals, the numbers of objectives in turn, every second one with order tokens."""
    rng = random.Random(seed)
    for k in range(number):
        wanted = objectives[k % len(objectives)]
        order = ORDERS[1 + int(rng.random() * 3)][:wanted] if (k // len(objectives)) % 2 else ()
        deal = crewsat.RandomDeal(players=players, objectives=wanted, tokens=order)
        yield deal.with_seed(seed * 1_000_000 + k)


def in_process(name: str, instances: Iterator[crewsat.Crew]) -> None:
    """Decide warm and print one row: number, answers, median, 99th percentile and maximum."""
    answers: Counter[str] = Counter()
    seconds: list[float] = []
    for number, instance in enumerate(instances, 1):
        start = time.process_time()
        verdict = crewsat.decide(instance, time_limit=TIME_LIMIT)
        seconds.append(time.process_time() - start)
        answers[verdict.answer] += 1
        print(f"\r{name} {number}", end="", file=sys.stderr)
    print("\r", end="", file=sys.stderr)
    seconds.sort()
    median, high = seconds[len(seconds) // 2], seconds[int(len(seconds) * 0.99)]
    told = " ".join(f"{answers[answer]:5}" for answer in ("yes", "no", "unknown"))
    print(f"{name:34} {len(seconds):5} {told}   {median:8.4f} {high:8.4f} {seconds[-1]:8.4f}", flush=True)


def as_process(arguments: list[str]) -> tuple[int, float, float]:
    """Run a command; return exit status, CPU seconds and peak resident memory in MB."""
    process = subprocess.Popen(arguments, stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    unit = 1e6 if sys.platform == "darwin" else 1e3
    return process.returncode, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / unit


def generalised(command: str, folder: Path, seeds: int, tokens: tuple[str, ...]) -> None:
    """Decide 10 suits of 40 values for 10 players with 10 to 40 objectives, one process each."""
    title = f"10 x 40 cards, tokens {' '.join(tokens)}" if tokens else "10 x 40 cards, no order"
    print(f"\n{title:34} status   CPU s     MB")
    for seed in range(seeds):
        objectives = 10 + 30 * seed // max(1, seeds - 1)
        deal = crewsat.RandomDeal(players=10, objectives=objectives, suits=10, values=40, trumps=0, tokens=tokens)
        path = folder / f"{seed}.json"
        path.write_text(deal.with_seed(seed).to_json())
        status, cpu, memory = as_process([command, "decide", str(path), "--time-limit", str(TIME_LIMIT)])
        print(f"seed {seed:2}, {objectives} objectives {status:15} {cpu:7.2f} {memory:6.0f}", flush=True)


def main() -> None:
    """Print all tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=1500, help="real deals a row (default 1500)")
    parser.add_argument("--seeds", type=int, default=20, help="generalised decks (default 20)")
    options = parser.parse_args()
    command = shutil.which("crewsat", path=str(Path(sys.executable).parent)) or "crewsat"
    # First, while this process is small: a child inherits the peak memory of its parent.
    with TemporaryDirectory() as name:
        folder = Path(name)
        generalised(command, folder, options.seeds, ())
        generalised(command, folder, options.seeds, ("1", "2", "3", "omega"))
        print(f"\n{'crewsat decide, real deal':34} status   CPU s     MB")
        for players in (3, 4, 5):
            path = folder / f"real{players}.json"
            path.write_text(crewsat.RandomDeal(players=players, objectives=5).with_seed(1).to_json())
            status, cpu, memory = as_process([command, "decide", str(path)])
            print(f"{players} players, 5 objectives {status:17} {cpu:7.2f} {memory:6.0f}")

    crewsat.decide(crewsat.RandomDeal().with_seed(0))  # warm
    print(f"{'in process, CPU seconds':34} {'deals':>5} {'yes':>5} {'no':>5}  open     median     99 %      max")
    for players in (5, 4, 3):
        in_process(f"{players} players, 1-10 objectives", deals(players, range(1, 11), options.deals, players))
    in_process("3 players, 4-10 objectives", deals(3, range(4, 11), options.deals, 33))


if __name__ == "__main__":
    main()
