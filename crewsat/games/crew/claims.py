"""Replaying a claimed play of The Crew, with the winners and completed objectives it states."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from crewsat.base.errors import IllegalPlay
from crewsat.base.wording import visible
from crewsat.games.cards import Card
from crewsat.games.crew.features import ALL
from crewsat.games.crew.rules import replay
from crewsat.games.crew.tricks import Trick
from crewsat.games.scope import reads

if TYPE_CHECKING:
    from crewsat.games.crew.instance import Crew


@reads("the referee", ALL)
def verified(
    instance: Crew, play: Iterable[Trick | Mapping[str, Any]], *, assignment: Mapping[str, object] | None = None
) -> tuple[Trick, ...]:
    """Replay a play, given as tricks or in the form of the JSON answer.

    Args:
        instance: the deal or position.
        play: its tricks.
        assignment: who takes the free tasks, by id; None for whoever can.

    Returns:
        The tricks with the winners and completed objectives of the rules.

    Raises:
        IllegalPlay: with trick, player and rule, at the first thing wrong; also if the play stops before it succeeds,
            goes on afterwards, or claims a winner or completed objectives that are not those of the rules; or if the
            assignment does not say who takes a free task.
    """
    if not isinstance(play, Iterable):
        raise IllegalPlay("there is no play to verify", rule="claim", unit="trick")
    claims = [_claim(trick, number) for number, trick in enumerate(play, instance.finished + 1)]
    takers = None if assignment is None else _takers(instance, assignment)
    replayed = replay(instance, [(leader, cards) for leader, cards, _, _ in claims], takers)
    first = instance.finished + 1
    for number, (trick, (_, _, winner, completes)) in enumerate(zip(replayed, claims, strict=True), first):
        if winner is not None and (type(winner) is not int or winner != trick.winner):
            raise IllegalPlay(
                f"player {trick.winner} wins, not {visible(winner)}", rule="claim", number=number, unit="trick"
            )
        if completes is not None and not _same_names(completes, trick.completes):
            done = ", ".join(map(visible, trick.completes)) or "nothing"
            words = f"the trick completes {done}, which is not what the play says"
            raise IllegalPlay(words, rule="claim", number=number, unit="trick")
    return replayed


def _takers(instance: Crew, assignment: Mapping[str, object]) -> dict[str, int]:
    """Read who takes the free tasks."""
    takers = {}
    for task in instance.free_tasks:
        player = assignment.get(task.id)
        if type(player) is not int or not 1 <= player <= instance.players:
            said = f"the assignment does not say who takes {visible(task.id)}"
            raise IllegalPlay(f"{said}; allowed: a player, 1 to {instance.players}", rule="assignment", unit="trick")
        takers[task.id] = player
    return takers


def _claim(trick: Trick | Mapping[str, Any], number: int) -> tuple[int, list[Card], object, list[object] | None]:
    """Return leader, cards, and the winner and completed objectives that the play states."""
    fields = asdict(trick) if isinstance(trick, Trick) else trick
    if not isinstance(fields, Mapping):
        raise IllegalPlay("invalid trick: it must be an object", rule="claim", number=number, unit="trick")
    leader, cards, completes = fields.get("leader"), fields.get("cards"), fields.get("completes")
    if type(leader) is not int or not isinstance(cards, list | tuple) or not isinstance(completes, list | tuple | None):
        words = "invalid trick: leader must be a player, cards a list, and completes a list of ids"
        raise IllegalPlay(words, rule="claim", number=number, unit="trick")
    try:
        parsed = [Card.parse(card) for card in cards]
    except ValueError as error:
        raise IllegalPlay(f"invalid trick: {error}", rule="claim", number=number, unit="trick") from None
    return leader, parsed, fields.get("winner"), None if completes is None else list(completes)


def _same_names(claimed: list[object], names: tuple[str, ...]) -> bool:
    """Return whether these are the same ids, each once, in any order."""
    return all(isinstance(name, str) for name in claimed) and sorted(map(str, claimed)) == sorted(names)
