"""A file of answers that a batch appends to, so that it can be broken off and go on where it was.

A line is an answer with its file, its line and the SHA-256 of its instance. What the file holds must be the beginning
of the same batch; anything else is left alone, and only a last line that was cut off while it was written is replaced.
"""

from __future__ import annotations

import json
from contextlib import contextmanager
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

from crewsat.cli.common import check_output, fail
from crewsat.errors import InvalidInstance, visible

if TYPE_CHECKING:
    from collections import Counter
    from collections.abc import Iterator, Sequence

    from crewsat.games.instance import Instance

    Place = tuple[str, int]
    Given = tuple[Place, Instance | InvalidInstance]


_LONGEST = 1 << 28
"""Bytes of the longest line that may be an answer."""


def key_of(place: Place, instance: Instance | InvalidInstance) -> dict[str, Any]:
    """Return the fields that say which instance an answer is to."""
    sha256 = {} if isinstance(instance, InvalidInstance) else {"sha256": instance.digest()}
    return {"file": place[0], "line": place[1], **sha256}


class AnswerFile:
    """An open file of answers; leaves with status 1 if it is not what it should be, or cannot be written."""

    def __init__(self, name: str, inputs: Sequence[str], *, proofs: bool = False) -> None:
        self._name = visible(name, 200)
        self._proofs = proofs
        path = Path(name)
        check_output(name, inputs)
        with self._errors_told():
            self._stream = path.open("a+b")

    def skip_answered(self, instances: Iterator[Given], counts: Counter[str]) -> Iterator[Given]:
        """Count the answers that are there and return the instances that have none."""
        kept = 0
        with self._errors_told():
            self._stream.seek(0)
            for number, line in enumerate(iter(lambda: self._stream.readline(_LONGEST), b""), 1):
                given = next(instances, None)
                if given is None:
                    self._refuse(number, "there are more answers than instances")
                if not line.endswith(b"\n"):
                    start = _bytes(json.dumps(key_of(*given), ensure_ascii=False)[:-1])
                    if not (start.startswith(line) or line.startswith(start)):
                        self._refuse(number, "is no answer to the instance that is due")
                    self._stream.truncate(kept)
                    return chain([given], instances)
                counts[self._kind(line, given, number)] += 1
                kept += len(line)
        return instances

    def tell(self, line: str) -> None:
        """Append a line."""
        with self._errors_told():
            self._stream.write(_bytes(f"{line}\n"))
            self._stream.flush()

    def _kind(self, line: bytes, given: Given, number: int) -> str:
        """Return what kind of answer this line is; it must be the one to the instance that is due."""
        try:
            answer = json.loads(line)
        except (ValueError, RecursionError):
            answer = None
        if not isinstance(answer, dict) or not {"error", "answer"} & set(answer):
            self._refuse(number, "is no answer")
        due = key_of(*given)
        if any(answer.get(name) != value for name, value in due.items()):
            self._refuse(number, f"is not the answer to {visible(due['file'], 200)}, line {due['line']}, which is due")
        if self._proofs and answer.get("answer") == "no" and not {"proof", "unproved"} & set(answer):
            self._refuse(number, "is a no without a proof, and with --proof there must be one")
        return "bad" if "error" in answer else str(answer["answer"])

    def _refuse(self, number: int, why: str) -> NoReturn:
        fail(f"{self._name}, line {number}: {why}; the file must be new, or hold the beginning of the same batch")

    @contextmanager
    def _errors_told(self) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            fail(f"{self._name}: cannot be written: {(error.strerror or str(error)).lower()}")


def _bytes(text: str) -> bytes:
    return text.encode("utf-8", "backslashreplace")
