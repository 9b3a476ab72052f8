"""Many instances in, one answer a line out: what `crewsat decide` does with several files or a ``.jsonl`` file."""

from __future__ import annotations

from collections import Counter, deque
from contextlib import closing, nullcontext
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from crewsat.cli.answers import AnswerFile, Kept, key_of
from crewsat.cli.common import INTERRUPTED, TERMINATED, Terminated, interruptible, out
from crewsat.cli.progress import Progress
from crewsat.errors import Defect, InvalidInstance, WrongOption
from crewsat.verdict import Verdict
from crewsat.wording import counted, json_text

if TYPE_CHECKING:
    from collections.abc import Generator, Iterable, Iterator, Sequence

    from crewsat.cli.answers import Given
    from crewsat.engine.options import Options
    from crewsat.explaining import Explanation
    from crewsat.games.instance import Instance

ALL_DECIDED, SOME_BAD, SOME_UNDECIDED = 0, 1, 3


def is_batch(files: Sequence[str]) -> bool:
    """Whether these files are answered line by line."""
    return len(files) > 1 or files[0].endswith(".jsonl")


def decide_files(
    files: Sequence[str], options: Options, *, jobs: int | None, output: str | None, retry: bool, explain: bool
) -> int:
    """Decide all instances of these files and return the exit status.

    Args:
        files: JSON files with one instance, ``.jsonl`` files with one a line, ``-`` for one on standard input.
        options: those of `crewsat.decide`.
        jobs: number of worker processes, or None for one a core.
        output: where answers are appended; the ones that are there already are not sought again. None: stdout.
        retry: whether those that are unknown are asked again.
        explain: whether to explain each no, in the worker that found it.
    """
    from crewsat.engine.many import each_decided, verdicts_of  # noqa: PLC0415 - numpy only when there is something to decide
    from crewsat.explaining import explain_many  # noqa: PLC0415

    wanted = [name for name in ("proof", "fewest_tricks") if getattr(options, name)] + ["explain"] * explain
    with nullcontext() if output is None else AnswerFile(output, files, wanted=wanted, retry=retry) as answers:
        given = instances_of(files) if answers is None else answers.left(partial(instances_of, files))
        batch = _Batch(given, answers, options, explain=explain)
        folder = None if output is None else str(Path(output).parent)
        tell = out if answers is None else answers.tell
        status = None
        verdicts: Generator[Verdict | Explanation | InvalidInstance] = (
            explain_many(batch.taken(), jobs=jobs, options=options)
            if explain
            else verdicts_of(each_decided(batch.taken(), jobs=jobs, options=options))
        )
        with closing(verdicts), Progress(batch.progress) as progress:
            try:
                with interruptible():
                    for found in verdicts:
                        tell(_line(batch.key_of_next(found), found, folder))
                        progress.show()
                    batch.keep_the_rest()
            except KeyboardInterrupt:
                status = INTERRUPTED
            except Terminated:
                status = TERMINATED
        if answers is not None:
            answers.finish()
    return status or batch.status


class _Batch:
    """What is known of the instances of a batch between being read and being answered."""

    def __init__(
        self, given: Iterator[Given | Kept], answers: AnswerFile | None, options: Options, *, explain: bool
    ) -> None:
        self._new: Counter[str] = Counter()
        self._given = given
        self._answers = answers
        self._options = options
        self._explain = explain
        self._kept: list[Kept] = []
        self._why_not = cache(self._reason_against)
        self._asked: deque[tuple[list[Kept], dict[str, Any]]] = deque()

    @property
    def counts(self) -> Counter[str]:
        """The answers so far by kind, with those that were there before."""
        return self._new if self._answers is None else self._new + self._answers.kept

    @property
    def status(self) -> int:
        """The exit status if all have been answered."""
        if self.counts["bad"]:
            return SOME_BAD
        return SOME_UNDECIDED if self.counts["unknown"] else ALL_DECIDED

    def taken(self) -> Iterator[Instance | InvalidInstance]:
        """Yield the instances that are to be asked; one for which the options make no sense is bad input."""
        for given in self._given:
            if isinstance(given, Kept):
                self._kept.append(given)
                continue
            place, instance = given
            if not isinstance(instance, InvalidInstance):
                why = self._why_not(instance.game)
                instance = instance if why is None else InvalidInstance([Defect("game", why)])
            key = {"file": place[0], "line": place[1]} if self._answers is None else key_of(place, instance)
            self._asked.append((self._kept, key))
            self._kept = []
            yield instance

    def _reason_against(self, game: str) -> str | None:
        """Return why what is asked for makes no sense for a game; None if it does."""
        from crewsat.engine.frontend import why_not  # noqa: PLC0415 - numpy only when there is something to decide

        if self._explain:
            from crewsat.explaining import explainer_of  # noqa: PLC0415

            try:
                explainer_of(game)
            except WrongOption as error:
                return str(error)
        return why_not(game, self._options)

    def key_of_next(self, found: Verdict | Explanation | InvalidInstance) -> dict[str, Any]:
        """Return the key of the instance that this is the answer to: the first one that has none yet."""
        kept, key = self._asked.popleft()
        self._keep(kept)
        verdict = found if isinstance(found, (Verdict, InvalidInstance)) else found.verdict
        self._new["bad" if isinstance(verdict, InvalidInstance) else verdict.answer] += 1
        return key

    def keep_the_rest(self) -> None:
        """Append the answers that stay and come after the last instance that is asked."""
        self._keep(self._kept)

    def _keep(self, kept: Iterable[Kept]) -> None:
        if self._answers is not None:
            for one in kept:
                self._answers.keep(one)

    def progress(self, seconds: float) -> str:
        """Say how many answers there are, of each kind, how fast they come, and what could be asked again."""
        counts = self.counts
        kinds = ", ".join(f"{counts[kind]} {kind}" for kind in ("yes", "no", "unknown", "bad") if counts[kind])
        words = f"{counted(counts.total(), 'answer')}: {kinds or 'none'} ({self._new.total() / seconds:.0f} a second)"
        unknown = 0 if self._answers is None else self._answers.kept["unknown"]
        return f"{words}; {unknown} unknown from before kept, --retry asks again" if unknown else words


def instances_of(files: Sequence[str]) -> Iterator[Given]:
    """Yield every instance, or what is wrong with it, with its file and line."""
    from crewsat.files import load, load_lines  # noqa: PLC0415 - pydantic

    for file in files:
        line = 0
        try:
            if file.endswith(".jsonl"):
                for line, instance in load_lines(file):
                    yield (file, line), instance
            else:
                yield (file, 1), load(file)
        except InvalidInstance as error:
            yield (file, line + 1), error


def _line(key: dict[str, Any], found: Verdict | Explanation | InvalidInstance, folder: str | None) -> str:
    """Return an answer as a line; paths in it are relative to the folder of the file it goes to, if there is one."""
    if isinstance(found, InvalidInstance):
        return json_text({**key, "error": [defect.as_dict() for defect in found.defects]})
    verdict = found if isinstance(found, Verdict) else found.verdict
    told = found.as_dict()
    if folder is not None and verdict.proof is not None:
        told["proof"] = verdict.proof.seen_from(folder).as_dict()
    return json_text({**key, **told})
