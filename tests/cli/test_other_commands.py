"""The commands besides ``decide`` and ``verify``."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest
import typer
from typer.testing import CliRunner

from crewsat.cli.app import app_with
from crewsat.games.crew.deals import RandomDeal
from crewsat.games.crew.text import parse_text, text_of
from crewsat.studies.commands import tiny_crew_commands
from tests.support.chunks import few_of
from tests.support.command import load_text, run

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


@pytest.mark.slow
def test_help_names_every_command() -> None:
    told = run("--help", TERM="dumb", COLUMNS="100")
    assert told.returncode == 0
    assert all(name in told.stdout for name in ("decide", "options", "show", "verify", "generate", "schema", "methods"))
    for command in (["decide"], ["options"], ["show"], ["verify"], ["generate", "crew"], ["schema"], ["methods"]):
        assert run(*command, "--help").returncode == 0
    assert run("--version").stdout.startswith("crewsat 0.")


@pytest.mark.slow
def test_options(tmp_path: Path) -> None:
    told = run("options", "--deal", "a1,4 b1 / a3,2 b2; leader 1; 2 wins a4 b1")
    assert told.returncode == 0
    assert "Player 1 leads trick 1:" in told.stdout
    path = tmp_path / "deal.json"
    path.write_text(RandomDeal().with_seed(7).to_json())
    told = run("options", path, "--json")
    answer = json.loads(told.stdout)
    assert (answer["format"], answer["game"], answer["trick"]) == (1, "crew", 1)
    assert {(o["player"], o["card"]) for o in answer["options"] if o["answer"] == "no"} == {(3, "pink6")}
    assert sum(o["answer"] == "yes" for o in answer["options"]) == 9
    assert "  loses              pink6" in run("options", path).stdout.splitlines()
    free = run("options", "--deal", "a1 / a2; 2 wins a1")
    assert "Player 1 leads trick 1:" in free.stdout
    assert "Player 2 leads trick 1:" in free.stdout
    for deal, why in (
        ("a1 / a2", "it has been won"),
        ("a3 / -; leader 1; played a1 a2; 1 wins a3", "it has been lost, the play ends after 1 trick"),
        ("a3 / b2; leader 1; played a1 a2; 1 wins a1", "it has been lost, in trick 1: objective a1"),
    ):
        said = " ".join(run("options", "--deal", deal).stdout.split())
        assert f"No card is to be played, the play is over: {why}" in said
    assert run("options", "-", stdin="{").returncode == 1


@pytest.mark.slow
@pytest.mark.parametrize("seconds", few_of(["1", "6"]))
def test_options_without_time(seconds: str, tmp_path: Path) -> None:
    path = tmp_path / "hard.json"
    deal = RandomDeal(players=10, objectives=33, suits=10, values=40, trumps=0, tokens=("1", "2", "3", "omega"))
    path.write_text(deal.with_seed(15).to_json())
    told = run("options", path, "--time-limit", seconds)
    assert told.returncode in {1, 3}, told.stdout + told.stderr


def options_of(group: Any, *path: str) -> Iterator[tuple[str, list[str]]]:  # noqa: ANN401 - typer has its own click
    """Every option of every command below a group: where it is, and what it is called."""
    for name, command in group.commands.items():
        if hasattr(command, "commands"):
            yield from options_of(command, *path, name)
        yield from ((" ".join((*path, name)), option.opts) for option in command.params)


def test_options_that_are_common_have_short_names() -> None:
    groups = [typer.main.get_group(app_with()), typer.main.get_group(tiny_crew_commands.app)]
    short = {"--output": "-o", "--jobs": "-j", "--time-limit": "-t"}
    found = [(where, names) for group in groups for where, names in options_of(group) if {*names} & {*short}]
    assert len(found) >= 18
    assert [(where, names) for where, names in found if names != [names[0], short[names[0]]]] == []


@pytest.mark.parametrize(
    ("typed", "wanted"),
    [
        ("crewsat dec", ["decide", "decode"]),
        ("crewsat decide --method cnf", ["cnf-tricks", "cnf-copies", "cnf-draws", "cnf-steps"]),
        ("crewsat options --solver mini", ["minisat22"]),
        ("crewsat schema ha", ["hanabi_solitaire", "hanabi", "hackenbush"]),
        ("crewsat audit ha", ["hanabi", "hackenbush"]),
        ("crewsat encode --to w", ["wcnf"]),
    ],
)
def test_a_shell_completes_commands_and_values(typed: str, wanted: list[str]) -> None:
    asked = {"_CREWSAT_COMPLETE": "complete_bash", "COMP_WORDS": typed, "COMP_CWORD": str(len(typed.split()) - 1)}
    told = CliRunner().invoke(app_with(), [], prog_name="crewsat", env=asked)
    assert told.stdout.split() == wanted


def test_show() -> None:
    hands = "pink9 blue2 / blue5,3 / pink8 green7,1"
    text = f"{hands}; leader 1; trump green; 1 wins pink8[1]; anybody wins pink2; played pink4 pink2"
    told = run("show", "--deal", text)
    assert told.returncode == 0
    lines = [line.rstrip() for line in told.stdout.splitlines()]
    assert lines[1:3] == ["Objectives: player 1: pink8 [1]", "            anybody: pink2"]
    assert "             blue    pink    green (trump)" in lines
    assert " >player 3           p8→P1   g7 g1" in lines
    assert lines[-1] == text
    json_text = parse_text(text).to_json()
    assert run("show", "-", stdin=json_text).stdout == told.stdout


def test_generate_prints_an_instance_that_can_be_decided() -> None:
    made = run("generate", "crew", "--players", "3", "--objectives", "6", "--seed", "4", "--tokens", "1,2,omega")
    assert made.returncode == 0
    data = json.loads(made.stdout)
    assert [o.get("token") for o in data["objectives"]] == ["1", "2", "omega", None, None, None]
    assert made.stdout.strip() == RandomDeal(players=3, objectives=6, tokens=("1", "2", "omega")).with_seed(4).to_json()
    assert run("decide", "-", stdin=made.stdout).returncode in {10, 20}
    other = run("generate", "crew", "--suits", "2", "--values", "5", "--trumps", "0", "--leader", "free", "--strict")
    assert json.loads(other.stdout)["same_trick"] == "violates"
    assert "leader" not in json.loads(other.stdout)
    assert run("generate", "crew", "--tokens", ">>").returncode == 1
    free = run("generate", "crew", "--assignment", "draft", "--seed", "3")
    data = json.loads(free.stdout)
    assert (data["assignment"], data["objectives"][0]["owner"]) == ("draft", None)
    text = run("generate", "crew", "--assignment", "draft", "--seed", "3", "--text").stdout.strip()
    assert text == text_of(load_text(free.stdout).as_typed())
    assert "; rules planet-nine; " in text
    assert run("decide", "--deal", text).returncode in {10, 20}


def test_schema_and_methods() -> None:
    schema = json.loads(run("schema", "crew").stdout)
    assert schema["required"] == ["game", "hands"]
    table = json.loads(run("methods", "--json").stdout)
    assert all(entry["installed"] and entry["proves"] for entry in table["methods"])
    kissat = next(entry for entry in table["solvers"] if entry["name"] == "kissat")
    assert kissat["version"].startswith("4.")
    methods = run("methods").stdout
    assert f"kissat {kissat['version']}" in methods
    assert all(word in methods for word in ("cnf-tricks", "exhaustive", "bounds", "glucose4", "cadical195"))


def test_the_word_of_another_program_is_not_called_a_search(tmp_path: Path) -> None:
    (tmp_path / "deal.txt").write_text("a1 b2 / a2 b1; leader 1; 1 wins b1")
    told = run("decode", tmp_path / "deal.txt", "-", stdin="s UNSATISFIABLE\n")
    assert told.returncode == 20
    assert told.stdout.splitlines()[-1] == "Found by cnf-tricks; on the word of another program, which was not checked."
