"""Running the benchmarks as a user does, and what their tests have in common."""

from __future__ import annotations

import io
import os
import signal
import subprocess
import sys
from contextlib import chdir, closing, redirect_stderr, redirect_stdout
from dataclasses import replace
from sqlite3 import connect
from typing import TYPE_CHECKING, Any
from unittest.mock import patch

from benchmarks.__main__ import main
from benchmarks.records import Record
from tests.support.places import ROOT

if TYPE_CHECKING:
    from pathlib import Path

RECORD = Record(
    block="real",
    family="real-deal",
    parameters='{"players": 4, "tokens": "1,2"}',
    seed=0,
    instance="ab",
    cards=40,
    engine="auto",
    spec='{"method": "auto"}',
    version="python-sat, of course",
    passed=1,
    answer="yes",
    reason=None,
    checked="replayed",
    method="cnf-tricks",
    solver="glucose4",
    wall=0.1 + 0.2,
    cpu=1e-7,
    build_wall=1 / 3,
    build_cpu=0.0,
    load_wall=None,
    load_cpu=None,
    solve_wall=12345678.9,
    solve_cpu=2.5e-17,
    decode_wall=None,
    decode_cpu=None,
    check_wall=None,
    check_cpu=None,
    variables=10**12,
    clauses=0,
    conflicts=None,
    peak_mb=99.5,
    time_limit=10.0,
    memory_limit=4000.0,
    host='a "fast" one, 2 cores',
    node="01234567",
    system_load=0.5,
    package="0.3.0",
    code="fedcba9876543210",
    began="2026-01-02T03:04:05+00:00",
)


def record(number: int, **changes: Any) -> Record:  # noqa: ANN401 - of any column
    """A record that differs from others by its seed, at least."""
    return replace(RECORD, seed=number, **changes)


def environment(root: Path = ROOT, **more: str | Path) -> dict[str, str]:
    """The environment in which children find the packages of a folder."""
    path = os.pathsep.join((str(root), str(root / "encodings")))
    return {**os.environ, "PYTHONPATH": path, "PYTHONUTF8": "1", **{name: str(value) for name, value in more.items()}}


def command(*arguments: str | Path) -> list[str]:
    return [sys.executable, "-m", "benchmarks", *map(str, arguments)]


def run(*arguments: str | Path) -> subprocess.CompletedProcess[str]:
    """Run the command line to its end in this process; what it puts into this process is taken out again."""
    words = [*map(str, arguments)]
    out, err = io.StringIO(), io.StringIO()
    handler = signal.getsignal(signal.SIGTERM)
    try:
        with patch.dict(os.environ, environment()), chdir(ROOT), redirect_stdout(out), redirect_stderr(err):
            status = main(words)
    except SystemExit as wrong_usage:
        status = int(wrong_usage.code or 0)
    finally:
        signal.signal(signal.SIGTERM, handler)
    return subprocess.CompletedProcess(words, status, out.getvalue(), err.getvalue())


def run_apart(*arguments: str | Path) -> subprocess.CompletedProcess[str]:
    """Run the command line to its end in a process of its own."""
    return subprocess.run(
        command(*arguments), cwd=ROOT, env=environment(), capture_output=True, text=True, check=False, timeout=200
    )


def stored(path: Path) -> dict[str, tuple[object, ...]]:
    """The rows another process sees in a store now, by key; none if there is no store yet."""
    if not path.exists():
        return {}
    with closing(connect(path, timeout=30)) as database:
        if not list(database.execute("SELECT * FROM sqlite_master")):
            return {}
        rows = list(database.execute("SELECT * FROM runs"))
    found = {str(row[0]): row[1:] for row in rows}
    assert len(found) == len(rows)
    return found


def written(path: Path, text: str) -> Path:
    path.write_text(text, encoding="utf-8")
    return path
