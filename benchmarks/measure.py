"""One run: a task in, a record out. As a program, a worker: tasks as lines of JSON in, records out.

The work is done in child processes that stay warm, one for each engine, so that limits hold and memory is known; the
first question to a fresh child is a small deal that nobody measures. A run whose process crashed is made again, up to
three times in all: somebody else may have killed it.

A worker that finds its input closed ends at once with whatever it has started.
"""

from __future__ import annotations

import json
import os
import signal
import sys
import threading
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from queue import SimpleQueue
from typing import Any

import crewsat
from benchmarks.engines import Engine
from benchmarks.external import ask as ask_program
from benchmarks.reasons import ask as ask_decider
from benchmarks.records import COLUMNS, RUN_COLUMNS, Record, Run, code_digest, host, node, record_of
from benchmarks.source import ask as ask_source

TRIES = 3


@dataclass(frozen=True, slots=True)
class Task(Run):
    """A run to be made.

    Attributes:
        text: the instance as JSON.
    """

    text: str


class WrongState(crewsat.CrewsatError):
    """The worker does not run the code that the task is about."""


_of_thread = threading.local()


def measure(task: Task) -> Record:
    """Make a run.

    Raises:
        WrongState: if the code here is not the one the task is about.
        CrewsatError: if the engine cannot be asked this, or found a bug.
    """
    if task.code != code_digest():
        raise WrongState(f"this worker runs crewsat {code_digest()}, the suite measures {task.code}")
    engine = Engine.model_validate_json(task.spec)
    instance = instance_of(task.text)
    began, system_load = datetime.now(UTC).isoformat(timespec="seconds"), os.getloadavg()[0]
    for _ in range(TRIES):
        if engine.command:
            found = ask_program(engine, instance, task.time_limit, task.memory_limit)
        elif engine.source:
            found = ask_source(engine.source, instance, task.time_limit)
        else:
            found = _ask_decider(task, engine, instance)
        if found["reason"] != "crash":
            break
    return _record(task, {**found, "system_load": system_load, "began": began})


def instance_of(text: str) -> crewsat.Instance:
    """Return the instance of a task; states older than the second game are only asked for The Crew."""
    data = json.loads(text)
    found: crewsat.Instance = getattr(crewsat, GAMES[data["game"]].type)(**data)
    return found


@dataclass(frozen=True, slots=True)
class Names:
    """The public names of a game.

    Attributes:
        type: of its instances.
        generator: of random ones.
        warm_up: parameters of a small instance that is lost with seed 1, so that proofs and explanations are warm.
    """

    type: str
    generator: str
    warm_up: dict[str, Any]


GAMES = {
    "crew": Names("Crew", "RandomDeal", {"players": 3, "objectives": 2, "values": 3, "trumps": 1}),
    "hanabi_solitaire": Names(
        "HanabiSolitaire", "RandomDeck", {"colours": 3, "values": 4, "copies": (2,), "hand_size": 4}
    ),
    "hanabi": Names("Hanabi", "RandomGame", {"variant": "4 Suits", "hand_size": 2}),
    "hackenbush": Names("Hackenbush", "RandomStrings", {"strings": 2, "edges": 2, "players": 2, "coalition": (1,)}),
}
"""The games that have families."""


def _warm_up(game: str) -> crewsat.Instance:
    """Return a small instance to warm up with, which is not measured."""
    names = GAMES[game]
    found: crewsat.Instance = getattr(crewsat, names.generator)(**names.warm_up).with_seed(1)
    return found


def lost_record(task: Task) -> Record:
    """Return the record of a run whose worker was lost repeatedly."""
    found = {"answer": "unknown", "reason": "crash", "checked": "none", "method": "", "wall": 0.0}
    return _record(task, {**found, "system_load": 0.0, "began": datetime.now(UTC).isoformat(timespec="seconds")})


def _record(task: Task, found: dict[str, Any]) -> Record:
    here = {"host": host(), "node": node(), "package": crewsat.__version__}
    empty = dict.fromkeys(COLUMNS)
    known = {name: getattr(task, name) for name in RUN_COLUMNS}
    rounded = {name: round(value, 6) if isinstance(value, float) else value for name, value in found.items()}
    return record_of({**empty, **known, **here, **rounded})


def _ask_decider(task: Task, engine: Engine, instance: crewsat.Instance) -> dict[str, Any]:
    """Ask the warm child of this thread and engine; return the columns of a record it can fill."""
    decider = _decider(task)
    options: Any = {"solver": engine.solver, "fewest_tricks": engine.fewest_tricks, "seed": engine.seed}
    options |= {"method": engine.method, "time_limit": task.time_limit, "memory_limit": task.memory_limit}
    if decider.pid is None:  # without the limit: a library that takes longer than that to load would stay cold for ever
        ask_decider(engine.also, decider, _warm_up(instance.game), {**options, "time_limit": None})
    return ask_decider(engine.also, decider, instance, options)


def _decider(task: Task) -> crewsat.Decider:
    """Return the child of this thread for the engine of a task; each block and pass has its own.

    Libraries never release some things: after a few large decks, clingo takes twice as long for a real deal.
    """
    era = (task.block, task.passed)
    if getattr(_of_thread, "era", None) != era:
        for decider in getattr(_of_thread, "deciders", {}).values():
            decider.close()
        _of_thread.era, _of_thread.deciders = era, {}
    if task.spec not in _of_thread.deciders:
        _of_thread.deciders[task.spec] = crewsat.Decider()
    found: crewsat.Decider = _of_thread.deciders[task.spec]
    return found


def work() -> None:
    """Read tasks from standard input, one JSON line each, and print a JSON line for each: a record or an error."""
    tasks: SimpleQueue[str] = SimpleQueue()
    threading.Thread(target=_listen, args=(tasks,), daemon=True).start()
    with suppress(BrokenPipeError):
        print(json.dumps({"code": code_digest(), "able": hasattr(crewsat, "Decider")}), flush=True)
        while True:
            task = Task(**json.loads(tasks.get()))
            try:
                reply: dict[str, Any] = {"record": measure(task).as_dict()}
            except crewsat.CrewsatError as error:
                reply = {"error": f"{task.engine} on {task.family} {task.parameters} seed {task.seed}: {error}"}
            print(json.dumps(reply), flush=True)


def _listen(tasks: SimpleQueue[str]) -> None:
    for line in sys.stdin:
        tasks.put(line)
    os.killpg(os.getpgrp(), signal.SIGKILL)


if __name__ == "__main__":
    work()
