"""The files a learner's run keeps beside its policy: a curve, and a checkpoint from which to resume.

``FILE.curve.jsonl`` begins with a line that identifies the run, followed by points, one per line; while it is open, no
other run can use it. ``FILE.checkpoint`` is one line of JSON, with the run and the SHA-256 of the whole, followed by
arrays of as many floating-point numbers as the game has pairs. Both files are checked before either is changed.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections import deque
from dataclasses import asdict, dataclass, fields
from math import isfinite
from typing import TYPE_CHECKING, Any

import numpy as np

from crewsat.base.errors import Defect, InvalidInstance
from crewsat.base.guarded import named, opened, value_of
from crewsat.base.journal import Journal, is_beginning, object_of
from crewsat.base.outputs import check_output, write_whole

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    Array = NDArray[Any]

ARRAYS = "regrets", "sums", "best", "top"
"""The arrays of a checkpoint, in their order."""

_LONGEST_LINE = 1 << 16
_FLOAT = np.dtype("<f8")


@dataclass(frozen=True, slots=True)
class Point:
    """A point of the curve.

    Attributes:
        iteration: number of iterations done.
        cpu_seconds: processor time of the learner until then, in all its runs, excluding the layers.
        value: the exact value of the current policy.
        average: the exact value of the average policy; None if it was not computed.
        regret: the sum of the largest regrets of all states, per iteration.
        best: the exact value of the policy that counts until then.
    """

    iteration: int
    cpu_seconds: float
    value: float
    average: float | None
    regret: float
    best: float


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """Where a run is.

    Attributes:
        before: iterations of the starts before this one.
        iterations: iterations of this start.
        spent: seconds of processor time.
        curve: length of the curve in bytes.
        arrays: the arrays of `ARRAYS`, by name.
    """

    before: int
    iterations: int
    spent: float
    curve: int
    arrays: dict[str, Array]


class Kept:
    """The files beside a policy.

    Args:
        output: the name of the policy file.
        run: the identity of the run, as stored in JSON.
        sweeping: whether every iteration has a point; else only those whose numbers have one nonzero digit, and the
            last one of a run.

    Raises:
        InvalidInstance: if they belong to another run or are in use by one, are damaged, or cannot be written.
    """

    def __init__(self, output: str, run: dict[str, Any], *, sweeping: bool) -> None:
        self._run = run
        self._sweeping = sweeping
        self._checkpoint = f"{output}.checkpoint"
        check_output(self._checkpoint)
        check_output(f"{output}.curve.jsonl", appended=True)
        self._journal = Journal(f"{output}.curve.jsonl")

    def close(self) -> None:
        """Release the curve for other runs."""
        self._journal.close()

    def add(self, point: Point) -> None:
        """Add a point to the curve."""
        self._journal.append(json.dumps(asdict(point)).encode())

    @property
    def size(self) -> int:
        """The length of the curve in bytes."""
        return os.stat(self._journal.path).st_size  # noqa: PTH116 - a name, not a path

    def save(self, checkpoint: Checkpoint) -> None:
        """Replace the previous checkpoint."""
        arrays = [np.ascontiguousarray(checkpoint.arrays[name], _FLOAT).data.cast("B") for name in ARRAYS]
        numbers = {name: getattr(checkpoint, name) for name in _NUMBERS}
        head: dict[str, Any] = {"format": 1, "run": self._run, **numbers}
        head["sha256"] = _digest(head, arrays)
        write_whole(self._checkpoint, json.dumps(head).encode() + b"\n", *arrays)

    def restored(self, pairs: int) -> tuple[Checkpoint | None, list[Point]]:
        """Return the checkpoint, if there is one, and the curve until then; later points are dropped.

        Without a checkpoint, the curve begins again.

        Args:
            pairs: length of the arrays.

        Raises:
            InvalidInstance: if they are damaged, or belong to another run.
        """
        checkpoint = None
        if os.path.exists(self._checkpoint):  # noqa: PTH110 - a name, not a path
            with named(self._checkpoint):
                checkpoint = self._read(pairs)
        points = self._curve()
        if checkpoint is None:
            self._journal.cut(0)
            self._journal.append(self._header, sync=True)
            return None, []
        if checkpoint.curve not in points:
            words = "does not have a point where the checkpoint says; allowed: files of one run, or a new file"
            raise _invalid(words, self._journal.path)
        self._journal.cut(checkpoint.curve)
        return checkpoint, [point for end, point in points.items() if point is not None and end <= checkpoint.curve]

    @property
    def _header(self) -> bytes:
        return json.dumps(self._run).encode()

    def _curve(self) -> dict[int, Point | None]:
        """Check the whole curve; return its points by where their lines end, first None for the end of the header."""
        points: dict[int, Point | None] = {}
        end = done = 0

        def read(number: int, line: bytes) -> None:
            nonlocal end, done
            end += len(line) + 1
            if number > 1:
                point = _point_of(line, done, 1 if self._sweeping else _step(done))
                points[end], done = point, point.iteration
            elif line == self._header:
                points[end] = None
            else:
                words = "is the curve of another game, algorithm or seed"
                raise ValueError(f"{words}; allowed: a new file, or the same options")

        def begins(number: int, line: bytes) -> bool:
            start = b'{"iteration": ' + (b"%d," % (done + 1) if self._sweeping else b"")
            return self._header.startswith(line) if number == 1 else is_beginning(line, start)

        deque(self._journal.take_up(read, begins, cut=False), 0)
        return points

    def _read(self, pairs: int) -> Checkpoint:
        with opened(self._checkpoint) as stream:
            head, numbers = self._head_of(stream.readline(_LONGEST_LINE))
            rest = [stream.read(pairs * _FLOAT.itemsize) for _ in ARRAYS]
            ended = not stream.read(1)
        sizes = {len(one) for one in rest} == {pairs * _FLOAT.itemsize}
        if not ended or not sizes or _digest(head, rest) != head["sha256"]:
            raise _invalid(_DAMAGED)
        arrays = {name: np.frombuffer(one, _FLOAT) for name, one in zip(ARRAYS, rest, strict=True)}
        return Checkpoint(**numbers, arrays=arrays)

    def _head_of(self, line: bytes) -> tuple[dict[str, Any], dict[str, Any]]:
        """Return the first line, and the numbers in it."""
        try:
            head = value_of(line)
        except InvalidInstance:
            raise _invalid(_DAMAGED) from None
        if not isinstance(head, dict) or head.keys() != {"format", "run", "sha256", *_NUMBERS}:
            raise _invalid(_DAMAGED)
        if head["run"] != self._run:
            raise _invalid("is the checkpoint of another game, algorithm or seed; allowed: a new file")
        numbers = {name: head[name] for name in _NUMBERS}
        whole = all(type(numbers[name]) is int for name in _NUMBERS if name != "spent")
        if not whole or not all(_is_number(one) and one >= 0 for one in numbers.values()):
            raise _invalid(_DAMAGED)
        return head, numbers


_NUMBERS = [field.name for field in fields(Checkpoint) if field.name != "arrays"]
_DAMAGED = "is not a checkpoint, or damaged; allowed: a new file"


def _digest(head: dict[str, Any], rest: Sequence[bytes | memoryview]) -> str:
    """Return the SHA-256 of a checkpoint, with a first line that lacks it."""
    digest = hashlib.sha256(json.dumps({**head, "sha256": None}).encode())
    for one in rest:
        digest.update(one)
    return digest.hexdigest()


def _step(iteration: int) -> int:
    """Return after how many iterations their number next has only one nonzero digit."""
    step: int = 10 ** (len(str(iteration)) - 1)
    return step - iteration % step


def _point_of(line: bytes, before: int, most: int) -> Point:
    """Return the point of a line.

    Args:
        line: a line of JSON.
        before: the iteration of the point before it.
        most: the largest allowed difference between the iterations.

    Raises:
        ValueError: if it is not that point.
    """
    names = [field.name for field in fields(Point)]
    words = f"is not a point of a curve; allowed: {', '.join(names)}"
    content = object_of(line, words)
    if [*content] != names:
        raise ValueError(words)
    wrong = [name for name in names if not _is_number(content[name]) and (name, content[name]) != ("average", None)]
    if wrong:
        raise ValueError(f"{wrong[0]} is not a number")
    point = Point(**content)
    if type(point.iteration) is not int or not before < point.iteration <= before + most:
        raise ValueError(f"is not the point after iteration {before}: a line is missing or repeated")
    return point


def _is_number(value: object) -> bool:
    return type(value) in {int, float} and isfinite(value)  # type: ignore[arg-type]


def _invalid(words: str, source: str = "") -> InvalidInstance:
    return InvalidInstance([Defect("", words)], source)
