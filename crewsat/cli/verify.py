"""``crewsat verify``: an answer checked against its instance by code that did not find it."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from crewsat.base.wording import visible
from crewsat.cli.common import FAILED, NOTHING_TO_CHECK, errors_reported, read_answer, say, warn
from crewsat.cli.declared import Argument, Exit, WrongUsage
from crewsat.cli.option_table import EstimateOption, TimeOption  # noqa: TC001 - typer reads them

_STATUS = {"confirmed": 0, "refuted": FAILED, "nothing to check": NOTHING_TO_CHECK, "limit": NOTHING_TO_CHECK}
_STATUS |= {"unreadable": FAILED}


def verify(
    instance: Annotated[str, Argument(metavar="INSTANCE", help="The instance, JSON or text; - is standard input.")],
    answer: Annotated[str, Argument(metavar="ANSWER", help="What `crewsat decide --json` printed.")],
    *,
    time_limit: TimeOption = None,
    memory_limit: EstimateOption = None,
) -> None:
    """Replay the play of a yes by the rules; of a no, check the proof it names.

    Of a game with opponents, the strategy it names is played against every defence; without one, the first move of a
    yes is made, and the position after it decided anew.

    Paths start where ANSWER is, or in the current directory. The limits are not for replaying a play.

    Exit status: 0 confirmed, 1 refuted or bad input, 3 nothing to check (a no or unknown without a certificate), or a
    limit was reached.
    """
    if instance == answer == "-":
        raise WrongUsage("INSTANCE and ANSWER cannot both be standard input")
    with errors_reported():
        from crewsat.engine.confirmation import confirmation  # noqa: PLC0415 - numpy only when there is an answer
        from crewsat.engine.files import load  # noqa: PLC0415

        deal = load(instance)
        given = read_answer(answer, deal.game)
        folders = ["."] if answer == "-" or not Path(answer).parent.parts else [str(Path(answer).parent), "."]
        found = confirmation(deal, given, folders, time_limit=time_limit, memory_limit=memory_limit)
    if found.part:
        warn(f"{visible(answer, 200)}: {found}")
    else:
        say(str(found))
    raise Exit(_STATUS[found.outcome])
