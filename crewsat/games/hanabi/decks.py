"""Random decks of Hanabi: all cards of a variant, shuffled."""

from __future__ import annotations

import random
from dataclasses import asdict, dataclass, field

from crewsat.base.parameters import about, check_least
from crewsat.base.shuffling import shuffled
from crewsat.games.cards import Card
from crewsat.games.hanabi.instance import HAND_SIZES, PLAYERS, Hanabi
from crewsat.games.hanabi.variants import NO_VARIANT, UnknownVariantError, variant_named


@dataclass(frozen=True, slots=True)
class RandomGame:
    """A random deck of Hanabi, by default without a variant.

    Attributes:
        players: how many players there are.
        variant: its name on hanab.live.
        hand_size: how many cards a player holds; 0: as usual.
    """

    players: int = field(default=2, metadata=about("Number of players.", least=PLAYERS[0]))
    variant: str = field(default=NO_VARIANT, metadata=about("Variant of hanab.live.", metavar="NAME"))
    hand_size: int = field(default=0, metadata=about("Cards in a hand; 0: as usual.", least=0))

    def __post_init__(self) -> None:
        check_least(self)
        if self.players not in PLAYERS:
            raise ValueError(f"there are {PLAYERS[0]} to {PLAYERS[-1]} players, not {self.players}")
        try:
            cards = sum(sum(suit.copies) for suit in variant_named(self.variant).suits)
        except UnknownVariantError as error:
            raise ValueError(f"variant: {error}") from None
        if self.players * (self.hand_size or HAND_SIZES[self.players]) > cards:
            raise ValueError(f"the {cards} cards of the variant do not suffice for such hands")

    def with_seed(self, seed: int) -> Hanabi:
        """Return the deck of this seed."""
        suits = variant_named(self.variant).suits
        cards = [
            Card(suit.name, value)
            for suit in suits
            for value, copies in enumerate(suit.copies, 1)
            for _ in range(copies)
        ]
        return Hanabi(
            players=self.players,
            deck=shuffled(cards, random.Random(seed)),
            hand_size=self.hand_size or None,
            variant=self.variant,
            about={"generator": "crewsat generate hanabi", "parameters": asdict(self), "seed": seed},
        )
