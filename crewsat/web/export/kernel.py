"""The compiled kernel as a WebAssembly module, for Python: what ``kernel/src/module.cpp`` is for CPython.

In the folder of static files this is the module ``crewsat_kernel``. It imports `crewsat_wasm`, which the host provides:
``ask(name, request, late)`` gives the bytes of a request to the function of that name of ``kernel/src/wasm.cpp``, and
returns those of its reply. A request is numbers of 64 bits, a reply numbers of 32 bits, little-endian; before the
elements of a list stands their number.
"""

from __future__ import annotations

from array import array
from itertools import count
from typing import TYPE_CHECKING, Any, NamedTuple

from crewsat_wasm import ask

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

version = 4


def play(*arguments: Any) -> list[tuple[int, list[int]]] | None:  # noqa: ANN401 - as those of `Flat.arguments`
    """Return a winning line as leaders and cards, or None; the arguments are a deal, seed, positions, polish.

    Raises:
        ValueError: if that is not a deal.
        TypeError: if an argument has the wrong type.
        OverflowError: if a number is too large.
        MemoryError: if there is not enough memory.
    """
    *deal, seed, positions, polish = arguments
    won, *line = _asked("play", _deal(deal) + _words(seed) + _numbers(positions, polish))
    width = deal[0] + 1
    return [(line[k], line[k + 1 : k + width]) for k in range(0, len(line), width)] if won else None


def refuting(*arguments: Any) -> tuple[list[int], int, bool]:  # noqa: ANN401
    """Return objectives that cannot be met together, the positions searched, and whether a search was given up.

    The arguments are a deal, the most objectives, the positions of one search and of all, and whether it is late.

    Raises:
        ValueError: if that is not a deal.
        TypeError: if an argument has the wrong type.
        OverflowError: if a number is too large.
        MemoryError: if there is not enough memory.
    """
    *deal, most_objectives, each, total, late = arguments
    low, high, stopped, *found = _asked("refuting", _deal(deal) + _numbers(most_objectives, each, total), late)
    return found, _wide(low, high), bool(stopped)


def formula(*arguments: Any) -> Formula:  # noqa: ANN401
    """Return the formula of a deal; the arguments are those of `CompiledEncoding`.

    Raises:
        ValueError: if that is not a deal.
        TypeError: if an argument has the wrong type.
        OverflowError: if a number is too large.
        MemoryError: if there is not enough memory.
    """
    *settings, suit, holder, past, objectives, order = arguments
    tricks = [len(past), *(number for cards in past for number in _counted(cards))]
    lists = [*_counted(suit), *_counted(holder), *tricks, *_pairs(objectives), *_pairs(order)]
    return Formula(_numbers(*settings, *lists))


class Formula:
    """The formula of a deal.

    Args:
        request: the deal.

    Attributes:
        variables: how many there are.
        size: how many clauses there are.
        bytes: what they take by an estimate.
        play: the variable of a card that is played in a trick.
        played: the variable of a card that has been played by the end of a trick.
        wins: the variable of a player who wins a trick.
    """

    def __init__(self, request: bytes) -> None:
        self._request = request
        reply = _asked("formula", request)
        self.variables = reply[0]
        self.size, self.bytes = _wide(*reply[1:3]), _wide(*reply[3:5])
        families = [_Family(*reply[first : first + 4]) for first in (5, 9, 13)]
        self.play, self.played, self.wins = (family.at for family in families)
        self._clauses = reply[17:]

    def clauses(self) -> list[tuple[int, ...]]:
        """Return the clauses."""
        numbers, begin, made = self._clauses, 0, []
        while begin < len(numbers):
            end = begin + 1 + numbers[begin]
            made.append(tuple(numbers[begin + 1 : end]))
            begin = end
        return made

    def glucose4(self) -> Glucose4:
        """Return a solver that has the clauses."""
        return Glucose4(self._request)


class Glucose4:
    """A solver that has the clauses of a formula, with the methods of PySAT's solvers.

    Args:
        request: the deal of the formula.
    """

    _numbers = count()

    def __init__(self, request: bytes) -> None:
        self._number = next(self._numbers)
        self._budget = 0
        self._model: list[int] = []
        self._core: list[int] = []
        self._counters = _asked("glucose4", _numbers(self._number) + request)

    def add_clause(self, clause: Sequence[int]) -> None:
        """Add a clause."""
        self._counters = _asked("add_clause", _numbers(self._number, *_counted(clause)))

    def conf_budget(self, conflicts: int) -> None:
        """Set how many conflicts a search may take."""
        self._budget = conflicts

    def solve_limited(self, assumptions: Sequence[int], expect_interrupt: bool) -> bool | None:  # noqa: ARG002 - PySAT's
        """Return whether there is a model under these assumptions, or None if that is open."""
        reply = _asked("solve", _numbers(self._number, self._budget, *_counted(assumptions)))
        self._counters, answer, literals = reply[:6], reply[6], reply[7:].tolist()
        if answer < 0:
            return None
        if answer:
            self._model = literals
        else:
            self._core = literals
        return bool(answer)

    def get_model(self) -> list[int]:
        """Return the model of the last yes."""
        return self._model

    def get_core(self) -> list[int]:
        """Return the assumptions that could not hold together at the last no."""
        return self._core

    def accum_stats(self) -> dict[str, int]:
        """Return how much has been searched."""
        names = ("conflicts", "decisions", "propagations")
        return {name: _wide(*self._counters[2 * k : 2 * k + 2]) for k, name in enumerate(names)}

    def delete(self) -> None:
        """Free its memory; it cannot be used any more."""
        _asked("delete", _numbers(self._number))

    def __del__(self) -> None:
        self.delete()


class _Family(NamedTuple):
    """Variables of fixed rows and steps, numbered row by row."""

    first: int
    rows: int
    width: int
    first_step: int

    def at(self, row: int, step: int) -> int:
        if not (0 <= row < self.rows and 0 <= step - self.first_step < self.width):
            raise ValueError("no such variable")
        return self.first + row * self.width + step - self.first_step


def _asked(name: str, request: bytes, late: Callable[[], object] = bool) -> array[int]:
    """Return a reply, or raise what was raised by `late`: that must not pass through the module."""
    raised = []

    def is_late() -> bool:
        try:
            return bool(late())
        except BaseException as error:  # noqa: BLE001
            raised.append(error)
            return True

    reply = array("i", ask(name, request, is_late))[1:]
    if raised:
        raise raised[0]
    if reply[0]:
        raise ValueError("".join(map(chr, reply)))
    return reply[1:]


def _deal(arguments: Sequence[Any]) -> bytes:
    *settings, suit, holder, begun, objectives = arguments
    made = _numbers(*settings, *_counted(suit), *_counted(holder), *_counted(begun), len(objectives))
    for card, owner, low, high in objectives:
        made += _numbers(card, owner) + _words(low, high)
    return made


def _counted(numbers: Sequence[int]) -> list[int]:
    return [len(numbers), *numbers]


def _pairs(pairs: Sequence[tuple[int, int]]) -> list[int]:
    return [len(pairs), *(number for one, other in pairs for number in (one, other))]


def _numbers(*numbers: int) -> bytes:
    return array("q", numbers).tobytes()


def _words(*numbers: int) -> bytes:
    """Return numbers that have no sign."""
    return array("Q", numbers).tobytes()


def _wide(low: int, high: int) -> int:
    return high << 32 | low & 0xFFFF_FFFF
