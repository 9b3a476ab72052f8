"""What pages show: commands, and what they print."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator


def blocks(text: str, language: str) -> list[str]:
    """The blocks of a page that are in a language."""
    return re.findall(rf"```{language}\n(.*?)```", text, re.DOTALL)


def shown_commands(text: str) -> Iterator[tuple[str, re.Pattern[str]]]:
    """Commands of a page, and a pattern of what they print: ``$ command`` and its output; … stands for anything.

    A command goes on in lines that begin with ``>``, as in a shell.
    """
    for block in blocks(text, "console"):
        for piece in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            command, _, expected = piece.partition("\n")
            more = re.match(r"(?:>(?: .*)?\n)*", expected)
            typed = more[0] if more else ""
            command = "\n".join([command, *(line[2:] for line in typed.splitlines())])
            expected = expected.removeprefix(typed)
            yield command, re.compile(re.escape(expected.strip()).replace("…", ".*"), re.DOTALL)
