"""Reports of suites of benchmarks."""

from __future__ import annotations

from tests.support.places import ROOT


def reports() -> list[str]:
    """The names of the folders in docs that have the report of a suite of benchmarks, and its records."""
    sweeps = {"atlas", "missions"}
    return sorted(path.parent.name for path in (ROOT / "docs").glob("*/*.csv.xz") if path.parent.name not in sweeps)
