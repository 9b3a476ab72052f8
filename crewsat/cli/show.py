"""``crewsat show``: a deal for people."""

from __future__ import annotations

from crewsat.cli import common
from crewsat.cli.page import HtmlOption, check_page, write_page


def show(
    file: common.FileArgument = None,
    *,
    deal: common.DealOption = None,
    full: common.FullOption = False,
    html: HtmlOption = None,
) -> None:
    """Show an instance: hands, objectives, tasks and what has been played, or the deck; and all of it as one line."""
    common.check_source(file, deal)
    with common.errors_reported():
        instance = common.instance_of(file, deal)
        check_page(html, instance.game, [file])
        write_page(html, instance)
        from crewsat import report  # noqa: PLC0415 - pydantic only when there is something to show
        from crewsat.games.text import text_of  # noqa: PLC0415

        common.show(report.picture(instance), full=full, rest="--full prints all")
        common.out(f"\n{text_of(instance)}")
