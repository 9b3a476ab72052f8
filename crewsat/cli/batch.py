"""Many instances in, one answer a line out: what `crewsat decide` does with several files or a ``.jsonl`` file."""

from __future__ import annotations

import json
from collections import Counter, deque
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Any

from crewsat.cli.answers import AnswerFile, key_of
from crewsat.cli.common import INTERRUPTED, TERMINATED, Terminated, interruptible, out
from crewsat.cli.explain import find_for
from crewsat.cli.progress import Progress
from crewsat.errors import Defect, InvalidInstance, counted
from crewsat.verdict import Verdict

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from crewsat.cli.answers import Given
    from crewsat.explaining import Explanation
    from crewsat.games.instance import Instance

ALL_DECIDED, SOME_BAD, SOME_UNDECIDED = 0, 1, 3


def is_batch(files: Sequence[str]) -> bool:
    """Whether these files are answered line by line."""
    return len(files) > 1 or files[0].endswith(".jsonl")


def decide_files(
    files: Sequence[str],
    *,
    jobs: int | None,
    output: str | None,
    explain: bool = False,
    **options: Any,  # noqa: ANN401
) -> int:
    """Decide all instances of these files and return the exit status.

    Args:
        files: JSON files with one instance, ``.jsonl`` files with one a line, ``-`` for one on standard input.
        jobs: number of worker processes, or None for one a core.
        output: where answers are appended; the ones that are there already are not sought again. None: stdout.
        explain: whether to explain each no, here, while the workers go on.
        options: those of `crewsat.decide`.
    """
    from crewsat.decision import decide_many, why_not  # noqa: PLC0415 - numpy only when there is something to decide

    counts: Counter[str] = Counter()
    asked: deque[tuple[dict[str, Any], Instance | InvalidInstance]] = deque()
    answers = None if output is None else AnswerFile(output, files, proofs=options.get("proof") is not None)
    folder = None if output is None else str(Path(output).parent)
    tell = out if answers is None else answers.tell
    instances = instances_of(files)
    if answers is not None:
        instances = answers.skip_answered(instances, counts)

    def fitting(instance: Instance | InvalidInstance) -> Instance | InvalidInstance:
        why = None if isinstance(instance, InvalidInstance) else why_not(instance.game, options)  # type: ignore[arg-type]
        return instance if why is None else InvalidInstance([Defect("game", why)])

    def taken() -> Iterator[Instance | InvalidInstance]:
        for place, read in instances:
            instance = fitting(read)
            key = {"file": place[0], "line": place[1]} if answers is None else key_of(place, instance)
            asked.append((key, instance))
            yield instance

    with closing(decide_many(taken(), jobs=jobs, **options)) as verdicts, _progress(counts) as progress:
        try:
            with interruptible():
                for verdict in verdicts:
                    key, instance = asked.popleft()
                    explained = None
                    if explain and isinstance(verdict, Verdict) and not isinstance(instance, InvalidInstance):
                        explained = find_for(instance, verdict, options)
                    tell(_line(key, explained or verdict, folder))
                    counts["bad" if isinstance(verdict, InvalidInstance) else verdict.answer] += 1
                    progress.show()
        except KeyboardInterrupt:
            return INTERRUPTED
        except Terminated:
            return TERMINATED
    return SOME_BAD if counts["bad"] else SOME_UNDECIDED if counts["unknown"] else ALL_DECIDED


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
        return json.dumps({**key, "error": [defect.as_dict() for defect in found.defects]}, ensure_ascii=False)
    verdict = found if isinstance(found, Verdict) else found.verdict
    told = found.as_dict()
    if folder is not None and verdict.proof is not None:
        told["proof"] = verdict.proof.seen_from(folder).as_dict()
    return json.dumps({**key, **told}, ensure_ascii=False)


def _progress(counts: Counter[str]) -> Progress:
    """Tell how many answers there are, of each kind, and how fast they come."""
    before = counts.total()

    def words(seconds: float) -> str:
        parts = [f"{counts[kind]} {kind}" for kind in ("yes", "no", "unknown", "bad") if counts[kind]]
        rate = (counts.total() - before) / seconds
        return f"{counted(counts.total(), 'answer')}: {', '.join(parts) or 'none'} ({rate:.0f} a second)"

    return Progress(words)
