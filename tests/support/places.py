"""Where things are."""

from __future__ import annotations

from pathlib import Path

ROOT = Path(__file__).parents[2]
GOLDEN = ROOT / "tests" / "golden"


def reports() -> list[str]:
    """The names of the folders in docs that have the report of a suite of benchmarks, and its records."""
    return sorted(path.parent.name for path in (ROOT / "docs").glob("*/*.csv.xz") if path.parent.name != "atlas")
