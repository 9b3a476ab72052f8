"""Where there are no processes, nothing is spent in them, long steps need none, and what needs one says so."""

from __future__ import annotations

import time

import pytest

import crewsat
from crewsat.base import platform
from crewsat.base.errors import NotInstalled
from crewsat.engine.limits import Limits
from crewsat.engine.request import needs_child
from crewsat.workers.child import new_child


@pytest.fixture
def without_processes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(platform, "HAS_PROCESSES", False)


@pytest.mark.usefixtures("without_processes")
def test_nothing_is_spent_in_processes() -> None:
    assert platform.cpu_seconds_of_children() == 0.0


@pytest.mark.usefixtures("without_processes")
def test_no_child_is_started() -> None:
    with pytest.raises(NotInstalled, match="this platform has none"):
        new_child()


def test_long_steps_need_a_child_where_there_are_any(request: pytest.FixtureRequest) -> None:
    large = crewsat.RandomDeal(players=4, objectives=4, suits=20, values=20).with_seed(1)
    limits = Limits(time.monotonic() + 60, None, resident=False, solver=None, seed=None)
    assert needs_child(large, limits)
    request.getfixturevalue("without_processes")
    assert not needs_child(large, limits)
    assert needs_child(large, Limits(None, 10**9, resident=True, solver=None, seed=None))
