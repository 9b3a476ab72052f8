"""Hanabi on the command line: what the contract shows, conversions, best scores, options, proofs, limits, Ctrl-C."""

from __future__ import annotations

import json
import re
import signal
from typing import TYPE_CHECKING, Any

import pytest

import crewsat
from crewsat.games.hanabi.decks import RandomGame
from crewsat.games.hanabi.rules import Table
from tests.support.command import LOST as OTHER
from tests.support.command import run, started
from tests.support.hanabi_games import GAME, careless_game
from tests.support.processes import PATIENCE

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from crewsat.games.hanabi.instance import Hanabi

LINK = f"https://hanab.live/shared-replay-json/{GAME}"
SMALL = "hanabi; players 2; suits a 2,1 b 1,1; hand 2; deck a1 b1 a2 b2 a1; target 3"
SHORT = "hanabi; players 2; suits a 2,1 b 1,1; hand 2; tokens 0; strikes 1; deck b2 a1 a2 b1 a1; target 3"
"""No clue, no discard, no strike: nobody can do anything but to play a card that fits."""


def as_json(*arguments: str | Path, status: int = 0, stdin: str = "") -> dict[str, Any]:
    told = run(*arguments, "--json", stdin=stdin)
    assert (told.returncode, told.stderr) == (status, ""), told.stderr
    out: dict[str, Any] = json.loads(told.stdout)
    return out


def deck_of(seed: int) -> list[str]:
    deck: list[str] = RandomGame(players=3).with_seed(seed).as_dict()["deck"]
    return deck


def test_an_instance_of_the_contract_in_all_its_spellings() -> None:
    """Names in full, unique beginnings, numbers from 1, defaults written or not: one canonical form."""
    deck = deck_of(1)
    plain = {"game": "hanabi", "players": 3, "deck": deck}
    numbers = {"red": 1, "yellow": 2, "green": 3, "blue": 4, "purple": 5}
    cards = [crewsat.Card.parse(card) for card in deck]
    spelled = {
        **plain,
        "format": 1,
        "hand_size": 5,
        "clue_tokens": 8,
        "strikes": 3,
        "variant": "No Variant",
        "bottom_deck_plays": False,
        "empty_clues": False,
        "first_player": 1,
        "target": 25,
        "actions": [],
    }
    same = [
        plain,
        spelled,
        {**plain, "deck": [f"{card.suit[0]}{card.value}" for card in cards]},
        {**plain, "deck": [[card.value, numbers[card.suit]] for card in cards]},
    ]
    written = [run("convert", "-", "--to", "json", stdin=json.dumps(one)).stdout for one in same]
    assert [json.loads(text) for text in written] == [plain] * 4


def test_suits_of_ones_own_of_the_contract() -> None:
    suits = [{"name": name, "copies": [3, 2, 2, 2, 1], "reversed": False} for name in ("red", "blue")]
    variant = {"suits": suits, "half_gains": False, "finished_suit_gains": True, "discard_at_full": False}
    deck = [f"{suit['name']}{v}" for suit in suits for v, n in enumerate((3, 2, 2, 2, 1), 1) for _ in range(n)]
    game = {"game": "hanabi", "players": 2, "deck": deck, "variant": variant}
    written = json.loads(run("convert", "-", "--to", "json", stdin=json.dumps(game)).stdout)
    assert written["variant"]["suits"] == [{"name": name, "copies": [3, 2, 2, 2, 1]} for name in ("red", "blue")]
    assert as_json("decide", "-", stdin=json.dumps(game), status=10)["answer"] == "yes"


def test_the_text_of_the_contract() -> None:
    """Clauses, actions written short, and what show prints of them."""
    shown = run("show", "--deal", f"{SMALL}; actions play a1, clue, discard b1").stdout.splitlines()[-1]
    assert shown.endswith("actions play a1, clue 1 a, discard b1")
    assert crewsat.parse_text(shown) == crewsat.parse_text(f"{SMALL}; actions play a1, clue 1 a, discard b1")
    real = f"hanabi; players 3; deck {' '.join(deck_of(1))}; hand 4; tokens 7; strikes 2; target 20; variant No Variant"
    shown = run("show", "--deal", real).stdout.splitlines()[-1]
    assert shown.startswith("hanabi; players 3; hand 4; tokens 7; strikes 2; target 20; deck ")
    short = re.sub(r"\b([rygbp])[a-z]+(?=[1-5])", r"\1", shown)
    assert crewsat.parse_text(short) == crewsat.parse_text(real) == crewsat.parse_text(shown)


def test_an_answer_of_the_contract(tmp_path: Path) -> None:
    path, answer = tmp_path / "game", tmp_path / "answer"
    path.write_text(f"{LINK}#50\n")
    told = as_json("decide", path, status=10)
    assert (told["game"], told["answer"], told["checked"]) == ("hanabi", "yes", "replayed")
    assert told["play"][0] == {"action": "play", "player": 2, "card": "red5"}
    keys = {"play": {"action", "player", "card"}, "discard": {"action", "player", "card"}}
    keys |= {"strike": {"action", "player", "card"}}
    for action in told["play"]:
        named = {"value", "colour"} & set(action)
        assert set(action) == keys.get(action["action"], {"action", "player", "to"} | named)
    answer.write_text(json.dumps(told))
    assert run("verify", path, answer).stdout.startswith("confirmed: a winning play of ")
    whole = run("convert", path, "--to", "replay", "--play", answer).stdout.strip()
    game = crewsat.parse_text(whole)
    assert as_json("review", "--deal", whole)["score"] == 25
    assert crewsat.hanab_live.replay(crewsat.load(path), game.actions[49:]) == whole  # type: ignore[attr-defined, arg-type]


@pytest.mark.slow
def test_a_review_of_the_contract() -> None:
    told = as_json("review", "--deal", LINK)
    assert (told["moves"], told["score"], told["won"]) == (53, 24, False)
    assert (told["best_score"][:2], told["best_score"][-1]) == ([25, 25], 24)
    assert (told["pace"][0], told["tokens"][0]) == (13, 8)
    lost = told["lost_with"]
    assert (lost["move"], lost["turn"], lost["player"], lost["best_score"]) == (50, 50, 2, 24)
    assert lost["instead"] == [{"action": "play", "player": 2, "card": "red5"}]
    assert lost["replay"].startswith("415vps")
    assert lost["replay"].endswith(",0#50")
    assert told["drops"] == [{"move": 50, "from": 25, "to": 24}]
    assert {"move": 50, "winning": 1, "legal": 9} in told["narrow"]


def test_options_of_the_contract() -> None:
    told = as_json("options", "--deal", f"{LINK}#50")
    assert {key: told[key] for key in ("format", "game", "turn", "player")} == (
        {"format": 1, "game": "hanabi", "turn": 50, "player": 2}
    )
    assert len(told["options"]) == 9
    assert [one["card"] for one in told["options"] if one["answer"] == "yes"] == ["red5"]
    shown = run("options", "--deal", f"{LINK}#50").stdout
    assert sum("keeps it within reach" in line for line in shown.splitlines()) == 1
    assert sum("loses it" in line for line in shown.splitlines()) == 8


@pytest.mark.slow
def test_best_scores_of_the_contract() -> None:
    told = as_json("best-score", "--deal", f"{LINK}#51")
    assert set(told) <= {"format", "game", "best_score", "checked", "because", "play"}
    assert told["best_score"] == {"at_least": 24, "at_most": 24, "proved": True}
    whole = as_json("best-score", "-", stdin=hard())
    assert whole["best_score"] == {"at_least": 24, "at_most": 24, "proved": True}
    assert [action["action"] for action in whole["play"]].count("play") == 24
    text = run("best-score", "--deal", f"{LINK}#51").stdout
    assert "The best score is 24 points." in text
    limited = as_json("best-score", "-", "--time-limit", "0.001", status=3, stdin=hard())
    assert (limited["best_score"]["proved"], limited["reason"]) == (False, "time")
    shown = run("best-score", "-", "--time-limit", "0.001", stdin=hard())
    assert shown.returncode == 3
    assert "The best score is " in shown.stdout
    assert " points: the time limit was reached." in shown.stdout


def hard() -> str:
    """A lost deck that no bound refutes."""
    return RandomGame(players=2).with_seed(172).to_json()


@pytest.mark.slow
def test_a_lost_deck_is_proved_and_explained(tmp_path: Path) -> None:
    path, answer = tmp_path / "game.json", tmp_path / "answer"
    path.write_text(hard())
    told = as_json("decide", path, "--proof", tmp_path / "proofs", status=20)
    assert told["checked"] == "proof"
    answer.write_text(json.dumps(told))
    assert run("verify", path, answer).stdout.startswith("confirmed: no winning play, by a proof")
    explained = as_json("explain", path, status=20)
    assert explained["conflict"]
    assert set(explained["conflict"]) <= {"red", "yellow", "green", "blue", "purple"}


def test_formulas_of_a_game(tmp_path: Path) -> None:
    path = tmp_path / "game"
    path.write_text(SMALL)
    formula = run("encode", path).stdout
    assert "c rule a_card_leaves_in_every_step: clauses " in formula
    literals = run("decide", path, "--competition", "--method", "cnf-steps").stdout
    assert "\nc turn 1: player 1: " in literals
    back = as_json("decode", path, "-", stdin=literals, status=10)
    assert (back["answer"], back["checked"]) == ("yes", "replayed")


@pytest.mark.parametrize(("form", "start"), [("json", '{"game":'), ("text", "hanabi; "), ("hanab-live", '{"players":')])
def test_forms_that_every_game_of_the_site_has(form: str, start: str) -> None:
    written = run("convert", "--deal", GAME, "--to", form).stdout
    assert written.startswith(start)
    again = run("convert", "-", "--to", "replay", stdin=written)
    assert (again.stdout, again.stderr) == (f"{GAME}\n", "")
    assert run("convert", "-", "--to", "link", stdin=written).stdout == f"{LINK}\n"


@pytest.mark.slow
def test_a_batch_of_all_forms(tmp_path: Path) -> None:
    """Lines of JSON, of text, replay texts, links, exports; a damaged one is an error of its own."""
    path = tmp_path / "games.jsonl"
    forms = ("json", "text", "hanab-live", "replay", "link")
    lines = [run("convert", "--deal", f"{GAME}#50", "--to", form).stdout.strip() for form in forms]
    path.write_text("\n".join([*lines, GAME[:30], SMALL]) + "\n")
    told = run("decide", path, "--json", "--jobs", "1")
    answers = [json.loads(line) for line in told.stdout.splitlines()]
    assert [answer.get("answer") for answer in answers] == ["yes"] * 5 + [None, "yes"]
    assert answers[5]["error"] == [
        {
            "place": "",
            "message": "replay text: 1 part with commas between; allowed: deck, actions and variant, and perhaps a "
            "seed",
        }
    ]
    assert told.returncode == 1


@pytest.mark.slow
def test_the_play_that_is_appended_may_end_anywhere(tmp_path: Path) -> None:
    answer = tmp_path / "answer"
    answer.write_text(json.dumps(as_json("best-score", "-", stdin=hard())))
    link = run("convert", "-", "--play", answer, "--to", "link", stdin=hard()).stdout
    assert Table.after_actions(crewsat.hanab_live.read(link)).score == 24
    for tree, words in (
        ([], "play: must be a list of actions"),
        ({"play": 3}, "play: must be a list of actions"),
        ({"play": [{"action": "play", "card": "red5"}]}, "play[0] (turn 51): player 3 does not hold red5; allowed: "),
        ({"play": ["play red5"]}, "play[0] (turn 51): the string 'play red5' is not an action"),
    ):
        answer.write_text(json.dumps(tree))
        told = run("convert", "--deal", f"{LINK}#51", "--play", answer, "--to", "text")
        assert (told.returncode, told.stdout) == (1, "")
        assert told.stderr.startswith(f"{answer}: {words}")
        assert told.stderr.count("\n") == 1
    answer.write_text("{")
    assert run("convert", "--deal", GAME, "--play", answer, "--to", "text").returncode == 1


@pytest.mark.parametrize(
    ("arguments", "stdin", "words"),
    [
        (("convert", "-", "--to", "link"), OTHER, "the form link applies to hanabi, not to crew"),
        (
            ("convert", "-", "--to", "json", "--play", "x"),
            OTHER,
            "continuing with a play applies to hanabi, not to crew",
        ),
        (("convert", "-", "--to", "bga"), SMALL, "'bga' is not valid; allowed: json, text, hanab-live, replay, link"),
        (("convert", "-"), SMALL, "Missing option '--to'"),
        (("best-score", "-"), OTHER, "the best score is a question about hanabi, not about crew"),
        (("decide", "-", "--count", "2"), SMALL, "--count applies to crew"),
        (("decide", "-", "--fewest-tricks"), SMALL, "hanabi has no tricks"),
        (("generate", "hanabi", "--players", "7"), "", "there are 2 to 6 players, not 7"),
        (("generate", "hanabi", "--variant", "Sudoku (5 Suits)"), "", "in Sudoku a suit may begin with any value"),
        (("generate", "hanabi", "--hand-size", "26"), "", "the 50 cards of the variant do not suffice for such hands"),
    ],
)
def test_what_makes_no_sense_is_wrong_usage(arguments: tuple[str, ...], stdin: str, words: str) -> None:
    told = run(*arguments, stdin=stdin, COLUMNS="200", TERM="dumb")
    assert (told.returncode, told.stdout) == (2, "")
    assert words in " ".join(told.stderr.replace("│", " ").split())


def test_what_the_site_cannot_say_is_one_line() -> None:
    for deal, form, words in (
        (SMALL, "link", "hanab.live has no games with suits of your own; allowed: the name of a variant"),
        (f"hanabi; players 3; first 2; deck {' '.join(deck_of(2))}", "replay", "the options of a game: another first"),
    ):
        told = run("convert", "--deal", deal, "--to", form)
        assert (told.returncode, told.stdout, told.stderr.count("\n")) == (1, "", 1)
        assert told.stderr.startswith(f"--deal: cannot be written as {form}: ")
        assert words in told.stderr


@pytest.mark.slow
def test_a_game_without_any_choice_is_decided_by_every_method() -> None:
    told = as_json("decide", "--deal", SHORT, "--method", "all", status=10)
    assert set(told["answers"].values()) == {"yes"}
    assert {"player", "repair", "cnf-steps", "cpsat", "exhaustive"} <= set(told["answers"])


@pytest.mark.slow
@pytest.mark.processes
def test_ctrl_c_ends_a_question(tmp_path: Path) -> None:
    games = (RandomGame(players=2, hand_size=3).with_seed(seed) for seed in range(400))
    status, errors = interrupted(tmp_path, "decide", games)
    assert status == 130
    assert "Traceback" not in errors


@pytest.mark.slow
@pytest.mark.processes
def test_ctrl_c_ends_a_review(tmp_path: Path) -> None:
    status, errors = interrupted(tmp_path, "review", (careless_game(seed, 2) for seed in range(30)))
    assert status == 130
    assert "Traceback" not in errors


def interrupted(folder: Path, command: str, games: Iterable[Hanabi]) -> tuple[int, str]:
    """Interrupt a batch after its first answer; its exit status, and what it says on standard error."""
    path = folder / "games.jsonl"
    path.write_text("".join(f"{game.to_json()}\n" for game in games))
    child = started(command, path, "--json", "--jobs", "1")
    assert child.stdout is not None
    assert json.loads(child.stdout.readline())["game"] == "hanabi"
    child.send_signal(signal.SIGINT)
    _, errors = child.communicate(timeout=PATIENCE)
    return child.returncode, errors
