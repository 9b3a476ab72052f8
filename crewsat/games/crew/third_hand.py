"""The third hand of two players, JARVIS: cards that lie face up, each on a covered one, and are played in turn.

With the whole deck, the highest trump is put aside; of the other 39 cards, seven are laid out covered and seven face up
on top of them. Then the highest trump is shuffled into the rest, and both players are dealt 13 cards. So the third hand
never leads the first trick (rulebook, "The mission with two players").
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from crewsat.base.wording import counted, visible

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from crewsat.base.wording import PathPart
    from crewsat.games.cards import Card
    from crewsat.games.crew.decks import Deck

THIRD = 3

COVERED = 7
"""The covered cards of the third hand with the whole deck; as many lie face up on them."""


def defects_of_third_hand(
    deck: Deck, pairs: Sequence[tuple[Card, ...]], hands: Sequence[Sequence[Card]]
) -> Iterator[tuple[tuple[PathPart, ...], str]]:
    """Yield what is wrong with covered cards where a whole deck is dealt, each with its place.

    Args:
        deck: the deck.
        pairs: the covered cards, each with the one above it first; without any, there is nothing to check.
        hands: as dealt.
    """
    if not pairs:
        return
    only = f"with the rules of '{deck.name}', only two players have covered cards, in a third hand"
    if len(hands) != THIRD:
        yield ("covered",), f"{only}; {counted(len(hands), 'hand')} are dealt, allowed: {THIRD}"
        return
    third = hands[-1]
    if len(pairs) != COVERED:
        yield ("covered",), f"{counted(len(pairs), 'pair')}; allowed: {COVERED} in the third hand, or none"
    for k, pair in enumerate(pairs):
        for n, card in enumerate(pair):
            if card not in third:
                yield ("covered", k, n), f"{visible(card)} was not dealt to player {THIRD}; {only}"
    if len(third) != 2 * COVERED:
        said = f"the third hand has {COVERED} cards and as many covered ones, {2 * COVERED} together"
        yield ("hands", THIRD - 1), f"{said}; {counted(len(third), 'card')} are dealt"
    if deck.highest in third:
        said = f"{deck.highest} cannot be in the third hand"
        yield ("hands", THIRD - 1), f"{said}: it is put aside until that hand has been laid out"
