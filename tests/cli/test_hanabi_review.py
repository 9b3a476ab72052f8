"""``crewsat review`` of Hanabi: the bundled example, links that name a turn, batches, pictures."""

from __future__ import annotations

import json
import time
from typing import TYPE_CHECKING
from xml.etree import ElementTree as ET

import pytest

import crewsat
from crewsat.report.hanabi import svg as hanabi_svg
from tests.support.command import run, run_apart
from tests.support.hanabi_games import careless_game
from tests.support.places import ROOT
from tests.support.timing import check_promise

if TYPE_CHECKING:
    from pathlib import Path

EXAMPLE = ROOT / "docs" / "hanabi-lost-game.txt"
LINK = EXAMPLE.read_text().strip()
SVG = "{http://www.w3.org/2000/svg}"
LOST_AS_DEALT = "hanabi; players 2; hand 2; suits a 1,1,1,1,1; deck a5 a4 a3 a2 a1; actions clue, clue"


@pytest.mark.slow
@pytest.mark.parametrize("link", [LINK, f"{LINK}#20", LINK.rpartition("/")[2], f"{LINK.rpartition('/')[2]}#60"])
def test_the_lost_game_of_the_example(link: str) -> None:
    told = run("review", "--deal", link)
    assert (told.returncode, told.stderr) == (0, "")
    lines = told.stdout.splitlines()
    assert lines[0] == "This deck could be won with 25 points. 53 turns came to 24 points."
    assert " ".join(lines[1:4]) == (
        "It was lost in turn 50: player 2 gave the clue 2 to player 3 and left 24 points at most, "
        "because red5 is held by player 2, who has no turn left: 24 of 25 points at most."
    )
    assert lines[4] == "1 of 9 actions would have kept 25 points: play red5. From there:"
    assert lines[5].startswith("https://hanab.live/shared-replay-json/415vpsf")
    assert lines[5].endswith("aK,0#50")
    assert f"       {'=' * 49}v---" in lines
    assert ("^turn 20" in told.stdout) == link.endswith("#20")


@pytest.mark.timing
@pytest.mark.processes
def test_the_example_takes_two_seconds_with_the_start_of_the_program() -> None:
    def seconds() -> float:
        began = time.monotonic()
        assert "turn 50" in run_apart("review", EXAMPLE).stdout
        return time.monotonic() - began

    check_promise(seconds, 2)


def test_make_hanabi_reviews_the_example() -> None:
    assert f"crewsat review {EXAMPLE.relative_to(ROOT)}" in (ROOT / "Makefile").read_text()


def test_other_commands_stop_at_the_turn_that_a_link_names() -> None:
    assert "After 19 actions" in run("show", "--deal", f"{LINK}#20").stdout


def test_a_file_with_a_link_is_reviewed_to_its_end(tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    path.write_text(f"{LINK}#20\n")
    told = json.loads(run("review", path, "--json", "--narrow", "0").stdout)
    assert (told["moves"], told["about"], told["narrow"]) == (53, {"turn": 20}, [])


@pytest.mark.slow
def test_many_games_line_by_line(tmp_path: Path) -> None:
    links, other = tmp_path / "games.jsonl", tmp_path / "other.txt"
    crew = '{"game": "crew", "hands": [["a1"], ["a2"]], "leader": 1, "objectives": []}'
    links.write_text(f'{LINK}#20\n\n{careless_game(5, 3).to_json()}\n{LINK[:-9]}\n{{"game": "crew"}}\n{crew}\n')
    other.write_text(LOST_AS_DEALT)
    told = run("review", links, other, "--narrow", "1")
    lines = [json.loads(line) for line in told.stdout.splitlines()]
    assert told.returncode == 1
    assert [line["line"] for line in lines] == [1, 3, 4, 5, 6, 1]
    assert [line.get("lost_with", {}).get("move") for line in lines] == [50, 33, None, None, None, 0]
    assert lines[0]["narrow"] == [{"move": 50, "winning": 1, "legal": 9}]
    assert "replay text" in lines[2]["error"][0]["message"]
    assert "narrow does not apply to crew" in lines[4]["error"][0]["message"]
    assert run("review", other, other).returncode == 0


def test_a_deck_that_was_lost_as_dealt() -> None:
    told = run("review", "--deal", LOST_AS_DEALT, COLUMNS="200")
    lines = told.stdout.splitlines()
    assert lines[0].startswith("This deck could not be won: at most ")
    assert lines[1].startswith("It was lost as dealt, because ")
    assert told.returncode == 0


def test_a_game_that_goes_on() -> None:
    told = run(
        "review", "--deal", "hanabi; players 2; hand 2; suits a 2,2 b 2,2; deck a1,2 b1,2 a1 b1 a2 b2; actions play a1"
    )
    words = " ".join(told.stdout.split())
    assert words.startswith("This deck could be won with 4 points. 1 turn came to 1 point, and 4 can still be reached.")


def test_a_variant_of_ones_own_has_no_link_and_shows_the_play() -> None:
    text = "hanabi; players 2; hand 2; suits a 2,1 b 2,2; deck a1,2 b1,2 a1 b1 b2; actions strike a2"
    told = run("review", "--deal", text)
    assert "hanab.live" not in told.stdout
    assert "plays a1" in told.stdout


def test_time_that_is_too_short_is_incomplete(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    path.write_text(careless_game(12, 2).to_json())
    told = run("review", path, "--time-limit", "0.001")
    assert told.returncode == 3
    assert "The review is incomplete: the time limit was reached." in told.stdout
    assert json.loads(run("review", path, "--time-limit", "0.001", "--json").stdout)["reason"] == "time"


def test_bad_games_are_bad_input() -> None:
    told = run("review", "--deal", f"{LINK[:-2]}zz", COLUMNS="200")
    assert (told.returncode, told.stdout) == (1, "")
    assert told.stderr.startswith("--deal: ")


def picture(told: str) -> tuple[ET.Element, dict[str, int]]:
    """A picture, and how many rectangles of each class it has."""
    root = ET.fromstring(told)  # noqa: S314 - our own
    classes: dict[str, int] = {}
    for rectangle in root.iter(f"{SVG}rect"):
        classes[rectangle.attrib["class"]] = classes.get(rectangle.attrib["class"], 0) + 1
        assert float(rectangle.attrib["width"]) > 0
    return root, classes


def test_the_strip_as_a_picture(tmp_path: Path) -> None:
    path = tmp_path / "strip.svg"
    told = run("review", "--deal", f"{LINK}#20", "--svg", path, "--narrow", "0")
    assert told.returncode == 0
    root, classes = picture(path.read_text())
    assert (classes["kept"], classes["drop"], classes["lost"], classes["shade"]) == (49, 2, 3, 1)
    texts = [text.text for text in root.iter(f"{SVG}text")]
    assert {"25", "24", "clue", "turn 20", "last round", "50", "53"} <= set(texts)
    assert root.find(f"{SVG}title") is not None
    description = root.find(f"{SVG}desc")
    assert description is not None
    assert description.text is not None
    assert "from 25 to 24 in turn 50" in description.text
    assert "prefers-color-scheme:dark" in path.read_text()


def test_words_in_a_picture_are_escaped() -> None:
    drawing = hanabi_svg._Drawing(crewsat.review(crewsat.parse_text(LOST_AS_DEALT)))
    assert ">&lt;b&gt;&amp;</text>" in drawing._text(0, 0, "<b>&", "ink")
    assert "<title>&lt;b&gt;&amp;</title>" in drawing._rect(0, 0, 1, 1, "bar", "<b>&")


@pytest.mark.parametrize("text", ["hanabi; players 2; hand 2; suits a 1,1,1,1; deck a1 a2 a3 a4", LOST_AS_DEALT])
def test_pictures_of_short_games(text: str, tmp_path: Path) -> None:
    path = tmp_path / "strip.svg"
    assert run("review", "--deal", text, "--svg", path).returncode == 0
    picture(path.read_text())


def test_a_picture_of_what_is_not_known(tmp_path: Path) -> None:
    path, game = tmp_path / "strip.svg", tmp_path / "game.json"
    game.write_text(careless_game(12, 2).to_json())
    assert run("review", game, "--svg", path, "--time-limit", "0.001").returncode == 3
    assert picture(path.read_text())[1]["unknown"] > 10


@pytest.mark.parametrize(
    ("arguments", "status", "words"),
    [
        (["a.json", "b.json", "--svg", "a.svg"], 2, "--svg and --html apply to one game"),
        (["--deal", LINK, "--svg", "nowhere/a.svg"], 1, "nowhere/a.svg"),
        (["--deal", LINK, "--narrow", "-1"], 2, "--narrow"),
        (["--deal", "a1 / a2; leader 1; 1 wins a1", "--svg", "a.svg"], 2, "--svg does not apply to crew"),
        (["--deal", "a1 / a2; leader 1; 1 wins a1", "--narrow", "1"], 2, "narrow does not apply to crew"),
    ],
)
def test_wrong_usage(arguments: list[str], status: int, words: str) -> None:
    told = run("review", *arguments, COLUMNS="200")
    assert (told.returncode, told.stdout) == (status, "")
    assert words in told.stderr
