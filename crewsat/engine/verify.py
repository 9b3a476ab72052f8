"""Check a play against its instance by the rules alone."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from crewsat.engine.options import Options
from crewsat.games import GAMES, check_instance
from crewsat.games.game import STRATEGY

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from crewsat.games.game import Play
    from crewsat.games.instance import Instance


def verify(  # noqa: PLR0913 - what an answer says of a play, and limits
    instance: Instance,
    play: Iterable[Any],
    *,
    assignment: Mapping[str, object] | None = None,
    tokens: Mapping[str, object] | None = None,
    passed: Iterable[object] | None = None,
    passed_to: str | None = None,
    time_limit: float | None = None,
    memory_limit: float | None = None,
) -> None:
    """Replay a winning play by the rules; in a game with opponents, make the first move, and decide the rest anew.

    Args:
        instance: the deal, position or deck.
        play: tricks, steps or moves as `Verdict.play` holds them, or as the JSON answer writes them.
        assignment: for The Crew, who takes the free tasks, as `Verdict.assignment` says; needed if there are any.
        tokens: for The Crew, the tokens as the crew has chosen them, by the ids of objectives; None if `play` says it,
            or if they may be any.
        passed: for The Crew, the cards that are passed, player 1's first; None if `play` says it, or nobody passes.
        passed_to: the direction, ``left`` or ``right``.
        time_limit: seconds of wall time for deciding anew; None for no limit. A replay needs no limits.
        memory_limit: MB that may be estimated to take; None for 4,000.

    Raises:
        Stopped: at a limit.
        WrongOption: for a limit that is not positive.
        IllegalPlay: with place and rule, at the first error; also if the play stops before it succeeds, continues
            afterwards, or makes a claim that is false by the rules.
    """
    chosen: dict[str, Any] = {"tokens": tokens, "passed": passed, "passed_to": passed_to}
    limits: dict[str, Any] = {"time_limit": time_limit, "memory_limit": memory_limit}
    verified(instance, play, assignment=assignment or {}, **chosen, **limits)


def verified(  # noqa: PLR0913 - as `verify`
    instance: Instance,
    play: Iterable[Any],
    *,
    assignment: Mapping[str, object] | None = None,
    tokens: Mapping[str, object] | None = None,
    passed: Iterable[object] | None = None,
    passed_to: str | None = None,
    time_limit: float | None = None,
    memory_limit: float | None = None,
) -> Play:
    """Do what `verify` does, and return the tricks, steps or moves with everything the rules say about them.

    Without an assignment, free tasks of The Crew are taken by any player who can: one of several lines gives only the
    play.
    """
    check_instance(instance)
    limits, game = Options(time_limit=time_limit, memory_limit=memory_limit).limits(), GAMES[instance.game]
    more: dict[str, Any] = {} if game.assignment is None else {"assignment": assignment}
    if game.chosen is not None:
        more |= {"tokens": tokens, "passed": passed, "passed_to": passed_to}
    if game.certificate is STRATEGY:
        more |= {"out_of_time": limits.late, "max_bytes": limits.max_bytes}
    replayed: Play = game.verified(instance, play, **more)
    return replayed
