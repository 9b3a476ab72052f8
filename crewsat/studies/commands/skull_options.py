"""The options that the commands of ``crewsat skull`` share."""

from __future__ import annotations

from typing import Annotated

from crewsat.cli.declared import Option

RosesOption = Annotated[int, Option("--roses", metavar="R", help="Roses that each player begins with.")]
SkullsOption = Annotated[int, Option("--skulls", metavar="S", help="Skulls that each player begins with.")]
WinsOption = Annotated[int, Option("--wins", metavar="W", help="Successful challenges that win the game.")]
JsonOption = Annotated[bool, Option("--json", help="Print one JSON object.")]
