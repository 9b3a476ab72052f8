"""Check an answer about a game with opponents by the strategy that was saved with it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from crewsat.base.errors import InvalidProof, Stopped, WrongOption
from crewsat.engine.options import Options
from crewsat.engine.verify_proof import claimed_file
from crewsat.games import GAMES
from crewsat.games.verdict import StrategyFile

if TYPE_CHECKING:
    import os
    from collections.abc import Mapping

    from crewsat.games.game import Played
    from crewsat.games.instance import Instance


def verify_strategy(  # noqa: PLR0913 - one argument per limit
    instance: Instance,
    strategy: StrategyFile | Mapping[str, Any],
    folder: str | os.PathLike[str] = ".",
    *,
    wins: bool,
    time_limit: float | None = None,
    memory_limit: float | None = None,
) -> Played:
    """Play the strategy that an answer names against every defence.

    Args:
        instance: of a game with opponents.
        strategy: `Verdict.strategy`, or what the JSON answer has in its place.
        folder: its path is relative to this folder.
        wins: whether it must be a strategy of the side that asks, as for a yes; for a no, it is one of the other side.
        time_limit: seconds of wall time; None or infinity for no limit.
        memory_limit: MB the positions may be estimated to take; None for 4,000, infinity for no limit.

    Returns:
        Everything that was played.

    Raises:
        InvalidProof: if the file is not what the answer says.
        IllegalPlay: if it is not a strategy, or not one that wins.
        WrongOption: if there are no strategies in this game, or a limit is not positive.
        Stopped: at a limit.
        OSError: if the file, which the error names, cannot be read, or there is no space for a copy of it.
    """
    game = GAMES[instance.game]
    if game.strategy_of is None:
        raise WrongOption(f"there are no strategies in {instance.game}: all players play together")
    limits = Options(time_limit=time_limit, memory_limit=memory_limit).limits()
    claimed = strategy.as_dict() if isinstance(strategy, StrategyFile) else strategy
    bounds = {"out_of_time": limits.late, "max_bytes": limits.max_bytes}
    with claimed_file({"strategy": claimed}, "strategy", folder, limits) as stream:
        kept = game.strategy_of(instance, stream, **bounds)
    played: Played = game.replay(instance, kept, coalition=wins, **bounds)
    if played.stopped is not None:
        raise Stopped(played.stopped)
    if repr(claimed.get("positions", played.positions)) != repr(played.positions):
        raise InvalidProof(f"strategy: {played.positions} positions can arise, which is not what the answer says")
    return played
