"""Where each card may be: the places of the formula, one for each player who may hold the card.

A card that cannot be passed has one place, which the card itself stands for. One that can be has a place with the
player it was dealt to and one with each neighbour who may receive it. A *late* place counts only after the pass, and a
card that is not there counts as played from the beginning; where tricks come before the pass, the player it was dealt
to has an *early* place as well, which counts until then.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from crewsat.games.cards import Card
from crewsat.games.crew.passing import neighbour

if TYPE_CHECKING:
    from collections.abc import Iterator

    from crewsat.games.crew.instance import Crew
    from crewsat.games.crew.passing import Direction


class Place(NamedTuple):
    """A card with a player who may hold it."""

    suit: str
    value: int
    player: int
    late: bool

    def __str__(self) -> str:
        return f"{card_of(self)} with player {self.player} {'after' if self.late else 'before'} the pass"


Key = Card | Place
"""A place: the card itself if it has only one."""


def card_of(key: Key) -> Card:
    """Return the card of a place."""
    return key if isinstance(key, Card) else Card(key.suit, key.value)


class Passes:
    """The pass of a deal, as the formula sees it.

    Args:
        instance: the deal.

    Attributes:
        after: how many tricks come before it.
        directions: those in which cards may go; none if nobody passes.
        must: whether the players must pass, or it is known that they have.
        given: for each player, from 1, the cards that the player may pass.
        from_covered: whether hands with covered cards pass one of these.
    """

    def __init__(self, instance: Crew) -> None:
        passing, passed = instance.passing, instance.passed
        self._players = instance.players
        self.after = 0 if passing is None else passing.after
        self.from_covered = passing is not None and passing.from_ == "covered"
        self.given = {player: [*self._cards(instance, player)] for player in range(1, instance.players + 1)}
        self.directions = self._directions(instance) if all(self.given.values()) else ()
        self.must = bool(self.directions) and (bool(passed) or not (passing is None or passing.optional))
        if not self.directions:
            self.given = {player: [] for player in self.given}

    @staticmethod
    def _directions(instance: Crew) -> tuple[Direction, ...]:
        """Return the directions in which cards may still be passed, or have been."""
        if instance.passing is None or instance.passed == ():
            return ()
        return instance.passing.directions if instance.passed_to is None else (instance.passed_to,)

    def _cards(self, instance: Crew, player: int) -> Iterator[Card]:
        """Yield the cards a player may pass, as far as that does not depend on how tricks are played."""
        passing, passed = instance.passing, instance.passed or ()
        if passing is None:
            return
        if player <= len(passed):
            yield passed[player - 1]
            return
        hand = instance.dealt[player - 1]
        if not passing.after:
            above = {low: high for high, low in instance.covered}
            yield from passing.candidates(hand, above, instance.trump)
            return
        gone, kept_back = {card for cards in instance.played for card in cards}, passing.kept_back(instance.trump)
        yield from (card for card in hand if card.suit not in kept_back and card not in gone)

    def receivers(self, player: int) -> dict[int, list[Direction]]:
        """Return who may get the card of a player, each with the directions in which it then goes."""
        found: dict[int, list[Direction]] = {}
        for to in self.directions:
            found.setdefault(neighbour(player, to, self._players), []).append(to)
        return found

    def places(self, card: Card, player: int) -> list[Key]:
        """Return the places of a card that was dealt to a player."""
        if card not in self.given[player]:
            return [card]
        early = [False] if self.after else []
        own = [Place(*card, player, late) for late in (*early, True)]
        return [*own, *(Place(*card, other, late=True) for other in self.receivers(player) if other != player)]
