"""``crewsat verify``: an answer checked against its instance by code that did not find it."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Annotated, Any

import typer

from crewsat.cli.common import FAILED, NOTHING_TO_CHECK, errors_told, fail, out
from crewsat.errors import counted, visible

if TYPE_CHECKING:
    from crewsat.games.crew.instance import Crew


def verify(
    instance: Annotated[
        str, typer.Argument(metavar="INSTANCE", help="The instance, a JSON file; - is standard input.")
    ],
    answer: Annotated[str, typer.Argument(metavar="ANSWER", help="What `crewsat decide --json` printed.")],
) -> None:
    """Replay the play of an answer by the rules.

    Exit status: 0 confirmed, 1 refuted or bad input, 3 nothing to check (a no or unknown without a certificate).
    """
    with errors_told():
        from crewsat.files import load, read_json  # noqa: PLC0415

        deal = load(instance)
        given = read_json(answer)
        source = visible(answer, 200)
        if not isinstance(given, dict) or given.get("answer") not in ["yes", "no", "unknown"]:
            fail(f'{source}: answer: must be "yes", "no" or "unknown"')
        for key, right in (("format", 1), ("game", deal.game)):
            if repr(given.get(key, right)) != repr(right):  # to Python, 1, 1.0 and true are equal
                fail(f"{source}: {key}: must be {json.dumps(right)}")
        if given["answer"] != "yes":
            out(f"nothing to check: the answer is {given['answer']} and comes without a certificate")
            raise typer.Exit(NOTHING_TO_CHECK)
        _confirm(deal, given, source)


def _confirm(deal: Crew, given: dict[str, Any], source: str) -> None:
    from crewsat.decision import verified  # noqa: PLC0415
    from crewsat.errors import IllegalPlay  # noqa: PLC0415
    from crewsat.games.crew.rules import owners_of  # noqa: PLC0415

    if not isinstance(given.get("play"), list):
        fail(f"{source}: play: must be a list of tricks")
    try:
        owners = owners_of(deal, verified(deal, given["play"]))
    except IllegalPlay as error:
        out(f"refuted: {error}")
        raise typer.Exit(FAILED) from None
    said = given.get("assignment", owners)
    if said != owners or any(type(owner) is not int for owner in said.values()):
        out("refuted: the assignment does not name who takes the objectives")
        raise typer.Exit(FAILED)
    out(f"confirmed: a winning play of {counted(len(given['play']), 'trick')}, replayed by the rules")
