"""How long answers take: real deals in process, one suit, generalised decks and whole commands as processes.

``python -m benchmarks.real_deals`` prints a table each. Times are CPU seconds. An answer in process is build, load,
solve, decode and replay of one warm call: `crewsat.decide`, with owners dealt or left to a draft, with proof that no
play wins earlier, or `crewsat.options` for all cards of the opening hand. A process is everything, start-up of Python
included.
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
from typing import TYPE_CHECKING, Literal

import crewsat

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

TIME_LIMIT = 20.0
ORDERS: tuple[tuple[str, ...], ...] = ((), ("1", "2", "3"), ("omega",), (">", ">>", ">>>", ">>>>"))
"""No order for half of the deals, one of these for the other half, cut to the number of objectives."""


def deals(
    players: int, objectives: Sequence[int], number: int, seed: int, assignment: Literal["draft"] | None = None
) -> Iterator[crewsat.Crew]:
    """Yield real deals, the numbers of objectives in turn, every second one with order tokens."""
    rng = random.Random(seed)
    for k in range(number):
        wanted = objectives[k % len(objectives)]
        order = ORDERS[1 + int(rng.random() * 3)][:wanted] if (k // len(objectives)) % 2 else ()
        deal = crewsat.RandomDeal(players=players, objectives=wanted, tokens=order, assignment=assignment)
        yield deal.with_seed(seed * 1_000_000 + k)


def decided(instance: crewsat.Crew) -> Iterator[str]:
    """The answer."""
    yield crewsat.decide(instance, time_limit=TIME_LIMIT).answer


def decided_best(instance: crewsat.Crew) -> Iterator[str]:
    """The answer; unknown also if the proof that no play wins earlier is missing."""
    verdict = crewsat.decide(instance, time_limit=TIME_LIMIT, fewest_tricks=True)
    proved = verdict.fewest_tricks is None or verdict.fewest_tricks[0] == verdict.fewest_tricks[1]
    yield verdict.answer if proved else "unknown"


def opening(instance: crewsat.Crew) -> Iterator[str]:
    """The answer for each card that may be led."""
    yield from (option.answer for option in crewsat.options(instance, time_limit=TIME_LIMIT))


def in_process(
    name: str, instances: Iterator[crewsat.Crew], ask: Callable[[crewsat.Crew], Iterator[str]] = decided
) -> None:
    """Ask warm and print one row: number, answers, median, 95th and 99th percentile and maximum."""
    answers: Counter[str] = Counter()
    seconds: list[float] = []
    for number, instance in enumerate(instances, 1):
        start = time.process_time()
        answers.update(ask(instance))
        seconds.append(time.process_time() - start)
        print(f"\r{name} {number}", end="", file=sys.stderr)
    print("\r", end="", file=sys.stderr)
    seconds.sort()
    shares = " ".join(f"{seconds[int(len(seconds) * share)]:8.4f}" for share in (0.5, 0.95, 0.99))
    told = " ".join(f"{answers[answer]:5}" for answer in ("yes", "no", "unknown"))
    print(f"{name:42} {len(seconds):5} {told}   {shares} {seconds[-1]:8.4f}", flush=True)


def one_suit(cards: int, players: int, objectives: int, *, own: bool) -> crewsat.Crew:
    """Deal one suit at random; its highest cards are objectives of their holders, or cards anywhere of anybody."""
    rng = random.Random(cards + players + objectives + own)
    values = sorted(range(1, cards + 1), key=lambda _: rng.random())
    holder = {value: k % players + 1 for k, value in enumerate(values)}
    wanted = values[:objectives] if not own else range(cards - 3 * objectives + 1, cards, 3)
    owners = {value: holder[value] if own else int(rng.random() * players) + 1 for value in wanted}
    return crewsat.Crew(
        hands=[[[value, "a"] for value in values[k::players]] for k in range(players)],
        objectives=[{"card": [value, "a"], "owner": owner} for value, owner in owners.items()],
    )


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
    columns = f"{'deals':>5} {'yes':>5} {'no':>5}  open     median     95 %     99 %      max"
    print(f"\n{'in process, CPU seconds':42} {columns}")
    for players in (5, 4, 3):
        in_process(f"{players} players, 1-10 objectives", deals(players, range(1, 11), options.deals, players))
    in_process("3 players, 4-10 objectives", deals(3, range(4, 11), options.deals, 33))
    for players in (5, 4, 3):
        drafts = deals(players, range(1, 11), options.deals, players, assignment="draft")
        in_process(f"{players} players, draft", drafts)
    for players in (5, 4, 3):
        in_process(
            f"{players} players, fewest tricks", deals(players, range(1, 11), options.deals // 5, players), decided_best
        )
    for players in (5, 4, 3):
        in_process(f"{players} players, options", deals(players, range(1, 11), options.deals // 5, players), opening)
    for own, cards in ((True, 100_000), (False, 100_000)):
        owners = "held by their owners" if own else "anywhere"
        in_process(f"{cards} cards of one suit, {owners}", iter([one_suit(cards, 5, 3_000, own=own)]))


if __name__ == "__main__":
    main()
