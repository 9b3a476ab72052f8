"""The cases: games of Skull & Roses by their parameters."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

from crewsat.studies.audit.claims import Domain
from crewsat.studies.skull.published import PLAYERS
from crewsat.studies.skull.rules import Rules

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from crewsat.studies.audit.claims import Chunk


@dataclass(frozen=True, slots=True)
class Parameters:
    """A game by the default rules.

    Attributes:
        players: number of players, P.
        roses: roses per player, R.
        skulls: skulls per player, S.
        wins: successful challenges needed to win, W.
    """

    players: int
    roses: int = 3
    skulls: int = 1
    wins: int = 2

    @property
    def rules(self) -> Rules:
        """The rules of the game, with all options at their defaults."""
        return Rules(self.players, self.roses, self.skulls, self.wins)

    @property
    def most_rounds(self) -> int:
        """The length of the longest game in rounds: all cards but one are taken, and each player lacks one win."""
        return self.players * (self.roses + self.skulls + self.wins - 1) - 1

    def as_dict(self) -> dict[str, Any]:
        """Return the parameters as stored in JSON, and the command that prints what is known about their sizes."""
        command = " ".join(f"--{name} {value}" for name, value in asdict(self).items())
        return {"game": "skull", **asdict(self), "about": {"command": f"crewsat skull bounds {command}"}}


def size_of(case: Parameters) -> tuple[int, ...]:
    """Return the size of a case: cards in all, then players, then wins."""
    return case.players * (case.roses + case.skulls), case.players, case.wins, case.skulls


_SMALL = ((2, 3, 2, 2), (3, 2, 1, 2), (4, 1, 1, 1))
_LARGER = ((2, 5, 2, 3), (3, 3, 1, 2), (4, 2, 1, 2))
"""Players, and the most roses, skulls and wins; with two players, these include 3 roses and 1 skull."""


def _words(sizes: tuple[tuple[int, ...], ...]) -> str:
    listed = ", ".join(f"{players} ({roses}, {skulls}, {wins})" for players, roses, skulls, wins in sizes)
    return f"games of so many players and up to so many roses, skulls and wins, players (R, S, W) = {listed}"


def _chunks(thorough: bool) -> Sequence[Chunk]:
    found = {
        (players, r, s, w)
        for players, roses, skulls, wins in (*_SMALL, *(_LARGER if thorough else ()))
        for r in range(roses + 1)
        for s in range(skulls + 1)
        for w in range(1, wins + 1)
        if r + s
    }
    return sorted(found)


def _game(players: int, roses: int, skulls: int, wins: int) -> Iterator[Parameters]:
    yield Parameters(players, roses, skulls, wins)


DOMAINS = (
    Domain(
        "printed",
        "3 to 12 players with 3 roses, 1 skull and 2 wins, as in the tables",
        "3 to 12 players with 3 roses, 1 skull and 2 wins, as in the tables",
        lambda _thorough: [(players, 3, 1, 2) for players in PLAYERS],
        _game,
        size_of,
    ),
    Domain("games", _words(_SMALL), _words((*_SMALL, *_LARGER)), _chunks, _game, size_of),
)
