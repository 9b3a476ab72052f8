"""The commands, and where each is; only the one that is called is imported."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

COMMANDS = {
    "decide": "crewsat.cli.decide",
    "verify": "crewsat.cli.verify",
    "encode": "crewsat.cli.encode",
    "decode": "crewsat.cli.encode",
    "explain": "crewsat.cli.explain",
    "options": "crewsat.cli.options",
    "best-score": "crewsat.cli.best_score",
    "review": "crewsat.cli.review",
    "play": "crewsat.cli.play",
    "coalitions": "crewsat.cli.coalitions",
    "least-hand": "crewsat.cli.least_hand",
    "show": "crewsat.cli.show",
    "convert": "crewsat.cli.convert",
    "audit": "crewsat.studies.commands.audit",
    "schema": "crewsat.cli.schema",
    "methods": "crewsat.cli.methods",
    "tasks": "crewsat.cli.tasks",
    "web": "crewsat.cli.web",
    "help": "crewsat.cli.help",
}
"""The module of each command; the function in it has the name of the command."""

GROUPS = {
    "generate": "crewsat.cli.generate",
    "reduce": "crewsat.cli.reduce",
    "tiny-crew": "crewsat.studies.commands.tiny_crew",
    "skull": "crewsat.studies.commands.skull",
}
"""The module of each group of commands; it is `app` there."""


def function_of(name: str) -> Callable[..., Any]:
    """Import and return the function that runs a command."""
    function: Callable[..., Any] = getattr(import_module(COMMANDS[name]), name.replace("-", "_"))
    return function
