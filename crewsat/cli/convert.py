"""``crewsat convert``: an instance in another form, of this program or of others, or as one player sees it."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Annotated

from crewsat.base.guarded import name_of, named
from crewsat.base.wording import alternatives
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
from crewsat.games.forms import FORMS, check_continued, continued, written

if TYPE_CHECKING:
    from collections.abc import Callable

    from crewsat.games.instance import Instance


def convert(
    file: FileArgument = None,
    *,
    deal: DealOption = None,
    to: Annotated[str | None, Option(help=f"The form: one of {', '.join(FORMS)}.", **among(FORMS))] = None,
    view_of: Annotated[
        int | None,
        Option(
            metavar="PLAYER",
            help="Write what this player knows: the view that `advise` reads, as JSON or, with --to text, as text.",
        ),
    ] = None,
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
    made = _made(to, view_of, play)
    with errors_reported():
        content, many = many_in(file, lines=lines)
        if many is not None:
            if play is not None:
                raise WrongUsage("--play applies to a single instance")
            ending = ".json" if to in {None, "json", "hanab-live"} else ".txt"
            write_each(file or "-", many, made, folder=output, ending=ending)
        check_single(folder=output)
        instance = instance_of(file, deal, content=content)
        if play is not None:
            from crewsat.base.guarded import read_json  # noqa: PLC0415 - rarely needed

            check_continued(instance.game)
            answer = read_json(play)
            with named(name_of(play)):
                instance = continued(instance, answer)
        with named("--deal" if file is None else name_of(file)):
            out(made(instance))


def _made(to: str | None, view_of: int | None, play: str | None) -> Callable[[Instance], str]:
    """Return what makes the text for an instance.

    Raises:
        WrongUsage: if there is no such form, or a play is to be continued as a player sees it.
    """
    if view_of is None:
        if to is None:
            raise WrongUsage("Missing option '--to'. It names the form; or give --view-of PLAYER")
        return partial(written, to=to)
    if play is not None:
        raise WrongUsage("--view-of applies to a position; --play writes what follows it")
    from crewsat.hidden import files  # noqa: PLC0415 - only for views

    if to not in {None, *files.FORMS}:
        raise WrongUsage(f"'{to}' is not valid for a view{alternatives(to, files.FORMS)}", place="--to")
    return partial(files.written, player=view_of, to=to or "json")
