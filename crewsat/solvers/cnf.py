"""Formulas solved in process by PySAT, in slices of conflicts so that limits and Ctrl-C hold.

No single solver is best, and a table says which one is tried for how long: small formulas go to Glucose, and those it
has not decided after 15,000 conflicts go to CaDiCaL (of 1,000 deals with three players, the tenth slowest took 0.11 s,
and 0.25 s with 2,000 conflicts; of 800 with four, 0.10 and 0.17 s); on large ones (generalised decks) MiniSat finds
plays two to five times faster than CaDiCaL, which again gets the rest. Large formulas with long chains of implications
(Hanabi) go to CaDiCaL from the start: a reduction of 3-SAT with 40 variables took it 12 s, Glucose 19 s, and MiniSat 42
s. So do large ones of deals in which every trick must complete an objective; but with clauses that say who can win when
(a *round*), MiniSat finds their plays in half the time: ten cubic graphs with 40 vertices took 12 s, and CaDiCaL 26 s.

`interrupt()` does nothing in CaDiCaL, and a signal is not seen while a solver runs; a conflict budget works everywhere
and keeps what was learnt. So every call gets a budget that takes a fifth of a second or so. The budget depends on the
size of the formula, never on a clock: the same formula has the same search on every machine, unless a deadline ends it.
A seed shuffles the clauses, which is the only randomness.
"""

from __future__ import annotations

import signal
import time
from dataclasses import dataclass, replace
from itertools import islice
from typing import TYPE_CHECKING, Any, Self, TypeVar

from crewsat.base.compiled import CompiledClauses
from crewsat.base.shuffling import shuffled
from crewsat.base.stopwatch import Stopwatch
from crewsat.solvers.opening import LOAD_CHUNK, loader, opened, that_stops
from crewsat.solvers.outcome import Outcome

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from crewsat.base.compiled import CompiledFormula
    from crewsat.base.formula import Clause, Clauses, Formula

Number = TypeVar("Number", int, float)

SLICE = 2_000
"""The most conflicts of one call to a solver; fewer on formulas of more than half a million clauses."""


@dataclass(frozen=True, slots=True)
class Stage:
    """One solver of a plan and the number of conflicts it may use up; None for no bound."""

    solver: str
    conflicts: int | None

    def within(self, conflicts: int | None) -> Stage:
        """Return the stage with at most `conflicts` conflicts, if that is a number."""
        return replace(self, conflicts=min((k for k in (self.conflicts, conflicts) if k is not None), default=None))


MEDIUM = 40_000
"""Clauses from which a formula counts as medium."""

LARGE = 200_000
"""Clauses from which a formula counts as large: MiniSat gets more conflicts.

Eight lost deals of 50,000 clauses took 0.63 s with 60,000 conflicts and 0.25 s with 10,000 (geometric means); eight of
71,000 to 107,000 clauses, nearly all won, took as long with either. Won decks of 380,000 clauses needed up to 39,000
conflicts of MiniSat; CaDiCaL alone took 0.6 to 5 times as long.
"""

PLANS: dict[str, tuple[Stage, ...]] = {
    "small": (Stage("glucose4", 15_000), Stage("cadical195", None)),
    "medium": (Stage("minisat22", 10_000), Stage("cadical195", None)),
    "large": (Stage("minisat22", 60_000), Stage("cadical195", None)),
    "chained": (Stage("cadical195", None),),
    "tight": (Stage("cadical195", None),),
    "round": (Stage("minisat22", 5_000), Stage("cadical195", None)),
}


def plan_for(size: int, solver: str | None = None, special: str | None = None) -> tuple[Stage, ...]:
    """Return the solvers to try in turn for a formula of `size` clauses; only `solver` if one is named.

    The plan named `special`, if given, is used for formulas of `MEDIUM` clauses or more.
    """
    if solver is not None:
        return (Stage(solver, None),)
    if size < MEDIUM:
        return PLANS["small"]
    return PLANS[special or ("medium" if size < LARGE else "large")]


MEANWHILE = 2_000
"""Conflicts of a search after which another method is run, about 50 ms on real deals."""

PREFERENCE_CONFLICTS = 200
"""Conflicts of one attempt at a nicer model, 2 ms in the median; plays of real deals get a third to a half shorter.

On small formulas the attempts come before the search, the strongest preference first: with a search first and bisection
after it, real deals took 1.2 times as long, and lost ones, too, as what is learnt under a preference is kept for good.
On large ones (decks of 400 cards) attempts that fail cost as much as the search.
"""


def solve(  # noqa: PLR0913 - one argument per option
    formula: Formula | CompiledFormula,
    *,
    preferences: Sequence[Sequence[int]] = (),
    solver: str | None = None,
    deadline: float | None = None,
    seed: int | None = None,
    conflicts: int | None = None,
    meanwhile: Callable[[], bool] = lambda: False,
) -> Outcome:
    """Decide a formula.

    Args:
        formula: the clauses.
        preferences: conjunctions of literals that would make a model nicer, each implied by the one before; cheap
            attempts are made to satisfy one that is as strong as possible. They do not affect satisfiability.
        solver: one of `SOLVERS`; None follows the plan for the formula's size.
        deadline: on the clock of `time.monotonic`, in seconds.
        seed: shuffles the clauses before they are loaded.
        conflicts: the most conflicts of each solver of the plan, in one search; None for no bound but the plan's.
        meanwhile: called once, after `MEANWHILE` conflicts of a search; returns whether to end it.

    Returns:
        The outcome of the last solver tried, with the times and counters of all; an unknown one always has a reason.
    """
    ended: list[bool] = []

    def pause(conflicts: int) -> bool:
        if not ended and conflicts >= MEANWHILE:
            ended.append(meanwhile())
        return any(ended)

    def ask(session: Session) -> Outcome:
        return session.search_preferring(preferences, pause)

    return _follow_plan(formula, ask, solver, deadline, seed, conflicts=conflicts, over=lambda: any(ended))


def solve_best(  # noqa: PLR0913 - one argument per option
    formula: Formula | CompiledFormula,
    preferences: Sequence[Sequence[int]],
    *,
    solver: str | None = None,
    deadline: float | None = None,
    seed: int | None = None,
    conflicts: int | None = None,
) -> tuple[Outcome, int, int]:
    """Decide a formula and find the strongest preference a model can satisfy, with proof; arguments as in `solve`.

    Returns:
        The outcome, and positions `low` ≤ `high` in `preferences`: no model satisfies a preference before `low`, the
        model found satisfies the one at `high` (their number stands for no preference at all). They are equal if
        neither time nor memory ran out.
    """
    low, high = 0, len(preferences)
    best: Outcome | None = None

    def ask(session: Session) -> Outcome:
        nonlocal low, high, best
        if best is None:
            first = session.search_preferring(preferences)
            if first.status != "satisfiable":
                return first
            best = first
            high = _first_satisfied(preferences, best.model)
        while low < high:  # from above: the last proof also covers all shorter plays
            answer = session.search(preferences[high - 1])
            if answer is None:
                return session.outcome(None)
            if answer:
                best = session.outcome(answer, session.model())
                high = _first_satisfied(preferences, best.model)
            else:
                low = high
        return best

    last = _follow_plan(formula, ask, solver, deadline, seed, conflicts=conflicts)
    if best is None:
        return last, 0, len(preferences)
    return replace(last, status="satisfiable", solver=best.solver, model=best.model, reason=None), low, high


def session_on(
    formula: Formula | CompiledFormula,
    *,
    solver: str | None = None,
    deadline: float | None = None,
    seed: int | None = None,
    conflicts: int | None = None,
) -> Session:
    """Open a session with the solver of the plan that may run longest; arguments as in `solve`."""
    clauses = clauses_of(formula, seed)
    stage = plan_for(len(clauses), solver, formula.plan)[-1].within(conflicts)
    return Session(stage, clauses, formula.variables, deadline)


def _follow_plan(  # noqa: PLR0913 - what its callers have
    formula: Formula | CompiledFormula,
    ask: Callable[[Session], Outcome],
    solver: str | None,
    deadline: float | None,
    seed: int | None,
    *,
    conflicts: int | None,
    over: Callable[[], bool] = lambda: False,
) -> Outcome:
    """Run the solvers of the plan in turn until one has the answer; times and counters are those of all."""
    clauses = clauses_of(formula, seed)
    spent: dict[str, int] = {}
    times: dict[str, float] = {}
    outcome = Outcome("unknown", "", reason="incomplete")
    for stage in plan_for(len(clauses), solver, formula.plan):
        watch = Stopwatch()
        with Session(stage.within(conflicts), clauses, formula.variables, deadline) as session:
            _add(times, watch.lap("load"))
            outcome = ask(session)
            _add(times, watch.lap("solve"))
            _add(spent, session.counters())
        if outcome.status != "unknown" or outcome.reason != "incomplete" or over():
            break
    return replace(outcome, times=times, counters=spent)


def _add(total: dict[str, Number], more: Mapping[str, Number]) -> None:
    for name, value in more.items():
        total[name] = total[name] + value if name in total else value


def clauses_of(formula: Formula | CompiledFormula, seed: int | None) -> Clauses | CompiledClauses | list[Clause]:
    """Return the clauses of a formula, shuffled if there is a seed."""
    clauses = formula.clauses()
    if seed is None:
        return clauses
    from random import Random  # noqa: PLC0415 - seldom needed

    return shuffled(clauses, Random(seed))


class Session:
    """One solver on one formula, called repeatedly under assumptions; what it has learnt is kept."""

    def __init__(
        self,
        stage: Stage,
        clauses: Clauses | CompiledClauses | Sequence[Clause],
        variables: int,
        deadline: float | None,
    ) -> None:
        self.stage = replace(stage, solver=that_stops(stage.solver))
        self.clauses = clauses
        self.variables = variables
        self.deadline = deadline
        linked = self._linked()
        self._solver = linked or self._opened()
        self.ready = linked is not None or self._load()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._solver.delete()

    def search(
        self, assumptions: Sequence[int] = (), pause: Callable[[int], bool] = lambda _conflicts: False
    ) -> bool | None:
        """Solve slice by slice; None if time or the conflicts of the stage are used up (each search may use them).

        `pause` is called after each slice, with the conflicts so far, and returns whether to give up.
        """
        budget = max(20, min(SLICE, SLICE * 500_000 // max(1, len(self.clauses))))
        left, spent = self.stage.conflicts, 0
        while self.ready and not self._late() and (left is None or left > 0):
            answer = self._slice(budget if left is None else min(budget, left), assumptions)
            if answer is not None:
                return answer
            spent += budget
            if pause(spent):
                return None
            if left is not None:
                left -= budget
        return None

    def search_preferring(
        self, preferences: Sequence[Sequence[int]], pause: Callable[[int], bool] = lambda _conflicts: False
    ) -> Outcome:
        """Search as `search` does, for a model that satisfies a preference as strong as small budgets allow."""
        large = len(self.clauses) >= MEDIUM
        model = () if large else self._prefer(preferences)
        answer = True if model else self.search(pause=pause)
        if answer and not model:
            model = self._prefer(preferences if large else (), self.model())
        return self.outcome(answer, model)

    def _prefer(self, preferences: Sequence[Sequence[int]], best: tuple[int, ...] = ()) -> tuple[int, ...]:
        """Return a model for the strongest preference found to be satisfiable, or `best`, a model to begin with.

        Without a model, the strongest preferences are tried (some are skipped if there are many); with one, the middle
        of those open.
        """
        low, high = 0, _first_satisfied(preferences, best) if best else len(preferences)
        while self.ready and low < high and not self._late():
            attempt = (low + high) // 2 if best else low + (high - low) // 8
            if _solve_limited(self._solver, PREFERENCE_CONFLICTS, preferences[attempt]):
                best = self.model()
                high = _first_satisfied(preferences, best)
            else:
                low = attempt + 1
        return best

    def core(self) -> frozenset[int]:
        """Return the assumptions to which the last search, a no, is due: a subset of those it was given."""
        return frozenset(self._solver.get_core() or ())

    def add(self, clause: Sequence[int]) -> None:
        """Add a clause."""
        self._solver.add_clause(list(clause))

    def model(self) -> tuple[int, ...]:
        """Return a literal for every variable: a solver may leave out those that occur in no clause."""
        found = self._solver.get_model()
        return (*found, *(-v for v in range(len(found) + 1, self.variables + 1)))

    def counters(self) -> dict[str, int]:
        """Return the conflicts, decisions and propagations so far."""
        return {name: value for name, value in self._solver.accum_stats().items() if name != "restarts"}

    def outcome(self, answer: bool | None, model: tuple[int, ...] = ()) -> Outcome:
        """Return the outcome for the answer of a search."""
        if answer is None:
            return Outcome("unknown", self.stage.solver, reason="time" if self._late() else "incomplete")
        return Outcome("satisfiable" if answer else "unsatisfiable", self.stage.solver, model)

    def _linked(self) -> Any:  # noqa: ANN401 - a compiled module without types
        """Return the solver of the stage with all clauses, if the kernel has built the formula and links that solver.

        Its search is that of the same solver in PySAT.
        """
        if not isinstance(self.clauses, CompiledClauses):
            return None
        made = getattr(self.clauses.compiled, self.stage.solver, None)
        return made and made()

    def _opened(self) -> Any:  # noqa: ANN401 - PySAT is not typed
        return opened(self.stage.solver)

    def _slice(self, conflicts: int, assumptions: Sequence[int]) -> bool | None:
        return _solve_limited(self._solver, conflicts, assumptions)

    def _load(self) -> bool:
        """Pass the clauses to the solver; return False if time ran out."""
        load, clauses = loader(self.stage.solver, self._solver), iter(self.clauses)
        for _ in range(0, len(self.clauses), LOAD_CHUNK):
            if self._late():
                return False
            load(islice(clauses, LOAD_CHUNK))
        return True

    def _late(self) -> bool:
        return self.deadline is not None and time.monotonic() >= self.deadline


def _solve_limited(solver: Any, conflicts: int, assumptions: Sequence[int] = ()) -> bool | None:  # noqa: ANN401
    """Search for at most `conflicts` conflicts; Ctrl-C waits until the solver has returned.

    `expect_interrupt` makes PySAT release the interpreter's lock and leave signal handlers alone. CaDiCaL ignores that
    and would leave the search by a long jump, which now and then corrupts the heap; so the signal is deferred.
    """
    solver.conf_budget(conflicts)
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        answer: bool | None = solver.solve_limited(assumptions=assumptions, expect_interrupt=True)
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
    return answer


def _first_satisfied(preferences: Sequence[Sequence[int]], model: tuple[int, ...]) -> int:
    """Return the position of the strongest preference that holds in a model, or their number if none does."""
    satisfied = (all(model[abs(x) - 1] == x for x in literals) for literals in preferences)
    return next((k for k, holds in enumerate(satisfied) if holds), len(preferences))
