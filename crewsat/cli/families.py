"""``crewsat generate --to``: a family of instances in a folder, for people who build planners and solvers.

In the folder are, for each seed, the problem or formula and what certifies the answer, named by the seed: ``17.cnf``
with ``17.model`` or ``17.lrat``, ``17.pddl`` with ``17.plan``. ``answers.jsonl`` has a line for each, written when the
files are; ``manifest.json``, written last, has all files with their digests. With the same versions, the same command
writes the same bytes.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import crewsat
from crewsat.base.errors import Defect, InvalidInstance, Stopped
from crewsat.base.guarded import named
from crewsat.base.outputs import check_empty_folder, write_new
from crewsat.base.wording import counted, json_text
from crewsat.cli.common import FAILED, Terminated, interruptible, status_of, warn
from crewsat.cli.declared import WrongUsage

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from crewsat.engine.families import Member

PDDL, DIMACS = "pddl", "dimacs"
FORMS = (DIMACS, PDDL)
COMPLETE, UNDECIDED_REMAIN = 0, 3
ANSWERS, MANIFEST = "answers.jsonl", "manifest.json"


@dataclass(frozen=True, slots=True)
class Wanted:
    """What is wanted of a family.

    Attributes:
        form: ``pddl`` or ``dimacs``; None for no family.
        folder: a new or an empty one.
        solvable: how many instances that can be won; None for all, or none if the other number is given.
        unsolvable: how many that cannot.
        proofs: whether each no gets a proof.
        time_limit: seconds for the answer to an instance.
    """

    form: str | None
    folder: str | None
    solvable: int | None
    unsolvable: int | None
    proofs: bool
    time_limit: float | None

    def check(self, *, text: bool) -> None:
        """Check that the options can be combined.

        Raises:
            WrongUsage: if they cannot.
        """
        if self.form is None:
            others: dict[str, object] = {
                "--output": self.folder,
                "--solvable": self.solvable,
                "--unsolvable": self.unsolvable,
            }
            others |= {"--proofs": self.proofs or None, "--time-limit": self.time_limit}
            needing = next((name for name, value in others.items() if value is not None), None)
            if needing is not None:
                raise WrongUsage(f"{needing} applies to --to dimacs and --to pddl")
        elif self.folder is None:
            raise WrongUsage(f"--output DIR is missing: --to {self.form} writes a file for each seed")
        elif text:
            raise WrongUsage(f"--text and --to {self.form} exclude each other")
        elif self.proofs and self.form != DIMACS:
            raise WrongUsage("--proofs applies to --to dimacs")

    @property
    def numbers(self) -> dict[str, int] | None:
        """How many instances of each answer are wanted; None for all."""
        if self.solvable is None and self.unsolvable is None:
            return None
        return {"yes": self.solvable or 0, "no": self.unsolvable or 0}


@dataclass(slots=True)
class _Written:
    """What has been written to a folder: the digests of files by name, and the answers."""

    folder: str
    files: dict[str, dict[str, Any]] = field(default_factory=dict)
    answers: Counter[str] = field(default_factory=Counter)

    def write(self, name: str, content: bytes) -> None:
        """Write a file, unless it is one that the family shares and that is there already."""
        if name not in self.files:
            write_new(Path(self.folder, name), content)
            self.note(name, content)

    def note(self, name: str, content: bytes) -> None:
        """Note the digest of a file."""
        self.files[name] = {"sha256": hashlib.sha256(content).hexdigest(), "bytes": len(content)}


def write_family(instances: Iterable[tuple[int, Any]], wanted: Wanted) -> int:
    """Write a family of instances to a folder, and return the exit status.

    Args:
        instances: seeds and what they give.
        wanted: what is wanted.

    Raises:
        InvalidInstance: if the folder has files or cannot be written, or an instance is too large.
    """
    folder = wanted.folder or ""
    check_empty_folder(folder)
    written = _Written(folder)
    about: dict[str, Any] = {}
    answers = Path(folder, ANSWERS)
    try:
        with interruptible():
            for seed, instance, one in _members(instances, wanted, written.answers):
                line = _line(seed, instance, one, written)
                with answers.open("ab") as stream:
                    stream.write(f"{line}\n".encode())
                about = about or {key: value for key, value in (instance.about or {}).items() if key != "seed"}
    except (KeyboardInterrupt, Terminated) as stop:
        return status_of(stop)
    answers.touch()
    written.note(ANSWERS, answers.read_bytes())
    kept = {"format": 1, "version": crewsat.__version__, **about, "to": wanted.form}
    manifest = {**kept, "answers": dict(sorted(written.answers.items())), "files": written.files}
    write_new(Path(folder, MANIFEST), f"{json_text(manifest, indent=2)}\n".encode())
    return _status(written.answers, wanted.numbers)


def _members(
    instances: Iterable[tuple[int, Any]], wanted: Wanted, answers: Counter[str]
) -> Iterator[tuple[int, Any, Member]]:
    """Yield the members of a family until there are enough of each answer, and count them."""
    from crewsat.engine import families  # noqa: PLC0415 - numpy

    numbers = wanted.numbers
    made = families.problem if wanted.form == PDDL else partial(families.formula, proofs=wanted.proofs)
    for seed, instance in instances:
        if numbers is not None and all(answers[answer] >= number for answer, number in numbers.items()):
            return
        try:
            with named(f"seed {seed}"):
                one = made(instance, time_limit=wanted.time_limit)
        except Stopped:
            words = "the file is estimated to be larger than the memory limit, or its text too long"
            raise InvalidInstance([Defect("", words)], f"seed {seed}") from None
        answer = one.verdict.answer
        if numbers is None or answers[answer] < numbers.get(answer, 0):
            answers[answer] += 1
            yield seed, instance, one


def _line(seed: int, instance: Any, one: Member, written: _Written) -> str:  # noqa: ANN401 - of any game
    """Write the files of a member, and return its line of answers."""
    for name, content in one.shared.items():
        written.write(name, content)
    names = {f"{seed}{ending}": content for ending, content in one.files.items()}
    for name, content in names.items():
        written.write(name, content)
    answer = {key: value for key, value in one.verdict.as_dict().items() if key not in {"statistics", "about"}}
    return json_text({"seed": seed, "files": [*names], **answer, "instance": instance.as_dict()})


def _status(answers: Counter[str], numbers: dict[str, int] | None) -> int:
    """Return the exit status; a family that lacks instances gets a line on stderr."""
    lacking = {answer: number for answer, number in (numbers or {}).items() if answers[answer] < number}
    for answer, number in lacking.items():
        kind = "that can be won" if answer == "yes" else "that cannot be won"
        warn(f"--seeds: {counted(answers[answer], 'deal')} {kind} among these seeds, not {number}; allowed: more seeds")
    if lacking:
        return FAILED
    return UNDECIDED_REMAIN if answers["unknown"] else COMPLETE
