"""The directive ``commands``: every command of the program with its arguments and options, as its help prints them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import typer.main
from docutils import nodes
from sphinx.util.docutils import SphinxDirective

import crewsat
from crewsat.cli.app import app_with
from crewsat.cli.groups import EXAMPLES

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sphinx.application import Sphinx
    from sphinx.util.typing import ExtensionMetadata


def commands() -> Iterator[tuple[str, Any, Any]]:
    """Yield the program and each command: the name as it is typed, the command, and a context to print its help."""
    program = typer.main.get_command(app_with())
    yield from _below("crewsat", program, None)


def _below(name: str, command: Any, parent: Any) -> Iterator[tuple[str, Any, Any]]:  # noqa: ANN401 - typer's own types are private
    context = command.make_context(name, [], parent=parent, resilient_parsing=True)
    under = command.list_commands(context) if hasattr(command, "list_commands") else ()
    if parent is None or not under:
        yield context.command_path, command, context
    for sub in under:
        yield from _below(sub, command.get_command(context, sub), context)


def parameters(command: Any, context: Any) -> list[tuple[str, str]]:  # noqa: ANN401 - as above
    """Return each argument and option of a command: how it is typed, and what it does."""
    records = (one.get_help_record(context) for one in command.get_params(context))
    found = [record for record in records if record is not None]
    return [(re.sub(r" <[a-z\[\]]+>$", "", how), words) for how, words in found if words != _HELP]


_HELP = "Show this message and exit."


class Commands(SphinxDirective):
    """A section for each command, a definition for each argument and option."""

    def run(self) -> list[nodes.Node]:
        """Return the sections."""
        return [_section(name, command, context) for name, command, context in commands()]


def _section(name: str, command: Any, context: Any) -> nodes.section:  # noqa: ANN401 - as above
    anchor = name.replace(" ", "-")
    section = nodes.section(ids=[anchor], names=[name])
    section += nodes.title("", "", nodes.literal("", name))
    usage = " ".join(command.get_usage(context).removeprefix("Usage: ").split())
    section += nodes.literal_block(usage, usage, language="text")
    for paragraph in (command.help or "").split("\n\n"):
        section += nodes.paragraph("", paragraph.strip())
    if name.removeprefix("crewsat ") in EXAMPLES:
        typed = "\n".join(EXAMPLES[name.removeprefix("crewsat ")])
        section += nodes.literal_block(typed, typed, language="sh")
    if listed := parameters(command, context):
        section += nodes.definition_list("", *(_definition(anchor, how, words) for how, words in listed))
    return section


def _definition(anchor: str, how: str, words: str) -> nodes.definition_list_item:
    (last, *_) = re.findall(r"--([\w-]+)", how)[::-1] or [how]
    term = nodes.term("", "", nodes.literal("", how), ids=[f"{anchor}-{nodes.make_id(last)}"])
    return nodes.definition_list_item("", term, nodes.definition("", nodes.paragraph("", words)))


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register the directive."""
    app.add_directive("commands", Commands)
    return {"version": crewsat.__version__, "parallel_read_safe": True, "parallel_write_safe": True}
