"""``crewsat explain``: why a game is lost, and what would win it."""

from __future__ import annotations

import time
from functools import partial
from typing import TYPE_CHECKING, Annotated

from crewsat.cli.common import (
    NO,
    UNDECIDED,
    YES,
    DealOption,
    FileArgument,
    FullOption,
    LinesOption,
    Terminated,
    check_source,
    errors_reported,
    instance_of,
    interruptible,
    status_of,
)
from crewsat.cli.declared import Exit, Option
from crewsat.cli.each import many_in
from crewsat.cli.option_table import with_options_of
from crewsat.cli.page import HtmlOption, check_page, write_page
from crewsat.cli.question import print_result

if TYPE_CHECKING:
    from collections.abc import Iterator

    from crewsat.cli.stream import Line
    from crewsat.engine.options import Options
    from crewsat.games.instance import Instance
    from crewsat.games.verdict import Verdict
    from crewsat.questions.explanation import Explanation


@with_options_of("explain", incremental=True)
def explain(
    file: FileArgument = None,
    *,
    deal: DealOption = None,
    json: Annotated[bool, Option("--json", help="Print the answer and its explanation as one object.")] = False,
    full: FullOption = False,
    options: Options,
    html: HtmlOption = None,
    lines: LinesOption = False,
) -> None:
    """Explain why a game is lost: what is in conflict and why, the most that can be met, and which changes would win.

    Without --time-limit, an explanation takes 10 seconds at the most.

    Many instances, one a line, are answered as `decide --explain` answers them.

    Exit status: as of decide: 10 won (nothing to explain), 20 lost, 0 not decided, 1 bad input, 2 wrong usage.
    """
    check_source(file, deal)
    with errors_reported():
        content, many = many_in(file, lines=lines)
        if many is not None:
            raise Exit(_explain_many(file or "-", many, options, json=json, html=html))
        instance = instance_of(file, deal, content=content)
        from crewsat.engine.asking import ask  # noqa: PLC0415 - numpy only when there is something to decide
        from crewsat.engine.decision import Decision  # noqa: PLC0415
        from crewsat.questions.explain import Explaining  # noqa: PLC0415

        Explaining(options).check(instance)  # before it is decided
        check_page(html, instance.game, [file])
        began = time.monotonic()
        try:
            with interruptible():
                verdict = ask(Decision(options), instance)
        except (KeyboardInterrupt, Terminated) as stop:
            raise Exit(status_of(stop)) from None
        explanation, stopped = explained(instance, verdict, options, time.monotonic() - began)
        write_page(html, instance, explanation or verdict)
        print_result(instance, explanation or verdict, json=json, full=full)
    raise Exit(stopped or {"yes": YES, "no": NO, "unknown": UNDECIDED}[verdict.answer])


def _explain_many(file: str, lines: Iterator[Line], options: Options, *, json: bool, html: str | None) -> int:
    """Explain many instances, print the answers, and return the exit status."""
    from crewsat.cli import batch  # noqa: PLC0415
    from crewsat.cli.usage import Asked  # noqa: PLC0415

    asked = Asked(files=[file], lines=True, json=json, html=html, explain=True)
    asked.check_many(options)
    return batch.decide_all(partial(batch.instances_of, [file], lines=True, seen=lines), asked, options)


def explained(
    instance: Instance, verdict: Verdict, options: Options, spent: float
) -> tuple[Explanation | None, int | None]:
    """Explain a verdict in the time its options leave; return an exit status as well if that was interrupted."""
    from crewsat.questions.explain import explain_with  # noqa: PLC0415 - numpy only when there is something to decide

    try:
        with interruptible():
            return explain_with(options, instance, verdict, spent), None
    except (KeyboardInterrupt, Terminated) as stop:
        return None, status_of(stop)
