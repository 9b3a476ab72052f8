"""The help: every command and every option in its group, and examples that can be typed as they are."""

from __future__ import annotations

import re
import shlex
from pathlib import Path
from typing import Any

import pytest
import typer

from crewsat.cli import groups
from crewsat.cli.app import app_with
from crewsat.cli.commands import COMMANDS, GROUPS
from tests.support.chunks import rarely
from tests.support.command import run

LONG = {"tiny-crew value", "tiny-crew optimum", "tiny-crew learn", "skull tables"}
"""Commands with examples that take seconds: they are for the long evidence."""

PROGRAM: Any = typer.main.get_command(app_with())


def _all_commands(name: str = "", command: Any = PROGRAM) -> dict[str, Any]:  # noqa: ANN401 - typer's own types are private
    """Every command by its name, without those that only have others below them."""
    if not hasattr(command, "list_commands"):
        return {name.strip(): command}
    context = typer.Context(command)
    found: dict[str, Any] = {}
    for below in command.list_commands(context):
        found |= _all_commands(f"{name} {below}", command.get_command(context, below))
    return found


def test_every_command_is_in_one_group() -> None:
    names = [name for group in groups.COMMANDS.values() for name in group]
    assert sorted(names) == sorted([*COMMANDS, *GROUPS])
    text = run("--help", COLUMNS="120").stdout
    assert all(f"─ {group} ─" in text for group in groups.COMMANDS)


def test_options_are_in_groups_under_one_name() -> None:
    commands = _all_commands()
    of_name: dict[str, set[str | None]] = {}
    for command in commands.values():
        for option in command.params:
            of_name.setdefault(option.name, set()).add(option.rich_help_panel)
    assert all(len(panels) == 1 for panels in of_name.values())
    assert {name for group in groups.OPTIONS.values() for name in group} <= {*of_name}
    text = run("decide", "--help", COLUMNS="120").stdout
    assert all(f"─ {group} ─" in text for group in groups.OPTIONS)


@pytest.mark.slow
def test_examples_are_those_of_commands() -> None:
    commands = _all_commands()
    assert {*groups.EXAMPLES} == {*commands}
    for name, lines in groups.EXAMPLES.items():
        assert any(f"crewsat {name}" in line for line in lines)
        text = " ".join(run(*name.split(), "--help", COLUMNS="200").stdout.split())
        assert "Examples:" in text
        assert all(" ".join(line.split()) in text for line in lines)


@pytest.mark.slow
@pytest.mark.parametrize("name", rarely((one for one in groups.EXAMPLES if one not in groups.UNTRIED), LONG))
def test_examples_can_be_typed(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for line in groups.EXAMPLES[name]:
        pipe, _, file = line.partition(" > ")
        text = ""
        for command in re.split(r" \| ", pipe):
            program, *words = shlex.split(command)
            assert program == "crewsat"
            ended = run(*words, stdin=text)
            assert ended.returncode in {0, 10, 20}, ended.stderr
            text = ended.stdout
        assert text
        if file:
            Path(file).write_text(text)


def test_help_is_that_of_the_command() -> None:
    for words in (["decide"], ["generate", "crew"], []):
        assert run("help", *words).stdout.strip() == run(*words, "--help").stdout.strip()
