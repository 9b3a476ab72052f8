"""``crewsat tiny-crew``: the small game of imperfect information; its commands are imported on demand."""

from __future__ import annotations

from typing import Any

import typer
from typer.core import TyperGroup

from crewsat.cli.program import laid_out

_HELP = "Tiny Crew, for players who see their own cards only: exact values, learning, the best team."


class _Commands(TyperGroup):
    """The commands of another module, whose imports are not needed otherwise."""

    def list_commands(self, ctx: Any) -> list[str]:  # noqa: ANN401, ARG002 - the same in every context
        return [*_all()]

    def get_command(self, ctx: Any, cmd_name: str) -> Any:  # noqa: ANN401, ARG002 - a command of typer's
        found = _all().get(cmd_name)
        return found if found is None else laid_out(found, f"tiny-crew {cmd_name}")


def _all() -> Any:  # noqa: ANN401 - commands by name
    from crewsat.studies.commands.tiny_crew_commands import app as commands  # noqa: PLC0415 - numpy, pydantic

    return typer.main.get_group(commands).commands


app = typer.Typer(cls=_Commands, help=_HELP, no_args_is_help=True)


@app.callback(help=_HELP)
def _group() -> None:
    pass
