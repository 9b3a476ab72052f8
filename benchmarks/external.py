"""Programs behind an adapter: a command is run on a file, under limits, and what it prints is read and checked.

A program leads a session of its own and is killed with its group at a limit. A shell that waits beside it kills the
group as well when the pipe from here is closed, so nothing is left behind, even if this process is killed. The
processor time is that of the program and the children it has waited for; its memory is looked at every 10 ms (of the
process itself, on Linux).
"""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import time
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any, Literal

import crewsat
from benchmarks.engines import words
from benchmarks.records import IN_VERDICT

if TYPE_CHECKING:
    from benchmarks.engines import Engine

_POLL = 0.01
_WATCHED = 'ulimit -f 262144; exec 3<&0; ( (read _ <&3; kill -9 0) & ); exec "$@" 3<&- </dev/null'
"""A shell command that becomes the program; its grandchild, not a child of the program, waits for the end of the pipe.

No file may grow beyond 128 MiB (in blocks of 512 bytes): what a program prints would fill the disk until the limit.
"""

_MOST = 2**63
"""Bound on the numbers a program may report about itself: what a store can hold."""

_ALL_MEMORY = 1e9
"""More MB than any machine has."""

_PEAK = re.compile(r"VmHWM:\s+([0-9]+) kB")


@dataclass(frozen=True, slots=True)
class Ended:
    """How a command ended: what it printed, why it was killed if it was, and what it took."""

    printed: str
    status: int
    killed: str | None
    wall: float
    cpu: float
    peak_mb: float | None


def run(command: list[str], folder: Path, time_limit: float, memory_limit: float) -> Ended:
    """Run a command to its end or to a limit.

    Args:
        command: program and arguments.
        folder: where its output goes.
        time_limit: seconds of wall time.
        memory_limit: MB of resident memory.
    """
    start = time.monotonic()
    peak, killed = 0.0, None
    with (folder / "stdout").open("w+b") as printed:
        process = subprocess.Popen(
            ["/bin/sh", "-c", _WATCHED, "sh", *command],
            stdin=subprocess.PIPE,
            stdout=printed,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        try:
            while True:
                peak = max(peak, peak_mb(process.pid))
                pid, status, usage = os.wait4(process.pid, os.WNOHANG)
                if pid:
                    break
                if killed is None:
                    late = time.monotonic() - start >= time_limit
                    killed = "time" if late else "memory" if peak > memory_limit else None
                    if killed:
                        os.killpg(process.pid, signal.SIGKILL)
                time.sleep(_POLL / 10 if time.monotonic() - start < _POLL else _POLL)
        except BaseException:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()
            raise
        finally:
            if process.stdin is not None:
                process.stdin.close()
        process.returncode = os.waitstatus_to_exitcode(status)
        printed.seek(0)
        text = printed.read().decode(errors="replace")
    cpu = usage.ru_utime + usage.ru_stime
    return Ended(text, process.returncode, killed, time.monotonic() - start, cpu, peak or None)


def peak_mb(pid: int) -> float:
    """Return the peak resident memory of a process so far, in MB; 0 if it cannot be known."""
    try:
        found = _PEAK.search(Path(f"/proc/{pid}/status").read_text())
    except OSError:
        return 0.0
    return int(found[1]) * 1024 / 1e6 if found else 0.0


def ask(engine: Engine, instance: crewsat.Instance, time_limit: float, memory_limit: float) -> dict[str, Any]:
    """Ask a program about an instance; return the columns of a record it can fill.

    A play, or a model of the formula, must pass the referee, or the answer is unknown (``refuted``). Writing a formula
    for the program is the stage ``build``, which no limit interrupts; a formula that took all the time is not handed
    over.
    """
    wall, cpu = time.monotonic(), time.process_time()
    text, reason = "", None
    try:
        text = instance.to_json() if engine.input == "json" else _formula(engine.input, instance, memory_limit)
    except crewsat.Stopped as stopped:
        reason = stopped.reason
    wall, cpu = time.monotonic() - wall, time.process_time() - cpu
    if reason is not None or wall >= time_limit:
        asked = {"answer": "unknown", "reason": reason or "time", "checked": "none", "method": "program"}
        return {**asked, "wall": wall, "cpu": cpu, "build_wall": wall, "build_cpu": cpu}
    with TemporaryDirectory() as name:
        file = Path(name, f"instance.{engine.input}")
        file.write_text(text)
        ended = run(words(engine.command, str(file)), Path(name), time_limit - wall, memory_limit)
    filled: dict[str, Any] = {"wall": ended.wall, "cpu": ended.cpu, "solve_wall": ended.wall, "solve_cpu": ended.cpu}
    if engine.input != "json":
        filled |= {"wall": ended.wall + wall, "cpu": ended.cpu + cpu, "build_wall": wall, "build_cpu": cpu}
    filled |= {"peak_mb": ended.peak_mb, "method": "program", "solver": None, "checked": "none", "reason": None}
    found = _answer(engine, instance, ended)
    if engine.input != "json":  # an answer in JSON says how long checking took, which is part of what the program took
        filled |= {
            "wall": filled["wall"] + found.get("check_wall", 0.0),
            "cpu": filled["cpu"] + found.get("check_cpu", 0.0),
        }
    return filled | found


def _formula(form: Literal["dimacs", "wcnf", "opb"], instance: crewsat.Instance, memory_limit: float) -> str:
    """Write the formula of an instance, unless it is estimated to be larger than the limit."""
    return crewsat.encode(instance, form, memory_limit=min(memory_limit, _ALL_MEMORY))


def _answer(engine: Engine, instance: crewsat.Instance, ended: Ended) -> dict[str, Any]:
    if ended.killed:
        return {"answer": "unknown", "reason": ended.killed}
    says_yes, says_no = (re.search(pattern, ended.printed, re.MULTILINE) for pattern in (engine.yes, engine.no))
    if bool(says_yes) == bool(says_no):
        return {"answer": "unknown", "reason": "crash" if ended.status < 0 or says_yes else "incomplete"}
    if engine.input == "json":
        return _checked_answer(instance, ended.printed, "yes" if says_yes else "no")
    if says_no:
        return {"answer": "no"}
    wall, cpu = time.monotonic(), time.process_time()
    try:
        solution = crewsat.solution_of(ended.printed)
        checked = crewsat.decode(instance, solution).checked if solution.literals else "none"
    except crewsat.CrewsatError:
        return {"answer": "unknown", "reason": "refuted"}
    wall, cpu = time.monotonic() - wall, time.process_time() - cpu
    return {"answer": "yes", "checked": checked, "check_wall": wall, "check_cpu": cpu}


def _takers(answer: dict[str, Any]) -> dict[str, Any] | None:
    """Return who takes what according to an answer, if it says so."""
    said = answer.get("assignment")
    return said if isinstance(said, dict) else None


def _checked_answer(instance: crewsat.Instance, printed: str, said: str) -> dict[str, Any]:
    """Replay the play of an answer in the form of the contract, and take over its statistics."""
    filled: dict[str, Any] = {"answer": said}
    try:
        answer = json.loads(next(line for line in printed.splitlines() if line.startswith("{")))
        if said == "yes":
            crewsat.verify(instance, answer["play"], assignment=_takers(answer))
            filled["checked"] = "replayed"
    except (StopIteration, ValueError, KeyError, RecursionError, crewsat.CrewsatError):
        return {"answer": "unknown", "reason": "refuted"}
    said_of_itself = answer.get("statistics")
    entries = said_of_itself.items() if isinstance(said_of_itself, dict) else ()
    values = {name: value for name, value in entries if type(value) in {int, float} and 0 <= value < _MOST}
    for column, name in IN_VERDICT.items():
        if f"{name}_seconds" in values:
            filled |= {f"{column}_wall": values[f"{name}_seconds"], f"{column}_cpu": values.get(f"{name}_cpu_seconds")}
    return filled | {
        name: values[name] for name in ("variables", "clauses", "conflicts") if type(values.get(name)) is int
    }
