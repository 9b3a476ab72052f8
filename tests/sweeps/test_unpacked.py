"""Two answers to a deal: what either knows is known, and what cannot be true of both is said."""

from __future__ import annotations

import pytest

from crewsat.sweeps.batch import Open
from crewsat.sweeps.unpacked import One, agreed


def threshold(most: int | None, low: int = 0, high: int = 4, limit: float = 2.0) -> One:
    """A deal with a threshold, or with bounds on one."""
    unknown = Open("time", limit, low, high) if most is None else None
    return One("unknown" if most is None else "yes", 3, {"threshold": most}, unknown, "")


@pytest.mark.parametrize(
    ("one", "other", "both"),
    [
        (threshold(None, 0, 2), threshold(None, 2, 4), threshold(2)),
        (threshold(None, 0, 3), threshold(None, 1, 4, limit=60.0), threshold(None, 1, 3, limit=60.0)),
        (threshold(None, 1, 3), threshold(3), threshold(3)),
        (threshold(4), threshold(4), threshold(4)),
        (threshold(None, 0, 1), threshold(None, 2, 4), "threshold unknown, and between 2 and 1"),
        (threshold(None, 0, 1), threshold(3), "threshold 3, and between 0 and 1"),
        (threshold(2), threshold(3), {"threshold 2, and 3", "threshold 3, and 2"}),
    ],
)
def test_thresholds(one: One, other: One, both: One | str | set[str]) -> None:
    for found in (agreed(one, other), agreed(other, one)):
        assert found in both if isinstance(both, set) else found == both


def test_an_answer_that_was_found_again_is_kept_with_its_check() -> None:
    open_ = One("unknown", 9, {"fewest_tricks": None}, Open("time", 2.0), "")
    half = One("yes", 9, {"fewest_tricks": None}, Open("time", 60.0), "agreed")
    whole = One("yes", 9, {"fewest_tricks": 5}, None, "")
    assert agreed(open_, half) == agreed(half, open_) == half
    assert agreed(half, whole) == whole._replace(again="agreed")
    assert agreed(whole, whole._replace(answer="no")) == "answer yes, and no"
