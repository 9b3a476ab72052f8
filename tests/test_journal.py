"""A file that one process at a time appends to."""

from __future__ import annotations

import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from crewsat.base.errors import InvalidInstance
from crewsat.base.journal import Journal
from tests.support.processes import gone

if TYPE_CHECKING:
    from pathlib import Path

HOLDER = """
import sys
from crewsat.base.journal import Journal
with Journal(sys.argv[1]) as journal:
    print("open", flush=True)
    sys.stdin.read()
"""


def holder(path: Path) -> subprocess.Popen[str]:
    """Another process that has a journal open."""
    command = [sys.executable, "-c", HOLDER, str(path)]
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    assert process.stdout.readline() == "open\n"
    return process


def why_refused(path: Path) -> str:
    with pytest.raises(InvalidInstance) as refused:
        Journal(path)
    (line,) = refused.value.lines()
    return line


def test_lines_are_appended_and_read(tmp_path: Path) -> None:
    path = tmp_path / "lines"
    path.write_bytes(b"one\ntw")
    with Journal(path) as journal:
        assert list(journal.lines()) == [b"one\n", b"tw"]
        journal.cut(4)
        journal.append(b"two", sync=True)
        assert path.read_bytes() == b"one\ntwo\n"
        assert journal.read(4, 3) == b"two"
        assert list(journal.lines()) == [b"one\n", b"two\n"]


def test_another_process_is_refused_and_reported_who_has_it(tmp_path: Path) -> None:
    path = tmp_path / "lines"
    other = holder(path)
    assert why_refused(path) == f"{path}: is in use by process {other.pid}"
    other.communicate()
    Journal(path).close()


@pytest.mark.processes
def test_a_process_that_is_killed_gives_it_back(tmp_path: Path) -> None:
    path = tmp_path / "lines"
    other = holder(path)
    other.kill()
    assert gone(other.pid)
    Journal(path).close()


def test_the_same_process_cannot_have_it_twice(tmp_path: Path) -> None:
    path = tmp_path / "lines"
    with Journal(path):
        assert why_refused(path) == f"{path}: is in use by another run"
        path.read_bytes()  # closing another descriptor does not give it up
        assert why_refused(path) == f"{path}: is in use by another run"
    Journal(path).close()


def test_it_stays_locked_in_the_place_of_another(tmp_path: Path) -> None:
    old, new = tmp_path / "old", tmp_path / "new"
    old.write_text("old\n")
    with Journal(new) as journal:
        journal.append(b"new")
        journal.replace(old)
        assert (old.read_text(), new.exists()) == ("new\n", False)
        assert "is in use" in why_refused(old)


def test_a_file_that_is_replaced_while_it_is_opened_is_opened_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its lock would be one on a file that has no name any more, and whatever is appended to it lost."""
    path = tmp_path / "lines"
    path.write_text("old\n")
    first, second = Journal(path), Journal(tmp_path / "new")
    second.append(b"new")
    lock = Journal._lock

    def late(journal: Journal) -> None:
        if second.path != str(path):
            second.replace(path)
            second.path = str(path)
            second.close()
            first.close()
        lock(journal)

    monkeypatch.setattr(Journal, "_lock", late)
    with Journal(path) as third:
        assert list(third.lines()) == [b"new\n"]
        third.append(b"newer")
    assert path.read_text() == "new\nnewer\n"


@pytest.mark.parametrize(("name", "words"), [("none/x", "no such file or directory"), (".", "is a directory")])
def test_what_cannot_be_opened_is_named(name: str, words: str, tmp_path: Path) -> None:
    assert why_refused(tmp_path / name) == f"{tmp_path / name}: cannot be written: {words}"
