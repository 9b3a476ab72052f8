"""From a solver's trace to a proof that others can read: only what the contradiction needs, in LRAT.

CaDiCaL numbers the clauses it is given and those it derives with one counter, and writes down the latter: a line is a
number, literals, 0, the numbers of the clauses it follows from, 0 (or a deletion, which does not matter here). So the
k-th number that no line defines is the k-th clause it was given; more such numbers than clauses mean that lines are
missing. LRAT requires the clauses of the formula's file to be 1 to m, followed by the derived ones.

Three passes are made over the lines, which stay on disk; in memory there are a number and a place per line, and the
marks. Forwards, up to the empty clause: where each line is. Backwards from it: which lines are needed, and which line
needs a clause last. Forwards again: the lines that are needed, and after each a deletion of what it needed last. The
time is linear in the size of the trace, apart from the look-up of each hint.
"""

from __future__ import annotations

import itertools
import mmap
import re
from array import array
from bisect import bisect_left
from typing import TYPE_CHECKING, BinaryIO

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

_ASK_EVERY = 1024
_DERIVED = re.compile(rb"[0-9]+ ((?:-?[1-9][0-9]* )*)0 ((?:[1-9][0-9]* )*)0\n")


class Incomplete(Exception):  # noqa: N818 - the solver's, or the disk's fault
    """The trace ends before the empty clause, or lacks lines before it."""


class Unreadable(Exception):  # noqa: N818 - says what it is
    """The trace has a line of an unknown kind."""


def trim(
    trace: BinaryIO, originals: Sequence[int], proof: BinaryIO, *, out_of_time: Callable[[], bool] = lambda: False
) -> int:
    """Write the proof that is in a trace.

    Args:
        trace: what the solver wrote, a file on disk.
        originals: for each clause in the order it was given to the solver, its number in the formula's file.
        proof: the file to write to.
        out_of_time: called now and then; returns whether to give up.

    Returns:
        The number of clauses the proof adds.

    Raises:
        Incomplete: if the trace has no empty clause, or if lines are missing: a disk that is full for a while
            leaves a hole.
        Unreadable: if it is not a proof.
        TimeoutError: if time ran out.
    """
    if not trace.seek(0, 2):
        raise Incomplete
    with mmap.mmap(trace.fileno(), 0, access=mmap.ACCESS_READ) as text:
        return _Trace(text, originals, out_of_time).write(proof)


class _Trace:
    """The lines of a trace; a *place* is a clause of the formula, counted as given, or a line counted after those."""

    def __init__(self, text: mmap.mmap, originals: Sequence[int], out_of_time: Callable[[], bool]) -> None:
        self._text = text
        self._originals = originals
        self._out_of_time = out_of_time
        self._numbers = array("q")
        self._starts = array("q")
        self._find_lines()
        self._needed_last_by = array("q", [-1]) * (len(originals) + len(self._numbers))
        self._find_needs()

    def _find_lines(self) -> None:
        """Note the number and the start of every derived clause, up to the empty one."""
        start = 0
        for count in itertools.count():
            self._ask(count)
            end = self._text.find(b"\n", start) + 1
            if not end:
                raise Incomplete
            number, _, rest = self._text[start : min(end, start + 40)].partition(b" ")
            if not rest.startswith(b"d "):
                if not number.isdigit() or (self._numbers and int(number) <= self._numbers[-1]):
                    raise Unreadable(f"the line at byte {start}")
                self._numbers.append(int(number))
                self._starts.append(start)
                if rest.startswith(b"0 "):
                    break
            start = end
        if self._numbers[-1] > len(self._originals) + len(self._numbers):
            raise Incomplete

    def _find_needs(self) -> None:
        """Mark, from the empty clause backwards, what is needed and which line needs it last."""
        m, last = len(self._originals), self._needed_last_by
        last[-1] = len(last)
        for count, place in enumerate(range(len(last) - 1, m - 1, -1)):
            self._ask(count)
            if last[place] >= 0:
                for hint in self._line(place)[1]:
                    last[hint] = max(last[hint], place)

    def _line(self, place: int) -> tuple[bytes, list[int]]:
        """Return the literals of a line as they are written, and the places of its hints."""
        m = len(self._originals)
        start = self._starts[place - m]
        found = _DERIVED.match(self._text, start)
        if not found:
            raise Unreadable(f"the line at byte {start}")
        hints = [self._place(int(number)) for number in found[2].split()]
        if any(hint >= place for hint in hints):
            raise Unreadable(f"the line at byte {start} needs what comes after it")
        return found[1], hints

    def _place(self, number: int) -> int:
        """Return the place of the clause the solver gave this number."""
        before = bisect_left(self._numbers, number)
        if before < len(self._numbers) and self._numbers[before] == number:
            return len(self._originals) + before
        return min(number - before - 1, len(self._originals) + len(self._numbers))

    def write(self, proof: BinaryIO) -> int:
        """Write the lines that are needed; return how many add a clause."""
        m, last = len(self._originals), self._needed_last_by
        names = array("q", self._originals)
        names.extend(array("q", [0]) * len(self._numbers))
        written = 0
        for place in range(m, len(last)):
            self._ask(place)
            if last[place] < 0:
                continue
            literals, hints = self._line(place)
            written += 1
            names[place] = m + written
            proof.write(b"%d %b0 %b0\n" % (names[place], literals, _words(names[hint] for hint in hints)))
            gone = sorted({names[hint] for hint in hints if last[hint] == place})
            if gone and place < len(last) - 1:
                proof.write(b"%d d %b0\n" % (names[place], _words(gone)))
        return written

    def _ask(self, count: int) -> None:
        if count % _ASK_EVERY == 0 and self._out_of_time():
            raise TimeoutError


def _words(numbers: Iterator[int] | Sequence[int]) -> bytes:
    return b"".join(b"%d " % number for number in numbers)
