"""What pages show: commands and what they print, sessions and programs in Python."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from typing import TYPE_CHECKING

from tests.support.command import run
from tests.support.places import ROOT

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

DOCS = ROOT / "docs"
PAGES = {str(path.relative_to(ROOT)): path for path in (ROOT / "README.md", *sorted(DOCS.rglob("*.md")))}
"""The pages of the site, and the README, by their names."""


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


def ran(command: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """Run a command in a folder, which must be the current one, as a shell would.

    Pipes of our own commands are run in this process, which is faster; a shell runs everything else.
    """
    words = list(shlex.shlex(command, posix=True, punctuation_chars="|;<>&()\n"))
    parts = [shlex.split(part) for part in command.split(" | ")]
    if {word for word in words if word[0] in "|;<>&()\n"} <= {"|"} and all(p[0] in {"crewsat", "echo"} for p in parts):
        result = subprocess.CompletedProcess(command, 0, "", "")
        for program, *rest in parts:
            if program == "echo":
                result.stdout = " ".join(rest)
            else:
                notes = result.stderr
                result = run(*rest, stdin=result.stdout)
                result.stderr = notes + result.stderr
        return result
    function = f'crewsat() {{ PYTHONPATH={ROOT}:{ROOT / "encodings"} COLUMNS=80 {sys.executable} -m crewsat "$@"; }}'
    shell = ["bash", "-c", f"{function}; {command}\n"]
    return subprocess.run(shell, cwd=folder, capture_output=True, text=True, check=False)


_PROGRESS = re.compile(r"^.* to go, .* left\n", re.MULTILINE)


def is_as_shown(result: subprocess.CompletedProcess[str], expected: re.Pattern[str]) -> bool:
    """Whether a command did what a page shows: its output, with notes before it or after it, as on a terminal."""
    notes = result.stderr, _PROGRESS.sub("", result.stderr)  # which a busy machine has time to show
    texts = [text for said in notes for text in (said + result.stdout, result.stdout + said)]
    return not expected.pattern or any(expected.fullmatch(text.strip()) for text in texts)
