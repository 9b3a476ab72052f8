"""Answers: what `decide` returns and what is printed as JSON."""

from __future__ import annotations

import os
from dataclasses import dataclass, field, fields, replace
from typing import TYPE_CHECKING, Any, Generic, Literal

from crewsat.base.errors import Undecided
from crewsat.base.wording import counted, visible
from crewsat.games import GAMES
from crewsat.games.result import Result

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from rich.console import RenderableType
    from typing_extensions import TypeVar

    from crewsat.games.game import Play

    PlayT_co = TypeVar("PlayT_co", bound=Play, default=Play, covariant=True)
else:
    from typing import TypeVar

    PlayT_co = TypeVar("PlayT_co", covariant=True)

Answer = Literal["yes", "no", "unknown"]
Checked = Literal["replayed", "proof", "algorithm", "search", "none"]


@dataclass(frozen=True, slots=True)
class Statistics:
    """Where the time went and how large the formula was; None for stages that did not take place.

    Stages have seconds of wall clock and of processor time; `cpu_seconds` is the processor time of the whole decision.
    `peak_mb` is known for work in a child process: its peak resident memory, plus that of a program it ran. For games
    with opponents, `positions` are those a search has visited, `replayed_positions` those the referee has.
    """

    encode_seconds: float | None = None
    encode_cpu_seconds: float | None = None
    load_seconds: float | None = None
    load_cpu_seconds: float | None = None
    solve_seconds: float | None = None
    solve_cpu_seconds: float | None = None
    decode_seconds: float | None = None
    decode_cpu_seconds: float | None = None
    prove_seconds: float | None = None
    prove_cpu_seconds: float | None = None
    check_seconds: float | None = None
    check_cpu_seconds: float | None = None
    replay_seconds: float | None = None
    replay_cpu_seconds: float | None = None
    cpu_seconds: float | None = None
    peak_mb: float | None = None
    variables: int | None = None
    clauses: int | None = None
    conflicts: int | None = None
    decisions: int | None = None
    propagations: int | None = None
    positions: int | None = None
    replayed_positions: int | None = None

    def as_dict(self) -> dict[str, float | int]:
        """Return what is known, times rounded to microseconds."""
        known = {f.name: getattr(self, f.name) for f in fields(self)}
        return {k: round(v, 6) if isinstance(v, float) else v for k, v in known.items() if v is not None}


@dataclass(frozen=True, slots=True)
class ProofFile:
    """A file of a proof.

    Attributes:
        path: relative to the current directory, or to where the answer is.
        sha256: of its bytes, in hexadecimal.
        size: its bytes.
    """

    path: str
    sha256: str
    size: int

    def as_dict(self) -> dict[str, Any]:
        """Return the JSON object."""
        return {"path": self.path, "sha256": self.sha256, "bytes": self.size}


@dataclass(frozen=True, slots=True)
class StrategyFile:
    """A file with a strategy: every position that can arise, with the move in it.

    Attributes:
        path: relative to the current directory, or to where the answer is.
        sha256: of its bytes, in hexadecimal.
        positions: their number, one line each.
    """

    path: str
    sha256: str
    positions: int

    def seen_from(self, folder: str) -> StrategyFile:
        """Return the same file with a path relative to a folder instead of the current directory."""
        return replace(self, path=os.path.relpath(os.path.realpath(self.path), os.path.realpath(folder)))

    def as_dict(self) -> dict[str, Any]:
        """Return the JSON object."""
        return {"path": self.path, "sha256": self.sha256, "positions": self.positions}


@dataclass(frozen=True, slots=True)
class Proof:
    """A formula that the game satisfies if it can be won, and a proof that nothing satisfies it.

    Attributes:
        formula: the file of the formula, in DIMACS.
        proof: the file of the proof, in LRAT.
        clauses: number of clauses of the formula.
        lemmas: number of clauses that the proof adds.
        version: of the formula; other versions state the game differently.
    """

    formula: ProofFile
    proof: ProofFile
    clauses: int
    lemmas: int
    version: int = 1

    def seen_from(self, folder: str) -> Proof:
        """Return the same proof with paths relative to a folder instead of the current directory."""
        formula, proof = (
            replace(file, path=os.path.relpath(os.path.realpath(file.path), os.path.realpath(folder)))
            for file in (self.formula, self.proof)
        )
        return replace(self, formula=formula, proof=proof)

    def as_dict(self) -> dict[str, Any]:
        """Return the JSON object."""
        version = {} if self.version == 1 else {"version": self.version}
        formula = {**self.formula.as_dict(), "clauses": self.clauses, **version}
        return {"formula": formula, "proof": {**self.proof.as_dict(), "lemmas": self.lemmas}}


@dataclass(frozen=True, slots=True)
class Verdict(Result, Generic[PlayT_co]):
    """An answer and its evidence; the JSON form is that of an answer (docs/files.md).

    It is generic in its play: ``Verdict[tuple[Trick, ...]]`` for a deal of The Crew.

    Attributes:
        answer: ``yes``, ``no`` or ``unknown``.
        method: the method that gave it, a name of `crewsat methods`.
        checked: how far the answer has been checked by code that did not find it.
        game: the game the question was about.
        solver: the solver of the formula, if one was solved.
        play: the winning tricks of a yes, and before them the choices of the crew; in Hanabi, the steps.
        assignment: the owner of every objective of a yes, by id.
        chosen: what the crew chose besides its cards, if there was a choice, as members of the JSON object: ``tokens``.
        fewest_tricks: if requested, numbers a ≤ b: no play wins with a trick before trick a, and this one wins with
            trick b; a = b is a proof that it wins as early as possible, a < b means that time ran out.
        lines: different winning lines, if requested; the first one need not be `play`.
        all_lines: whether there are no others.
        lines_reason: why the search for lines was stopped: ``time``, ``memory`` or ``interrupted``.
        because: the reason of a no that an algorithm gave, in words.
        reason: why the answer is unknown; for ``all``, also why not every method answered.
        answers: the answer of each method, by name, if all were run.
        conflict: ids of objectives that cannot be met together, if requested.
        proof: the files of the proof of a no, if one was requested and has been checked.
        strategy: the file of the winning strategy, if one was requested: for a no, that of the other side.
        unproved: why there is none: ``time``, ``memory``, ``interrupted``, ``crash``, or ``size`` if it was larger than
            allowed or than the free disk space.
        model: literals of the formula's model, for a yes that came from a formula.
        notes: what looks like a mistake in the instance, in sentences.
        about: the field `about` of the instance, copied.
        statistics: times and sizes.
    """

    answer: Answer
    method: str
    checked: Checked
    game: str
    solver: str | None = None
    play: PlayT_co | None = None
    assignment: Mapping[str, int] | None = None
    chosen: Mapping[str, Any] = field(default_factory=dict)
    fewest_tricks: tuple[int, int] | None = None
    lines: tuple[PlayT_co, ...] | None = None
    all_lines: bool | None = None
    lines_reason: str | None = None
    because: str | None = None
    reason: str | None = None
    answers: Mapping[str, Answer] | None = None
    conflict: tuple[str, ...] | None = None
    proof: Proof | None = None
    strategy: StrategyFile | None = None
    unproved: str | None = None
    model: tuple[int, ...] | None = field(default=None, repr=False)
    notes: tuple[str, ...] = ()
    about: Mapping[str, Any] | None = None
    statistics: Statistics = field(default_factory=Statistics)

    def __bool__(self) -> bool:
        """Whether the answer is yes.

        Raises:
            Undecided: if the answer is unknown.
        """
        if self.answer == "unknown":
            raise Undecided(f"the question was not decided ({self.reason})")
        return self.answer == "yes"

    def __str__(self) -> str:
        if self.answer == "unknown":
            return f"UNKNOWN: {self.reason}"
        if self.answer == "no":
            return f"NO: {self.because}" if self.because else "NO"
        return f"YES, in {counted(self.length, GAMES[self.game].unit)}" if self.length else "YES"

    @property
    def decided(self) -> Verdict[PlayT_co]:
        """This verdict."""
        return self

    @property
    def length(self) -> int:
        """How many tricks, steps, actions or moves the play has; choices of the crew are not counted."""
        return sum(getattr(part, "is_unit", True) for part in self.play or ())

    def __rich__(self) -> RenderableType:
        """Return the answer and its play as a table, for `rich.print`."""
        from rich.console import Group  # noqa: PLC0415 - only for output to people

        from crewsat.base.layout import Grid, Prose  # noqa: PLC0415

        moves = [move.as_dict() for move in self.play or ()]
        if not moves:
            return Prose(str(self))
        headings = list(dict.fromkeys(key for move in moves for key in move))
        return Group(
            Prose(str(self)), Grid(headings, [[_cell(move.get(key, "")) for key in headings] for move in moves])
        )

    def as_dict(self) -> dict[str, Any]:
        """Return the JSON object of the contract; what is absent is left out."""
        out: dict[str, Any] = {"format": 1, "game": self.game, "answer": self.answer, "method": self.method}
        out["solver"] = self.solver
        out["checked"] = self.checked
        out["reason"] = self.reason
        out["because"] = self.because
        out["answers"] = None if self.answers is None else dict(self.answers)
        out["play"] = None if self.play is None else _moves(self.play, choices=False)
        out["assignment"] = None if self.assignment is None else dict(self.assignment)
        out |= self.chosen
        out["fewest_tricks"] = self._bounds()
        out["lines"] = None if self.lines is None else [_moves(line) for line in self.lines]
        out["all_lines"] = self.all_lines
        out["lines_reason"] = self.lines_reason
        out["conflict"] = None if self.conflict is None else list(self.conflict)
        out["proof"] = None if self.proof is None else self.proof.as_dict()
        out["strategy"] = None if self.strategy is None else self.strategy.as_dict()
        out["unproved"] = self.unproved
        out["notes"] = list(self.notes) or None
        out["about"] = None if self.about is None else dict(self.about)
        out["statistics"] = self.statistics.as_dict()
        return {key: value for key, value in out.items() if value is not None}

    def brief(self) -> dict[str, Any]:
        """Return the JSON object of ``decide --brief``: no play, but its length in tricks, steps, actions, or moves.

        What is absent is left out.
        """
        out: dict[str, Any] = {"answer": self.answer, "checked": self.checked, "method": self.method}
        out[f"{GAMES[self.game].unit}s"] = self.length if self.answer == "yes" else None
        out |= {"fewest_tricks": self._bounds(), "reason": self.reason, "unproved": self.unproved}
        return {key: value for key, value in out.items() if value is not None}

    def _bounds(self) -> dict[str, Any] | None:
        """Return the JSON object of the fewest tricks."""
        if self.fewest_tricks is None:
            return None
        low, high = self.fewest_tricks
        return {"at_least": low, "at_most": high, "proved": low == high}


def _moves(play: Iterable[Any], *, choices: bool = True) -> list[dict[str, Any]]:
    """Return the JSON list of a play, with the choices that are not units of its length or without them."""
    return [move.as_dict() for move in play if choices or getattr(move, "is_unit", True)]


def _cell(value: object) -> str:
    """Return a value of a move as a cell of a table."""
    return " ".join(map(visible, value)) if isinstance(value, (list, tuple)) else visible(value)
