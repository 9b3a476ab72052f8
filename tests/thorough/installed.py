"""What is installed, as far as a test can use it: Python, how tests are run, and versions of libraries.

What the program depends on counts for every test. A library of an extra, or of a group that not everybody installs,
counts for those that reach a file with the name of one of its modules, in an import or a string. In doubt, if nothing
is known of its modules, it counts.
"""

from __future__ import annotations

import json
import re
import sys
import tomllib
from functools import cached_property
from importlib import metadata
from importlib.util import find_spec
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Set as AbstractSet
    from pathlib import Path


class Installed:
    """What is installed of what a project asks for.

    Args:
        root: the folder of the project.
    """

    def __init__(self, root: Path) -> None:
        self._project = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))

    @cached_property
    def modules(self) -> frozenset[str]:
        """The names of modules by which libraries of extras count."""
        return frozenset[str]().union(*(self._modules_of(one) or () for one in self._extra))

    def seen_by(self, named: AbstractSet[str]) -> str:
        """Return what counts for a test in whose files these modules are named, as text to be compared."""
        needed = {*self._always, *(one for one in self._extra if self._may_be_used(one, named))}
        versions = {name: _version(name) for name in sorted(_distribution(one) for one in {*needed, "pytest"})}
        versions["the kernel"] = "there" if find_spec("crewsat_kernel") else None
        how = self._project.get("tool", {}).get("pytest", {})
        return json.dumps([sys.version_info[:2], sys.platform, sorted(needed), versions, how])

    def _may_be_used(self, requirement: str, named: AbstractSet[str]) -> bool:
        modules = self._modules_of(requirement)
        return modules is None or not modules.isdisjoint(named)

    def _modules_of(self, requirement: str) -> set[str] | None:
        return self._all_modules.get(_normal(_distribution(requirement)))

    @cached_property
    def _always(self) -> list[str]:
        return [*self._project["project"].get("dependencies", [])]

    @cached_property
    def _extra(self) -> list[str]:
        groups = self._project.get("dependency-groups", {})
        extras = {**self._project["project"].get("optional-dependencies", {}), "planners": groups.get("planners", [])}
        return [one for name in extras for one in extras[name]]

    @cached_property
    def _all_modules(self) -> dict[str, set[str]]:
        """The modules of each distribution that is installed."""
        found: dict[str, set[str]] = {}
        for module, distributions in metadata.packages_distributions().items():
            for distribution in distributions:
                found.setdefault(_normal(distribution), set()).add(module)
        return found


def _distribution(requirement: str) -> str:
    return re.split(r"[^\w.-]", requirement)[0]


def _normal(distribution: str) -> str:
    return re.sub(r"[-_.]+", "-", distribution).lower()


def _version(distribution: str) -> str | None:
    try:
        return metadata.version(distribution)
    except metadata.PackageNotFoundError:
        return None
