"""Words and tables that the reports of all games share."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.table import Table

REASONS = {
    "time": "the time limit was reached",
    "memory": "it would need more memory than allowed",
    "interrupted": "interrupted",
    "incomplete": "this method cannot decide it",
    "crash": "the solver crashed",
}
UNPROVED = {**REASONS, "size": "it was larger than allowed, or than the disk"}
CHECKED = {
    "proof": "the proof was checked",
    "algorithm": "by the argument given",
    "search": "by exhaustive search",
    "none": "by search, not certified",
}


def plain_table() -> Table:
    """Return an empty table without frames."""
    from rich import box  # noqa: PLC0415
    from rich.table import Table  # noqa: PLC0415

    return Table(box=box.SIMPLE_HEAD, pad_edge=False)
