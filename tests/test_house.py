"""The house itself: layers, imports, the package that must not exist, formulas that never change."""

from __future__ import annotations

import ast
import hashlib
import os
import subprocess
import sys
import tomllib
from typing import TYPE_CHECKING

import pytest

import crewsat
from crewsat.games.crew.deals import RandomDeal
from crewsat_encodings.crew.cnf.encoding import Encoding
from tests.support.places import ROOT

if TYPE_CHECKING:
    from pathlib import Path

LAYERS = (
    ("wording", "errors", "stopwatch", "journal"),
    ("games", "problems", "formula", "verdict"),
    ("crewsat_encodings", "algorithms", "reductions", "solvers", "workers"),
    ("proofs",),
    ("engine",),
    ("questions", "explaining"),
    ("files", "report", "audit"),
    ("cli", "__main__"),
    ("spiel", "benchmarks"),
)
SIDEWAYS = {
    ("journal", "errors"),
    ("errors", "wording"),
    ("verdict", "games"),
    ("crewsat_encodings", "algorithms"),
    ("reductions", "algorithms"),
    ("solvers", "workers"),
    ("explaining", "questions"),
    ("audit", "files"),
    ("__main__", "cli"),
}
"""Within a layer only these may import each other, and only in this direction."""


def modules() -> list[Path]:
    folders = (ROOT / "crewsat", ROOT / "encodings" / "crewsat_encodings", ROOT / "benchmarks")
    return sorted(path for folder in folders for path in folder.rglob("*.py"))


def room_of(name: str) -> str:
    """The room a dotted name is in: crewsat.games.cards is in games."""
    parts = name.split(".")
    if parts[0] == "crewsat":
        return parts[1] if len(parts) > 1 else "crewsat"
    return parts[0]


def dotted(path: Path) -> str:
    parts = path.relative_to(ROOT).with_suffix("").parts
    parts = parts[1:] if parts[0] == "encodings" else parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def imports_of(path: Path) -> set[str]:
    """All modules a file imports, wherever it does so."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: relative import"
            found.add(node.module or "")
            if node.module in {"crewsat", "crewsat.cli"}:
                found |= {f"{node.module}.{alias.name}" for alias in node.names}
    return found


def level(room: str) -> int:
    return next(k for k, rooms in enumerate(LAYERS) if room in rooms)


@pytest.mark.parametrize(
    "path", [p for p in modules() if p.name != "__init__.py" or p.parent.name != "crewsat"], ids=dotted
)
def test_imports_go_down(path: Path) -> None:
    here = room_of(dotted(path))
    for name in imports_of(path):
        room = room_of(name)
        if room in {"crewsat", here} or not name.startswith(("crewsat", "benchmarks")):
            continue
        if here == "benchmarks":
            assert name == "crewsat", f"{path.name} uses {name}; benchmarks use the public names"
        down = level(room) < level(here) or (here, room) in SIDEWAYS
        assert down, f"{dotted(path)} imports {name}"


@pytest.mark.parametrize("path", modules(), ids=dotted)
def test_rules_solvers_and_encodings_keep_to_themselves(path: Path) -> None:
    names = imports_of(path)
    here = room_of(dotted(path))
    outside = {name.split(".")[0] for name in names} - set(sys.stdlib_module_names) - {"crewsat", "crewsat_encodings"}
    if here == "games":
        assert outside <= {"pydantic", "pydantic_core"}
    if here == "solvers":
        assert not any("games" in name for name in names)
    if here == "crewsat_encodings":
        assert not any("solvers" in name or "pysat" in name for name in names)


def test_the_rooms_are_the_ones_there_are() -> None:
    rooms = {room_of(dotted(path)) for path in modules()} - {"crewsat"}
    assert rooms <= {room for layer in LAYERS for room in layer}


def test_there_is_no_package_named_encodings() -> None:
    assert not (ROOT / "encodings" / "__init__.py").exists(), "it would shadow Python's own and kill every interpreter"
    child = subprocess.run(
        [sys.executable, "-c", "import encodings.utf_8; print('alive')"],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert child.stdout == "alive\n"


def loaded_by(code: str) -> set[str]:
    report = "import atexit, sys\natexit.register(lambda: print(*sys.modules, file=sys.stderr))\n"
    child = subprocess.run([sys.executable, "-c", report + code], capture_output=True, text=True, check=True)
    return {name.split(".")[0] for name in child.stderr.split()}


HEAVY = {"numpy", "ortools", "networkx", "pysat", "matplotlib", "pandas", "rich", "clingo", "pydantic", "pyspiel"}


def test_imports_cost_little() -> None:
    assert not loaded_by("import crewsat") & (HEAVY | {"typer"})
    version = loaded_by("sys.argv = ['crewsat', '--version']\nfrom crewsat.cli import main\nmain()")
    assert "typer" in version
    assert not version & HEAVY
    decided = "from crewsat import Crew, decide\n"
    decided += "decide(Crew(hands=[['a1', 'b2'], ['a2', 'b1']], objectives=[{'card': 'a1', 'owner': 2}]))"
    assert loaded_by(decided) & HEAVY == {"numpy", "pysat", "pydantic"}
    one_suit = decided.replace("'b1'", "'a3'").replace("'b2'", "'a4'")
    assert loaded_by(one_suit) & HEAVY == {"pydantic"}


def formula_digest(players: int) -> str:
    formula = Encoding(RandomDeal(players=players, objectives=6, tokens=("1", "2", "omega")).with_seed(1)).formula
    return hashlib.sha256(repr(formula.rules).encode()).hexdigest()


def test_formulas_are_the_same_under_any_hash_seed() -> None:
    code = "from tests.test_house import formula_digest\nprint(formula_digest(3), formula_digest(4))"
    found = set()
    for seed in ("0", "1", "12345"):
        child = subprocess.run(
            [sys.executable, "-c", code],
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": f"{ROOT}{os.pathsep}{ROOT / 'encodings'}"},
            cwd=ROOT,
            capture_output=True,
            text=True,
            check=True,
        )
        found.add(child.stdout.split()[0] + child.stdout.split()[1])
    assert found == {formula_digest(3) + formula_digest(4)}


def test_public_names_are_there_and_lazy() -> None:
    for name in crewsat.__all__:
        assert getattr(crewsat, name) is not None
    assert set(dir(crewsat)) == set(crewsat.__all__)
    with pytest.raises(AttributeError, match="no attribute 'nonsense'"):
        _ = crewsat.nonsense


def test_versions_agree() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    assert project["version"] == crewsat.__version__


def test_modules_and_functions_are_short() -> None:
    for path in modules():
        tree = ast.parse(path.read_text())
        assert len(path.read_text().splitlines()) <= 400, path
        for node in ast.walk(tree):
            if isinstance(node, ast.FunctionDef):
                assert (node.end_lineno or 0) - node.lineno < 60, f"{path.name}: {node.name}"
