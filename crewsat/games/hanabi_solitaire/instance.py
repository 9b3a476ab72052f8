"""Instances of solitaire Hanabi: the fields of the contract, validated, frozen.

The question (Baffier et al., section 1.3): cards are drawn one by one in the order of the deck; each may be played at
once, stored in a hand of at most h cards, or discarded. A colour is played in rising order, from 1 to n. Can every card
of all colours be played?
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Annotated, Literal

from crewsat.games.cards import Card, Suit, natural
from crewsat.games.hanabi_solitaire.reading import HanabiReader
from crewsat.games.instance import About, Count, Format, Instance, the_format, the_notes
from crewsat.games.marks import AS_TUPLE
from crewsat.games.records import declared

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping


class HanabiSolitaire(Instance):
    """A deck for one player who sees all of it, and the size of the hand."""

    reader = HanabiReader

    format: Format = the_format()
    game: Literal["hanabi_solitaire"] = "hanabi_solitaire"
    deck: Annotated[tuple[Card, ...], AS_TUPLE] = declared(description="the cards in the order they are drawn")
    hand_size: Count = declared(description="how many cards may be stored, h")
    values: Count | None = declared(default=None, description="the highest value, n; by default that of the deck")
    colours: Annotated[tuple[Suit, ...], AS_TUPLE] | None = declared(
        default=None, description="all colours; by default those of the deck"
    )
    about: About = the_notes()

    if TYPE_CHECKING:  # what may be written is wider than what is stored

        def __init__(  # noqa: PLR0913 - one argument per field
            self,
            *,
            format: Literal[1] = 1,  # noqa: A002 - the contract names it so
            game: Literal["hanabi_solitaire"] = "hanabi_solitaire",
            deck: Iterable[object],
            hand_size: int,
            values: int | None = None,
            colours: Iterable[str | int] | None = None,
            about: Mapping[str, object] | None = None,
        ) -> None: ...

    @property
    def size(self) -> int:
        """Number of cards in the deck, N."""
        return len(self.deck)

    @property
    def effort(self) -> int:
        """Number of cards in the deck, and of colours."""
        return len(self.deck) + len(self.colours or ())

    @cached_property
    def highest(self) -> int:
        """The value to be reached in every colour, n; 0 if there is nothing to play."""
        return max((card.value for card in self.deck), default=0) if self.values is None else self.values

    @cached_property
    def colours_in_order(self) -> tuple[str, ...]:
        """All colours: as listed, else those of the deck by name."""
        if self.colours is not None:
            return self.colours
        return tuple(sorted({card.suit for card in self.deck}, key=natural))

    @cached_property
    def copies(self) -> dict[Card, tuple[int, ...]]:
        """The draws, counted from 1, that bring a copy of each card, rising."""
        found: dict[Card, list[int]] = {}
        for draw, card in enumerate(self.deck, 1):
            found.setdefault(card, []).append(draw)
        return {card: tuple(draws) for card, draws in found.items()}

    @cached_property
    def missing(self) -> Card | None:
        """A card that must be played and is not in the deck; None if there is none."""
        if len(self.copies) == self.highest * len(self.colours_in_order):
            return None
        return next(
            Card(colour, value)
            for colour in self.colours_in_order
            for value in range(1, self.highest + 1)
            if Card(colour, value) not in self.copies
        )

    @property
    def multiplicity(self) -> int:
        """The largest number of copies of a card, r."""
        return max(map(len, self.copies.values()), default=0)
