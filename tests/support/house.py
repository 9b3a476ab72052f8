"""The rooms of the house, what may import what, and what does."""

from __future__ import annotations

import ast
from functools import cache
from typing import TYPE_CHECKING

from tests.support.places import ROOT

if TYPE_CHECKING:
    from pathlib import Path

LAYERS = (
    ("base",),
    ("games", "problems"),
    ("crewsat_encodings", "algorithms", "reductions", "solvers", "workers"),
    ("proofs",),
    ("engine",),
    ("questions",),
    ("hidden",),
    ("report",),
    ("pages",),
    ("web", "serve", "sweeps"),
    ("cli", "__main__", "bridges"),
    ("studies",),
    ("benchmarks",),
)
SIDEWAYS = {
    ("crewsat_encodings", "algorithms"),
    ("reductions", "algorithms"),
    ("solvers", "workers"),
    ("__main__", "cli"),
}
"""Within a layer only these may import each other, and only in this direction."""


PUBLISHED = {"skull", "spiel", "tiny_crew"}
"""Packages of public names of studies; like ``crewsat`` itself, they have no code of their own."""


def modules() -> list[Path]:
    folders = (ROOT / "crewsat", ROOT / "encodings" / "crewsat_encodings", ROOT / "benchmarks")
    return sorted(path for folder in folders for path in folder.rglob("*.py"))


def room_of(name: str) -> str:
    """The room a dotted name is in: crewsat.games.cards is in games."""
    parts = name.split(".")
    if parts[0] == "crewsat":
        return parts[1] if len(parts) > 1 and parts[1] not in PUBLISHED else "crewsat"
    return parts[0]


def dotted(path: Path) -> str:
    parts = path.relative_to(ROOT).with_suffix("").parts
    parts = parts[1:] if parts[0] == "encodings" else parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


@cache
def imports_of(path: Path) -> frozenset[str]:
    """All modules a file imports, wherever it does so; the compiled kernel is a library like others."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: relative import"
            found.add(node.module or "")
            if node.module in {"crewsat", "crewsat.cli"}:
                found |= {f"{node.module}.{alias.name}" for alias in node.names}
    return frozenset(found - {"crewsat_kernel"})


def level(room: str) -> int:
    return next(k for k, rooms in enumerate(LAYERS) if room in rooms)


def rooms_used() -> set[tuple[str, str]]:
    """Pairs of rooms: the first one imports the second one; ``crewsat`` itself does not count."""
    found = set()
    for path in modules():
        here = room_of(dotted(path))
        rooms = {room_of(name) for name in imports_of(path) if name.startswith(("crewsat", "benchmarks"))}
        found |= {(here, room) for room in rooms - {here, "crewsat"} if here != "crewsat"}
    return found
