"""Games with opponents: a strategy that a method found is played against every defence before an answer is returned.

A yes is certified by the strategy of the side that asks, and a no by that of the other side. A search that says yes has
no other argument, so its strategy is played to the end. An argument in words, and a no of a search, do not depend on a
strategy; there it is played up to a bound, as a no may have many more positions than the search visits. If a strategy
is to be saved, all of it is played.
"""

from __future__ import annotations

import hashlib
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from crewsat.base.errors import BugFound, IllegalPlay
from crewsat.base.outputs import write_whole
from crewsat.base.stopwatch import Stopwatch, cpu_seconds
from crewsat.base.wording import json_text
from crewsat.games import GAMES
from crewsat.games.verdict import Statistics, StrategyFile, Verdict

if TYPE_CHECKING:
    from crewsat.base.errors import Reason
    from crewsat.engine.backends import Finding
    from crewsat.engine.limits import Limits
    from crewsat.engine.notes import Note
    from crewsat.games.game import Played
    from crewsat.games.instance import Instance
    from crewsat.games.method import Method
    from crewsat.games.verdict import Checked

MOST_REPLAYED = 20_000
"""The most positions played of a strategy on which the answer does not depend alone."""


def verdict(  # noqa: PLR0913 - what the caller knows already
    instance: Instance,
    method: Method,
    finding: Finding,
    limits: Limits,
    *,
    note: Note,
    common: dict[str, Any],
    cpu: float,
) -> Verdict:
    """Have the referee play the strategy that was found, save it if requested, and return the verdict.

    A no is noted before its strategy is played, as it does not depend on it.

    Raises:
        BugFound: if the strategy breaks a rule or loses.
    """
    watch, wins = Stopwatch(), finding.answer == "yes"
    rests_on_it = wins and method.kind.no == "search"
    whole = rests_on_it or limits.strategy is not None
    if not wins:
        statistics = replace(Statistics(**finding.statistics), cpu_seconds=cpu_seconds() - cpu)
        unproved: Reason | None = None if limits.strategy is None else "incomplete"
        fields = {**common, "because": finding.because, "statistics": statistics, "unproved": unproved}
        note({"settled": Verdict("no", checked=method.kind.no, **fields)})
    played = replayed(instance, finding.certificate, wins=wins, limits=limits, whole=whole)
    known = {**finding.statistics, **watch.lap("replay"), "replayed_positions": played.positions}
    common |= {"statistics": replace(Statistics(**known), cpu_seconds=cpu_seconds() - cpu)}
    if played.stopped and (rests_on_it or (wins and not played.positions)):  # not even the first move is known
        return Verdict("unknown", checked="none", reason=played.stopped, **common)
    checked: Checked = method.kind.no if played.stopped else "replayed"
    unproved = None if limits.strategy is None else played.stopped
    common |= {"because": finding.because, "strategy": _kept(played, limits), "unproved": unproved}
    if wins:
        return Verdict("yes", checked=checked, play=played.play, **common)
    return Verdict("no", checked=checked, **common)


def replayed(instance: Instance, strategy: Any, *, wins: bool, limits: Limits, whole: bool = False) -> Played:  # noqa: ANN401
    """Have the referee play a strategy against every defence, up to `MOST_REPLAYED` positions unless `whole` is set.

    Raises:
        BugFound: if the strategy breaks a rule or loses.
    """
    try:
        played: Played = GAMES[instance.game].replay(
            instance,
            strategy,
            coalition=wins,
            most_positions=None if whole else MOST_REPLAYED,
            out_of_time=limits.late,
            max_bytes=limits.max_bytes,
        )
    except IllegalPlay as error:
        raise BugFound(f"a strategy was found that fails ({error}): {instance.to_json()}") from error
    return played


def _kept(played: Played, limits: Limits) -> StrategyFile | None:
    """Write a strategy that was played to the end to the requested file."""
    if limits.strategy is None or played.stopped:
        return None
    data = "".join(f"{json_text(line)}\n" for line in played.lines()).encode()
    write_whole(limits.strategy, data)
    return StrategyFile(limits.strategy, hashlib.sha256(data).hexdigest(), played.positions)
