"""How the methods of each kind are run: an instance and limits in, a finding out, nothing checked yet."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import partial
from typing import TYPE_CHECKING, Any

from crewsat.algorithms.result import NOT_APPLICABLE, Refutation
from crewsat.base.errors import BugFound
from crewsat.base.stopwatch import Stopwatch
from crewsat.engine.building import build
from crewsat.games import GAMES
from crewsat.solvers import kissat
from crewsat.solvers.cnf import solve, solve_best

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from crewsat.algorithms.result import Decision
    from crewsat.base.formula import Formula
    from crewsat.engine.limits import Limits
    from crewsat.engine.notes import Note
    from crewsat.games.instance import Instance
    from crewsat.games.method import Method
    from crewsat.games.verdict import Answer, Proof
    from crewsat.proofs.writing import Proved
    from crewsat.solvers.outcome import Outcome

    Certificate = Any
    """What the referee of the game checks: a list of moves, or a strategy."""


@dataclass(frozen=True, slots=True)
class Finding:
    """What a method found, before it is checked: a yes has a certificate, an unknown a reason.

    In a game with an opponent a no has a certificate, too: the opponent's strategy. If another method has found it on
    the way, `by` is that method.
    """

    answer: Answer
    certificate: Certificate = None
    reason: str | None = None
    because: str | None = None
    solver: str | None = None
    model: tuple[int, ...] | None = None
    fewest_tricks: tuple[int, int] | None = None
    proof: Proof | None = None
    unproved: str | None = None
    statistics: Mapping[str, Any] = field(default_factory=dict)
    by: Method | None = None


INCOMPLETE = Finding("unknown", reason="incomplete")
"""The method has no answer to this instance."""


def run(method: Method, instance: Instance, limits: Limits, note: Note) -> Finding:
    """Run a method.

    Args:
        method: an entry of the table.
        instance: what is asked.
        limits: the method stops by itself when they are reached, as far as it can.
        note: called with what is known before the longest part of the work begins, in case the process is
        killed.

    Raises:
        Stopped: if a limit was reached before anything was found.
        UnknownFeature: if the method does not know a feature of the instance.
    """
    method.check(instance)
    return _RUN[method.kind.name](method, instance, limits, note)


def _by_replay(method: Method, instance: Instance, limits: Limits, _note: Note) -> Finding:
    watch = Stopwatch()
    return _decided(method.load()(instance, out_of_time=limits.late), watch, limits)


def _by_bound(method: Method, instance: Instance, _limits: Limits, _note: Note) -> Finding:
    watch = Stopwatch()
    because: str | None = method.load()(instance)
    if because is None:
        return INCOMPLETE
    return Finding("no", because=because, statistics=watch.lap("solve"))


def _by_refuter(method: Method, instance: Instance, limits: Limits, _note: Note) -> Finding:
    watch = Stopwatch()
    because: str | None = method.load()(instance, out_of_time=limits.late)
    if because is None:
        return INCOMPLETE
    return Finding("no", because=because, statistics=watch.lap("solve"))


def _by_player(method: Method, instance: Instance, limits: Limits, _note: Note) -> Finding:
    watch = Stopwatch()
    play = method.load()(instance, seed=limits.seed or 0, shorten=limits.shown, out_of_time=limits.late)
    if play is None:
        return INCOMPLETE
    return Finding("yes", play, statistics=watch.lap("solve"))


def _by_repair(method: Method, instance: Instance, limits: Limits, _note: Note) -> Finding:
    """Solve formulas about some of the plays, one after another; if none has a model, nothing is known."""
    for attempt in build(method.load(), instance, limits, seed=limits.seed or 0):
        outcome = solve(attempt.formula, deadline=limits.deadline, seed=limits.seed)
        if outcome.status != "unsatisfiable":
            return _solved(outcome, {}, partial(attempt.decode, outcome.model))
    return INCOMPLETE


def _by_algorithm(method: Method, instance: Instance, limits: Limits, _note: Note) -> Finding:
    watch = Stopwatch()
    return _decided(method.load()(instance), watch, limits)


def _decided(found: Decision[Any], watch: Stopwatch, limits: Limits) -> Finding:
    """Report a decision."""
    if found is NOT_APPLICABLE:
        return INCOMPLETE
    statistics = watch.lap("solve")
    if isinstance(found, Refutation):
        return Finding("no", because=found.because, statistics=statistics)
    fewest_tricks = (0, 0) if limits.fewest_tricks else None
    return Finding("yes", found.play, fewest_tricks=fewest_tricks, statistics=statistics)


def _by_search(method: Method, instance: Instance, limits: Limits, _note: Note) -> Finding:
    watch = Stopwatch()
    found = method.load()(instance, out_of_time=limits.late, max_bytes=limits.max_bytes)
    return Finding("no" if found is None else "yes", found, statistics=watch.lap("solve"))


def _against_an_opponent(method: Method, instance: Instance, limits: Limits, _note: Note) -> Finding:
    watch = Stopwatch()
    found = method.load()(instance, out_of_time=limits.late, max_bytes=limits.max_bytes)
    if found is NOT_APPLICABLE:
        return INCOMPLETE
    statistics = watch.lap("solve")
    if found.positions is not None:
        statistics["positions"] = found.positions
    answer: Answer = "yes" if found.wins else "no"
    return Finding(answer, found.strategy, because=found.because, statistics=statistics)


def _by_cnf(method: Method, instance: Instance, limits: Limits, note: Note) -> Finding:
    watch = Stopwatch()
    encoding = build(method.load_for_search() if limits.proof is None else method.load_for_proof(), instance, limits)
    formula = encoding.formula
    size = {"variables": formula.variables, "clauses": formula.size}
    statistics = {**watch.lap("encode"), **size}
    note({"solver": limits.solver, "statistics": statistics})
    if limits.proof is not None:
        made = _proved(instance, method, formula, limits, note)
        outcome = made.outcome
        found = _with_model(outcome, _solved(outcome, statistics, lambda: encoding.decode(outcome.model)))
        statistics |= made.times
        proof = None if made.proof is None else replace(made.proof, version=method.formula_version)
        return replace(found, proof=proof, unproved=made.unproved, statistics=statistics)
    if limits.solver == kissat.NAME:
        outcome = kissat.solve(formula, deadline=limits.deadline, seed=limits.seed, max_bytes=limits.max_bytes)
        return _with_model(outcome, _solved(outcome, statistics, lambda: encoding.decode(outcome.model)))
    how: dict[str, Any] = {"solver": limits.solver, "deadline": limits.deadline, "seed": limits.seed}
    how["conflicts"] = limits.conflicts
    if not limits.fewest_tricks:
        settled: list[Finding] = []
        outcome = solve(
            formula,
            preferences=encoding.preferences(),
            meanwhile=_asks_meanwhile(method, instance, limits, note, settled),
            **how,
        )
        if settled:
            return replace(settled[0], statistics={**statistics, **outcome.times, **outcome.counters})
        return _with_model(outcome, _solved(outcome, statistics, lambda: encoding.decode(outcome.model)))
    outcome, low, high = solve_best(formula, encoding.preferences(), **how)
    found = _with_model(outcome, _solved(outcome, statistics, lambda: encoding.decode(outcome.model)))
    return replace(found, fewest_tricks=(encoding.earliest + low, encoding.earliest + high))


def _asks_meanwhile(
    method: Method, instance: Instance, limits: Limits, note: Note, found: list[Finding]
) -> Callable[[], bool]:
    """Return a function that runs `method.meanwhile`, appends its answer to `found`, and returns whether it has one."""
    other = next((one for one in GAMES[instance.game].methods if one.name == method.meanwhile), None)

    def ask() -> bool:
        if other is None or limits.solver is not None or not other.suits(instance):
            return False
        finding = run(other, instance, limits, note)
        if finding.answer != "unknown":
            found.append(replace(finding, by=other))
        return bool(found)

    return ask


def _proved(instance: Instance, method: Method, formula: Formula, limits: Limits, note: Note) -> Proved:
    """Decide a formula, and prove a no; the files of a question are the same wherever it is asked from."""
    from pathlib import Path  # noqa: PLC0415 - all of this only if there is something to prove

    from crewsat.engine.export import comments  # noqa: PLC0415
    from crewsat.proofs.lrat import Rejected  # noqa: PLC0415
    from crewsat.proofs.writing import solve_and_prove  # noqa: PLC0415

    plain = type(instance)(**instance.question())
    try:
        return solve_and_prove(
            formula,
            comments(plain, method.name, formula),
            Path(limits.proof or "") / instance.digest()[:16],
            most_bytes=limits.proof_bytes,
            deadline=limits.deadline,
            seed=limits.seed,
            refuted=lambda: note({"refuted": True}),
        )
    except Rejected as error:
        raise BugFound(
            f"the proof that there is no winning play is not valid ({error}): {instance.to_json()}"
        ) from error


def _with_model(outcome: Outcome, finding: Finding) -> Finding:
    """Keep the literals of a formula's model; other engines have none."""
    return replace(finding, model=outcome.model or None)


def _by_cpsat(method: Method, instance: Instance, limits: Limits, note: Note) -> Finding:
    from crewsat.solvers import cpsat  # noqa: PLC0415 - an import of seconds

    watch = Stopwatch()
    encoding = build(method.load(), instance, limits)
    size = {"variables": len(encoding.model.proto.variables), "clauses": len(encoding.model.proto.constraints)}
    statistics = {**watch.lap("encode"), **size}
    note({"solver": cpsat.NAME, "statistics": statistics})
    outcome = cpsat.solve(encoding.model, deadline=limits.deadline, seed=limits.seed)
    return _solved(outcome, statistics, lambda: encoding.decode(outcome.model))


def _by_asp(method: Method, instance: Instance, limits: Limits, note: Note) -> Finding:
    from crewsat.solvers import asp  # noqa: PLC0415 - an optional library

    watch = Stopwatch()
    encoding = build(method.load(), instance, limits)
    statistics: dict[str, float | int] = {**watch.lap("encode")}
    note({"solver": asp.NAME, "statistics": statistics})
    outcome = asp.solve(encoding.program, encoding.facts, deadline=limits.deadline, seed=limits.seed)
    return _solved(outcome, statistics, lambda: encoding.decode(outcome.atoms))


def _solved(outcome: Outcome, statistics: dict[str, Any], decode: Callable[[], Certificate]) -> Finding:
    """Translate a solver's outcome into a finding about the game."""
    statistics |= {**outcome.times, **outcome.counters}
    if outcome.program_bytes is not None:
        statistics["peak_mb"] = outcome.program_bytes / 1e6
    if outcome.status != "satisfiable":
        answer: Answer = "no" if outcome.status == "unsatisfiable" else "unknown"
        return Finding(answer, reason=outcome.reason, solver=outcome.solver, statistics=statistics)
    watch = Stopwatch()
    try:
        found = decode()
    except (LookupError, RuntimeError, StopIteration) as error:
        raise BugFound(f"{outcome.solver} returned something that is not a play ({error!r})") from error
    statistics |= watch.lap("decode")
    return Finding("yes", found, solver=outcome.solver, statistics=statistics)


_RUN: dict[str, Callable[[Method, Instance, Limits, Note], Finding]] = {
    "replay": _by_replay,
    "bound": _by_bound,
    "algorithm": _by_algorithm,
    "player": _by_player,
    "refuter": _by_refuter,
    "repair": _by_repair,
    "search": _by_search,
    "opponent": _against_an_opponent,
    "cnf": _by_cnf,
    "cpsat": _by_cpsat,
    "asp": _by_asp,
}
