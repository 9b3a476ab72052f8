"""Random strings of equal length, each label equally likely."""

from __future__ import annotations

import random
import re
from dataclasses import asdict, dataclass, field

from crewsat.base.parameters import about, check_least
from crewsat.base.wording import visible
from crewsat.games.hackenbush.instance import Hackenbush
from crewsat.games.reading import MOST_CARDS, MOST_ENTRIES, MOST_PLAYERS


def _read_coalition(text: str) -> tuple[int, ...]:
    words = text.replace(",", " ").split() if text != "-" else []
    if not all(re.fullmatch("[0-9]{1,6}", word) for word in words) or not (words or text == "-"):
        raise ValueError(f"'{visible(text)}' is not valid; allowed: players with commas between, or - for none")
    return tuple(map(int, words))


@dataclass(frozen=True, slots=True)
class RandomStrings:
    """Random strings of Hackenbush, all of one length.

    Attributes:
        strings: number of strings.
        edges: edges of each of them.
        players: number of players.
        coalition: its members.
        to_move: who moves first.
    """

    strings: int = field(default=5, metadata=about("Number of strings.", least=0))
    edges: int = field(default=4, metadata=about("Edges of each string.", least=0))
    players: int = field(default=3, metadata=about("Number of players.", least=1))
    coalition: tuple[int, ...] = field(
        default=(1, 2),
        metadata=about(
            "Its members, with commas between; - for none.", metavar="LIST", given="1,2", read=_read_coalition
        ),
    )
    to_move: int = field(default=1, metadata=about("The player who moves first.", least=1))

    def __post_init__(self) -> None:
        check_least(self)
        if self.strings > MOST_ENTRIES:
            raise ValueError(f"strings must be at most {MOST_ENTRIES:,}, not {visible(self.strings)}")
        edges = max(1, self.strings) * self.edges
        if edges > MOST_CARDS:
            raise ValueError(f"{visible(edges)} edges are too many; allowed: {MOST_CARDS:,}")
        if self.players > MOST_PLAYERS:
            raise ValueError(f"players must be at most {MOST_PLAYERS:,}, not {visible(self.players)}")
        for name, player in (*(("coalition", member) for member in self.coalition), ("to_move", self.to_move)):
            if not 1 <= player <= self.players:
                raise ValueError(f"{name}: '{visible(player)}' is not a player; allowed: 1 to {self.players}")
        if len(set(self.coalition)) < len(self.coalition):
            raise ValueError("a member of the coalition is given twice")

    def with_seed(self, seed: int) -> Hackenbush:
        """Return the strings of this seed; parameters and seed are recorded in `about`."""
        rng = random.Random(seed)
        parameters = {**asdict(self), "coalition": list(self.coalition)}
        return Hackenbush(
            strings=[[1 + int(rng.random() * self.players) for _ in range(self.edges)] for _ in range(self.strings)],
            coalition=self.coalition,
            to_move=self.to_move,
            players=self.players,
            about={"generator": "crewsat generate hackenbush", "parameters": parameters, "seed": seed},
        )
