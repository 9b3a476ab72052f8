"""``crewsat generate``: random instances; the options of a game are the fields of its generator."""

from __future__ import annotations

from dataclasses import fields
from inspect import Parameter, Signature, cleandoc
from typing import TYPE_CHECKING, Annotated, Any

import typer
from typer.core import TyperGroup

from crewsat.cli.common import errors_told, out
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
    options = {field.name: field for field in fields(generator)}

    def generate(*, seed: int, text: bool, **given: Any) -> None:  # noqa: ANN401 - what its fields take
        try:
            made = generator(**{name: _read(field, given[name]) for name, field in options.items()})
        except ValueError as error:
            raise typer.BadParameter(str(error)) from None
        with errors_told():
            instance = made.with_seed(seed)
            out(game.text_of(instance) if text else instance.to_json())

    own = [
        _parameter("seed", int, 0, typer.Option(help="Which of the random ones.")),
        _parameter("text", bool, False, typer.Option("--text", help="Print it as one line of text, for --deal.")),
    ]
    parameters = [*map(_option, options.values()), *own]
    generate.__signature__ = Signature(parameters)  # type: ignore[attr-defined]
    generate.__annotations__ = {one.name: one.annotation for one in parameters}
    generate.__doc__ = cleandoc(generator.__doc__).partition("\n\nAttributes:")[0]
    single = typer.Typer(add_completion=False)
    single.command(game.name)(generate)
    return typer.main.get_command(single)


def _option(field: Any) -> Parameter:  # noqa: ANN401 - a field of a dataclass
    """Return the option that a field of a generator is."""
    given = field.metadata["given"]
    default = field.default if given is None else given
    name = field.metadata["name"] or f"--{field.name.replace('_', '-')}"
    return _parameter(field.name, type(default), default, typer.Option(name, **field.metadata["typer"]))


def _parameter(name: str, kind: type, default: object, option: Any) -> Parameter:  # noqa: ANN401
    return Parameter(name, Parameter.KEYWORD_ONLY, default=default, annotation=Annotated[kind, option])


def _read(field: Any, given: Any) -> Any:  # noqa: ANN401 - a field of a dataclass, and what is given for it
    """Return the value of a field.

    Raises:
        typer.BadParameter: for a text that is not valid; the message names the option.
    """
    read = field.metadata["read"]
    try:
        return given if read is None else read(given)
    except ValueError as error:
        raise typer.BadParameter(str(error), param_hint=f"--{field.name}") from None
