"""``python -m tests.chosen NAME [ARGUMENTS OF PYTEST]``: run the test files that a change may have turned red.

A test file is left out if it was green here and nothing that it reaches has changed since (`tests.thorough.reach`).
Everything is run if nothing is known yet, as on a fresh clone; if a file has changed that is not a Python module; and
if the environment has ALL=1. What is known is kept in ``build/tests``, a file for each NAME; the arguments must select
the same tests each time. If NAME is a mark, they select tests with this mark, and files without it are not opened.
"""

from __future__ import annotations

import os
import subprocess
import sys
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from tests.chosen.choice import Choice, not_green, with_mark
from tests.support.places import ROOT
from tests.thorough.reach import NoRepository

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

NOTHING = 5
"""The exit status of pytest if no test is left to run."""

MARKS = ("timing", "slow", "processes", "thorough")
"""The marks of tests (`pyproject.toml`)."""


def main(name: str, arguments: Sequence[str]) -> int:
    """Run what is to be run, and keep which files were green; return the exit status."""
    try:
        choice = Choice.of(ROOT, name, everything=bool(os.environ.get("ALL")))
    except NoRepository:
        return _run(arguments, [])
    print(choice, flush=True)  # noqa: T201 - the command line talks
    files = with_mark(ROOT, choice.files, name) if name in MARKS else choice.files
    if not files:
        return 0
    with TemporaryDirectory() as folder:
        report = f"{folder}/report.xml"
        status = _run([f"--junitxml={report}", "-o", "junit_family=xunit1", *arguments], files)
        if status in {0, 1, NOTHING}:
            choice.keep(set(choice.files) - not_green(report))
    return 0 if status == NOTHING else status


def _run(arguments: Sequence[str], files: Sequence[str | Path]) -> int:
    return subprocess.run([sys.executable, "-m", "pytest", *arguments, *files], cwd=ROOT, check=False).returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2:]))
