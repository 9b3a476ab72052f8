"""``crewsat convert``: an instance in another form, of this program or of others."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Annotated

from crewsat.base.errors import Defect, InvalidInstance, WrongOption
from crewsat.base.guarded import name_of, named
from crewsat.base.wording import listed
from crewsat.cli.common import (
    DealOption,
    FileArgument,
    LinesOption,
    among,
    check_source,
    errors_reported,
    instance_of,
    out,
)
from crewsat.cli.declared import Option, WrongUsage
from crewsat.cli.each import FolderOption, check_single, many_in, write_each
from crewsat.games import GAMES

if TYPE_CHECKING:
    from crewsat.games.instance import Instance

FOREIGN = {
    form: [name for name, game in GAMES.items() if game.foreign is not None and form in game.foreign.forms]
    for one in GAMES.values()
    if one.foreign is not None
    for form in one.foreign.forms
}
"""The forms of other programs, each with the games that can be written in it."""

FORMS = ("json", "text", *FOREIGN)


def convert(
    file: FileArgument = None,
    *,
    deal: DealOption = None,
    to: Annotated[str, Option(help=f"The form: one of {', '.join(FORMS)}.", **among(FORMS))],
    play: Annotated[
        str | None,
        Option(metavar="ANSWER", help="Go on with the play of this answer, of `decide --json` for one."),
    ] = None,
    output: FolderOption = None,
    lines: LinesOption = False,
) -> None:
    """Write an instance in another form: JSON or one line of text; a game of Hanabi also as hanab.live writes it.

    There it is an exported game (hanab-live), a replay text, or a link that shows the replay. Many instances, one a
    line, are written one after the other, or to a folder.

    Exit status: 0 written, 1 bad input or failure, 2 wrong usage.
    """
    check_source(file, deal)
    with errors_reported():
        content, many = many_in(file, lines=lines)
        if many is not None:
            if play is not None:
                raise WrongUsage("--play applies to a single instance")
            ending = ".json" if to in {"json", "hanab-live"} else ".txt"
            write_each(file or "-", many, partial(_written, to=to), folder=output, ending=ending)
        check_single(folder=output)
        instance = instance_of(file, deal, content=content)
        if play is not None:
            instance = _continued(instance, play)
        with named("--deal" if file is None else name_of(file)):
            out(_written(instance, to))


def _continued(instance: Instance, answer: str) -> Instance:
    """Return the instance after the moves of the play in an answer.

    Raises:
        InvalidInstance: if there is none, or it breaks a rule.
        WrongOption: for a game whose instances do not record moves.
    """
    from crewsat.base.guarded import read_json  # noqa: PLC0415 - rarely needed

    game = GAMES[instance.game]
    if game.continued is None:
        allowed = [name for name, other in GAMES.items() if other.continued is not None]
        raise WrongOption(f"--play applies to {listed(allowed)}, not to {instance.game}")
    given = read_json(answer)
    claimed = given.get("play") if isinstance(given, dict) else None
    if not isinstance(claimed, list):
        raise InvalidInstance([Defect("play", f"must be a list of {game.unit}s")], name_of(answer))
    with named(name_of(answer)):
        after: Instance = game.continued(instance, claimed)
    return after


def _written(instance: Instance, to: str) -> str:
    """Return an instance in this form.

    Raises:
        InvalidInstance: if the form cannot express it.
        WrongOption: for a form that its game does not support.
    """
    if to in {"json", "text"}:
        return instance.to_json() if to == "json" else str(instance)
    foreign = GAMES[instance.game].foreign
    if foreign is None or to not in foreign.forms:
        raise WrongOption(f"--to {to} applies to {listed(FOREIGN[to])}, not to {instance.game}")
    try:
        written: str = foreign.forms[to](instance)
    except ValueError as error:
        raise InvalidInstance([Defect("", f"cannot be written as {to}: {error}")]) from None
    return written
