"""Tournaments: the same bytes with any number of workers, killed and resumed; pairs, faults, files of others."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from functools import cache, partial
from math import comb
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from crewsat.base.errors import InvalidInstance, WrongOption
from crewsat.base.intervals import exact
from crewsat.games.crew.deals import RandomDeal
from crewsat.games.crew.deep_sea_deals import DeepSeaDeal
from crewsat.games.crew.mission_deals import MissionDeal
from crewsat.hidden.bots import GreedyBot, RandomBot, bot_named
from crewsat.hidden.games import Generated, Listed, listed_in
from crewsat.hidden.playing import play
from crewsat.hidden.rows import Asked, Columns, rows
from crewsat.hidden.shares import mean_of, share_of
from crewsat.hidden.tournament import Tournament
from tests.support.processes import wait_until

if TYPE_CHECKING:
    from crewsat.games.cards import Card
    from crewsat.hidden.generator import Generator
    from crewsat.hidden.view import View

WORDS = "crew --players 3 --objectives 2"
CELL = Generated(WORDS, RandomDeal(players=3, objectives=2))
BOTS = ("random", "greedy")

CHEAT = """
from crewsat.hidden.bots import Bot

class Cheat(Bot):
    name = "cheat"

    def choose(self, view, rng):
        return view.cards[0]
"""


@cache
def whole(deals: int) -> bytes:
    """The file of results of a tournament that was never interrupted."""
    header = json.dumps(asked().header())
    return "".join(f"{line}\n" for line in (header, *map(json.dumps, rows(asked(), deals)))).encode()


def asked(seed: int = 0) -> Asked:
    """The tournament of these tests."""
    return Asked((CELL,), Columns(BOTS), seed)


def test_rows_are_the_games_of_each_bot() -> None:
    found = Tournament.of(BOTS, CELL, 30, seed=7)
    for row in found.rows:
        deal = CELL.generator.with_seed(row["seed"])
        won = {bot.name: int(play(deal, bot, row["seed"]).won) for bot in (RandomBot(), GreedyBot())}
        assert row["cells"] == [won]
    assert [row["seed"] for row in found.rows] == [*range(7, 37)]
    known = found.as_dict()
    share = known["bots"][1]
    won_by_greedy = sum(row["cells"][0]["greedy"] for row in found.rows)
    assert 0 < won_by_greedy < 30
    assert (share["share"], share["low"], share["high"]) == (won_by_greedy / 30, *exact(won_by_greedy, 30, 0.95))
    assert {key: share[key] for key in ("name", "version", "digest")} == bot_named("greedy").key._asdict()
    (pair,) = known["pairs"]
    assert pair["pairs"] == 30
    assert pair["second_only"] - pair["first_only"] == won_by_greedy - known["bots"][0]["won"]
    split = pair["second_only"] + pair["first_only"]
    assert pair["p_value"] == pytest.approx(min(1, 2 * tail(max(pair["first_only"], pair["second_only"]), split)))


def tail(least: int, number: int) -> float:
    """The probability of at least so many heads."""
    return sum(comb(number, k) for k in range(least, number + 1)) / float(2**number)


@pytest.mark.slow
@pytest.mark.parametrize("jobs", [1, 2, 3])
def test_any_number_of_workers_gives_the_same_bytes(jobs: int, tmp_path: Path) -> None:
    store = tmp_path / "games.jsonl"
    found = [*rows(asked(), 24, jobs=jobs, store=str(store))]
    assert store.read_bytes() == whole(24)
    assert [*rows(asked(), 24)] == found


def test_a_file_is_resumed_wherever_it_was_cut(tmp_path: Path) -> None:
    store, full = tmp_path / "games.jsonl", whole(6)
    for size in (0, 1, 40, len(full) // 2, full.rindex(b"{") + 3, len(full) - 1, len(full)):
        store.write_bytes(full[:size])
        found = [*rows(asked(), 6, store=str(store))]
        assert store.read_bytes() == full, size
        assert [row["seed"] for row in found] == [*range(6)]


def test_more_deals_go_on_and_fewer_are_the_first_ones(tmp_path: Path) -> None:
    store = tmp_path / "games.jsonl"
    assert len([*rows(asked(), 2, store=str(store))]) == 2
    assert len([*rows(asked(), 6, store=str(store))]) == 6
    assert store.read_bytes() == whole(6)
    assert [row["seed"] for row in rows(asked(), 3, store=str(store))] == [0, 1, 2]
    assert store.read_bytes() == whole(6)


@pytest.mark.slow
@pytest.mark.processes
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_killed_and_resumed_it_gives_the_same_bytes(jobs: str, tmp_path: Path) -> None:
    store = tmp_path / "games.jsonl"
    command = [sys.executable, "-m", "crewsat", "tournament", *BOTS, "--generate", WORDS, "--deals", "150"]
    command += ["--store", str(store), "--json"]

    def known(lines: int) -> bool:
        return store.exists() and store.read_bytes().count(b"\n") > lines

    for lines in (3, 40):
        with subprocess.Popen([*command, "-j", jobs], stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
            assert wait_until(partial(known, lines))
            os.kill(process.pid, signal.SIGKILL)
    assert whole(150).startswith(store.read_bytes())
    ended = subprocess.run([*command, "-j", "2"], capture_output=True, text=True, check=True)
    assert store.read_bytes() == whole(150)
    assert json.loads(ended.stdout)["deals"] == 150


def refused(store: Path, other: Asked) -> str:
    """The message about a file of another tournament, which stays as it is."""
    before = store.read_bytes()
    with pytest.raises(InvalidInstance) as error:
        [*rows(other, 3, store=str(store))]
    assert store.read_bytes() == before
    (line,) = error.value.lines()
    return line.removeprefix(f"{store}: ")


def test_files_of_something_else_are_refused_and_stay_as_they_are(tmp_path: Path) -> None:
    store = tmp_path / "games.jsonl"
    store.write_bytes(whole(3))
    words = "line 1: has the results of other {}; allowed: a new file"
    other = Generated("crew --players 4", RandomDeal())
    assert refused(store, Asked((other,), Columns(BOTS))) == words.format("deals")
    assert refused(store, Asked((CELL,), Columns(("greedy",)))) == words.format("bots, or versions of them")
    assert refused(store, Asked((CELL,), Columns(BOTS, ("open",)))) == words.format("columns")
    assert refused(store, asked(seed=1)) == words.format("seeds")
    store.write_bytes(whole(3).replace(b'"seed": 1,', b'"seed": 2,'))
    assert refused(store, asked()) == "line 3: is not the row of seed 1"
    store.write_bytes(b"nonsense\n")
    assert refused(store, asked()) == "line 1: is not a file of results"
    store.write_bytes(whole(1) + b"nonsense")
    assert "line 3: is incomplete" in refused(store, asked())


def test_another_version_of_a_bot_is_another_bot(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store = tmp_path / "games.jsonl"
    store.write_bytes(whole(3))
    monkeypatch.setattr(GreedyBot, "version", "2")
    assert "other bots, or versions of them" in refused(store, asked())


def test_a_bot_of_somebody_else_competes_and_its_faults_are_counted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [*sys.path])
    Path("cheating.py").write_text(CHEAT)
    known = Tournament.of(["greedy", "cheating:Cheat"], CELL, 10).as_dict()
    cheat = known["bots"][1]
    assert (cheat["bot"], cheat["name"], cheat["won"], cheat["faults"]) == ("cheating:Cheat", "cheat", 0, 10)
    assert cheat["first_fault"].startswith("bot 'cheat', player ")
    assert "is not a card that may be played; allowed: " in cheat["first_fault"]
    assert "faults" not in known["bots"][0]


def test_every_game_gets_new_bots() -> None:
    """What a bot remembers of other games would depend on which worker plays them."""
    before = Counting.made
    name = f"{Counting.__module__}:Counting"
    sys.modules.setdefault(Counting.__module__, sys.modules[__name__])
    Tournament.of([name], CELL, 3)
    assert Counting.made - before >= 3


class Counting(GreedyBot):
    """Counts how many of them there are."""

    made = 0

    def __init__(self) -> None:
        Counting.made += 1
        self.games = 0

    def choose(self, view: View, rng: Generator) -> Card:
        """Return a card, in one game only."""
        if not view.played and not view.begun:
            self.games += 1
            assert self.games == 1
        return super().choose(view, rng)


def test_a_bot_is_given_once() -> None:
    with pytest.raises(WrongOption, match="bot 'greedy' is given more than once"):
        Columns(("greedy", "random", "greedy"))


def test_deals_that_bots_cannot_play_are_left_out_with_their_reason() -> None:
    kinds: dict[str, Any] = {
        "cards are covered": MissionDeal(mission=1, players=2),
        "cards must be passed": MissionDeal(mission=12),
        "a task asks for a number of tricks that is announced beforehand": DeepSeaDeal(tasks=(94,)),
    }
    for reason, generator in kinds.items():
        known = Tournament.of(("random",), Generated("some", generator), 2).as_dict()
        assert (known["deals"], known["left_out"]) == (0, {reason: 2})
        assert (known["bots"][0]["share"], known["bots"][0]["low"], known["bots"][0]["high"]) == (None, 0, 1)


def test_choices_are_left_as_they_are() -> None:
    for generator in (RandomDeal(players=3, objectives=1, distress=True), MissionDeal(mission=23)):
        assert Tournament.of(("random",), Generated("some", generator), 3).as_dict()["deals"] == 3


def test_a_file_of_deals(tmp_path: Path) -> None:
    path = tmp_path / "deals.jsonl"
    deals = [CELL.generator.with_seed(seed) for seed in range(4)]
    path.write_text("\n\n".join(deal.to_json() for deal in deals) + "\n")
    cell = listed_in(str(path))
    found = Tournament.of(BOTS, cell, 4)
    assert [row["cells"] for row in found.rows] == [row["cells"] for row in Tournament.of(BOTS, CELL, 4).rows]
    assert found.as_dict()["file"] == str(path)
    path.write_text(path.read_text().replace("\n\n", "\n"))
    assert listed_in(str(path)).key() == cell.key()
    assert Listed("a", cell.lines[:2]).key() != cell.key()


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "deals.jsonl: is empty; allowed: one deal a line"),
        ("a1 b2 / a2 b1; leader 1; 1 wins b1; played b2 b1; dealt", "bots play whole games"),
        ('{"game": "hanabi_solitaire", "deck": ["r1"], "hand_size": 1}', "game: bots play The Crew only"),
        ("a1 / a1", "deals.jsonl, line 1: "),
    ],
)
def test_bad_files(text: str, message: str, tmp_path: Path) -> None:
    path = tmp_path / "deals.jsonl"
    path.write_text(text)
    with pytest.raises(InvalidInstance) as refused:
        Tournament.of(("random",), listed_in(str(path)), 1)
    (line,) = refused.value.lines()
    assert message in line


def test_shares_and_means() -> None:
    assert share_of(0, 0) == (None, 0, 1)
    assert share_of(3, 10, 2) == (0.3, exact(3, 10, 0.95).low, exact(5, 10, 0.95).high)
    assert mean_of([]) == mean_of([None, None]) == (None, 0, 1)
    low, high = mean_of([1.0, 0.5, 0.0] * 100)[1:]
    assert 0.4 < low < 0.5 < high < 0.6
    wide = mean_of([1.0, 0.5, None] * 100)
    assert wide.share == 0.75
    assert wide.low == mean_of([1.0, 0.5, 0.0] * 100).low
    assert wide.high == pytest.approx(mean_of([1.0, 0.5, 1.0] * 100).high)
    assert mean_of([1.0] * 50).high == 1
    assert mean_of([0.0] * 50).low == 0
