"""``crewsat review``: a game as people type it, its strip, exit statuses, and many games at once."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

import crewsat
from tests.support.command import run
from tests.support.played_games import real_game

if TYPE_CHECKING:
    from pathlib import Path

GAME = """\
p9 b2 g1
p2 b5 g2
p4 b1 g3
leader 1
1 wins p4
2 wins b2
dealt
played
  p9 p2 p4
  g1 g2 g3
"""


def test_a_game_typed_one_trick_a_line(tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    path.write_text(GAME)
    told = run("review", path)
    assert (told.returncode, told.stderr) == (0, "")
    assert told.stdout.startswith("The game is not over after 6 cards, and can still be won.\n")
    assert "\n trick 1   2\n       +.. +..\n" in told.stdout
    review = json.loads(run("review", path, "--json").stdout)
    assert list(review) == ["format", "game", "tricks", "won", "steps", "strip", "narrow", "play", "statistics"]
    assert (review["tricks"], review["won"], review["strip"], review["narrow"]) == (2, None, "+..+..", [])


def test_a_lost_game_names_the_card_and_what_would_have_kept_it() -> None:
    typed = "a1,3 / a2 b1; leader 1; 1 wins a2; dealt; played a1 a2"
    told = run("review", "--deal", typed)
    assert told.returncode == 0
    lines = told.stdout.splitlines()
    assert lines[0] == "The game was lost after 1 trick: objective a2 of player 1 is won by player 2."
    assert "It was lost with card 1: in trick 1 player 1 played a1." in lines
    assert "a3 would have kept it winnable. From there, for example:" in lines
    review = json.loads(run("review", "--deal", typed, "--json").stdout)
    assert (review["won"], review["strip"], review["narrow"]) == (False, "x-", [{"step": 1, "winning": 1, "legal": 2}])
    play = [{"leader": 1, "cards": ["a3", "a2"], "winner": 1, "completes": ["a2"]}]
    lost = {"step": 1, "trick": 1, "player": 1, "card": "a1", "instead": ["a3"], "play": play}
    assert lost.items() <= review["lost_with"].items()


def test_bad_games_are_bad_input(tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    path.write_text(GAME.replace("  p9 p2 p4", "  p9 p4 p2"))
    told = run("review", path)
    assert told.returncode == 1
    words = "(trick 1, card 2): it is player 2's turn, but p4 was dealt to player 3"
    assert told.stderr.splitlines()[0] == f"{path}: line 9, column 6 {words}"
    held = run("review", "--deal", GAME.replace("dealt\n", ""))
    assert held.returncode == 1
    assert "(as text: dealt)" in held.stderr


def test_time_that_is_too_short_is_incomplete(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    path.write_text(real_game(1, 4, care=0.0).to_json())
    told = run("review", path, "--time-limit", "0.001")
    assert told.returncode == 3
    assert "The review is incomplete: the time limit was reached." in told.stdout
    assert json.loads(run("review", path, "--time-limit", "0.001", "--json").stdout)["reason"] == "time"


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["a.json", "b.json", "--deal", "a1"], "--deal is one game"),
        (["a.json", "--jobs", "2"], "apply to many games"),
        (["a.json", "b.json", "--retry"], "--retry applies to reviews"),
        (["a.json", "--deal", "a1"], "--deal"),
        (["a.json", "--time-limit", "-1"], "time"),
    ],
)
def test_wrong_usage(arguments: list[str], words: str) -> None:
    told = run("review", *arguments, COLUMNS="200")
    assert (told.returncode, told.stdout) == (2, "")
    assert words in told.stderr


def test_another_game_cannot_be_reviewed() -> None:
    told = run("review", "--deal", "hanabi solitaire; hand 1; deck r1", COLUMNS="200")
    assert told.returncode == 2
    assert "review applies to crew and hanabi, not to hanabi_solitaire" in told.stderr


@pytest.mark.slow
def test_many_games_are_reviewed_line_by_line_and_resumed(tmp_path: Path) -> None:
    games = [real_game(seed, 3 + seed % 3, care=0.5) for seed in range(4)]
    path, output = tmp_path / "games.jsonl", tmp_path / "reviews.jsonl"
    path.write_text("".join(f"{game.to_json()}\n" for game in games) + '{"game": "crew"}\n')
    told = run("review", path, "--output", output, "--jobs", "2")
    assert told.returncode == 1
    assert "5 answers: 4 reviewed, 1 bad" in told.stderr
    lines = [json.loads(line) for line in output.read_text().splitlines()]
    assert [line["line"] for line in lines] == [1, 2, 3, 4, 5]
    assert lines[4]["error"][0]["message"] == "missing"
    for game, line in zip(games, lines, strict=False):
        whole = json.loads(crewsat.review(game).to_json())
        assert {key: line[key] for key in whole if key != "statistics"} == {
            key: value for key, value in whole.items() if key != "statistics"
        }
        assert line["sha256"] == game.digest()
    before = output.read_bytes()
    assert run("review", path, "--output", output).returncode == 1
    assert output.read_bytes() == before
    output.write_bytes(b"".join(before.splitlines(keepends=True)[:2]))
    run("review", path, "--output", output)
    assert [json.loads(line)["strip"] for line in output.read_text().splitlines()[:4]] == [
        line["strip"] for line in lines[:4]
    ]


@pytest.mark.slow
def test_answers_of_decisions_are_not_reviews(tmp_path: Path) -> None:
    path, output = tmp_path / "games.jsonl", tmp_path / "answers.jsonl"
    path.write_text(f"{real_game(1, 3, care=0.5).to_json()}\n")
    run("decide", path, "--output", output)
    told = run("review", path, "--output", output)
    assert told.returncode == 1
    assert "line 1: this is not a review; the file must be new" in told.stderr


@pytest.mark.slow
def test_the_loss_is_proved(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    path.write_text(real_game(1, 4, care=0.0).to_json())
    told = run("review", path, "--proof", tmp_path / "proof")
    assert told.returncode == 0
    assert "that it was lost is known from a proof that was checked" in " ".join(told.stdout.split())
    assert "Proof:" in told.stdout
    batch = tmp_path / "games.jsonl"
    batch.write_text(path.read_text() + "\n")
    lines = run("review", batch, "--proof", tmp_path / "other", "--output", tmp_path / "out.jsonl")
    assert lines.returncode == 0
    proof = json.loads((tmp_path / "out.jsonl").read_text())["proof"]
    assert (tmp_path / proof["formula"]["path"]).is_file()


@pytest.mark.parametrize(("owner", "words"), [(1, "can still be won"), (2, "cannot be won any more")])
def test_a_game_of_which_nothing_was_played(owner: int, words: str) -> None:
    told = run("review", "--deal", f"p9 b1 / p8 b2; {owner} wins p9; leader 1")
    assert told.stdout.startswith(f"The game is not over after 0 cards, and {words}.\n")


def test_cards_after_the_end_are_noted() -> None:
    told = run("review", "--deal", "p9 p8 / p7 p6; 1 wins p9; leader 1; dealt; played p9 p7 / p8 p6")
    assert told.stderr == "note: the game was over after trick 1; 2 cards played after that are not reviewed\n"


def test_a_better_line_says_who_takes_the_free_tasks() -> None:
    deal = "a9,5 / a2,8; leader 1; anybody wins at least 2 tricks; dealt; played a9 a2 / a5 a8"
    ended = run("review", "--deal", deal)
    assert "a8 would have kept it winnable" in ended.stdout
    assert "player 1 takes task1" in ended.stdout
