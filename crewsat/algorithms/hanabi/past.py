"""Games of Hanabi that are decided by what has been done already."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from crewsat.algorithms.result import NOT_APPLICABLE, Refutation, Win
from crewsat.games.hanabi.features import ALL
from crewsat.games.hanabi.rules import Table
from crewsat.games.scope import reads

if TYPE_CHECKING:
    from crewsat.algorithms.result import Decision
    from crewsat.games.hanabi.actions import Action
    from crewsat.games.hanabi.instance import Hanabi


@reads("method 'past'", ALL)
def decided_by_the_past(instance: Hanabi) -> Decision[Action]:
    """Decide a game in which the target has been reached, or that is over."""
    table = Table.after_actions(instance)
    if table.succeeded:
        nothing: list[Any] = []
        return Win(nothing)
    loss = table.loss
    return NOT_APPLICABLE if loss is None else Refutation(loss)
