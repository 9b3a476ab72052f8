"""``crewsat skull``: Skull & Roses, random play and exact sizes; computing modules are imported when a command runs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from crewsat.base.layout import Grid
from crewsat.base.wording import json_text
from crewsat.cli.common import errors_reported, out, show
from crewsat.cli.declared import Option
from crewsat.cli.progress import Progress
from crewsat.cli.typed import for_typer
from crewsat.studies.commands.skull_options import JsonOption, RosesOption, SkullsOption, WinsOption  # noqa: TC001
from crewsat.studies.commands.skull_tables import bounds, tables
from crewsat.studies.skull.rules import OPTIONS

if TYPE_CHECKING:
    from crewsat.studies.skull.statistics import Statistics

_RULES = ", ".join(f"{name}={'|'.join(map(str, values))}" for name, values in OPTIONS.items())

app = typer.Typer(help="Skull & Roses: random play and exact sizes.", no_args_is_help=True)
app.command("bounds")(for_typer(bounds))
app.command("tables")(for_typer(tables))


@app.callback()
def _group() -> None:
    pass


def simulate(
    *,
    players: Annotated[int, Option("--players", metavar="P", help="Number of players, at least 2.")],
    games: Annotated[int, Option("--games", metavar="N", help="Number of games.")] = 10_000,
    seed: Annotated[int, Option("--seed", metavar="N", help="The same seed gives the same games.")] = 0,
    roses: RosesOption = 3,
    skulls: SkullsOption = 1,
    wins: WinsOption = 2,
    rule: Annotated[
        list[str] | None,
        Option(
            "--rule",
            metavar="NAME=VALUE",
            help=f"What the rules leave open, the default first: {_RULES}; may be repeated.",
        ),
    ] = None,
    output: Annotated[
        str | None,
        Option(
            "--output",
            "-o",
            metavar="FILE",
            help="Save each batch of games; the same command resumes from there.",
            show_default=False,
        ),
    ] = None,
    json: JsonOption = False,
) -> None:
    """Play uniform random games: means, with standard errors."""
    from crewsat.studies.skull.rules import Rules, parsed_options  # noqa: PLC0415
    from crewsat.studies.skull.statistics import simulate as simulated  # noqa: PLC0415 - numpy

    done = [0]

    def note(number: int) -> None:
        done[0] = number
        progress.show()

    def words(seconds: float) -> str:
        return f"{done[0]:,} of {games:,} games, {seconds:.0f} s" if done[0] else ""

    with errors_reported():
        rules = Rules(players, roses=roses, skulls=skulls, wins=wins, **parsed_options(rule or ()))
        with Progress(words) as progress:
            found = simulated(rules, games, seed=seed, output=output, progress=note)
    if json:
        out(json_text({"format": 1, "game": "skull", **found.as_dict()}))
    else:
        show([_table(found)])


def _table(found: Statistics) -> Grid:
    names = {
        "rounds": "rounds per game",
        "successes": "challenges that succeed",
        "positions": "positions per game",
        "branching": "moves per position",
    }
    rows = []
    for name, title in names.items():
        one = getattr(found, name)
        rows.append((title, f"{one.mean:.4f}", "" if one.error is None else f"{one.error:.4f}"))
    return Grid((f"{found.games:,} games", "mean", "standard error"), rows, frozenset({1, 2}))


app.command("simulate")(for_typer(simulate))
