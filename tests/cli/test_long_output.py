"""What no person reads is cut, and its cost is linear: hands, goals, plays, lists; the line of text is whole."""

from __future__ import annotations

import json
import re
import time
from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING, Any

import pytest

import crewsat
from crewsat.base.layout import rendered
from crewsat.base.runs import MOST
from crewsat.games.crew.tricks import Trick
from crewsat.pages.words import MOST_DRAWN, TOO_LARGE
from crewsat.questions.crew.option import Option
from crewsat.questions.explain import Explanation
from crewsat.questions.explanation import Reason
from crewsat.questions.move_options import MoveOptions
from crewsat.report import verdict as report
from crewsat.report.crew.words import options_report
from crewsat.report.explanation import explained
from crewsat.web.questions import answered
from tests.support.browser import Parsed
from tests.support.chunks import sizes
from tests.support.command import run, run_apart
from tests.support.timing import check_promise

if TYPE_CHECKING:
    from pathlib import Path


COMMANDS = "decide", "explain", "options", "review", "show", "best-score", "least-hand", "coalitions"
"""Those that print what is found about an instance."""


@cache
def alone(cards: int, *, ordered: bool = False) -> crewsat.Crew:
    """One player who must win all cards, of a suit."""
    names = [f"a{k}" for k in range(1, cards + 1)]
    wanted = [{"card": card, "owner": 1, **({"token": card[1:]} if ordered else {})} for card in names]
    return crewsat.Crew(hands=[names], leader=1, objectives=wanted)


def large(name: str, size: int) -> dict[str, Any]:
    """An instance that has much of one thing."""
    crew, strings, deck = {"game": "crew", "leader": 1}, {"game": "hackenbush"}, {"game": "hanabi_solitaire"}
    half = range(1, size // 2 + 1)
    two = [[f"a{2 * k - 1}" for k in half], [f"a{2 * k}" for k in half]]
    tricks = [(low, high) if low == "a1" else (high, low) for low, high in zip(*two, strict=True)]
    suits = [{"name": f"s{chr(97 + k // 26)}{chr(97 + k % 26)}", "copies": [2] * 10} for k in range(size // 20)]
    singles = [[f"a{k}"] for k in range(1, size + 1)]
    made: dict[str, dict[str, Any]] = {
        "cards and objectives": alone(size).as_dict(),
        "players": {**crew, "hands": singles},
        "owners": {**crew, "hands": singles, "objectives": [{"card": f"a{k}", "owner": k} for k in range(1, size + 1)]},
        "suits": {**crew, "hands": [[f"s{k}x{n}" for k in half] for n in (1, 2)]},
        "hands of three suits": {**crew, "hands": [[f"{s}{k}" for s in "abc" for k in half]]},
        "tasks": {**crew, "hands": two, "tasks": [{"owner": 2, "kind": "tricks", "at_least": 1}] * size},
        "tricks": {**crew, "hands": two, "hands_are": "dealt", "played": tricks},
        "strings": {**strings, "strings": [[1], [2]] * (size // 2), "coalition": [1]},
        "edges": {**strings, "strings": [[1, 2] * (size // 2)], "coalition": [1]},
        "a coalition": {**strings, "strings": [[k] for k in range(1, size)], "coalition": list(half)},
        "colours": {**deck, "deck": [f"c{k}x1" for k in range(size)], "hand_size": 1},
        "a deck": {**deck, "deck": [f"a{k}" for k in range(size, 0, -1)], "hand_size": size},
        "a pile": {
            "game": "hanabi",
            "players": 2,
            "variant": {"suits": suits},
            "deck": [f"{suit['name']}{value}" for suit in suits for value in range(1, 11) for _ in range(2)],
        },
    }
    return made[name]


LINES = {
    "cards and objectives": 62,
    "players": 210,
    "owners": 420,
    "suits": 110,
    "hands of three suits": 130,
    "tasks": 250,
    "tricks": 220,
    "strings": 60,
    "edges": 45,
    "a coalition": 60,
    "colours": 220,
    "a deck": 420,
    "a pile": 40,
}
"""How many lines `show` prints at the most, however large the instance is."""


@pytest.mark.slow
@pytest.mark.parametrize("size", sizes(1_200, 4_800))
@pytest.mark.parametrize("name", LINES)
def test_show_prints_no_more_than_is_read_and_the_line_as_a_whole(name: str, size: int, tmp_path: Path) -> None:
    path = tmp_path / "large.json"
    path.write_text(json.dumps(large(name, size)))
    *lines, text = run("show", path, COLUMNS="80").stdout.splitlines()
    assert len(lines) <= LINES[name], size
    assert sum(map(len, lines)) < 40_000, size
    assert "…" in "\n".join(lines), size
    assert crewsat.parse_text(text).digest() == crewsat.load(path).digest()


def test_a_hand_of_up_to_200_cards_is_shown_whole() -> None:
    hand = [*(f"a{k}" for k in range(1, 151)), *(f"b{k}" for k in range(1, 51))]
    assert "…" not in run("show", "--deal", " ".join(hand)).stdout
    assert "… and 51 more" in " ".join(run("show", "--deal", " ".join([*hand, "a151"])).stdout.split())


@pytest.mark.slow
def test_of_100_000_cards_it_is_said_how_many_are_left_out(tmp_path: Path) -> None:
    path = tmp_path / "large.json"
    hands = [[f"{suit}{value}" for value in range(1, 25_001)] for suit in ("blue", "green", "pink", "yellow")]
    wanted = [{"card": card, "owner": 1} for card in hands[0]]
    path.write_text(json.dumps({"game": "crew", "hands": hands, "leader": 1, "objectives": wanted}))
    told = run("show", path, COLUMNS="80").stdout
    *lines, _ = told.splitlines()
    words = " ".join("\n".join(lines).split())
    assert len(lines) < 600
    assert "… and 24,800 more; --full prints all" in words  # objectives
    assert words.count("24,800") == 5  # and of each hand


@pytest.mark.slow
def test_all_is_printed_if_somebody_wants_it(tmp_path: Path) -> None:
    path = tmp_path / "large.json"
    path.write_text(alone(1_000).to_json())
    for command in ("show", "decide"):
        cut, whole = (run(command, path, *more, COLUMNS="80").stdout for more in ((), ("--full",)))
        assert "more; --" in " ".join(cut.split())
        assert "…" not in whole
        for k in range(1, 1_001):
            assert whole.count(f"a{k},") + whole.count(f"a{k}\n") >= 1, k
    rows = run("decide", path, "--full", COLUMNS="80").stdout.splitlines()
    assert sum(row.split()[:1] == [str(k)] for k, row in enumerate(rows, -1)) <= 1_000
    assert len([row for row in rows if row.strip()[:1].isdigit() and ">" in row]) == 1_000
    assert len(run("decide", path, COLUMNS="80").stdout.splitlines()) < 250


@pytest.mark.parametrize("command", COMMANDS)
def test_the_option_is_the_same_everywhere(command: str) -> None:
    told = " ".join(re.sub("[│╭╮╰╯─]", " ", run(command, "--help").stdout).split())
    assert " --full " in told
    assert f" Print lists and tables as a whole; by default the first {MOST} entries of each" in told


def test_the_option_is_about_one_instance(tmp_path: Path) -> None:
    path = tmp_path / "list.deals"
    path.write_text("a1 / b1\n")
    assert "--full applies to a single instance" in run("decide", path, "--full").stderr
    said = " ".join(run("review", path, "--full").stderr.split())
    assert "--full, --hidden, --svg and --html apply to one game" in said


def test_answers_and_explanations_are_cut() -> None:
    deal, ids = alone(1_000), [f"a{k}" for k in range(1, 1_001)]
    no = crewsat.Verdict("no", "exhaustive", "search", "crew")
    explanation = Explanation(
        no,
        conflict=tuple(ids),
        minimal=True,
        reasons=tuple(Reason(f"number {k} is one reason", "algorithm") for k in range(500)),
        most=(300, 300),
        kept=tuple(ids[:300]),
        best_play=crewsat.decide(deal).play,
        culprits=tuple(ids[:400]),
    )
    told = " ".join(rendered(explained(deal, explanation), 80, rest="--json has all").split())
    assert "a200, … and 800 more; --json has all" in told  # conflict, and objectives
    assert "- … and 300 more" not in told
    assert "… and 300 more; --json has all" in told  # reasons
    assert "a200, … and 199 more; --json has all and a400, everything else can." in told
    assert "all but a301, a302" in told
    assert "… and 500 more; --json has all:" in told  # goals that the best play misses
    assert len(told.split()) < 4_000
    whole = " ".join(rendered(explained(deal, explanation), 80).split())
    assert "…" not in whole
    assert "Number 499 is one reason." in whole


@pytest.mark.slow
def test_options_and_lines_are_cut() -> None:
    deal = alone(1_000)
    options = [Option(1, card, "yes", "replayed") for card in deal.hands[0]]
    told = " ".join(rendered(options_report(deal, MoveOptions(options, "crew")), 80, rest="--json has all").split())
    assert told.endswith("a200 … and 800 more; --json has all")
    verdict = crewsat.decide(deal)
    assert verdict.play is not None
    many = replace(verdict, lines=(verdict.play,) * 300, all_lines=True)
    told = " ".join(rendered(report.report(deal, many), 80, rest="--json has all").split())
    assert "/ 1: a200 / … and 800 more; --json has all 2 1: a1 /" in told or told.count("… and 800 more") > MOST
    assert "… and 100 more; --json has all Found by" in told


@pytest.mark.slow
def test_a_page_of_a_large_deal_has_its_data_and_no_board() -> None:
    for deal, drawn in ((alone(1_000), True), (alone(8_000), False)):
        assert (len(deal.to_json()) <= MOST_DRAWN) == drawn
        verdict = crewsat.decide(deal)
        parsed = Parsed(crewsat.to_html(deal, verdict))
        assert parsed.data["instance"] == json.loads(deal.to_json())
        assert parsed.data["result"] == json.loads(verdict.to_json())
        assert len(parsed.data["lines"]) == drawn
        assert (TOO_LARGE in parsed.text) != drawn
        assert "YES. The crew wins" in parsed.text
        assert "the data of this page have all" in " ".join(parsed.text.split())


@pytest.mark.slow
def test_the_local_page_cuts_what_it_says_and_draws(tmp_path: Path) -> None:
    for cards, drawn in ((100, True), (20_000, False)):
        values = ",".join(map(str, range(1, cards + 1)))
        body = json.dumps({"deal": f"a{values} / b{values}; leader 1"}).encode()
        for name in ("read", "decide"):
            reply = json.loads(answered(name, body, 10, str(tmp_path), deadline=None, note=lambda _: None))
            assert len(reply["lines"]) == drawn
            texts = [one if isinstance(one, str) else one["text"] for one in reply["said"]]
            assert (TOO_LARGE in texts) != drawn
            assert sum(map(len, texts)) < 1_000


@pytest.mark.timing
def test_four_times_the_cards_take_four_times_the_time() -> None:
    """It was sixteen times, half a minute for 8,000 cards."""

    def seconds(cards: int, rest: str | None) -> float:
        deal = alone(cards)
        play = tuple(Trick(1, (card,), 1, (str(card),)) for card in deal.hands[0])
        verdict = crewsat.Verdict("yes", "short", "replayed", "crew", play=play)
        began = time.process_time()
        rendered(report.report(deal, verdict, picture=True), 80, rest=rest)
        return time.process_time() - began

    seconds(100, None)  # what is imported
    check_promise(lambda: 4 * seconds(8_000, None) / sum(seconds(2_000, None) for _ in range(4)), 6, "times")
    check_promise(lambda: seconds(16_000, "") / seconds(4_000, None), 1, "times")


@pytest.mark.timing
def test_an_answer_is_printed_within_the_limit(tmp_path: Path) -> None:
    """`decide -t 3` of 8,000 cards took 10 s, in order 17 s."""
    path = tmp_path / "large.json"
    path.write_text(alone(8_000, ordered=True).to_json())

    def took() -> float:
        began = time.monotonic()
        assert run_apart("decide", "-t", "2", path).returncode in {0, 10}
        return time.monotonic() - began

    check_promise(took, 2 + 1.5)
