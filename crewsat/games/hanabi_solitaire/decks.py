"""Random decks: any number of colours, values and copies, shuffled.

The default is the deck of the real game (paper, appendix A): five colours, and of each 1, 1, 1, 2, 2, 3, 3, 4, 4, 5.
"""

from __future__ import annotations

import random
from dataclasses import asdict, dataclass

from crewsat.games.cards import Card
from crewsat.games.hanabi_solitaire.instance import HanabiSolitaire
from crewsat.games.reading import MOST_CARDS, MOST_ENTRIES
from crewsat.games.shuffling import names, shuffled
from crewsat.wording import visible

COLOURS = ("red", "yellow", "green", "blue", "white")


@dataclass(frozen=True, slots=True)
class RandomDeck:
    """Parameters of a random deck.

    Attributes:
        colours: number of colours, c.
        values: highest value, n.
        copies: how many copies of every card, one number for all values, or one for each value.
        hand_size: how many cards may be stored, h.
    """

    colours: int = 5
    values: int = 5
    copies: tuple[int, ...] = (3, 2, 2, 2, 1)
    hand_size: int = 6

    def __post_init__(self) -> None:
        for name in ("colours", "values", "hand_size"):
            if getattr(self, name) < 0:
                raise ValueError(f"{name} must be at least 0, not {visible(getattr(self, name))}")
        if len(self.copies) not in {1, self.values}:
            raise ValueError(f"copies has {len(self.copies)} numbers; allowed: 1, or {self.values}, one for each value")
        cards = self.colours * sum(self.copies) * (self.values if len(self.copies) == 1 else 1)
        if self.colours > MOST_ENTRIES:
            raise ValueError(f"colours must be at most {MOST_ENTRIES:,}, not {visible(self.colours)}")
        if max(cards, self.values) > MOST_CARDS:
            raise ValueError(f"a deck of {visible(cards)} cards is too large; allowed: at most {MOST_CARDS:,}")
        if any(number < 0 for number in self.copies):
            raise ValueError(f"copies must be at least 0, not {min(self.copies)}")

    def with_seed(self, seed: int) -> HanabiSolitaire:
        """Return the deck of this seed; parameters and seed are recorded in `about`."""
        copies = self.copies * (self.values if len(self.copies) == 1 else 1)
        colours = colour_names(self.colours)
        deck = [Card(name, v) for name in colours for v, number in enumerate(copies, 1) for _ in range(number)]
        parameters = {**asdict(self), "copies": list(self.copies)}
        return HanabiSolitaire(
            deck=shuffled(deck, random.Random(seed)),
            hand_size=self.hand_size,
            values=self.values,
            colours=colours,
            about={"generator": "crewsat generate hanabi_solitaire", "parameters": parameters, "seed": seed},
        )


def colour_names(number: int) -> list[str]:
    """Names for colours: those of the real game, then letters."""
    return names(COLOURS, number)
