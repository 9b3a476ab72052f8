"""``python -m benchmarks.walks``: what it costs to walk through real games with `crewsat.State`, and to ask on the way.

Three measurements on real deals, each of processor time in milliseconds, the lesser of two passes:

* a *walk* to the last trick: all legal cards are listed at every move, and a random one is played;
* *hints* at every move of a deal that can be won, if the crew plays the hint, and if it plays a random card that keeps
  the deal winnable, so that the hint must often be found anew;
* for comparison, `crewsat.decide` on each of these positions from scratch.
"""

from __future__ import annotations

import argparse
import random
import time
from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar

import crewsat
from benchmarks.families import real_deal
from benchmarks.tables import quantile

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence


FIRST_SEED = 63_000_000

Result = TypeVar("Result")


def timed(does: Callable[[], Result]) -> tuple[float, Result]:
    """Return the processor time of a call in milliseconds, and its result."""
    began = time.process_time()
    result = does()
    return 1000 * (time.process_time() - began), result


def least_of_two(does: Callable[[], object]) -> float:
    """Return the processor time of a call, the lesser of two passes."""
    return min(timed(does)[0] for _ in range(2))


def deals(number: int) -> list[crewsat.Crew]:
    """Return real deals of three to five players with one to eight objectives."""
    return [real_deal(FIRST_SEED + k, players=3 + k % 3, objectives=1 + k // 3 % 8) for k in range(number)]


def walk(deal: crewsat.Crew, seed: int) -> int:
    """Walk to the last trick at random; return the number of cards played."""
    state, rng = crewsat.State(deal), random.Random(seed)
    while cards := state.legal():
        state.play(rng.choice(cards))
    return len(state.path)


def to_the_end(deal: crewsat.Crew) -> crewsat.Crew:
    """Return the deal with its objectives replaced by a task that cannot be lost, so that all tricks are played."""
    task: dict[str, Any] = {"owner": 1, "kind": "tricks", "at_most": deal.tricks}
    return crewsat.Crew(hands=deal.hands, trump=deal.trump, leader=deal.leader, tasks=[task])


def hints(deal: crewsat.Crew, cards: Sequence[Any] | None, seed: int) -> Iterator[tuple[float, Any]]:
    """Yield the time of a hint at every move, and the move that is made: the one given, or the hint.

    Without cards, this is the first pass of a crew that plays random cards that keep the deal winnable.
    """
    state, guide, rng = crewsat.State(deal), crewsat.State(deal), random.Random(seed)
    while True:
        spent, hint = timed(state.hint)
        if hint is None:
            return
        if cards is None:
            hint = rng.choice([option.move for option in guide.options() if option.answer == "yes"])
            guide.play(hint)
        elif cards:
            hint = cards[len(state.path)]
        yield spent, hint
        state.play(hint)


def decisions(deal: crewsat.Crew, moves: Sequence[Any]) -> list[float]:
    """Return the time of a decision from scratch before each of these moves."""
    state, spent = crewsat.State(deal), []
    for move in moves:
        position = crewsat.Crew.model_validate_json(state.instance.to_json())
        spent.append(least_of_two(partial(crewsat.decide, position)))
        state.play(move)
    return spent


def line(name: str, values: Sequence[float]) -> str:
    """Return a line of the table: number, mean, median, nine tenths, worst."""
    ordered = sorted(values)
    shares = " ".join(f"{quantile(ordered, share):9.3f}" for share in (0.5, 0.9, 1.0))
    return f"{name:34} {len(ordered):6} {sum(ordered) / len(ordered):9.3f} {shares}"


def main() -> None:
    """Measure, and print the table."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.walks", description=__doc__)
    parser.add_argument("--deals", type=int, default=120, help="how many deals")
    sample = deals(parser.parse_args().deals)
    walks = [least_of_two(partial(walk, to_the_end(deal), seed)) for seed, deal in enumerate(sample)]
    found: dict[str, list[float]] = {"walk": walks}
    won = 0
    for seed, deal in enumerate(sample):
        if crewsat.decide(deal).answer != "yes":
            continue
        won += 1
        for name, cards in (("hinted", ()), ("wayward", None)):
            first = list(hints(deal, cards, seed))
            played = [move for _, move in first]
            second = list(hints(deal, played, seed))
            least = [min(a, b) for (a, _), (b, _) in zip(first, second, strict=True)]
            scratch = decisions(deal, played)
            found.setdefault(f"hint, {name} crew", []).extend(least)
            found.setdefault(f"decision, {name} crew", []).extend(scratch)
            found.setdefault(f"hint / decision, {name} crew", []).extend(
                a / b for a, b in zip(least, scratch, strict=True)
            )
    print(f"{len(sample)} deals, {won} of which can be won; processor time in ms")
    print(f"{'':34} {'number':>6} {'mean':>9} {'median':>9} {'90 %':>9} {'worst':>9}")
    for name, values in found.items():
        print(line(name, values))


if __name__ == "__main__":
    main()
