"""The compiled kernel, for tests that compare it with its Python twins."""

from __future__ import annotations

import os
from typing import Any

import pytest

from crewsat.algorithms.crew import quick

REQUIRED = os.environ.get("CREWSAT_KERNEL_REQUIRED") == "yes"
"""Set where the kernel must be there: then its absence is a failure, not a skip."""


def kernel_in_use(monkeypatch: pytest.MonkeyPatch) -> Any:  # noqa: ANN401 - a module without types
    """Return the kernel, switched on; skip the test if it is not installed and need not be."""
    monkeypatch.setenv("CREWSAT_KERNEL", "on")
    found = quick.kernel()
    if found is None and not REQUIRED:
        pytest.skip("the kernel is not installed")
    assert found is not None, "CREWSAT_KERNEL_REQUIRED is set, and the kernel is not installed"
    return found
