"""Fixtures of the command line tests."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

import crewsat
from crewsat.games.crew.deals import RandomDeal
from tests.support.command import LOST, load_text

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def hard(tmp_path: Path) -> Path:
    """An instance that exhaustive search does not finish."""
    path = tmp_path / "hard.json"
    path.write_text(RandomDeal(players=3, objectives=9).with_seed(0).to_json())
    return path


@pytest.fixture
def proved(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a lost deal, its answer, and below it the formula and the proof."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "lost.json").write_text(LOST)
    (tmp_path / "answer.json").write_text(crewsat.decide(load_text(LOST), proof="proofs").to_json())
    return tmp_path
