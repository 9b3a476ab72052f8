"""``--html``: the page is written beside what is printed, or one line says why not."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

import crewsat
from crewsat.base.errors import WrongOption
from crewsat.games import GAMES
from tests.support.browser import Parsed
from tests.support.command import LOST, WON, run
from tests.support.countdown import GAME as COUNTDOWN
from tests.support.places import ROOT

if TYPE_CHECKING:
    from pathlib import Path

PLAYED = "a9,5 / a2,8; leader 1; anybody wins at least 2 tricks; dealt; played a9 a2 / a5 a8"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("words", "status"),
    [
        (["decide", "-"], 20),
        (["decide", "-", "--explain", "--json"], 20),
        (["explain", "-"], 20),
        (["show", "-"], 0),
    ],
)
def test_pages_are_written(words: list[str], status: int, tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    with_page = run(*words, "--html", page, stdin=LOST)
    assert with_page.returncode == run(*words, stdin=LOST).returncode == status
    carried = Parsed(page.read_text()).data
    assert carried["instance"] == crewsat.Crew.model_validate_json(LOST).as_dict()
    assert (carried["result"] is None) == (words[0] == "show")


@pytest.mark.slow
@pytest.mark.parametrize("game", [["--deal", PLAYED], [str(ROOT / "docs" / "hanabi-lost-game.txt")]])
def test_reviews_are_written(game: list[str], tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    assert run("review", *game, "--html", page).returncode == 0
    played, better = Parsed(page.read_text()).data["lines"]
    assert played["lost"] == better["start"] + 1


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["decide", "a.json", "b.json", "--html", "x.html"], "--html apply to a single instance"),
        (["review", "a.json", "b.json", "--html", "x.html"], "--svg and --html apply to one game"),
    ],
)
def test_a_page_is_about_one_instance(words: list[str], message: str) -> None:
    ended = run(*words)
    assert ended.returncode == 2
    assert message in " ".join(ended.stderr.replace("│", " ").split())


@pytest.mark.parametrize("command", ["decide", "explain", "show", "review"])
def test_places_are_checked_before_the_work(command: str, tmp_path: Path) -> None:
    deal = tmp_path / "deal.json"
    deal.write_text(WON)
    for place, message in (
        (tmp_path / "nowhere" / "x.html", "nowhere"),
        (deal, "is one of the inputs"),
        (tmp_path, "not a regular file"),
    ):
        ended = run(command, deal, "--html", place)
        assert (ended.returncode, ended.stdout, len(ended.stderr.splitlines())) == (1, "", 1)
        assert message in ended.stderr
    assert deal.read_text() == WON


def test_a_game_without_pages_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GAMES, COUNTDOWN.name, COUNTDOWN)
    with pytest.raises(WrongOption, match="there are no pages about countdown"):
        crewsat.to_html(COUNTDOWN.generator().with_seed(1))
