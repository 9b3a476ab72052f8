"""``crewsat verify``: what is confirmed, refuted, or has nothing to check."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from crewsat.games.crew.text import parse_text
from tests.support.command import WON, run

if TYPE_CHECKING:
    from pathlib import Path


def corrupted(**changes: Any) -> dict[str, Any]:  # noqa: ANN401 - any JSON
    trick = {"leader": 1, "cards": ["b2", "b1"], "winner": 1, "completes": ["b1"]}
    return {"answer": "yes", "game": "crew", "play": [trick], "assignment": {"b1": 1}, **changes}


@pytest.mark.slow
@pytest.mark.parametrize(
    ("answer", "status", "words"),
    [
        (corrupted(), 0, "confirmed"),
        (corrupted(more="fields"), 0, "confirmed"),
        (corrupted(play=[{"leader": 1, "cards": ["b2", "b1"]}]), 0, "confirmed"),
        (corrupted(play=[]), 1, "refuted: the play ends after 0 tricks"),
        (corrupted(play=[{"leader": 2, "cards": ["b1", "b2"]}, {}]), 1, "refuted: trick 2: invalid trick"),
        (corrupted(play=[{"leader": 1, "cards": ["b2", "a2"]}]), 1, "refuted: trick 1: player 2 must follow suit b"),
        (corrupted(assignment={"b1": 2}), 1, "refuted: the assignment does not name"),
        (corrupted(play="b2 b1"), 1, "play: must be a list of tricks"),
        (corrupted(game="hanabi"), 1, 'game: must be "crew"'),
        (corrupted(format=99), 1, "format: must be 1"),
        (corrupted(format=True), 1, "format: must be 1"),
        (corrupted(assignment={"b1": True}), 1, "refuted: the assignment"),
        (corrupted(assignment=["b1"]), 1, "refuted: the assignment"),
        (corrupted(answer="maybe"), 1, 'must be "yes", "no" or "unknown"'),
        (corrupted(answer=["yes"]), 1, 'must be "yes", "no" or "unknown"'),
        ([], 1, 'must be "yes", "no" or "unknown"'),
        ({"answer": "no", "checked": "none"}, 3, "nothing to check"),
        ({"answer": "unknown", "reason": "time"}, 3, "nothing to check"),
    ],
)
def test_verify(answer: object, status: int, words: str, tmp_path: Path) -> None:
    (tmp_path / "won.json").write_text(WON)
    (tmp_path / "answer.json").write_text(json.dumps(answer))
    told = run("verify", tmp_path / "won.json", tmp_path / "answer.json")
    assert told.returncode == status, told.stderr
    assert words in told.stdout + told.stderr
    assert "Traceback" not in told.stderr


@pytest.mark.slow
@pytest.mark.parametrize(
    ("changes", "words"),
    [
        (
            {},
            "confirmed: a winning play of 1 trick and 4 different winning lines, replayed by the rules; not checked: ",
        ),
        ({"lines": []}, "refuted: there is a line, the play, but none is listed"),
        (
            {"fewest_tricks": {"at_least": 0, "at_most": 1, "proved": True}},
            "is proved if at_least and at_most are equal",
        ),
        ({"fewest_tricks": {"at_least": -1, "at_most": 1}}, "fewest_tricks must have whole numbers"),
        ({"lines": None}, "lines: must be a list of plays"),
        ({"lines": "same"}, "refuted: two of the lines are the same"),
        ({"lines": "zz9"}, "refuted: trick 1: player 2 does not hold zz9"),
        ({"fewest_tricks": {"at_least": 1, "at_most": 2, "proved": False}}, "refuted: the play wins with trick 1, not"),
        ({"fewest_tricks": {"at_least": 2, "at_most": 1}}, "the first not larger"),
        ({"fewest_tricks": 1}, "fewest_tricks must have whole numbers"),
    ],
)
def test_verify_lines_and_the_claim_to_be_earliest(changes: dict[str, Any], words: str, tmp_path: Path) -> None:
    deal = "a1,4 / a3,2; leader 1; 2 wins a1"
    (tmp_path / "deal.json").write_text(parse_text(deal).to_json())
    answer = json.loads(run("decide", "--deal", deal, "--fewest-tricks", "--count", "9", "--json").stdout)
    if changes.get("lines") == "same":
        answer["lines"] *= 2
    elif changes.get("lines") == "zz9":
        answer["lines"][0][0]["cards"][1] = "zz9"
    else:
        answer |= changes
    (tmp_path / "answer.json").write_text(json.dumps(answer))
    told = run("verify", tmp_path / "deal.json", tmp_path / "answer.json")
    assert told.returncode == (1 if changes else 0)
    assert words in told.stdout + told.stderr


def test_verify_refuses_bad_files(tmp_path: Path) -> None:
    (tmp_path / "won.json").write_text(WON)
    (tmp_path / "bad.json").write_text('{"answer": "yes", "answer": "no"}')
    assert run("verify", tmp_path / "won.json", tmp_path / "bad.json").returncode == 1
    assert run("verify", tmp_path / "bad.json", tmp_path / "won.json").returncode == 1
    assert run("verify", tmp_path / "won.json", tmp_path / "none.json").returncode == 1
