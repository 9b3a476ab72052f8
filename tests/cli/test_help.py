"""The help: every command and every option in its group, and examples that can be typed as they are."""

from __future__ import annotations

import inspect
import re
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import typer

from crewsat.cli import groups, helping
from crewsat.cli.app import app_with
from crewsat.cli.commands import COMMANDS, GROUPS, function_of
from tests.support.chunks import rarely
from tests.support.command import WON, run

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
    assert all(f"\n{group}:\n" in text for group in groups.COMMANDS)


def test_options_are_in_groups_under_one_name() -> None:
    commands = _all_commands()
    of_name: dict[str, set[str | None]] = {}
    for command in commands.values():
        for option in command.params:
            of_name.setdefault(option.name, set()).add(option.rich_help_panel)
    assert all(len(panels) == 1 for panels in of_name.values())
    assert {name for group in groups.OPTIONS.values() for name in group} <= {*of_name}
    texts = [run(*command, "--help", COLUMNS="120").stdout for command in (("decide",), ("sweep", "run"))]
    assert all(any(f"\n{group}:\n" in text for text in texts) for group in groups.OPTIONS)


@pytest.mark.parametrize("word", ["--help", "-h"])
def test_help_is_shown_if_it_is_asked_for_and_not_where_the_word_is_something_else(
    word: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path(word).write_text(WON)
    assert run("decide", "--", word).returncode == 10
    assert "column 1" in run("decide", "--deal", word).stderr
    assert run("decide", word).stdout.startswith("Usage: ")
    wrong = run("decide", word, "--color", "bogus")
    assert (wrong.returncode, "'bogus'" in wrong.stderr) == (2, True)


@pytest.mark.processes
def test_help_that_nobody_reads_ends_quietly() -> None:
    for words in (["--help"], ["decide", "--help"]):
        command = [sys.executable, "-m", "crewsat", *words]
        with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
            assert process.stdout is not None
            assert process.stderr is not None
            process.stdout.close()
            assert process.stderr.read() == ""


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
        output = re.search(r"--output (\S+)", line)
        assert text or (output is not None and Path(output[1]).exists())
        if file:
            Path(file).write_text(text)


@pytest.mark.parametrize("name", sorted({*COMMANDS} - {"help"}))
def test_the_help_without_typer_is_that_with_it(name: str) -> None:
    assert helping.of_command(name) == _with_typer(name)


def test_the_help_of_the_program_names_every_command_in_its_words() -> None:
    assert (
        helping.of_program() == PROGRAM.get_help(PROGRAM.make_context("crewsat", [], resilient_parsing=True)).rstrip()
    )
    about = helping.words_of_commands()
    for name in COMMANDS:
        first = inspect.cleandoc(function_of(name).__doc__ or "").split("\n\n")[0]
        assert " ".join(first.split()) == about[name]
    above = PROGRAM.make_context("crewsat", [], resilient_parsing=True)
    for name in GROUPS:
        assert PROGRAM.get_command(above, name).help.split("\n\n")[0] == about[name]


@pytest.mark.slow
@pytest.mark.parametrize("columns", ["40", "80", "200"])
def test_help_is_no_wider_than_the_terminal(columns: str) -> None:
    for name in ("", "decide", "generate crew", "skull"):
        text = run(*name.split(), "--help", COLUMNS=columns).stdout.partition("Examples:")[0]
        assert max(map(len, text.splitlines())) <= min(int(columns), helping.MOST_COLUMNS), name


def test_headings_are_bold_where_colours_are_wanted() -> None:
    assert "\033[1mOptions:\033[0m" in run("decide", "--help", FORCE_COLOR="1").stdout
    assert "\033" not in run("decide", "--help").stdout


def _with_typer(name: str) -> str:
    above = PROGRAM.make_context("crewsat", [], resilient_parsing=True)
    command = PROGRAM.get_command(above, name)
    text: str = command.get_help(command.make_context(name, [], parent=above, resilient_parsing=True))
    return text.rstrip()


def test_help_is_that_of_the_command() -> None:
    for words in (["decide"], ["generate", "crew"], []):
        assert run("help", *words).stdout.strip() == run(*words, "--help").stdout.strip()
