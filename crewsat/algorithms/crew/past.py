"""Decisions made before another card is played: nothing to do, nothing left to do, or a goal lost."""

from __future__ import annotations

from typing import TYPE_CHECKING

from crewsat.algorithms.result import NOT_APPLICABLE, Decision, Refutation, Win
from crewsat.base.errors import IllegalPlay
from crewsat.base.said import saying
from crewsat.games.crew.features import ALL, CHANGES, COVERED, PASSING
from crewsat.games.crew.rules import Table
from crewsat.games.scope import reads

if TYPE_CHECKING:
    from collections.abc import Callable

    from crewsat.games.cards import Card
    from crewsat.games.crew.instance import Crew


@reads("method 'past'", ALL | CHANGES | COVERED | PASSING)
def decided_by_the_past(
    instance: Crew, *, out_of_time: Callable[[], bool] = lambda: False
) -> Decision[tuple[int, tuple[Card, ...]]]:
    """Replay what has been played; time is linear in the cards played, and in tricks times tasks.

    Returns:
        The empty play if there are no goals (contract: yes) or all are met; or what has been lost, in words; or
        `NOT_APPLICABLE` if something is left to decide.

    Raises:
        Stopped: if time runs out.
    """
    if instance.objectives and not instance.played:
        return NOT_APPLICABLE
    try:
        table = Table(instance, out_of_time=out_of_time)
        if table.succeeded:
            return Win([])
        if instance.played and table.played == instance.tricks:
            table.finish()
    except IllegalPlay as error:
        return Refutation(_why(error))
    return NOT_APPLICABLE


def _why(error: IllegalPlay) -> str:
    """Say what has been lost, and when."""
    if error.trick is None:
        return error.message
    return saying("in trick {trick}: {why}", trick=error.trick, why=error.message)
