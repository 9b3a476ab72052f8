"""The compiled kernel as a WebAssembly module, for Python: what ``kernel/src/module.cpp`` is for CPython.

In the folder of static files this is the module ``crewsat_kernel``. It imports ``kernel_host``, which the host
provides: ``ask(name, request, late)`` gives the bytes of a request to the function of that name of
``kernel/src/wasm.cpp`` or ``kernel/src/hidden/wasm_hidden.cpp``, and returns those of its reply; ``version()`` is that
of the module. A request is numbers of 64 bits, a reply numbers of 32 bits, little-endian; each list is preceded by its
length. Blueprints are learned by the native kernel only: there is no `training`.

Functions raise `ValueError` if what they are given is not a deal, `TypeError` for an argument of the wrong type,
`OverflowError` if a number is too large, and `MemoryError` if memory runs out; then all solvers are lost.
"""

from __future__ import annotations

from array import array
from contextlib import suppress
from itertools import count
from typing import TYPE_CHECKING, Any, NamedTuple

import kernel_host

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    Targets = Sequence[tuple[int, int, int, int]]
    """Card, owner, and the objectives before it: their low and their high word."""
    Numbers = Sequence[int]

version: int = kernel_host.version()


def play(  # noqa: PLR0913, PLR0917 - those of module.cpp
    players: int,
    tricks: int,
    leader: int,
    trump: int,
    strict: bool,
    assignment: int,
    suit: bytes,
    holder: bytes,
    begun: bytes,
    targets: Targets,
    seed: int,
    positions: int,
    polish: int,
) -> list[tuple[int, list[int]]] | None:
    """Return a winning line as leaders and cards, or None if none was found."""
    deal = _deal((players, tricks, leader, trump, strict, assignment), (suit, holder, begun), targets)
    won, *line = _asked("play", deal + _words(seed) + _numbers(positions, polish))
    width = players + 1
    return [(line[k], line[k + 1 : k + width]) for k in range(0, len(line), width)] if won else None


def refuting(  # noqa: PLR0913, PLR0917
    players: int,
    tricks: int,
    leader: int,
    trump: int,
    strict: bool,
    assignment: int,
    suit: bytes,
    holder: bytes,
    begun: bytes,
    targets: Targets,
    most_objectives: int,
    each: int,
    total: int,
    late: Callable[[], object],
) -> tuple[list[int], int, bool]:
    """Return objectives that cannot be met together, the positions searched, and whether a search was given up.

    What `late` raises is raised.
    """
    deal = _deal((players, tricks, leader, trump, strict, assignment), (suit, holder, begun), targets)
    low, high, stopped, *found = _asked("refuting", deal + _numbers(most_objectives, each, total), late)
    return found, _wide(low, high), bool(stopped)


def formula(  # noqa: PLR0913, PLR0917
    players: int,
    tricks: int,
    leader: int,
    trump: int,
    strict: bool,
    tight: bool,
    assignment: int,
    suit: bytes,
    holder: bytes,
    past: Sequence[Sequence[int]],
    objectives: Sequence[tuple[int, int]],
    order: Sequence[tuple[int, int]],
) -> KernelFormula:
    """Return the formula of a deal."""
    settings = (players, tricks, leader, trump, strict, tight, assignment)
    lists = [*_counted(suit), *_counted(holder), len(past), *(number for cards in past for number in _counted(cards))]
    return KernelFormula(_numbers(*settings, *lists, *_pairs(objectives), *_pairs(order)))


class KernelFormula:
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

    def clauses(self) -> list[tuple[int, ...]]:
        """Return the clauses."""
        numbers, begin, made = _asked("clauses", self._request), 0, []
        while begin < len(numbers):
            end = begin + 1 + numbers[begin]
            made.append(tuple(numbers[begin + 1 : end]))
            begin = end
        return made

    def glucose4(self) -> Glucose4:
        """Return a solver that has the clauses."""
        return Glucose4(self._request)


class Glucose4:
    """A solver with the methods of PySAT's solvers.

    All raise `ValueError` when it has been deleted, and all that search or add a clause when it was lost.

    Args:
        request: the deal of a formula that the solver has; without one, it has no clauses.
    """

    _ids = count()

    def __init__(self, request: bytes | None = None) -> None:
        self._id: int | None = None
        self._budget = 0
        self._model: list[int] = []
        self._core: list[int] = []
        number = next(self._ids)
        self._counters = _asked("solver" if request is None else "glucose4", _numbers(number) + (request or b""))
        self._id = number

    def add_clause(self, clause: Sequence[int]) -> None:
        """Add a clause."""
        self.add_clauses([clause])

    def add_clauses(self, clauses: Sequence[Sequence[int]]) -> None:
        """Add clauses."""
        literals = [number for clause in clauses for number in _counted(clause)]
        self._counters = _asked("add_clauses", _numbers(self._there(), len(clauses), *literals))

    def conf_budget(self, conflicts: int) -> None:
        """Set how many conflicts a search may take."""
        self._budget = conflicts

    def solve_limited(self, assumptions: Sequence[int], expect_interrupt: bool) -> bool | None:  # noqa: ARG002 - PySAT's
        """Return whether there is a model under these assumptions, or None if that is open."""
        request = _numbers(self._there(), self._budget, *_counted(assumptions))
        self._model, self._core = [], []
        reply = _asked("solve", request)
        self._counters, answer, literals = reply[:6], reply[6], reply[7:].tolist()
        if answer < 0:
            return None
        if answer:
            self._model = literals
        else:
            self._core = literals
        return bool(answer)

    def get_model(self) -> list[int]:
        """Return the model if the last answer was yes, else an empty list."""
        self._there()
        return list(self._model)

    def get_core(self) -> list[int]:
        """Return assumptions that cannot hold together if the last answer was no, else an empty list."""
        self._there()
        return list(self._core)

    def accum_stats(self) -> dict[str, int]:
        """Return how much has been searched."""
        self._there()
        names = ("conflicts", "decisions", "propagations")
        return {name: _wide(*self._counters[2 * k : 2 * k + 2]) for k, name in enumerate(names)}

    def delete(self) -> None:
        """Free its memory."""
        if self._id is not None:
            _asked("delete", _numbers(self._id))
            self._id = None

    def __del__(self) -> None:
        with suppress(Exception):  # at the end the host may be gone
            self.delete()

    def _there(self) -> int:
        """Return its number."""
        if self._id is None:
            raise ValueError("the solver has been deleted")
        return self._id


def fitting_deals(  # noqa: PLR0913, PLR0917
    me: int, unseen: int, sizes: Numbers, known: Numbers, cannot: Numbers, seed: int, number: int
) -> tuple[int, int, list[list[int]]]:
    """Return how many deals fit, as two words, the low one first, and random ones: a hand a player."""
    words = _words(unseen, seed, *_counted(known), *_counted(cannot))
    low, high, *hands = _words_of(_asked("fitting_deals", _numbers(me, number, *_counted(sizes)) + words))
    return low, high, _rows(len(sizes), hands)


def drawn(seed: int, bounds: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """Return draws of the generator below bounds; all are two words, the low one first."""
    found = _words_of(_asked("drawn", _words(seed, *_pairs(bounds))))
    return list(zip(found[::2], found[1::2], strict=True))


class Tasks:
    """Tasks, from their code: `crewsat.hidden.flat_tasks.FlatTasks.code`."""

    def __init__(self, code: Numbers) -> None:
        self._code = _numbers(*_counted(code))
        self._start = _asked("tasks_start", self._code).tolist()

    def start(self) -> list[int]:
        """Return the standing before the first trick."""
        return list(self._start)

    def after(self, standing: Numbers, number: int, leader: int, winner: int, cards: Numbers) -> list[int]:
        """Return the standing after a trick."""
        return self._about("after", standing, number, leader, winner, *_counted(cards)).tolist()

    def lost(self, standing: Numbers) -> bool:
        """Return whether some task can no longer be met."""
        return bool(self._about("lost", standing)[0])

    def met(self, standing: Numbers, ended: bool) -> bool:
        """Return whether all tasks are met: for good, or as the play has ended."""
        return bool(self._about("met", standing, ended)[0])

    def effect(self, standing: Numbers, number: int, leader: int, winner: int, cards: Numbers) -> list[tuple[int, ...]]:
        """Return what a trick would do to each task if it went to this winner."""
        width, *effects = self._about("effect", standing, number, leader, winner, *_counted(cards))
        return [tuple(row) for row in _rows(width, effects)]

    def _about(self, name: str, standing: Numbers, *numbers: int) -> array[int]:
        return _asked(f"tasks_{name}", self._code + _numbers(*_counted(standing), *numbers))


class Weights:
    """The weights of a blueprint, and the request that they are sent along in."""

    def __init__(self, numbers: Numbers) -> None:
        self.request = _numbers(*_counted(numbers))
        _asked("weights", self.request)


weights = Weights


def position(*arguments: Any) -> Position:  # noqa: ANN401 - of different types
    """Return a position; the arguments are those of `crewsat.hidden.board.arguments`."""
    shape, suit, owner, before, apart, tasks, now, table, count, signals, cards, *others = arguments
    cannot, known, standing, me, hand, played, given = others
    numbers = [me, *(number for one in (shape, suit, owner, tasks) for number in _counted(one))]
    numbers += [number for one in (now, table, count, signals, standing) for number in _counted(one)]
    numbers += [len(before), *(card for card, _ in before)]
    numbers += [len(given), *(number for one in given for number in one[:4])]
    words = [apart, hand, *cards, *(mask for _, mask in before), *(word for one in given for word in one[4:])]
    words += [word for one in (cannot, known, played) for word in _counted(one)]
    return Position(_numbers(*numbers) + _words(*words))


class Position:
    """What a player knows in a game, for bots; it is sent along with every request."""

    def __init__(self, request: bytes) -> None:
        self._request = request
        _asked("position", request)

    def features(self) -> list[tuple[int, list[int]]]:
        """Return the features of each card that differs from the others."""
        width, *numbers = _asked("features", self._request)
        return [(card, found) for card, *found in _rows(width, numbers)]

    def messages(self) -> list[tuple[int, int, list[int]]]:
        """Return what may be signalled: a card, what is said of it, and the features of that."""
        width, *numbers = _asked("messages", self._request)
        return [(card, says, found) for card, says, *found in _rows(width, numbers)]

    def card(self, weights: Weights) -> int:
        """Return the card that a blueprint plays."""
        return _asked("card", self._request + weights.request)[0]

    def message(self, weights: Weights) -> tuple[int, int]:
        """Return the card that a blueprint shows, and what it says of it."""
        card, says = _asked("message", self._request + weights.request)
        return card, says

    def search(  # noqa: PLR0913, PLR0917
        self, weights: Weights, samples: int, pool: int, positions: int, drops: bool, seed: int
    ) -> list[tuple[int, int, int, int, int]]:
        """Return for each card: in how many deals it was played, wins, further wins with open hands, its score."""
        settings = _numbers(samples, pool, positions, drops) + _words(seed)
        width, *numbers = _asked("search", self._request + weights.request + settings)
        rows = _rows(width, numbers)
        return [(card, deals, wins, more, _wide(*score)) for card, deals, wins, more, *score in rows]

    def rollouts(self, weights: Weights, samples: int, pool: int, seed: int) -> tuple[int, int]:
        """Return in how many deals the rest was played, and how many of them were won."""
        settings = _numbers(samples, pool, 0, False) + _words(seed)
        deals, won = _asked("rollouts", self._request + weights.request + settings)
        return deals, won


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


def _never() -> bool:
    return False


def _asked(name: str, request: bytes, late: Callable[[], object] = _never) -> array[int]:
    """Return a reply, or raise what was raised by `late`: that must not pass through the module."""
    raised = []

    def is_late() -> bool:
        try:
            return bool(late())
        except BaseException as error:  # noqa: BLE001
            raised.append(error)
            return True

    reply = array("i", kernel_host.ask(name, request, is_late))
    if raised:
        raise raised[0]
    if reply[1]:
        raise ValueError("".join(map(chr, reply[1:])))
    return reply[2:]


def _deal(settings: Sequence[int], lists: Sequence[bytes], targets: Targets) -> bytes:
    made = [_numbers(*settings, *(number for one in lists for number in _counted(one)), len(targets))]
    made += [_numbers(card, owner) + _words(low, high) for card, owner, low, high in targets]
    return b"".join(made)


def _counted(numbers: Sequence[int]) -> list[int]:
    return [len(numbers), *numbers]


def _pairs(pairs: Sequence[tuple[int, int]]) -> list[int]:
    return [len(pairs), *(number for one, other in pairs for number in (one, other))]


def _numbers(*numbers: int) -> bytes:
    return array("q", numbers).tobytes()


def _words(*numbers: int) -> bytes:
    """Return numbers without a sign."""
    return array("Q", numbers).tobytes()


def _wide(low: int, high: int) -> int:
    return high << 32 | low & 0xFFFF_FFFF


def _words_of(reply: array[int]) -> list[int]:
    return array("Q", reply.tobytes()).tolist()


def _rows(width: int, numbers: list[int]) -> list[list[int]]:
    return [numbers[k : k + width] for k in range(0, len(numbers), width)]
