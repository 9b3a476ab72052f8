"""What the commands of ``crewsat reduce`` share: reading problems, and reading answers back."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TypeVar

from crewsat.base.errors import IllegalPlay, InvalidInstance, Stopped, WrongOption
from crewsat.base.wording import json_text, nearest, visible
from crewsat.cli.common import NOTHING_TO_CHECK, among, fail, out, read_answer, say, warn
from crewsat.cli.declared import Argument, Exit, Option, WrongUsage
from crewsat.problems.texts import Reading, Thing

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from crewsat.games.game import Play
    from crewsat.games.instance import Instance
    from crewsat.problems.named_families import Families

Witness = TypeVar("Witness")

SeedOption = Annotated[int | None, Option(help="Random seed.")]


def source_argument(families: Families[Any]) -> Any:  # noqa: ANN401 - what typer returns
    """Return an argument that names a file or a family."""
    said = f"A file, - for standard input, or {families.usages()}."
    return Argument(metavar="SOURCE", help=said, show_default=False)


def choice(*allowed: str, help: str, name: str | None = None) -> Any:  # noqa: A002, ANN401 - typer's own
    """Return an option with a fixed set of values."""
    names = [] if name is None else [name]
    said = f"{help} One of {', '.join(allowed)}."
    return Option(*names, metavar="WHICH", help=said, **among(allowed))


def check_streams(source: Sequence[str], answer: str | None) -> None:
    """Check that at most one thing is read from standard input."""
    if list(source) == ["-"] and answer == "-":
        raise WrongUsage("source and answer cannot both be standard input")


def made(
    families: Families[Thing], source: Sequence[str], seed: int | None, parse: Callable[[str], Reading[Thing]]
) -> Reading[Thing]:
    """Return a member of a family, or what a file holds.

    Raises:
        WrongOption: for words that are neither.
        InvalidInstance: for a file that cannot be read.
    """
    if source[0] in families.members:
        thing = families.make(source[0], source[1:], seed)
        return Reading(thing, thing.summary())
    _check_family(families, source)
    if seed is not None:
        raise WrongOption(f"--seed applies only to random {families.noun}")
    from crewsat.base.guarded import MAX_BYTES, read_text  # noqa: PLC0415

    text = read_text(source[0], max_bytes=MAX_BYTES)
    try:
        return parse(text)
    except InvalidInstance as error:
        raise InvalidInstance(error.defects, "standard input" if source[0] == "-" else source[0]) from None


def _check_family(families: Families[Any], source: Sequence[str]) -> None:
    """Check that words that do not name a family name a file; one that resembles a family must exist as a file."""
    near = nearest(source[0], families.members)
    if len(source) == 1 and (near is None or not re.fullmatch(r"[\w-]+", source[0]) or Path(source[0]).exists()):
        return
    meant = "" if near is None else f" did you mean {families.usage(near)}?"
    allowed = f"a file, -, or {families.usages()}"
    raise WrongOption(f"unknown family of {families.noun} '{visible(source[0])}';{meant} allowed: {allowed}")


def name_of(families: Families[Any], source: Sequence[str], seed: int | None) -> str | None:
    """Return the words for a member of a family; None for a file, whose name is not recorded."""
    return families.called(source, seed) if source[0] in families.members else None


def tell_source(read: Reading[Any]) -> None:
    """Print to stderr what was reduced, and what was guessed when it was read."""
    warn(read.summary, *(f"note: {visible(note, 300)}" for note in read.notes))


def tell(instance: Instance, *, json: bool) -> None:
    """Print an instance."""
    if json:
        raise WrongOption("--json goes with --answer; instances are JSON anyway")
    out(instance.to_json())


def tell_witness(witness: Sequence[Any], line: str, *, json: bool) -> None:
    """Print a witness, for programs or as a line."""
    out(json_text(witness) if json else line)


def witness_in(instance: Instance, answer: str, noun: str, read: Callable[[Play], Witness]) -> Witness:
    """Return the witness in the play of an answer; exit with status 3 if it has no play, 1 if that is not a witness."""
    given = read_answer(answer, instance.game)
    if given["answer"] != "yes":
        say(f"there is no {noun} to read: the answer is {given['answer']}")
        raise Exit(NOTHING_TO_CHECK)
    return witness_of_play(instance, answer, given["play"], read)


def witness_of_play(instance: Instance, answer: str, play: Sequence[Any], read: Callable[[Play], Witness]) -> Witness:
    """Return the witness in a play from the file `answer`; exit with status 1 if it is not one, 3 at a limit."""
    from crewsat.engine.verify import verified  # noqa: PLC0415
    from crewsat.reductions.notes import NotAWitness  # noqa: PLC0415 - pydantic

    try:
        return read(verified(instance, play))
    except Stopped as stop:  # a game with opponents is decided anew
        say(f"there is nothing to read: the play could not be checked ({stop})")
        raise Exit(NOTHING_TO_CHECK) from None
    except (IllegalPlay, NotAWitness) as error:
        fail(f"{visible(answer, 200)}: {visible(error, 500)}")
