"""``crewsat generate``: random instances; the options of a game are the fields of its generator."""

from __future__ import annotations

from inspect import Signature, cleandoc
from typing import TYPE_CHECKING, Any

import typer
from typer.core import TyperGroup

from crewsat.cli.common import errors_told, out
from crewsat.cli.parameters import made_of, options_of, parameter
from crewsat.games import GAMES

if TYPE_CHECKING:
    from crewsat.games.game import Game


class _Generators(TyperGroup):
    """A command a game, made when it is asked for: generators and what they import are not needed otherwise."""

    def list_commands(self, ctx: Any) -> list[str]:  # noqa: ANN401, ARG002 - the same in every context
        return [*GAMES]

    def get_command(self, ctx: Any, cmd_name: str) -> Any:  # noqa: ANN401, ARG002 - a command of typer's
        return _command_of(GAMES[cmd_name]) if cmd_name in GAMES else None


app = typer.Typer(
    cls=_Generators,
    help="Print a random instance; the same seed gives the same instance everywhere.",
    no_args_is_help=True,
)


@app.callback()
def _group() -> None:
    """Print a random instance; the same seed gives the same instance everywhere."""


def _command_of(game: Game) -> Any:  # noqa: ANN401 - a command of typer's
    """Return the command that prints random instances of a game."""
    generator = game.generator.load()

    def generate(*, seed: int, text: bool, **given: Any) -> None:  # noqa: ANN401 - what its fields take
        made = made_of(generator, given)
        with errors_told():
            instance = made.with_seed(seed)
            out(game.text_of(instance) if text else instance.to_json())

    own = [
        parameter("seed", int, 0, typer.Option(help="Which of the random ones.")),
        parameter("text", bool, False, typer.Option("--text", help="Print it as one line of text, for --deal.")),
    ]
    parameters = [*options_of(generator), *own]
    generate.__signature__ = Signature(parameters)  # type: ignore[attr-defined]
    generate.__annotations__ = {one.name: one.annotation for one in parameters}
    generate.__doc__ = cleandoc(generator.__doc__).partition("\n\nAttributes:")[0]
    single = typer.Typer(add_completion=False)
    single.command(game.name)(generate)
    return typer.main.get_command(single)
