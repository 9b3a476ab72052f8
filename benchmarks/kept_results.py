"""Results that take long, kept in a file as soon as they are known, and not computed again.

For pages that are written from a few such numbers; runs of the benchmarks have a store of their own.
"""

from __future__ import annotations

import json
import sys
from concurrent.futures import ProcessPoolExecutor, as_completed
from typing import TYPE_CHECKING, Any

import crewsat

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from pathlib import Path


def computed(path: Path, jobs: Iterable[tuple[str, Callable[[], Any]]], workers: int = 1) -> dict[str, Any]:
    """Return all results by name; those that the file does not have are computed, and kept there at once.

    Args:
        path: a JSON file, which is made if it is not there.
        jobs: the names of all results, and what computes them; both must go into another process.
        workers: processes at work.
    """
    known: dict[str, Any] = json.loads(path.read_text()) if path.exists() else {"version": crewsat.__version__}
    with ProcessPoolExecutor(workers) as pool:
        running = {pool.submit(compute): name for name, compute in jobs if name not in known}
        for count, done in enumerate(as_completed(running), 1):
            known[running[done]] = done.result()
            path.write_text(json.dumps(known, indent=1) + "\n")
            print(f"{count} of {len(running)}: {running[done]}", file=sys.stderr, flush=True)
    return known
