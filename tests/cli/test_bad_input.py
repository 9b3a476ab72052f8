"""Bad files and wrong usage: status, one message a defect, at bounded cost."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from resource import RUSAGE_SELF, getrusage
from typing import TYPE_CHECKING

import pytest

from crewsat.base.wording import visible
from tests.support.bad_games import GAMES
from tests.support.bad_inputs import BAD
from tests.support.bad_tasks import GOOD
from tests.support.chunks import few_of, rarely
from tests.support.command import WON, run
from tests.support.timing import check_promise
from tests.support.wrong_usage import DEEP_SEA, MISSIONS

if TYPE_CHECKING:
    from pathlib import Path

MEASURE = """
import json, os, subprocess, sys
child = subprocess.Popen(sys.argv[1:])
_, status, usage = os.wait4(child.pid, 0)
unit = 1e6 if sys.platform == "darwin" else 1e3
used = [os.waitstatus_to_exitcode(status), usage.ru_utime + usage.ru_stime, usage.ru_maxrss / unit]
print(json.dumps(used), file=sys.stderr)
"""


def measured(arguments: list[str]) -> tuple[int, str, str, float, float]:
    """Exit status, stdout, stderr, CPU seconds and peak MB of a child.

    A child inherits the peak memory of the process that forks it, so a small process stands in between.
    """
    told = subprocess.run(
        [sys.executable, "-c", MEASURE, sys.executable, "-m", "crewsat", *arguments],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        check=False,
        env={**os.environ, "PYTHONUTF8": "1"},
    )
    *lines, last = told.stderr.decode().splitlines()
    status, seconds, megabytes = json.loads(last)
    return status, told.stdout.decode(), "\n".join(lines), seconds, megabytes


def check_refused(path: str, word: str) -> None:
    """Refused by a process of its own, which takes little time and memory."""
    check_promise(lambda: refused(path, word), 1.0)


def refused(path: str, word: str) -> float:
    """The processor time of being refused."""
    status, out, err, seconds, megabytes = measured(["decide", path])
    check_reported(status, out, err, path, word)
    assert megabytes < 150
    return seconds


def check_reported(status: int, out: str, err: str, path: str, word: str) -> None:
    """Status 1, defects on stderr, each on a line with the file's name, nothing else."""
    assert status == 1
    assert out == ""
    assert word in err
    lines = err.splitlines()
    assert 1 <= len(lines) <= 21
    assert all(line.startswith(visible(path, 200)) for line in lines), lines
    assert "Traceback" not in err


def peak_megabytes() -> float:
    return getrusage(RUSAGE_SELF).ru_maxrss / (1e6 if sys.platform == "darwin" else 1e3)


@pytest.mark.slow
@pytest.mark.parametrize(("data", "word"), [bad[1:] for bad in BAD], ids=[bad[0] for bad in BAD])
def test_bad_files_have_status_1(data: bytes, word: str, tmp_path: Path) -> None:
    path = tmp_path / "bad.json"
    path.write_bytes(data)
    before, peak = time.process_time(), peak_megabytes()
    told = run("decide", path)
    check_reported(told.returncode, told.stdout, told.stderr, str(path), word)
    assert time.process_time() - before < 1.0
    assert peak_megabytes() - peak < 100


HUGE: dict[str, tuple[bytes, bytes, int, bytes]] = {
    # name: beginning, piece, how often, end
    "8 MB of brackets": (b"", b"[", 8_000_000, b""),
    "8 MB of digits": (b'{"game": "crew", "leader": ', b"7", 8_000_000, b"}"),
    "8 MB of text": (b'{"game": "', b"x", 8_000_000, b'"}'),
    "8 MB of spaces": (b"", b" ", 8_000_000, b""),
    "a suit of 8 MB": (b'{"game": "crew", "hands": [["', b"x", 8_000_000, b'"]]}'),
    "a million bad cards": (b'{"game": "crew", "hands": [[', b"1,", 1_000_000, b"1]]}"),
    "many bad objectives": (b'{"game": "crew", "hands": [["a1"]], "objectives": [', b"3,", 100_000, b"3]}"),
    "many times one card": (b'{"game": "crew", "hands": [[', b'"a1",', 100_000, b'"a1"]]}'),
    "many duplicate keys": (b'{"game": "crew"', b', "k": 1', 50_000, b"}"),
}


@pytest.mark.timing
@pytest.mark.parametrize("name", few_of(HUGE, 3))
def test_huge_files_have_status_1(name: str, tmp_path: Path) -> None:
    begin, piece, number, end = HUGE[name]
    path = tmp_path / "huge.json"
    path.write_bytes(begin + piece * number + end)
    check_refused(str(path), "")


@pytest.mark.slow
def test_many_unknown_keys_have_status_1(tmp_path: Path) -> None:
    path = tmp_path / "huge.json"
    path.write_text(json.dumps({"game": "crew", **{f"k{k}": 1 for k in range(50_000)}}))
    check_refused(str(path), "k0: unknown key")


@pytest.mark.slow
def test_half_a_gigabyte_has_status_1(tmp_path: Path) -> None:
    path = tmp_path / "huge.json"
    with path.open("wb") as stream:
        stream.truncate(500_000_000)
    check_refused(str(path), "larger than")


@pytest.mark.slow
@pytest.mark.parametrize("name", rarely(("loop", "", "none", "/dev/zero", "/dev/tty", "fifo"), {"fifo"}))
def test_what_is_no_file_has_status_1(name: str, tmp_path: Path) -> None:
    """It takes ten seconds until a pipe is one that nobody writes to."""
    os.mkfifo(tmp_path / "fifo")
    (tmp_path / "loop").symlink_to(tmp_path / "loop")
    check_refused(str(tmp_path / name), "")


def test_at_most_20_defects_and_a_count() -> None:
    told = run("decide", "-", stdin=json.dumps({**GOOD, "hands": [["a0"] * 50], "objectives": []}))
    assert told.returncode == 1
    assert len(told.stderr.splitlines()) == 21
    assert told.stderr.endswith("… and 30 more defects\n")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["decide"], "Missing argument 'FILE'"),
        (["decide", "-", "--deal", "a1"], "one of the two"),
        (["show"], "Missing argument 'FILE'"),
        (["options"], "Missing argument 'FILE'"),
        (["decide", "-", "--count", "0"], "--count"),
        (["decide", "-", "--count", "2", "--competition"], "--competition cannot be combined with"),
        (["decide", "-", "--fewest-tricks", "--method", "exhaustive"], "'exhaustive' does not look for the fewest"),
        (["decide", "-", "--count", "2", "--solver", "kissat"], "kissat answers one question only"),
        (["decide", "-", "--count", "2", "--method", "all"], "only auto and formulas can list lines"),
        (["options", "-", "--solver", "kissat"], "'kissat' is not valid; allowed: glucose4"),
        (["generate", "crew", "--assignment", "auction"], "allowed: any, draft"),
        (["decide", "-", "--method", "magic"], "'magic' is not valid; allowed: auto, all, past, bounds"),
        (["decide", "-", "--solver", "magic"], "'magic' is not valid; allowed: glucose4"),
        (["decide", "-", "--time-limit", "0"], "--time-limit"),
        (["decide", "-", "--json", "--competition"], "exclude each other"),
        (["decide", "-", "--nonsense"], "--nonsense"),
        (["decide", "-", "--method", "\x1b[31mred"], "\\x1b[31mred"),
        (["decide", "-", "--method", "exhaustive", "--seed", "1"], "'exhaustive' is deterministic"),
        (["nonsense"], "is not a command of"),
        (["schema", "bridge"], "'bridge' is not valid; allowed: crew"),
        (["generate", "crew", "--players", "0"], "--players"),
        (["generate", "crew", "--objectives", "37"], "only 36 cards"),
        (["generate", "crew", "--leader", "x"], "--leader"),
        (["generate", "crew", "--tokens", "1,2,3,4,5"], "5 tokens for 4 objectives"),
        *DEEP_SEA,
        *MISSIONS,
    ],
)
def test_wrong_usage_has_status_2(arguments: list[str], words: str) -> None:
    told = run(*arguments, stdin=WON, TERM="dumb", COLUMNS="200")
    assert told.returncode == 2
    assert told.stdout == ""
    assert words in told.stderr


@pytest.mark.slow
@pytest.mark.parametrize(("data", "word"), [bad[1:] for bad in GAMES], ids=[bad[0] for bad in GAMES])
def test_each_defect_of_a_game_of_hanabi_is_one_line(data: bytes, word: str, tmp_path: Path) -> None:
    path = tmp_path / "game"
    path.write_bytes(data)
    for command in (["decide"], ["review"], ["convert", "--to", "json"]):
        told = run(*command, path)
        assert (told.returncode, told.stdout, told.stderr.count("\n")) == (1, "", 1)
        assert told.stderr.startswith(f"{path}: ")
        assert word in told.stderr
