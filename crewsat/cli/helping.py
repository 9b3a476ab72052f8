"""The help, as text in two columns: of the program, and of each command, by the declarations of its parameters.

Commands that typer runs have the same help; for these the parameters come from typer (`crewsat.cli.program`).
"""

from __future__ import annotations

import inspect
import os
import textwrap
from types import NoneType
from typing import TYPE_CHECKING, Any, NamedTuple, get_args

from crewsat.cli import groups
from crewsat.cli.commands import ABOUT, function_of
from crewsat.cli.common import for_people, width
from crewsat.cli.declared import Argument, Declared
from crewsat.games import GAMES

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

MOST_COLUMNS = 100
"""Longer lines are hard to read."""

PROGRAM = "Can the crew win this deal? Exact answers about cooperative card games, with the winning line."
TRY = "crewsat generate crew --players 4 --objectives 5 --seed 1 | crewsat decide -"
HELP = ("-h, --help", "Show this message and exit.")

OF_THE_PROGRAM = (
    ("-V, --version", "Print the version and exit."),
    ("--color WHEN", "Colours: auto (in a terminal), always or never; may also follow the command.  [default: auto]"),
    ("--install-completion", "Install completion for the current shell."),
    ("--show-completion", "Show completion for the current shell, to copy it or customize the installation."),
    HELP,
)


class Entry(NamedTuple):
    """A line of the help.

    Attributes:
        group: under which heading; None for the first one.
        how: what is typed.
        words: what it does.
    """

    group: str | None
    how: str
    words: str


def of_program() -> str:
    """Return the help of the program."""
    entries = [Entry(None, *option) for option in OF_THE_PROGRAM]
    about = words_of_commands()
    entries += [Entry(group, name, about[name]) for group, names in groups.COMMANDS.items() for name in names]
    return page("crewsat [OPTIONS] COMMAND …", PROGRAM, entries, [TRY])


def words_of_commands() -> dict[str, str]:
    """Return what each command does, by its name."""
    questions = [question for game in GAMES.values() for question in game.questions.values()]
    return {question.command: question.words for question in questions} | ABOUT


def of_command(name: str) -> str:
    """Return the help of a command that has no others below it."""
    command = function_of(name)
    entries = [*_entries(command), Entry(None, *HELP)]
    arguments = " ".join(_arguments(command))
    usage = f"crewsat {name} [OPTIONS] {arguments}".rstrip()
    return page(usage, inspect.cleandoc(command.__doc__ or ""), entries, groups.EXAMPLES.get(name, ()))


def page(usage: str, about: str, entries: Iterable[Entry], examples: Sequence[str] = ()) -> str:
    """Lay the help out.

    Args:
        usage: what is typed.
        about: what it does: paragraphs with blank lines between them.
        entries: arguments, options or commands.
        examples: lines that can be typed.
    """
    columns = min(width(), MOST_COLUMNS)
    wrapped = textwrap.fill(f"Usage: {usage}", columns, subsequent_indent="  ")
    parts = [wrapped.replace("Usage:", _heading("Usage:"), 1)]
    parts += [textwrap.fill(" ".join(one.split()), columns) for one in about.split("\n\n")]
    sections = _sections(entries)
    broad = min(max(len(how) for lines in sections.values() for how, _ in lines), columns // 3)
    parts += [_section(title, lines, broad, columns) for title, lines in sections.items()]
    if examples:
        parts.append("\n".join([_heading("Examples:"), *(f"  {example}" for example in examples)]))
    return "\n\n".join(parts)


def _sections(entries: Iterable[Entry]) -> dict[str, list[tuple[str, str]]]:
    """Return the lines under each heading: arguments and options without a group first."""
    found: dict[str, list[tuple[str, str]]] = {"Arguments": [], "Options": []}
    for entry in entries:
        title = entry.group or ("Options" if entry.how.startswith("-") else "Arguments")
        found.setdefault(title, []).append((entry.how, entry.words))
    return {title: lines for title, lines in found.items() if lines}


def _section(title: str, lines: Iterable[tuple[str, str]], broad: int, columns: int) -> str:
    return "\n".join([_heading(f"{title}:"), *(_line(how, words, broad, columns) for how, words in lines)])


def _line(how: str, words: str, broad: int, columns: int) -> str:
    """Return an entry: what is typed, and what it does beside it, or below it if there is no room."""
    start = f"  {how:{broad}}  "
    indent = " " * (broad + 4)
    if len(how) > broad:
        return f"  {how}\n{textwrap.fill(words, columns, initial_indent=indent, subsequent_indent=indent)}"
    return textwrap.fill(words, columns, initial_indent=start, subsequent_indent=indent, break_on_hyphens=False)


def _heading(text: str) -> str:
    """Return a heading, bold where colours are wanted."""
    wanted = bool(os.environ.get("FORCE_COLOR")) or (for_people() and "NO_COLOR" not in os.environ)
    return f"\033[1m{text}\033[0m" if wanted and os.environ.get("TERM") != "dumb" else text


def _entries(command: Callable[..., Any]) -> Iterator[Entry]:
    for parameter in inspect.signature(command, eval_str=True).parameters.values():
        declared = _declared(parameter)
        names = ", ".join(sorted(declared.names or (f"--{parameter.name.replace('_', '-')}",), key=len))
        how = _metavar(parameter) if isinstance(declared, Argument) else f"{names} {_metavar(parameter)}".rstrip()
        words = "  ".join(filter(None, (str(declared.more.get("help", "")), _extra(parameter))))
        yield Entry(groups.group_of(groups.OPTIONS, parameter.name), how, words)


def _declared(parameter: inspect.Parameter) -> Declared:
    return next(mark for mark in parameter.annotation.__metadata__ if isinstance(mark, Declared))


def _metavar(parameter: inspect.Parameter) -> str:
    """Return what stands for the value of a parameter; nothing for a flag."""
    declared = _declared(parameter)
    kinds = [kind for kind in _alternatives(get_args(parameter.annotation)[0]) if kind is not NoneType]
    if kinds == [bool]:
        return ""
    default = parameter.name.upper() if isinstance(declared, Argument) else _STANDS_FOR.get(kinds[0], "TEXT")
    return str(declared.more.get("metavar") or default)


_STANDS_FOR: dict[Any, str] = {int: "N", float: "X"}


def _alternatives(kind: Any) -> tuple[Any, ...]:  # noqa: ANN401 - a type
    return get_args(kind) or (kind,)


def _extra(parameter: inspect.Parameter) -> str:
    """Return the default and the range of a parameter, in brackets."""
    declared = _declared(parameter)
    least, most = declared.more.get("min"), declared.more.get("max")
    said = []
    if parameter.default is parameter.empty:
        said.append("required")
    elif not any(parameter.default is one for one in (None, False, ())) and declared.more.get("show_default", True):
        said.append(f"default: {parameter.default}")
    if least is not None:
        said.append(f"{least:g}<=x<={most:g}" if most is not None else f"x>={least:g}")
    return f"[{'; '.join(said)}]" if said else ""


def _arguments(command: Callable[..., Any]) -> Iterator[str]:
    for parameter in inspect.signature(command, eval_str=True).parameters.values():
        if isinstance(_declared(parameter), Argument):
            name = _metavar(parameter)
            yield name if parameter.default is parameter.empty else f"[{name}]"
