"""Every no among random real deals is proved, and both checkers agree; long evidence, with figures."""

from __future__ import annotations

import random
import statistics
from collections import Counter
from typing import TYPE_CHECKING

import pytest

import crewsat
from crewsat.games.crew.deals import RandomDeal
from tests.support.aimed_deals import goal_held_by_its_owner
from tests.support.chunks import sizes

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from crewsat.games.crew.instance import Crew
    from crewsat.games.verdict import Proof


def told_of(proofs: list[tuple[float, Proof]]) -> str:
    """Medians and the largest: seconds of the processor from question to checked proof, steps, megabytes."""
    columns: dict[str, list[float]] = {
        "CPU seconds": [seconds for seconds, _ in proofs],
        "steps": [float(proof.lemmas) for _, proof in proofs],
        "MB of proof": [proof.proof.size / 1e6 for _, proof in proofs],
    }
    return ", ".join(f"{name} {statistics.median(c):.3g} (at most {max(c):.3g})" for name, c in columns.items() if c)


def proved(deals: list[Crew], folder: Path, time_limit: float | None) -> tuple[list[tuple[float, Proof]], int]:
    """Decide deals, check the proof of every no once more, delete it; return the proofs and how often no has none."""
    proofs, without = [], 0
    for deal in deals:
        verdict = crewsat.decide(deal, proof=folder, time_limit=time_limit)
        if verdict.proof is not None:
            assert (verdict.answer, verdict.checked) == ("no", "proof")
            checked = crewsat.verify_proof(deal, verdict.proof)
            assert checked.also_by is not None
            assert checked.lemmas == verdict.proof.lemmas
            proofs.append((verdict.statistics.cpu_seconds or 0.0, verdict.proof))
        elif verdict.answer != "yes":
            without += 1
        for path in folder.glob("*"):
            path.unlink()
    return proofs, without


@pytest.mark.slow
def test_some_real_deals(tmp_path: Path) -> None:
    deals = [RandomDeal(players=5, objectives=objectives).with_seed(2) for objectives in (3, 6, 9)]
    deals += [RandomDeal(players=4, objectives=8).with_seed(seed) for seed in (0, 1)]
    proofs, without = proved(deals, tmp_path, None)
    assert (len(proofs), without) == (4, 0)


@pytest.mark.thorough
@pytest.mark.parametrize("players", [4, 5])
def test_every_no_of_real_deals_is_proved(players: int, tmp_path: Path) -> None:
    """300 deals with 1 to 10 objectives, without a limit of time."""
    deals = [RandomDeal(players=players, objectives=o).with_seed(s) for o in range(1, 11) for s in range(30)]
    proofs, without = proved(deals, tmp_path, None)
    print(f"{players} players: {len(deals)} deals, {len(proofs)} proofs: {told_of(proofs)}")  # noqa: T201 - the figures
    assert without == 0
    assert len(proofs) > 20


@pytest.mark.thorough
def test_real_deals_of_three_players_as_far_as_a_minute_goes(tmp_path: Path) -> None:
    deals = [RandomDeal(players=3, objectives=o).with_seed(s) for o in range(1, 11) for s in range(20)]
    proofs, without = proved(deals, tmp_path, 60)
    print(f"3 players: {len(deals)} deals, {len(proofs)} proofs, {without} open: {told_of(proofs)}")  # noqa: T201
    assert len(proofs) + without < len(deals)


SHAPES: dict[str, Callable[[int], Crew]] = {
    "goals held by their owners": lambda seed: goal_held_by_its_owner(random.Random(f"proof {seed}"), 17),
    "three players, 24 cards": lambda seed: RandomDeal(
        players=3, objectives=6 + seed % 4, suits=4, values=5, trumps=4
    ).with_seed(seed),
    "four players, 24 cards, in order": lambda seed: RandomDeal(
        players=4, objectives=3 + seed % 4, suits=4, values=5, trumps=4, tokens=("1", "2")
    ).with_seed(seed),
    "five players, 25 cards, a draft": lambda seed: RandomDeal(
        players=5, objectives=3 + seed % 5, suits=3, values=7, trumps=4, assignment="draft"
    ).with_seed(seed),
}
"""Deals by their seed; the first are uneven and have objectives of the trump suit, too."""


def without_a_proof(shape: str, seeds: range, folder: Path) -> tuple[list[str], Counter[str]]:
    """Have the formula prove every no of ``auto``, and of relaxed deals asked by name, in 20 seconds each.

    Returns:
        Deals that the formula wins or whose proof was not accepted, and how often each method says no; as "open" those
        whose proof takes longer.
    """
    bad, said = [], Counter[str]()
    for seed in seeds:
        deal = SHAPES[shape](seed)
        found = [crewsat.decide(deal, method=method, time_limit=20) for method in ("auto", "relaxations")]
        refuting = [verdict.method for verdict in found if verdict.answer == "no"]
        said.update(refuting)
        if refuting:
            verdict = crewsat.decide(deal, method="cnf-tricks", proof=folder, time_limit=20)
            if verdict.answer == "yes":
                bad.append(deal.to_json())
            elif verdict.proof is None:
                said["open"] += 1
            elif crewsat.verify_proof(deal, verdict.proof).also_by is None:
                bad.append(deal.to_json())
            for path in folder.glob("*"):
                path.unlink()
    return bad, said


@pytest.mark.slow
@pytest.mark.parametrize("number", sizes(5, 8))
@pytest.mark.parametrize("shape", SHAPES)
def test_some_noes_of_auto_are_proved(shape: str, number: int, tmp_path: Path) -> None:
    bad, said = without_a_proof(shape, range(number), tmp_path)
    assert bad == []
    assert said


@pytest.mark.thorough
@pytest.mark.parametrize("shape", SHAPES)
def test_every_no_of_auto_is_proved(shape: str, tmp_path: Path) -> None:
    """250 deals of each shape; the kernel, where it is installed, decides relaxed deals."""
    bad, said = without_a_proof(shape, range(100, 350), tmp_path)
    print(f"{shape}: {dict(said)}")  # noqa: T201 - the figures
    assert bad == []
    assert said["cnf-tricks"] > 10
    assert said["open"] < 10
    assert said["relaxations"] > 10 or "draft" in shape  # free objectives are forgotten
