"""Decide an instance: choose a method, run it, replay its witness, return a verdict.

What finds is not what checks: a play found by whatever method leaves this module only after the referee, which knows
nothing of variables and clauses, has replayed it. A play the referee rejects is a bug of ours and raises `BugFound`.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field, replace
from typing import TYPE_CHECKING, Any

from crewsat.errors import BugFound, IllegalPlay, Stopped, visible
from crewsat.games.crew.cards import Card
from crewsat.games.crew.rules import Table, Trick, owners_of, play_until_success, replay
from crewsat.limits import Limits, limits_of
from crewsat.methods import MEMORY_LIMIT, Kind, Method, methods_for
from crewsat.solvers.cnf import solve, solve_best
from crewsat.verdict import Answer, Checked, Statistics, Verdict

if TYPE_CHECKING:
    from collections.abc import Callable

    from crewsat.games.crew.instance import Crew

    Tricks = list[tuple[int, tuple[Card, ...]]]


@dataclass(frozen=True, slots=True)
class Finding:
    """What a method found, before anybody has checked it: a yes has a play, an unknown a reason."""

    answer: Answer
    play: Tricks | None = None
    reason: str | None = None
    because: str | None = None
    solver: str | None = None
    model: tuple[int, ...] | None = None
    fewest_tricks: tuple[int, int] | None = None
    statistics: dict[str, Any] = field(default_factory=dict)


def decide(  # noqa: PLR0913 - one argument an option
    instance: Crew,
    *,
    method: str = "auto",
    solver: str | None = None,
    time_limit: float | None = None,
    memory_limit: float | None = MEMORY_LIMIT,
    seed: int | None = None,
    fewest_tricks: bool = False,
) -> Verdict:
    """Decide whether the crew can complete all objectives and tasks.

    Args:
        instance: a deal with its objectives.
        method: ``auto`` or a name of `crewsat.methods.METHODS`.
        solver: one of `crewsat.solvers.cnf.SOLVERS`; None lets the size of the formula decide.
        time_limit: seconds of wall time; None for no limit.
        memory_limit: MB a formula or a table of positions may take, estimated; None for no limit.
        seed: varies the search; the same seed gives the same verdict.
        fewest_tricks: find the play that wins earliest, and prove that none wins earlier (`Verdict.fewest_tricks`);
            then only a formula can say yes, unless there is nothing to play.

    Returns:
        A verdict; of a yes, the play has been replayed.

    Raises:
        ValueError: for an unknown method or solver or a limit that is not positive.
        BugFound: if the play found does not pass the referee.
    """
    chosen = methods_for(instance.game, method)
    limits = limits_of(
        solver=solver, time_limit=time_limit, memory_limit=memory_limit, seed=seed, fewest_tricks=fewest_tricks
    )
    if (solver is not None or seed is not None) and all(candidate.kind != "cnf" for candidate in chosen):
        raise ValueError(f"method '{method}' solves no formula; solver and seed do not apply")
    cpu = time.process_time()
    if fewest_tricks:
        chosen = tuple(candidate for candidate in chosen if candidate.kind not in {"algorithm", "search"})
        if all(candidate.kind != "cnf" for candidate in chosen):
            raise ValueError(
                f"method '{method}' does not look for the fewest tricks; allowed: auto, or one with a formula"
            )
    for candidate in chosen:
        began = time.monotonic()
        try:
            finding = _RUN[candidate.kind](candidate, instance, limits)
        except Stopped as stopped:
            seconds = time.monotonic() - began
            stage = "encode_seconds" if candidate.kind == "cnf" else "solve_seconds"
            finding = Finding("unknown", reason=stopped.reason, statistics={stage: seconds})
        if finding.reason != "incomplete":
            break
    return _verdict(instance, candidate, finding, cpu)


def verify(instance: Crew, play: Iterable[Trick | Mapping[str, Any]]) -> None:
    """Replay a winning play by the rules.

    Args:
        instance: the deal or position.
        play: tricks as `Verdict.play` holds them, or as the JSON answer writes them.

    Raises:
        IllegalPlay: with trick, player and rule, at the first thing wrong; also if the play stops before it succeeds,
            goes on afterwards, or claims a winner or completed objectives that are not those of the rules.
    """
    verified(instance, play)


def verified(instance: Crew, play: Iterable[Trick | Mapping[str, Any]]) -> tuple[Trick, ...]:
    """Do what `verify` does, and return the tricks with the winners and completed objectives of the rules."""
    if not isinstance(play, Iterable):
        raise IllegalPlay("there is no play to verify", rule="claim")
    claims = [_claim(trick, number) for number, trick in enumerate(play, instance.finished + 1)]
    replayed = replay(instance, [(leader, cards) for leader, cards, _, _ in claims])
    first = instance.finished + 1
    for number, (trick, (_, _, winner, completes)) in enumerate(zip(replayed, claims, strict=True), first):
        if winner is not None and (type(winner) is not int or winner != trick.winner):
            raise IllegalPlay(f"player {trick.winner} wins, not {visible(winner)}", rule="claim", trick=number)
        if completes is not None and not _same_names(completes, trick.completes):
            done = ", ".join(map(visible, trick.completes)) or "nothing"
            words = f"the trick completes {done}, which is not what the play says"
            raise IllegalPlay(words, rule="claim", trick=number)
    return replayed


def _claim(trick: Trick | Mapping[str, Any], number: int) -> tuple[int, list[Card], object, list[object] | None]:
    """Leader, cards, and what the play says of winner and completed objectives."""
    fields = asdict(trick) if isinstance(trick, Trick) else trick
    if not isinstance(fields, Mapping):
        raise IllegalPlay("this is no trick: an object is needed", rule="claim", trick=number)
    leader, cards, completes = fields.get("leader"), fields.get("cards"), fields.get("completes")
    if type(leader) is not int or not isinstance(cards, list | tuple) or not isinstance(completes, list | tuple | None):
        words = "this is no trick: leader is a player, cards is a list, completes is a list of ids"
        raise IllegalPlay(words, rule="claim", trick=number)
    try:
        parsed = [Card.parse(card) for card in cards]
    except ValueError as error:
        raise IllegalPlay(f"this is no trick: {error}", rule="claim", trick=number) from None
    return leader, parsed, fields.get("winner"), None if completes is None else list(completes)


def _same_names(claimed: list[object], names: tuple[str, ...]) -> bool:
    """Whether these are the same ids, each once, in any order."""
    return all(isinstance(name, str) for name in claimed) and sorted(map(str, claimed)) == sorted(names)


def _verdict(instance: Crew, method: Method, finding: Finding, cpu: float) -> Verdict:
    """Check what was found and put it into its final form."""
    common: dict[str, Any] = {
        "method": method.name,
        "game": instance.game,
        "solver": finding.solver,
        "about": instance.about,
    }
    statistics = Statistics(**finding.statistics)
    if finding.answer == "unknown":
        statistics = replace(statistics, cpu_seconds=time.process_time() - cpu)
        return Verdict("unknown", checked="none", reason=finding.reason, statistics=statistics, **common)
    if finding.answer == "no":
        checked = _CHECKED_NO[method.kind]
        statistics = replace(statistics, cpu_seconds=time.process_time() - cpu)
        return Verdict("no", checked=checked, because=finding.because, statistics=statistics, **common)
    start = time.monotonic()
    try:
        play = play_until_success(instance, finding.play or [])
    except IllegalPlay as error:
        raise BugFound(f"{method.name} found a play that breaks the rules ({error}): {instance.to_json()}") from error
    done = time.monotonic()
    statistics = replace(statistics, replay_seconds=done - start, cpu_seconds=time.process_time() - cpu)
    return Verdict(
        "yes",
        checked="replayed",
        play=play,
        assignment=owners_of(instance, play),
        model=finding.model,
        fewest_tricks=_fewest(instance, finding.fewest_tricks, len(play)),
        statistics=statistics,
        **common,
    )


def _fewest(instance: Crew, bounds: tuple[int, int] | None, tricks: int) -> tuple[int, int] | None:
    """Bounds on the trick that wins, from those a method gave and the play that was replayed.

    What has been won in the past is not for a solver to win earlier; and a model may win earlier than it says.
    """
    if bounds is None:
        return None
    if tricks == 0:
        won_with = Table(instance).played
        return won_with, won_with
    return bounds[0], min(bounds[1], instance.finished + tricks)


def _by_replay(method: Method, instance: Crew, limits: Limits) -> Finding:
    start = time.monotonic()
    return _argued(method.load()(instance, out_of_time=limits.late), start, limits)


def _by_argument(method: Method, instance: Crew, limits: Limits) -> Finding:
    start = time.monotonic()
    return _argued(method.load()(instance), start, limits)


def _argued(found: Tricks | str | None, start: float, limits: Limits) -> Finding:
    """Report a play, a reason why there is none, or neither."""
    statistics = {"solve_seconds": time.monotonic() - start}
    if found is None:
        return Finding("unknown", reason="incomplete")
    if isinstance(found, str):
        return Finding("no", because=found, statistics=statistics)
    return Finding("yes", play=found, fewest_tricks=(0, 0) if limits.fewest_tricks else None, statistics=statistics)


def _by_search(method: Method, instance: Crew, limits: Limits) -> Finding:
    start = time.monotonic()
    play = method.load()(instance, out_of_time=limits.late, max_bytes=limits.max_bytes)
    statistics = {"solve_seconds": time.monotonic() - start}
    return Finding("no" if play is None else "yes", play=play, statistics=statistics)


def _by_cnf(method: Method, instance: Crew, limits: Limits) -> Finding:
    start = time.monotonic()
    encoding = method.load()(instance, max_bytes=limits.max_bytes, out_of_time=limits.late)
    formula = encoding.formula
    built = time.monotonic()
    wishes = encoding.wishes()
    how: dict[str, Any] = {"solver": limits.solver, "deadline": limits.deadline, "seed": limits.seed}
    bounds: tuple[int, int] | None = None
    if limits.fewest_tricks:
        outcome, low, high = solve_best(formula, wishes, **how)
        bounds = encoding.earliest + low, encoding.earliest + high
    else:
        outcome = solve(formula, wishes=wishes, **how)
    statistics: dict[str, Any] = {
        "encode_seconds": built - start,
        "load_seconds": outcome.load_seconds,
        "solve_seconds": outcome.solve_seconds,
        "variables": formula.variables,
        "clauses": formula.size,
        **outcome.counters,
    }
    if outcome.status != "satisfiable":
        answer: Answer = "no" if outcome.status == "unsatisfiable" else "unknown"
        return Finding(answer, reason=outcome.reason, solver=outcome.solver, statistics=statistics)
    solved = time.monotonic()
    play = encoding.decode(outcome.model)
    statistics["decode_seconds"] = time.monotonic() - solved
    return Finding("yes", play, solver=outcome.solver, model=outcome.model, fewest_tricks=bounds, statistics=statistics)


_CHECKED_NO: dict[Kind, Checked] = {
    "replay": "algorithm",
    "bound": "algorithm",
    "algorithm": "algorithm",
    "search": "search",
    "cnf": "none",
}
_RUN: dict[Kind, Callable[[Method, Crew, Limits], Finding]] = {
    "replay": _by_replay,
    "bound": _by_argument,
    "algorithm": _by_argument,
    "search": _by_search,
    "cnf": _by_cnf,
}
