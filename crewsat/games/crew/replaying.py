"""Replaying whole plays by the referee."""

from __future__ import annotations

from typing import TYPE_CHECKING

from crewsat.games.crew.moves import Choice
from crewsat.games.crew.passing import NOBODY_PASSES
from crewsat.games.crew.rules import Table
from crewsat.games.crew.tricks import Trick

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from crewsat.games.cards import Card
    from crewsat.games.crew.instance import Crew


def replay(
    instance: Crew,
    play: Iterable[tuple[int, Sequence[Card]] | Choice],
    takers: Mapping[str, int] | None = None,
) -> tuple[Trick, ...]:
    """Replay a winning play from the first trick, or the first incomplete one of a position, to the one that succeeds.

    Args:
        instance: the deal or position.
        play: leader and cards of every trick, the leader's card first, an unfinished trick complete; and in their
            places the choices of the crew. Those left out are made so that the play succeeds, and nobody passes.
        takers: who takes free tasks, by id; others are taken by whoever can.

    Returns:
        The same tricks with winners and completed objectives.

    Raises:
        IllegalPlay: at the first broken rule; also if the play stops before it succeeds or goes on afterwards.
    """
    return tuple(part for part in replayed(instance, play, takers) if isinstance(part, Trick))


def play_until_success(
    instance: Crew, play: Iterable[tuple[int, Sequence[Card]] | Choice]
) -> tuple[Trick | Choice, ...]:
    """Replay as `replayed` does, but leave out the tricks after the one that succeeds.

    Raises:
        IllegalPlay: as `replay`.
    """
    return replayed(instance, play, cut=True)


def replayed(
    instance: Crew,
    play: Iterable[tuple[int, Sequence[Card]] | Choice],
    takers: Mapping[str, int] | None = None,
    *,
    cut: bool = False,
) -> tuple[Trick | Choice, ...]:
    """Replay as `replay` does, and return the choices of the crew, too; `cut` leaves out what follows the success.

    Raises:
        IllegalPlay: as `replay`.
    """
    table = Table(instance, takers=takers)
    out: list[Trick | Choice] = []
    for part in play:
        if cut and table.succeeded:
            break
        if isinstance(part, Choice):
            table.choose(part)
            out.append(part)
            continue
        if NOBODY_PASSES in table.pass_choices:
            table.choose(NOBODY_PASSES)
            out.append(NOBODY_PASSES)
        out.append(table.play(*part))
    table.finish()
    return (*table.token_choices[:1], *out)
