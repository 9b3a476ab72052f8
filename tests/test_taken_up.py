"""Every command that resumes from a file looks first: what it refuses stays as it is, byte for byte."""

from __future__ import annotations

import resource
import signal
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import pytest

import crewsat
from benchmarks.kept_results import computed
from benchmarks.store import Store
from crewsat.base.guarded import value_of
from crewsat.studies.audit import running
from crewsat.studies.skull import statistics
from tests.support.command import LOST, WON, run

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from pathlib import Path

PLAYED = "a1,3 / a2 b1; leader 1; 1 wins a2; dealt; played a1 a2"
SIX = ("--colours", "2", "--values", "2", "--submarines", "2")
FOREIGN = (
    b"my notes\nsecond line without end",
    b"my notes",
    b"my notes\n",
    b"\n",
    b"\x00\x01\xff\n\xfe",
    b"{}",
    b"{}\n",
    b"[]\n[]",
    b'{"answer": "yes"}\n{"answer"',
    b'{"part": "my notes"}\n',
)


@dataclass(frozen=True, slots=True)
class Taker:
    """A command that resumes.

    Attributes:
        words: the command; what it writes comes after it.
        input: what its input file holds; None if it has none.
        ending: of the file that is taken up, after the name given.
        lines: whether it appends lines, so that all of the file is checked line by line.
        more: options of the resumed run, which the first one does not have.
    """

    words: Sequence[str]
    input: str | None = None
    ending: str = ""
    lines: bool = True
    more: Sequence[str] = field(default=())


TAKERS = {
    "decide": Taker(("decide", "deals.jsonl", "--jobs", "1", "-o"), f"{WON}\n{LOST}\n{{bad\n{WON}\n"),
    "decide --retry": Taker(
        ("decide", "deals.jsonl", "--jobs", "1", "-o"), f"{WON}\n{LOST}\n{WON}\n", more=("--retry",)
    ),
    "review": Taker(("review", "games.deals", "--jobs", "1", "-o"), f"{PLAYED}\n{PLAYED}\n{PLAYED}\n"),
    "audit": Taker(("audit", "crew", "one-player", "--jobs", "1", "-o")),
    "skull simulate": Taker(("skull", "simulate", "--players", "2", "--games", "400", "-o")),
    "tiny-crew learn, curve": Taker(
        ("tiny-crew", "learn", *SIX, "--iterations", "4", "-o"), ending=".curve.jsonl", more=("--iterations", "5")
    ),
    "tiny-crew learn, checkpoint": Taker(
        ("tiny-crew", "learn", *SIX, "--iterations", "4", "-o"), ending=".checkpoint", lines=False
    ),
}
LINES = [name for name, taker in TAKERS.items() if taker.lines]


@pytest.fixture(autouse=True)
def _small(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Little work, in a folder of its own."""
    parts_of = running.parts_of
    monkeypatch.setattr(running, "parts_of", lambda audit, *, thorough: parts_of(audit, thorough=thorough)[:4])
    monkeypatch.setattr(statistics, "BATCH", 100)
    monkeypatch.chdir(tmp_path)


def ran(taker: Taker, *more: str) -> tuple[int, str]:
    """Run the command; its status, and what it says on standard error."""
    for name in taker.words:
        if name.endswith((".jsonl", ".deals")) and taker.input is not None:
            with open(name, "w", encoding="utf-8") as stream:  # noqa: PTH123 - in the current folder
                stream.write(taker.input)
    told = run(*taker.words, "kept", *more)
    return told.returncode, told.stderr


def files(folder: Path) -> dict[str, bytes]:
    """All files but those of instances, by name."""
    return {one.name: one.read_bytes() for one in folder.iterdir() if one.name not in {"deals.jsonl", "games.deals"}}


@pytest.mark.slow
@pytest.mark.parametrize("name", TAKERS)
def test_a_foreign_file_is_refused_and_left_alone(name: str, tmp_path: Path) -> None:
    """`crewsat skull simulate -o n1` cut the last line of somebody's notes off before it said that they are not its."""
    taker = TAKERS[name]
    path = tmp_path / f"kept{taker.ending}"
    for content in FOREIGN:
        path.write_bytes(content)
        status, told = ran(taker, *taker.more)
        assert (status, told.startswith(path.name)) == (1, True), (content, told)
        assert path.read_bytes() == content, told


@pytest.mark.slow
@pytest.mark.parametrize("name", LINES)
def test_a_file_that_has_been_changed_is_refused_with_the_line_and_left_alone(name: str, tmp_path: Path) -> None:
    taker = TAKERS[name]
    path = tmp_path / f"kept{taker.ending}"
    ran(taker)
    whole = path.read_bytes()
    lines = whole.splitlines(keepends=True)
    last = len(lines)
    assert last >= 3
    changes: list[tuple[int, Sequence[bytes]]] = [
        (last + 1, [*lines, lines[-1]]),  # a line twice
        (last + 1, [*lines, lines[-1][:-9]]),
        (3, [*lines[:2], lines[1], *lines[2:]]),
        (2, [lines[0], *lines[2:]]),  # one that is missing
        (2, [lines[0], lines[2], lines[1], *lines[3:]]),
        (2, [lines[0], b"{}\n", *lines[2:]]),
        (2, [lines[0], b"\n", *lines[1:]]),
        (last, [*lines[:-1], b"my notes"]),
        (last + 1, [*lines, *lines]),  # all of it twice
    ]
    for number, changed in changes:
        path.write_bytes(b"".join(changed))
        before = files(tmp_path)
        status, told = ran(taker, *taker.more)
        assert (status, f"{path.name}: line {number}: " in told) == (1, True), (number, told)
        assert files(tmp_path) == before, told


@pytest.mark.slow
@pytest.mark.parametrize("name", [name for name, taker in TAKERS.items() if taker.lines and not taker.input])
def test_a_file_that_is_cut_off_anywhere_is_resumed_and_equal(name: str, tmp_path: Path) -> None:
    taker = TAKERS[name]
    path = tmp_path / f"kept{taker.ending}"
    ran(taker, *taker.more)
    whole = path.read_bytes()
    ends = [at for at, byte in enumerate(whole) if byte == ord("\n")]
    at_checkpoint = ends[-1] if taker.ending else 0  # the curve is never shorter than the checkpoint says
    for cut in {ends[0] + 1, ends[1] - 1, ends[1], ends[-2] + 10, len(whole) - 1}:
        if cut > at_checkpoint:
            path.write_bytes(whole[:cut])
            ran(taker, *taker.more)
            assert without_times(path.read_bytes()) == without_times(whole), cut


def without_times(lines: bytes) -> list[Any]:
    """The lines without what differs from run to run."""
    found = []
    for line in lines.splitlines():
        told = value_of(line)
        for name in ("statistics", "cpu_seconds"):
            told.pop(name, None)
        found.append(told)
    return found


# What is nonsense.


ANSWERS: dict[str, Callable[[bytes], bytes]] = {
    "an answer that is none": lambda line: line.replace(b'"answer": "yes"', b'"answer": "zzz"'),
    "a check that is none": lambda line: line.replace(b'"checked": "', b'"checked": "not '),
    "no method": lambda line: line.replace(b'"method": ', b'"madness": '),
    "a yes without a play": lambda line: line.replace(b'"play": ', b'"plays": '),
    "a yes that was a no": lambda line: line.replace(b'"answer": "no"', b'"answer": "yes"'),
    "unknown for no reason": lambda line: line.replace(b'"answer": "yes"', b'"answer": "unknown"'),
    "a reason that is none": lambda line: line.replace(b'"checked"', b'"reason": "tired", "checked"'),
    "errors that are none": lambda line: line.replace(b'"error": [', b'"error": [1, '),
    "no errors": lambda line: line[: line.index(b'"error"')] + b'"error": []}\n' if b'"error"' in line else line,
    "another digest": lambda line: line.replace(b'"sha256": "', b'"sha256": "0'),
}


@pytest.mark.slow
def test_answers_that_are_nonsense_are_refused_with_their_line(tmp_path: Path) -> None:
    """`"answer": "zzz"` was counted as one of a kind of its own."""
    taker, path = TAKERS["decide"], tmp_path / "kept"
    ran(taker)
    lines = path.read_bytes().splitlines(keepends=True)
    for kind, change in ANSWERS.items():
        number = next(k for k, line in enumerate(lines) if change(line) != line)
        changed = b"".join([*lines[:number], change(lines[number]), *lines[number + 1 :]])
        path.write_bytes(changed)
        status, told = ran(taker)
        assert (status, told.startswith(f"kept: line {number + 1}: this is not ")) == (1, True), (kind, told)
        assert path.read_bytes() == changed


@pytest.mark.slow
def test_an_answer_to_a_line_that_has_become_bad_is_not_kept(tmp_path: Path) -> None:
    """The answer was kept with status 0; so was the error of a bad line that is another bad line now."""
    path, batch = tmp_path / "kept", tmp_path / "batch.jsonl"
    for before, after in ((WON, "{bad"), ("{bad", "{worse"), ("{bad", WON)):
        batch.write_text(f"{LOST}\n{before}\n{WON}\n")
        assert run("decide", batch, "--jobs", "1", "-o", path).returncode == (0 if before == WON else 1)
        kept = path.read_bytes()
        assert run("decide", batch, "--jobs", "1", "-o", path).returncode == (0 if before == WON else 1)
        assert path.read_bytes() == kept
        batch.write_text(f"{LOST}\n{after}\n{WON}\n")
        told = run("decide", batch, "--jobs", "1", "-o", path)
        assert (told.returncode, "line 2: this is not the answer to" in told.stderr) == (1, True), told.stderr
        assert path.read_bytes() == kept
        path.unlink()


def test_an_error_without_bytes_is_compared_itself(tmp_path: Path) -> None:
    path, one = tmp_path / "kept", tmp_path / "one.json"
    assert run("decide", one, one, "-o", path).returncode == 1
    kept = path.read_bytes()
    assert b"sha256" not in kept
    assert run("decide", one, one, "-o", path).returncode == 1
    one.mkdir()
    assert "line 1: this is not the answer to" in run("decide", one, one, "-o", path).stderr
    assert path.read_bytes() == kept


# Benchmarks.


def test_results_and_stores_of_something_else_are_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "kept"
    for content in FOREIGN:
        path.write_bytes(content)
        with pytest.raises(crewsat.InvalidInstance, match="kept"):
            computed(path, [("one", int)])
        assert path.read_bytes() == content
        if content != b"\n":  # which SQLite takes for an empty file
            with pytest.raises(crewsat.InvalidInstance, match="kept"):
                Store(path, alone=True)
            assert path.read_bytes() == content


# Full disks.


@pytest.fixture
def disk() -> Iterator[Callable[[int], None]]:
    """Set how large files may become: the system then refuses to write, in the middle of a line."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    handler = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    yield lambda size: resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))
    resource.setrlimit(resource.RLIMIT_FSIZE, before)
    signal.signal(signal.SIGXFSZ, handler)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["decide", *(name for name, taker in TAKERS.items() if not taker.input)])
def test_a_full_disk_is_reported_with_the_name_and_the_run_is_resumed(
    name: str, tmp_path: Path, disk: Callable[[int], None]
) -> None:
    taker = TAKERS[name]
    path = tmp_path / f"kept{taker.ending}"
    ran(taker, *taker.more)
    whole = path.read_bytes()
    for one in [*tmp_path.iterdir()]:
        if one.name.startswith("kept"):
            one.unlink()
    room = len(whole) - 20
    disk(room)
    status, told = ran(taker, *taker.more)
    disk(resource.RLIM_INFINITY)
    assert (status, told.splitlines()[-1]) == (1, f"{path.name}: cannot be written: file too large")
    if taker.lines:
        assert len(path.read_bytes()) == room, "it ends in the middle of a line"
    assert not [*tmp_path.glob(".*.part")]
    ran(taker, *taker.more)
    if taker.lines:
        assert without_times(path.read_bytes()) == without_times(whole)
