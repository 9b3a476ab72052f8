"""``crewsat generate``: random instances; the options of a game are the fields of its generator."""

from __future__ import annotations

import shlex
from dataclasses import fields
from inspect import Parameter, Signature, cleandoc
from typing import TYPE_CHECKING, Any

import typer
from typer.core import TyperGroup

from crewsat.base.errors import InvalidInstance
from crewsat.base.parameters import rarest
from crewsat.base.wording import alternatives, visible
from crewsat.cli.common import among, errors_reported, fail, out, warn
from crewsat.cli.declared import Exit, Option, WrongUsage
from crewsat.cli.families import DIMACS, FORMS, Wanted, write_family
from crewsat.cli.option_table import TimeOption
from crewsat.cli.parameters import fields_asked, made_of, option_name, options_of, parameter
from crewsat.cli.program import laid_out, reword
from crewsat.cli.seeds import SeedsOption
from crewsat.cli.typed import for_typer
from crewsat.games import GAMES

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from crewsat.games.game import Game


class _Generators(TyperGroup):
    """A command per game, made on demand: generators and their imports are not needed otherwise."""

    def list_commands(self, ctx: Any) -> list[str]:  # noqa: ANN401, ARG002 - the same in every context
        return [*GAMES]

    def get_command(self, ctx: Any, cmd_name: str) -> Any:  # noqa: ANN401, ARG002 - a command of typer's
        return laid_out(_command_of(GAMES[cmd_name]), f"generate {cmd_name}") if cmd_name in GAMES else None


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
    generators = _generators_of(game)

    def generate(
        context: typer.Context,
        *,
        seed: int | None,
        seeds: range | None,
        text: bool,
        **given: Any,  # noqa: ANN401 - what the fields take
    ) -> None:
        if seed is not None and seeds is not None:
            raise WrongUsage("--seed and --seeds exclude each other")
        family = Wanted(
            *(given.pop(name) for name in ("to", "output", "solvable", "unsolvable", "proofs", "time_limit"))
        )
        family.check(text=text)
        made = _made(generators, context, given)
        with errors_reported():
            instances = _noted((number, made.with_seed(number)) for number in seeds or [seed or 0])
            if family.form is not None:
                raise Exit(write_family(instances, family))
            for _, instance in instances:
                out(game.text_of(instance.as_typed()) if text else instance.to_json())

    own = [
        parameter("seed", int | None, None, Option(help="Random seed; by default 0.")),
        Parameter("seeds", Parameter.KEYWORD_ONLY, default=None, annotation=SeedsOption),
        parameter("text", bool, False, Option("--text", help="Print it as one line of text, for --deal.")),
        *_of_families(),
    ]
    return _single(game, generate, [*_options_of(generators), *own], cleandoc(generators[0].__doc__ or ""))


def _of_families() -> list[Parameter]:
    """Return the options by which a folder is filled; their parameters have the names of the fields of `Wanted`."""
    return [
        parameter(
            "to",
            str | None,
            None,
            Option(
                "--to",
                metavar="FORMAT",
                help=f"Write a family to a folder: {' or '.join(FORMS)}, with the answers and what certifies them.",
                **among(FORMS, {"cnf": DIMACS}),
            ),
        ),
        parameter(
            "output", str | None, None, Option("--output", "-o", metavar="DIR", help="The folder, a new or empty one.")
        ),
        parameter("solvable", int | None, None, _number("that can be won")),
        parameter("unsolvable", int | None, None, _number("that cannot be won")),
        parameter("proofs", bool, False, Option("--proofs", help="With dimacs: prove each no, in LRAT, checked.")),
        Parameter("time_limit", Parameter.KEYWORD_ONLY, default=None, annotation=TimeOption),
    ]


def _number(which: str) -> Any:  # noqa: ANN401 - an option
    return Option(metavar="N", min=0, help=f"Take seeds until there are N instances {which}.")


def _noted(instances: Iterable[tuple[int, Any]]) -> Iterator[tuple[int, Any]]:
    """Yield seeds and instances, each note on stderr only once."""
    noted: set[str] = set()
    for seed, instance in instances:
        warn(*(f"note: {note}" for note in instance.notes if note not in noted))
        noted |= {*instance.notes}
        yield seed, instance


def generator_of(words: str, seed: int, option: str = "--generate") -> tuple[str, Any]:
    """Return the game and the generator that words for ``crewsat generate`` describe.

    Args:
        words: a game and its options, without those that select instances or the form in which they are printed.
        seed: one that will be used: conflicting parameters may not show before an instance is made.
        option: what gives the words.

    Exit with status 1 and a message about this option if the words describe none.
    """
    try:
        game, *options = shlex.split(words) or [""]
        generator = _described(game, options)
        generator.with_seed(seed)
    except typer.BadParameter as error:
        fail(f"{option}: {error.format_message()}")
    except typer.exceptions.TyperException as error:  # an unknown option, or no option at all
        reword(error)
        allowed = f"allowed: the options of 'crewsat generate {game}' except --seed, --seeds and --text"
        fail(f"{option}: {error.format_message().rstrip('.?')}; {allowed}")
    except InvalidInstance as error:
        raise InvalidInstance(error.defects, option) from None
    except ValueError as error:
        fail(f"{option}: {error}")
    return game, generator


def _described(game: str, options: list[str]) -> Any:  # noqa: ANN401 - the generator of a game
    """Return the generator that these options describe.

    Raises:
        ValueError: if the game is unknown.
        typer.exceptions.TyperException: for wrong options.
    """
    if game not in GAMES:
        raise ValueError(f"'{visible(game)}' is not a game{alternatives(game, GAMES)}")
    generators = _generators_of(GAMES[game])

    def described(context: typer.Context, **given: Any) -> Any:  # noqa: ANN401 - the generator, and what its fields take
        return _made(generators, context, given)

    command = _single(GAMES[game], described, _options_of(generators))
    return command.main(options, prog_name=game, standalone_mode=False)


def _generators_of(game: Game) -> list[type]:
    return [code.load() for code in (game.generator, *game.other_generators)]


def _options_of(generators: Iterable[type]) -> list[Parameter]:
    """Return the options of generators; a field that several generators have gives one option."""
    found: dict[str, Parameter] = {}
    for generator in generators:
        found |= {option.name: option for option in options_of(generator) if option.name not in found}
    return [*found.values()]


def _made(generators: Sequence[type], context: typer.Context, given: Mapping[str, Any]) -> Any:  # noqa: ANN401 - a generator
    """Return the generator that the options describe: the first one that has all given options.

    Raises:
        WrongUsage: for options that do not all belong to one generator, and for invalid texts.
    """
    asked = {field.name: option_name(field) for one in generators for field in fields_asked(one, context)}
    of_each = {generator: {field.name for field in fields(generator)} for generator in generators}
    for generator, own in of_each.items():
        if own >= asked.keys():
            return made_of(generator, given)
    special = rarest(list(asked), list(of_each.values()))
    rest = next(asked.keys() - own for own in of_each.values() if special in own)
    raise WrongUsage(
        f"{asked[special]} cannot be combined with {', '.join(asked[name] for name in asked if name in rest)}"
    )


def _single(game: Game, function: Any, parameters: list[Parameter], words: str | None = None) -> Any:  # noqa: ANN401 - typer's
    """Return a command with these options; `words` is its help, if any."""
    parameters = [Parameter("context", Parameter.POSITIONAL_OR_KEYWORD, annotation=typer.Context), *parameters]
    function.__signature__ = Signature(parameters)
    function.__annotations__ = {one.name: one.annotation for one in parameters}
    function.__doc__ = (words or "").partition("\n\nAttributes:")[0]
    single = typer.Typer(add_completion=False)
    single.command(game.name, add_help_option=words is not None)(for_typer(function))
    return typer.main.get_command(single)
