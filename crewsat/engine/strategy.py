"""Answer a question in this process: run methods in turn, replay what they find, return a verdict.

Plays are not checked by the code that finds them: a play found by any method leaves this module only after the referee,
which knows nothing about variables and clauses, has replayed it. A play that the referee rejects, and methods that
contradict each other, are bugs of ours and raise `BugFound`.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from crewsat.base.errors import BugFound, IllegalPlay, Stopped, UnknownFeature
from crewsat.base.stopwatch import Stopwatch, cpu_seconds
from crewsat.engine.backends import Finding, run
from crewsat.engine.methods import ALL, proving_method
from crewsat.engine.notes import unknown
from crewsat.games import GAMES
from crewsat.games.game import STRATEGY
from crewsat.games.method import PLAYER
from crewsat.games.verdict import Statistics, Verdict
from crewsat.solvers import kissat

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from crewsat.engine.limits import Limits
    from crewsat.engine.notes import Note, Notes
    from crewsat.engine.plan import Plan
    from crewsat.games.game import Game, Play
    from crewsat.games.instance import Instance
    from crewsat.games.method import Method
    from crewsat.games.verdict import Answer, Checked


def answer(instance: Instance, plan: Plan, limits: Limits, *, note: Note) -> Verdict:
    """Answer by the methods of a plan; the options must have been checked.

    ``auto`` and ``all`` leave out methods that do not know a feature of the instance; if they leave out all, the answer
    is unknown, and a note says which feature.

    Args:
        instance: the question.
        plan: what to run.
        limits: what may be used.
        note: called with what is known so far, as by `crewsat.engine.backends.run`.

    Raises:
        BugFound: if a play does not pass the referee, or two methods contradict each other.
    """
    if plan.compares:
        return _by_all(instance, plan, limits, note)
    if limits.proof is not None:
        return _with_proof(instance, plan, limits, note)
    cpu = cpu_seconds()
    last = None
    for candidate in _wanted(plan, instance, limits) if plan.automatic else plan.methods:
        last = candidate, _finding(candidate, instance, limits, note)
        if last[1].reason != "incomplete":
            break
    return _by_none(instance, plan) if last is None else _verdict(instance, *last, limits, note, cpu)


def _wanted(plan: Plan, instance: Instance, limits: Limits) -> Iterator[Method]:
    """Yield the methods that ``auto`` tries: those that apply, and no quick player if a solver was requested."""
    for method in plan.methods:
        if method.suits(instance) and not (method.kind is PLAYER and limits.solver is not None):
            yield method


def without_formula(instance: Instance, plan: Plan, limits: Limits, note: Note) -> Verdict | None:
    """Answer by the first method of a plan that decides and solves no formula; None if there is none."""
    asked = (method for method in plan.methods if not method.kind.formula and method.suits(instance))
    said = (_by_one(method, instance, limits, note) for method in asked)
    return next((verdict for verdict in said if verdict.reason != "incomplete"), None)


def _with_proof(instance: Instance, plan: Plan, limits: Limits, note: Note) -> Verdict:
    """Answer by a formula, and prove a no; ``auto`` asks the algorithms first, and proves their no."""
    cpu = cpu_seconds()
    argued = without_formula(instance, plan, limits, note)
    if argued is not None and argued.answer != "no":
        verdict = argued
    elif plan.automatic and not proving_method(instance.game).understands(instance):
        verdict = _by_none(instance, plan) if argued is None else replace(argued, unproved="incomplete")
    else:
        note({"verdict": argued})
        verdict = _proved(instance, argued, _by_one(proving_method(instance.game), instance, limits, note))
    return replace(verdict, statistics=replace(verdict.statistics, cpu_seconds=cpu_seconds() - cpu))


def _proved(instance: Instance, argued: Verdict | None, found: Verdict) -> Verdict:
    """Combine an algorithm's no, if there is one, with the result of the formula."""
    if argued is None:
        return found
    if found.answer == "yes":
        raise BugFound(f"{argued.method} says no, and {found.method} found a play: {instance.to_json()}")
    if found.proof is None:
        return replace(argued, unproved=found.unproved or found.reason)
    return replace(found, because=argued.because)


def _by_one(method: Method, instance: Instance, limits: Limits, note: Note) -> Verdict:
    cpu = cpu_seconds()
    return _verdict(instance, method, _finding(method, instance, limits, note), limits, note, cpu)


def _finding(method: Method, instance: Instance, limits: Limits, note: Note) -> Finding:
    watch = Stopwatch()
    note({"method": method.name, "solver": None, "statistics": {}})
    try:
        return run(method, instance, limits, note)
    except Stopped as stopped:
        stage = "encode" if method.kind.solver else "solve"
        return Finding("unknown", reason=stopped.reason, statistics=watch.lap(stage))


def _by_none(instance: Instance, plan: Plan) -> Verdict:
    """Return an unknown verdict, as no method can answer, with a note on the features that none of them knows."""
    verdict = unknown(instance, plan.method, "incomplete")
    if any(one.understands(instance) for one in plan.methods):  # but not one of this size
        return verdict
    missing = instance.features.difference(*(one.knows for one in plan.methods)) or instance.features
    return replace(verdict, notes=(*verdict.notes, str(UnknownFeature("no method", missing))))


def _by_all(instance: Instance, plan: Plan, limits: Limits, note: Note) -> Verdict:
    """Run every method that applies, each with an equal share of the time that is left, and compare the answers."""
    cpu = cpu_seconds()
    runs = list(_runs(instance, plan, limits))
    if not runs:
        return _by_none(instance, plan)
    verdicts: dict[str, Verdict] = {}
    answers: dict[str, Answer] = dict.fromkeys((name for name, _, _ in runs), "unknown")
    for number, (name, method, own) in enumerate(runs):
        verdict = _by_one(method, instance, own.share(len(runs) - number), lambda known: note(_of_all(known)))
        if verdict.reason == "incomplete":
            del answers[name]
            continue
        verdicts[name], answers[name] = verdict, verdict.answer
        if {"yes", "no"} <= set(answers.values()):
            said = ", ".join(f"{name} {answer}" for name, answer in answers.items())
            raise BugFound(f"the methods contradict each other ({said}): {instance.to_json()}")
        note({"verdict": _best(verdicts.values(), answers)})
    if not verdicts:
        return _by_none(instance, plan)
    best = _best(verdicts.values(), answers)
    return replace(best, statistics=replace(best.statistics, cpu_seconds=cpu_seconds() - cpu))


def _of_all(known: Notes) -> Notes:
    """Return the notes of one method as notes of ``all``, without its own verdict."""
    kept: Notes = {**known, "method": ALL}
    kept.pop("settled", None)
    return kept


def _best(verdicts: Iterable[Verdict], answers: Mapping[str, Answer]) -> Verdict:
    """Return the best verdict: an answer rather than none, and the one that was checked most thoroughly."""
    best = min(verdicts, key=lambda verdict: (verdict.answer == "unknown", _TRUST[verdict.checked]))
    return replace(best, method=ALL, answers=dict(answers))


def _runs(instance: Instance, plan: Plan, limits: Limits) -> Iterator[tuple[str, Method, Limits]]:
    """Yield what ``all`` runs: the installed methods that can handle the size; for formulas, with Kissat as well."""
    for method in plan.methods:
        if method.understands(instance) and (method.most_size is None or instance.size <= method.most_size):
            yield method.name, method, limits
            if method.kind.formula and limits.solver is None and kissat.version() is not None:
                yield f"{method.name} ({kissat.NAME})", method, replace(limits, solver=kissat.NAME)


def _verdict(  # noqa: PLR0913, PLR0917 - what its caller has
    instance: Instance, method: Method, finding: Finding, limits: Limits, note: Note, cpu: float
) -> Verdict:
    """Check what was found and put it into its final form.

    Args:
        instance: the question.
        method: the method that found it, unless the finding names another.
        finding: what was found.
        limits: what may be used.
        note: called with what is known so far.
        cpu: the processor time when the work began.

    Raises:
        BugFound: if a play does not pass the referee.
    """
    method = finding.by or method
    common: dict[str, Any] = {
        "method": method.name,
        "game": instance.game,
        "solver": finding.solver,
        "notes": instance.notes,
        "about": instance.about,
    }
    if finding.answer == "unknown":
        statistics = Statistics(**finding.statistics, cpu_seconds=cpu_seconds() - cpu)
        return Verdict("unknown", checked="none", reason=finding.reason, statistics=statistics, **common)
    if GAMES[instance.game].certificate is STRATEGY:
        from crewsat.engine import opponents  # noqa: PLC0415 - of few games

        return opponents.verdict(instance, method, finding, limits, note=note, common=common, cpu=cpu)
    if finding.answer == "no":
        checked = method.kind.no if finding.proof is None else "proof"
        statistics = Statistics(**finding.statistics, cpu_seconds=cpu_seconds() - cpu)
        common |= {"because": finding.because, "proof": finding.proof, "unproved": finding.unproved}
        return Verdict("no", checked=checked, statistics=statistics, **common)
    watch, game = Stopwatch(), GAMES[instance.game]
    try:
        play = game.replay(instance, finding.certificate)
    except IllegalPlay as error:
        raise BugFound(f"{method.name} found a play that breaks the rules ({error}): {instance.to_json()}") from error
    known: dict[str, Any] = {**finding.statistics, **watch.lap("replay")}
    statistics = Statistics(**known, cpu_seconds=cpu_seconds() - cpu)
    fewest = finding.fewest_tricks
    return Verdict(
        "yes",
        checked="replayed",
        play=play,
        model=finding.model,
        **game.results(instance, play),
        fewest_tricks=None if fewest is None else _fewest(game, instance, fewest, play),
        statistics=statistics,
        **common,
    )


def _fewest(game: Game, instance: Instance, bounds: tuple[int, int], play: Play) -> tuple[int, int]:
    """Return bounds on the winning move, from those a method gave and the play that was replayed.

    A solver cannot win earlier what has been won in the past, and a model may win earlier than it says.
    """
    won_with: int = bounds[1] if game.won_with is None else game.won_with(instance, play)
    return (bounds[0], min(bounds[1], won_with)) if play else (won_with, won_with)


_TRUST: dict[Checked, int] = {"replayed": 0, "proof": 1, "algorithm": 2, "search": 3, "none": 4}
