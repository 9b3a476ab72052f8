"""Means of uniform random play with standard errors; long runs are saved batch by batch (paper 003, table 3).

Games are played in batches. Each has its own source of choices, derived from the seed and its number, so that a run can
stop anywhere and resume later with the same results. A file begins with a line that identifies the run; it is followed
by a line for each batch, of which only the sums are kept. A smaller last batch is not saved.
"""

from __future__ import annotations

import json
from contextlib import nullcontext
from math import sqrt
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from crewsat.base.errors import InvalidInstance, WrongOption
from crewsat.base.guarded import value_of
from crewsat.base.journal import Journal, is_beginning
from crewsat.base.outputs import check_output
from crewsat.engine.options import is_number, shown
from crewsat.studies.skull.simulator import COLUMNS, Games

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from crewsat.studies.skull.rules import Rules

    Batch = tuple[NDArray[Any], NDArray[Any]]
    """The sums of `COLUMNS`, and of all pairwise products of `_quantities`."""

BATCH, BYTES = 20_000, 1 << 26
"""Games in lockstep (fewer cost more per game, more no less), and bytes for their arrays, so large games are fewer."""
MOST_PLAYERS, MOST_CARDS = 50, 100
"""With more players, or cards per player, the squared numbers of joint moves exceed the range of floating point."""

POSITIONS = "rounds", "placed", "openings", "raises", "passes", "own", "others", "discards"
"""The positions of a game: a simultaneous first turn counts as one, and so does each card turn, each bet or pass, each
card turned up, and each discard."""
MOVES = {
    unit: (
        *(f"first_{unit}", f"turn_{unit}", "turn_bets", "raise_bets", "raises", "pass_bets", "passes"),
        *("own_piles", "others_piles", f"discard_{unit}"),
    )
    for unit in ("kinds", "cards")
}
"""The moves in these positions, by what cards count as; a player who could increase a bet could also pass."""


class Mean(NamedTuple):
    """A mean over games with its standard error, which is None for a single game."""

    mean: float
    error: float | None


class Statistics(NamedTuple):
    """The statistics of random games.

    Attributes:
        rules: the rules.
        seed: the seed of the choices.
        games: number of games.
        rounds: rounds per game.
        successes: the share of rounds whose challenge is successful, over all rounds.
        positions: positions per game (`POSITIONS`).
        branching: moves per position (`MOVES`), over all positions.
        sums: the sum of each of `COLUMNS`, over all games.
    """

    rules: Rules
    seed: int
    games: int
    rounds: Mean
    successes: Mean
    positions: Mean
    branching: Mean
    sums: dict[str, float]

    def as_dict(self) -> dict[str, Any]:
        """Return the JSON object of the contract."""
        means = {name: getattr(self, name)._asdict() for name in ("rounds", "successes", "positions", "branching")}
        return {"rules": self.rules.as_dict(), "seed": self.seed, "games": self.games, **means}


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
        games: number of games, at least 1.
        seed: a non-negative whole number; the same seed gives the same games.
        output: a file for the batches, each saved as soon as it is done; the same call resumes where it stopped, even
            with another number of games.
        progress: called after each batch with the number of games done.

    Raises:
        WrongOption: if a number is not valid, or the game is too large.
        InvalidInstance: if the file belongs to another run, is damaged or in use, or cannot be written.
    """
    games, seed = _whole("games", games, 1), _whole("seed", seed, 0)
    if rules.players > MOST_PLAYERS or rules.cards > MOST_CARDS:
        raise WrongOption(f"at most {MOST_PLAYERS} players with {MOST_CARDS} cards each can be simulated")
    if output is not None:
        check_output(output, appended=True)
    size = min(BATCH, BYTES // (rules.players * (rules.cards + 60)))
    full, rest = divmod(games, size)
    with nullcontext() if output is None else Journal(output) as journal:
        done = [] if journal is None else _taken_up(journal, rules, seed, size)[:full]
        for number in range(len(done), full):
            done.append(_batch(rules, seed, number, size))
            if journal is not None:
                sums, products = done[-1]
                saved = {"number": number + 1, "sums": sums.tolist(), "products": products.tolist()}
                journal.append(_line(saved), sync=True)
            progress(len(done) * size)
    if rest:
        done.append(_batch(rules, seed, full, rest))
        progress(games)
    sums, products = (sum(those) for those in zip(*done, strict=True))
    named = dict(zip(COLUMNS, sums.tolist(), strict=True))
    totals = [sum(named[column] for column in columns) for columns in _quantities(rules)]
    rounds, successes, positions, branching = (
        _mean(games, totals, products, *of) for of in ((0,), (1, 0), (2,), (3, 2))
    )
    return Statistics(rules, seed, games, rounds, successes, positions, branching, named)


def _quantities(rules: Rules) -> list[tuple[str, ...]]:
    return [("rounds",), ("successes",), POSITIONS, MOVES[rules.moves]]


def _mean(games: int, totals: list[float], products: NDArray[Any], above: int, below: int | None = None) -> Mean:
    """Return the mean of a quantity, or its ratio to another one, with the large-sample error."""
    size = games if below is None else totals[below]
    ratio, squares = totals[above] / size, products[above, above]
    if below is None:
        squares -= games * ratio**2
    else:
        squares += ratio * (ratio * products[below, below] - 2 * products[above, below])
    return Mean(ratio, None if games == 1 else sqrt(max(squares, 0) / (games - 1) * games) / size)


def _whole(name: str, value: int, least: int) -> int:
    if not is_number(value) or value < least:
        raise WrongOption(f"{name} must be a whole number from {least}, not {shown(value)}")
    return int(value)


def _batch(rules: Rules, seed: int, number: int, games: int) -> Batch:
    counts = Games(rules, games, np.random.Generator(np.random.PCG64([seed, number]))).counts
    quantities = np.array([sum(counts[name] for name in names) for names in _quantities(rules)])
    return np.array([one.sum() for one in counts.values()]), quantities @ quantities.T


def _taken_up(journal: Journal, rules: Rules, seed: int, size: int) -> list[Batch]:
    """Return the batches of a file in order; begin it if it is new, and drop an incomplete last line."""
    run = {"run": "crewsat skull simulate", "format": 2, "rules": rules.as_dict(), "seed": seed, "batch": size}
    header = _line({**run, "columns": [*COLUMNS]})

    def read(number: int, line: bytes) -> Batch | None:
        if number > 1:
            return _read(line, number - 1)
        if line != header:
            words = "is of another run: other rules, another seed, another version, or something else"
            raise ValueError(f"{words}; allowed: a new file")
        return None

    def begins(number: int, line: bytes) -> bool:
        return (
            header.startswith(line) if number == 1 else is_beginning(line, b'{"number": %d, "sums": [' % (number - 1))
        )

    lines = [*journal.take_up(read, begins)]
    if not lines:
        journal.append(header, sync=True)
    return [batch for batch in lines if batch is not None]


def _read(line: bytes, number: int) -> Batch:
    """Read the line of a batch.

    Raises:
        ValueError: if it is not the line of the batch with this number.
    """
    try:
        data = value_of(line)
        found = int(data["number"]), _numbers(data["sums"], len(COLUMNS)), _numbers(data["products"], 4, 4)
    except (InvalidInstance, ValueError, KeyError, TypeError):
        raise ValueError("is not a batch; allowed: a new file") from None
    if found[0] != number:
        words = f"is batch {found[0]} where batch {number} is due: a line is missing or repeated"
        raise ValueError(f"{words}; allowed: a new file")
    return found[1:]


def _numbers(data: Any, *shape: int) -> NDArray[Any]:  # noqa: ANN401 - any JSON
    """Return an array of non-negative whole numbers, as floating-point numbers.

    Raises:
        ValueError: if they are not such numbers.
    """
    numbers = np.array(data, float)
    if numbers.shape != shape or not np.isfinite(numbers).all() or (numbers < 0).any() or (numbers % 1).any():
        raise ValueError
    return numbers


def _line(content: dict[str, Any]) -> bytes:
    return json.dumps(content).encode()
