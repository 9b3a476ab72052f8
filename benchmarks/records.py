"""Records: what a run is of, which tells it from others, and what came of it."""

from __future__ import annotations

import hashlib
import json
import os
import platform
from dataclasses import MISSING, asdict, dataclass, fields
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import crewsat

STAGES = ("build", "load", "solve", "decode", "check")
"""Stages of a run: encoding, handing over, search, decoding, replay by the referee."""

IN_VERDICT = dict(zip(STAGES, ("encode", "load", "solve", "decode", "replay"), strict=True))
"""Their names in the statistics of a verdict."""

_OF_STRATEGIES = {"positions": "positions", "replayed": "replayed_positions"}
"""Columns for games with opponents, and their names in the statistics."""


@dataclass(frozen=True, slots=True)
class Run:
    """What a run is about.

    Attributes:
        block: of the suite.
        family: of the instance.
        parameters: of the family, as JSON.
        seed: of the instance.
        instance: SHA-256 of the instance.
        cards: of the instance.
        engine: name in the suite.
        spec: what the engine is, as JSON: options of `decide`, or the adapter.
        version: of the solver or program.
        passed: number of the pass, from 1.
        time_limit: seconds of wall time allowed.
        memory_limit: MB allowed.
        code: digest of the code of crewsat.
    """

    block: str
    family: str
    parameters: str
    seed: int
    instance: str
    cards: int
    engine: str
    spec: str
    version: str
    passed: int
    time_limit: float
    memory_limit: float
    code: str

    @property
    def key(self) -> str:
        """The SHA-256 of all this: a run whose key is known need not be made again."""
        what = [getattr(self, name) for name in RUN_COLUMNS]
        return hashlib.sha256(json.dumps(what).encode()).hexdigest()

    @property
    def point(self) -> str:
        """What the instance was made from: equal texts, equal instances."""
        return f"{self.family} {self.parameters} {self.seed}"

    def values(self) -> dict[str, Any]:
        """Return the parameters."""
        found: dict[str, Any] = json.loads(self.parameters)
        return found


RUN_COLUMNS = tuple(field.name for field in fields(Run))


@dataclass(frozen=True, slots=True)
class Record(Run):
    """A run and its result. Times are in seconds; None for what is not known.

    Attributes:
        answer: ``yes``, ``no``, ``unknown``.
        reason: why the answer is unknown.
        checked: how far the answer was checked, as a verdict says it; ``path`` for a path found in a graph.
        method: the method that answered.
        solver: the solver that answered.
        wall: from question to verdict.
        cpu: processor time of the run; None if the process was killed.
        build_wall: wall time of a stage; likewise for each stage and both clocks.
        variables: of the formula or model.
        clauses: or constraints.
        conflicts: of the search.
        peak_mb: most resident memory of the process that did the work.
        host: the machine, in words.
        node: distinguishes machines without naming them.
        system_load: average number of running processes in the last minute, before the run.
        package: version of crewsat.
        began: start of the run, in UTC.
        after_cpu: the part of `cpu` spent after the no: on writing the proof and checking it, on checking it again, or
            on explaining; None if nothing was asked beyond the answer.
        proof_bytes: of the proof of a no.
        lemmas: how many clauses it adds.
        minimal: 1 if the conflict of an explanation is known to be minimal, else 0.
        positions: how many a search of a game with opponents visited, or the calls of a search that stores none.
        replayed: how many positions the referee visited when the strategy was played.
    """

    answer: str
    reason: str | None
    checked: str
    method: str
    solver: str | None
    wall: float
    cpu: float | None
    build_wall: float | None
    build_cpu: float | None
    load_wall: float | None
    load_cpu: float | None
    solve_wall: float | None
    solve_cpu: float | None
    decode_wall: float | None
    decode_cpu: float | None
    check_wall: float | None
    check_cpu: float | None
    variables: int | None
    clauses: int | None
    conflicts: int | None
    peak_mb: float | None
    host: str
    node: str
    system_load: float
    package: str
    began: str
    after_cpu: float | None = None
    proof_bytes: int | None = None
    lemmas: int | None = None
    minimal: int | None = None
    positions: int | None = None
    replayed: int | None = None

    def as_dict(self) -> dict[str, Any]:
        """Return all columns by name."""
        return asdict(self)


COLUMNS = tuple(field.name for field in fields(Record))
TYPES = {field.name: str(field.type) for field in fields(Record)}
"""The types of the columns, as annotated above."""

LATER = tuple(field.name for field in fields(Record) if field.default is not MISSING)
"""The columns that older records lack: the last ones, which are then empty."""


def columns_of(statistics: crewsat.Statistics) -> dict[str, float | int | None]:
    """Return the columns of a record that the statistics of a verdict fill."""
    found = {
        f"{stage}_{column}": getattr(statistics, f"{name}_{clock}")
        for stage, name in IN_VERDICT.items()
        for column, clock in (("wall", "seconds"), ("cpu", "cpu_seconds"))
    }
    same = {name: getattr(statistics, name) for name in ("variables", "clauses", "conflicts", "peak_mb")}
    games = {name: getattr(statistics, own, None) for name, own in _OF_STRATEGIES.items()}  # older states lack them
    return {**found, **same, **games, "cpu": statistics.cpu_seconds}


def record_of(row: dict[str, Any]) -> Record:
    """Return the record of a row whose values may be texts, as in CSV; empty ones and missing `LATER` ones are None.

    Raises:
        ValueError: naming the column that is missing or cannot be read.
    """
    made: dict[str, Any] = {}
    for name in COLUMNS:
        if name in row:
            made[name] = _read(name, row[name])
        elif name not in LATER:
            raise ValueError(f"there is no column '{name}'")
    if made["answer"] not in {"yes", "no", "unknown"}:
        raise ValueError(f"answer: '{made['answer']}' is not valid; allowed: yes, no, unknown")
    return Record(**made)


def _read(name: str, value: Any) -> Any:  # noqa: ANN401 - of the type of the column
    """Return the value of a column.

    Raises:
        ValueError: if it cannot be read.
    """
    kind = TYPES[name]
    empty = value is None or value == ""
    if empty and kind.endswith("None"):
        return None
    if value is None:
        raise ValueError(f"{name}: the value is missing")
    convert = int if kind.startswith("int") else float if kind.startswith("float") else str
    try:
        read = convert(value)
    except (TypeError, ValueError, OverflowError):
        raise ValueError(f"{name}: '{value}' is not a valid {convert.__name__}") from None
    if isinstance(read, float) and not read >= 0:
        raise ValueError(f"{name}: '{value}' is not a number of 0 or more")
    return read


@cache
def code_digest() -> str:
    """Return a digest of the code of crewsat and its encodings: a change of a comment changes it.

    It is that of `crewsat.base.state`, which older states that are measured do not have.
    """
    digest = hashlib.sha256()
    for package in ("crewsat", "crewsat_encodings"):
        spec = find_spec(package)
        for folder in [] if spec is None else spec.submodule_search_locations or []:
            for path in sorted(Path(folder).rglob("*")):
                if path.suffix in {".py", ".lp"}:
                    digest.update(f"{package}/{path.relative_to(folder)}\0".encode() + path.read_bytes() + b"\0")
    return digest.hexdigest()[:16]


@cache
def host() -> str:
    """Return the machine in words: processor, cores, system, Python."""
    model = platform.machine()
    try:
        lines = Path("/proc/cpuinfo").read_text().splitlines()
        model = next(line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
    except (OSError, StopIteration):
        pass
    system = f"{platform.system()} {platform.release().split('-')[0]}"
    return f"{model}, {os.cpu_count()} cores, {system}, {platform.python_implementation()} {platform.python_version()}"


@cache
def node() -> str:
    """Return eight digits that distinguish this machine from others."""
    return hashlib.sha256(platform.node().encode()).hexdigest()[:8]
