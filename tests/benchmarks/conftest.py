"""What tests that make runs in this process need."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.support.harness import environment
from tests.support.processes import children
from tests.support.runs import deciders

if TYPE_CHECKING:
    from collections.abc import Iterator


@pytest.fixture
def here(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Programs find the packages; nobody is left behind."""
    monkeypatch.setenv("PYTHONPATH", environment()["PYTHONPATH"])
    before = children()
    yield
    for decider in deciders().values():
        decider.close()
    deciders().clear()
    assert children() <= before
