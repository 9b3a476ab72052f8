"""The option ``--html`` of several commands: their output as a page."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from crewsat.cli.declared import Option

if TYPE_CHECKING:
    from collections.abc import Iterable

    from crewsat.games.instance import Instance
    from crewsat.games.result import Result

HtmlOption = Annotated[
    str | None,
    Option("--html", metavar="FILE", help="Also write a page to step through: one file that opens without a network."),
]


def check_page(html: str | None, game: str, inputs: Iterable[str | None]) -> None:
    """Check, before any work is done, that the page, if wanted, can be written and that the game has pages.

    Raises:
        InvalidInstance: if the file cannot be written.
        WrongOption: if there are no pages about the game.
    """
    if html is None:
        return
    from crewsat.base.outputs import check_output  # noqa: PLC0415 - only for a page
    from crewsat.pages.lines import game_of  # noqa: PLC0415

    game_of(game)
    check_output(html, inputs, option="--html")


def write_page(html: str | None, instance: Instance, result: Result | None = None) -> None:
    """Write the page, if one is wanted."""
    if html is None:
        return
    from crewsat.base.outputs import write_whole  # noqa: PLC0415 - only for a page
    from crewsat.pages import to_html  # noqa: PLC0415

    write_whole(html, to_html(instance, result).encode())
