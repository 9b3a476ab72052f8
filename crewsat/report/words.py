"""Words that the reports of all games share."""

from __future__ import annotations

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
