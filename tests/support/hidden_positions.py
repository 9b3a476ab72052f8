"""Positions in random games of all kinds that bots know, with random signals, seen by the player whose turn it is."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from crewsat.games.crew.deals import RandomDeal
from crewsat.games.crew.deep_sea_deals import DeepSeaDeal
from crewsat.games.crew.mission_deals import MissionDeal
from crewsat.games.crew.missions import planet_nine_missions
from crewsat.games.crew.walk import Walk
from crewsat.hidden.board import Position
from crewsat.hidden.talking import true_signals
from crewsat.hidden.view import view_of

if TYPE_CHECKING:
    import random
    from collections.abc import Iterator

    from crewsat.games.crew.instance import Crew
    from crewsat.hidden.signals import Signal
    from crewsat.hidden.view import View


class Standing(NamedTuple):
    """A point of a game.

    Attributes:
        walk: the game, whose player has the turn.
        view: what this player knows.
        position: the same as integers.
    """

    walk: Walk
    view: View
    position: Position


def random_deal(rng: random.Random) -> Crew:
    """Return a deal of the real size with owners for all goals: objectives, tasks of Deep Sea, or a mission."""
    seed, players = rng.randrange(10**6), rng.choice((3, 4, 5))
    kind = rng.randrange(4)
    if kind < 2:
        tokens = rng.choice(((), ("1", "2"), ("1", "omega"), (">", ">>")))
        deal = RandomDeal(players=players, objectives=rng.randrange(2, 9), tokens=tokens).with_seed(seed)
        return deal.as_typed()
    if kind == 2:
        return DeepSeaDeal(players=players, difficulty=rng.randrange(1, 16), drafted=True).with_seed(seed)
    numbers = [mission.number for mission in planet_nine_missions() if not mission.passes]
    return MissionDeal(mission=rng.choice(numbers), players=players, drafted=True).with_seed(seed)


def positions(rng: random.Random, deal: Crew | None = None) -> Iterator[Standing]:
    """Yield every point of a game in which legal cards are played at random, and each player may signal once."""
    walk = Walk(deal or random_deal(rng))
    signals: list[Signal] = []
    silent = set(range(1, walk.instance.players + 1))
    while walk.legal():
        if not walk.current:
            for player in sorted(silent):
                offers = true_signals(view_of(walk.instance, player, signals))
                if offers and rng.random() < 0.4:
                    signals.append(rng.choice(offers))
                    silent.remove(player)
        view = view_of(walk.instance, walk.player or walk.instance.leader or 1, signals)
        yield Standing(walk, view, Position.of(view))
        walk.play(rng.choice(walk.legal()))
