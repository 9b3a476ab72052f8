"""Random decks: any number of colours, values and copies, shuffled.

The default is the deck of the real game (paper, appendix A): five colours, and of each 1, 1, 1, 2, 2, 3, 3, 4, 4, 5.
"""

from __future__ import annotations

import random
import re
from dataclasses import asdict, dataclass, field

from crewsat.base.parameters import about, check_least
from crewsat.base.shuffling import shuffled
from crewsat.base.wording import visible
from crewsat.games.cards import Card
from crewsat.games.hanabi_solitaire.instance import HanabiSolitaire
from crewsat.games.naming import names
from crewsat.games.reading import MOST_CARDS, MOST_ENTRIES

COLOURS = ("red", "yellow", "green", "blue", "white")


def _read_copies(text: str) -> tuple[int, ...]:
    numbers = text.replace(" ", ",").split(",")
    if not all(re.fullmatch("[0-9]{1,6}", number) for number in numbers):
        raise ValueError("allowed: a number, or numbers with commas between")
    return tuple(map(int, numbers))


@dataclass(frozen=True, slots=True)
class RandomDeck:
    """A random deck of solitaire Hanabi, by default that of the real game: 50 cards, five colours of 1 to 5.

    Attributes:
        colours: number of colours, c.
        values: highest value, n.
        copies: how many copies of every card, one number for all values, or one for each value.
        hand_size: how many cards may be stored, h.
    """

    colours: int = field(default=5, metadata=about("Number of colours.", least=0))
    values: int = field(default=5, metadata=about("Highest value.", least=0))
    copies: tuple[int, ...] = field(
        default=(3, 2, 2, 2, 1),
        metadata=about(
            "Copies of every card: one number, or one for each value.",
            metavar="LIST",
            given="3,2,2,2,1",
            read=_read_copies,
        ),
    )
    hand_size: int = field(default=6, metadata=about("How many cards may be stored.", least=0))

    def __post_init__(self) -> None:
        check_least(self)
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
    """Return names for colours: those of the real game, then letters."""
    return names(COLOURS, number)
