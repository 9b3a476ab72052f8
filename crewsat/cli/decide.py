"""``crewsat decide``: one instance in, one answer out; or many, see `crewsat.cli.batch`."""

from __future__ import annotations

import os
import time
from dataclasses import replace
from typing import TYPE_CHECKING, Annotated

import typer

from crewsat.cli import batch
from crewsat.cli.common import (
    NO,
    UNDECIDED,
    YES,
    DealOption,
    MemoryOption,
    SeedOption,
    SolverOption,
    Terminated,
    TimeOption,
    check_source,
    errors_told,
    instance_of,
    interruptible,
    one_of,
    option,
    out,
    show,
    status_of,
)
from crewsat.cli.explain import explained
from crewsat.engine.methods import ALL_METHODS, METHODS
from crewsat.engine.options import Options
from crewsat.errors import WrongOption
from crewsat.games import GAMES
from crewsat.outputs import check_folder, check_output
from crewsat.solvers import kissat

if TYPE_CHECKING:
    from collections.abc import Iterable

    from crewsat.engine.question import Notes
    from crewsat.explaining import Explanation
    from crewsat.games.crew.tricks import Trick
    from crewsat.games.instance import Instance
    from crewsat.verdict import Verdict

_Files = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="FILE...",
        help="An instance as JSON, - for standard input; several, or a .jsonl file, are answered line by line.",
        show_default=False,
    ),
]
_Count = Annotated[
    int | None,
    typer.Option(
        metavar="N",
        min=1,
        help="List winning lines, N at the most. Two are different if some trick has another card or leader.",
    ),
]
_Jobs = Annotated[
    int | None, typer.Option(metavar="N", min=1, help="Workers for many instances; by default one a core.")
]
_Output = Annotated[
    str | None,
    typer.Option(metavar="FILE", help="Append the answers to many instances here; those there already stay."),
]
_Retry = Annotated[
    bool, typer.Option("--retry", help="Ask again what is unknown among the answers in the --output file.")
]
_Explain = Annotated[
    bool, typer.Option("--explain", help="Explain a no: what cannot go together and why, and what would win it.")
]
_Method = Annotated[str, option("method", callback=lambda value: one_of(ALL_METHODS, value))]


def decide(
    files: _Files = None,
    *,
    deal: DealOption = None,
    json: Annotated[bool, typer.Option("--json", help="Print the answer as one JSON object.")] = False,
    competition: Annotated[
        bool, typer.Option("--competition", help="Print as solvers do in competitions: c, s and v lines.")
    ] = False,
    method: _Method = "auto",
    solver: SolverOption = None,
    time_limit: TimeOption = None,
    memory_limit: MemoryOption = None,
    seed: SeedOption = None,
    fewest_tricks: Annotated[bool, option("fewest_tricks")] = False,
    count: _Count = None,
    proof: Annotated[str | None, option("proof")] = None,
    proof_limit: Annotated[float | None, option("proof_limit")] = None,
    strategy: Annotated[str | None, option("strategy")] = None,
    explain: _Explain = False,
    jobs: _Jobs = None,
    output: _Output = None,
    retry: _Retry = False,
) -> None:
    """Decide whether a game can be won, and show how.

    The Crew: whether all objectives and tasks can be completed. Hanabi for one player: whether all cards can be played.
    Hackenbush: whether a coalition can force that one of its members is the last player left.

    Exit status: 10 yes, 20 no, 0 not decided, 1 bad input or failure, 2 wrong usage, 130 Ctrl-C, 143 SIGTERM.
    Many instances: 0 all decided, 3 some undecided, 1 some bad.
    """
    files = files or []
    many = bool(files) and batch.is_batch(files)
    _check_usage(files, deal, many=many, singly=(competition, count, strategy), together=(jobs, output))
    if retry and (output is None or "-" in files):
        raise typer.BadParameter("--retry is for answers in an --output file, to instances in files")
    if competition:
        _check_competition(json=json, more=(fewest_tricks, count, explain))
    if count:
        _check_count(method, solver)
    with errors_told():
        options = Options(
            method=method,
            solver=solver,
            time_limit=time_limit,
            memory_limit=memory_limit,
            seed=seed,
            fewest_tricks=fewest_tricks,
            proof=proof,
            proof_limit=proof_limit,
            strategy=strategy,
        )
        if many:
            _check_options(GAMES, options)
            raise typer.Exit(batch.decide_files(files, options, jobs=jobs, output=output, retry=retry, explain=explain))
        instance = instance_of(files[0] if files else None, deal)
        _check_game(instance.game, lines=count is not None, explain=explain, words=not json)
        _check_options([instance.game], options, files)
        status = _decide_one(instance, options, count=count, explain=explain, json=json, competition=competition)
    raise typer.Exit(status)


def _decide_one(
    instance: Instance, options: Options, *, count: int | None, explain: bool, json: bool, competition: bool
) -> int:
    """Decide one instance, print the answer, and return the exit status."""
    began = time.monotonic()
    verdict, stopped = _decided(instance, options, count)
    explanation = None
    if explain and not stopped:
        explanation, stopped = explained(instance, verdict, options, time.monotonic() - began)
    _print(instance, explanation or verdict, json=json, competition=competition)
    return stopped or {"yes": YES, "no": NO, "unknown": UNDECIDED}[verdict.answer]


def _check_game(game: str, *, lines: bool, explain: bool, words: bool) -> None:
    """Check that the game supports what is asked for, before any work is done."""
    if lines:
        from crewsat.questions.frontend import check_question  # noqa: PLC0415 - numpy only where it is needed

        check_question("winning_lines", game, "--count is for {}, not for {}")
    if explain:
        from crewsat.explaining import explainer_of  # noqa: PLC0415

        explainer_of(game)
    if words:
        from crewsat.report import words_of  # noqa: PLC0415

        words_of(game)


def _check_options(games: Iterable[str], options: Options, inputs: Iterable[str | None] = ()) -> None:
    """Insist on options that make sense for one of these games; only then on places for proofs and strategies."""
    from crewsat.engine.frontend import why_not  # noqa: PLC0415 - numpy only when there is something to decide

    reasons = [why_not(game, options) for game in games]
    if all(reasons):
        raise WrongOption(reasons[0] or "")
    if options.proof is not None:
        check_folder(os.fspath(options.proof))
    if options.strategy is not None:
        check_output(options.strategy, inputs, option="--strategy")


def _check_competition(*, json: bool, more: tuple[object, ...]) -> None:
    """Insist that nothing is asked for that solvers do not print in competitions."""
    if json:
        raise typer.BadParameter("--json and --competition exclude each other")
    if any(more):
        raise typer.BadParameter("--competition has no words for --fewest-tricks, --count and --explain")


def _check_count(method: str, solver: str | None) -> None:
    """Insist on a method and a solver that can list lines."""
    formulas = {one.name for methods in METHODS.values() for one in methods if one.kind.formula}
    if method not in {"auto", *formulas}:
        raise typer.BadParameter(f"--count does not apply to {method}: only auto and formulas can list lines")
    if solver == kissat.NAME:
        raise typer.BadParameter(f"--count does not apply: {solver} answers one question only")


def _check_usage(
    files: list[str], deal: str | None, *, many: bool, singly: tuple[object, ...], together: tuple[object, ...]
) -> None:
    """Insist on one instance or many, and on options that are for what there is."""
    if many and deal is not None:
        raise typer.BadParameter("--deal is one instance; leave the files out")
    if many and any(singly):
        raise typer.BadParameter("--competition, --count and --strategy are for one instance")
    if not many:
        check_source(files[0] if files else None, deal)
        if any(together):
            raise typer.BadParameter("--jobs and --output are for many instances: several files, or a .jsonl file")


def _decided(instance: Instance, options: Options, count: int | None) -> tuple[Verdict, int | None]:
    """Return the verdict, and an exit status if the work was broken off: what is known so far is kept."""
    from crewsat.engine.frontend import decide_with  # noqa: PLC0415
    from crewsat.engine.question import Question  # noqa: PLC0415 - numpy only when there is something to decide

    began = time.monotonic()
    known: Notes = {}
    try:
        with interruptible():
            verdict = decide_with(options, instance, note=known.update)
    except (KeyboardInterrupt, Terminated) as stop:
        question = Question.of(instance, options.method)
        return question.broken_off("interrupted", known, time.monotonic() - began), status_of(stop)
    if count is None or verdict.answer != "yes":
        return verdict, None
    return _with_lines(instance, verdict, count, time.monotonic() - began, options)


def _with_lines(
    instance: Instance, verdict: Verdict, count: int, spent: float, options: Options
) -> tuple[Verdict, int | None]:
    """Add up to `count` winning lines, as many as limits, Ctrl-C and SIGTERM allow."""
    from crewsat.errors import Stopped  # noqa: PLC0415
    from crewsat.questions.frontend import winning_lines  # noqa: PLC0415

    left = None if options.time_limit is None else max(1e-9, options.time_limit - spent)
    lines: list[tuple[Trick, ...]] = []
    complete = False
    reason: str | None = None
    status: int | None = None
    try:
        with interruptible():
            for line in winning_lines(
                instance,
                solver=options.solver,
                time_limit=left,
                memory_limit=options.memory_limit,
                seed=options.seed,
            ):
                if len(lines) == count:
                    break
                lines.append(line)
            else:
                complete = True
    except Stopped as stopped:
        reason = stopped.reason
    except (KeyboardInterrupt, Terminated) as stop:
        reason, status = "interrupted", status_of(stop)
    return replace(verdict, lines=tuple(lines), all_lines=complete, lines_reason=reason), status


def _print(instance: Instance, found: Verdict | Explanation, *, json: bool, competition: bool) -> None:
    from crewsat import report  # noqa: PLC0415
    from crewsat.verdict import Verdict  # noqa: PLC0415

    if json:
        out(found.to_json())
    elif not isinstance(found, Verdict):
        show(report.explained(instance, found))
    elif competition:
        out(report.competition(instance, found))
    else:
        show(report.report(instance, found))
