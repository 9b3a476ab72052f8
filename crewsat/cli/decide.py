"""``crewsat decide``: one instance in, one answer out; or many, see `crewsat.cli.batch`."""

from __future__ import annotations

import os
import time
from dataclasses import fields
from functools import partial
from typing import TYPE_CHECKING, Annotated, Any

from crewsat.base.errors import WrongOption
from crewsat.base.wording import json_text
from crewsat.cli.common import (
    NO,
    UNDECIDED,
    YES,
    DealOption,
    FullOption,
    JobsOption,
    LinesOption,
    OutputOption,
    RetryOption,
    Terminated,
    errors_reported,
    instance_of,
    interruptible,
    out,
    status_of,
    warn,
)
from crewsat.cli.declared import Argument, Exit, Option
from crewsat.cli.each import many_in
from crewsat.cli.option_table import with_options
from crewsat.cli.page import HtmlOption, check_page, write_page
from crewsat.cli.question import print_result
from crewsat.cli.seeds import SeedsOption  # noqa: TC001 - an option of the command
from crewsat.cli.usage import Asked
from crewsat.engine.options import Options
from crewsat.games import GAMES
from crewsat.games.parts import check_has, question_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from crewsat.cli.kept_answers import Given
    from crewsat.cli.stream import Line
    from crewsat.games.instance import Instance
    from crewsat.games.verdict import Verdict
    from crewsat.questions.explanation import Explanation
    from crewsat.workers.pool import Pause

_Files = Annotated[
    list[str] | None,
    Argument(
        metavar="FILE...",
        help="An instance, JSON or text; - is standard input. Several, or a .jsonl or .deals file, are answered "
        "line by line.",
        show_default=False,
    ),
]
_Count = Annotated[
    int | None,
    Option(
        metavar="N",
        min=1,
        help="List at most N winning lines. Two differ if some trick has a different card or leader.",
    ),
]
_Explain = Annotated[
    bool, Option("--explain", help="Explain a no: what is in conflict, why, and which changes would win.")
]
_Generate = Annotated[
    str | None,
    Option(
        "--generate",
        metavar="WORDS",
        help="Decide random instances, made where they are decided: the words of 'crewsat generate' without the seed, "
        'such as "crew --players 4 --objectives 5"; --seeds says which.',
    ),
]
_Brief = Annotated[
    bool,
    Option(
        "--brief",
        help="Print only one line of JSON per answer, with answer, checked, method, tricks (of a yes: how many the "
        "play has), file and line.",
    ),
]
_Show = Annotated[bool, Option("--show", help="Show the hands, or the deck, before the answer.")]


@with_options(*(field.name for field in fields(Options)))
def decide(
    files: _Files = None,
    *,
    deal: DealOption = None,
    json: Annotated[bool, Option("--json", help="Print the answer as one JSON object.")] = False,
    competition: Annotated[
        bool, Option("--competition", help="Print in the format of solver competitions: c, s and v lines.")
    ] = False,
    options: Options,
    count: _Count = None,
    explain: _Explain = False,
    jobs: JobsOption = None,
    output: OutputOption = None,
    retry: RetryOption = False,
    generate: _Generate = None,
    seeds: SeedsOption = None,
    lines: LinesOption = False,
    brief: _Brief = False,
    show: _Show = False,
    full: FullOption = False,
    html: HtmlOption = None,
) -> None:
    """Decide whether a game can be won, and show how.

    The Crew: whether all objectives and tasks can be completed. Hanabi for one player: whether all cards can be played.
    Hackenbush: whether a coalition can force that one of its members is the last player left.

    Exit status: 10 yes, 20 no, 0 not decided, 1 bad input or failure, 2 wrong usage, 129 SIGHUP, 130 Ctrl-C,
    143 SIGTERM. Many instances: 0 all decided, 3 some undecided, 1 some bad.

    Of many instances each answer has its file and line; of those of --generate, file is what was given there, line
    counts the instances from 1, as in the file that 'crewsat generate' would print, and seed is the seed.
    """
    given = {**locals(), "files": files or []}
    with errors_reported():
        asked = Asked(**{field.name: given[field.name] for field in fields(Asked)})
        asked.check(options)
        content, found = (None, None) if asked.many else many_in(next(iter(asked.files), None))
        if asked.many or found is not None:
            asked.check_many(options)
            status = _decide_many(asked, options, found)
        else:
            status = _decide_one(asked, options, content)
    raise Exit(status)


def _decide_many(asked: Asked, options: Options, found: Iterator[Line] | None) -> int:
    """Decide many instances, print the answers, and return the exit status.

    Args:
        asked: what is given on the command line.
        options: those of `crewsat.decide`.
        found: the lines of the file, if it has been read.
    """
    from crewsat.cli import batch  # noqa: PLC0415 - workers, and files of answers

    games: Iterable[str] = GAMES
    read: Callable[[], Iterator[Given | Pause]]
    read = partial(batch.instances_of, asked.files, lines=asked.lines, seen=found)
    if asked.generate is not None and asked.seeds is not None:
        from crewsat.cli.generate import generator_of  # noqa: PLC0415 - typer

        game, generator = generator_of(asked.generate, asked.seeds[0])
        _check_game(game, lines=False, explain=asked.explain, words=False)
        games, read = [game], partial(batch.generated, asked.generate, generator, asked.seeds)
    _check_options(games, options)
    return batch.decide_all(read, asked, options)


def _decide_one(asked: Asked, options: Options, content: bytes | None) -> int:
    """Decide one instance, print the answer, and return the exit status."""
    instance = instance_of(asked.files[0] if asked.files else None, asked.deal, content=content)
    words = not (asked.json or asked.brief)
    _check_game(instance.game, lines=asked.count is not None, explain=asked.explain, words=words)
    _check_options([instance.game], options, asked.files)
    check_page(asked.html, instance.game, asked.files)
    began = time.monotonic()
    verdict, stopped = _decided(instance, options, asked.count)
    explanation = None
    if asked.explain and not stopped:
        from crewsat.cli.explain import explained  # noqa: PLC0415 - only if asked for

        explanation, stopped = explained(instance, verdict, options, time.monotonic() - began)
    warn(*(f"note: {note}" for note in verdict.notes[len(instance.notes) :]))  # those of the instance have been printed
    write_page(asked.html, instance, explanation or verdict)
    _print(instance, explanation or verdict, asked)
    return stopped or {"yes": YES, "no": NO, "unknown": UNDECIDED}[verdict.answer]


def _check_game(game: str, *, lines: bool, explain: bool, words: bool) -> None:
    """Check that the game supports what is requested, before any work is done."""
    if lines:
        check_has(game, "lines", "--count applies to {}, not to {}")
    if explain:
        question_of(game, "explain")
    if words:
        from crewsat.report import words_of  # noqa: PLC0415

        words_of(game)


def _check_options(games: Iterable[str], options: Options, inputs: Iterable[str | None] = ()) -> None:
    """Check that the options make sense for one of these games, and then that proofs and strategies can be written."""
    from crewsat.engine.decision import why_not  # noqa: PLC0415 - numpy only when there is something to decide

    reasons = [why_not(game, options) for game in games]
    if all(reasons):
        raise WrongOption(reasons[0] or "")
    if options.proof is None and options.strategy is None:
        return
    from crewsat.base.outputs import check_folder, check_output  # noqa: PLC0415 - only if something is written

    if options.proof is not None:
        check_folder(os.fspath(options.proof))
    if options.strategy is not None:
        check_output(options.strategy, inputs, option="--strategy")


def _decided(instance: Instance, options: Options, count: int | None) -> tuple[Verdict, int | None]:
    """Return the verdict, and an exit status if the work was interrupted: what is known so far is kept."""
    from crewsat.engine.asking import ask  # noqa: PLC0415 - numpy only when there is something to decide
    from crewsat.engine.decision import Decision  # noqa: PLC0415

    request = Decision(options)
    began = time.monotonic()
    known: dict[str, Any] = {}
    try:
        with interruptible():
            verdict = ask(request, instance, note=known.update)
    except (KeyboardInterrupt, Terminated) as stop:
        return request.unfinished(instance, "interrupted", known, time.monotonic() - began), status_of(stop)
    if count is None or verdict.answer != "yes":
        return verdict, None
    return _with_lines(instance, verdict, count, time.monotonic() - began, options)


def _with_lines(
    instance: Instance, verdict: Verdict, count: int, spent: float, options: Options
) -> tuple[Verdict, int | None]:
    """Add up to `count` winning lines, as many as limits, Ctrl-C and SIGTERM allow."""
    from crewsat.questions.listing import Listing  # noqa: PLC0415 - numpy only when there is something to decide

    left = None if options.time_limit is None else max(1e-9, options.time_limit - spent)
    listing = Listing()
    status: int | None = None
    try:
        with interruptible():
            listing.find(instance, count, options, seconds=left)
    except (KeyboardInterrupt, Terminated) as stop:
        listing.reason, status = "interrupted", status_of(stop)
    return listing.added_to(verdict), status


def _print(instance: Instance, found: Verdict | Explanation, asked: Asked) -> None:
    if asked.brief:
        place = {"file": asked.files[0] if asked.files else "--deal", "line": 1}
        out(json_text({**place, **found.decided.brief()}))
    elif asked.competition:
        from crewsat.report import competition  # noqa: PLC0415

        out(competition(instance, found.decided))
    else:
        print_result(instance, found, json=asked.json, full=asked.full, picture=asked.show)
