"""Running the command of a command line: at once where every word is surely right, else by typer."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

from crewsat.cli.commands import COMMANDS, GROUPS, function_of
from crewsat.cli.declared import Exit, WrongUsage
from crewsat.cli.plain import values_of

if TYPE_CHECKING:
    from collections.abc import Sequence

HELP = frozenset({"-h", "--help"})
PLAIN = COMMANDS.keys() - {"help"}
"""The commands that need nothing of typer; ``help`` shows what typer knows."""


def run(first: str, words: Sequence[str]) -> None:
    """Run a command line.

    Args:
        first: its first word, the command if it is right.
        words: those that follow.
    """
    wrong = None
    if "_CREWSAT_COMPLETE" not in os.environ:
        try:
            if _ran_at_once(first, words):
                return
        except Exit as end:
            sys.exit(end.status)
        except WrongUsage as error:
            wrong = error
    from crewsat.cli.app import app_with  # noqa: PLC0415 - typer

    names = [first] if first in {*COMMANDS, *GROUPS} - {"help"} else [*COMMANDS, *GROUPS]
    app_with(names, wrong=wrong)()


def _ran_at_once(first: str, words: Sequence[str]) -> bool:
    """Run a command line if every word of it is surely right, and return whether it was run.

    Help is shown if nothing else is asked: elsewhere the word may be the value of an option, or the name of a file.
    """
    if (first in HELP and not words) or (first in PLAIN and len(words) == 1 and words[0] in HELP):
        from crewsat.cli import helping  # noqa: PLC0415 - only for help
        from crewsat.cli.common import out  # noqa: PLC0415

        out(helping.of_command(first) if words else helping.of_program())
        return True
    if first not in PLAIN:
        return False
    command = function_of(first)
    values = values_of(command, words)
    if values is not None:
        command(**values)
    return values is not None
