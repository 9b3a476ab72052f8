"""What the platform lacks. Python compiled to WebAssembly, in a browser, has no processes and a `long` of 32 bits."""

from __future__ import annotations

import sys

from crewsat.base.errors import NotInstalled

HAS_PROCESSES = sys.platform != "emscripten"

HAS_WIDE_LONGS = sys.maxsize > 2**32 and sys.platform != "win32"
"""Whether a `long` of C has 64 bits."""

if HAS_PROCESSES:
    import resource


def cpu_seconds_of_children() -> float:
    """Return the processor time of the processes that this one has run and waited for."""
    if not HAS_PROCESSES:
        return 0.0
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def check_processes() -> None:
    """Check that a process can be started.

    Raises:
        NotInstalled: if the platform has none.
    """
    if not HAS_PROCESSES:
        raise NotInstalled("this needs a separate process, and this platform has none")
