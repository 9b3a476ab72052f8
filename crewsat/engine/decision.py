"""The request for a decision: its options are checked, and the methods are resolved, once for each game."""

from __future__ import annotations

import os
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, cast

from crewsat.base.errors import NotInstalled, WrongOption
from crewsat.base.libraries import KISSAT
from crewsat.engine.methods import AUTO, method_names, proving_method
from crewsat.engine.notes import broken_off
from crewsat.engine.plan import plan_of
from crewsat.engine.request import Request
from crewsat.engine.strategy import answer
from crewsat.games import GAMES, check_instance
from crewsat.games.verdict import Verdict
from crewsat.solvers import kissat
from crewsat.solvers.proving import SOLVER as PROVER

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from crewsat.base.errors import Reason
    from crewsat.engine.limits import Limits
    from crewsat.engine.notes import Notes
    from crewsat.engine.options import Options
    from crewsat.engine.plan import Plan
    from crewsat.engine.request import Tell
    from crewsat.games.instance import Instance


@dataclass(frozen=True)
class Decision(Request[Verdict]):
    """Whether a game can be won."""

    _plans: dict[str, Plan] = field(default_factory=dict, init=False, repr=False, compare=False)

    def __getstate__(self) -> dict[str, Any]:
        """Leave out the plans: another process makes its own."""
        return {**vars(self), "_plans": {}}

    def plan(self, game: str) -> Plan:
        """Return the plan for a game; the options are checked when it is made.

        Raises:
            WrongOption: if the options cannot be combined for this game.
            NotInstalled: for a method or solver that is missing.
        """
        if game not in self._plans:
            self._plans[game] = _plan(game, self.options)
            check_options([self._plans[game]], self.options)
        return self._plans[game]

    def check(self, instance: Instance) -> None:
        """Check the options for the game of an instance, and that a named method knows all of its features."""
        check_instance(instance)
        self.plan(instance.game).check(instance)

    def needs_child(self, instance: Instance, limits: Limits) -> bool:
        """Return whether limits hold only in a child, or a method must run in one."""
        return super().needs_child(instance, limits) or self.plan(instance.game).apart

    def answer(self, instance: Instance, limits: Limits, *, note: Tell) -> Verdict:
        """Decide in this process."""
        return answer(instance, self.plan(instance.game), limits, note=note)

    def unfinished(self, instance: Instance, reason: Reason, notes: Mapping[str, Any], seconds: float) -> Verdict:
        """Return the verdict of interrupted work, with what was known at that point."""
        return broken_off(instance, self.options.method, reason, cast("Notes", notes), seconds)

    def received(self, result: Verdict, peak_bytes: int = 0) -> Verdict:
        """Return a verdict with paths relative to the current directory, and the memory of the child that gave it."""
        return with_peak(from_here(result), peak_bytes) if peak_bytes else from_here(result)


def check_for_any(games: Iterable[str], options: Options) -> None:
    """Check that options can be combined for one of these games.

    Raises:
        WrongOption: if they cannot.
        NotInstalled: for a method or solver that is missing.
    """
    given = list(games)
    known = [game for game in given if options.method in method_names(game)] or given[:1]
    check_options([_plan(game, options) for game in known], options)


def why_not(game: str, options: Options) -> str | None:
    """Return why options make no sense for a game; None if they do."""
    try:
        check_for_any([game], options)
    except WrongOption as error:
        return str(error)
    return None


def _plan(game: str, options: Options) -> Plan:
    return plan_of(game, options.method, fewest_tricks=options.fewest_tricks)


def check_options(plans: Sequence[Plan], options: Options) -> None:
    """Check that options can be combined for one of these plans.

    Raises:
        WrongOption: if they cannot.
        NotInstalled: for a solver that is missing.
    """
    games = [plan.game for plan in plans]
    _check_certificates(games, options)
    _check_solver_and_seed(plans, options)
    if options.fewest_tricks:
        _check_fewest_tricks(games, options, formula=any(plan.formula and not plan.compares for plan in plans))
    if options.solver == kissat.NAME and kissat.version() is None:
        raise NotInstalled(KISSAT.missing(f"solver '{kissat.NAME}'"))


def _check_solver_and_seed(plans: Iterable[Plan], options: Options) -> None:
    """Check that the solver and the seed apply to one of these plans.

    Raises:
        WrongOption: if they do not.
    """
    if options.solver is not None and not any(plan.formula for plan in plans):
        raise WrongOption(f"method '{options.method}' does not solve a formula; a solver does not apply")
    if options.seed is not None and not any(plan.seeded for plan in plans):
        raise WrongOption(f"method '{options.method}' is deterministic; a seed does not apply")


def _check_fewest_tricks(games: Sequence[str], options: Options, *, formula: bool) -> None:
    """Check that the fewest tricks can be found in one of these games.

    Raises:
        WrongOption: if they cannot.
    """
    if all(GAMES[game].won_with is None for game in games):
        raise WrongOption(f"{games[0]} has no tricks; fewest_tricks does not apply")
    if not formula:
        raise WrongOption(
            f"method '{options.method}' does not look for the fewest tricks; allowed: auto, or one with a formula"
        )
    if options.solver == kissat.NAME:
        raise WrongOption(f"{kissat.NAME} answers one question and cannot look for the fewest tricks")


def _check_certificates(games: Sequence[str], options: Options) -> None:
    """Check that the requested proof or strategy is available for one of these games.

    Raises:
        WrongOption: if it is not.
    """
    if options.proof is not None:
        _check_proof(games, options)
    if options.strategy is not None and all(GAMES[game].strategy_of is None for game in games):
        raise WrongOption(f"there are no strategies in {games[0]}: all players play together")


def _check_proof(games: Sequence[str], options: Options) -> None:
    """Check that a proof is available for one of these games.

    Raises:
        WrongOption: if it is not.
    """
    proving = [one.name for game in games for one in GAMES[game].methods if one.proof is not None]
    if not proving:
        proving_method(games[0])
    if options.method not in {AUTO, *proving}:
        raise WrongOption(f"method '{options.method}' does not produce proofs; allowed: auto, {', '.join(proving)}")
    if options.solver not in {None, PROVER}:
        raise WrongOption(f"solver '{options.solver}' does not produce proofs; allowed: {PROVER}")
    if options.fewest_tricks:
        raise WrongOption("a proof certifies a no; it cannot be combined with the fewest tricks")


def with_peak(verdict: Verdict, peak_bytes: int) -> Verdict:
    """Return a verdict with the peak memory of the child that gave it, plus that of a program it ran."""
    megabytes = peak_bytes / 1e6 + (verdict.statistics.peak_mb or 0.0)
    return replace(verdict, statistics=replace(verdict.statistics, peak_mb=megabytes or None))


def from_here(verdict: Verdict) -> Verdict:
    """Return the same verdict with paths relative to the current directory."""
    proof = None if verdict.proof is None else verdict.proof.seen_from(os.curdir)
    strategy = None if verdict.strategy is None else verdict.strategy.seen_from(os.curdir)
    return verdict if proof is None and strategy is None else replace(verdict, proof=proof, strategy=strategy)
