"""Which test files a change may have turned red, and what is known of those that were green."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import TYPE_CHECKING
from xml.etree import ElementTree as ET

from tests.thorough.reach import Tree

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from pathlib import Path

FOLDER = "build/tests"


@dataclass(frozen=True)
class Choice:
    """The test files to run.

    Attributes:
        tree: the files of the repository.
        place: where it is kept what was green.
        others: a digest of all files that are not Python modules.
        digests: of what each test file reaches.
        green: the digests with which test files were green.
        files: the test files to run.
        why: why all of them are to be run; empty if they need not be.
    """

    tree: Tree
    place: Path
    others: str
    digests: Mapping[str, str]
    green: Mapping[str, str]
    files: tuple[str, ...]
    why: str

    @classmethod
    def of(cls, root: Path, name: str, *, everything: bool) -> Choice:
        """Return the files to run.

        Args:
            root: the top folder.
            name: of the tests, as given to ``python -m tests.chosen``.
            everything: whether all files are to be run.

        Raises:
            NoRepository: if the folder is not under version control.
        """
        tree, place = Tree(root), root / FOLDER / f"{name}.json"
        others, digests = _digest_of_others(tree), {test: tree.digest(test, []) for test in files_of_tests(tree)}
        tests = tuple(digests)
        try:
            known = json.loads(place.read_text(encoding="utf-8"))
            green, before = dict(known["green"]), known["others"]
        except (OSError, ValueError, KeyError, TypeError):
            return cls(tree, place, others, digests, {}, tests, "nothing is known of earlier runs")
        if everything:
            return cls(tree, place, others, digests, green, tests, "everything is asked for")
        if others != before:
            return cls(tree, place, others, digests, {}, tests, "a file has changed that is not a Python module")
        changed = tuple(test for test, digest in digests.items() if green.get(test) != digest)
        return cls(tree, place, others, digests, green, changed, "")

    def __str__(self) -> str:
        number = f"{len(self.files)} of {len(self.digests)} test files"
        why = self.why or "the others reach nothing that has changed since they were green; ALL=1 runs all"
        return f"{number}: {why}"

    def keep(self, green: Iterable[str]) -> None:
        """Keep which of the chosen files were green, except those that reach what has changed meanwhile."""
        names = set(green)
        reached = {test: self.tree.reached(test) for test in names}
        changed = {name for name in set[str]().union(*reached.values()) if self.tree.has_changed(name)}
        sure = {test: self.digests[test] for test in names if changed.isdisjoint(reached[test])}
        rest = {test: digest for test, digest in self.green.items() if test not in self.files}
        self.place.parent.mkdir(parents=True, exist_ok=True)
        self.place.write_text(json.dumps({"others": self.others, "green": {**rest, **sure}}), encoding="utf-8")


def files_of_tests(tree: Tree) -> tuple[str, ...]:
    """Return all test files."""
    names = (name for name in tree.files if name.startswith("tests/"))
    return tuple(name for name in names if PurePosixPath(name).match("test_*.py"))


def with_mark(root: Path, files: Iterable[str], mark: str) -> tuple[str, ...]:
    """Return the files that name a mark."""
    return tuple(file for file in files if f"mark.{mark}" in (root / file).read_text(encoding="utf-8"))


def not_green(report: str | Path) -> set[str]:
    """Return the test files in which something failed or was skipped, by a report of pytest."""
    found = set()
    for case in ET.parse(report).iter("testcase"):  # noqa: S314 - pytest has just written it
        if any(case.find(how) is not None for how in ("failure", "error", "skipped")):
            found.add(case.get("file") or f"{case.get('classname', '').replace('.', '/')}.py")
    return found


def _digest_of_others(tree: Tree) -> str:
    """Return a digest of the files that are not Python modules."""
    whole = hashlib.sha256()
    for name in tree.files:
        if not name.endswith(".py"):
            whole.update(f"{name}\n".encode() + hashlib.sha256((tree.root / name).read_bytes()).digest())
    return whole.hexdigest()
