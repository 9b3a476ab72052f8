"""The ten deals of each player count that kept the program busy longest, of 10,000 each: answered, each no proved.

Three players with 4 to 10 objectives, four and five with 5 to 12, seeds 7,000,000 to 7,009,999; the slowest took 4.8 s.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

import crewsat
from crewsat.algorithms.crew import quick
from crewsat.games.crew.deals import RandomDeal
from tests.support.chunks import rarely
from tests.support.places import ROOT

if TYPE_CHECKING:
    from pathlib import Path

DEALS: list[dict[str, Any]] = [
    json.loads(line) for line in (ROOT / "tests" / "golden" / "hardest_deals.jsonl").read_text().splitlines()
]
HARDEST = {f"{deal['players']}-{deal['objectives']}-{deal['seed']}": deal for deal in DEALS}
LONGEST = {"3-6-7000863", "3-7-7003531", "3-7-7004245", "3-9-7001986", "3-9-7007271"}
"""Those that take seconds, whoever asks: for the long evidence only."""


def _instance(deal: dict[str, Any]) -> crewsat.Crew:
    return RandomDeal(players=deal["players"], objectives=deal["objectives"]).with_seed(deal["seed"])


@pytest.mark.slow
@pytest.mark.parametrize("name", rarely(HARDEST, LONGEST))
def test_they_are_answered(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """With the kernel if it is there: some are refuted by a relaxation then."""
    monkeypatch.setenv("CREWSAT_KERNEL", "on")
    deal = HARDEST[name]
    assert crewsat.decide(_instance(deal), time_limit=60).answer == deal["answer"]


@pytest.mark.thorough
@pytest.mark.parametrize("deal", [deal for deal in DEALS if deal["answer"] == "no"], ids=lambda deal: deal["seed"])
def test_every_no_is_proved(deal: dict[str, Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """By the formula, also where a relaxation of the kernel has said no first."""
    monkeypatch.setenv("CREWSAT_KERNEL", "on")
    instance = _instance(deal)
    verdict = crewsat.decide(instance, proof=tmp_path)
    assert (verdict.answer, verdict.checked) == ("no", "proof")
    assert verdict.because in {None, quick.refuted(instance)}
