"""What a sweep may find out about a deal of The Crew besides its answer, each as a whole number.

Each function has the deal, its verdict and the seconds that are left, and returns the number, or None if it does not
apply to the deal. Each raises `crewsat.base.errors.Stopped` if the number is not found in time.
"""

from __future__ import annotations

import random
import time
from itertools import islice
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, cast

from crewsat.algorithms.crew.plain_play import at_random as random_rule
from crewsat.algorithms.crew.plain_play import greedy as greedy_rule
from crewsat.algorithms.crew.plain_play import wins
from crewsat.base.errors import BugFound, Stopped
from crewsat.engine.frontend import decide
from crewsat.engine.options import Options
from crewsat.games.crew.walk import Walk
from crewsat.questions.crew.assumed import Assumed
from crewsat.questions.crew.deal_budget import DealBudget
from crewsat.questions.crew.demands import most_goals
from crewsat.questions.frontend import options, winning_lines

if TYPE_CHECKING:
    from collections.abc import Iterator

    from crewsat.algorithms.crew.plain_play import Rule
    from crewsat.base.errors import Reason
    from crewsat.games.crew.instance import Crew
    from crewsat.games.verdict import Verdict

MOST_LINES = 1_000
"""Winning lines are counted up to this number."""
_LEAST_TIME = 0.001


def fewest_tricks(deal: Crew, verdict: Verdict, seconds: float) -> int | None:  # noqa: ARG001 - of every quantity
    """Return the trick with which a deal that can be won is won at the earliest."""
    low, high = verdict.fewest_tricks or (None, None)
    if low != high:
        _check_known("unknown", verdict.reason or "time")
    return high


def openings(deal: Crew, verdict: Verdict, seconds: float) -> int | None:
    """Return how many percent of the opening cards keep a deal winnable, rounded.

    An opening card keeps it winnable if some winning play begins with it, whatever the crew chooses before. It does not
    apply to lost deals, to those that are won without a card, and where cards may be passed before the first trick.
    """
    if verdict.answer != "yes" or (deal.passing is not None and not deal.passing.after):
        return None
    end = time.monotonic() + seconds
    keeps: dict[str, str] = {}
    for way in _retokened(deal):
        found = options(way, time_limit=max(end - time.monotonic(), _LEAST_TIME))
        for option in found:
            if keeps.get(str(option.move)) != "yes":
                keeps[str(option.move)] = option.answer
        if {*keeps.values()} <= {"yes"}:
            break
        for option in found:
            _check_known(option.answer, option.reason)
    return round(100 * [*keeps.values()].count("yes") / len(keeps)) if keeps else None


def _check_known(answer: str, reason: str | None) -> None:
    """Raise `Stopped` for an answer that is not known."""
    if answer == "unknown":
        raise Stopped(cast("Reason", reason or "incomplete"))


def _retokened(deal: Crew) -> Iterator[Crew]:
    """Yield the deal, or if tokens may be changed, what it becomes with each change, with none first."""
    if deal.retoken is None:
        yield deal
        return
    walk = Walk(deal)
    yield from map(walk.chosen, walk.choices())


def at_random(deal: Crew, verdict: Verdict, seconds: float) -> int:  # noqa: ARG001 - of every quantity
    """Return 1 if a play at random wins, else 0."""
    return _won(deal, random_rule)


def greedy(deal: Crew, verdict: Verdict, seconds: float) -> int:  # noqa: ARG001 - of every quantity
    """Return 1 if the greedy play wins, else 0."""
    return _won(deal, greedy_rule)


def _won(deal: Crew, rule: Rule) -> int:
    """Return 1 if a deal is won by a rule, with randomness that depends on the deal only, else 0."""
    return int(wins(deal, rule, random.Random(deal.digest())))


def lines(deal: Crew, verdict: Verdict, seconds: float) -> int:
    """Return how many winning lines there are, at most `MOST_LINES`."""
    if verdict.answer == "no":
        return 0
    found = sum(1 for _ in islice(winning_lines(deal, time_limit=seconds), MOST_LINES))
    if not found:
        raise BugFound(f"a deal can be won, and has no winning line: {deal.to_json()}")
    return found


def dropped(deal: Crew, verdict: Verdict, seconds: float) -> int:
    """Return how many goals must be dropped at least so that the others can be met; 0 if the deal can be won."""
    if verdict.answer == "yes":
        return 0
    end = time.monotonic() + seconds
    return min(_dropped(way, max(end - time.monotonic(), _LEAST_TIME)) for way in _retokened(deal))


def _dropped(deal: Crew, seconds: float) -> int:
    asking = DealBudget(Options(time_limit=seconds).limits())
    with Assumed(deal, asking) as assumed:
        low, high, _ = most_goals(assumed, asking)
    if low < high:
        raise Stopped("time" if asking.limits.late() else "incomplete")
    return len(deal.goals) - low


def rescued(deal: Crew, verdict: Verdict, seconds: float) -> int | None:
    """Return 1 if the distress signal makes a lost deal winnable, 0 if not; None for others.

    It does not apply where the deal has a pass already, to a single player, and without a trick.
    """
    if verdict.answer != "no" or deal.passing is not None or deal.players == 1 or not deal.tricks:
        return None
    found = decide(deal.model_copy(update={"passing": {}}), time_limit=seconds)
    _check_known(found.answer, found.reason)
    return int(found.answer == "yes")


def lemmas(deal: Crew, verdict: Verdict, seconds: float) -> int | None:
    """Return how many lemmas the checked proof of a lost deal has; None for others."""
    if verdict.answer != "no":
        return None
    with TemporaryDirectory(prefix="crewsat-") as folder:
        found = decide(deal, time_limit=seconds, proof=f"{folder}/proof")
    if found.answer == "yes":
        raise BugFound(f"a deal cannot be won, and can: {deal.to_json()}")
    _check_known(found.answer if found.proof else "unknown", found.reason)
    return found.proof.lemmas if found.proof else None
