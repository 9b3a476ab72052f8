"""``crewsat sweep``: run, shown, merged, exported, made a page; interrupted and resumed."""

from __future__ import annotations

import csv
import json
import re
import signal
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from crewsat.sweeps.store import Store
from tests.support.chunks import few_of
from tests.support.command import run
from tests.support.kernel import kernel_in_use
from tests.support.processes import PATIENCE, descendants, gone, wait_until

if TYPE_CHECKING:
    from pathlib import Path

CELLS = ["--players", "2,3", "--objectives", "1-3", "--suits", "2", "--values", "4", "--trumps", "0"]
PLAN = """
game = "crew"
deals = 30
[cells]
players = [2, 3]
objectives = "1-3"
suits = 2
values = 4
trumps = 0
"""


def swept(store: Path, *more: str, status: int = 0) -> str:
    """What a sweep prints."""
    told = run("sweep", "run", *CELLS, "--deals", "30", "--store", store, "-j", "1", *more)
    assert told.returncode == status, told.stderr
    return told.stdout


def exported(store: Path, *more: str) -> str:
    target = store.with_suffix(".out")
    told = run("sweep", "export", store, "--to", "csv", "-o", target, *more)
    assert told.returncode == 0, told.stderr
    return target.read_text()


def timeless(text: str) -> list[dict[str, str]]:
    """The rows of an export without times and methods."""
    return [
        {name: value for name, value in row.items() if name not in {"cpu", "date", "versions"}}
        for row in csv.DictReader(text.splitlines())
    ]


@pytest.mark.processes
def test_a_sweep_is_run_shown_and_gone_on_with(tmp_path: Path) -> None:
    first = swept(tmp_path / "s")
    assert first == swept(tmp_path / "s")
    lines = first.splitlines()
    assert len(lines) == 6
    assert all(re.fullmatch(r"players=\d,.*: 0\.\d{4} \(0\.\d{4} to [01]\.\d{4}\) of 30 deals", line) for line in lines)
    told = run("sweep", "show", tmp_path / "s", lines[0].partition(":")[0], "7")
    answer, command = told.stdout.splitlines()
    for seed in ("-1", "9" * 30):
        assert run("sweep", "show", tmp_path / "s", lines[0].partition(":")[0], seed).returncode == 2
    decided = run("decide", "-", "--json", stdin=run(*command.partition(" | ")[0].split()[1:]).stdout)
    assert json.loads(answer)["answer"] == json.loads(decided.stdout)["answer"]


@pytest.mark.processes
def test_a_file_says_the_same_as_options_and_options_replace_it(tmp_path: Path) -> None:
    (tmp_path / "plan.toml").write_text(PLAN)
    told = run("sweep", "run", tmp_path / "plan.toml", "--store", tmp_path / "a", "-j", "1")
    assert told.stdout == swept(tmp_path / "b")
    assert timeless(exported(tmp_path / "a")) == timeless(exported(tmp_path / "b"))
    words = (
        "--players=3",
        "--objectives=2",
        "--half-width",
        "0.2",
        "--seed-from",
        "4",
        "--level",
        "0.9",
        "--fewest-tricks",
    )
    told = run("sweep", "run", *words, tmp_path / "plan.toml", "--store", tmp_path / "c", "-j", "1")
    assert told.returncode == 0, told.stderr
    with Store(tmp_path / "c") as store:
        about = store.about()
    assert [about[name] for name in ("deals", "half_width", "seed_from", "level")] == [None, 0.2, 4, 0.9]
    assert about["quantities"] == ["fewest_tricks"]
    assert [(own["players"], own["objectives"]) for own in about["parameters"].values()] == [("3", "2")]


@pytest.mark.processes
def test_bots_play_in_a_sweep(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kernel_in_use(monkeypatch)
    small = ("--players=3", "--objectives=2", "--suits=2", "--values=4", "--trumps=0")
    (tmp_path / "plan.toml").write_text("deals = 6\n[quantities]\nsearch = true\nblueprint = true\n")
    for name, words in (("a", ("--deals", "6", "--search", "--blueprint")), ("b", (tmp_path / "plan.toml",))):
        told = run("sweep", "run", *small, *words, "--store", tmp_path / name, "-j", "1")
        assert told.returncode == 0, told.stderr
    rows = timeless(exported(tmp_path / "a"))
    assert rows == timeless(exported(tmp_path / "b"))
    assert {row[name] for row in rows for name in ("search", "blueprint")} <= {"0", "1"}
    (bots,) = {row["bots"] for row in rows}
    assert re.fullmatch(r"blueprint \S+ \(digest [0-9a-f]+\), search \S+ \(digest [0-9a-f]+\)", bots)


@pytest.mark.processes
def test_a_deal_that_bots_cannot_play_is_shown_with_the_reason(tmp_path: Path) -> None:
    told = run("sweep", "run", "--mission=12", "--deals=1", "--search", "--store", tmp_path / "s", "-j", "1")
    assert told.returncode == 0, told.stderr
    shown = run("sweep", "show", tmp_path / "s", "mission=12", "0").stdout.splitlines()
    found = json.loads(shown[0])
    assert (found["answer"], found["search"], found["reason"]) == ("yes", None, "cards must be passed")


@pytest.mark.processes
def test_merged_sweeps_have_the_deals_of_both(tmp_path: Path) -> None:
    swept(tmp_path / "a")
    swept(tmp_path / "b", "--seed-from", "30")
    told = run("sweep", "merge", tmp_path / "a", tmp_path / "b", "--store", tmp_path / "new")
    assert (told.returncode, told.stderr) == (0, "")
    assert told.stdout.endswith("new: 6 cells, 360 deals\n")
    whole = run("sweep", "run", *CELLS, "--deals", "60", "--store", tmp_path / "c", "-j", "1")
    assert whole.returncode == 0
    assert timeless(exported(tmp_path / "new")) == timeless(exported(tmp_path / "c"))
    again = run("sweep", "merge", tmp_path / "a", tmp_path / "b", "--store", tmp_path / "new")
    assert again.returncode == 1
    assert "new: exists already" in again.stderr


@pytest.mark.processes
def test_the_log_of_another_store_is_not_taken_for_that_of_the_new_one(tmp_path: Path) -> None:
    swept(tmp_path / "a")
    (tmp_path / "new-wal").write_bytes(b"left of a store that is gone")
    ended = run("sweep", "merge", tmp_path / "a", "--store", tmp_path / "new", TERM="dumb", COLUMNS="300")
    assert (ended.returncode, ended.stderr) == (1, f"{tmp_path / 'new-wal'}: exists already\n")
    assert not (tmp_path / "new").exists()


@pytest.mark.processes
def test_sweeps_that_do_not_fit_leave_nothing(tmp_path: Path) -> None:
    swept(tmp_path / "a")
    swept(tmp_path / "b", "--level", "0.9")
    before = {path.name for path in tmp_path.iterdir()}
    told = run("sweep", "merge", tmp_path / "a", tmp_path / "b", "--store", tmp_path / "new")
    assert told.returncode == 1
    assert "level is 0.9, not 0.95 as in" in " ".join(told.stderr.split())
    assert {path.name for path in tmp_path.iterdir()} == before


@pytest.mark.processes
def test_a_page_is_made_from_a_store_or_an_export(tmp_path: Path) -> None:
    swept(tmp_path / "s")
    exported(tmp_path / "s")
    for source, folder in (("s", "a"), ("s.out", "b")):
        told = run("sweep", "page", tmp_path / source, "-o", tmp_path / folder, "--title", "Two suits")
        assert (told.returncode, told.stderr) == (0, "")
    pages = [{path.name: path.read_bytes() for path in (tmp_path / name).iterdir()} for name in "ab"]
    assert pages[0] == pages[1]
    assert b"<h1>Two suits</h1>" in pages[0]["index.html"]
    assert {"lost-1.html", "lost-2.html"} < {*pages[0]}


@pytest.mark.processes
def test_undecided_deals_remain_and_a_longer_limit_asks_them_again(tmp_path: Path) -> None:
    short = ("--time-limit", "0.000001")
    told = run("sweep", "run", *CELLS, "--deals", "30", "--store", tmp_path / "s", "-j", "1", *short)
    assert told.returncode == 3
    assert "30 undecided" in told.stdout
    assert "(0.0000 to 1.0000)" in told.stdout
    shown = run("sweep", "show", tmp_path / "s", told.stdout.partition(":")[0], "7")
    assert json.loads(shown.stdout.splitlines()[0])["reason"] == "time"
    swept(tmp_path / "s")
    assert swept(tmp_path / "s") == swept(tmp_path / "other")


@pytest.mark.processes
def test_a_quantity_that_is_not_known_is_asked_again_with_a_longer_limit(tmp_path: Path) -> None:
    sweep = ("sweep", "run", "--mission", "4", "--players", "4", "--deals", "2", "--lines", "--store", tmp_path / "s")
    told = run(*sweep, "-j", "1", "--time-limit", "0.3")
    assert told.returncode == 3
    assert "2 deals with a quantity that is not known" in told.stderr
    told = run(*sweep, "-j", "1")
    assert (told.returncode, "not known" in told.stderr) == (0, False)
    run("sweep", "export", tmp_path / "s", "--to", "csv", "-o", tmp_path / "csv")
    rows = [*csv.DictReader((tmp_path / "csv").read_text().splitlines())]
    assert [(row["answer"], row["lines"], row["reason"]) for row in rows] == [("yes", "1000", "")] * 2


@pytest.mark.parametrize(
    ("words", "status", "message"),
    [
        (["--players", "3"], 1, "deals and half_width are missing"),
        (["--deals", "5", "--half-width", "0.1"], 1, "deals and half_width exclude each other"),
        (["--deals", "5", "--player", "3"], 1, "cells.player: there is no such parameter; did you mean players?"),
        (["--deals", "5", "--objectives", "9-3"], 1, "cells.objectives: the range '9-3' is upside down"),
        (["--deals", "5", "--objectives", "40"], 1, "cells.objectives: no cell can have '40'"),
        (["--deals", "5", "--game", "bridge"], 1, "game: 'bridge' is not a game"),
        (
            ["--deals", "5", "--least-hand"],
            1,
            "quantities.least_hand: crew does not have it; allowed: hanabi_solitaire",
        ),
        (["--deals", "0"], 1, "deals: 0 is out of range"),
        (["--deals", "5", "--check", "2"], 1, "check: 2.0 is out of range; allowed: 0 to 1"),
        (["--deals", "5", "--players"], 2, "--players: values are missing; those of a flag are 'true' and 'false'"),
        (["--half-width", "0.1", "--objectives", "threshold 1-9"], 1, "half_width: a threshold has several shares"),
        (["--deals", "5", "--players", "3", "4"], 2, "'4' is not a parameter; allowed: FILE.toml and --NAME VALUES"),
        (["--deals", "5", "--players", "--objectives", "3"], 2, "--players: values are missing"),
        (["--deals", "5", "--players", "3", "--players=4"], 2, "--players: is given twice"),
        (["--deals", "5", "-x", "3"], 2, "'-x' is not a parameter"),
        (["--deals", "5", "-t", "0"], 1, "time_limit: must be a positive number of seconds, not 0.0"),
        (["--deals", "5", "-t", "nan"], 1, "time_limit: must be a positive number of seconds, not nan"),
        (["--deals", "5", "--memory-limit", "inf"], 2, "--memory-limit: must be a positive number, not inf"),
        (["missing.toml"], 1, "missing.toml"),
    ],
)
def test_a_sweep_that_cannot_be_is_refused(tmp_path: Path, words: list[str], status: int, message: str) -> None:
    told = run("sweep", "run", *words, "--store", tmp_path / "s", TERM="dumb", COLUMNS="300")
    assert told.returncode == status
    assert message in told.stderr
    assert not [*tmp_path.iterdir()]


def test_everything_that_is_wrong_is_said_at_once(tmp_path: Path) -> None:
    (tmp_path / "plan.toml").write_text(
        'deals = "many"\nwidth = 3\nlevel = 2\n[cells]\nplayer = 3\nobjectives = "9-3"\n'
    )
    told = run("sweep", "run", tmp_path / "plan.toml", "--store", tmp_path / "s", TERM="dumb", COLUMNS="300")
    for place in ("deals:", "width:", "level:", "cells.player:", "cells.objectives: the range '9-3' is upside down"):
        assert f"plan.toml: {place}" in told.stderr
    (tmp_path / "plan.toml").write_text("deals = \n")
    told = run("sweep", "run", tmp_path / "plan.toml", "--store", tmp_path / "s", TERM="dumb", COLUMNS="300")
    assert "plan.toml: invalid TOML: " in told.stderr
    assert "line 1" in told.stderr


@pytest.mark.processes
def test_another_sweep_and_a_store_that_is_not_ours_are_left_alone(tmp_path: Path) -> None:
    swept(tmp_path / "s")
    (tmp_path / "x").write_text("my diary")
    for store, words in (("s", "the store has 30, not 31"), ("x", "cannot be read: file is not a database")):
        before = (tmp_path / store).read_bytes()
        target = ("--store", str(tmp_path / store))
        told = run("sweep", "run", *CELLS, "--deals", "31", *target, TERM="dumb", COLUMNS="300")
        assert told.returncode == 1
        assert words in told.stderr
        assert (tmp_path / store).read_bytes() == before


@pytest.mark.processes
def test_an_export_follows_a_link_and_one_that_is_stopped_leaves_nothing(tmp_path: Path) -> None:
    swept(tmp_path / "s")
    (tmp_path / "s.out").symlink_to(tmp_path / "kept")
    assert exported(tmp_path / "s") == (tmp_path / "kept").read_text()
    assert (tmp_path / "s.out").is_symlink()
    stop_when_it_writes = (
        "import os, signal, sys; from crewsat.sweeps import export;"
        "export.FORMS['csv'] = lambda *_: os.kill(os.getpid(), signal.SIGTERM);"
        "from crewsat.cli import main; main()"
    )
    before = {path: path.read_bytes() for path in tmp_path.iterdir()}
    words = ("sweep", "export", str(tmp_path / "s"), "--to", "csv", "-o", str(tmp_path / "s.out"))
    ended = subprocess.run([sys.executable, "-c", stop_when_it_writes, *words], check=False, capture_output=True)
    assert ended.returncode == 143, ended.stderr
    assert {path: path.read_bytes() for path in tmp_path.iterdir()} == before


@pytest.mark.processes
@pytest.mark.parametrize(("name", "status"), few_of([("SIGTERM", 143), ("SIGINT", 130), ("SIGKILL", -9)]))
def test_a_sweep_that_is_stopped_goes_on(tmp_path: Path, name: str, status: int) -> None:
    words = ("sweep", "run", *CELLS, "--deals", "600", "--store", str(tmp_path / "s"), "-j", "2")
    with subprocess.Popen(
        [sys.executable, "-m", "crewsat", *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert wait_until(lambda: _deals(tmp_path / "s") > 100)
        below = descendants(process.pid)
        process.send_signal(getattr(signal, name))
        process.communicate(timeout=PATIENCE)
    assert process.returncode == status
    assert wait_until(lambda: all(map(gone, below)))
    kept = _deals(tmp_path / "s")
    assert 100 < kept < 3_600
    assert run(*words).returncode == 0
    assert _deals(tmp_path / "s") == 3_600


def _deals(path: Path) -> int:
    if not path.exists() or not path.stat().st_size:  # it has only just begun
        return 0
    with Store(path) as store:
        return sum(row.deals for row in store.rows())
