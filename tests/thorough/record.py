"""What is known of the parts of `make thorough`: on which commit and with which digest each was green.

Results are appended to a journal in ``build/`` as soon as they are there, so that a run goes on where it was
interrupted. The last green result of each part is kept in ``record.jsonl``, which is under version control: a fresh
clone knows from it what is green.
"""

from __future__ import annotations

import json
from collections import defaultdict
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Literal, NamedTuple

from crewsat.base.errors import Defect, InvalidInstance
from tests.thorough.reach import RECORD, git

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from tests.thorough.parts import Part

FOLDER = "build/thorough"
JOURNAL = f"{FOLDER}/journal.jsonl"

Standing = Literal["green", "red", "skipped", "stale", "missing"]


@dataclass(frozen=True)
class Result:
    """How a part ended.

    Attributes:
        part: its name.
        digest: of all it reached.
        commit: what was checked out.
        changes: whether the work tree was different from it: such a result counts only while there are changes.
        result: green, red, or skipped if no case failed but not all were run.
        cases: how many there were.
        cpu: seconds of processor time, with all children.
        ended: the time, UTC.
    """

    part: str
    digest: str
    commit: str
    changes: bool
    result: Literal["green", "red", "skipped"]
    cases: int
    cpu: float
    ended: str

    def as_line(self) -> str:
        """Return it as a line of JSON."""
        return json.dumps(asdict(self), ensure_ascii=False)


class State(NamedTuple):
    """What is checked out: a commit, and whether anything differs from it, the record apart."""

    commit: str
    changes: bool


def state_of(root: Path) -> State:
    """Return the state of a work tree; files that are not under version control are changes, ignored ones are not."""
    changed = git(root, "status", "--porcelain", "--untracked-files=all", "--", ".", f":(exclude){RECORD}")
    return State(git(root, "rev-parse", "HEAD").strip(), bool(changed))


class Known:
    """All results there are.

    Args:
        root: the top folder.

    Raises:
        InvalidInstance: if a line of the record or of the journal is none.
    """

    def __init__(self, root: Path) -> None:
        self._of: dict[str, list[Result]] = defaultdict(list)
        found = [result for name in (RECORD, JOURNAL) for result in _read(root / name, name)]
        for result in sorted(found, key=lambda result: result.ended):
            self._of[result.part].append(result)

    def standing(self, part: Part, digest: str, state: State) -> Standing:
        """Return how a part stands, by its last result with this digest."""
        result = self._last(part, digest, state)
        if result is not None:
            return result.result
        return "stale" if self._of[part.name] else "missing"

    def green(self, part: Part, digest: str, state: State) -> Result | None:
        """Return the result that makes a part green."""
        result = self._last(part, digest, state)
        return result if result is not None and result.result == "green" else None

    def last_green(self, part: Part) -> Result | None:
        """Return the last green result on a commit, whatever the digest."""
        green = [result for result in self._of[part.name] if result.result == "green" and not result.changes]
        return green[-1] if green else None

    def cpu(self, part: Part) -> float | None:
        """Return how many seconds of processor time a part took when it was last run."""
        return self._of[part.name][-1].cpu if self._of[part.name] else None

    def _last(self, part: Part, digest: str, state: State) -> Result | None:
        fit = [one for one in self._of[part.name] if one.digest == digest and (state.changes or not one.changes)]
        return fit[-1] if fit else None


def keep(root: Path, results: Iterable[Result]) -> None:
    """Write the record: a line for each of these parts."""
    lines = sorted(result.as_line() for result in results)
    (root / RECORD).write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")


def _read(path: Path, name: str) -> Iterator[Result]:
    if not path.exists():
        return
    whole, _, cut = path.read_bytes().rpartition(b"\n")  # a run may have been killed while it wrote the last line
    del cut
    for number, line in enumerate(whole.splitlines(), 1):
        try:
            yield Result(**json.loads(line))
        except (ValueError, TypeError):
            raise InvalidInstance([Defect(f"line {number}", "is not a result of a part")], name) from None
