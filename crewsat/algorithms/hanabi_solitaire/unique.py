"""Solitaire Hanabi when no card comes twice (Baffier et al., section 2).

All cards of the deck must be played, so none may be discarded, and waiting gains nothing: the play is determined. A
card is in the hand from its draw until all lower cards of its colour have been drawn too, in any play. So the deck is
won iff never more than h cards are in the hand when everything is played as soon as it can be.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from crewsat.algorithms.hanabi_solitaire.line import line_of
from crewsat.algorithms.hanabi_solitaire.missing import card_missing
from crewsat.algorithms.result import NOT_APPLICABLE, Decision, Refutation, Win
from crewsat.base.said import saying
from crewsat.base.wording import listed
from crewsat.games.hanabi_solitaire.features import ALL
from crewsat.games.scope import reads

if TYPE_CHECKING:
    from collections.abc import Iterable

    from crewsat.games.cards import Card
    from crewsat.games.hanabi_solitaire.instance import HanabiSolitaire
    from crewsat.games.hanabi_solitaire.rules import Step


@reads("method 'unique-cards'", ALL)
def decide_unique_cards(instance: HanabiSolitaire) -> Decision[Step]:
    """Decide a deck in which no card comes twice, in O(N).

    Args:
        instance: the deck.

    Returns:
        A winning play, the reason in words why there is none, or `NOT_APPLICABLE` if some card comes twice.
    """
    if instance.multiplicity > 1:
        return NOT_APPLICABLE
    missing = card_missing(instance)
    if missing is not None:
        return Refutation(missing)
    steps = line_of(instance, range(1, instance.size + 1))
    no_room = _no_room(instance, steps)
    return Win(steps) if no_room is None else Refutation(no_room)


def _no_room(instance: HanabiSolitaire, steps: Iterable[Step]) -> str | None:
    """Return why these steps need a larger hand, or None if they do not."""
    held: dict[Card, None] = {}
    draw = 0
    for step in steps:
        draw += step.source == "deck"
        if step.action == "store":
            held[step.card] = None
            if len(held) > instance.hand_size:
                return saying(
                    "after draw {draw} the hand must hold {cards} (lower cards are still to come, other copies are "
                    "not), but it has room for {room}",
                    draw=draw,
                    cards=listed(held),
                    room=saying("{n} cards", one="1 card", n=instance.hand_size),
                )
        elif step.source == "hand":
            del held[step.card]
    return None
