"""Random views: positions of random plays, with signals that the players could give."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from crewsat.games.crew.deals import RandomDeal
from crewsat.games.crew.deep_sea_deals import DeepSeaDeal
from crewsat.games.crew.features import ALL
from crewsat.games.crew.walk import Walk
from crewsat.hidden.signals import Signal
from crewsat.hidden.view import View
from tests.support.random_instances import whole_crew

if TYPE_CHECKING:
    from crewsat.games.cards import Card
    from crewsat.games.crew.instance import Crew


def random_deal(seed: int) -> Crew:
    """A deal or position that views can express: a small one, or one with the whole deck."""
    rng = random.Random(seed)
    if seed % 4 < 3:
        deal = whole_crew(seed)
        return deal if deal.leader is not None else deal.with_fields(leader=rng.randint(1, deal.players))
    players = rng.choice((3, 4, 5))
    if rng.random() < 0.5:
        deal = DeepSeaDeal(players=players, difficulty=4).with_seed(seed)
    else:
        tokens = rng.choice(((), ("1", "2", "omega")))
        deal = RandomDeal(players=players, objectives=4, tokens=tokens).with_seed(seed)
    return deal.as_typed() if rng.random() < 0.8 else deal


def possible_signals(hand: tuple[Card, ...], trump: str | None) -> list[tuple[Card, str]]:
    """Every card that may be shown from a hand, with all that may be said about it."""
    found = []
    for card in hand:
        values = [other.value for other in hand if other.suit == card.suit]
        says = [
            ("only", len(values) == 1),
            ("highest", card.value == max(values)),
            ("lowest", card.value == min(values)),
        ]
        found += [(card, word) for word, true in says if true and card.suit != trump]
    return found


def random_play(seed: int) -> tuple[Walk, list[Signal]]:
    """A random play in progress, and the signals given in it."""
    rng = random.Random(seed)
    deal = random_deal(seed)
    assert deal.features <= ALL
    walk, signals = Walk(deal), list[Signal]()
    cards = rng.randint(0, deal.size)
    for _ in range(cards):
        if not walk.current and rng.random() < 0.5:
            _signal(rng, walk.instance, signals)
        if not walk.legal():
            break
        walk.play(rng.choice(walk.legal()))
    return walk, signals


def _signal(rng: random.Random, position: Crew, signals: list[Signal]) -> None:
    """Have a random player give a signal before the next trick, mostly the first one of that player."""
    player = rng.randint(1, position.players)
    shown = {signal.card for signal in signals}
    possible = [one for one in possible_signals(position.hands[player - 1], position.trump) if one[0] not in shown]
    if possible and (rng.random() < 0.2 or all(signal.player != player for signal in signals)):
        card, says = rng.choice(possible)
        before = position.finished + 1
        signals.append(Signal(player=player, card=card, says=says, before_trick=before))  # type: ignore[arg-type]


def random_view(seed: int) -> tuple[View, Crew]:
    """A random view, and the position that it is of."""
    rng = random.Random(-seed)
    walk, signals = random_play(seed)
    players = walk.instance.players
    left = None if rng.random() < 0.7 else [rng.randint(0, 1) for _ in range(players)]
    return View.of(walk, rng.randint(1, players), signals=signals, signals_left=left), walk.instance
