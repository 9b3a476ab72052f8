"""By what a batch was decided, and on which day: versions of the program and its libraries, and the kind of machine."""

from __future__ import annotations

import json
import platform
from datetime import UTC, datetime
from functools import cache

import crewsat
from crewsat.base.compiled import kernel
from crewsat.base.libraries import PYSAT
from crewsat.base.state import code_digest
from crewsat.base.wording import json_text

DATE = "date"


@cache
def versions() -> str:
    """Return them as JSON; the same for all workers of a run on one machine."""
    return json_text(
        {
            "crewsat": crewsat.__version__,
            "code": code_digest(),
            "python": platform.python_version(),
            "python-sat": PYSAT.version(),
            "kernel": kernel() is not None,
            "machine": f"{platform.system()} {platform.machine()}",
        }
    )


def versions_today() -> str:
    """Return the versions with the date, in UTC: what a run writes beside each of its batches."""
    return json_text({**json.loads(versions()), DATE: datetime.now(UTC).date().isoformat()})


def in_words(versions: str) -> tuple[str, str]:
    """Return the date, and the versions as a text; either is empty if it is not known."""
    known = json.loads(versions)
    date = known.pop(DATE, "")
    with_or_without = {True: "with kernel", False: "without kernel"}
    return date, ", ".join(
        with_or_without[value] if name == "kernel" else f"{name} {value}" for name, value in known.items()
    )
