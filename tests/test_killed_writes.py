"""Each kind of long work is killed while its file is being written, again and again, and resumed: the result is equal.

A kill at a random moment hardly ever comes during a write. So the process that works kills itself there (SIGKILL, after
which nothing is run): of a line that is appended only a part has been written, or of a file that is written whole only
a part of the file that is to take its place. What was being written goes to a list of kills, which the test checks.
"""

from __future__ import annotations

import json
import os
import random
import signal
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from crewsat.base import journal, outputs
from crewsat.studies.audit import running
from crewsat.studies.skull import statistics
from crewsat.studies.tiny_crew import training
from tests.support.chunks import few_of, sizes
from tests.support.command import LOST, WON, run

if TYPE_CHECKING:
    from collections.abc import Sequence

pytestmark = pytest.mark.processes
PLAYED = "a1,3 / a2 b1; leader 1; 1 wins a2; dealt; played a1 a2"
DEALS, GAMES = "".join(f"{deal}\n" for deal in (WON, "{bad", LOST)), f"{PLAYED}\n" * 3
WORDS = {
    "decide": ("decide", "deals.jsonl", "--jobs", "1", "--output", "kept"),
    "decide --retry": ("decide", "deals.jsonl", "--jobs", "1", "--retry", "--output", "kept"),
    "review": ("review", "games.deals", "--jobs", "1", "--output", "kept"),
    "audit": ("audit", "crew", "one-player", "--jobs", "1", "--output", "kept"),
    "skull simulate": ("skull", "simulate", "--players", "2", "--games", "450", "--output", "kept"),
    "tiny-crew learn": (
        *("tiny-crew", "learn", "--colours", "2", "--values", "2", "--submarines", "2"),
        *("--algorithm", "cfr", "--iterations", "5", "--output", "kept"),
    ),
}
"""Long work, by what it is."""


@dataclass(frozen=True, slots=True)
class Kill:
    """A kill during a write.

    Attributes:
        appended: whether a line was being appended; else a file was being written whole.
        path: of the file.
        written: how many bytes had been written.
        size: of how many.
    """

    appended: bool
    path: str
    written: int
    size: int


class _Deadly:
    """What a module uses as `os`: its n-th write is its last one, and is not completed."""

    def __init__(self, writes: int, share: float, told: int) -> None:
        self._left = writes
        self._share = share
        self._told = told

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401 - as `os` has it
        return getattr(os, name)

    def write(self, descriptor: int, data: memoryview) -> int:
        """Append to a journal."""
        if self._is_last():
            part = 1 + int(self._share * (len(data) - 2))
            os.write(descriptor, data[:part])
            self._die(descriptor, Kill(True, "", part, len(data)))
        return os.write(descriptor, data)

    def fsync(self, descriptor: int) -> None:
        """Complete a file that is written whole."""
        size = os.fstat(descriptor).st_size
        if self._is_last():
            part = int(self._share * size)
            os.ftruncate(descriptor, part)
            self._die(descriptor, Kill(False, "", part, size))
        os.fsync(descriptor)

    def _is_last(self) -> bool:
        self._left -= 1
        return self._left == 0

    def _die(self, descriptor: int, kill: Kill) -> None:
        path = str(Path(f"/proc/self/fd/{descriptor}").readlink())
        os.write(self._told, json.dumps([kill.appended, path, kill.written, kill.size]).encode())
        os.kill(os.getpid(), signal.SIGKILL)


class _Journals(_Deadly):
    """The same for journals, whose lines are complete before `fsync`."""

    def fsync(self, descriptor: int) -> None:
        """Have it on the disk."""
        os.fsync(descriptor)


def killed(words: Sequence[str], rng: random.Random) -> Kill | None:
    """Run a command in a process that is killed during one of its first writes; None if it came to its end before."""
    reading, told = os.pipe()
    child = os.fork()
    if child == 0:
        writes, share = rng.randint(1, 4), rng.random()
        if rng.random() < 2 / 3:
            setattr(journal, "os", _Journals(writes, share, told))  # noqa: B010 - it is not exported
        else:
            setattr(outputs, "os", _Deadly(writes, share, told))  # noqa: B010
        try:
            run(*words)
        finally:
            os._exit(0)
    os.close(told)
    _, status = os.waitpid(child, 0)
    with os.fdopen(reading, "rb") as pipe:
        kill = pipe.read()
    assert (os.WIFSIGNALED(status) and os.WTERMSIG(status) == signal.SIGKILL) == bool(kill)
    rng.random()  # the child had a copy
    rng.seed(rng.random())
    return Kill(*json.loads(kill)) if kill else None


def results(folder: Path) -> dict[str, Any]:
    """What is in the files of results, without what differs from run to run."""
    found: dict[str, Any] = {}
    for path in folder.glob("kept*"):
        data = path.read_bytes()
        if path.suffix == ".checkpoint":
            head, data = data.split(b"\n", 1)
            found[path.name] = _told(head), data
        else:
            found[path.name] = [_told(line) for line in data.splitlines()]
    return found


def _told(line: bytes) -> dict[str, Any]:
    told: dict[str, Any] = json.loads(line)
    return {
        key: value
        for key, value in told.items()
        if key not in {"statistics", "cpu_seconds", "spent", "sha256", "curve"}
    }


def begun(name: str, folder: Path) -> None:
    """Have no results; of what is retried, a file of which every other answer is unknown."""
    for path in [*folder.glob("kept*"), *folder.glob(".crewsat-*")]:
        path.unlink()
    if name == "decide --retry":
        run(*WORDS["decide"])
        answers = [json.loads(line) for line in (folder / "kept").read_text().splitlines()]
        answers[0] |= {"answer": "unknown", "reason": "time"}
        answers[2] |= {"answer": "unknown", "reason": "time"}
        (folder / "kept").write_text("".join(f"{json.dumps(answer)}\n" for answer in answers))


def kill_and_resume(name: str, kills: int, folder: Path) -> list[Kill]:
    """Kill work during its writes and resume it until it is done, and again, until there were enough kills."""
    rng, done = random.Random(f"{name} {kills}"), list[Kill]()
    begun(name, folder)
    run(*WORDS[name])
    expected = results(folder)
    while len(done) < kills:
        begun(name, folder)
        while (kill := killed(WORDS[name], rng) if len(done) < kills else None) is not None:
            done.append(kill)
            assert 0 <= kill.written < kill.size
            path = folder / kill.path
            if kill.appended:
                assert path.name in {"kept", "kept.retry", "kept.curve.jsonl"}
                assert not path.read_bytes().endswith(b"\n"), "a part of a line is there"
            else:
                assert path.name.startswith(".crewsat-")
                assert path.stat().st_size == kill.written
        run(*WORDS[name])
        assert results(folder) == expected, done[-1]
    return done


@pytest.fixture(autouse=True)
def _small(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Little work, in a folder of its own."""
    parts_of = running.parts_of
    monkeypatch.setattr(running, "parts_of", lambda audit, *, thorough: parts_of(audit, thorough=thorough)[:5])
    monkeypatch.setattr(statistics, "BATCH", 100)
    monkeypatch.setattr(training, "_SAVE_EVERY", 0.0)
    monkeypatch.chdir(tmp_path)
    (tmp_path / "deals.jsonl").write_text(DEALS)
    (tmp_path / "games.deals").write_text(GAMES)


@pytest.mark.slow
@pytest.mark.parametrize("kills", sizes(1, 2))
@pytest.mark.parametrize("name", few_of(WORDS, 3))
def test_work_that_is_killed_during_a_write_is_resumed_and_equal(name: str, kills: int, tmp_path: Path) -> None:
    assert len(kill_and_resume(name, kills, tmp_path)) == kills


@pytest.mark.thorough
@pytest.mark.parametrize("name", WORDS)
def test_forty_kills_during_writes(name: str, tmp_path: Path) -> None:
    done = kill_and_resume(name, 40, tmp_path)
    assert len(done) == 40
    assert all(kill.appended for kill in done) == (name != "tiny-crew learn")
