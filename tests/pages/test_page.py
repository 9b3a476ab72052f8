"""Replay pages without a browser: the data they carry, what they allow, and what they say without a script."""

from __future__ import annotations

import base64
import hashlib
import json
import re
import subprocess
import sys
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

import crewsat
from crewsat.base.errors import WrongOption
from crewsat.base.said import spoken
from crewsat.games import GAMES
from crewsat.games.verdict import Statistics
from crewsat.pages.lines import game_of
from crewsat.pages.script import STATIC, has_board, script
from tests.support.browser import Parsed
from tests.support.chunks import chunks
from tests.support.page_samples import HOSTILE, hostile, lost_game, sample
from tests.support.places import GOLDEN, ROOT

if TYPE_CHECKING:
    from pathlib import Path

    from crewsat.games.instance import Instance

SMALL_LOST = "pink9,5 / pink8,1 / pink7,2; leader 2; 1 wins pink8 [1]; 2 wins pink5 [2]"
STRUCTURE = ["h1", "main", "pre"]


def check(instance: Instance, result: Any) -> Parsed:  # noqa: ANN401 - a verdict, explanation, review or None
    """A page carries what the commands print, and allows nothing but its own script and styles."""
    parsed = Parsed(crewsat.to_html(instance, result))
    assert list(parsed.data) == ["instance", "result", "lines"], instance.to_json()
    assert parsed.data["instance"] == json.loads(instance.to_json())
    assert parsed.data["result"] == (None if result is None else json.loads(result.to_json()))
    assert [name for name in parsed.tags if name in STRUCTURE] == STRUCTURE, instance.to_json()
    hashes = [f"'sha256-{digest(text)}'" for text in parsed.styles]
    assert f"style-src {' '.join(hashes)};" in parsed.policy
    [code] = parsed.scripts
    assert f"script-src 'sha256-{digest(code)}';" in parsed.policy
    assert parsed.policy.startswith("default-src 'none';")
    assert not [
        name for name in parsed.attributes if name in {"src", "href", "action", "style"} or name.startswith("on")
    ]
    return parsed


def digest(text: str) -> str:
    return base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()


@pytest.mark.slow
@pytest.mark.parametrize("chunk", chunks(3))
def test_pages_carry_what_the_commands_print(chunk: int) -> None:
    for seed in range(chunk * 24, chunk * 24 + 24):
        instance, result = sample(seed)
        assert check(instance, result).data["lines"][0]["title"], instance.to_json()


@pytest.mark.thorough
@pytest.mark.parametrize("chunk", range(10))
def test_pages_of_many_instances(chunk: int) -> None:
    for seed in range(1000 + chunk * 60, 1060 + chunk * 60):
        instance, result = sample(seed)
        assert check(instance, result).data["lines"][0]["title"], instance.to_json()


def test_a_line_has_the_play_of_the_answer() -> None:
    deal = crewsat.RandomDeal(players=4, objectives=5).with_seed(7)
    verdict = crewsat.decide(deal)
    [line] = check(deal, verdict).data["lines"]
    assert line["play"] == json.loads(verdict.to_json())["play"]
    assert (line["title"], line["start"], line["assignment"]) == ({"key": "line.winning"}, 0, verdict.assignment)


def test_a_no_shows_the_best_play_and_each_repair_as_a_deal_of_its_own() -> None:
    deal = crewsat.parse_text(SMALL_LOST)
    explanation = crewsat.explain(deal)
    parsed = check(deal, explanation)
    best, *repaired = parsed.data["lines"]
    assert explanation.best_play is not None
    assert best["play"][0].pop("loses") == ["pink8"]
    assert best["play"] == [trick.as_dict() for trick in explanation.best_play]
    assert len(repaired) == len(explanation.repairs) > 1
    for line, repair in zip(repaired, explanation.repairs, strict=True):
        assert line["title"] == {"key": "line.if", "words": spoken(repair.words)}
        assert line["instance"] == repair.instance.as_dict()
        assert line["play"] == [trick.as_dict() for trick in repair.play]
    assert "Conflict (minimal): pink8, pink5" in parsed.text
    for reason in explanation.reasons:
        assert reason.words[1:] in parsed.text


def test_a_position_shows_the_tricks_before_it_and_an_unfinished_one() -> None:
    deal = crewsat.parse_text("a9 b2 / a2 b5; leader 1; 1 wins a2; 2 wins b2")
    state = crewsat.State(deal)
    for card in ("a9", "a2", "b2"):
        state.play(card)
    [line] = check(state.instance, None).data["lines"]
    assert line["start"] == 3
    finished = {"leader": 1, "cards": ["a9", "a2"], "winner": 1, "completes": ["a2"]}
    assert line["play"] == [finished, {"leader": 1, "cards": ["b2"]}]
    [line] = check(state.instance, crewsat.decide(state.instance)).data["lines"]
    assert line["play"] == [finished, {"leader": 1, "cards": ["b2", "b5"], "winner": 2, "completes": ["b2"]}]


def test_a_review_marks_the_card_that_lost_it_and_has_the_better_line() -> None:
    game, review = lost_game()
    played, better = check(game, review).data["lines"]
    assert review.lost_with is not None
    assert played["lost"] == played["start"] == review.lost_with.step
    assert played["strip"] == review.strip
    assert [card for trick in played["play"] for card in trick["cards"]] == [step.move["card"] for step in review.steps]
    assert better["start"] == review.lost_with.step - 1
    assert better["play"][-1]["completes"]
    shown = {card for hand in better["instance"]["hands"] for card in hand}
    shown |= {card for trick in better["play"] for card in trick["cards"]}
    assert shown == {str(card) for hand in game.dealt for card in hand}  # also those that were played later


def test_a_review_of_hanabi_stands_under_its_strip() -> None:
    game = crewsat.load(ROOT / "docs" / "hanabi-lost-game.txt")
    review = crewsat.review(game)
    parsed = check(game, review)
    played, better = parsed.data["lines"]
    assert (played["lost"], played["start"], better["start"]) == (50, 50, 49)
    assert better["play"][49:] == [{"action": "play", "player": 2, "card": "red5"}]
    assert played["tokens"] == parsed.data["result"]["tokens"]
    assert played["strip"] == "=" * 49 + "v" + "-" * 3
    assert "svg" in parsed.tags
    assert "It was lost in turn 50" in parsed.text
    assert len(crewsat.to_html(game, review).encode()) < 80_000


@pytest.mark.parametrize("name", HOSTILE)
def test_names_are_text(name: str) -> None:
    seed = next(seed for seed in range(100) if name in {one.id for one in hostile(seed).objectives})
    deal = hostile(seed)
    assert check(deal, crewsat.explain(deal)).tags.count("script") == 4


@pytest.mark.parametrize("guard", ["_text", "_json"])
def test_without_its_guards_a_page_would_have_markup_from_names(guard: str, monkeypatch: pytest.MonkeyPatch) -> None:
    deal = hostile(next(seed for seed in range(100) if HOSTILE[0] in {one.id for one in hostile(seed).objectives}))
    explanation = crewsat.explain(deal)
    check(deal, explanation)

    def unguarded(*given: Any) -> str:  # noqa: ANN401 - a text, or a name and data
        *name, content = given
        return f'<script type="application/json" id="{name[0]}">{json.dumps(content)}</script>' if name else content

    monkeypatch.setattr(f"crewsat.pages.page.{guard}", unguarded)
    with pytest.raises((AssertionError, ValueError)):
        assert check(deal, explanation).tags.count("script") == 4


def test_unknown_says_why() -> None:
    deal = crewsat.parse_text(SMALL_LOST)
    verdict = replace(crewsat.decide(deal), answer="unknown", reason="memory")
    assert "UNKNOWN: it would need more memory than allowed." in check(deal, verdict).text


@pytest.mark.slow
@pytest.mark.parametrize("players", [3, 4, 5])
def test_a_page_of_forty_cards_is_small(players: int) -> None:
    deal = crewsat.RandomDeal(players=players, objectives=8).with_seed(2)
    assert len(crewsat.to_html(deal, crewsat.explain(deal)).encode()) < 67_000


def test_without_a_script_there_is_the_report() -> None:
    deal = crewsat.parse_text(SMALL_LOST)
    page = crewsat.to_html(deal, crewsat.explain(deal))
    report = page.partition('<pre lang="en">')[2].partition("</pre>")[0]
    for words in ("pink9", "Conflict (minimal)", "NO. There is no way", "This play achieves all but pink8"):
        assert words in report


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_a_board_and_its_modules_fit_together(game: str) -> None:
    assert has_board(game)
    code = script(game)
    assert not re.search(r"^\s*(?:import|export)\b", code, re.MULTILINE)
    modules = [*(path for path in STATIC.iterdir() if path.name.endswith(".js")), STATIC / "boards" / f"{game}.js"]
    declared = r"^(?:export )?(?:async )?(?:function|const|let|class) (\w+)"
    names = [name for path in modules for name in re.findall(declared, path.read_text(), re.MULTILINE)]
    assert len(names) == len(set(names)), f"two modules of {game} declare the same name"
    texts = [
        line for path in modules for line in path.read_text().splitlines() if not re.match(r"\s*(?:/?\*|//)", line)
    ]
    assert [line for line in texts if line.count("`") % 2] == []  # a text of several lines would lose its indentation
    assert "WORDS" not in names  # which the words declare, and SAID, LANGUAGE and joined
    assert callable(game_of(game).line)


def test_games_without_a_board_say_so() -> None:
    with pytest.raises(WrongOption, match="there are no pages about chess"):
        game_of("chess")


def test_scripts_take_texts_as_texts() -> None:
    for path in STATIC.iterdir():
        if path.name.endswith(".js"):
            assert not re.search(r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|eval\(", path.read_text())


def golden_page(game: str) -> str:
    """A page that must not drift."""
    instance: Instance
    if game == "hanabi":
        instance = crewsat.RandomGame(players=2).with_seed(1)
    else:
        instance = {
            "crew": crewsat.parse_text(SMALL_LOST),
            "hanabi_solitaire": crewsat.RandomDeck(colours=2, copies=(2, 2, 1), values=3, hand_size=3).with_seed(1),
            "hackenbush": crewsat.RandomStrings(strings=3, edges=3).with_seed(1),
        }[game]
    result: Any = crewsat.decide(instance)
    result = replace(result, statistics=Statistics())
    if game == "crew":
        result = replace(crewsat.explain(instance), seconds=0.0, verdict=result)
    return crewsat.to_html(instance, result)


@pytest.mark.parametrize("game", GAMES)
def test_pages_do_not_drift(game: str) -> None:
    """Golden pages are digests: a change is meant to be looked at in a browser, not in a diff."""
    digests = json.loads((GOLDEN / "pages.json").read_text())
    assert hashlib.sha256(golden_page(game).encode()).hexdigest() == digests[game], (
        "run python -m tests.pages.test_page"
    )


@pytest.mark.slow
def test_pages_are_the_same_under_any_hash_seed() -> None:
    code = "import tests.pages.test_page as t, hashlib\n"
    code += "print([hashlib.sha256(t.golden_page(g).encode()).hexdigest() for g in t.GAMES])"
    printed = {
        subprocess.run(
            [sys.executable, "-c", code],
            env={"PYTHONHASHSEED": seed, "PYTHONPATH": f"{ROOT}:{ROOT / 'encodings'}", "CREWSAT_KERNEL": "off"},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(printed) == 1


def test_a_notebook_gets_a_frame_of_its_own(tmp_path: Path) -> None:
    deal = crewsat.parse_text(SMALL_LOST)
    replay = crewsat.Replay(deal, crewsat.decide(deal))
    replay.save(tmp_path / "page.html")
    assert (tmp_path / "page.html").read_text() == replay.html
    frame = replay._repr_html_()
    assert frame.startswith('<iframe sandbox="allow-scripts"')
    assert frame.count("<") == 2
    assert deal._repr_html_() == crewsat.Replay(deal)._repr_html_()


if __name__ == "__main__":
    found = {game: hashlib.sha256(golden_page(game).encode()).hexdigest() for game in GAMES}
    (GOLDEN / "pages.json").write_text(json.dumps(found, indent=1) + "\n")
