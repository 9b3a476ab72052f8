"""By what a batch was decided: versions of the program and its libraries, and the kind of machine."""

from __future__ import annotations

import platform
from importlib.util import find_spec

import crewsat
from crewsat.base.libraries import KERNEL, PYSAT
from crewsat.base.wording import json_text


def versions() -> str:
    """Return them as JSON; the same for all workers of a run on one machine."""
    return json_text(
        {
            "crewsat": crewsat.__version__,
            "python": platform.python_version(),
            "python-sat": PYSAT.version(),
            "kernel": find_spec(KERNEL.module) is not None,
            "machine": f"{platform.system()} {platform.machine()}",
        }
    )
