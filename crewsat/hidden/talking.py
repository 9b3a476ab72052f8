"""Who may signal when: each player once in a game, unless a mission limits it, and which signals are true.

A mission of The Quest for Planet Nine says what it limits in words (`Mission.communication`). Its *dead zone* hides
what a signal says; as a view has no card without its word, nobody signals there. Where one player, chosen by the
commander, may not signal, it is the last one in turn order.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from crewsat.games.crew.features import ALL, CHANGES, COVERED, PASSING
from crewsat.games.crew.missions import planet_nine_missions
from crewsat.games.scope import reads
from crewsat.hidden.signals import Signal

if TYPE_CHECKING:
    from crewsat.games.crew.instance import Crew
    from crewsat.hidden.view import View

_NUMBERS = {"second": 2, "third": 3}


class Talk(NamedTuple):
    """The limits on signals.

    Attributes:
        left: how many signals each player may give.
        first: the trick before which the first one may be given.
    """

    left: tuple[int, ...]
    first: int = 1


@reads("the limits on signals", ALL | CHANGES | COVERED | PASSING)
def talk_of(deal: Crew) -> Talk:
    """Return the limits on signals in a deal: those of the mission that its notes name, if they name one."""
    words = _communication((deal.about or {}).get("mission"))
    if words.startswith("dead zone"):
        return Talk((0,) * deal.players)
    if words.startswith("one player"):
        silent = ((deal.leader or 1) - 2) % deal.players
        return Talk(tuple(int(player != silent) for player in range(deal.players)))
    delayed = re.fullmatch("nobody communicates before the (.+) trick", words)
    return Talk((1,) * deal.players, _NUMBERS[delayed[1]] if delayed else 1)


def _communication(mission: object) -> str:
    """Return what a mission says about communication; nothing for what is not the number of a mission."""
    missions = planet_nine_missions()
    is_number = type(mission) is int and 1 <= mission <= len(missions)
    return next((one.communication for one in missions if is_number and one.number == mission), "")


def true_signals(view: View) -> tuple[Signal, ...]:
    """Return the signals that a player could give now by the own hand, in the order of the hand.

    A card shown is the highest of its suit in the hand, or the lowest; the only one is both, and may be called so, or
    by one of the other words. Trumps are never shown.
    """
    found = []
    for card in view.hand:
        values = [other.value for other in view.hand if other.suit == card.suit]
        true = {"only": len(values) == 1, "highest": card.value == max(values), "lowest": card.value == min(values)}
        for says in true if card.suit != view.trump else ():
            if true[says]:
                fields = {"player": view.me, "card": card, "says": says, "before_trick": view.finished + 1}
                found.append(Signal.model_construct(**fields))
    return tuple(found)
