"""The compiled kernel, where it is installed; the environment variable ``CREWSAT_KERNEL=off`` disables it."""

from __future__ import annotations

import os
from functools import cache
from typing import Any

VERSION = 5
"""The version of the functions of the kernel, and of the decisions they make."""


def kernel() -> Any:  # noqa: ANN401 - a compiled module without types, or None
    """Return the kernel, or None if it is not installed, of another version, or switched off."""
    if os.environ.get("CREWSAT_KERNEL") == "off":
        return None
    return _kernel()


@cache
def _kernel() -> Any:  # noqa: ANN401
    try:
        import crewsat_kernel  # noqa: PLC0415 - optional
    except ImportError:
        return None
    return crewsat_kernel if crewsat_kernel.version == VERSION else None
