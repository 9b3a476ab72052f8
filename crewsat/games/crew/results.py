"""The results of a winning play: who took which goal, and with which trick it is won."""

from __future__ import annotations

from typing import TYPE_CHECKING

from crewsat.games.crew.features import ALL
from crewsat.games.crew.rules import Table
from crewsat.games.crew.tricks import winner_of
from crewsat.games.scope import reads

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from crewsat.games.cards import Card
    from crewsat.games.crew.instance import Crew
    from crewsat.games.crew.tricks import Trick


@reads("the referee", ALL)
def owners_of(instance: Crew, play: Iterable[Trick], takers: Mapping[str, int] | None = None) -> dict[str, int]:
    """Return who took every objective and every free task, by id.

    Args:
        instance: the deal or position.
        play: a winning play of it.
        takers: who took the free tasks; None for whoever can.

    Returns:
        For an objective its owner, or the winner of its card in the past or in this play.
    """
    play = list(play)
    winner: dict[Card, int] = {}
    for leader, cards in instance.past[: instance.finished]:
        winner.update(dict.fromkeys(cards, winner_of(leader, cards, instance.trump)))
    for trick in play:
        winner.update(dict.fromkeys(trick.cards, trick.winner))
    owners = {objective.id: objective.owner or winner[objective.card] for objective in instance.objectives}
    if not instance.free_tasks:
        return owners
    table = Table(instance, takers=takers)
    for trick in play:
        table.play(trick.leader, trick.cards)
    return owners | (table.sharing() or {})


@reads("the referee", ALL)
def won_with(instance: Crew, play: Sequence[Trick]) -> int:
    """Return the number of the trick that wins: the last one of a play or, if nothing is left to play, of the past."""
    return instance.finished + len(play) if play else Table(instance).played
