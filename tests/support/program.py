"""The program as a file on the path, for shells and other programs that start it."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

from tests.support.places import ROOT

if TYPE_CHECKING:
    from pathlib import Path


def path_with_program(folder: Path) -> str:
    """Make the file in a folder, and return the path to be searched for programs."""
    program = folder / "bin" / "crewsat"
    program.parent.mkdir()
    program.write_text(f'#!/bin/sh\nPYTHONPATH={ROOT}:{ROOT / "encodings"} exec {sys.executable} -m crewsat "$@"\n')
    program.chmod(0o755)
    return f"{program.parent}:{os.environ['PATH']}"
