"""The commands of ``crewsat tiny-crew``: values, learning, the best team, pictures."""

from __future__ import annotations

import os
import signal
from contextlib import contextmanager
from dataclasses import replace
from functools import wraps
from inspect import Parameter, Signature, signature
from math import inf
from typing import TYPE_CHECKING, Annotated, Any

import typer

from crewsat.base.errors import WrongOption
from crewsat.base.layout import Grid
from crewsat.base.outputs import check_output
from crewsat.base.wording import json_text, visible
from crewsat.cli.common import ending_signals, errors_reported, out, show
from crewsat.cli.declared import Argument, Exit, Option
from crewsat.cli.parameters import asked_of, made_of, options_of
from crewsat.cli.progress import Progress
from crewsat.cli.typed import for_typer
from crewsat.studies.tiny_crew.study import TinyCrew

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from types import FrameType

    from crewsat.studies.tiny_crew.game import SmallGame
    from crewsat.studies.tiny_crew.ladder import Ladder
    from crewsat.studies.tiny_crew.policy import Evaluation, Policy

app = typer.Typer(add_completion=False)

JsonOption = Annotated[bool, Option("--json", help="Print one JSON object.")]
PolicyArgument = Annotated[str, Argument(metavar="POLICY", help="A policy file; packed if it ends in .gz.")]
SeedOption = Annotated[int, Option(metavar="N", help="The same seed gives the same deals.", min=0)]
TimeOption = Annotated[float | None, Option("--time-limit", "-t", metavar="S", help="Stop after S seconds.", min=0)]


def _command(name: str) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Register a command that takes `game`, an object, or `asked`, its given options by name.

    The options of the game come after the command's own.
    """

    def register(command: Callable[..., None]) -> Callable[..., None]:
        taken = signature(command, eval_str=True).parameters
        own = [one for one in taken.values() if one.name not in {"game", "asked"}]

        @wraps(command)
        def run(context: typer.Context, **given: Any) -> None:  # noqa: ANN401 - those of the command and the game
            with errors_reported():
                more = {"game": made_of(TinyCrew, given)} if "game" in taken else {"asked": asked_of(TinyCrew, context)}
                command(**more, **{one.name: given[one.name] for one in own})

        first = Parameter("context", Parameter.POSITIONAL_OR_KEYWORD, annotation=typer.Context)
        parameters = [first, *own, *options_of(TinyCrew)]
        run.__signature__ = Signature(parameters)  # type: ignore[attr-defined]
        run.__annotations__ = {one.name: one.annotation for one in parameters}
        app.command(name)(for_typer(run))
        return command

    return register


def _about(game: SmallGame) -> dict[str, Any]:
    return {"format": 1, "game": "tiny_crew", "parameters": game.parameters}


def _read(path: str, asked: dict[str, Any]) -> Policy:
    """Read a policy; options of the game, if given, must agree with the file.

    Raises:
        InvalidInstance: if it cannot be read.
        WrongOption: if it is for another game.
    """
    from crewsat.studies.tiny_crew.policy import read  # noqa: PLC0415

    policy = read(path)
    for name, value in asked.items():
        right = policy.game.parameters[name]
        if value != right and not (name == "tasks" and replace(policy.game, tasks=value).is_same(policy.game)):
            raise WrongOption(f"--{name}: the policy is for {visible(right, 200)}")
    return policy


@_command("value")
def value(*, json: JsonOption = False, game: TinyCrew) -> None:
    """Count the deals that can be won with all cards seen, and value uniform random play; exact, over all deals."""
    found = game.value()
    if json:
        out(json_text({**_about(game), **found.as_dict()}))
    else:
        share = found.winnable / found.deals
        out(f"{found.winnable:,} of {found.deals:,} deals can be won with all cards seen: {share:.6f}")
        out(f"Uniform random play wins {found.random:.6f}")


@_command("deal")
def deal(*, seed: Annotated[int, Option(help="The same seed gives the same deal.", min=0)] = 0, game: TinyCrew) -> None:
    """Print a random deal as an instance of The Crew, for `crewsat decide -`."""
    out(game.random_deal(seed).to_json())


@_command("evaluate")
def evaluate(policy: PolicyArgument, *, json: JsonOption = False, asked: dict[str, Any]) -> None:
    """Compute exactly what a policy is worth; the game is that of the file."""
    from crewsat.studies.tiny_crew.policy import evaluate as evaluated  # noqa: PLC0415 - numpy

    made = _read(policy, asked)
    found = evaluated(made.game, made)
    if json:
        out(json_text({**_about(made.game), **found.as_dict()}))
    else:
        _print_evaluation(found)


def _print_evaluation(found: Evaluation) -> None:
    out(f"Win rate:             {found.value:.6f} (also the average reward)")
    out(f"Uniform random play:  {found.random:.6f}")
    out(f"All cards seen:       {found.winnable_share:.6f}")
    out(f"States with a choice: {found.states:,}, {found.deterministic:,} deterministic, {found.uniform:,} uniform")
    out("Deals lost for good by a card, a share of all:")
    for number, shares in enumerate(found.lost, 1):
        out(f"  trick {number}: {', '.join(f'P{player} {share:.6f}' for player, share in enumerate(shares))}")


@_command("show")
def show_policy(
    policy: PolicyArgument,
    *,
    hand: Annotated[str, Option("--hand", metavar="CARDS", help="Cards as in --deal: red1,2 blue3.")],
    asked: dict[str, Any],
) -> None:
    """Picture what each player does with a hand, how surely, and what each card would be worth there."""
    made = _read(policy, asked)
    from crewsat.studies.tiny_crew.shown import picture  # noqa: PLC0415

    show(picture(made, hand))


@contextmanager
def _noted() -> Iterator[list[int]]:
    """Note the first Ctrl-C, SIGTERM or SIGHUP instead of ending at once, so that no iteration is left half done."""
    seen: list[int] = []

    def note(number: int, _frame: FrameType | None) -> None:
        if seen:
            os._exit(128 + number)
        seen.append(number)

    before = {number: signal.signal(number, note) for number in ending_signals()}
    try:
        yield seen
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


@_command("learn")
def learn(
    *,
    algorithm: Annotated[
        str, Option("--algorithm", metavar="NAME", help="cfr, cfr+, chance-sampled or external.")
    ] = "cfr+",
    output: Annotated[str, Option("--output", "-o", metavar="FILE", help="The policy; packed if it ends in .gz.")],
    iterations: Annotated[
        int | None,
        Option(
            "--iterations",
            metavar="N",
            min=1,
            help="Total number; by default 60 for cfr and cfr+, 5000 for chance-sampled, 20000 for external, or as"
            " many as the time limit allows.",
            show_default=False,
        ),
    ] = None,
    time_limit: TimeOption = None,
    seed: Annotated[int, Option(metavar="N", help="Seed of the deals sampled, or of the initial regrets.", min=0)] = 0,
    recall: Annotated[str, Option(metavar="WHAT", help="printed (the README's state) or perfect.")] = "printed",
    json: JsonOption = False,
    game: TinyCrew,
) -> None:
    """Learn a policy, save it, and evaluate it exactly; the same command goes on where it ended.

    Beside FILE stand FILE.curve.jsonl, values against iterations, and FILE.checkpoint.
    """
    from crewsat.studies.tiny_crew.training import learn as learned  # noqa: PLC0415 - numpy

    done: list[Any] = []

    def note(*fields: Any) -> None:  # noqa: ANN401 - iterations done, of how many, value
        done[:] = fields
        progress.show()
        if signals:
            raise Exit(128 + signals[0])

    def words(seconds: float) -> str:
        of = f" of {done[1]}" if done and done[1] < inf else ""
        return f"{done[0]}{of} iterations, {done[2]:.6f}, {seconds:.0f} s" if done else ""

    asked: dict[str, Any] = {"iterations": iterations, "time_limit": time_limit, "recall": recall, "seed": seed}
    with Progress(words) as progress, _noted() as signals:
        found = learned(game, algorithm, output=output, progress=note, **asked)  # type: ignore[arg-type]
    regret = found.curve[-1].regret if found.curve else None
    if json:
        fields = {"algorithm": algorithm, "recall": recall, "iterations": found.iterations, "regret": regret}
        out(json_text({**_about(game), **fields, **found.evaluation.as_dict()}))
        return
    out(f"{found.iterations:,} iterations of {algorithm}: {visible(output, 200)}")
    _print_evaluation(found.evaluation)
    out(f"Regret an iteration:  {regret or 0:.6f}")


@_command("optimum")
def optimum(
    *,
    recall: Annotated[str, Option(metavar="WHAT", help="perfect, or printed (the README's state).")] = "perfect",
    hint: Annotated[
        str | None, Option("--hint", metavar="POLICY", help="The initial policy.", show_default=False)
    ] = None,
    output: Annotated[
        str | None, Option("--output", "-o", metavar="FILE", help="Save the best policy.", show_default=False)
    ] = None,
    all_tricks: Annotated[
        bool, Option("--all-tricks", help="Of large decks, relax all tricks for the bound: slow, but better.")
    ] = False,
    time_limit: TimeOption = None,
    json: JsonOption = False,
    game: TinyCrew,
) -> None:
    """Find the most deals that a team without communication can win, and prove it, or give bounds."""
    from crewsat.studies.tiny_crew.optimum import optimum_of  # noqa: PLC0415
    from crewsat.studies.tiny_crew.policy import read  # noqa: PLC0415

    if output is not None:
        check_output(output)
    started = None if hint is None else read(hint)
    found = optimum_of(game, recall=recall, hint=started, all_tricks=all_tricks, time_limit=time_limit)  # type: ignore[arg-type]
    if output is not None:
        found.policy.write(output)
    if json:
        out(json_text({**_about(game), "recall": recall, "deals": found.deals, **found.as_dict()}))
    else:
        proved = "proved optimal" if found.proved else f"not proved optimal; at most {found.bound:,}"
        out(f"{found.won:,} of {found.deals:,} deals: {found.won / found.deals:.6f}, {proved}")


@_command("ladder")
def ladder(
    *,
    iterations: Annotated[
        int | None,
        Option("--iterations", metavar="N", min=1, help="Sweeps of CFR+; default: 60.", show_default=False),
    ] = None,
    time_limit: Annotated[
        float | None, Option("--time-limit", "-t", metavar="S", min=0, help="For each search for a best team.")
    ] = None,
    plot: Annotated[
        str | None, Option("--plot", metavar="FILE", help="Draw it, as SVG, PNG or PDF.", show_default=False)
    ] = None,
    json: JsonOption = False,
    game: TinyCrew,
) -> None:
    """Compare random play, a learned policy, the best team, and all cards seen."""
    from crewsat.studies.tiny_crew.ladder import check_plot, draw, ladder_of  # noqa: PLC0415 - numpy

    if plot is not None:
        check_plot(plot)
    rung = [""]

    def note(name: str) -> None:
        rung[0] = name
        progress.show()

    with Progress(lambda seconds: f"{rung[0]}, {seconds:.0f} s" if rung[0] else "") as progress:
        found = ladder_of(game, iterations=iterations, time_limit=time_limit, progress=note)
    if json:
        out(json_text({**_about(game), **found.as_dict()}))
    else:
        show([_table(found)])
    if plot is not None:
        draw(found, plot)


def _table(found: Ladder) -> Grid:
    bounded = ((name, value, "" if value == bound else f"at most {bound:.6f}") for name, value, bound in found.rungs())
    rows = [(name, f"{value:.6f}", most) for name, value, most in bounded]
    return Grid(("", "share of deals won", ""), rows, frozenset({1}))
