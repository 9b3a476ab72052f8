"""Optional libraries: each is hidden in turn, and what needs it says so in one line; what can do without it does."""

from __future__ import annotations

import ast
import re
import sys
import tomllib
from typing import TYPE_CHECKING

import pytest

from benchmarks.__main__ import main as benchmarks
from crewsat.base import libraries
from crewsat.base.libraries import OPTIONAL, PAGE, Library
from crewsat.sweeps.export import PYARROW
from tests.support.command import LOST, WON, run
from tests.support.house import modules
from tests.support.places import ROOT

if TYPE_CHECKING:
    from pathlib import Path

EVERY = (*OPTIONAL, PYARROW)
"""The table, and what stands beside the only module that needs it."""
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]

COMMANDS = {
    **{library.module: ("web",) for library in PAGE},
    "clingo": ("decide", "won.json", "--method", "asp"),
    "sage_wheels": ("decide", "won.json", "--solver", "kissat"),
    "matplotlib": ("tiny-crew", "ladder", "--plot", "a.svg"),
}
"""A command that needs the library."""

EXPORTS = {"pyarrow": ("sweep", "export", "a.sqlite", "--to", "parquet", "--output", "a.parquet")}
"""A command that needs the library to write a file, when there is something to write."""

BENCHMARKS = {
    "distributed": ["quick", "--cluster", "127.0.0.1:1", "--store", "a.sqlite"],
    "jinja2": ["plot", "a.sqlite"],
    "matplotlib": ["plot", "a.sqlite"],
}
"""A command of the benchmarks that needs it."""

WITHOUT = {
    "crewsat_kernel": ("decide", "won.json"),
    "dratify": ("verify", "lost.json", "answer.json"),
    "cdclkit": ("verify", "lost.json", "answer.json"),
}
"""A command that does without the library."""

ELSEWHERE = {"pyspiel": "tests/studies/spiel/test_missing.py", "z3": "benchmarks/engines.toml"}
"""Where it is asked in another way: when a package is imported, and by running a program that imports it."""


@pytest.fixture
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "won.json").write_text(WON)
    (tmp_path / "lost.json").write_text(LOST)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_every_optional_library_is_hidden_below() -> None:
    assert {*COMMANDS, *EXPORTS, *BENCHMARKS, *WITHOUT, *ELSEWHERE} == {library.module for library in EVERY}


def _hidden(monkeypatch: pytest.MonkeyPatch, module: str) -> Library:
    monkeypatch.setitem(sys.modules, module, None)
    monkeypatch.setenv("PATH", "/nonexistent")  # a program of the same name
    return next(library for library in EVERY if library.module == module)


@pytest.mark.usefixtures("files")
@pytest.mark.parametrize("module", COMMANDS)
def test_a_command_says_what_it_needs(module: str, monkeypatch: pytest.MonkeyPatch) -> None:
    library = _hidden(monkeypatch, module)
    ended = run(*COMMANDS[module])
    assert (ended.returncode, ended.stdout) == (1, "")
    assert re.fullmatch(rf".* needs {library.distribution}: {re.escape(library.install)}\n", ended.stderr)


@pytest.mark.processes
@pytest.mark.parametrize("module", EXPORTS)
def test_an_export_says_what_it_needs(module: str, files: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert run("sweep", "run", "--deals", "1", "--store", "a.sqlite").returncode == 0
    library = _hidden(monkeypatch, module)
    ended = run(*EXPORTS[module])
    assert (ended.returncode, ended.stdout) == (1, "")
    assert re.fullmatch(rf".* needs {library.distribution}: {re.escape(library.install)}\n", ended.stderr)
    assert not [*files.glob("a.parquet*")]


@pytest.mark.usefixtures("files")
@pytest.mark.parametrize("module", BENCHMARKS)
def test_the_benchmarks_say_what_they_need(
    module: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    library = _hidden(monkeypatch, module)
    with pytest.raises(SystemExit) as left:
        raise SystemExit(benchmarks(BENCHMARKS[module]))
    assert left.value.code == 1
    last = capsys.readouterr().err.splitlines()[-1]
    assert last.endswith(f" needs {library.distribution}: {library.install}")


@pytest.mark.slow
@pytest.mark.parametrize("module", WITHOUT)
def test_a_command_does_without(module: str, files: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    proved = run("decide", "lost.json", "--json", "--proof", "proof")
    (files / "answer.json").write_text(proved.stdout)
    _hidden(monkeypatch, module)
    ended = run(*WITHOUT[module])
    assert (ended.returncode, ended.stderr) == (10 if module == "crewsat_kernel" else 0, "")


def test_a_library_is_there_if_its_module_can_be_found_and_its_distribution_is_installed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert Library("pydantic", "pydantic").version() is not None
    assert Library("pydantic", "no_such_module").version() is None
    assert Library("no-such-distribution", "pydantic").version() is None
    monkeypatch.setitem(sys.modules, "pydantic", None)
    assert Library("pydantic", "pydantic").version() is None


def test_extras_install_the_libraries_that_name_them() -> None:
    extras = {
        extra: {re.split(r"[\[><=]", requirement)[0] for requirement in requirements}
        for extra, requirements in PROJECT["optional-dependencies"].items()
        if extra != "docs"  # Sphinx is started as a program
    }
    named: dict[str, set[str]] = {}
    for library in EVERY:
        if library.extra:
            named.setdefault(library.extra, set()).add(library.distribution)
    assert named == extras
    core = {re.split(r"[\[><=]", requirement)[0] for requirement in PROJECT["dependencies"]}
    assert {library.distribution for library in (*PAGE, libraries.PYSAT, libraries.ORTOOLS)} <= core


@pytest.mark.slow
def test_what_is_imported_comes_with_the_package_or_is_in_the_table() -> None:
    required = {re.split(r"[\[><=]", requirement)[0] for requirement in PROJECT["dependencies"]}
    known = {"pysat", *required, *(library.module for library in EVERY)}
    come_with_them = {
        "kernel_host",
        "pydantic_core",
        "typing_extensions",
        "pysolvers",
        "click",
        "markupsafe",
        "anyio",
        "scipy",
    }
    for_developers = {"playwright"}  # drives a browser, for a benchmark that says so
    for_developers |= {"benchexec"}  # loads the module about it
    ours = {"crewsat", "crewsat_encodings", "benchmarks", *for_developers}
    for path in modules():
        tree = ast.parse(path.read_text())
        names = {name.name for node in ast.walk(tree) if isinstance(node, ast.Import) for name in node.names}
        names |= {node.module for node in ast.walk(tree) if isinstance(node, ast.ImportFrom) and node.module}
        outside = {name.partition(".")[0] for name in names} - set(sys.stdlib_module_names) - ours
        assert outside <= known | come_with_them, path


def test_nothing_else_catches_a_missing_library() -> None:
    for path in modules():
        text = path.read_text()
        if path.name not in {
            "compiled.py",
            "code.py",
            "cluster.py",
        }:  # the kernel, lazy modules of games, other machines
            assert "ImportError" not in text, path
            assert "except ModuleNotFoundError" not in text, path
