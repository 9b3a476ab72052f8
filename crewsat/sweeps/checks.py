"""Checks inside a sweep: a share of the deals is decided again, by other means; lost ones get a proof that is checked.

A hash of cell and seed selects the deals, so the selection is the same on every machine. A contradiction ends the
sweep: one of the two answers is wrong, and so may be others.
"""

from __future__ import annotations

import hashlib
import time
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from crewsat.base.errors import BugFound
from crewsat.engine.frontend import decide
from crewsat.games import GAMES

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from crewsat.games.instance import Instance
    from crewsat.games.verdict import Verdict

AGREED, PROVED, UNSETTLED = "agreed", "proved", "unsettled"
"""What becomes of a deal that is decided again: another method agrees, a proof was checked, or time was short."""
_SECOND = ("cnf", "cpsat", "asp", "search", "opponent")
"""The kinds of methods that decide every deal they are given time for, in the order in which they are asked."""


def is_chosen(key: str, seed: int, share: float) -> bool:
    """Return whether a deal is among a share of all; a larger share has all deals of a smaller one."""
    digest = hashlib.sha256(f"{key} {seed}".encode()).digest()
    return int.from_bytes(digest[:8]) < share * 2**64


def decided_again(instance: Instance, verdict: Verdict[Any], time_limit: float) -> str:
    """Decide a deal again, and return what became of it.

    Raises:
        BugFound: if the answers contradict each other; the message has the instance.
    """
    if verdict.answer == "no" and any(method.proof is not None for method in GAMES[instance.game].methods):
        with TemporaryDirectory(prefix="crewsat-") as folder:
            again = decide(instance, time_limit=time_limit, proof=f"{folder}/proof")
        _check_agreement(instance, verdict, again)
        return PROVED if again.proof is not None else UNSETTLED
    end = time.monotonic() + time_limit
    for method in _others(instance, verdict.method):
        again = decide(instance, time_limit=max(end - time.monotonic(), 0.001), method=method)
        _check_agreement(instance, verdict, again)
        if again.answer != "unknown":
            return AGREED
    return UNSETTLED


def together(found: Iterable[str]) -> str:
    """Return what has become of a deal about which several questions were asked, from what became of each."""
    of_each = {*found}
    return next(one for one in (UNSETTLED, PROVED, AGREED) if one in of_each or one == AGREED)


def _others(instance: Instance, first: str) -> Iterator[str]:
    """Return the methods that are installed, know the instance, and are not the first one."""
    for kind in _SECOND:
        for method in GAMES[instance.game].methods:
            known = instance.features <= method.knows and (method.needs is None or method.needs.version())
            if method.kind.name == kind and method.name != first and known:
                yield method.name


def _check_agreement(instance: Instance, first: Verdict[Any], second: Verdict[Any]) -> None:
    if {first.answer, second.answer} == {"yes", "no"}:
        raise BugFound(
            f"{first.method} says {first.answer}, {second.method} says {second.answer}: {instance.to_json()}"
        )
