"""``crewsat review``: after every card of a game, whether it could still be won, and which one lost it."""

from __future__ import annotations

import os
from functools import partial
from typing import TYPE_CHECKING, Annotated, Any

from crewsat.base.outputs import check_folder, check_output, write_whole
from crewsat.cli import batch
from crewsat.cli.common import (
    DealOption,
    FullOption,
    JobsOption,
    LinesOption,
    OutputOption,
    RetryOption,
    Terminated,
    check_source,
    errors_reported,
    instance_of,
    interruptible,
    status_of,
    warn,
)
from crewsat.cli.declared import Argument, Exit, Option, WrongUsage
from crewsat.cli.each import many_in
from crewsat.cli.option_table import with_options_of
from crewsat.cli.page import HtmlOption, check_page, write_page
from crewsat.cli.question import print_result
from crewsat.cli.usage import are_many
from crewsat.games.parts import part_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from crewsat.cli.kept_answers import Given
    from crewsat.engine.options import Options
    from crewsat.games.instance import Instance
    from crewsat.workers.pool import Pause

_Files = Annotated[
    list[str] | None,
    Argument(
        metavar="GAME...",
        help="A deal with the cards played, JSON or text; - is standard input. Several, or a .jsonl or .deals "
        "file, are reviewed line by line.",
        show_default=False,
    ),
]
COMPLETE, INCOMPLETE = 0, 3


@with_options_of(
    "review", meanings={"proof": "Prove that the game was lost when it was: write the proof to this folder."}
)
def review(
    files: _Files = None,
    *,
    deal: DealOption = None,
    json: Annotated[bool, Option("--json", help="Print the review as one JSON object.")] = False,
    full: FullOption = False,
    options: Options,
    narrow: Annotated[
        int | None,
        Option(metavar="N", min=0, help="In Hanabi: name the last N narrow moments; by default 10."),
    ] = None,
    svg: Annotated[str | None, Option(metavar="FILE", help="In Hanabi: also write the strip as SVG.")] = None,
    hidden: Annotated[
        bool,
        Option(
            "--hidden", help="In The Crew: also say of each card whether its player could know that it was a mistake."
        ),
    ] = False,
    samples: Annotated[
        int | None,
        Option(metavar="N", min=1, help="With --hidden: how many deals are looked at for a card; by default 40."),
    ] = None,
    html: HtmlOption = None,
    jobs: JobsOption = None,
    output: OutputOption = None,
    retry: RetryOption = False,
    lines: LinesOption = False,
) -> None:
    """Review a game: after every card whether it could still be won, and which card lost it.

    The hands are those held now, or those dealt if the file says so: the clause 'dealt' of a text, "hands_are": "dealt"
    of JSON. All cards in 'played' are reviewed. A game of Hanabi is reviewed to its end: of a replay text or link of
    hanab.live, the turn at its end only says where to mark the strip.

    Exit status: 0 complete, 3 incomplete, 1 bad input or failure, 2 wrong usage, 129 SIGHUP, 130 Ctrl-C, 143 SIGTERM.
    """
    files = files or []
    many = lines or are_many(files)
    of_one, in_vain = full or hidden or svg is not None or html is not None, retry and output is None
    _check_usage(files, deal, many=many, of_many=bool(jobs or output), retry=in_vain)
    _check_samples(samples, hidden=hidden)
    with errors_reported():
        if options.proof is not None:
            check_folder(os.fspath(options.proof))
        file = next(iter(files), None)
        content, found = (None, None) if many else many_in(file)
        if many or found is not None:
            _check_one(of_one=of_one)
            read = partial(batch.instances_of, files, whole=True, lines=lines, seen=found)
            status = _review_many(read, files, options, jobs, output, narrow=narrow, retry=retry)
        else:
            instance = instance_of(file, deal, whole=True, content=content)
            inputs = [*files, svg]
            ask = partial(_known, samples=samples) if hidden else _plain
            asked = partial(ask, options, instance, narrow=narrow)
            status = _review_one(instance, inputs, asked, json=json, full=full, svg=svg, html=html)
    raise Exit(status)


def _check_usage(files: Sequence[str], deal: str | None, *, many: bool, of_many: bool, retry: bool) -> None:
    """Check that options can be combined; `of_many`: some apply to many games; `retry`: it was given without --output.

    Raises:
        WrongUsage: if they cannot be combined.
    """
    if many and deal is not None:
        raise WrongUsage("--deal is one game; omit the files")
    if not many and of_many:
        raise WrongUsage("--jobs and --output apply to many games: several files, a .jsonl or .deals file, --lines")
    if retry:
        raise WrongUsage("--retry applies to reviews in an --output file")
    if not many:
        check_source(files[0] if files else None, deal)


def _check_samples(samples: int | None, *, hidden: bool) -> None:
    """Check that a number of deals is given only where deals are looked at.

    Raises:
        WrongUsage: if it is given otherwise.
    """
    if samples is not None and not hidden:
        raise WrongUsage("--samples applies to --hidden")


def _check_one(*, of_one: bool) -> None:
    """Check that no options for a single game are given for many.

    Raises:
        WrongUsage: if some are given.
    """
    if of_one:
        raise WrongUsage("--full, --hidden, --svg and --html apply to one game")


def _review_many(
    read: Callable[[], Iterator[Given | Pause]],
    files: Sequence[str],
    options: Options,
    jobs: int | None,
    output: str | None,
    *,
    narrow: int | None,
    retry: bool,
) -> int:
    """Review many games, print a line for each, and return the exit status."""
    from crewsat.engine.lines import Lines  # noqa: PLC0415 - numpy only when there is something to review
    from crewsat.engine.many import ask_many  # noqa: PLC0415
    from crewsat.questions.review import Reviewing  # noqa: PLC0415

    wanted = ["review"] if options.proof is None else ["review", "proved"]
    lines = Lines(digest=output is not None, folder=batch.folder_of(output))
    ask = partial(ask_many, Reviewing(options, narrow=narrow), jobs=jobs, render=lines)
    return batch.answer_all(read, ask, files=files, output=output, wanted=wanted, retry=retry)


def _plain(options: Options, instance: Instance, *, narrow: int | None) -> Any:  # noqa: ANN401 - that of the game
    """Return the review of a game."""
    from crewsat.questions.review import review_with  # noqa: PLC0415 - numpy only when there is something to review

    return review_with(options, instance, narrow=narrow)


def _known(options: Options, instance: Instance, *, narrow: int | None, samples: int | None) -> Any:  # noqa: ANN401
    """Return the review of a game that also says what its players could know."""
    from crewsat.hidden.known import known_review  # noqa: PLC0415 - only where that is wanted

    return known_review(options, instance, narrow=narrow, samples=samples)


def _review_one(
    instance: Instance,
    inputs: Sequence[str | None],
    ask: Callable[[], Any],
    *,
    json: bool,
    full: bool,
    svg: str | None,
    html: str | None,
) -> int:
    """Review one game, print the review, and return the exit status."""
    drawn = None if svg is None else _drawing_of(instance.game)
    if svg is not None:
        check_output(svg, inputs[:-1], option="--svg")
    check_page(html, instance.game, inputs)
    try:
        with interruptible():
            found = ask()
    except (KeyboardInterrupt, Terminated) as stop:
        return status_of(stop)
    warn(*(f"note: {note}" for note in found.notes[len(instance.notes) :]))  # those of the instance have been printed
    if drawn is not None and svg is not None:
        write_whole(svg, drawn(found).encode())
    write_page(html, instance, found)
    print_result(instance, found, json=json, full=full)
    return COMPLETE if found.reason is None else INCOMPLETE


def _drawing_of(game: str) -> Callable[[Any], str]:
    """Return the function that draws the reviews of a game.

    Raises:
        WrongOption: if there is none.
    """
    drawn: Callable[[Any], str] = part_of(game, "svg", "--svg does not apply to {1}")
    return drawn
