"""The page of the tasks of Mission Deep Sea: `python -m benchmarks.deep_sea > docs/deep-sea.md`.

The shares are those of the atlas: for each task and number of players, random deals in which the task is the only one
and belongs to a random player who may take it: never the captain, if it is a comparison with the captain.
"""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING

import crewsat
from benchmarks.shares import FOLDER, Share, shares_in

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

PLAYERS = (3, 4, 5)
EXPORT = FOLDER / "deep-sea.csv.xz"
WIDTH = 10
"""The width of a bar."""

PREFACE = """# The tasks of Mission Deep Sea

What `crewsat tasks` lists, with what a task asks for as JSON, and how often it can be done: {deals} random deals for
each task and number of players, in which it is the only task and belongs to a random player (never the captain, if it
is a comparison with the captain). Each share is that of the deals that can be won when all cards are known, with its
[exact 95 % interval](how-sure.md). Undecided, and counted against both ends: {undecided}.

Made by `python -m benchmarks.deep_sea` with crewsat {version} from the export in [the atlas](atlas/README.md).

- Difficulties: {source}.
- Any total from 1 to {totals} can be drawn (`crewsat generate crew --deep-sea TOTAL`).
- A card that nobody plays is won by nobody, so a task to win no pink card is met if one stays unplayed.
- A task that is judged at the end may be broken until some hand is empty; the others are met for good once they are.
"""


JSON_PREFACE = "Without `owner`; `null` as the owner leaves a task to be drafted (`assignment` `draft_or_pass`)."

Shares = dict[tuple[int, int], Share]
"""What the export says, by task and number of players."""


def shares(export: Path, numbers: Sequence[int]) -> Shares:
    """Return what an export says of these tasks, by task and number of players."""
    found = shares_in(export)
    cells = [(number, players) for number in numbers for players in PLAYERS]
    return {
        (number, players): found[frozenset({"players": str(players), "task": str(number), "drafted": "true"}.items())]
        for number, players in cells
    }


def page(export: Path = EXPORT, tasks: Sequence[crewsat.DeepSeaTask] | None = None) -> Iterator[str]:
    """Yield the lines of the page; if tasks are given, only about those."""
    tasks = crewsat.deep_sea_tasks() if tasks is None else tasks
    found = shares(export, [task.number for task in tasks])
    yield PREFACE.format(
        deals=f"{max(share.deals for share in found.values()):,}",
        undecided=sum(share.unknown for share in found.values()),
        version=crewsat.__version__,
        source=tasks[0].source,
        totals=totals(),
    )
    yield from table(tasks, found)
    yield from ("", "The numbers below *players* are the printed difficulties.", "", "## Readings", "")
    for task in tasks:
        yield from (f"- {task.number}: {said}." for said in (task.note, task.doubt) if said)
    yield from ("", "## The tasks as JSON", "", JSON_PREFACE)
    for task in tasks:
        yield from ("", f"{task.number}: {task.words}", "", "```json", *json_of(task), "```")


def totals() -> str:
    """Return the largest total for each number of players."""
    tasks = crewsat.deep_sea_tasks()
    return ", ".join(f"{sum(task.difficulty(p) for task in tasks)} with {p} players" for p in PLAYERS)


def table(tasks: Sequence[crewsat.DeepSeaTask], found: Shares) -> Iterator[str]:
    """Yield the lines of the table of shares."""
    headings = [heading for p in PLAYERS for heading in (f"{p} players", "share won")]
    yield f"| task | what its owner must do | judged at the end | {' | '.join(headings)} |"
    yield f"| ---: | --- | :---: |{' ---: | --- |' * len(PLAYERS)}"
    for task in tasks:
        cells = [cell for p in PLAYERS for cell in (str(task.difficulty(p)), bar(found[task.number, p]))]
        yield f"| {task.number} | {task.words} | {'yes' if judged_at_end(task) else ''} | {' | '.join(cells)} |"


def bar(share: Share) -> str:
    """Return a share with its interval and a bar."""
    full = WIDTH * share.yes // share.deals  # all of it only if all are won
    return f"`{'█' * full}{'·' * (WIDTH - full)}` {share}"


def judged_at_end(task: crewsat.DeepSeaTask) -> bool:
    """Whether a task may be broken until some hand is empty."""
    (made,) = crewsat.DeepSeaDeal(tasks=(task.number,)).with_seed(1).tasks
    return made.judged_at_end


def json_of(task: crewsat.DeepSeaTask) -> list[str]:
    """Return a task as JSON: a line, or one for each number of players if they differ."""
    lines = [json.dumps(task.fields(players)) for players in PLAYERS]
    return lines[:1] if len(set(lines)) == 1 else lines


def main() -> None:
    """Print the page."""
    for line in page():
        sys.stdout.write(f"{line}\n")


if __name__ == "__main__":
    main()
