"""Running the command line: in this process, or as a user does, in one of its own."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from typing import TYPE_CHECKING

from typer.testing import CliRunner

from crewsat.cli.app import app_with
from crewsat.games.crew.instance import Crew

if TYPE_CHECKING:
    from pathlib import Path

HANDS = '"hands": [["a1", "b2"], ["a2", "b1"]], "leader": 1'


WON = f'{{"game": "crew", {HANDS}, "objectives": [{{"card": "b1", "owner": 1}}]}}'


LOST = f'{{"game": "crew", {HANDS}, "objectives": [{{"card": "a1", "owner": 1}}]}}'


def run(*arguments: str | Path, stdin: str = "", **environment: str) -> subprocess.CompletedProcess[str]:
    """Run the command line in this process, without starting another one; errors that it does not handle are raised."""
    words = [*map(str, arguments)]
    hook = sys.unraisablehook
    try:
        result = CliRunner().invoke(app_with(), words, input=stdin, env=environment, catch_exceptions=False)
    finally:
        sys.unraisablehook = hook
    return subprocess.CompletedProcess(words, result.exit_code, result.stdout, result.stderr)


def run_apart(*arguments: str | Path, stdin: str = "", **environment: str) -> subprocess.CompletedProcess[str]:
    """Run the command line in a process of its own, with more in its environment."""
    return subprocess.run(
        [sys.executable, "-m", "crewsat", *map(str, arguments)],
        input=stdin,
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
        env={**os.environ, "PYTHONUTF8": "1", **environment},
    )


def started(*arguments: str | Path) -> subprocess.Popen[str]:
    """Start the command line and do not wait for it."""
    return subprocess.Popen(
        [sys.executable, "-m", "crewsat", *map(str, arguments)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def load_text(text: str) -> Crew:
    return Crew(**json.loads(text))
