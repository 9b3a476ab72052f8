"""``crewsat generate``: random instances; the options of a game are the fields of its generator."""

from __future__ import annotations

import re
import shlex
from inspect import Parameter, Signature, cleandoc
from typing import TYPE_CHECKING, Annotated, Any

import typer
from typer.core import TyperGroup

from crewsat.cli.common import errors_reported, fail, out
from crewsat.cli.parameters import made_of, options_of, parameter
from crewsat.errors import InvalidInstance
from crewsat.games import GAMES
from crewsat.wording import visible

if TYPE_CHECKING:
    from crewsat.games.game import Game


class _Generators(TyperGroup):
    """A command a game, made when it is asked for: generators and what they import are not needed otherwise."""

    def list_commands(self, ctx: Any) -> list[str]:  # noqa: ANN401, ARG002 - the same in every context
        return [*GAMES]

    def get_command(self, ctx: Any, cmd_name: str) -> Any:  # noqa: ANN401, ARG002 - a command of typer's
        return _command_of(GAMES[cmd_name]) if cmd_name in GAMES else None


def _range_of(text: str) -> range:
    """Read a range of seeds."""
    found = re.fullmatch("([0-9]{1,18})(?:-([0-9]{1,18}))?", text)
    first, last = (int(number) for number in (found[1], found[2] or found[1])) if found else (1, 0)
    if first > last:
        raise typer.BadParameter(
            f"'{visible(text)}' is not a valid range of seeds; allowed: FIRST-LAST, such as 1-10000, or one number"
        )
    return range(first, last + 1)


SeedsOption = Annotated[
    range | None,
    typer.Option(
        "--seeds", metavar="FIRST-LAST", parser=_range_of, help="One instance per line, from each of these seeds."
    ),
]

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

    def generate(*, seed: int | None, seeds: range | None, text: bool, **given: Any) -> None:  # noqa: ANN401 - what its fields take
        if seed is not None and seeds is not None:
            raise typer.BadParameter("--seed and --seeds exclude each other")
        made = made_of(generator, given)
        with errors_reported():
            for number in seeds or [seed or 0]:
                instance = made.with_seed(number)
                out(game.text_of(instance.as_typed()) if text else instance.to_json())

    own = [
        parameter("seed", int | None, None, typer.Option(help="Random seed; by default 0.")),
        Parameter("seeds", Parameter.KEYWORD_ONLY, default=None, annotation=SeedsOption),
        parameter("text", bool, False, typer.Option("--text", help="Print it as one line of text, for --deal.")),
    ]
    return _single(game, generate, [*options_of(generator), *own], cleandoc(generator.__doc__))


def generator_of(words: str, seed: int) -> tuple[str, Any]:
    """Return the game and the generator that words for ``crewsat generate`` describe.

    Args:
        words: a game and its options; those that say which instances there are and how they are printed are not among
            them.
        seed: one that is to be made: parameters that do not fit together may not show before.

    Leaves with status 1 and a message about `--generate` if they describe none.
    """
    try:
        game, *options = shlex.split(words) or [""]
        generator = _described(game, options)
        generator.with_seed(seed)
    except typer.BadParameter as error:
        fail(f"--generate: {error.format_message()}")
    except typer.exceptions.TyperException as error:  # no such option, or no option at all
        allowed = f"allowed: the options of 'crewsat generate {game}' except --seed, --seeds and --text"
        fail(f"--generate: {error.format_message().rstrip('.')}; {allowed}")
    except InvalidInstance as error:
        raise InvalidInstance(error.defects, "--generate") from None
    except ValueError as error:
        fail(f"--generate: {error}")
    return game, generator


def _described(game: str, options: list[str]) -> Any:  # noqa: ANN401 - the generator of a game
    """Return the generator that these options describe.

    Raises:
        ValueError: if the game is unknown.
        typer.exceptions.TyperException: for wrong options.
    """
    if game not in GAMES:
        raise ValueError(f"'{visible(game)}' is not a game; allowed: {', '.join(GAMES)}")
    generator = GAMES[game].generator.load()
    command = _single(GAMES[game], lambda **given: made_of(generator, given), options_of(generator))
    return command.main(options, prog_name=game, standalone_mode=False)


def _single(game: Game, function: Any, parameters: list[Parameter], words: str | None = None) -> Any:  # noqa: ANN401 - typer's
    """Return a command with these options; without words for its help, it has none."""
    function.__signature__ = Signature(parameters)
    function.__annotations__ = {one.name: one.annotation for one in parameters}
    function.__doc__ = (words or "").partition("\n\nAttributes:")[0]
    single = typer.Typer(add_completion=False)
    single.command(game.name, add_help_option=words is not None)(function)
    return typer.main.get_command(single)
