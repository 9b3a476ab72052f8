"""The options that the commands of ``crewsat skull`` share."""

from __future__ import annotations

from typing import Annotated

import typer

RosesOption = Annotated[int, typer.Option("--roses", metavar="R", help="Roses that each player begins with.")]
SkullsOption = Annotated[int, typer.Option("--skulls", metavar="S", help="Skulls that each player begins with.")]
WinsOption = Annotated[int, typer.Option("--wins", metavar="W", help="Successful challenges that win the game.")]
JsonOption = Annotated[bool, typer.Option("--json", help="Print one JSON object.")]
