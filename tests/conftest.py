"""What holds for every test: children hear Ctrl-C, a test that fails leaves nobody behind, garbage is a test's own.

Plays do not depend on what is installed: only the tests of the compiled kernel switch it on.
"""

from __future__ import annotations

import gc
import os
import signal
import subprocess
from contextlib import suppress
from typing import TYPE_CHECKING, Any

import pytest

from tests.support.processes import end_with_all_below

if TYPE_CHECKING:
    from collections.abc import Iterator


DRIVE_A_BROWSER = {"web", "pages", "site"}
"""The folders of tests that wait for a browser."""


def pytest_configure() -> None:
    """Have children hear Ctrl-C: a shell ignores it for what it starts in the background, and they inherit that."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    os.environ["CREWSAT_KERNEL"] = "off"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begin with what takes long one after another, so that no process of a run of tests is left with it at the end."""
    items.sort(key=lambda item: item.path.parent.name not in DRIVE_A_BROWSER)


def pytest_collection_finish() -> None:
    """Take what the collected tests occupy out of the garbage collector: otherwise each test pays for walking it."""
    gc.collect()
    gc.freeze()


@pytest.fixture(autouse=True)
def nobody_is_left_behind(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """End the processes a test has started and not seen the end of, so that a failure does not spread to others.

    Python would complain of them later, when they are collected, and that would be another test's failure.
    """
    started: list[subprocess.Popen[Any]] = []
    begin = subprocess.Popen.__init__

    def begun(self: subprocess.Popen[Any], *arguments: Any, **options: Any) -> None:  # noqa: ANN401 - whatever they are
        begin(self, *arguments, **options)
        started.append(self)

    monkeypatch.setattr(subprocess.Popen, "__init__", begun)
    yield
    for process in started:
        if process.poll() is None:
            end_with_all_below(process.pid)
            process.wait()
        for stream in (process.stdin, process.stdout, process.stderr):
            with suppress(OSError):
                if stream is not None:
                    stream.close()
