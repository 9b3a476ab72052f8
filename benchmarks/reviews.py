"""``python -m benchmarks.reviews FOLDER``: what it costs to review a game of The Crew.

Games with the whole deck are played to their end by players who choose any legal card, and by careless ones, who play a
card that keeps the deal winnable nine times out of ten. Each is reviewed in pure Python and with the compiled kernel.
"""

from __future__ import annotations

import argparse
import os
import random
import time
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

import crewsat
from benchmarks.families import real_deal
from benchmarks.tables import quantile

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

Result = TypeVar("Result")

PLAYERS = (3, 4, 5)
CARE = {"any legal card": 0.0, "careless": 0.9}
FIRST_SEED = 71_000_000
QUANTILES = (0.5, 0.9, 0.99, 1.0)


@dataclass(frozen=True, slots=True)
class Measured:
    """What a review took, and what it found."""

    cpu: float
    won: bool
    lost_as_dealt: bool
    undecided: bool
    narrow: int


def games_of(players: int, care: float, number: int) -> list[str]:
    """Return games with 2 to 9 objectives, played to their end, as JSON."""
    out = []
    for seed in range(FIRST_SEED, FIRST_SEED + number):
        rng = random.Random(seed)
        deal = real_deal(seed, players=players, objectives=2 + seed % 8)
        state = crewsat.State(deal)
        while state.legal():
            hint = state.hint() if rng.random() < care else None
            state.play(hint or rng.choice(state.legal()))
        played = crewsat.Crew(**{**deal.as_dict(), "played": state.instance.played, "hands_are": "dealt"})
        out.append(played.to_json())
    return out


def reviewed(games: Sequence[str]) -> list[Measured]:
    """Review games; CPU in seconds of `crewsat.review` alone."""
    out = []
    for text in games:
        game = crewsat.Crew.model_validate_json(text)
        began = time.process_time()
        review = crewsat.review(game)
        cpu = time.process_time() - began
        lost = review.lost_with is not None and review.lost_with.step == 0
        out.append(Measured(cpu, bool(review.won), lost, review.reason is not None, len(review.narrow)))
    return out


def in_a_process(kernel: str, function: Callable[..., Result], *arguments: object) -> Result:
    """Call a function in a process of its own, with or without the kernel."""
    os.environ["CREWSAT_KERNEL"] = kernel
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        return pool.submit(function, *arguments).result()


def page(games: int) -> Iterator[str]:
    """Yield the lines of the page."""
    yield "# Reviews of games"
    yield ""
    yield f"Computed by CrewSAT {crewsat.__version__}: `python -m benchmarks.reviews docs/benchmarks --games {games}`."
    yield f"{games} games of the real deck in each row, with 2 to 9 objectives, played to their end by players who"
    yield "choose *any legal card*, or are *careless* one time in ten and keep the deal winnable otherwise."
    yield "CPU seconds of `crewsat.review`, which decides every legal card of every position that can still be won."
    yield ""
    yield "| players | play | won | lost as dealt | narrow moments a game | by | median | 90 % | 99 % | slowest |"
    yield "| ---: | --- | ---: | ---: | ---: | --- | ---: | ---: | ---: | ---: |"
    for players in PLAYERS:
        for name, care in CARE.items():
            played = in_a_process("off", games_of, players, care, games)
            for kernel, words in {"off": "Python", "on": "kernel"}.items():
                yield row(players, name, words, in_a_process(kernel, reviewed, played))


def row(players: int, name: str, by: str, found: Sequence[Measured]) -> str:
    """Return a row of the table."""
    cpu = sorted(one.cpu for one in found)
    cells = [str(players), name, str(sum(one.won for one in found)), str(sum(one.lost_as_dealt for one in found))]
    cells += [f"{sum(one.narrow for one in found) / len(found):.1f}", by]
    cells += [f"{quantile(cpu, share):.2f}" for share in QUANTILES]
    return f"| {' | '.join(cells)} |"


def main() -> None:
    """Measure, print the page, and write it."""
    parser = argparse.ArgumentParser(description="Measure reviews and write the page reviews.md.")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--games", type=int, default=200)
    options = parser.parse_args()
    lines = []
    for line in page(options.games):
        print(line, flush=True)
        lines.append(line)
    (options.folder / "reviews.md").write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
