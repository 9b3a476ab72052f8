"""``crewsat skull bounds`` and ``tables``: exact sizes, and the printed tables of paper 003 beside them."""

from __future__ import annotations

import re
from dataclasses import replace
from math import log10
from typing import TYPE_CHECKING, Annotated

from crewsat.base.errors import WrongOption
from crewsat.base.layout import Grid
from crewsat.base.wording import json_text, visible
from crewsat.cli.common import errors_reported, out, show
from crewsat.cli.declared import Option
from crewsat.cli.progress import Progress
from crewsat.studies.commands.skull_options import RosesOption, SkullsOption, WinsOption  # noqa: TC001 - typer reads them

if TYPE_CHECKING:
    from collections.abc import Sequence

MOST_CARDS, MOST_WINS = 120, 1_000
"""Beyond these, round trees take long, or numbers have more digits than Python prints."""
COUNTED = 2, 3
"""The numbers of players for which reachable states and the tree of the whole game can be counted at once."""


def _range(text: str) -> range:
    """Read a number of players, or a range of them.

    Raises:
        WrongOption: if it is neither.
    """
    found = re.fullmatch(r"(\d{1,3})(?:-(\d{1,3}))?", text, re.ASCII)
    least, most = (int(found[1]), int(found[2] or found[1])) if found else (0, 0)
    if not 2 <= least <= most:
        raise WrongOption(f"players '{visible(text)}' are not valid; allowed: a number from 2, or a range such as 3-12")
    return range(least, most + 1)


def bounds(
    *,
    players: Annotated[
        str, Option("--players", metavar="P", help="A number of players, or a range such as 3-12.")
    ] = "3-12",
    roses: RosesOption = 3,
    skulls: SkullsOption = 1,
    wins: WinsOption = 2,
    json: Annotated[bool, Option("--json", help="Print one JSON object for each number of players.")] = False,
) -> None:
    """Print the bound of the state space by the printed formula, and the exact number of leaves of a round."""
    from crewsat.studies.skull.published import STATE_SPACE  # noqa: PLC0415
    from crewsat.studies.skull.rounds import round_tree  # noqa: PLC0415
    from crewsat.studies.skull.sizes import state_space  # noqa: PLC0415

    rows = []
    with errors_reported():
        numbers = _range(players)
        if numbers[-1] * (roses + skulls) > MOST_CARDS or wins > MOST_WINS:
            raise WrongOption(f"at most {MOST_CARDS} cards in all, and {MOST_WINS:,} wins")
        for number in numbers:
            bound, leaves = state_space(number, roses, skulls, wins), round_tree(number, roses, skulls)
            exponent = STATE_SPACE.get(number) if (roses, skulls, wins) == (3, 1, 2) else None
            found = {"players": number, "state_space": str(bound), "printed_exponent": exponent}
            if json:
                out(json_text({**found, "round_tree": str(leaves)}))
            rows.append((str(number), f"{bound:,}", _power(exponent), f"{leaves:,}"))
    if not json:
        show([_table(rows, "players", "state space, at most", "printed", "leaves of a round")])


def tables(
    *,
    games: Annotated[int, Option("--games", metavar="N", help="Random games for each number of players.")] = 2000,
    seed: Annotated[int, Option("--seed", metavar="N", help="The same seed gives the same games.")] = 0,
) -> None:
    """Print the three tables of the paper beside exact sizes and random games."""
    with errors_reported():
        random = _games(games, seed)
        show([_states(), _trees(), random])


def _states() -> Grid:
    from crewsat.studies.skull.published import STATE_SPACE  # noqa: PLC0415
    from crewsat.studies.skull.sizes import power_of_ten, state_space  # noqa: PLC0415
    from crewsat.studies.skull.states import reachable_states  # noqa: PLC0415

    rows = []
    for players in (2, *STATE_SPACE):
        counted = f"{reachable_states(players):,}" if players in COUNTED else ""
        formula = power_of_ten(state_space(players))
        rows.append((str(players), _power(STATE_SPACE.get(players)), _power(formula), counted))
    headings = "players", "printed", "formula, rounded up", "states that can be reached"
    return _table(rows, *headings, title="1. State space")


def _trees() -> Grid:
    from crewsat.studies.skull.published import ROUND_TREE  # noqa: PLC0415
    from crewsat.studies.skull.rounds import round_tree  # noqa: PLC0415
    from crewsat.studies.skull.whole_game import game_tree  # noqa: PLC0415

    rows = []
    for players in (2, *ROUND_TREE):
        leaves = round_tree(players)
        counted = f"10^{log10(game_tree(players)):.2f}" if players in COUNTED else ""
        rows.append((str(players), _power(ROUND_TREE.get(players)), f"10^{log10(leaves):.2f}", counted, f"{leaves:,}"))
    headings = "players", "printed", "leaves of a round", "of the whole game", "leaves of a round, exactly"
    rounded = _table([row[:-1] for row in rows], *headings[:-1], title="2. Trees (exactly: crewsat skull bounds)")
    return replace(_table(rows, *headings, title="2. Trees"), wraps=False, narrow=lambda: rounded)


def _games(games: int, seed: int) -> Grid:
    from crewsat.studies.skull.published import BRANCHING, LENGTH  # noqa: PLC0415
    from crewsat.studies.skull.rules import Rules  # noqa: PLC0415
    from crewsat.studies.skull.statistics import simulate  # noqa: PLC0415 - numpy

    rows = []
    done = [0]
    with Progress(lambda seconds: f"{done[0]} players, {seconds:.0f} s" if done[0] else "") as progress:
        for players in LENGTH:
            found = simulate(Rules(players), games, seed=seed)
            means = [
                f"{one.mean:.2f}" + ("" if one.error is None else f" ± {one.error:.2f}")
                for one in (found.positions, found.branching, found.rounds)
            ]
            printed = str(LENGTH[players]), f"{BRANCHING[players]:.3f}"
            rows.append((str(players), printed[0], means[0], printed[1], *means[1:]))
            done[0] = players
            progress.show()
    headings = "players", "printed length", "positions", "printed branching", "moves per position", "rounds"
    return _table(rows, *headings, title=f"3. Random games, {games:,} each, with standard errors")


def _table(rows: Sequence[Sequence[str]], *headings: str, title: str = "") -> Grid:
    return Grid(headings, rows, frozenset(range(len(headings))), title=title)


def _power(exponent: int | None) -> str:
    return "" if exponent is None else f"10^{exponent}"
