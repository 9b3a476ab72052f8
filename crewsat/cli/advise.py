"""``crewsat advise``: what a player who sees their own hand should play."""

from __future__ import annotations

from typing import Annotated

from crewsat.base.guarded import named
from crewsat.base.wording import json_text
from crewsat.cli.common import errors_reported, fail, out, show
from crewsat.cli.declared import Argument, Exit, Option, WrongUsage

OUT_OF_TIME = 3
LIMIT = 30.0
"""Seconds, by default."""


def advise(
    file: Annotated[
        str | None, Argument(metavar="VIEW", help="A view, JSON or text; - is stdin.", show_default=False)
    ] = None,
    *,
    view: Annotated[str | None, Option("--view", metavar="TEXT", help="A view as text instead of a file.")] = None,
    samples: Annotated[
        int, Option("--samples", metavar="N", min=1, help="How many deals that fit are drawn; by default 40.")
    ] = 40,
    bot: Annotated[
        str, Option("--bot", metavar="NAME", help="Who plays on for everybody; by default blueprint.")
    ] = "blueprint",
    seed: Annotated[int, Option("--seed", metavar="N", help="Of the deals and of the bot; by default 0.")] = 0,
    time_limit: Annotated[
        float, Option("--time-limit", "-t", metavar="SECONDS", help="For everything; by default 30 s.")
    ] = LIMIT,
    json: Annotated[bool, Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Advise a player who sees their own hand: how often each card wins in the deals that fit what they know.

    Exit status: 0 done, 3 out of time before any deal was looked at, 1 bad input or failure, 2 wrong usage.
    """
    if (file is None) == (view is None):
        raise WrongUsage("Missing argument 'VIEW': a file (- is standard input) or --view TEXT, one of the two")
    if not 0 < time_limit < float("inf"):
        raise WrongUsage(f"must be a positive number, not {time_limit}", place="--time-limit")
    with errors_reported():
        from crewsat.hidden.advice import Advisor  # noqa: PLC0415 - only where advice is wanted
        from crewsat.hidden.files import load, parse  # noqa: PLC0415
        from crewsat.report.hidden import advice_printed  # noqa: PLC0415

        if view is None:
            given = load(file or "-")
        else:
            with named("--view"):
                given = parse(view.encode(errors="surrogateescape"))
        advisor = Advisor(given, bot=bot, samples=samples, seed=seed, time_limit=time_limit)
        found = advisor.advise()
        if found.late:
            fail("time ran out before any deal was looked at", status=OUT_OF_TIME)
        if json:
            out(json_text(found.as_dict()))
        else:
            show(advice_printed(found), names=given.names)
    raise Exit(0)
