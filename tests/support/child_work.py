"""Functions for child processes to run: pickled by name, so they live in a module of their own."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from crewsat.games.crew.deals import RandomDeal
from crewsat.questions.asking import AfterDecision
from crewsat.workers.process import resident_bytes

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from crewsat.engine.limits import Limits
    from crewsat.games.crew.instance import Crew
    from crewsat.games.instance import Instance
    from crewsat.games.verdict import Verdict

    Note = Callable[[Mapping[str, Any]], None]


def double(number: int, *, deadline: float | None, note: Note) -> int:
    note({"asked": number, "limited": deadline is not None})
    return 2 * number


def echo(data: bytes, *, deadline: float | None, note: Note) -> bytes:
    note({"deadline": deadline})
    return data


def sleep(seconds: float, *, deadline: float | None, note: Note) -> str:
    """Sleep whatever the deadline is."""
    note({"sleeps": seconds})
    time.sleep(seconds)
    return f"slept, {deadline}"


def stop_in_time(*, deadline: float, note: Note) -> str:
    """Use up the time and stop by itself."""
    note({})
    time.sleep(deadline - time.monotonic())
    return "stopped"


def eat(megabytes: int, *, deadline: float | None, note: Note) -> int:
    """Allocate memory and use it, telling how much."""
    eaten = []
    for size in range(megabytes):
        eaten.append(bytearray(os.urandom(1)) * 1_000_000)
        note({"eaten": size + 1, "deadline": deadline})
    return len(eaten)


KEPT: list[bytearray] = []


def keep(megabytes: int, *, deadline: float | None, note: Note) -> int:
    """Allocate memory that is not given back; return what the process has."""
    note({"deadline": deadline})
    KEPT.append(bytearray(os.urandom(1)) * (megabytes * 1_000_000))
    return resident_bytes(os.getpid())


def die(*, deadline: float | None, note: Note) -> None:
    note({"deadline": deadline})
    os.kill(os.getpid(), signal.SIGKILL)


def count_and_die(path: str, *, deadline: float | None, note: Note) -> None:
    """Leave a mark for each time this is called, and die before anything is noted."""
    with open(path, "a", encoding="ascii") as stream:  # noqa: PTH123 - nothing to import
        stream.write("x")
    os.kill(os.getpid(), signal.SIGKILL)
    note({"deadline": deadline})


def leave(*, deadline: float | None, note: Note) -> None:
    """Leave without a word, as a library that calls exit does."""
    note({"deadline": deadline})
    os._exit(0)


def run_a_program(path: str, *, deadline: float | None, note: Note) -> None:
    """Start a program that sleeps, write its number to a file and wait for it."""
    program = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
    with open(path, "w", encoding="ascii") as stream:  # noqa: PTH123 - nothing to import
        stream.write(str(program.pid))
    note({"deadline": deadline})
    program.wait()


def fail(*, deadline: float | None, note: Note) -> None:
    note({"deadline": deadline})
    raise KeyError("no such card")


def answer_what_cannot_be_sent(*, deadline: float | None, note: Note) -> object:
    note({"deadline": deadline})
    return lambda: None


class UnreadableError(Exception):
    """An exception that can be pickled and not be made again."""

    def __init__(self, *, why: str) -> None:
        super().__init__(why)


def answer_what_cannot_be_read(*, deadline: float | None, note: Note) -> None:
    note({"deadline": deadline})
    raise UnreadableError(why="of its own")


def print_to_stdout(*, deadline: float | None, note: Note) -> str:
    """Print where replies go, from Python and below it."""
    note({"deadline": deadline})
    print("noise", flush=True)  # noqa: T201 - that is the point
    os.write(1, b"more noise\n")
    return "fine"


def hang(_limits: Limits) -> None:
    """Come to no end."""
    time.sleep(600)


def crash(_limits: Limits) -> None:
    """Die."""
    os.kill(os.getpid(), signal.SIGKILL)


def time_left(limits: Limits) -> float | None:
    """Return the seconds that are left."""
    return None if limits.deadline is None else limits.deadline - time.monotonic()


@dataclass(frozen=True)
class Followed:
    """A verdict, what followed it, and why nothing did."""

    verdict: Verdict
    made: float | None
    reason: str | None = None

    @property
    def decided(self) -> Verdict:
        """The verdict."""
        return self.verdict

    @property
    def proof(self) -> None:
        """There is none."""

    def as_dict(self) -> dict[str, Any]:
        """Return the verdict alone."""
        return self.verdict.as_dict()


@dataclass(frozen=True)
class Following(AfterDecision[Followed]):
    """Decide, and do something afterwards."""

    name: str = "explain"
    then: Callable[[Limits], float | None] = time_left

    def after(self, _instance: Instance, verdict: Verdict, limits: Limits) -> Followed:
        """Do it."""
        return Followed(verdict, self.then(limits))

    def broken_off(self, _instance: Instance, verdict: Verdict, reason: str | None) -> Followed:
        """Say why nothing followed."""
        return Followed(verdict, None, reason)


def note_much(number: int, *, deadline: float | None, note: Note) -> int:
    """Note more than a pipe holds."""
    for k in range(number):
        note({"number": k, "text": "x" * 1_000, "deadline": deadline})
    return number


def note_without_end(*, deadline: float | None, note: Note) -> None:
    """Note something again and again, whatever the deadline is."""
    while True:
        note({"deadline": deadline})


def marked_instance(folder: str, seed: int) -> Crew:
    """Return a deal, and leave the number of this process for each time it is made."""
    with open(f"{folder}/{seed}", "a", encoding="ascii") as stream:  # noqa: PTH123 - nothing to import
        stream.write(f"{os.getpid()}\n")
    return RandomDeal().with_seed(seed)


def made_or_killed(kept: int, seed: int, *, killed: bool) -> Crew:
    """Return a deal, or kill this process, unless it is that of the number `kept`."""
    if killed and os.getpid() != kept:
        os.kill(os.getpid(), signal.SIGKILL)
    return RandomDeal().with_seed(seed)


def answer_of(_instance: object, verdict: Verdict) -> str:
    """Return the answer alone."""
    return verdict.answer
