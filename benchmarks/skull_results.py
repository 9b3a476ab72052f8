"""The numbers on the page of Skull & Roses that take long.

Random games, the search for readings of table 3, sizes beyond those that are tested, who can force a win with all cards
seen, and small games solved.
"""

from __future__ import annotations

import time
from collections import Counter
from functools import partial
from typing import TYPE_CHECKING, Any

from benchmarks.skull_equilibria import GAMES, solved
from crewsat.skull import Rules, forced_wins, game_tree, published, reachable_states, readings, simulate

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

RANDOM_GAMES = 200_000
SEARCHED = 100
"""Random games for each combination of options, and each number of players, of the search for readings."""
FULL = [(players, 3, 1, 2) for players in (2, 3, 4, 5)]
"""Players, roses, skulls, wins."""
SMALL = [
    *((2, roses, skulls, wins) for wins in (1, 2, 3) for skulls in (0, 1, 2) for roses in range(4) if roses + skulls),
    *((3, roses, skulls, wins) for wins in (1, 2) for skulls in (0, 1) for roses in range(4) if roses + skulls),
    *((4, roses, 0, 1) for roses in (1, 2)),
    *((4, roses, 1, 1) for roses in (0, 1)),
]


def jobs() -> Iterator[tuple[str, Callable[[], Any]]]:
    """Yield the names of all results, and what computes them."""
    for players in published.PLAYERS:
        yield f"random games, P={players}", partial(_random_games, players)
    yield "readings of table 3", _readings
    for game in FULL:
        yield f"game tree, {named(game)}", partial(_size, game_tree, game)
    for game in FULL[:-1]:
        yield f"states, {named(game)}", partial(_size, reachable_states, game)
    for name in GAMES:
        yield f"equilibrium, {name}", partial(solved, name)
    for game in SMALL:
        yield f"open information, {named(game)}", partial(_forced, game)


def _random_games(players: int) -> dict[str, Any]:
    return simulate(Rules(players), RANDOM_GAMES, seed=3).as_dict()


def _readings() -> dict[str, Any]:
    tried, found = readings.search(SEARCHED, seed=5)
    return {"tried": tried, **{row: [_fit(fit) for fit in fits] for row, fits in found.items()}}


def _fit(fit: readings.Fit) -> dict[str, Any]:
    return {**fit._asdict(), "options": dict(fit.options)}


def named(game: tuple[int, int, int, int]) -> str:
    """Return how a game is called in the names of results."""
    players, roses, skulls, wins = game
    return f"P={players}, R={roses}, S={skulls}, W={wins}"


def _size(count: Callable[..., int], game: tuple[int, int, int, int]) -> dict[str, Any]:
    begin = time.process_time()
    found = count(*game)
    return {"number": str(found), "seconds": round(time.process_time() - begin, 1)}


def _forced(game: tuple[int, int, int, int]) -> dict[str, Any]:
    """Return who can force a win at the start, by turn, and the number of beginnings of rounds by who can.

    Players are numbered from the one who has the initiative, 0.
    """
    values = forced_wins(*game)
    found: Counter[str] = Counter()
    for state, winners in values.items():
        if state.turn == "first":
            found["".join(str((winner - state.player) % game[0]) for winner in winners) or "nobody"] += 1
        if state.turn == "first" and all(owned == game[1:3] for owned in state.owned) and not any(state.wins):
            start = [*winners]
    return {"start": start, "beginnings": dict(sorted(found.items()))}
