"""How large the deals are that planners solve: ``python -m benchmarks.planners`` prints the table of the docs.

Deals come from ``crewsat generate --to pddl``, as many that can be won as that cannot; each planner gets each problem
in a process of its own, which has `SECONDS` of processor time and `BYTES` of memory, as has each program that it
starts. When it has solved none of a size, larger deals with this answer are not tried. Its answers are compared with
ours. The planners are those of the dependency group ``planners``.
"""

from __future__ import annotations

import json
import resource
import statistics
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

SECONDS, BYTES = 60, 3 << 30
EACH = 3
"""Deals of each size and answer."""
PLAYERS, OBJECTIVES = 3, 3
DECKS = {
    9: (2, 3, 3),
    12: (3, 3, 3),
    15: (3, 4, 3),
    18: (3, 5, 3),
    21: (3, 6, 3),
    24: (3, 7, 3),
    30: (3, 9, 3),
    40: (4, 9, 4),
}
"""Cards of a deck: suits, values of each, trumps."""
PLANNERS: dict[str, tuple[str, dict[str, str]]] = {
    "pyperplan": ("pyperplan", {"search": "gbf", "heuristic": "hff"}),
    "Fast Downward": ("fast-downward", {}),
}
"""Their names in unified-planning, and what they are asked to do."""
_CHILD = """
import json, resource, sys, warnings
name, parameters, domain, problem, seconds, size = sys.argv[1:]
resource.setrlimit(resource.RLIMIT_CPU, (int(seconds), int(seconds)))
resource.setrlimit(resource.RLIMIT_AS, (int(size), int(size)))
warnings.simplefilter("ignore")
from unified_planning.io import PDDLReader
from unified_planning.shortcuts import OneshotPlanner, get_environment
get_environment().credits_stream = None
read = PDDLReader().parse_problem(domain, problem)
with OneshotPlanner(name=name, params=json.loads(parameters)) as planner:
    status = planner.solve(read).status.name
print("yes" if status.startswith("SOLVED") else "no" if status.startswith("UNSOLVABLE") else "unknown")
"""


def main() -> None:
    """Print a row for each size, and for each planner and answer how many were solved, and in what time."""
    heads = [f"{planner}, {answer}" for planner in PLANNERS for answer in ("won", "lost")]
    print("| cards | " + " | ".join(heads) + " |\n" + "|---|" + "---|" * len(heads), flush=True)
    given_up: set[tuple[str, str]] = set()
    with TemporaryDirectory() as folder:
        for cards in DECKS:
            deals = _deals(cards, Path(folder, str(cards)))
            cells = [_cell(planner, answer, deals, given_up) for planner in PLANNERS for answer in ("yes", "no")]
            print(f"| {cards} | " + " | ".join(cells) + " |", flush=True)


def _deals(cards: int, folder: Path) -> list[tuple[Path, str]]:
    """Return the problems of deals of one size, with their answers."""
    suits, values, trumps = DECKS[cards]
    sizes = {"players": PLAYERS, "objectives": OBJECTIVES, "suits": suits, "values": values, "trumps": trumps}
    sizes |= {"solvable": EACH, "unsolvable": EACH}
    words = [word for name, value in sizes.items() for word in (f"--{name}", str(value))]
    command = [sys.executable, "-m", "crewsat", "generate", "crew", *words, "--seeds", "1-5000", "--to", "pddl"]
    subprocess.run([*command, "--output", str(folder)], check=True)
    rows: list[dict[str, Any]] = [json.loads(line) for line in (folder / "answers.jsonl").read_text().splitlines()]
    return [(folder / row["files"][0], row["answer"]) for row in rows]


def _cell(planner: str, answer: str, deals: list[tuple[Path, str]], given_up: set[tuple[str, str]]) -> str:
    """Return how many deals with an answer a planner solves, and the median of its times; empty if it has given up."""
    if (planner, answer) in given_up:
        return ""
    times = [_seconds(planner, problem, answer) for problem, right in deals if right == answer]
    solved = [taken for taken in times if taken is not None]
    if not solved:
        given_up.add((planner, answer))
        return f"0 of {len(times)}"
    return f"{len(solved)} of {len(times)}, {statistics.median(solved):.1f} s"


def _seconds(planner: str, problem: Path, answer: str) -> float | None:
    """Return the processor time in which a planner solves a problem; None if it does not finish.

    Raises:
        ValueError: if it contradicts us.
    """
    name, parameters = PLANNERS[planner]
    words = [name, json.dumps(parameters), str(problem.with_name("domain.pddl")), str(problem)]
    words += [str(SECONDS), str(BYTES)]
    began = _spent()
    ended = subprocess.run([sys.executable, "-c", _CHILD, *words], capture_output=True, text=True, check=False)
    found = ended.stdout.split()[-1:] or ["unknown"]
    if found[0] not in {answer, "unknown"}:
        raise ValueError(f"{planner} says {found[0]} of {problem.read_text()}")
    return _spent() - began if found[0] == answer else None


def _spent() -> float:
    """Return the processor time of all children so far."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


if __name__ == "__main__":
    main()
