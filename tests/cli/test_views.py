"""Views on the command line: written by ``convert``, and refused in one line where instances are read."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from crewsat.games.crew.deals import RandomDeal
from crewsat.hidden.view import View, view_of
from tests.support.command import run

if TYPE_CHECKING:
    from pathlib import Path

DEAL = RandomDeal(players=4, objectives=2).with_seed(3)
VIEW = view_of(DEAL.as_typed(), 2)
REFUSED = "is the view of one player, not an instance; `crewsat advise` answers what that player should play"


def test_convert_writes_a_view() -> None:
    assert run("convert", "--deal", str(DEAL), "--view-of", "2").stdout == f"{VIEW.to_json()}\n"
    assert run("convert", "-", "--view-of", "2", "--to", "text", stdin=DEAL.to_json()).stdout == f"{VIEW}\n"


def test_convert_writes_a_view_of_each_deal(tmp_path: Path) -> None:
    deals = [RandomDeal(players=3, objectives=2).with_seed(seed) for seed in range(3)]
    path = tmp_path / "deals.jsonl"
    path.write_text("".join(f"{deal.to_json()}\n" for deal in deals))
    written = run("convert", path, "--view-of", "3").stdout.splitlines()
    assert [View.parse(line) for line in written] == [view_of(deal.as_typed(), 3) for deal in deals]
    assert run("convert", path, "--view-of", "3", "--output", tmp_path / "views").returncode == 0
    assert json.loads((tmp_path / "views" / "2.json").read_text()) == json.loads(written[1])


@pytest.mark.slow
@pytest.mark.parametrize(
    ("words", "deal", "message", "status"),
    [
        ("--view-of 3", "a1 / a2; leader 1", "--deal: there is no player 3 to have a view; allowed: 1 to 2", 1),
        ("--view-of 1", "a1 / a2", "--deal: leader: missing: a view must name who leads the first trick", 1),
        ("--view-of 1", "a1 / a2; leader 1; passing", "a view does not support 'passing'", 2),
        ("--view-of 1 --to link", "a1 / a2; leader 1", "'link' is not valid for a view; allowed: json, text", 2),
        ("--view-of 1 --play x", "a1 / a2; leader 1", "--view-of applies to a position; --play writes what follows", 2),
        ("--view-of x", "a1 / a2; leader 1", "'--view-of': 'x' is not valid; allowed: a whole number", 2),
        ("--view-of 1", "hackenbush; strings 1; coalition 1 2", "--view-of applies to crew, not to hackenbush", 2),
        ("", "a1 / a2; leader 1", "Missing option '--to'. It names the form; or give --view-of PLAYER", 2),
    ],
)
def test_what_convert_cannot_write(words: str, deal: str, message: str, status: int) -> None:
    ended = run("convert", "--deal", deal, *words.split(), TERM="dumb", COLUMNS="1000")
    assert message in ended.stderr
    assert (ended.returncode, ended.stdout) == (status, "")


@pytest.mark.parametrize("command", ["decide", "explain", "options", "show", "play", "review", "convert --to json"])
def test_other_commands_name_the_one_for_views(command: str, tmp_path: Path) -> None:
    path = tmp_path / "view"
    for text in (VIEW.to_json(), str(VIEW), str(VIEW).replace("; ", "\n"), '{"view": 1}'):
        path.write_text(text)
        ended = run(*command.split(), path)
        assert (ended.returncode, ended.stdout, ended.stderr) == (1, "", f"{path}: {REFUSED}\n")


@pytest.mark.slow
def test_of_many_each_view_is_an_error_in_its_place(tmp_path: Path) -> None:
    path = tmp_path / "deals.jsonl"
    path.write_text(f"{VIEW.to_json()}\n{DEAL.to_json()}\n")
    ended = run("decide", path, "--jobs", "1")
    first, second = map(json.loads, ended.stdout.splitlines())
    assert first["error"] == [{"place": "", "message": REFUSED}]
    assert second["answer"] == "yes"
    assert ended.returncode == 1
