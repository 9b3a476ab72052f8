"""Solitaire Hanabi with one colour (Baffier et al., section 3).

**Useless copies.** When a copy of value v is drawn and is to be played, no higher value has been played. So all higher
values without a later useful copy must be in the hand, and if there are more than h of them, this copy is useless, too.
Thus from the highest value down, every value has a *last useful* draw L(v): its last copy that is not drawn after more
than h of the L(w), w > v. It is found with a heap of the h + 1 smallest L(w). If no copy is left, the deck is lost.

**The lazy play** uses the copy at L(v) of every v. If more than h of them were held at some draw, waiting for value v,
which comes later, then L(v) would be after more than h of the L(w), which it is not.

The paper starts the heap with the h + 1 highest values; here it grows to that size, so there may be fewer values.
"""

from __future__ import annotations

from heapq import heappop, heappush
from typing import TYPE_CHECKING

from crewsat.algorithms.hanabi_solitaire.line import line_of
from crewsat.algorithms.hanabi_solitaire.missing import card_missing
from crewsat.algorithms.result import NOT_APPLICABLE, Decision, Refutation, Win
from crewsat.base.said import saying
from crewsat.base.wording import listed, visible
from crewsat.games.cards import Card
from crewsat.games.hanabi_solitaire.features import ALL
from crewsat.games.scope import reads

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from crewsat.games.hanabi_solitaire.instance import HanabiSolitaire
    from crewsat.games.hanabi_solitaire.rules import Step


@reads("method 'one-colour'", ALL)
def decide_one_colour(instance: HanabiSolitaire) -> Decision[Step]:
    """Decide a deck of one colour, in O(N + n log h).

    Args:
        instance: the deck.

    Returns:
        A winning play, the reason in words why there is none, or `NOT_APPLICABLE` if there are several colours.
    """
    if len(instance.colours_in_order) > 1:
        return NOT_APPLICABLE
    missing = card_missing(instance)
    if missing is not None:
        return Refutation(missing)
    earliest: list[int] = []  # the h + 1 earliest of the last useful draws, negated: the latest of them comes first
    used: set[int] = set()
    for card in _falling(instance):
        limit = -earliest[0] if len(earliest) > instance.hand_size else instance.size
        last = next((draw for draw in reversed(instance.copies[card]) if draw <= limit), None)
        if last is None:
            return Refutation(_too_late(instance, card, sorted(-draw for draw in earliest)))
        used.add(last)
        heappush(earliest, -last)
        if len(earliest) > instance.hand_size + 1:
            heappop(earliest)
    return Win(line_of(instance, used))


def _falling(instance: HanabiSolitaire) -> Iterable[Card]:
    """Return the cards to be played, the highest first."""
    return (Card(colour, v) for colour in instance.colours_in_order for v in range(instance.highest, 0, -1))


def _too_late(instance: HanabiSolitaire, card: Card, draws: Sequence[int]) -> str:
    """Say why no copy of a card is useful: the cards drawn last at these draws would all be in the hand."""
    first = instance.copies[card][0]
    witnesses = [instance.deck[draw - 1] for draw in draws]
    later = [one for one in witnesses if instance.copies[one][-1] > first]
    again = saying("no later copy comes")
    if later:
        again = saying("later copies of {cards} come too late in the same way", cards=listed(later))
    return saying(
        "{card} comes first with draw {draw}, and by then the hand must hold {held} ({again}), but it has room for "
        "{room}",
        card=visible(card),
        draw=first,
        held=listed(witnesses),
        again=again,
        room=saying("{n} cards", one="1 card", n=instance.hand_size),
    )
