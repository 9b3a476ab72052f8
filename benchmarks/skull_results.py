"""``python -m benchmarks.skull_results FILE``: numbers about Skull & Roses that take long, for its page.

Sizes beyond those that are tested, who can force a win with all cards seen, and small games solved. Each number is kept
in the file as soon as it is known, and not computed again.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections import Counter
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import crewsat
from benchmarks.skull_equilibria import GAMES, solved
from crewsat.skull import forced_wins, game_tree, reachable_states

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

FULL = [(players, 3, 1, 2) for players in (2, 3, 4, 5)]
"""Players, roses, skulls, wins."""
SMALL = [
    *((2, roses, skulls, wins) for wins in (1, 2, 3) for skulls in (0, 1, 2) for roses in range(4) if roses + skulls),
    *((3, roses, skulls, wins) for wins in (1, 2) for skulls in (0, 1) for roses in range(4) if roses + skulls),
    *((4, roses, skulls, 1) for skulls in (0, 1) for roses in range(3) if roses + skulls),
]


def jobs() -> Iterator[tuple[str, Callable[[], Any]]]:
    """Yield the names of all results, and what computes them."""
    for game in FULL:
        yield f"game tree, {_named(game)}", partial(_size, game_tree, game)
    for game in FULL[:-1]:
        yield f"states, {_named(game)}", partial(_size, reachable_states, game)
    for name in GAMES:
        yield f"equilibrium, {name}", partial(solved, name)
    for game in SMALL:
        yield f"open information, {_named(game)}", partial(_forced, game)


def _named(game: tuple[int, int, int, int]) -> str:
    players, roses, skulls, wins = game
    return f"P={players}, R={roses}, S={skulls}, W={wins}"


def _size(count: Callable[..., int], game: tuple[int, int, int, int]) -> dict[str, Any]:
    begin = time.process_time()
    found = count(*game)
    return {"number": str(found), "seconds": round(time.process_time() - begin, 1)}


def _forced(game: tuple[int, int, int, int]) -> dict[str, Any]:
    """Return who can force a win at the start, by turn; and at how many beginnings of rounds whom of the players can.

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


def main(arguments: Sequence[str] | None = None) -> None:
    """Compute what the file does not have."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.skull_results", description=__doc__)
    parser.add_argument("file", type=Path)
    path: Path = parser.parse_args(arguments).file
    known: dict[str, Any] = json.loads(path.read_text()) if path.exists() else {"version": crewsat.__version__}
    for name, compute in jobs():
        if name not in known:
            known[name] = compute()
            path.write_text(json.dumps(known, indent=1) + "\n")
            print(name, file=sys.stderr, flush=True)


if __name__ == "__main__":
    main()
