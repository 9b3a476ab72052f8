"""Whether the sentences about a lost game of Hanabi are true: read again, and counted again from the deck.

Values are counted in the order in which a suit is played. A card is 0 in a hand, and else its place in the pile from
the top; the step in which it can be played first follows. Nothing is taken from the code that has written the
sentences. Copies that a sentence says cannot be used are left out in the sentences after it, and in the first two.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from crewsat.games.cards import Card
from crewsat.games.hanabi.rules import Table

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from crewsat.games.hanabi.instance import Hanabi

PLACE = r"card \d+ of the pile|the last card of the pile|held by player \d+"
MOMENT = r"(?:when card (\d+) of the pile has been drawn|now)"


class Copy(NamedTuple):
    """A copy of a card: who holds it, from 1, or 0 and its place in the pile."""

    player: int
    place: int


class Checker:
    """The deck as the sentences speak of it."""

    def __init__(self, game: Hanabi) -> None:
        self.game = game
        table = Table.after_actions(game)
        self.heights = dict(zip((suit.name for suit in game.rules.suits), table.heights, strict=True))
        self.draws = 0 if table.turns_left is not None else len(table.pile)
        self.last = self.draws + (game.players if table.turns_left is None else table.turns_left)
        self.turns = [(table.turn + k - 1) % game.players + 1 for k in range(self.last)] if not self.draws else []
        self.held = sum(map(len, table.hands))
        self.copies: dict[Card, list[Copy]] = {}
        for player, hand in enumerate(table.hands, 1):
            for number in hand:
                self.copies.setdefault(game.deck[number], []).append(Copy(player, 0))
        for place, number in enumerate(table.pile, 1):
            self.copies.setdefault(game.deck[number], []).append(Copy(0, place))
        self.waiting: tuple[list[Card], int] | None = None
        self.told: list[tuple[int, list[str], int]] = []

    # Cards ----------------------------------------------------------------------------------------------------------

    def _order(self, suit: str) -> list[Card]:
        """The cards of a suit that have not been laid down, in the order in which they are played."""
        of = next(each for each in self.game.rules.suits if each.name == suit)
        values = range(1, self.game.rules.values + 1)
        return [Card(suit, value) for value in (reversed(values) if of.reversed else values)][self.heights[suit] :]

    def _below(self, card: Card) -> list[Card]:
        """The cards that are played before this one, and it itself."""
        order = self._order(card.suit)
        return order[: order.index(card) + 1]

    def _step(self, copy: Copy) -> int:
        """The first step in which a copy can be played."""
        if not self.draws:
            return self.turns.index(copy.player) + 1 if copy.player in self.turns else self.last + 1
        if copy.place == self.draws:
            return self.draws if self.game.bottom_deck_plays else self.last
        return copy.place + 1

    def _first(self, card: Card) -> int:
        return min(map(self._step, self.copies[card]))

    def _heights_by(self, step: int) -> dict[str, int]:
        """How high each suit can be after a step, by itself."""
        found = {}
        for suit, height in self.heights.items():
            now = number = 0
            for card in self._order(suit):
                steps = [self._step(copy) for copy in self.copies.get(card, ())]
                if not self.draws:
                    steps = [each for each in steps if each > now]
                now = max(now + 1, min(steps, default=self.last + 1))
                if now > step:
                    break
                number += 1
            found[suit] = height + number
        return found

    def _read_copy(self, card: str, place: str) -> Copy:
        found = Copy(int(place.rsplit(maxsplit=1)[-1]), 0) if place.startswith("held") else Copy(0, self._place(place))
        assert found in self.copies[Card.parse(card)], (card, place)
        return found

    def _place(self, words: str) -> int:
        return self.draws if words.startswith("the last") else int(words.split()[1])

    # Sentences ------------------------------------------------------------------------------------------------------

    def check(self, sentences: Sequence[str]) -> None:
        """Check sentences: the first two say what does not fit, and why; the others leave copies out."""
        later = [words for words in sentences if re.search("comes too late: |cannot be kept: ", words)]
        for words in later:
            self._copy_left_out(words)
        for words in sentences[: len(sentences) - len(later)]:
            assert words not in later
            self._conclusion(words)

    def _copy_left_out(self, words: str) -> None:
        """A copy comes too late, or cannot be kept; it is left out from now on."""
        match = re.fullmatch(rf"(\S+), ({PLACE}), (comes too late|cannot be kept): (.+)", words)
        assert match, words
        card, copy = Card.parse(match[1]), self._read_copy(match[1], match[2])
        if match[3] == "comes too late":
            self._too_late(card, copy, match[4])
        else:
            self._not_to_be_kept(card, copy, match[4])
        self.copies[card].remove(copy)

    def _too_late(self, card: Card, copy: Copy, words: str) -> None:
        left = r"at most (\d+) turns? (?:are|is) left|no turn is left"
        match = re.fullmatch(rf"(?:{left}) after it is played, and (.+) would have to follow", words)
        assert match, words
        order = self._order(card.suit)
        assert names(match[2]) == order[order.index(card) + 1 :]
        assert self.last - self._step(copy) == int(match[1] or 0) < len(names(match[2]))

    def _not_to_be_kept(self, card: Card, copy: Copy, words: str) -> None:
        tail = ", as one card has to leave before the next one is drawn"
        match = re.fullmatch(
            rf"{MOMENT}, the hands must hold (.+), and there is no room for more({tail})?; (.+)", words
        )
        assert match, words
        drawn, cards = int(match[1] or 0), names(match[2])
        assert copy.place <= drawn < self.draws
        assert card not in cards
        self._must_be_held(cards, drawn)
        assert len(cards) == (self.held - 1 if match[3] else self.held)
        assert bool(match[3]) == (not (self.game.bottom_deck_plays and drawn + 1 == self.draws))
        self._wait(match[4], [*cards, card], drawn)

    def _must_be_held(self, cards: list[Card], drawn: int) -> None:
        """No more copies come that can be used."""
        assert len(set(cards)) == len(cards)
        for card in cards:
            assert card in self._order(card.suit)
            assert all(copy.place <= drawn for copy in self.copies[card]), card

    def _wait(self, words: str, cards: list[Card], drawn: int) -> None:
        """Each of the cards waits for one that comes too late for it to be played next."""
        seen: list[Card] = []
        for part in words.split("; "):
            match = re.fullmatch(rf"(.+) waits? for (\S+), ({PLACE})( at the earliest)?", part)
            assert match, part
            low = Card.parse(match[2])
            first = self._first(low)
            assert self._step(self._read_copy(match[2], match[3])) == first
            assert bool(match[4]) == (len(self.copies[low]) > 1)
            for card in names(match[1]):
                between = len(self._below(card)) - len(self._below(low))
                assert between > 0
                assert first + between > drawn + 1, part
                seen.append(card)
        assert sorted(seen) == sorted(cards)

    def _conclusion(self, words: str) -> None:
        """A sentence about what does not fit."""
        for pattern, check in CONCLUSIONS.items():
            match = re.fullmatch(pattern, words)
            if match:
                check(self, match)
                return
        raise AssertionError(words)

    def _crowd(self, said: re.Match[str]) -> None:
        drawn, cards, number, leaves, room = said.groups()
        found, step = names(cards), int(drawn or 0) + 1
        assert step <= self.draws
        assert len(found) == int(number)
        self._must_be_held(found, step - 1)
        self.waiting = found, step - 1
        if leaves:
            assert len(found) == self.held
            assert not (self.game.bottom_deck_plays and step == self.draws)
        else:
            assert int(room or 0) == self.held < len(found)

    def _what_waits(self, said: re.Match[str]) -> None:
        assert self.waiting, said[0]
        self._wait(said[0], *self.waiting)

    def _suits_of(self, words: str | None) -> list[str]:
        return re.split(", | and ", words[4:]) if words else list(self.heights)

    def _pace(self, said: re.Match[str]) -> None:
        when, there, suits, plays, most, needed = said.groups()
        match = re.fullmatch(r"when card (\d+) of the pile has been drawn|when (all) cards have been drawn", when)
        turns = re.fullmatch(r"after (\d+) (?:more )?turns?( of the last round)?", when)
        if match:
            step = int(match[1] or self.draws)
        else:
            assert turns, when
            assert bool(turns[2]) == (self.draws > 0)
            step = self.draws + int(turns[1])
        of = self._suits_of(suits)
        high = self._heights_by(step)
        assert sum(high[suit] for suit in of) == int(there)
        assert self.last - step == int(plays)
        assert int(there) + int(plays) == int(most) < int(needed)
        assert int(needed) == self._needed(suits)
        self.told = [(step, of, int(there))]

    def _needed(self, suits: str | None) -> int:
        return self.game.rules.values * len(self._suits_of(suits)) if suits else self.game.points_to_reach

    def _in_the_end(self, said: re.Match[str]) -> None:
        there, suits, needed = said.groups()
        high = self._heights_by(self.last)
        assert sum(high[suit] for suit in self._suits_of(suits)) == int(there) < int(needed) == self._needed(suits)
        self.told = [(self.last, self._suits_of(suits), int(there))]

    def _from_now_on(self, said: re.Match[str]) -> None:
        draws, turns, plays, points, suits = said.groups()
        assert int(draws or 0) == self.draws
        assert int(draws or 0) + int(turns) == int(plays) == self.last < int(points)
        there = sum(self.heights[suit] for suit in self._suits_of(suits))
        assert int(points) == self._needed(suits) - there

    def _until_then(self, said: re.Match[str]) -> None:
        words, turns = said.groups()
        ((step, suits, _),) = self.told
        high = self._heights_by(step)
        named_suits = []
        for part in words.split("; "):
            match = re.fullmatch(r"(\S+) (?:gets no further than (\S+)|cannot begin), as (.+)", part)
            assert match, part
            suit = match[1]
            named_suits.append(suit)
            left = self._order(suit)
            number = high[suit] - self.heights[suit]
            if match[2]:
                assert len(self._below_all(suit, Card.parse(match[2]))) == high[suit]
            else:
                assert high[suit] == 0
            self._comes(match[3], left[number], step)
        assert named_suits == [suit for suit in suits if high[suit] < self.game.rules.values]
        assert bool(turns) == (not self.draws)
        if turns:
            assert list(map(int, re.split(", | and ", turns))) == self.turns

    def _below_all(self, suit: str, card: Card) -> list[Card]:
        """All cards up to this one, those laid down as well."""
        of = next(each for each in self.game.rules.suits if each.name == suit)
        values = range(1, self.game.rules.values + 1)
        order = [Card(suit, value) for value in (reversed(values) if of.reversed else values)]
        return order[: order.index(card) + 1]

    def _comes(self, words: str, card: Card, step: int) -> None:
        """A card comes too late to be played by a step."""
        if words == f"no {card} is left":
            assert not self.copies.get(card)
            return
        held = re.fullmatch(r"(\S+) is held by players? (.+)", words)
        if held and not self.draws:
            assert Card.parse(held[1]) == card
            holders = sorted({copy.player for copy in self.copies[card]})
            assert list(map(int, re.split(", | and ", held[2]))) == holders
            return
        match = re.fullmatch(rf"(\S+) is ({PLACE})( at the earliest)?(?:, and (.+) after it)?", words)
        assert match, words
        low = Card.parse(match[1])
        below = self._below(card)
        assert names(match[4] or "") == below[below.index(low) + 1 :]
        first = self._first(low)
        assert self._step(self._read_copy(match[1], match[2])) == first
        assert bool(match[3]) == (len(self.copies[low]) > 1)
        assert first + len(names(match[4] or "")) > step

    def _unusable(self, said: re.Match[str]) -> None:
        card, what = said.groups()
        assert not self.copies.get(Card.parse(card))
        assert (what == "is left") == (Card.parse(card) not in self.copies)


CONCLUSIONS: dict[str, Callable[[Checker, re.Match[str]], None]] = {
    (
        rf"{MOMENT}, the hands must hold (.+): no more of them come, and none of these (\d+) cards can be played "
        r"before the next one is drawn; but (?:(one card) has to leave before that|there is room for (\d+) only)"
    ): Checker._crowd,
    (
        r"(.+) there (?:is|are) at most (\d+) points?( of .+)?, and (\d+) plays? at most after that: "
        r"(\d+) of (\d+) points at most"
    ): Checker._pace,
    r"there can be at most (\d+) points?( of .+)? in the end, and (\d+) are needed": Checker._in_the_end,
    (
        r"(?:(\d+) cards? to draw and )?(\d+) turns?(?: of the last round)? allows? (\d+) plays? at most, "
        r"and (\d+) points( of .+)? are missing"
    ): Checker._from_now_on,
    r"until then (.+?)(?: \(the turns left are those of players? (.+)\))?": Checker._until_then,
    r"no (\S+) (is left|can be used)": Checker._unusable,
    rf".+ waits? for \S+, (?:{PLACE}).*": Checker._what_waits,
}
"""The sentences there are about what does not fit, and who looks whether they are true."""


def names(enumeration: str) -> list[Card]:
    """The cards of an enumeration."""
    return [Card.parse(name) for name in re.split(", | and ", enumeration) if name]
