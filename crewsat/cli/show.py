"""``crewsat show``: a deal for people."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from crewsat.cli import common
from crewsat.cli.declared import WrongUsage
from crewsat.cli.each import FolderOption, check_single, many_in, write_each
from crewsat.cli.page import HtmlOption, check_page, write_page

if TYPE_CHECKING:
    from crewsat.games.instance import Instance


def show(
    file: common.FileArgument = None,
    *,
    deal: common.DealOption = None,
    full: common.FullOption = False,
    html: HtmlOption = None,
    output: FolderOption = None,
    lines: common.LinesOption = False,
) -> None:
    """Show an instance: hands, objectives, tasks and what has been played, or the deck; and all of it as one line."""
    common.check_source(file, deal)
    with common.errors_reported():
        content, many = many_in(file, lines=lines)
        if many is not None:
            if html is not None:
                raise WrongUsage("--html applies to a single instance")
            write_each(file or "-", many, partial(_shown, full=full), folder=output, ending=".txt")
        check_single(folder=output)
        instance = common.instance_of(file, deal, content=content)
        check_page(html, instance.game, [file])
        write_page(html, instance)
        common.out(_shown(instance, full=full))


def _shown(instance: Instance, *, full: bool) -> str:
    """Return the picture, and the instance as a line of text."""
    from crewsat import report  # noqa: PLC0415 - pydantic only when there is something to show
    from crewsat.games.text import text_of  # noqa: PLC0415

    picture = common.laid_out(report.picture(instance), full=full, rest="--full prints all", names=instance.names)
    return f"{picture}\n\n{text_of(instance)}"
