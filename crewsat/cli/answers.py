"""A file of answers that a batch appends to, so that it can be interrupted and resumed.

A line is an answer with its file, its line and the SHA-256 of its instance. What the file holds must be the beginning
of the same batch, with everything that is asked for now; anything else is left alone, and only a last line whose
writing was interrupted is replaced.

To ask again what is unknown, a second file is written beside the first, and takes its place in the end: answers that
stay are copied, and so is the rest if the retry is interrupted. The first file never holds less than before, and a
retry that is killed goes on from the second.
"""

from __future__ import annotations

import json
import os
from collections import Counter
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING, Any, NoReturn, Self

from crewsat.cli.common import fail
from crewsat.errors import InvalidInstance
from crewsat.journal import Journal
from crewsat.outputs import check_output
from crewsat.wording import json_text, visible

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from crewsat.engine.many import Source

    Place = Mapping[str, str | int]
    """The fields of an answer that say where its instance comes from: file and line, of a generated one its seed."""
    Given = tuple[Place, Source | InvalidInstance]

_LACKS: Mapping[str, tuple[str, Callable[[Mapping[str, Any]], bool]]] = {
    "proof": (
        "a no without a proof, which --proof requires",
        lambda answer: (
            answer["answer"] == "no" and not {"proof", "unproved"} & set(answer) and answer["checked"] != "proof"
        ),
    ),
    "explain": (
        "a no without an explanation, which --explain requires",
        lambda answer: answer["answer"] == "no" and "explanation" not in answer,
    ),
    "fewest_tricks": (
        "a yes without the fewest tricks, which --fewest-tricks requires",
        lambda answer: answer["answer"] == "yes" and "fewest_tricks" not in answer,
    ),
    "review": ("not a review", lambda answer: "steps" not in answer),
    "proved": (
        "a review without a proof, which --proof requires",
        lambda answer: "lost_with" in answer and not {"proof", "unproved"} & set(answer) and not _argued(answer),
    ),
    "whole": ("a brief answer; use --brief to continue the file", lambda answer: "format" not in answer),
}
"""By what is asked for now: what an answer is that was given without it, and whether this one is."""


def _argued(review: Mapping[str, Any]) -> bool:
    """Whether a game was lost by what can be said in words, so that there is nothing to prove."""
    return all(step["checked"] in {"algorithm", "proof"} for step in review["steps"] if step["answer"] == "no")


@dataclass(frozen=True, slots=True)
class Kept:
    """An answer that stays as it is: where the file has it, and what kind it is."""

    start: int
    size: int
    kind: str


def key_of(place: Place, source: Source | InvalidInstance) -> dict[str, Any]:
    """Return the fields that say which instance an answer is to."""
    try:
        sha256 = {} if isinstance(source, InvalidInstance) else {"sha256": source().digest()}
    except InvalidInstance:
        sha256 = {}
    return {**place, **sha256}


class AnswerFile:
    """An open file of answers, closed on leaving its context; it leaves with status 1 if it is not what it should be.

    Args:
        name: of the file; it need not be there.
        inputs: names of the files of instances, none of which it may be.
        wanted: what is asked for now, as far as answers without it do not do: keys of `_LACKS`.
        retry: whether to ask again what is unknown.

    Raises:
        InvalidInstance: if it cannot be opened or written, or another run has it open.
    """

    def __init__(self, name: str, inputs: Sequence[str], *, wanted: Sequence[str] = (), retry: bool = False) -> None:
        self._wanted = wanted
        self._retry = retry
        self._name = name
        self._place = os.path.realpath(name)
        check_output(name, inputs, appended=True)
        if retry:
            check_output(self._name_beside, [*inputs, name], appended=True)
        self._journal = Journal(name)
        self._beside: Journal | None = None
        self._lines = 0
        """How many lines the file beside it holds."""
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

    def left(self, read: Callable[[], Iterator[Given]]) -> Iterator[Given | Kept]:
        """Check the answers that are there, and return the instances that are to be asked.

        Of a retry, the iterator also yields the answers that stay.

        Args:
            read: reads the instances; of a retry, it is called more than once.
        """
        due = _Due(read())
        old = self._answered(self._journal, self._name, due)
        if not self._retry:
            self.kept.update(kept.kind for kept in old)
            return due
        answers = list(old)
        self._beside = Journal(self._name_beside)
        again = list(self._answered(self._beside, self._name_beside, _Due(read())))
        # What an earlier retry left unknown, and the file has known since, is not to be taken back.
        worse = (new.kind == "unknown" != before.kind for new, before in zip(again, answers, strict=False))
        self._lines = next((k for k, is_worse in enumerate(worse) if is_worse), len(again))
        self._beside.cut(sum(kept.size + 1 for kept in again[: self._lines]))
        self.kept.update(kept.kind for kept in again[: self._lines])
        return self._to_retry(answers[self._lines :], islice(read(), self._lines, None))

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
        self._append(_bytes(line))

    def keep(self, kept: Kept) -> None:
        """Copy an answer that stays."""
        self._append(self._journal.read(kept.start, kept.size))

    def finish(self) -> None:
        """Put the answers of a retry, and those it did not come to, in the place of the old ones."""
        if self._beside is not None:
            for line in islice(self._journal.lines(), self._lines, None):
                if line.endswith(b"\n"):
                    self._beside.append(line[:-1])
            self._beside.replace(self._place)

    def _append(self, line: bytes) -> None:
        (self._beside or self._journal).append(line)
        self._lines += 1

    def _answered(self, journal: Journal, name: str, due: _Due) -> Iterator[Kept]:
        """Yield the answers of a file, each to the instance that is due; a last line that was cut off is dropped."""
        size = 0
        for number, line in enumerate(journal.lines(), 1):
            given = next(due, None)
            if given is None:
                _refuse(name, number, "there are more answers than instances")
            if not line.endswith(b"\n"):
                start = _bytes(json_text(key_of(*given))[:-1])
                if not (start.startswith(line) or line.startswith(start)):
                    _refuse(name, number, "this is not an answer to the instance that is due")
                due.put_back(given)
                journal.cut(size)
                return
            yield Kept(size, len(line) - 1, self._kind(line, given, name, number))
            size += len(line)

    def _kind(self, line: bytes, given: Given, name: str, number: int) -> str:
        """Return what kind of answer this line is; it must be the one to the instance that is due, and do."""
        try:
            answer = json.loads(line)
        except (ValueError, RecursionError):
            answer = None
        if not isinstance(answer, dict) or not {"error", "answer", "steps"} & set(answer):
            _refuse(name, number, "this is not an answer")
        due = key_of(*given)
        if any(answer.get(key) != value for key, value in due.items()):
            words = f"this is not the answer to {visible(due['file'], 200)}, line {due['line']}, which is due"
            _refuse(name, number, words)
        if "error" in answer:
            return "bad"
        for asked in self._wanted:
            what, lacks = _LACKS[asked]
            if lacks(answer):
                _refuse(name, number, f"this is {what}")
        if "steps" in answer:
            return "unknown" if "reason" in answer else "reviewed"
        return str(answer["answer"])


class _Due:
    """Instances whose answers are due, an iterator that takes one back."""

    def __init__(self, instances: Iterator[Given]) -> None:
        self._instances = instances
        self._back: list[Given] = []

    def __iter__(self) -> Self:
        return self

    def __next__(self) -> Given:
        return self._back.pop() if self._back else next(self._instances)

    def put_back(self, given: Given) -> None:
        """Have this one be the next."""
        self._back.append(given)


def _refuse(name: str, number: int, why: str) -> NoReturn:
    allowed = "the file must be new, or hold the beginning of the same batch"
    fail(f"{visible(name, 200)}, line {number}: {why}; {allowed}")


def _bytes(text: str) -> bytes:
    return text.encode("utf-8", "backslashreplace")
