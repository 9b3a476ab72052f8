"""Engines: what a suite compares, from a table (``engines.toml``) that suites may add to.

An engine is a way to ask `crewsat.decide`, perhaps for a proof or an explanation as well, a way to decide what an
instance was reduced from, or a program behind an adapter: a command, what it reads, and patterns for its answer. None
needs code.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tomllib
from functools import cache
from pathlib import Path
from typing import Annotated, Literal, Self

from pydantic import AfterValidator, BaseModel, ConfigDict, model_validator

import crewsat

TABLE = Path(__file__).with_name("engines.toml")
Source = Literal["circuit", "formula", "evaluator", "depqbf"]
"""How the source of a reduction may be decided: a graph by its circuit constraint, a formula by a solver, a quantified
one by trying all values or by a program."""
_BUILT_ON: dict[Source, str] = {
    "circuit": "cpsat",
    "formula": "cnf-copies",
    "evaluator": "positions",
    "depqbf": "depqbf",
}
"""The method whose library, or the program, that decides a source."""
Also = Literal["proof", "verify", "explain"]
"""What may be wanted for a no beyond the answer: a proof, a proof that is checked again, an explanation."""


def _pattern(text: str) -> str:
    try:
        re.compile(text)
    except re.error as error:
        raise ValueError(f"'{text}' is not a valid regular expression ({error})") from None
    return text


class Engine(BaseModel):
    """One engine; one of `method`, `source` and `command` is given.

    Attributes:
        method: what `crewsat.decide` is asked for.
        source: how the graph or formula in the notes of the instance is decided.
        solver: the solver of the formula.
        fewest_tricks: whether the earliest win is asked for.
        seed: varies the search.
        also: what is wanted for a no beyond the answer.
        command: a program and its arguments, one of which contains ``{file}``.
        input: what the file holds.
        yes: a pattern found in what the program prints iff the answer is yes.
        no: the same for no.
        version: a command that prints the version in its first line.
    """

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    method: str | None = None
    source: Source | None = None
    solver: str | None = None
    fewest_tricks: bool = False
    seed: int | None = None
    also: Also | None = None
    command: list[str] = []
    input: Literal["json", "dimacs", "wcnf", "opb"] = "json"
    yes: Annotated[str, AfterValidator(_pattern)] = ""
    no: Annotated[str, AfterValidator(_pattern)] = ""
    version: list[str] = []

    @model_validator(mode="after")
    def _is_one_of_three(self) -> Self:
        if [self.method is None, self.source is None, not self.command].count(False) != 1:
            raise ValueError("an engine has either a method or a source or a command")
        if self.also and self.method is None:
            raise ValueError(f"also = '{self.also}' applies only to an engine with a method")
        if self.command and not any("{file}" in word for word in self.command):
            raise ValueError("a command needs {file} in one of its words")
        if any("\0" in word for word in (*self.command, *self.version)):
            raise ValueError("a command cannot contain a null character")
        if self.command and not (self.yes and self.no):
            raise ValueError("a command needs patterns for yes and no")
        return self

    def spec(self) -> dict[str, object]:
        """Return the description of the engine as JSON."""
        return self.model_dump(exclude_defaults=True)


def words(command: list[str], file: str = "") -> list[str]:
    """Fill in a command."""
    places = {"{python}": sys.executable, "{bin}": os.path.dirname(sys.executable), "{file}": file}  # noqa: PTH120
    for name, value in places.items():
        command = [word.replace(name, value) for word in command]
    return command


@cache
def table() -> dict[str, Engine]:
    """Return the engines that come with the benchmarks."""
    return {name: Engine(**spec) for name, spec in tomllib.loads(TABLE.read_text()).items()}


def version_of(engine: Engine) -> str | None:
    """Return the version of the library or program an engine runs, or None if it is not installed.

    Raises:
        WrongOption: for an unknown method or solver.
    """
    if engine.command:
        return _version_of_program(tuple(words(engine.version or [engine.command[0], "--version"])))
    known = _methods()
    if engine.source is not None:
        return known[_BUILT_ON[engine.source]]
    for name in (engine.method, engine.solver):
        if name is not None and name not in known:
            raise crewsat.WrongOption(f"unknown method or solver '{name}'; allowed: {', '.join(known)}")
    return known[engine.solver or engine.method or ""]


@cache
def _version_of_program(command: tuple[str, ...]) -> str | None:
    try:
        ended = _output_of(command)
    except (OSError, subprocess.SubprocessError):
        return None
    lines = [line.strip() for line in (ended.stdout or ended.stderr).splitlines() if line.strip()]
    module_is_missing = ended.returncode != 0 and command[0] == sys.executable
    return None if module_is_missing or not lines else lines[0][:80]


def _output_of(command: tuple[str, ...]) -> subprocess.CompletedProcess[str]:
    """Run a command to its end, up to three times if it is killed: that must not look like a missing program."""
    for _ in range(3):
        ended = subprocess.run(command, capture_output=True, text=True, check=False, timeout=30)
        if ended.returncode >= 0:
            break
    return ended


@cache
def _methods() -> dict[str, str | None]:
    """Return versions of methods and solvers as ``crewsat methods`` reports them, None for those not installed."""
    ended = _output_of((sys.executable, "-m", "crewsat", "methods", "--json"))
    ended.check_returncode()
    rows = json.loads(ended.stdout)
    known = {
        row["name"]: f"{row.get('library', 'crewsat')} {row.get('version', '')}".strip() if row["installed"] else None
        for row in (*rows["methods"], *rows["solvers"], *rows["second_opinions"])
    }
    return {"auto": known["cnf-tricks"], "all": known["cnf-tricks"], **known}
