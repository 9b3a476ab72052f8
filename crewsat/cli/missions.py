"""``crewsat missions``: the fifty missions of The Quest for Planet Nine, and one of them with deals won and lost."""

from __future__ import annotations

from typing import Annotated

from crewsat.base.wording import json_text
from crewsat.cli.common import errors_reported, out, show
from crewsat.cli.declared import Argument, Option, WrongUsage


def missions(
    mission: Annotated[
        str | None, Argument(metavar="N", help="The number of a mission, to see it whole.", show_default=False)
    ] = None,
    *,
    players: Annotated[
        int | None, Option(metavar="P", help="Number of players, 2 to 5, of the deals shown; by default 4.")
    ] = None,
    json: Annotated[bool, Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """List the fifty missions of The Quest for Planet Nine; or show one, and deals that are won and lost."""
    from crewsat.games.crew.decks import why_not_players  # noqa: PLC0415 - pydantic only when needed
    from crewsat.games.crew.missions import mission_numbered  # noqa: PLC0415
    from crewsat.questions.crew import catalogue  # noqa: PLC0415
    from crewsat.report.crew.catalogue import mission_printed, missions_printed  # noqa: PLC0415

    why = None if players is None else why_not_players(players)
    if why is not None:
        raise WrongUsage(why, place="--players")
    if mission is None:
        if json:
            out(json_text(catalogue.mission_list()))
        else:
            show(missions_printed(players))
        return
    try:
        one = mission_numbered(mission)
    except ValueError as error:
        raise WrongUsage(str(error), place="N") from None
    with errors_reported():
        known = catalogue.mission_entry(one, players)
    if json:
        out(json_text(known))
    else:
        show(mission_printed(one, known))
