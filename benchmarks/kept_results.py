"""Results that take long, kept in a file as soon as they are known, and not computed again.

For pages that are written from a few such numbers; runs of the benchmarks have a store of their own.
"""

from __future__ import annotations

import json
import sys
from concurrent.futures import ProcessPoolExecutor, as_completed
from contextlib import suppress
from typing import TYPE_CHECKING, Any

import crewsat
from crewsat.base.journal import object_of
from crewsat.base.outputs import write_whole

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable
    from pathlib import Path


def computed(path: Path, jobs: Iterable[tuple[str, Callable[[], Any]]], workers: int = 1) -> dict[str, Any]:
    """Return all results by name; results missing from the file are computed and stored there at once.

    Args:
        path: a JSON file, which is created if it does not exist.
        jobs: the names of all results, and the functions that compute them; both must be picklable.
        workers: number of worker processes.

    Raises:
        InvalidInstance: if the file holds anything else; it is unchanged.
    """
    wanted = dict(jobs)
    known = _known(path, wanted) if path.exists() else {"version": crewsat.__version__}
    with ProcessPoolExecutor(workers) as pool:
        running = {pool.submit(compute): name for name, compute in wanted.items() if name not in known}
        for count, done in enumerate(as_completed(running), 1):
            known[running[done]] = done.result()
            write_whole(path, json.dumps(known, indent=1).encode() + b"\n")
            print(f"{count} of {len(running)}: {running[done]}", file=sys.stderr, flush=True)
    return known


def _known(path: Path, wanted: Collection[str]) -> dict[str, Any]:
    """Return the stored results, with the version.

    Raises:
        InvalidInstance: if the file is not one of these results.
    """
    otherwise = "does not hold these results; allowed: a new file"
    kept: dict[str, Any] = {}
    with suppress(ValueError):
        kept = object_of(path.read_bytes(), otherwise)
    if not isinstance(kept.get("version"), str) or not kept.keys() <= {"version", *wanted}:
        raise crewsat.InvalidInstance([crewsat.Defect("", otherwise)], str(path))
    return kept
