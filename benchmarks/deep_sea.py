"""The page of the tasks of Mission Deep Sea: `python -m benchmarks.deep_sea > docs/deep-sea.md`.

For each task and number of players, as many random deals are decided as wanted, in which the task is the only one and
belongs to a random player who may take it: never the captain, if it is a comparison with the captain.
"""

from __future__ import annotations

import argparse
import json
import sys
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING

import crewsat
from benchmarks.tables import wilson

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

PLAYERS = (3, 4, 5)
FIRST_SEED = 72_000_000
TIME_LIMIT = 60.0
WIDTH = 10
"""The width of a bar."""

PREFACE = """# The tasks of Mission Deep Sea

What `crewsat tasks` lists, with what a task asks for as JSON, and how often it can be done: {deals} random deals for
each task and number of players, in which it is the only task and belongs to a random player (never the captain, if it
is a comparison with the captain). Each share is that of the deals that can be won when all cards are known, with its
95 % interval (Wilson). Not decided within {limit} s, and left out: {undecided}.

Made by `python -m benchmarks.deep_sea --deals {deals}` with crewsat {version}.

- Difficulties: {source}.
- Any total from 1 to {totals} can be drawn (`crewsat generate crew --deep-sea TOTAL`).
- A card that nobody plays is won by nobody, so a task to win no pink card is met if one stays unplayed.
- A task that is judged at the end may be broken until some hand is empty; the others are met for good once they are.
"""


JSON_PREFACE = "Without `owner`; `null` as the owner leaves a task to be drafted (`assignment` `draft_or_pass`)."

Answers = dict[tuple[int, int], dict[str, int]]
"""How many deals have which answer, by task and number of players."""


def shares(deals: int, jobs: int | None, numbers: Sequence[int]) -> Answers:
    """Return how many deals have which answer, by task and number of players."""
    cells = [(number, players) for number in numbers for players in PLAYERS]
    made = (
        partial(crewsat.DeepSeaDeal(players=players, tasks=(number,), drafted=True).with_seed, FIRST_SEED + k)
        for number, players in cells
        for k in range(deals)
    )
    verdicts = crewsat.decide_many(made, jobs=jobs, time_limit=TIME_LIMIT)
    found = {}
    for cell in cells:
        answers = [verdict.answer for verdict in islice(verdicts, deals) if isinstance(verdict, crewsat.Verdict)]
        found[cell] = {answer: answers.count(answer) for answer in ("yes", "no", "unknown")}
        print(*cell, found[cell], file=sys.stderr, flush=True)
    return found


def page(deals: int, jobs: int | None = None, tasks: Sequence[crewsat.DeepSeaTask] | None = None) -> Iterator[str]:
    """Yield the lines of the page; if tasks are given, only about those."""
    tasks = crewsat.deep_sea_tasks() if tasks is None else tasks
    found = shares(deals, jobs, [task.number for task in tasks])
    yield PREFACE.format(
        deals=deals,
        limit=f"{TIME_LIMIT:.0f}",
        undecided=sum(answers["unknown"] for answers in found.values()),
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


def table(tasks: Sequence[crewsat.DeepSeaTask], found: Answers) -> Iterator[str]:
    """Yield the lines of the table of shares."""
    headings = [heading for p in PLAYERS for heading in (f"{p} players", "share won")]
    yield f"| task | what its owner must do | judged at the end | {' | '.join(headings)} |"
    yield f"| ---: | --- | :---: |{' ---: | --- |' * len(PLAYERS)}"
    for task in tasks:
        cells = [cell for p in PLAYERS for cell in (str(task.difficulty(p)), share(found[task.number, p]))]
        yield f"| {task.number} | {task.words} | {'yes' if judged_at_end(task) else ''} | {' | '.join(cells)} |"


def share(answers: dict[str, int]) -> str:
    """Return a share with its interval and a bar."""
    decided = answers["yes"] + answers["no"]
    if not decided:
        return "-"
    low, high = wilson(answers["yes"], decided)
    full = WIDTH * answers["yes"] // decided  # all of it only if all are won
    percent = f"{100 * answers['yes'] / decided:.1f} %"
    return f"`{'█' * full}{'·' * (WIDTH - full)}` {percent} ({100 * low:.1f} to {100 * high:.1f})"


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
    parser = argparse.ArgumentParser(description="Decide random deals with each task and print the page deep-sea.md.")
    parser.add_argument("--deals", type=int, default=1000)
    parser.add_argument("--jobs", type=int)
    options = parser.parse_args()
    for line in page(options.deals, options.jobs):
        sys.stdout.write(f"{line}\n")


if __name__ == "__main__":
    main()
