"""Progress on stderr: one line that is overwritten on a terminal, a line now and then elsewhere."""

from __future__ import annotations

import shutil
import sys
import time
from contextlib import suppress
from typing import TYPE_CHECKING, Self

if TYPE_CHECKING:
    from collections.abc import Callable

_OFTEN, _SELDOM = 0.2, 10.0
"""Seconds between two lines: where they overwrite each other, and where they cannot."""


class Progress:
    """A display of how far the work is, shown once more at the end.

    Args:
        words: how far it is, given the seconds since the beginning; nothing is printed while there are none.
    """

    def __init__(self, words: Callable[[float], str]) -> None:
        self._words = words
        self._here = sys.stderr
        self._terminal = self._here is not None and self._here.isatty()
        self._start = self._shown = time.monotonic()
        self._there = 0
        """How many columns of the line on the terminal are in use."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._tell("\n")

    def show(self) -> None:
        """Show the progress if it is due."""
        now = time.monotonic()
        if now - self._shown >= (_OFTEN if self._terminal else _SELDOM):
            self._shown = now
            self._tell("" if self._terminal else "\n")

    def clear(self) -> None:
        """Remove the line from the terminal, so that other output can take its place."""
        if self._there:
            self._write("", "\r")

    def _tell(self, end: str) -> None:
        words = self._words(max(time.monotonic() - self._start, 1e-9))
        if words:
            self._write(words, end)

    def _write(self, words: str, end: str) -> None:
        if self._here is None:
            return
        with suppress(OSError):
            if not self._terminal:
                print(words, end=end, file=self._here, flush=True)
                return
            words = words[: shutil.get_terminal_size().columns - 1]
            print(f"\r{words:{self._there}}", end=end, file=self._here, flush=True)
            self._there = len(words)
