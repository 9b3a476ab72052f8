"""Fixtures of the command line tests."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from crewsat.games.crew.deals import RandomDeal

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def hard(tmp_path: Path) -> Path:
    """An instance that exhaustive search does not finish."""
    path = tmp_path / "hard.json"
    path.write_text(RandomDeal(players=3, objectives=9).with_seed(0).to_json())
    return path
