"""The commands of hidden hands: advise, difficulty and tournament; their output, their statuses, and bad input."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from crewsat.games.crew.deals import RandomDeal
from crewsat.games.crew.instance import Crew
from crewsat.hidden.view import view_of
from tests.support.command import run

if TYPE_CHECKING:
    from subprocess import CompletedProcess

GENERATE = "crew --players 3 --objectives 2"
TOURNAMENT = ("tournament", "random", "greedy", "--generate", GENERATE, "--deals", "6", "-j", "1")
DIFFICULTY = (
    "difficulty",
    "--generate",
    "crew --values 3 --objectives 3",
    "--deals",
    "6",
    "-j",
    "1",
    "--bots",
    "greedy",
)
VIEW = "view; players 2; me 1; hand a1 b2; sizes 2 2; leader 1; deck a1,2 b1,2; 1 wins b1"


@pytest.fixture
def view(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A file with a view."""
    monkeypatch.chdir(tmp_path)
    deal = Crew(hands=[["a1", "b2"], ["a2", "b1"]], leader=1, objectives=[{"card": "b1", "owner": 1}])
    Path("view.json").write_text(view_of(deal, 1).to_json())
    return "view.json"


def error(result: CompletedProcess[str], status: int) -> str:
    """What is printed to stderr."""
    assert result.returncode == status, result.stderr
    assert "Traceback" not in result.stderr
    return " ".join(re.sub("[│╭╮╰╯─]", " ", result.stderr).split())


def test_advice_as_json_and_for_people(view: str) -> None:
    found = json.loads(run("advise", view, "--bot", "greedy", "--json").stdout)
    assert (found["view"], found["consistent"], found["enumerated"], found["deals"]) == (1, 1, True, 1)
    assert {one["card"]: one["wins_open"]["share"] for one in found["options"]} == {"a1": 1, "b2": 1}
    assert found["advice"] == "a1"
    assert found["bot"]["name"] == "greedy"
    printed = run("advise", view, "--bot", "greedy", COLUMNS="100").stdout
    assert "1 deal fits the view; shares of all of them" in printed
    assert "Advice: a1" in printed
    assert "Neither is the chance to win." in printed
    assert "%" not in printed.replace("95 %", "")


def test_a_view_from_stdin_or_as_text(view: str) -> None:
    text = Path(view).read_text()
    assert json.loads(run("advise", "-", "--bot", "random", "--json", stdin=text).stdout)["advice"] == "a1"
    written = str(view_of(Crew(hands=[["a1", "b2"], ["a2", "b1"]], leader=1), 1))
    assert run("advise", "--view", written, "--bot", "greedy").returncode == 0


def test_a_card_that_is_lost_in_all_deals_is_marked(view: str) -> None:  # noqa: ARG001 - a folder of its own
    deal = Crew(hands=[["a3", "a1"], ["a2", "b2"]], leader=1, objectives=[{"card": "a2", "owner": 2}])
    Path("lost.json").write_text(view_of(deal, 1).to_json())
    found = json.loads(run("advise", "lost.json", "--bot", "greedy", "--json").stdout)
    assert [one.get("lost_in_all") for one in found["options"]] == [True, None]
    assert found["advice"] == "a1"
    assert "lost in every deal" in run("advise", "lost.json", "--bot", "greedy").stdout


def test_time_that_runs_out_before_any_deal(tmp_path: Path) -> None:
    deal = RandomDeal(players=4, objectives=5).with_seed(1)
    path = tmp_path / "view.json"
    path.write_text(view_of(deal, deal.leader or 1).to_json())
    result = run("advise", path, "--bot", "greedy", "--time-limit", "0.0000001")
    assert error(result, 3) == "time ran out before any deal was looked at"
    assert result.stdout == ""


def test_wrong_usage_and_bad_input_of_advise(view: str) -> None:
    Path("deal.json").write_text(RandomDeal().with_seed(1).to_json())
    Path("other.json").write_text(view_of(RandomDeal(players=3).with_seed(1), 1).to_json())
    wrong: list[tuple[tuple[str, ...], int, str]] = [
        ((), 2, "Missing argument 'VIEW': a file (- is standard input) or --view TEXT, one of the two"),
        ((view, "--view", VIEW), 2, "Missing argument 'VIEW'"),
        ((view, "--samples", "0"), 2, "'--samples'"),
        ((view, "--bot", "nonsense"), 2, "'nonsense' is not a bot; allowed: random, greedy, blueprint, search,"),
        ((view, "--bot", "nonsense:Bot"), 2, "there is no bot 'nonsense:Bot'"),
        ((view, "--time-limit", "0"), 2, "must be a positive number, not 0"),
        ((view, "--time-limit", "nan"), 2, "must be a positive number, not nan"),
        (("missing.json",), 1, "missing.json: "),
        (("deal.json",), 1, "deal.json: view: missing"),
        (("--view", "nonsense"), 1, "--view: "),
        (("other.json", "--bot", "greedy"), 1, "me: it is the turn of player"),
    ]
    for words, status, message in wrong:
        assert message in error(run("advise", *words), status), words


@pytest.mark.slow
def test_a_tournament_as_json_and_for_people(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    found = json.loads(run(*TOURNAMENT, "--json").stdout)
    assert (found["deals"], found["generate"], found["seed"]) == (6, GENERATE, 0)
    assert [one["bot"] for one in found["bots"]] == ["random", "greedy"]
    assert [(one["first"], one["second"]) for one in found["pairs"]] == [("random", "greedy")]
    printed = run(*TOURNAMENT, "--store", "games.jsonl", COLUMNS="100").stdout
    assert f"6 deals: {GENERATE}" in printed
    assert "random, greedy" in printed
    assert json.loads(run(*TOURNAMENT, "--store", "games.jsonl", "--json").stdout) == found
    assert len(Path("games.jsonl").read_text().splitlines()) == 7
    changed = error(run(*TOURNAMENT, "--store", "games.jsonl", "--seed-from", "4"), 1)
    assert changed.endswith("games.jsonl: line 1: has the results of other seeds; allowed: a new file")


def test_wrong_usage_and_bad_input_of_tournament(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("folder").mkdir()
    of = ("--generate", GENERATE, "--deals", "1", "-j", "1")
    wrong: list[tuple[tuple[str, ...], int, str]] = [
        (of, 2, "Missing argument 'BOT...'"),
        (("random", "--deals", "1"), 2, "--generate WORDS is missing"),
        (("random", "--generate", GENERATE), 2, "--deals N is missing"),
        (("random", *of[:2], "--deals", "0"), 2, "'--deals'"),
        (("random", "random", *of), 2, "bot 'random' is given more than once"),
        (("nonsense", *of), 2, "'nonsense' is not a bot"),
        (("random", *of, "--seed-from", "-1"), 2, "'--seed-from'"),
        (("random", *of, "--store", "folder"), 1, "folder: is not a regular file"),
        (("random", *of, "--store", "missing/games.jsonl"), 1, "missing/games.jsonl: cannot be written"),
        (("random", "--generate", "chess", *of[2:]), 1, "--generate: 'chess' is not a game"),
        (("random", "--generate", "crew --nonsense", *of[2:]), 1, "--generate: "),
        (("random", "--generate", "hanabi", *of[2:]), 1, "--generate: game: bots play The Crew only"),
    ]
    for words, status, message in wrong:
        assert message in error(run("tournament", *words), status), words


@pytest.mark.slow
def test_difficulty_as_json_and_for_people(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    found = json.loads(run(*DIFFICULTY, "--json").stdout)
    (row,) = found["rows"]
    assert [*row] == ["generate", "deals", "open", "greedy", "openings"]
    assert all([*row[name]] == ["share", "low", "high"] for name in ("open", "greedy", "openings"))
    assert "compared" not in found
    both = (*DIFFICULTY, "--against", "crew --values 3 --objectives 1", "--store", "both.jsonl")
    printed = run(*both, COLUMNS="120").stdout
    assert "6 pairs of deals with the same seed" in printed
    assert "crew --values 3 --objectives 1" in printed
    against = json.loads(run(*both, "--json").stdout)
    assert against["rows"][0] == row
    assert [one["column"] for one in against["compared"]] == ["open", "greedy"]


@pytest.mark.slow
def test_the_difficulty_of_the_deals_of_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    deals = [RandomDeal(values=3, objectives=3).with_seed(seed).to_json() for seed in range(6)]
    Path("deals.jsonl").write_text("\n".join(deals))
    words = ("difficulty", "deals.jsonl", "-j", "1", "--bots", "greedy", "--json")
    (row,) = json.loads(run(*words).stdout)["rows"]
    (other,) = json.loads(run(*DIFFICULTY, "--json").stdout)["rows"]
    assert {name: row[name] for name in ("deals", "open", "greedy", "openings")} == {
        name: other[name] for name in ("deals", "open", "greedy", "openings")
    }
    assert json.loads(run(*words, "--deals", "2").stdout)["rows"][0]["deals"] == 2
    assert "the file has 6 deals, not 7" in error(run(*words, "--deals", "7"), 2)


def test_what_is_left_out_is_printed_with_its_reason() -> None:
    words = ("--generate", "crew --mission 12", "--deals", "2", "-j", "1")
    assert "2 deals left out: cards must be passed" in run("tournament", "random", *words).stdout
    printed = run("difficulty", "--bots", "random", *words, COLUMNS="120").stdout
    assert "crew --mission 12: 2 deals left out: cards must be passed" in printed


def test_wrong_usage_and_bad_input_of_difficulty(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("deals.jsonl").write_text("a1 / a1\n")
    wrong: list[tuple[tuple[str, ...], int, str]] = [
        ((), 2, "Missing argument 'FILE': deals, one a line, or --generate WORDS, one of the two"),
        (("deals.jsonl", "--generate", GENERATE), 2, "Missing argument 'FILE'"),
        (("deals.jsonl", "--against", GENERATE), 2, "--against and --seed-from apply to --generate"),
        (("deals.jsonl", "--seed-from", "3"), 2, "--against and --seed-from apply to --generate"),
        (("--generate", GENERATE), 2, "--deals N is missing"),
        (("--generate", GENERATE, "--deals", "1", "--time-limit", "-1"), 2, "must be a positive number"),
        (("--generate", GENERATE, "--deals", "1", "--bots", "greedi"), 2, "did you mean greedy?"),
        (("missing.jsonl", "--bots", "random"), 1, "missing.jsonl: "),
        (("deals.jsonl", "--bots", "random", "-j", "1"), 1, "deals.jsonl, line 1: "),
    ]
    for words, status, message in wrong:
        assert message in error(run("difficulty", *words), status), words
