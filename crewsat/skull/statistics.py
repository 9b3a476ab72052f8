"""Means of uniform random play with their standard errors; long runs are saved batch by batch (paper 003, table 3).

Games are played in batches. Each has its own source of choices, made of the seed and its number, so that a run can end
anywhere and go on later, and gives the same numbers. A file begins with a line that says which run it is of; a line for
each batch follows, of which only the sums are kept. A last batch of fewer games is not saved.
"""

from __future__ import annotations

import json
from contextlib import nullcontext
from dataclasses import dataclass, replace
from math import sqrt
from typing import TYPE_CHECKING, Any

import numpy as np

from crewsat.engine.options import is_number, shown
from crewsat.errors import Defect, InvalidInstance, WrongOption
from crewsat.guarded import value_of
from crewsat.journal import Journal
from crewsat.outputs import check_output
from crewsat.skull.simulator import COLUMNS, Games

if TYPE_CHECKING:
    from collections.abc import Callable

    from crewsat.skull.rules import Rules

BATCH = 20_000
"""Games in step: fewer cost more a game, more no less."""
MOST_PLAYERS, MOST_CARDS = 50, 100
"""With more of them, or cards of each, the numbers of joint moves, squared, leave the range of floating point."""

POSITIONS = "rounds", "placed", "openings", "raises", "passes", "own", "others", "discards"
"""The positions of a game: a first turn, which is simultaneous, is one; so are each card turn, each bet or pass, each
card turned up, and each discard."""
MOVES = {
    unit: (
        *(f"first_{unit}", f"turn_{unit}", "turn_bets", "raise_bets", "raises", "pass_bets", "passes"),
        *("own_piles", "others_piles", f"discard_{unit}"),
    )
    for unit in ("kinds", "cards")
}
"""The moves in these positions, by what cards count as; who could increase a bet could also pass."""


@dataclass(frozen=True, slots=True)
class Mean:
    """A mean of games.

    Attributes:
        mean: the mean.
        error: its standard error; None of a single game.
    """

    mean: float
    error: float | None


@dataclass(frozen=True, slots=True, eq=False)
class Statistics:
    """What random games come to.

    Attributes:
        rules: the rules.
        seed: of the choices.
        games: how many games.
        sums: the sum of each of `COLUMNS` over all games.
        products: sums of products of rounds, successes, positions and moves, each with each.
    """

    rules: Rules
    seed: int
    games: int
    sums: dict[str, float]
    products: Any

    @property
    def rounds(self) -> Mean:
        """Rounds a game."""
        return self._mean(0)

    @property
    def successes(self) -> Mean:
        """The share of rounds whose challenge is successful, of all rounds together."""
        return self._mean(1, 0)

    @property
    def positions(self) -> Mean:
        """Positions a game (`POSITIONS`)."""
        return self._mean(2)

    @property
    def branching(self) -> Mean:
        """Moves a position (`MOVES`), of all positions together."""
        return self._mean(3, 2)

    def as_dict(self) -> dict[str, Any]:
        """Return the JSON object of the contract."""
        means = {name: getattr(self, name) for name in ("rounds", "successes", "positions", "branching")}
        told = {name: {"mean": one.mean, "error": one.error} for name, one in means.items()}
        return {"rules": self.rules.as_dict(), "seed": self.seed, "games": self.games, **told}

    def _mean(self, above: int, below: int | None = None) -> Mean:
        """Return the mean of a quantity, or its ratio to another one, of which the error is that of large samples."""
        totals = [sum(self.sums[name] for name in names) for names in _quantities(self.rules)]
        size = self.games if below is None else totals[below]
        ratio = totals[above] / size
        if self.games == 1:
            return Mean(ratio, None)
        squares = self.products[above][above]
        if below is None:
            squares -= self.games * ratio**2
        else:
            squares += ratio * (ratio * self.products[below][below] - 2 * self.products[above][below])
        return Mean(ratio, sqrt(max(squares, 0) / (self.games - 1) * self.games) / size)

    def plus(self, other: Statistics) -> Statistics:
        """Return the statistics of both together."""
        sums = {name: number + other.sums[name] for name, number in self.sums.items()}
        return replace(self, games=self.games + other.games, sums=sums, products=self.products + other.products)


def _quantities(rules: Rules) -> list[tuple[str, ...]]:
    return [("rounds",), ("successes",), POSITIONS, MOVES[rules.moves]]


def simulate(
    rules: Rules,
    games: int,
    *,
    seed: int = 0,
    output: str | None = None,
    progress: Callable[[int], None] = lambda _done: None,
) -> Statistics:
    """Play uniform random games.

    Args:
        rules: the rules.
        games: how many games, at least 1.
        seed: a whole number from 0; the same one gives the same games.
        output: a file for the batches, each saved as soon as it is done; the same call goes on where it ended, also
            with another number of games.
        progress: called with the number of games done after each batch.

    Raises:
        WrongOption: if a number is not valid, or the game is too large.
        InvalidInstance: if the file is of another run, damaged, in use, or cannot be written.
    """
    for name, value, least in (("games", games, 1), ("seed", seed, 0)):
        if not is_number(value) or value < least:
            raise WrongOption(f"{name} must be a whole number from {least}, not {shown(value)}")
    games, seed = int(games), int(seed)
    if rules.players > MOST_PLAYERS or rules.cards > MOST_CARDS:
        raise WrongOption(f"at most {MOST_PLAYERS} players with {MOST_CARDS} cards each can be simulated")
    found = Statistics(rules, seed, 0, dict.fromkeys(COLUMNS, 0), np.zeros((4, 4)))
    if output is not None:
        check_output(output, appended=True)
    with nullcontext() if output is None else Journal(output) as journal:
        kept = [] if journal is None else _taken_up(journal, found)
        for number in range(-(-games // BATCH)):
            size = min(BATCH, games - found.games)
            saved = number < len(kept) and size == BATCH
            batch = kept[number] if saved else _batch(rules, seed, number, size)
            if journal is not None and number == len(kept) and size == BATCH:
                journal.append(_line({"sums": batch.sums, "products": batch.products.tolist()}), sync=True)
                kept.append(batch)
            found = found.plus(batch)
            progress(found.games)
    return found


def _batch(rules: Rules, seed: int, number: int, games: int) -> Statistics:
    counts = Games(rules, games, np.random.Generator(np.random.PCG64([seed, number]))).counts
    quantities = np.array([sum(counts[name] for name in names) for names in _quantities(rules)])
    sums = {name: float(numbers.sum()) for name, numbers in counts.items()}
    return Statistics(rules, seed, games, sums, quantities @ quantities.T)


def _taken_up(journal: Journal, run: Statistics) -> list[Statistics]:
    """Return the batches of a file, from the first; begin it if it is new, and drop a last line that was cut off."""
    header = _line({"run": "crewsat skull simulate", "batch": BATCH, "seed": run.seed, "rules": run.rules.as_dict()})
    lines = [*journal.lines()]
    if lines and not lines[-1].endswith(b"\n") and (lines[1:] or header.startswith(lines[0])):
        journal.cut(sum(map(len, lines[:-1])))
        lines.pop()
    if not lines:
        journal.append(header, sync=True)
    elif lines[0] != header + b"\n":
        words = "is of another run: other rules, another seed, or something else; allowed: a new file"
        raise InvalidInstance([Defect("line 1", words)], journal.path)
    return [_read(line, run, number, journal.path) for number, line in enumerate(lines[1:], 2)]


def _read(line: bytes, run: Statistics, number: int, path: str) -> Statistics:
    try:
        told = value_of(line)
        sums = {name: float(told["sums"][name]) for name in COLUMNS}
        return replace(run, games=BATCH, sums=sums, products=np.array(told["products"], float).reshape(4, 4))
    except (InvalidInstance, ValueError, KeyError, TypeError):
        raise InvalidInstance([Defect(f"line {number}", "is not a batch; allowed: a new file")], path) from None


def _line(content: dict[str, Any]) -> bytes:
    return json.dumps(content).encode()
