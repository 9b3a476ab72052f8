"""Many instances in, one answer per line out: `crewsat decide` with several files, a ``.jsonl`` or ``.deals`` file."""

from __future__ import annotations

from collections import Counter, deque
from contextlib import closing, nullcontext
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from crewsat.base.errors import InvalidInstance
from crewsat.base.wording import counted, json_text
from crewsat.cli.answers import AnswerFile, Kept
from crewsat.cli.batch_table import Rows
from crewsat.cli.common import Terminated, for_people, interruptible, out, status_of
from crewsat.cli.kept_answers import bad_key, error_of
from crewsat.cli.progress import Progress
from crewsat.cli.stream import content_of
from crewsat.workers.pool import Pause, patiently

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterable, Iterator, Sequence

    from crewsat.cli.kept_answers import Given
    from crewsat.cli.stream import Line as GivenLine
    from crewsat.cli.usage import Asked
    from crewsat.engine.lines import Line
    from crewsat.engine.many import Source
    from crewsat.engine.options import Options
    from crewsat.engine.request import Request

ALL_DECIDED, SOME_BAD, SOME_UNDECIDED = 0, 1, 3
KINDS = "yes", "no", "reviewed", "unknown", "bad"
"""The kinds by which answers are counted."""


def decide_all(read: Callable[[], Iterator[Given | Pause]], asked: Asked, options: Options) -> int:
    """Decide many instances and return the exit status.

    Args:
        read: yields the instances, with fields that say where they come from; it may be called again.
        asked: how many workers there are, how answers are written, and where.
        options: those of `crewsat.decide`.
    """
    from crewsat.engine.decision import Decision  # noqa: PLC0415
    from crewsat.engine.lines import Lines  # noqa: PLC0415 - numpy only when there is something to decide
    from crewsat.engine.many import ask_many  # noqa: PLC0415
    from crewsat.questions.explain import Explaining  # noqa: PLC0415

    output, explain = asked.output, asked.explain
    needs = {
        "proof": options.proof,
        "fewest_tricks": options.fewest_tricks,
        "explain": explain,
        "whole": not asked.brief,
    }
    wanted = [name for name, value in needs.items() if value]
    lines = Lines(brief=asked.brief, digest=output is not None, folder=folder_of(output))

    request: Request[Any] = Explaining(options) if explain else Decision(options)

    def answer(given: Iterator[Source | InvalidInstance | Pause]) -> Generator[Line | InvalidInstance]:
        return ask_many(request, given, jobs=asked.jobs, render=lines)

    rows = Rows() if for_people() and not (output or asked.json or asked.brief) else None
    return answer_all(
        read,
        answer,
        files=asked.files,
        output=output,
        wanted=wanted,
        retry=asked.retry,
        rows=rows,
    )


def folder_of(output: str | None) -> str | None:
    """Return the folder to which paths in the answers are relative; None for the current one."""
    return None if output is None else str(Path(output).parent)


def answer_all(
    read: Callable[[], Iterator[Given | Pause]],
    answer: Callable[[Iterator[Source | InvalidInstance | Pause]], Generator[Line | InvalidInstance]],
    *,
    files: Sequence[str],
    output: str | None,
    wanted: Sequence[str] = (),
    retry: bool = False,
    rows: Rows | None = None,
) -> int:
    """Print the answers to many instances, or append them to a file, and return the exit status.

    Args:
        read: yields the instances, with fields that say where they come from; it may be called again.
        answer: yields the answers in the order of the instances.
        files: names of the files of instances.
        output: the file of answers; None for standard output.
        wanted: as in `AnswerFile`.
        retry: as in `AnswerFile`.
        rows: prints answers for people; None to print lines of JSON.
    """
    file = nullcontext() if output is None else AnswerFile(output, files, wanted=wanted, retry=retry)
    with file as answers:
        batch = _Batch(read() if answers is None else answers.left(read), answers)
        tell = (out if rows is None else rows.tell) if answers is None else answers.tell
        status = None
        found = answer(batch.taken())
        with closing(found), Progress(batch.progress) as progress:
            try:
                with interruptible():
                    for line in found:
                        progress.clear()
                        tell(batch.next(line))
                        progress.show()
                    batch.keep_the_rest()
            except (KeyboardInterrupt, Terminated) as stop:
                status = status_of(stop)
        if answers is not None:
            answers.finish()
    return status or batch.status


class _Batch:
    """What is known about the instances of a batch between being read and being answered."""

    def __init__(self, given: Iterator[Given | Kept | Pause], answers: AnswerFile | None) -> None:
        self._new: Counter[str] = Counter()
        self._given = given
        self._answers = answers
        self._kept: list[Kept] = []
        self._asked: deque[tuple[list[Kept], Given]] = deque()

    @property
    def counts(self) -> Counter[str]:
        """The answers so far by kind, including those that existed before."""
        return self._new if self._answers is None else self._new + self._answers.kept

    @property
    def status(self) -> int:
        """The exit status if all have been answered."""
        if self.counts["bad"]:
            return SOME_BAD
        return SOME_UNDECIDED if self.counts["unknown"] else ALL_DECIDED

    def taken(self) -> Iterator[Source | InvalidInstance | Pause]:
        """Yield the instances to be asked."""
        for given in self._given:
            if isinstance(given, Pause):
                yield given
                continue
            if isinstance(given, Kept):
                self._kept.append(given)
                continue
            self._asked.append((self._kept, given))
            self._kept = []
            yield given[1]

    def next(self, found: Line | InvalidInstance) -> str:
        """Return the answer to the first instance that has none yet, with the fields that identify the instance."""
        kept, (place, source) = self._asked.popleft()
        self._keep(kept)
        if isinstance(found, InvalidInstance):
            self._new["bad"] += 1
            key = place if self._answers is None else bad_key(place, source)
            return json_text({**key, **error_of(found)})
        self._new[found.answer] += 1
        return found.after(place)

    def keep_the_rest(self) -> None:
        """Append the answers that stay after the last instance that is asked."""
        self._keep(self._kept)

    def _keep(self, kept: Iterable[Kept]) -> None:
        if self._answers is not None:
            for one in kept:
                self._answers.keep(one)

    def progress(self, seconds: float) -> str:
        """Report how many answers there are, of each kind, how fast they arrive, and what could be retried."""
        counts = self.counts
        kinds = ", ".join(f"{counts[kind]} {kind}" for kind in KINDS if counts[kind])
        words = f"{counted(counts.total(), 'answer')}: {kinds or 'none'} ({self._new.total() / seconds:.0f} a second)"
        unknown = 0 if self._answers is None else self._answers.kept["unknown"]
        return f"{words}; {unknown} unknown from before kept, --retry tries again" if unknown else words


def instances_of(
    files: Sequence[str], *, whole: bool = False, lines: bool = False, seen: Iterator[GivenLine] | None = None
) -> Iterator[Given | Pause]:
    """Yield the source of every instance, or what is wrong with it, with its file and line.

    Args:
        files: with one instance or one per line, as `content_of` finds; ``-`` is standard input.
        whole: as in `crewsat.games.text.parse_text`.
        lines: as in `content_of`.
        seen: what it has found in the only file, if that has been read already.
    """
    from crewsat.base.guarded import name_of  # noqa: PLC0415
    from crewsat.engine.files import Unparsed  # noqa: PLC0415 - pydantic

    for file in files:
        line = 0
        try:
            content = content_of(file, lines=lines) if seen is None else seen
            if isinstance(content, bytes):
                yield {"file": file, "line": 1}, Unparsed(name_of(file), content, whole)
                continue
            for one in patiently(content) if file == "-" else content:
                if isinstance(one, Pause):
                    yield one
                    continue
                line, data = one
                name = f"{name_of(file)}, line {line}"
                given = data if isinstance(data, InvalidInstance) else Unparsed(name, data, whole)
                yield {"file": file, "line": line}, given
        except InvalidInstance as error:
            yield {"file": file, "line": line + 1}, error


def generated(words: str, generator: Any, seeds: Iterable[int]) -> Iterator[Given]:  # noqa: ANN401 - that of a game
    """Yield the source of every instance of these seeds; its line is the one it would have in a file of them.

    Args:
        words: what describes the generator.
        generator: has a method `with_seed`.
        seeds: the seeds.
    """
    for line, seed in enumerate(seeds, 1):
        yield {"file": words, "line": line, "seed": seed}, partial(generator.with_seed, seed)
