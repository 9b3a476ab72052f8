"""``crewsat verify``: an answer checked against its instance by code that did not find it."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Annotated, Any, NoReturn

import typer

from crewsat.cli.common import FAILED, NOTHING_TO_CHECK, errors_told, fail, out
from crewsat.errors import counted, visible

if TYPE_CHECKING:
    from crewsat.games.crew.instance import Crew
    from crewsat.games.crew.rules import Trick


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
    """Replay whatever the answer claims to be a winning play; leave with status 1 at the first thing wrong."""
    from crewsat.decision import verified  # noqa: PLC0415
    from crewsat.errors import IllegalPlay  # noqa: PLC0415
    from crewsat.games.crew.rules import owners_of  # noqa: PLC0415

    play, lines = given.get("play"), given.get("lines", [])
    if not isinstance(play, list):
        fail(f"{source}: play: must be a list of tricks")
    if not isinstance(lines, list):
        fail(f"{source}: lines: must be a list of plays")
    try:
        owners = owners_of(deal, verified(deal, play))
        different = {_line(verified(deal, line)) for line in lines}
    except IllegalPlay as error:
        _refute(str(error))
    said = given.get("assignment", owners)
    if said != owners or any(type(owner) is not int for owner in said.values()):
        _refute("the assignment does not name who takes the objectives")
    if len(different) < len(lines):
        _refute("two of the lines are the same")
    confirmed = [f"a winning play of {counted(len(play), 'trick')}"]
    confirmed += [counted(len(lines), "different winning line")] if lines else []
    out(f"confirmed: {' and '.join(confirmed)}, replayed by the rules{_not_checked(deal, given, len(play))}")


def _line(tricks: tuple[Trick, ...]) -> tuple[object, ...]:
    return tuple((trick.leader, trick.cards) for trick in tricks)


def _not_checked(deal: Crew, given: dict[str, Any], tricks: int) -> str:
    """Say what the answer claims beyond its plays; refute it where a play contradicts."""
    claim = given.get("fewest_tricks")
    if claim is None:
        return ""
    low, high = (claim.get("at_least"), claim.get("at_most")) if isinstance(claim, dict) else (None, None)
    if type(low) is not int or type(high) is not int or low > high:
        _refute("fewest_tricks must have whole numbers at_least and at_most, the first not larger")
    if tricks and high != deal.finished + tricks:
        _refute(f"the play wins with trick {deal.finished + tricks}, not with trick {high}")
    return "; that none wins earlier was not checked"


def _refute(why: str) -> NoReturn:
    out(f"refuted: {why}")
    raise typer.Exit(FAILED)
