"""Copies of files that somebody names: what cannot be read is named, what is shorter than it said is another file."""

from __future__ import annotations

import io
from hashlib import sha256
from typing import TYPE_CHECKING

import pytest

from crewsat.base.errors import InvalidProof, Stopped
from crewsat.proofs import snapshot

if TYPE_CHECKING:
    from pathlib import Path

TEXT = b"p cnf 0 1\n0\n" * 200_000
HASH = sha256(TEXT).hexdigest()


def test_a_copy_holds_what_the_file_held(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_bytes(TEXT)
    with snapshot.copied(path, "proof", len(TEXT), HASH, lambda: False) as copy:
        path.write_bytes(b"")
        assert copy.read() == TEXT
    with (
        pytest.raises(InvalidProof, match="proof: is not the file the answer is about"),
        snapshot.copied(path, "proof", len(TEXT), HASH, lambda: False),
    ):
        pass


def test_time_may_be_up_while_copying(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_bytes(TEXT)
    answers = iter([False, False, True])
    with (
        pytest.raises(Stopped, match="time"),
        snapshot.copied(path, "proof", len(TEXT), HASH, lambda: next(answers)),
    ):
        pass


def test_a_file_that_breaks_off_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "file"
    path.write_bytes(TEXT)

    class Broken(io.BufferedReader):
        def read(self, _size: int | None = -1) -> bytes:
            raise OSError(5, "input/output error")

    monkeypatch.setattr(snapshot, "_opened", lambda *_: Broken(io.FileIO(path)))
    with pytest.raises(OSError, match="file") as told, snapshot.copied(path, "proof", len(TEXT), HASH, lambda: False):
        pass
    assert told.value.filename == str(path)
