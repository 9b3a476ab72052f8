"""Many instances in, one answer a line out: what `crewsat decide` does with several files or a ``.jsonl`` file."""

from __future__ import annotations

import json
import sys
import time
from collections import Counter, deque
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

from crewsat.cli.common import INTERRUPTED, TERMINATED, Terminated, fail, out
from crewsat.errors import InvalidInstance, counted, visible

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from crewsat.games.crew.instance import Crew
    from crewsat.verdict import Verdict

    Place = tuple[str, int]
    Tell = Callable[[str], None]

ALL_DECIDED, SOME_BAD, SOME_UNDECIDED = 0, 1, 3

_OFTEN, _SELDOM = 0.2, 10.0
"""Seconds between two lines of progress: where they are written over each other, and where they cannot be."""


def is_batch(files: Sequence[str]) -> bool:
    """Whether these files are answered line by line."""
    return len(files) > 1 or files[0].endswith(".jsonl")


def decide_files(files: Sequence[str], *, jobs: int | None, output: str | None, **options: Any) -> int:  # noqa: ANN401
    """Decide all instances of these files and return the exit status.

    Args:
        files: JSON files with one instance, ``.jsonl`` files with one a line, ``-`` for one on standard input.
        jobs: number of worker processes, or None for one a core.
        output: where answers are appended; the ones that are there already are not sought again. None: stdout.
        options: those of `crewsat.decide`.
    """
    from crewsat.decision import decide_many  # noqa: PLC0415 - numpy only when there is something to decide

    instances = instances_of(files)
    counts: Counter[str] = Counter()
    places: deque[Place] = deque()

    def taken() -> Iterator[Crew | InvalidInstance]:
        for place, instance in instances:
            places.append(place)
            yield instance

    with _answers(output, instances, counts) as tell, _Progress(counts) as progress:
        try:
            with closing(decide_many(taken(), jobs=jobs, **options)) as verdicts:
                for verdict in verdicts:
                    tell(_line(*places.popleft(), verdict))
                    counts["bad" if isinstance(verdict, InvalidInstance) else verdict.answer] += 1
                    progress.show()
        except KeyboardInterrupt:
            return INTERRUPTED
        except Terminated:
            return TERMINATED
    return SOME_BAD if counts["bad"] else SOME_UNDECIDED if counts["unknown"] else ALL_DECIDED


def instances_of(files: Sequence[str]) -> Iterator[tuple[Place, Crew | InvalidInstance]]:
    """Yield every instance, or what is wrong with it, with its file and line."""
    from crewsat.files import load, load_lines  # noqa: PLC0415 - pydantic

    for file in files:
        line = 1
        try:
            if file.endswith(".jsonl"):
                for line, instance in load_lines(file):
                    yield (file, line), instance
            else:
                yield (file, line), load(file)
        except InvalidInstance as error:
            yield (file, line), error


def _line(file: str, line: int, verdict: Verdict | InvalidInstance) -> str:
    said = (
        {"error": [defect.as_dict() for defect in verdict.defects]}
        if isinstance(verdict, InvalidInstance)
        else verdict.as_dict()
    )
    return json.dumps({"file": file, "line": line, **said}, ensure_ascii=False)


@contextmanager
def _answers(output: str | None, instances: Iterator[tuple[Place, object]], counts: Counter[str]) -> Iterator[Tell]:
    """Open the place answers go to; instances that are answered there already are skipped and counted."""
    if output is None:
        yield out
        return
    try:
        with Path(output).open("a+b") as stream:
            stream.seek(0)
            end = 0
            for number, line in enumerate(stream, 1):
                if not line.endswith(b"\n"):  # cut off in the middle: to be answered again
                    break
                counts[_answered(line, next(instances, None), f"{visible(output, 200)}, line {number}")] += 1
                end += len(line)
            stream.truncate(end)

            def tell(line: str) -> None:
                stream.write(f"{line}\n".encode())
                stream.flush()

            yield tell
    except OSError as error:
        fail(f"{visible(output, 200)}: cannot be written: {(error.strerror or str(error)).lower()}")


def _answered(line: bytes, expected: tuple[Place, object] | None, where: str) -> str:
    """Return what kind of answer this line is; it must be the one to the instance expected."""
    try:
        answer = json.loads(line)
        place = (answer["file"], answer["line"])
        kind = "bad" if "error" in answer else str(answer["answer"])
    except (ValueError, TypeError, KeyError):
        fail(f"{where}: is no answer; the file must be new, or hold the beginning of the same batch")
    if expected is None or place != expected[0]:
        said = "nothing" if expected is None else f"{visible(expected[0][0], 200)}, line {expected[0][1]}"
        fail(f"{where}: answers {visible(place[0], 200)}, line {visible(place[1])}, where {said} is due")
    return kind


class _Progress:
    """How far the work is, on stderr: one line that is written over on a terminal, one now and then elsewhere."""

    def __init__(self, counts: Counter[str]) -> None:
        self._counts = counts
        self._here = sys.stderr
        self._terminal = self._here is not None and self._here.isatty()
        self._before = counts.total()
        self._start = self._shown = time.monotonic()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._tell("\n")

    def show(self) -> None:
        """Tell the progress if it is time to."""
        now = time.monotonic()
        if now - self._shown >= (_OFTEN if self._terminal else _SELDOM):
            self._shown = now
            self._tell("" if self._terminal else "\n")

    def _tell(self, end: str) -> None:
        seconds = time.monotonic() - self._start
        counts = self._counts
        parts = [f"{counts[kind]} {kind}" for kind in ("yes", "no", "unknown", "bad") if counts[kind]]
        rate = (counts.total() - self._before) / max(seconds, 1e-9)
        words = f"{counted(counts.total(), 'answer')}: {', '.join(parts) or 'none'} ({rate:.0f} a second)"
        if self._here is not None:
            with suppress(OSError):
                print(f"\r{words:78}" if self._terminal else words, end=end, file=self._here, flush=True)
