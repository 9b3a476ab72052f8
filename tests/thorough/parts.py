"""The parts of `make thorough`: a test file, or if a test has many cases, some of these.

A part takes minutes. Tests that look at a clock are parts of their own, because nothing else may run beside them.
"""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator

PYTEST = (
    sys.executable,
    "-m",
    "pytest",
    "-p",
    "tests.thorough.plugin",
    "-p",
    "no:cacheprovider",
    "-ra",
    "-m",
    "thorough",
)


class NotCollected(Exception):  # noqa: N818 - what happened
    """Pytest cannot collect the tests; the message is what it says."""


@dataclass(frozen=True)
class Part:
    """Cases that are run together.

    Attributes:
        name: the test file, with the test and which of its cases if these are not all cases of the file.
        cases: their names for pytest.
        alone: whether nothing else may run meanwhile.
    """

    name: str
    cases: tuple[str, ...]
    alone: bool

    @property
    def file(self) -> str:
        """The test file, relative to the top folder."""
        return self.name.partition("::")[0].partition(" ")[0]


def collected(root: Path) -> list[Part]:
    """Return all parts of the tests in a folder.

    Raises:
        NotCollected: if pytest fails.
    """
    with TemporaryDirectory() as folder:
        answer = Path(folder) / "cases.json"
        command = [*PYTEST, "--collect-only", "-q", "--thorough-to", str(answer)]
        told = subprocess.run(command, cwd=root, capture_output=True, text=True, check=False)
        if told.returncode:
            raise NotCollected(told.stdout + told.stderr)
        return parts_of(json.loads(answer.read_text()))


def parts_of(cases: list[dict[str, Any]]) -> list[Part]:
    """Divide cases into parts; each has its name, how many of its test make a part, and whether it is timed."""
    found = []
    for (file, alone), of_file in _grouped(cases, lambda case: (case["case"].partition("::")[0], case["timing"])):
        rest: list[str] = []
        for (test, size), of_test in _grouped(of_file, lambda case: (case["case"].partition("[")[0], case["together"])):
            names = [case["case"] for case in of_test]
            if len(names) <= size:
                rest += names
            else:
                found += [Part(name, tuple(some), alone) for name, some in _chunks(test, names, size)]
        if rest:
            found.append(Part(f"{file} (timing)" if alone else file, tuple(rest), alone))
    return sorted(found, key=lambda part: part.name)


def _grouped(cases: list[dict[str, Any]], key: Any) -> Iterator[tuple[tuple[str, Any], list[dict[str, Any]]]]:  # noqa: ANN401
    for name, some in groupby(sorted(cases, key=key), key):
        yield name, list(some)


def _chunks(test: str, names: list[str], size: int) -> Iterator[tuple[str, list[str]]]:
    for first in range(0, len(names), size):
        some = names[first : first + size]
        yield some[0] if size == 1 else f"{test} {first + 1}-{first + len(some)}", some
