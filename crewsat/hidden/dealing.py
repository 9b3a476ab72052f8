"""Deals that fit what one player knows: counted exactly, drawn with equal probability, or all of them.

A player sees their own hand and the cards played, knows how many cards the others hold, and has learned of some cards
who holds them (*known*) and who does not (*cannot*). Cards that the same players may hold are a *group*; which of them
a player has makes no difference. So a deal is a *split* of each group, how many of its cards each player gets, and a
choice of these cards. With the groups in a fixed order, the number of deals depends on the places that are left only:

    ways(k, places) = sum over the splits of group k of multinomial(split) * ways(k + 1, places - split)

A player who has more places than later groups have cards for them must get some now, so that few choices are looked at
in vain. With 3 or 4 other players there are some hundreds of splits at most points of a game.

**Order.** Other players are taken in turn, the one after me first. Groups are sorted by the number of their players,
by the number of their cards, and then by the mask of their players, in which the player after me is the lowest bit;
splits of a group lexicographically, what the first player gets first. Those that no deal contains are left out. To draw
a deal, for each group:

1. the split: the first one such that a draw below the number of all deals left is below the number of those with it or
   a split before it; nothing is drawn if there is only one;
2. the cards, listed from the lowest: each player in turn draws one at a time from those left, and the last card takes
   its place in the list; nothing is drawn for the last player who gets any.

`kernel/src/hidden/dealing.hpp` is the twin that makes the same draws.
"""

from __future__ import annotations

from bisect import bisect_right
from functools import cached_property
from itertools import combinations
from math import comb
from typing import TYPE_CHECKING, NamedTuple

from crewsat.algorithms.crew.flat import bits_of
from crewsat.base.wording import counted, listed

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from crewsat.games.cards import Card
    from crewsat.hidden.generator import Generator
    from crewsat.hidden.view import View

MOST_PLAYERS = 8
"""As in the kernel; reasons are looked for among all sets of players."""

MOST_ENUMERATED = 20_000
"""Up to this number of deals, all of them are looked at rather than some drawn."""

Numbers = tuple[int, ...]
"""One for each of the other players, in turn."""


class Group(NamedTuple):
    """Cards that the same players may hold.

    Attributes:
        holders: these players, a mask of the other players in turn.
        cards: a mask.
    """

    holders: int
    cards: int


class Splits(NamedTuple):
    """The ways to split a group.

    Attributes:
        ways: for each split, the number of deals that contain it or a split before it.
        shares: for each split, how many cards each player gets.
    """

    ways: list[int]
    shares: list[Numbers]


class Fitting:
    """The deals of the cards that a player does not see.

    Players are numbered from 0; sets of cards are masks. What is given for the player who looks is ignored.

    Args:
        me: the player who looks.
        unseen: the cards that the others hold.
        sizes: how many cards each player holds.
        known: cards that each player is known to hold.
        cannot: cards that each player is known not to hold.

    Raises:
        ValueError: if there are more than 8 players.
    """

    def __init__(self, me: int, unseen: int, sizes: Sequence[int], known: Sequence[int], cannot: Sequence[int]) -> None:
        self.players = len(sizes)
        if self.players > MOST_PLAYERS:
            raise ValueError(f"deals can be counted for up to {MOST_PLAYERS} players, not {self.players}")
        self.others = tuple((me + turn) % self.players for turn in range(1, self.players))
        self.unseen = unseen
        self.places = tuple(sizes[player] for player in self.others)
        self.groups = _groups(unseen, [(known[player], cannot[player]) for player in self.others])
        self._splits: dict[tuple[int, Numbers], Splits] = {}

    @cached_property
    def count(self) -> int:
        """The number of deals that fit."""
        return self._ways(0, self.places) if sum(self.places) == self.unseen.bit_count() else 0

    def sample(self, rng: Generator) -> list[int]:
        """Return a random deal: a hand for each player, an empty one for the player who looks.

        Raises:
            ValueError: if no deal fits.
        """
        if not self.count:
            raise ValueError("no deal fits")
        hands = [0] * self.players
        places = self.places
        for number, group in enumerate(self.groups):
            ways, shares = self._splits_of(number, places)
            drawn = bisect_right(ways, rng.below(ways[-1])) if len(ways) > 1 else 0
            self._deal_out(group, shares[drawn], rng, hands)
            places = _less(places, shares[drawn])
        return hands

    def enumerate(self) -> Iterator[list[int]]:
        """Yield every deal once, each as `sample` returns it: split by split, then by the cards that players get."""
        if self.count:
            yield from self._deals(0, self.places, [0] * self.players)

    def why_none(self, cards: Sequence[Card] = ()) -> str | None:
        """Return why no deal fits, or None if one does.

        By Hall's theorem, none does if and only if some players are the only ones who may hold more cards than they
        have places for; the others then have places for more cards than they may hold.

        Args:
            cards: all cards by number, to name them; without them the numbers are printed.
        """
        needed, there = sum(self.places), self.unseen.bit_count()
        if needed != there:
            return f"the other players hold {counted(needed, 'card')}, and {there} are unseen"
        for size in range(self.players):
            for team in combinations(range(self.players - 1), size):
                mask, places = sum(1 << other for other in team), sum(self.places[other] for other in team)
                only = sum(group.cards for group in self.groups if not group.holders & ~mask)
                possible = sum(group.cards for group in self.groups if group.holders & mask)
                if only.bit_count() > places or possible.bit_count() < places:
                    return _reason([self.others[other] + 1 for other in team], places, only, possible, cards)
        return None

    def _ways(self, number: int, places: Numbers) -> int:
        if number == len(self.groups):
            return 1
        ways, _ = self._splits_of(number, places)
        return ways[-1] if ways else 0

    def _splits_of(self, number: int, places: Numbers) -> Splits:
        found = self._splits.get((number, places))
        if found is None:
            found = self._splits[number, places] = Splits([], [])
            total = 0
            for shares in _shares(self.groups[number].cards.bit_count(), self._limits(number, places)):
                ways = self._ways(number + 1, _less(places, shares)) * _multinomial(shares)
                if ways:
                    total += ways
                    found.ways.append(total)
                    found.shares.append(shares)
        return found

    def _limits(self, number: int, places: Numbers) -> list[tuple[int, int]]:
        """Return how many cards of a group each player must get, as later groups have too few, and can get."""
        holders = self.groups[number].holders
        later = self._later[number]
        return [
            (max(0, here - later[other]), here) if holders >> other & 1 else (0, 0) for other, here in enumerate(places)
        ]

    @cached_property
    def _later(self) -> list[Numbers]:
        """For each group, how many cards of later groups each player may hold."""
        return [
            tuple(
                sum(group.cards.bit_count() for group in self.groups[number + 1 :] if group.holders >> other & 1)
                for other in range(self.players - 1)
            )
            for number in range(len(self.groups))
        ]

    def _deal_out(self, group: Group, shares: Numbers, rng: Generator, hands: list[int]) -> None:
        """Give random cards of a group to players."""
        left = list(bits_of(group.cards))
        for player, share in zip(self.others, shares, strict=True):
            end = len(left) - share
            while end and len(left) > end:
                drawn = rng.below(len(left))
                left[drawn], left[-1] = left[-1], left[drawn]
                hands[player] |= 1 << left.pop()
            if not end:
                hands[player] |= sum(1 << card for card in left)
                return

    def _deals(self, number: int, places: Numbers, hands: list[int]) -> Iterator[list[int]]:
        if number == len(self.groups):
            yield hands
            return
        for shares in self._splits_of(number, places).shares:
            rest = _less(places, shares)
            for dealt in self._dealt_out(list(bits_of(self.groups[number].cards)), shares, hands):
                yield from self._deals(number + 1, rest, dealt)

    def _dealt_out(self, cards: list[int], shares: Numbers, hands: list[int]) -> Iterator[list[int]]:
        """Yield the hands after every way to give the cards of a group to the players from the first of `shares` on."""
        if not shares:
            yield hands
            return
        player = self.others[len(self.others) - len(shares)]
        for chosen in combinations(cards, shares[0]):
            dealt = list(hands)
            dealt[player] |= sum(1 << card for card in chosen)
            yield from self._dealt_out([card for card in cards if card not in chosen], shares[1:], dealt)


class Consistent:
    """The deals that fit a view.

    Attributes:
        view: the view.
        fitting: the same as numbers.
    """

    def __init__(self, view: View) -> None:
        self.view = view
        self.fitting = _fitting(view)

    @property
    def count(self) -> int:
        """The number of deals that fit."""
        return self.fitting.count

    def sample(self, rng: Generator) -> tuple[tuple[Card, ...], ...]:
        """Return a random deal, each with equal probability: the cards that each player holds now, mine included."""
        return self._hands(self.fitting.sample(rng))

    def enumerate(self) -> Iterator[tuple[tuple[Card, ...], ...]]:
        """Yield every deal once, in a fixed order."""
        return map(self._hands, self.fitting.enumerate())

    def _hands(self, masks: Sequence[int]) -> tuple[tuple[Card, ...], ...]:
        hands = [tuple(self.view.cards[card] for card in bits_of(mask)) for mask in masks]
        hands[self.view.me - 1] = self.view.hand
        return tuple(hands)


def consistent(view: View) -> Consistent:
    """Return the deals that fit a view."""
    return Consistent(view)


def why_none(view: View) -> str | None:
    """Return why no deal fits a view, or None if there is one."""
    return _fitting(view).why_none(view.cards)


def _fitting(view: View) -> Fitting:
    return Fitting(view.me - 1, view.unseen, view.sizes, view.known, view.cannot)


def _groups(unseen: int, learned: list[tuple[int, int]]) -> list[Group]:
    """Return the groups in their order, given what is known of each of the other players to be, and not to be, held."""
    cards: dict[int, int] = {}
    for card in bits_of(unseen):
        holders = sum(1 << other for other, (_, cannot) in enumerate(learned) if not cannot >> card & 1)
        for other, (known, _) in enumerate(learned):
            if known >> card & 1:
                holders &= 1 << other
        cards[holders] = cards.get(holders, 0) | 1 << card
    groups = [Group(*one) for one in cards.items()]
    return sorted(groups, key=lambda group: (group.holders.bit_count(), group.cards.bit_count(), group.holders))


def _shares(cards: int, limits: Sequence[tuple[int, int]]) -> Iterator[Numbers]:
    """Yield every way to give a number of cards to players, of whom each must get some and has places for some."""
    if not limits:
        if not cards:
            yield ()
        return
    (least, most), *others = limits
    least = max(least, cards - sum(high for _, high in others))
    most = min(most, cards - sum(low for low, _ in others))
    for share in range(least, most + 1):
        for shares in _shares(cards - share, others):
            yield (share, *shares)


def _multinomial(shares: Numbers) -> int:
    """Return in how many ways cards can be given to players, of whom each gets a number of them."""
    ways, cards = 1, sum(shares)
    for share in shares:
        ways *= comb(cards, share)
        cards -= share
    return ways


def _less(places: Numbers, shares: Numbers) -> Numbers:
    return tuple([place - share for place, share in zip(places, shares, strict=True)])


def _reason(team: list[int], places: int, only: int, possible: int, cards: Sequence[Card]) -> str:
    """Return why no deal fits: what players only they may hold is too much, or what they may hold is too little."""
    excess = only.bit_count() > places
    shown = listed([cards[card] if cards else card for card in bits_of(only if excess else possible)])
    if not team:
        return f"no player can hold {shown}"
    team.sort()
    several = len(team) > 1
    players, hold = f"player{'s' if several else ''} {listed(team)}", "hold" if several else "holds"
    if excess:
        return f"only {players} can hold {shown}, but {hold} {counted(places, 'card')}"
    allowed = f"only {shown}" if possible else "none"
    return f"{players} {hold} {counted(places, 'card')}, but can hold {allowed} of the unseen cards"
