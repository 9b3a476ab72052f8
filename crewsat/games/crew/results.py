"""The results of a winning play: who took which goal, and with which trick it is won."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from crewsat.games.crew.features import ALL, CHANGES, COVERED, PASSING
from crewsat.games.crew.moves import Choice
from crewsat.games.crew.passing import passed_by
from crewsat.games.crew.rules import Table
from crewsat.games.crew.tricks import Trick, winner_of
from crewsat.games.scope import reads

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from crewsat.games.cards import Card
    from crewsat.games.crew.instance import Crew


@reads("the referee", ALL | CHANGES | COVERED | PASSING)
def owners_of(
    instance: Crew, play: Iterable[Trick | Choice], takers: Mapping[str, int] | None = None
) -> dict[str, int]:
    """Return who took every objective and every free task, by id.

    Args:
        instance: the deal or position.
        play: a winning play of it.
        takers: who took the free tasks; None for whoever can.

    Returns:
        For an objective its owner, or the winner of its card in the past or in this play.
    """
    parts = list(play)
    winner: dict[Card, int] = {}
    for leader, cards in instance.past[: instance.finished]:
        winner.update(dict.fromkeys(cards, winner_of(leader, cards, instance.trump)))
    for trick in tricks_of(parts):
        winner.update(dict.fromkeys(trick.cards, trick.winner))
    owners = {objective.id: objective.owner or winner[objective.card] for objective in instance.objectives}
    if not instance.free_tasks:
        return owners
    table = Table(instance, takers=takers)
    for part in parts:
        if isinstance(part, Choice):
            table.choose(part)
        else:
            table.play(part.leader, part.cards)
    return owners | (table.sharing() or {})


@reads("the referee", ALL | CHANGES | COVERED | PASSING)
def won_with(instance: Crew, play: Sequence[Trick | Choice]) -> int:
    """Return the number of the trick that wins: the last one of a play or, if nothing is left to play, of the past."""
    tricks = tricks_of(play)
    return instance.finished + len(tricks) if tricks else Table(instance).played


@reads("the referee", ALL | CHANGES | COVERED | PASSING)
def chosen_in(instance: Crew, play: Iterable[Trick | Choice]) -> dict[str, Any]:
    """Return what the crew has chosen in a play.

    Returns:
        ``tokens``, by the ids of objectives, if they may be changed; ``passed`` and ``passed_to``, if cards were.
    """
    choices = [part for part in play if isinstance(part, Choice)]
    chosen: dict[str, Any] = {}
    if instance.retoken is not None:
        chosen["tokens"] = next(way.tokens for way in instance.retokenings if way.choice in choices)
    passed, to = list(instance.passed or ()) if instance.may_pass else [], instance.passed_to
    for choice in choices if instance.may_pass else ():
        if choice.player is not None:
            to, card = passed_by(choice, to)
            passed.append(card)
    return chosen | ({"passed": list(map(str, passed)), "passed_to": to} if passed else {})


def tricks_of(play: Iterable[Trick | Choice]) -> list[Trick]:
    """Return the tricks of a play."""
    return [part for part in play if isinstance(part, Trick)]
