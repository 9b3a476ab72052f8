"""The compiled kernel, native and as WebAssembly, for tests that compare it with its Python twins."""

from __future__ import annotations

import os
from typing import Any

import pytest

from crewsat.base import compiled
from tests.support.chunks import rarely
from tests.support.wasm_kernel import NotCompiled, webassembly_kernel

REQUIRED = os.environ.get("CREWSAT_KERNEL_REQUIRED") == "yes"
"""Set where the kernel must be there: then its absence is a failure, not a skip."""


KINDS = rarely(["native", "webassembly"], {"webassembly"})


def kernel_in_use(monkeypatch: pytest.MonkeyPatch, kind: str = "native") -> Any:  # noqa: ANN401 - a module without types
    """Return the kernel, switched on; skip the test if it is not installed and need not be."""
    monkeypatch.setenv("CREWSAT_KERNEL", "on")
    if kind == "webassembly":
        try:
            found = webassembly_kernel()
        except NotCompiled as error:
            (pytest.fail if REQUIRED else pytest.skip)(str(error))
        monkeypatch.setattr(compiled, "_kernel", lambda: found)
    found = compiled.kernel()
    if found is None and not REQUIRED:
        pytest.skip("the kernel is not installed")
    assert found is not None, "CREWSAT_KERNEL_REQUIRED is set, and the kernel is not installed"
    return found
