"""Running the command line: in this process, or as a user does, in one of its own."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from functools import cache
from typing import TYPE_CHECKING, Any
from unittest.mock import patch

import typer
from typer.testing import CliRunner

from crewsat.cli import running
from crewsat.cli.app import app_with
from crewsat.games import GAMES
from crewsat.games.crew.instance import Crew

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from crewsat.cli.declared import WrongUsage

HANDS = '"hands": [["a1", "b2"], ["a2", "b1"]], "leader": 1'


WON = f'{{"game": "crew", {HANDS}, "objectives": [{{"card": "b1", "owner": 1}}]}}'


LOST = f'{{"game": "crew", {HANDS}, "objectives": [{{"card": "a1", "owner": 1}}]}}'


@cache
def _with_typer(_games: tuple[str, ...]) -> Any:  # noqa: ANN401 - typer's own types are private
    """The program for typer, made once for the same games: that takes longer than most of what it is asked."""
    return typer.main.get_command(app_with())


class _Program:
    """The program as `CliRunner` knows programs."""

    name = "crewsat"

    def main(self, args: Sequence[str], **_: object) -> None:
        """Run it with these words."""

        def made(names: Sequence[str], *, wrong: WrongUsage | None = None) -> Callable[[], None]:
            if wrong is not None:
                return app_with(names, wrong=wrong)
            return lambda: _with_typer(tuple(GAMES)).main([*args], prog_name="crewsat")

        with patch.object(sys, "argv", ["crewsat", *args]), patch("crewsat.cli.app.app_with", made):
            running.run(next(iter(args), ""), args[1:])


def run(*arguments: str | Path, stdin: str = "", **environment: str) -> subprocess.CompletedProcess[str]:
    """Run the command line in this process, without starting another one; errors that it does not handle are raised."""
    words = [*map(str, arguments)]
    hook = sys.unraisablehook
    made = patch("typer.testing._get_command", return_value=_Program())
    try:
        with made:
            result = CliRunner().invoke(typer.Typer(), words, input=stdin, env=environment, catch_exceptions=False)
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
