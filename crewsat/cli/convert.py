"""``crewsat convert``: an instance in another form, of this program or of others."""

from __future__ import annotations

from functools import partial
from typing import Annotated

from crewsat.base.guarded import name_of, named
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
            write_each(file or "-", many, partial(written, to=to), folder=output, ending=ending)
        check_single(folder=output)
        instance = instance_of(file, deal, content=content)
        if play is not None:
            from crewsat.base.guarded import read_json  # noqa: PLC0415 - rarely needed

            check_continued(instance.game)
            answer = read_json(play)
            with named(name_of(play)):
                instance = continued(instance, answer)
        with named("--deal" if file is None else name_of(file)):
            out(written(instance, to))
