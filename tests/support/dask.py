"""Parts of Dask, each a process of its own."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING

from tests.support.harness import environment
from tests.support.places import ROOT
from tests.support.processes import descendants, gone

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


@contextmanager
def started(*words: str | Path, folder: Path, root: Path = ROOT) -> Iterator[subprocess.Popen[bytes]]:
    """A part of Dask, ended with all it has started."""
    process = subprocess.Popen(
        [sys.executable, "-m", "dask", *map(str, words)],
        cwd=root,
        env=environment(root, TMPDIR=folder),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    try:
        yield process
    finally:
        below = descendants(process.pid)
        kill_all({process.pid, *below})
        process.wait()
        assert all(gone(pid) for pid in below)


@contextmanager
def scheduling(folder: Path) -> Iterator[tuple[str, subprocess.Popen[bytes]]]:
    """A scheduler that has no workers yet, and its address."""
    port = free_port()
    words = ("scheduler", "--host", "127.0.0.1", "--port", str(port), "--no-dashboard")
    with started(*words, folder=folder) as process:
        yield f"tcp://127.0.0.1:{port}", process


def free_port() -> int:
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        return int(listening.getsockname()[1])


def worker_words(address: str, folder: Path) -> tuple[str | Path, ...]:
    place = ("--host", "127.0.0.1", "--local-directory", folder)
    return ("worker", address, "--nthreads", "1", "--nworkers", "1", "--no-dashboard", *place)


def kill_all(pids: set[int]) -> None:
    for pid in pids:
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)
