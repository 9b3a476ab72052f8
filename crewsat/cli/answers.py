"""A file of answers that a batch appends to, so that it can be interrupted and resumed.

A line is an answer with its file, its line and a SHA-256 (`crewsat.cli.kept_answers`). The file must contain the
beginning of the same batch, with everything that is asked for now; any other file is left unchanged, and only a last
line whose writing was interrupted is replaced.

To retry unknown answers, a second file is written beside the first and replaces it in the end: answers that stay are
copied, and so is the rest if the retry is interrupted. The first file never holds less than before, and a retry that
was killed continues from the second.
"""

from __future__ import annotations

import os
from collections import Counter
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING, Self

from crewsat.base.journal import Journal, is_beginning
from crewsat.base.outputs import check_output
from crewsat.cli.kept_answers import ALLOWED, beginnings, bytes_of, kind_of
from crewsat.workers.pool import Pause

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from crewsat.cli.kept_answers import Given


@dataclass(frozen=True, slots=True)
class Kept:
    """An answer that stays as it is: where the file has it, and what kind it is."""

    start: int
    size: int
    kind: str


class AnswerFile:
    """An open file of answers, closed on leaving its context.

    Args:
        name: of the file; it need not exist.
        inputs: names of the files of instances; it may be none of them.
        wanted: what is asked for now, as far as answers without it do not suffice: keys of `LACKS`.
        retry: whether to retry unknown answers.

    Raises:
        InvalidInstance: if it cannot be opened or written, or another run has it open.
    """

    def __init__(self, name: str, inputs: Sequence[str], *, wanted: Sequence[str] = (), retry: bool = False) -> None:
        self._wanted = wanted
        self._retry = retry
        self._place = os.path.realpath(name)
        check_output(name, inputs, appended=True)
        if retry:
            check_output(self._name_beside, [*inputs, name], appended=True)
        self._journal = Journal(name)
        self._beside: Journal | None = None
        self._lines = 0
        """How many lines the second file holds."""
        self.kept: Counter[str] = Counter()
        """The answers that were there before and stay, by kind."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        for journal in (self._journal, self._beside):
            if journal is not None:
                journal.close()

    @property
    def _name_beside(self) -> str:
        return f"{self._place}.retry"

    def left(self, read: Callable[[], Iterator[Given | Pause]]) -> Iterator[Given | Kept | Pause]:
        """Check the existing answers, and return the instances that remain to be asked.

        In a retry, the iterator also yields the answers that stay.

        Args:
            read: reads the instances; in a retry, it is called more than once.

        Raises:
            InvalidInstance: if the file holds anything else; it is unchanged.
        """
        due = _Due(read())
        old = self._taken_up(self._journal, due, cut=not self._retry)
        if not self._retry:
            self.kept.update(kept.kind for kept in old)
            return due
        answers = list(old)
        self._beside = Journal(self._name_beside)
        again = list(self._taken_up(self._beside, _Due(read())))
        # What an earlier retry left unknown, and the file has answered since, must not be lost.
        worse = (new.kind == "unknown" != before.kind for new, before in zip(again, answers, strict=False))
        self._lines = next((k for k, is_worse in enumerate(worse) if is_worse), len(again))
        self._beside.cut(sum(kept.size + 1 for kept in again[: self._lines]))
        self.kept.update(kept.kind for kept in again[: self._lines])
        return self._to_retry(answers[self._lines :], islice(_Due(read()).instances(), self._lines, None))

    def _to_retry(self, answers: Iterable[Kept], due: Iterator[Given]) -> Iterator[Given | Kept]:
        for kept in answers:
            given = next(due)
            if kept.kind == "unknown":
                yield given
            else:
                self.kept[kept.kind] += 1
                yield kept
        yield from due

    def tell(self, line: str) -> None:
        """Append an answer."""
        self._append(bytes_of(line))

    def keep(self, kept: Kept) -> None:
        """Copy an answer that stays."""
        self._append(self._journal.read(kept.start, kept.size))

    def finish(self) -> None:
        """Replace the old answers by those of a retry, and by those it did not reach."""
        if self._beside is not None:
            for line in islice(self._journal.lines(), self._lines, None):
                if line.endswith(b"\n"):
                    self._beside.append(line[:-1])
            self._beside.replace(self._place)

    def _append(self, line: bytes) -> None:
        (self._beside or self._journal).append(line)
        self._lines += 1

    def _taken_up(self, journal: Journal, due: _Due, *, cut: bool = True) -> Iterator[Kept]:
        """Yield the answers of a file, each to the instance that is due; a truncated last line is dropped.

        Args:
            journal: the file.
            due: the instances; those that have an answer are taken.
            cut: as in `Journal.take_up`.
        """
        end = 0

        def read(_number: int, line: bytes) -> Kept:
            nonlocal end
            given = next(due.instances(), None)
            if given is None:
                raise ValueError(f"there are more answers than instances; {ALLOWED}")
            kept = Kept(end, len(line), kind_of(line, *given, self._wanted))
            end += len(line) + 1
            return kept

        def begins(_number: int, line: bytes) -> bool:
            given = next(due.instances(), None)
            if given is None:
                return False
            due.put_back(given)
            return any(is_beginning(line, start) for start in beginnings(*given))

        return journal.take_up(read, begins, cut=cut)


class _Due:
    """An iterator over instances whose answers are due, into which one can be put back; it may yield pauses."""

    def __init__(self, instances: Iterator[Given | Pause]) -> None:
        self._instances = instances
        self._back: list[Given] = []

    def __iter__(self) -> Self:
        return self

    def __next__(self) -> Given | Pause:
        return self._back.pop() if self._back else next(self._instances)

    def instances(self) -> Iterator[Given]:
        """Yield the instances without the pauses."""
        return (given for given in self if not isinstance(given, Pause))

    def put_back(self, given: Given) -> None:
        """Put an instance back, to be the next."""
        self._back.append(given)
