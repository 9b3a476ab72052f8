"""Solitaire Hanabi on the command line."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from tests.support.command import LOST, run

if TYPE_CHECKING:
    from pathlib import Path

DECK = '{"game": "hanabi_solitaire", "deck": ["r2", "b2", "b1", "r1", "r2"], "hand_size": 1}'
TOO_SMALL = DECK.replace('"hand_size": 1', '"hand_size": 0')


def test_a_play_is_shown_draw_by_draw() -> None:
    told = run("decide", "-", stdin=DECK)
    assert (told.returncode, told.stderr) == (10, "")
    assert "Hanabi for one player: 2 colours of 2 values, a deck of 5 cards, a hand of 1\n" in told.stdout
    assert "YES. All cards are played with draw 5 of 5; never more than 1 card in the hand." in told.stdout
    assert "b1     played      played b2" in told.stdout


def test_a_no_has_a_reason() -> None:
    told = run("decide", "-", stdin=TOO_SMALL)
    assert (told.returncode, told.stderr) == (20, "")
    assert "NO. There is no way to play all cards." in told.stdout
    assert "Because after draw 2 b2 would have to be held, and the hand has room for 0\ncards." in told.stdout


def test_the_answer_of_the_contract(tmp_path: Path) -> None:
    deck, answer = tmp_path / "deck.json", tmp_path / "answer.json"
    deck.write_text(DECK)
    told = json.loads(run("decide", deck, "--json").stdout)
    assert (told["game"], told["answer"], told["checked"]) == ("hanabi_solitaire", "yes", "replayed")
    drawn = [step["card"] for step in told["play"] if step["from"] == "deck"]
    assert drawn == ["r2", "b2", "b1", "r1", "r2"][: len(drawn)]
    assert {step["action"] for step in told["play"]} <= {"play", "store", "discard"}
    answer.write_text(json.dumps(told))
    checked = run("verify", deck, answer)
    steps = len(told["play"])
    assert (checked.returncode, checked.stdout) == (
        0,
        f"confirmed: a winning play of {steps} steps, replayed by the rules\n",
    )
    told["play"][0]["action"] = "play"
    answer.write_text(json.dumps(told))
    refuted = run("verify", deck, answer)
    assert (refuted.returncode, refuted.stdout) == (1, "refuted: step 1: r2 cannot be played, r is at 0\n")


def test_text_show_and_generate() -> None:
    line = run("generate", "hanabi_solitaire", "--seed", "3", "--hand-size", "5", "--text").stdout.strip()
    assert line.startswith("hanabi solitaire; hand 5; deck ")
    shown = run("show", "--deal", line)
    assert shown.stdout.endswith(f"{line}\n")
    assert "yellow" in shown.stdout
    decided = json.loads(run("decide", "--deal", line, "--json").stdout)
    piped = run("generate", "hanabi_solitaire", "--seed", "3", "--hand-size", "5").stdout
    again = json.loads(run("decide", "-", "--json", stdin=piped).stdout)
    assert decided["play"] == again["play"]
    assert again["about"]["seed"] == 3


def test_the_least_hand() -> None:
    told = run("least-hand", "-", stdin=DECK)
    assert (told.returncode, told.stderr) == (0, "")
    assert "The least hand that wins has 1 card." in told.stdout
    assert "With a hand of 0, after draw 2 b2 would have to be held" in told.stdout
    found = json.loads(run("least-hand", "-", "--json", stdin=DECK).stdout)
    assert found["least_hand_size"] == {"at_least": 1, "at_most": 1, "proved": True}
    missing = run("least-hand", "--deal", "hanabi solitaire; hand 1; deck r2")
    assert "No hand wins.\nr1 must be played, but is not in the deck." in missing.stdout


@pytest.mark.parametrize(
    ("arguments", "stdin", "words"),
    [
        (("least-hand", "-"), LOST, "about hanabi_solitaire, not about crew"),
        (("options", "-"), DECK, "options applies to crew, hanabi and hackenbush"),
        (("decide", "-", "--count", "2"), DECK, "--count applies to crew"),
        (("decide", "-", "--fewest-tricks"), DECK, "hanabi_solitaire has no tricks"),
        (("decide", "-", "--method", "single-suit"), DECK, "unknown method 'single-suit' for hanabi_solitaire"),
        (("generate", "hanabi_solitaire", "--copies", "1,x"), "", "a number, or numbers with commas"),
        (("generate", "hanabi_solitaire", "--copies", "1,2"), "", "copies has 2 numbers; allowed: 1, or 5"),
    ],
)
def test_what_makes_no_sense_is_wrong_usage(arguments: tuple[str, ...], stdin: str, words: str) -> None:
    told = run(*arguments, stdin=stdin, COLUMNS="200")
    assert (told.returncode, told.stdout) == (2, "")
    assert words in " ".join(told.stderr.replace("│", " ").split())


def test_formulas_for_other_solvers(tmp_path: Path) -> None:
    deck = tmp_path / "deck.json"
    deck.write_text(run("generate", "hanabi_solitaire", "--seed", "2", "--hand-size", "6").stdout)
    formula = run("encode", deck).stdout
    assert "c variable 1 = had(" in formula
    assert "c rule the_hand_has_room: clauses " in formula
    solved = json.loads(run("decide", deck, "--json", "--method", "cnf-copies").stdout)
    literals = run("decide", deck, "--competition", "--method", "cnf-copies").stdout
    back = json.loads(run("decode", deck, "-", "--json", stdin=literals).stdout)
    assert (solved["answer"], back["answer"], back["checked"]) == ("yes", "yes", "replayed")
    assert back["play"] == solved["play"]


@pytest.mark.slow
def test_both_games_in_one_batch(tmp_path: Path) -> None:
    batch = tmp_path / "both.jsonl"
    batch.write_text("\n".join(json.dumps(json.loads(text)) for text in (DECK, LOST, TOO_SMALL)) + "\n")
    told = run("decide", batch, "--json")
    answers = [json.loads(line) for line in told.stdout.splitlines()]
    assert [(one["game"], one["answer"]) for one in answers] == [
        ("hanabi_solitaire", "yes"),
        ("crew", "no"),
        ("hanabi_solitaire", "no"),
    ]
    assert told.returncode == 0


@pytest.mark.slow
def test_a_batch_goes_on_after_a_game_that_the_method_is_not_for(tmp_path: Path) -> None:
    batch = tmp_path / "both.jsonl"
    batch.write_text("\n".join(json.dumps(json.loads(text)) for text in (LOST, DECK, LOST)) + "\n")
    told = run("decide", batch, "--method", "cnf-copies", "--json")
    lines = [json.loads(line) for line in told.stdout.splitlines()]
    assert [sorted({"answer", "error"} & set(line)) for line in lines] == [["error"], ["answer"], ["error"]]
    assert lines[0]["error"][0]["message"].startswith(
        "unknown method 'cnf-copies' for crew; did you mean cnf-tricks? allowed: auto, "
    )
    assert told.returncode == 1


def test_false_claims_of_the_other_game_are_refuted(tmp_path: Path) -> None:
    deck, answer = tmp_path / "deck.json", tmp_path / "answer.json"
    deck.write_text(DECK)
    told = json.loads(run("decide", deck, "--json").stdout)
    answer.write_text(json.dumps({**told, "assignment": {"r1": 1}}))
    checked = run("verify", deck, answer)
    assert (checked.returncode, checked.stdout) == (1, "refuted: there is no assignment in hanabi_solitaire\n")


@pytest.mark.slow
def test_a_long_play_and_a_large_hand_are_cut(tmp_path: Path) -> None:
    falling = tmp_path / "falling.json"
    deck = [f"a{value}" for value in range(3_000, 0, -1)]
    falling.write_text(json.dumps({"game": "hanabi_solitaire", "deck": deck, "hand_size": 3_000}))
    told = run("decide", falling, COLUMNS="250")
    assert told.returncode == 10
    assert "never more than 2999 cards in the hand" in told.stdout
    assert "… and 2,800 more; --json has all" in told.stdout
    assert "a3000 a2999 a2998 a2997 a2996 a2995 a2994 a2993 a2992 a2991 a2990 a2989 and 88 more" in told.stdout
    assert len(told.stdout.splitlines()) < 220
    wide = {"game": "hanabi_solitaire", "deck": [f"c{k}:1" for k in range(500)] * 3, "hand_size": 0}
    falling.write_text(json.dumps(wide))
    shown = run("show", falling, COLUMNS="160").stdout
    assert "… and 1,440 more cards" in shown
    assert len(shown.splitlines()) < 520


def test_a_deck_that_is_too_large_is_not_made() -> None:
    told = run("generate", "hanabi_solitaire", "--values", "100000", "--copies", "1000", COLUMNS="200")
    assert (told.returncode, told.stdout) == (2, "")
    assert "a deck of 500000000 cards is too large; allowed: at most 1,000,000" in told.stderr
