"""One instance after another, for commands that finish one before the next: shown, converted, encoded.

With a folder for the results, each goes to its own file there, named by the number of its line; nothing is overwritten.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, NoReturn

from crewsat.base.errors import InvalidInstance, UnknownFeature, WrongOption
from crewsat.cli.common import FAILED, out, warn
from crewsat.cli.declared import Exit, Option, WrongUsage
from crewsat.cli.stream import content_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from crewsat.cli.stream import Line
    from crewsat.games.instance import Instance

FolderOption = Annotated[
    str | None,
    Option(
        "--output",
        "-o",
        metavar="DIR",
        help="Of many instances: write each to a file of its own in this folder, named by the number of its line.",
    ),
]


def many_in(file: str | None, *, lines: bool = False) -> tuple[bytes | None, Iterator[Line] | None]:
    """Return the text of one instance, or else the lines of many; neither for --deal.

    Raises:
        WrongUsage: if --lines is given without a file.
        InvalidInstance: as `content_of`.
    """
    if file is None:
        if lines:
            raise WrongUsage("--lines applies to files and to standard input (-)")
        return None, None
    content = content_of(file, lines=lines)
    return (content, None) if isinstance(content, bytes) else (None, content)


def instances_in(file: str, lines: Iterator[Line]) -> Iterator[tuple[int, Instance | InvalidInstance]]:
    """Yield the number and the instance of each line, or what is wrong with it; notes go to stderr.

    Args:
        file: its name.
        lines: its lines.
    """
    from crewsat.base.guarded import name_of  # noqa: PLC0415
    from crewsat.engine.files import parse_named  # noqa: PLC0415 - pydantic

    for number, line in lines:
        name = f"{name_of(file)}, line {number}"
        if isinstance(line, InvalidInstance):
            yield number, line
            continue
        try:
            instance = parse_named(name, line)
        except InvalidInstance as error:
            yield number, error
            continue
        warn(*(f"{name}: note: {note}" for note in instance.notes))
        yield number, instance


def write_each(
    file: str, lines: Iterator[Line], made: Callable[[Instance], str], *, folder: str | None, ending: str
) -> NoReturn:
    """Print the result for each instance, or write it to its own file, and exit.

    Errors in an instance go to stderr, and the rest is still done; the exit status is then 1.

    Args:
        file: its name.
        lines: its lines.
        made: returns the text for an instance; it may also raise `InvalidInstance`.
        folder: where the files go; None prints the texts one after the other.
        ending: of the names of the files.

    Raises:
        InvalidInstance: if a file exists already or cannot be written.
    """
    from pathlib import Path  # noqa: PLC0415 - only for many

    from crewsat.base.guarded import name_of, named  # noqa: PLC0415
    from crewsat.base.outputs import check_folder, write_new  # noqa: PLC0415

    if folder is not None:
        check_folder(folder)
    status = 0
    for number, instance in instances_in(file, lines):
        try:
            if isinstance(instance, InvalidInstance):
                raise instance
            with named(f"{name_of(file)}, line {number}"):
                text = made(instance)
        except InvalidInstance as error:
            warn(*error.lines())
            status = FAILED
            continue
        except (WrongOption, UnknownFeature) as error:  # for an instance for which this makes no sense
            warn(f"{name_of(file)}, line {number}: {error}")
            status = FAILED
            continue
        if folder is None:
            out(text)
        else:
            write_new(Path(folder, f"{number}{ending}"), f"{text}\n".encode())
    raise Exit(status)


def check_single(*, folder: str | None) -> None:
    """Check that a single instance is not to be written to a folder.

    Raises:
        WrongUsage: if it is.
    """
    if folder is not None:
        raise WrongUsage("--output applies to many instances: a .jsonl or .deals file, or --lines")
