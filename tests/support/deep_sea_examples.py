"""Real deals in which each task of Mission Deep Sea is won, and lost: `python -m tests.support.deep_sea_examples 1000`.

For each task and number of players, the first seeds of deals with this task alone, of a random player, that can be won
and that cannot; null if there is none among so many deals, which the file says.
"""

from __future__ import annotations

import json
import sys
from functools import cache

import crewsat
from tests.support.places import GOLDEN

FILE = GOLDEN / "deep_sea_examples.json"
PLAYERS = (3, 4, 5)


def deal(number: int, players: int, seed: int) -> crewsat.Crew:
    return crewsat.DeepSeaDeal(players=players, tasks=(number,), drafted=True).with_seed(seed)


def first_seeds(number: int, players: int, deals: int) -> list[int | None]:
    """The first seeds of a deal that is won and of one that is lost, among so many deals."""
    found: dict[str, int] = {}
    for seed in range(1, deals + 1):
        found.setdefault(crewsat.decide(deal(number, players, seed), time_limit=60).answer, seed)
        if found.keys() >= {"yes", "no"}:
            break
    return [found.get("yes"), found.get("no")]


@cache
def kept() -> dict[tuple[int, int], list[int | None]]:
    """The seeds in the file, by task and number of players."""
    table = json.loads(FILE.read_text())["tasks"]
    return {(int(number), p): seeds for number, row in table.items() for p, seeds in zip(PLAYERS, row, strict=True)}


def main(deals: int) -> None:
    """Look for all seeds anew."""
    rows = []
    for task in crewsat.deep_sea_tasks():
        row = [first_seeds(task.number, players, deals) for players in PLAYERS]
        print(task.number, row, file=sys.stderr, flush=True)  # noqa: T201 - it takes its time
        rows.append(f'  "{task.number}": {json.dumps(row)}')
    table = ",\n".join(rows)
    FILE.write_text(f'{{"deals": {deals}, "tasks": {{\n{table}\n}}}}\n')


if __name__ == "__main__":
    main(int(sys.argv[1]))
