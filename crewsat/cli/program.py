"""The program as a group of commands, and its messages about wrong usage.

Errors in a command line are found by typer and by pydantic, which repeat the given words unchanged and have their own
messages. Each of these errors passes through here and gets a message of ours: without anything that a terminal would
obey, with the number that was given and which ones are allowed, and with the command that may be meant.
"""

from __future__ import annotations

import inspect
import os
from functools import partial
from typing import TYPE_CHECKING, Any

from typer.core import TyperGroup
from typer.exceptions import TyperException

from crewsat.base.wording import nearest, visible
from crewsat.cli.groups import EXAMPLES, OPTIONS, group_of
from crewsat.cli.helping import Entry, of_program, page

if TYPE_CHECKING:
    from collections.abc import Sequence

_LONGEST = 2_000
"""The most characters of a message."""

_COLOR = "--color"

_NUMBERS = {int: "a whole number", float: "a number"}


class Program(TyperGroup):
    """The commands; usage errors have messages of ours."""

    def format_help(self, ctx: Any, formatter: Any) -> None:  # noqa: ANN401 - as typer's
        """Write the help."""
        _write_help(self, "", ctx, formatter)

    def make_context(self, info_name: str | None, args: list[str], *own: Any, **more: Any) -> Any:  # noqa: ANN401 - as typer's
        """Read the words before the command, and ``--color`` wherever it is."""
        try:
            made = super().make_context(info_name, _color_first(args), *own, **more)
        except TyperException as error:
            reword(error)
            raise
        _choose_colours(made.params.get("color"))
        return made

    def get_command(self, ctx: Any, cmd_name: str) -> Any:  # noqa: ANN401 - as typer's
        """Return a command, its help laid out."""
        found = super().get_command(ctx, cmd_name)
        return found if found is None else laid_out(found, cmd_name)

    def invoke(self, ctx: Any) -> Any:  # noqa: ANN401 - as typer's
        """Read the words after the command, and run it."""
        try:
            return super().invoke(ctx)
        except TyperException as error:
            reword(error)
            raise


def laid_out(command: Any, name: str) -> Any:  # noqa: ANN401 - the commands of typer have no public type
    """Put the options of a command, and of those below it, into groups, and examples under its help."""
    for option in command.params:
        option.rich_help_panel = group_of(OPTIONS, option.name)
    command.format_help = partial(_write_help, command, name)
    for below, one in getattr(command, "commands", {}).items():
        laid_out(one, f"{name} {below}")
    return command


def _write_help(command: Any, name: str, context: Any, formatter: Any) -> None:  # noqa: ANN401 - typer's
    """Write the help of a command as that of those which typer does not run."""
    if not name:
        formatter.write(f"{of_program()}\n")
        return
    under = [*command.list_commands(context)] if hasattr(command, "list_commands") else []
    entries, arguments = [], []
    for parameter in command.get_params(context):
        record = parameter.get_help_record(context)
        if record is not None:
            how = _how(record[0])
            entries.append(Entry(parameter.rich_help_panel, how, record[1]))
            if parameter.param_type_name == "argument":
                arguments.append(how if parameter.required else f"[{how}]")
    entries += [Entry("Commands", one, command.get_command(context, one).get_short_help_str(MOST)) for one in under]
    usage = " ".join(["crewsat", name, "[OPTIONS]", *arguments, *(["COMMAND …"] if under else [])])
    formatter.write(f"{page(usage, inspect.cleandoc(command.help or ''), entries, EXAMPLES.get(name, ()))}\n")


MOST = 10_000
"""More characters than the short help of a command has."""


def _how(record: str) -> str:
    """Return how an option or argument is typed; typer writes types where nothing else stands for the value."""
    how, _, kind = record.rstrip(">").partition(" <")
    stands_for = {"int": " N", "int range": " N", "float": " X", "float range": " X", "str": " TEXT"}
    return how + (stands_for.get(kind, "") if how.startswith("-") else "")


def _color_first(words: Sequence[str]) -> list[str]:
    """Move the option ``--color`` before the command, so that it may be given anywhere."""
    end = words.index("--") if "--" in words else len(words)
    for k, word in enumerate(words[:end]):
        if word.startswith(f"{_COLOR}="):
            return [word, *words[:k], *words[k + 1 :]]
        if word == _COLOR:
            return [f"{word}={''.join(words[k + 1 : k + 2])}", *words[:k], *words[k + 2 :]]
    return [*words]


def _choose_colours(when: str | None) -> None:
    """Set the environment variables that control colours in this process and its children."""
    chosen = {"always": "FORCE_COLOR", "never": "NO_COLOR"}.get(when or "auto")
    if chosen is not None:
        for name in ("FORCE_COLOR", "NO_COLOR"):
            os.environ.pop(name, None)
        os.environ[chosen] = "1"


def reword(error: TyperException) -> None:
    """Replace the message of a usage error by one of ours."""
    if type(error).__name__ == "NoArgsIsHelpError":  # its message is the help, which is printed already
        return
    number = _wrong_number(error)
    if number is not None:
        error.message = number
    error.message = _with_the_command_meant(error)
    error.message = visible(error.message, _LONGEST)
    _name_the_option_meant(error)


def _wrong_number(error: Any) -> str | None:  # noqa: ANN401 - the error has no type that is public
    """Return a message that says which number is expected, if pydantic has rejected one."""
    cause, parameter = error.__cause__, getattr(error, "param", None)
    if cause is None or type(cause).__name__ != "ValidationError" or parameter is None:
        return None
    given = cause.errors()[0]["input"]
    info, kind = parameter.type_descriptor.parameter_info, parameter.type_descriptor.annotation
    name = next((words for number, words in _NUMBERS.items() if kind in {number, number | None}), "a value")
    least = "" if info.min is None else f" of {info.min:g} or more" if info.max is None else f" from {info.min:g}"
    most = "" if info.max is None else f" to {info.max:g}" if info.min is not None else f" of {info.max:g} or less"
    return f"'{visible(given)}' is not valid; allowed: {name}{least}{most}"


def _with_the_command_meant(error: Any) -> str:  # noqa: ANN401
    """Return the message about an unknown command, with the one that may be meant or else with all commands."""
    message: str = error.message
    context = getattr(error, "ctx", None)
    if context is None or not message.startswith("No such command '"):
        return message
    given = message.removeprefix("No such command '").partition("'")[0]
    names = context.command.list_commands(context)
    near = nearest(given, names)
    hint = f"; did you mean {near}?" if near else f"; allowed: {', '.join(names)}"
    return f"'{visible(given)}' is not a command of '{context.command_path}'{hint}"


def _name_the_option_meant(error: Any) -> None:  # noqa: ANN401
    """Say which option may be meant in the same words as everywhere else."""
    if not error.message.startswith("No such option"):
        return
    near = nearest(error.option_name, error.possibilities or ())
    error.message = f"'{visible(error.option_name)}' is not an option{f'; did you mean {near}?' if near else ''}"
    error.possibilities = None
