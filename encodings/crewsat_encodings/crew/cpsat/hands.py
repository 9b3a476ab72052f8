"""Who may play which card, for CP-SAT: hands as dealt, or as they are after a pass, with cards that lie under others.

| literal (created only where hands change) | meaning |
|---|---|
| `to(direction)` | cards are passed in this direction |
| `given(card)` | the card is passed |
| `received(player, card)` | the player receives the card |
| `by(player, card, t)` | the player plays the card to trick t |
| `before(card, t)` | the card is played before trick t |
| `closed(player, card, t)` | the card lies under another one in the player's hand in trick t |
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from crewsat.games.crew.passing import neighbour

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ortools.sat.python import cp_model

    from crewsat.games.cards import Card
    from crewsat.games.crew.passing import Direction
    from crewsat_encodings.crew.cpsat.model import Tricks

    Literal = cp_model.LiteralT


class Hands:
    """What of the hands depends on the pass and on covered cards.

    Args:
        m: the model.

    Attributes:
        change: whether anything does.
        after: how many tricks are played before cards are passed.
    """

    def __init__(self, m: Tricks) -> None:
        self.m = m
        passing, passed = m.instance.passing, m.instance.passed
        self.change = passing is not None or bool(m.instance.covered)
        self.after = m.last if passing is None else passing.after
        self.directions: list[Direction] = [] if passing is None or passed == () else list(passing.directions)
        if m.instance.passed_to is not None:
            self.directions = [m.instance.passed_to]
        self.above = {below: above for above, below in m.instance.covered}
        self.may_give = {player: self._may_give(player) for player in m.players}
        if not all(self.may_give.values()):
            self.directions = []
        if not self.directions:
            self.may_give = {player: [] for player in m.players}

    def _may_give(self, player: int) -> list[Card]:
        """Return the cards that a player may pass, whatever is played before."""
        passing, passed = self.m.instance.passing, self.m.instance.passed or ()
        if passing is None:
            return []
        if player <= len(passed):
            return [passed[player - 1]]
        kept, played = passing.kept_back(self.m.instance.trump), set().union(*self.m.instance.played)
        cards = [card for card in self.m.hand(player) if card.suit not in kept and card not in played]
        if passing.after:
            return cards
        low = passing.from_ == "covered" and bool(self._covered(player))
        return [card for card in cards if (card in self.above) == low]

    def givers(self, player: int) -> Iterator[tuple[int, Direction]]:
        """Yield who may pass a card to a player, and in which direction it then goes."""
        for to in self.directions:
            back: Direction = "right" if to == "left" else "left"
            yield neighbour(player, back, len(self.m.players)), to

    def may_receive(self, player: int) -> list[Card]:
        """Return the cards that a player may receive from others."""
        givers = {giver for giver, _ in self.givers(player)}
        return sorted(card for giver in givers for card in self.may_give[giver])

    def changes(self, player: int, suit: str) -> bool:
        """Return whether the cards of a suit that a player holds and may play change otherwise than by being played."""
        return self.change and any(
            card.suit == suit for card in (*self.may_receive(player), *self.may_give[player], *self._covered(player))
        )

    def _covered(self, player: int) -> list[Card]:
        return [card for card in self.m.hand(player) if card in self.above]

    def to(self, direction: Direction) -> cp_model.IntVar:
        """Return the literal for: cards are passed in this direction."""
        return self.m.literal(("to", direction), lambda _: None)

    def given(self, card: Card) -> cp_model.IntVar:
        """Return the literal for: the card is passed."""
        return self.m.literal(("given", card), lambda _: None)

    def received(self, player: int, card: Card) -> cp_model.IntVar:
        """Return the literal for: the player receives the card; it must be one of `may_receive`."""
        m, holder = self.m, self.m.instance.holder[card]
        ways = [self.to(to) for giver, to in self.givers(player) if giver == holder]

        def define(literal: cp_model.IntVar) -> None:
            m.model.add_implication(literal, self.given(card))
            m.model.add_bool_or(~literal, *ways)
            for way in ways:
                m.model.add_bool_or(literal, ~way, ~self.given(card))

        return m.literal(("received", player, card), define)

    def by(self, player: int, card: Card, t: int) -> cp_model.IntVar:
        """Return the literal for: the player plays the card to trick t; the player may hold it at some time."""
        m, holder = self.m, self.m.instance.holder[card]
        if card not in self.may_give[holder]:
            return m.plays[card][t]
        own = holder == player
        there = ([] if t < self.after else [~self.given(card)]) if own else [self.received(player, card)]
        if not own and t < self.after:
            return m.never
        return m.all_of(("by", player, card, t), [m.plays[card][t], *there])

    def before(self, card: Card, t: int) -> cp_model.IntVar:
        """Return the literal for: the card is played before trick t."""
        m = self.m

        def define(literal: cp_model.IntVar) -> None:
            m.model.add(sum(m.plays[card][:t]) == literal)

        return m.literal(("before", card, t), define)

    def holders(self, card: Card) -> list[int]:
        """Return the players who may hold a card at some time."""
        holder = self.m.instance.holder[card]
        others = [player for player in self.m.players if player != holder and card in self.may_receive(player)]
        return [holder, *others]

    def there(self, player: int, card: Card, t: int) -> Literal:
        """Return the literal for: a card is the player's in trick t, unless it has been played; or True, or False."""
        own = self.m.instance.holder[card] == player
        if own:
            return ~self.given(card) if t >= self.after and card in self.may_give[player] else True
        return self.received(player, card) if t >= self.after else False

    def closed(self, player: int, card: Card, t: int) -> cp_model.IntVar | None:
        """Return the literal for: the card lies under another one in the player's hand in trick t; None if never."""
        m, lids = self.m, list(self._lids(player, card, t))
        if not lids:
            return None

        def define(literal: cp_model.IntVar) -> None:
            m.model.add_bool_or(~literal, *lids)
            for lid in lids:
                m.model.add_implication(lid, literal)

        return m.literal(("closed", player, card, t), define)

    def _lids(self, player: int, card: Card, t: int) -> Iterator[cp_model.IntVar]:
        """Yield the literals of which one holds iff a card lies under another one."""
        m = self.m
        if m.instance.holder[card] == player:
            above = self.above.get(card)
            if above is None:
                return
            mine = above in self.may_give[player] and t >= self.after
            stays = [~self.given(above)] if mine else []
            yield m.all_of(("under", card, t), [*stays, ~self.before(above, t)])
            for other in self.may_receive(player) if mine else ():
                lid = [self.given(above), self.received(player, other), ~self.before(other, t)]
                yield m.all_of(("under another", card, other, t), lid)
        else:
            for below in self._covered(player):
                if below in self.may_give[player]:
                    lid = [self.given(below), ~self.before(self.above[below], t)]
                    yield m.all_of(("under instead", player, card, below, t), lid)


def cards_are_passed(m: Tricks) -> None:
    """In one direction if at all; every player passes one card that was not played before, and nobody two."""
    hands, passing, passed = m.hands, m.instance.passing, m.instance.passed
    if passing is None or not hands.directions:
        return
    ways = [hands.to(to) for to in hands.directions]
    m.model.add_at_most_one(ways)
    if passed or not passing.optional:
        m.model.add_bool_or(ways)
    for cards in hands.may_give.values():
        m.model.add(sum(hands.given(card) for card in cards) == sum(ways))
        for card in cards if hands.after else ():
            m.model.add_implication(hands.given(card), ~hands.before(card, hands.after))


def covered_cards_are_passed_only_where_they_must_be(m: Tricks) -> None:
    """A card that lies under another one is not passed, or, if covered ones are to be passed, no other one is."""
    hands, passing = m.hands, m.instance.passing
    if passing is None or not hands.after:
        return
    for player, cards in hands.may_give.items():
        covered = {card: hands.before(hands.above[card], hands.after) for card in m.hand(player) if card in hands.above}
        for card in cards:
            if passing.from_ is None and card in covered:
                m.model.add_implication(hands.given(card), covered[card])
            for uncovered in covered.values() if passing.from_ else ():
                lies = [~covered[card]] if card in covered else []
                m.model.add_bool_or(~hands.given(card), uncovered, *lies)


def cards_are_played_by_who_has_them(m: Tricks) -> None:
    """A card is played by one of the players who may hold it, and not while it lies under another one."""
    for card in m.cards if m.hands.change else ():
        holders = m.hands.holders(card)
        for t in m.tricks():
            if len(holders) > 1:
                m.model.add_bool_or(~m.plays[card][t], *(m.hands.by(player, card, t) for player in holders))
            for player in holders:
                closed = m.hands.closed(player, card, t)
                if closed is not None:
                    m.model.add_bool_or(~m.hands.by(player, card, t), ~closed)


def players_follow_suit_with_open_cards(m: Tricks) -> None:
    """Whoever does not show the led suit has no card of it that could be played."""
    for player, suit, cards in m.holdings:
        for t in m.tricks() if m.hands.changes(player, suit) else ():
            for card in cards:
                there, closed = m.hands.there(player, card, t), m.hands.closed(player, card, t)
                if there is False:
                    continue
                unless: Sequence[Literal] = [
                    *([] if there is True else [~there]),
                    *([] if closed is None else [closed]),
                ]
                gone = m.hands.before(card, t)
                m.model.add_bool_or(~m.led[suit][t], m.shows[player, suit][t], gone, *unless)
