"""What a sweep costs is measured by parts that do what they say; the page of intervals has what is computed."""

from __future__ import annotations

import pytest

from benchmarks import counted, how_sure, sweeping
from benchmarks.coverage import planned
from tests.support.places import ROOT


@pytest.mark.processes
@pytest.mark.parametrize("part", ["loop", "local"])
def test_parts_measure_what_they_did(part: str) -> None:
    found = sweeping.asked(part, 3, 20)
    assert 0.01 < found["cpu"] < 60
    if part == "local":
        assert 0 < found["here"] < found["cpu"]
        assert 0 < found["busy"] <= 1
        assert 10 < found["peak"] < 500


def test_simulated_results_go_through_the_store() -> None:
    found = sweeping.simulated(0, 30_000)
    assert found["batches"] > 30
    assert found["here"] > 0
    assert 0 < found["size"] < 2


def test_the_page_of_intervals_has_what_is_computed() -> None:
    text = (ROOT / "docs" / "how-sure.md").read_text()
    one = planned(0.999, how_sure.HALF_WIDTH, how_sure.LEVEL)
    lines = [line for line in how_sure.page([one]) if not line.startswith("Level")]
    assert all(line in text for line in "\n".join(lines).splitlines())
    assert all(f"| {share:g} | " in text for share in how_sure.SHARES)


def test_small_decks_are_counted_once() -> None:
    """As many deals as there are ways to deal six cards and to draw two of them, and no two alike."""
    found = [deal.to_json() for deal in counted.deals(2, 2, suits=2, values=3)]
    assert len({*found}) == len(found) == 20 * 30
