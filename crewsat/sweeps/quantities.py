"""What a sweep finds out about a deal besides its answer: quantities of its game, and games that bots play.

A column of a bot, such as ``search``, is 1 if the bot wins a game of the deal (`crewsat.hidden.playing`) that it plays
for everybody, each from their own hand, and 0 if it loses it: one game a deal, with the deal's seed. It is left out
where bots cannot play (`crewsat.hidden.games`). The share of a bot is a lower bound that moves with the bot, so its
name, version and digest are a part of what the sweep is, and values of different bots are not mixed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from crewsat.base.errors import BugFound, NotInstalled
from crewsat.games import GAMES
from crewsat.games.crew.game import GAME as CREW
from crewsat.hidden.bots import bot_named
from crewsat.hidden.games import crew_of, why_not_played, without_choices
from crewsat.hidden.playing import play

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from crewsat.games.instance import Instance

BOTS = ("blueprint", "search")
"""The bots with a column; ``random`` and ``greedy`` are quantities of the game."""
QUANTITIES_OF: Mapping[str, tuple[str, ...]] = {
    name: (*game.quantities, *(BOTS if name == CREW.name else ())) for name, game in GAMES.items()
}
"""The names of all that can be found out, by game."""
QUANTITIES = tuple(dict.fromkeys(name for names in QUANTITIES_OF.values() for name in names))
"""What can be found out in some game."""
SHARES = frozenset(name for game in GAMES.values() for name, own in game.quantities.items() if own.is_share) | {*BOTS}
"""The quantities whose mean is a share, with an interval."""

Keys = dict[str, dict[str, str]]
"""What identifies the bots of a sweep: version and digest by name."""


class OtherBot(NotInstalled):
    """A worker has a bot of another version, or with another digest."""


def keys_of(quantities: Iterable[str]) -> Keys:
    """Return what identifies the bots that have columns among these quantities."""
    keys = (bot_named(name).key for name in quantities if name in BOTS)
    return {key.name: {"version": key.version, "digest": key.digest} for key in keys}


def check_bots(wanted: Keys) -> None:
    """Check that the bots here are those of a sweep.

    Raises:
        OtherBot: if one of them is not.
    """
    found = keys_of(wanted)
    if found != wanted:
        raise OtherBot(f"the bots of this worker are {bots_in_words(found)}; wanted: {bots_in_words(wanted)}")


def bots_in_words(keys: Keys) -> str:
    """Return what identifies bots, as a text: ``search 1 (digest 0b5e…)``."""
    return ", ".join(f"{name} {key['version']} (digest {key['digest']})" for name, key in keys.items())


def won_by(name: str, instance: Instance, seed: int) -> int | None:
    """Return 1 if a bot wins a game of a deal, 0 if not; None if it cannot play it.

    Args:
        name: of the bot.
        instance: the deal.
        seed: that of the deal, and of all decisions.

    Raises:
        BugFound: if the bot does something that is not allowed.
    """
    deal = crew_of(instance, str(seed))
    if why_not_played(deal) is not None:
        return None
    game = play(without_choices(deal), bot_named(name), seed)
    if game.fault is not None:
        raise BugFound(f"{game.fault}: {deal.to_json()}")
    return int(game.won)


def why_left_out(instance: Instance) -> str:
    """Return why bots cannot play a deal; nothing if they can."""
    return why_not_played(crew_of(instance, "deal")) or ""
