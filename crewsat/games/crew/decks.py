"""The decks of the published games: what is dealt, what follows from it, and what can be wrong with a deal.

Both games (The Quest for Planet Nine, 2019; Mission Deep Sea, 2021) are played with the same forty cards under other
names: four suits of 1 to 9, and four trumps, called rockets and submarines. Whoever is dealt the highest trump leads
first (rulebooks, "Commander" and "Captain").
"""

from __future__ import annotations

import re
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Literal

from crewsat.base.said import saying
from crewsat.base.wording import counted, visible
from crewsat.games.cards import Card, text_of_cards

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable

    from crewsat.base.wording import PathPart

    Report = Callable[[tuple[PathPart, ...], str], None]

DeckName = Literal["planet-nine", "deep-sea"]

PLAYERS = range(3, 6)
"""Numbers of hands; two players have a third one, with covered cards (`crewsat.games.crew.third_hand`)."""

SUITS = ("blue", "green", "pink", "yellow")
VALUES = 9
TRUMPS = 4


@dataclass(frozen=True)
class Deck:
    """The deck of a published game.

    Attributes:
        name: the name of the game in files.
        trump: its trump suit.
    """

    name: DeckName
    trump: str

    @property
    def suits(self) -> tuple[str, ...]:
        """The names of its suits, the trump suit last."""
        return (*SUITS, self.trump)

    @property
    def highest(self) -> Card:
        """The card whose holder leads the first trick."""
        return Card(self.trump, TRUMPS)

    @cached_property
    def sizes(self) -> dict[str, int]:
        """The highest value of each suit."""
        return dict.fromkeys(SUITS, VALUES) | {self.trump: TRUMPS}

    @cached_property
    def cards(self) -> tuple[Card, ...]:
        """All its cards, suit by suit from the lowest value."""
        return tuple(Card(suit, value) for suit, size in self.sizes.items() for value in range(1, size + 1))

    @property
    def challenge(self) -> tuple[Card, ...]:
        """The thirty cards of a challenge for two or three players: all but green and the lowest trump."""
        return tuple(card for card in self.cards if card.suit != "green" and card != Card(self.trump, 1))

    def suit_named(self, text: str) -> str:
        """Return the suit that begins with a text, in upper or lower case.

        Raises:
            ValueError: if there is none, or more than one.
        """
        found = [suit for suit in self.suits if text and suit.startswith(text.casefold())]
        if len(found) != 1:
            several = f"could be {' or '.join(found)}" if found else "is not the beginning of a suit"
            raise ValueError(f"'{visible(text)}' {several}; allowed: {', '.join(self.suits)}, or how one begins")
        return found[0]

    def cards_of_word(self, word: str) -> list[Card]:
        """Read cards of one suit as people write them: ``pink9``, ``p9,4``, ``P9-7``.

        Raises:
            ValueError: with what is wrong and what is allowed.
        """
        cards: list[Card] = []
        for piece in word.removesuffix(",").split(","):
            found = _PIECE.fullmatch(piece)
            if found is None or not (found[1] or cards):
                raise ValueError(f"'{visible(word)}' is not a valid card; allowed: pink9, p9, p9,4 or p9-7")
            suit = self.suit_named(found[1]) if found[1] else cards[-1].suit
            first, last = int(found[2]), int(found[3] or found[2])
            if found[3] and max(first, last) > self.sizes[suit]:
                raise ValueError(f"'{visible(word)}': {suit} has the values 1 to {self.sizes[suit]}")
            step = 1 if first <= last else -1
            cards += [Card(suit, value) for value in range(first, last + step, step)]
            if len(cards) > len(self.cards):
                raise ValueError(f"'{visible(word)}' names more cards than the deck has")
        return cards

    def like(self, card: Card, among: Iterable[Card]) -> Card | None:
        """Return the card of this deck that may have been meant, preferably one of those given, or None."""
        with suppress(ValueError):
            meant = self.cards_of_word(str(card))[0]
            if meant in self.cards:
                return meant
        for cards in (among, self.cards):
            names = {str(one): one for one in cards}
            from difflib import get_close_matches  # noqa: PLC0415 - only for mistakes

            near = get_close_matches(str(card).casefold(), names, n=1)
            if near:
                return names[near[0]]
        return None

    def check_cards(self, places: Iterable[tuple[tuple[PathPart, ...], Card]], report: Report) -> None:
        """Report the cards of a deal that are not in this deck, and those of this deck that are not dealt.

        Args:
            places: each card dealt, with its place.
            report: called with a place and what is wrong there.
        """
        known, dealt = set(self.cards), set()
        unknown = []
        for place, card in places:
            if card in known:
                dealt.add(card)
            else:
                unknown.append((place, card))
        missing = [card for card in self.cards if card not in dealt]
        for place, card in unknown:
            meant = self.like(card, missing)
            hint = f"; did you mean {meant}?" if meant else ""
            report(place, f"{visible(card)} is not a card of the deck '{self.name}'{hint}")
        if missing:
            verb = "is" if len(missing) == 1 else "are"
            of_all = f"{len(dealt)} of {counted(len(self.cards), 'card')}"
            report(("hands",), f"{of_all} of the deck '{self.name}' are dealt: {text_of_cards(missing)} {verb} missing")


_PIECE = re.compile(r"([^\W\d_]*):?([1-9][0-9]?)(?:-([1-9][0-9]?))?")
"""A suit or its beginning, unless it is that of the preceding piece, and a value or a range of values."""

DECKS: dict[str, Deck] = {
    "planet-nine": Deck("planet-nine", "rocket"),
    "deep-sea": Deck("deep-sea", "submarine"),
}


def deck_of(cards: Collection[Card], players: int) -> Deck | None:
    """Return the published deck that is dealt to these players, if it is one."""
    whole = (deck for deck in DECKS.values() if len(cards) == len(deck.cards) and set(deck.cards) == set(cards))
    return next(whole, None) if players in PLAYERS else None


def why_not_players(players: int) -> str | None:
    """Say why this number of players cannot play with a whole deck; None if it can."""
    return None if players == 2 else why_not_hands(players)


def why_not_hands(hands: int) -> str | None:
    """Say why a whole deck is not dealt to this number of hands; None if it is."""
    if hands in PLAYERS:
        return None
    if hands == 2:
        why = saying("two players have a third hand with covered cards, JARVIS")
    else:
        why = saying("not {players}", players=hands)
    return saying("the published games are for 2 to 5 players ({why})", why=why)
