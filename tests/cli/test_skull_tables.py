"""``crewsat skull bounds`` and ``tables``: the objects of the contract, what is refused, the tables for people."""

from __future__ import annotations

import json

import pytest

from crewsat.skull import Rules, round_tree, simulate, state_space
from crewsat.studies.skull.published import BRANCHING, LENGTH, ROUND_TREE, STATE_SPACE
from tests.support.chunks import sizes
from tests.support.command import run


def objects(*options: str) -> list[dict[str, object]]:
    ended = run("skull", "bounds", *options, "--json")
    assert ended.returncode == 0, ended.stderr
    return [json.loads(line) for line in ended.stdout.splitlines()]


def test_the_objects_of_the_contract() -> None:
    found = objects()
    assert found == [
        {
            "players": players,
            "state_space": str(state_space(players)),
            "printed_exponent": STATE_SPACE[players],
            "round_tree": str(round_tree(players)),
        }
        for players in range(3, 13)
    ]
    assert found[0]["round_tree"] == "4667282"


def test_outside_the_table_nothing_is_printed() -> None:
    assert [(one["players"], one["printed_exponent"]) for one in objects("--players", "2-4")] == [
        (2, None),
        (3, 13),
        (4, 16),
    ]
    for option in ("--roses", "--skulls", "--wins"):
        (one,) = objects("--players", "5", option, "4")
        assert one["printed_exponent"] is None
    (one,) = objects("--players", "2", "--roses", "1", "--skulls", "2", "--wins", "3")
    assert one["state_space"] == str(state_space(2, 1, 2, 3))
    assert one["round_tree"] == str(round_tree(2, 1, 2))


def test_bounds_for_people() -> None:
    heading, _, line = run("skull", "bounds", "--players", "3").stdout.strip().splitlines()
    assert " ".join(heading.split()) == "players state space, at most printed leaves of a round"
    assert line.split() == ["3", "1,369,826,131,968", "10^13", "4,667,282"]


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["--players", "1"], "players '1' are not valid; allowed: a number from 2"),
        (["--players", "12-3"], "players '12-3' are not valid"),
        (["--players", "3-"], "players '3-' are not valid"),
        (["--players", "³"], "players '³' are not valid"),
        (["--players", "3", "--roses", "-1"], "roses must be a whole number from 0, not -1"),
        (["--players", "3", "--roses", "0", "--skulls", "0"], "roses and skulls cannot both be 0"),
        (["--players", "31"], "at most 120 cards in all, and 1,000 wins"),
        (["--players", "2", "--roses", "60"], "at most 120 cards in all"),
        (["--wins", "1001"], "at most 120 cards in all, and 1,000 wins"),
        (["--wins", "0"], "wins must be a whole number from 1, not 0"),
    ],
)
def test_what_is_refused(options: list[str], words: str) -> None:
    ended = run("skull", "bounds", *options)
    assert ended.returncode == 2
    assert words in " ".join(ended.stderr.replace("│", " ").split())
    assert not ended.stdout


@pytest.mark.slow
def test_the_largest_numbers_are_printed() -> None:
    """Python refuses to print numbers of more than 4,300 digits; those that are allowed have fewer."""
    for options in (("--roses", "1", "--players", "60"), ("--roses", "59", "--players", "2")):
        (one,) = objects(*options, "--wins", "1000")
        assert len(str(one["state_space"])) < 1_000


@pytest.mark.slow
@pytest.mark.parametrize("number", sizes(15, 60))
def test_the_three_tables(number: int) -> None:
    ended = run("skull", "tables", "--games", str(number), "--seed", "3", COLUMNS="140")
    assert ended.returncode == 0, ended.stderr
    states, trees, games = (
        {
            int(line.split()[0]): line.split()[1:]
            for line in part.splitlines()
            if line.split()[:1] and line.split()[0].isdigit()
        }
        for part in ended.stdout.split("players ")[1:]
    )
    assert states[2] == ["10^9", "65,098"]
    assert states[3] == ["10^13", "10^13", "11,445,701"]
    assert trees[3] == ["10^10", "10^6.67", "10^53.75", "4,667,282"]
    for players, exponent in STATE_SPACE.items():
        assert states[players][:2] == [f"10^{exponent}"] * 2
        assert trees[players][0] == f"10^{ROUND_TREE[players]}"
        assert trees[players][-1] == f"{round_tree(players):,}"
        played = simulate(Rules(players), number, seed=3)
        assert games[players][0] == str(LENGTH[players])
        assert games[players][1:4] == [f"{played.positions.mean:.2f}", "±", f"{played.positions.error:.2f}"]
        assert games[players][4:6] == [f"{BRANCHING[players]:.3f}", f"{played.branching.mean:.2f}"]
        assert games[players][-3:] == [f"{played.rounds.mean:.2f}", "±", f"{played.rounds.error:.2f}"]


def test_no_games_are_refused() -> None:
    ended = run("skull", "tables", "--games", "0")
    assert ended.returncode == 2
    assert "games must be a whole number from 1, not 0" in ended.stderr
