"""Files that are written whole or not at all."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

from crewsat.base.outputs import write_whole

if TYPE_CHECKING:
    from pathlib import Path


def test_threads_write_beside_each_other(tmp_path: Path) -> None:
    contents = {tmp_path / f"file {k}": str(k).encode() * 100_000 for k in range(8)}
    with ThreadPoolExecutor(8) as pool:
        for _ in range(10):
            list(pool.map(write_whole, contents, contents.values()))
    assert {path: path.read_bytes() for path in tmp_path.iterdir()} == contents
