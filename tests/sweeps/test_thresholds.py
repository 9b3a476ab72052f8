"""The threshold of a deal is what asking every number of objectives finds; on the real deck."""

from __future__ import annotations

from dataclasses import replace

import pytest

import crewsat
from crewsat.sweeps.batch import Task, decide_batch
from crewsat.sweeps.cells import cells_of
from crewsat.sweeps.packing import numbers_in
from tests.support.chunks import chunks

DEALS = 100
CELLS = [{"players": players, "tokens": [tokens]} for players in (3, 4, 5) for tokens in ("none", "omega", "1")]


@pytest.mark.parametrize("chunk", chunks(20, usual=0))
def test_thresholds_are_what_asking_every_number_finds(chunk: int) -> None:
    """The numbers that can be won are all up to the threshold, and none beyond."""
    given = CELLS[chunk % len(CELLS)]
    (cell,) = cells_of("crew", {**given, "objectives": "threshold 1-17"}, 0).cells
    first = 4_000_000 + DEALS * chunk
    done = decide_batch(Task(cell, first, DEALS, 60.0))
    found = numbers_in(*done.quantities["threshold"])
    assert None not in found
    for seed, most in enumerate(found, first):
        for objectives in range(1, 18):
            deal = replace(cell.generator, objectives=objectives).with_seed(seed)
            expected = "yes" if objectives <= (most or 0) else "no"
            assert crewsat.decide(deal).answer == expected, deal.to_json()
