"""``python -m benchmarks.states REVISION FOLDER``: real deals as they were decided before, and are now.

Three states of the program answer the same deals in turn, in random order, each in a process that stays: a revision of
before, this tree in pure Python, and this tree with the compiled kernel. The time of a deal is the lesser of two
passes, CPU of `crewsat.decide` alone. Results are kept deal by deal; the same command goes on where it was interrupted.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import subprocess
import sys
from contextlib import ExitStack
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, Self

import crewsat
from benchmarks.compare import checkout
from benchmarks.families import real_deal
from benchmarks.ratios import ratio_of
from benchmarks.runner import ROOT
from benchmarks.tables import quantile
from crewsat.base.journal import Journal, is_beginning, object_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

PLAYERS = (3, 4, 5)
OBJECTIVES = tuple(range(1, 13))
KINDS = ("dealt", "dealt, tokens", "drafted", "drafted, tokens")
NAMES = ("before", "Python", "kernel")
FIRST_SEED = 44_000_000

ANSWERS = """
import json, sys, time
import crewsat
for line in sys.stdin:
    instance = crewsat.Crew.model_validate_json(line)
    began = time.process_time()
    verdict = crewsat.decide(instance, time_limit=60)
    cpu = time.process_time() - began
    moves = None if verdict.play is None else len(verdict.play)
    print(json.dumps({"cpu": cpu, "answer": verdict.answer, "method": verdict.method, "moves": moves}), flush=True)
"""
"""The program that each state runs; it uses only what every state has."""


class State:
    """A process that answers one instance after the other with the packages of a folder."""

    def __init__(self, root: Path, kernel: str) -> None:
        path = os.pathsep.join(map(str, (root, root / "encodings")))
        self._process = subprocess.Popen(
            [sys.executable, "-c", ANSWERS],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            cwd=root,  # Python looks for packages there first
            env={**os.environ, "PYTHONPATH": path, "CREWSAT_KERNEL": kernel},
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._process.kill()
        self._process.communicate()

    def answer(self, instance: str) -> dict[str, Any]:
        """Return the answer of the state about an instance, and how long it took."""
        asked, data = self._process.stdin, self._process.stdout
        if asked is None or data is None:
            raise RuntimeError("the pipes of a process that was started with pipes")
        print(instance, file=asked, flush=True)
        answer: dict[str, Any] = json.loads(data.readline())
        return answer


@dataclass(frozen=True, slots=True)
class Deal:
    """One deal of the sample."""

    players: int
    objectives: int
    kind: str
    seed: int

    @property
    def name(self) -> str:
        """Its key among the results."""
        return f"{self.players} {self.objectives} {self.kind} {self.seed}"

    def instance(self) -> str:
        """The deal as JSON."""
        tokens = "1,2,omega" if self.kind.endswith("tokens") else ""
        owners: Literal["dealt", "draft"] = "draft" if self.kind.startswith("drafted") else "dealt"
        drawn = real_deal(self.seed, players=self.players, objectives=self.objectives, tokens=tokens, owners=owners)
        return drawn.to_json()


def sample(deals: int) -> Iterator[Deal]:
    """Yield `deals` deals for each cell of the table, each with its own seed."""
    cells = product(range(deals), PLAYERS, OBJECTIVES, KINDS)
    for number, (_, players, objectives, kind) in enumerate(cells):
        yield Deal(players, objectives, kind, FIRST_SEED + number)


def measured(revision: str, path: Path, deals: int) -> dict[Deal, dict[str, Any]]:
    """Return the answers of all states on the sample, by state; what the file lacks is measured and stored there.

    Raises:
        InvalidInstance: if the file holds anything else; it is unchanged.
    """
    wanted = list(sample(deals))
    with ExitStack() as stack, Journal(path) as journal:
        found = [*_kept(journal, wanted)]
        left = wanted[len(found) :]
        before = stack.enter_context(checkout(revision))
        places = {"before": (before, "off"), "Python": (ROOT, "off"), "kernel": (ROOT, "on")}
        states = {name: stack.enter_context(State(*place)) for name, place in places.items()} if left else {}
        for number, deal in enumerate(left, 1):
            found.append({"deal": deal.name, **_answers(states, deal)})
            journal.append(json.dumps(found[-1]).encode())
            if number % 100 == 0:
                print(f"{number} of {len(left)} deals", file=sys.stderr, flush=True)
    return dict(zip(wanted, found, strict=False))


def _kept(journal: Journal, wanted: Sequence[Deal]) -> Iterator[dict[str, Any]]:
    """Yield what a file has of the sample, the first deals; a truncated last line is dropped.

    If the file has more deals, those of a larger sample, the others are checked by name only.
    """
    names = [deal.name for deal in wanted]

    def read(number: int, line: bytes) -> dict[str, Any]:
        words = "is not what the states say of a deal; allowed: a new file"
        data = object_of(line, words)
        if data.keys() != {"deal", *NAMES}:
            raise ValueError(words)
        if number <= len(names) and data["deal"] != names[number - 1]:
            raise ValueError(f"is not the deal {names[number - 1]}, which is due; allowed: a new file")
        return data

    def begins(number: int, line: bytes) -> bool:
        start = f'{{"deal": "{names[number - 1]}"' if number <= len(names) else '{"deal": "'
        return is_beginning(line, start.encode())

    return journal.take_up(read, begins)


def _answers(states: dict[str, State], deal: Deal) -> dict[str, Any]:
    """Ask all states about a deal twice.

    Raises:
        ValueError: if two of them contradict each other.
    """
    instance, turns = deal.instance(), random.Random(deal.seed)
    found: dict[str, dict[str, Any]] = {}
    for _ in range(2):
        for name in sorted(states, key=lambda _name: turns.random()):
            answer = states[name].answer(instance)
            if name not in found or answer["cpu"] < found[name]["cpu"]:
                found[name] = answer
    if {"yes", "no"} <= {answer["answer"] for answer in found.values()}:
        raise ValueError(f"{found}: {instance}")
    return found


def page(revision: str, results: dict[Deal, dict[str, Any]]) -> str:
    """Return the page."""
    lines = [
        "# Real deals: before, in pure Python, with the kernel",
        "",
        f"Computed by CrewSAT {crewsat.__version__}: `python -m benchmarks.states {revision} docs/benchmarks`.",
        f"{len(results):,} deals of the real deck with 1 to 12 objectives, used for nothing before, answered by",
        f"three states in turn: *before* (revision {revision}), this tree in pure *Python*, and this tree with the",
        "compiled *kernel*.",
        "CPU of `crewsat.decide` in milliseconds, the lesser of two passes; *times* are geometric means",
        "of the ratios deal by deal with 95 % intervals. *Length* is the mean number of tricks of the winning plays.",
        "",
        *_table("players, objectives", [(f"{p}, {kind}", _of(results, p, kind)) for p in PLAYERS for kind in KINDS]),
        *_table("all", [(f"{p} players", _of(results, p)) for p in PLAYERS]),
        "## Cell by cell",
        "",
        *_cells(results),
    ]
    return "\n".join(lines).rstrip("\n") + "\n"


def _of(
    results: dict[Deal, dict[str, Any]], players: int, kind: str | None = None, objectives: int | None = None
) -> list[dict[str, Any]]:
    return [
        found
        for deal, found in results.items()
        if deal.players == players and kind in {None, deal.kind} and objectives in {None, deal.objectives}
    ]


def _table(title: str, groups: Iterable[tuple[str, Sequence[dict[str, Any]]]]) -> list[str]:
    head = (
        "deals | won | mean: before | Python | kernel | 99 %: before | Python | kernel | Python, times | kernel, times"
    )
    lines = [
        f"| {title} | {head} | by the player | length: before | Python | kernel |",
        "| --- " + "| ---: " * 14 + "|",
    ]
    for name, found in groups:
        won = [one for one in found if one["before"]["answer"] == "yes"]
        times = {state: sorted(1000 * one[state]["cpu"] for one in found) for state in NAMES}
        row = [name, str(len(found)), str(len(won))]
        row += [f"{sum(times[state]) / len(found):.1f}" for state in NAMES]
        row += [f"{quantile(times[state], 0.99):.0f}" for state in NAMES]
        row += [_times(found, state) for state in NAMES[1:]]
        row += [f"{sum(one['kernel']['method'] == 'player' for one in found) / len(found):.0%}".replace("%", " %")]
        row += [f"{sum(one[state]['moves'] for one in won) / len(won):.2f}" for state in NAMES]
        lines.append(f"| {' | '.join(row)} |")
    return [*lines, ""]


def _times(found: Sequence[dict[str, Any]], state: str) -> str:
    return ratio_of([(one[state]["cpu"], one["before"]["cpu"]) for one in found]).words()


def _cells(results: dict[Deal, dict[str, Any]]) -> list[str]:
    """Return how many times as long the earlier state took as Python, and as the kernel, in each cell."""
    lines = [
        "How many times as long it took before as in Python / with the kernel, for each number of objectives.",
        "",
        f"| players, objectives | {' | '.join(map(str, OBJECTIVES))} |",
        "| --- " + "| ---: " * len(OBJECTIVES) + "|",
    ]
    for players, kind in product(PLAYERS, KINDS):
        row = []
        for objectives in OBJECTIVES:
            found = _of(results, players, kind, objectives)
            ratios = [ratio_of([(one[s]["cpu"], one["before"]["cpu"]) for one in found]).mean for s in NAMES[1:]]
            row.append(" / ".join(f"{ratio:.1f}" for ratio in ratios))
        lines.append(f"| {players}, {kind} | {' | '.join(row)} |")
    return [*lines, ""]


def main() -> None:
    """Measure the rest of the sample, and write the page."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.states", description=__doc__)
    parser.add_argument("revision", help="the earlier state, as a git revision")
    parser.add_argument("folder", type=Path, help="where the page goes")
    parser.add_argument("--results", type=Path, default=Path("results/states.jsonl"), help="kept results")
    parser.add_argument("--deals", type=int, default=12, help="deals for each cell")
    options = parser.parse_args()
    options.results.parent.mkdir(parents=True, exist_ok=True)
    try:
        results = measured(options.revision, options.results, options.deals)
    except crewsat.InvalidInstance as error:
        raise SystemExit(str(error)) from None
    (options.folder / "states.md").write_text(page(options.revision, results), encoding="utf-8")


if __name__ == "__main__":
    main()
