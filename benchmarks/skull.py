"""``python -m benchmarks.skull FOLDER``: computes the page of Skull & Roses.

Each number is kept in a file of results as soon as it is known, and not computed again; the page and its figures are
written from them.
"""

from __future__ import annotations

import argparse
from decimal import Decimal
from pathlib import Path
from typing import TYPE_CHECKING, Any

import crewsat
from benchmarks import skull_results
from benchmarks.kept_results import computed
from benchmarks.skull_equilibria import GAMES
from crewsat.skull import Rules, published, round_tree, state_space

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence


def page(results: dict[str, Any], folder: Path) -> str:
    """Return the page; its figures are drawn beside it."""
    from benchmarks.skull_figures import draw  # noqa: PLC0415 - matplotlib is heavy

    pictures = draw(results, folder)
    parts = [
        _head(results),
        _sizes(results, pictures["tree"]),
        _whole_games(results),
        _random_play(results, [*pictures["length"], *pictures["branching"]]),
        _nearest(results),
        _open_information(results),
        _equilibria(results),
    ]
    return "\n".join(line for part in parts for line in part).rstrip("\n") + "\n"


def _head(results: dict[str, Any]) -> list[str]:
    return [
        "# Skull & Roses: exact sizes, random play, small games solved",
        "",
        f"Computed by CrewSAT {results['version']}: `python -m benchmarks.skull docs/skull`. Three roses and one",
        "skull a player, and two successful challenges to win, unless stated otherwise; P is the number of",
        "players. Points that the text leaves open are options of the rules (`crewsat skull simulate -h`), here",
        "with their defaults. The claims of the paper one by one: [audit](../audits/skull.md).",
        "",
    ]


def _sizes(results: dict[str, Any], picture: list[str]) -> list[str]:
    lines = [
        "## States, and the tree of a round",
        "",
        "The printed bounds beside exact numbers. A *leaf* is one way to play the first round to the last card",
        "that is turned up. Kinds of card are counted, not cards; the simultaneous first turn is one joint",
        "choice; an opening bet may be any number up to the cards on the table, and this number ends the bidding;",
        "the discard is not part of the round. *States* that can be reached hold what each player has and has",
        "won, the piles in order, what is turned up, whose turn it is, and the bids; they are counted in full.",
        "",
    ]
    heads = "P | states: printed bound | its formula | states, exact | round: printed bound | leaves of a round, exact"
    rows = []
    for players in (2, *published.PLAYERS):
        known = results.get(f"states, P={players}, R=3, S=1, W=2")
        cells = [
            players,
            _power(published.STATE_SPACE.get(players)),
            _about(state_space(players)),
            "" if known is None else f"{int(known['number']):,}",
            _power(published.ROUND_TREE.get(players)),
            _exact(round_tree(players)),
        ]
        rows.append(cells)
    return [*lines, *_table(heads, rows), *picture]


def _whole_games(results: dict[str, Any]) -> list[str]:
    lines = [
        "## The tree of the whole game",
        "",
        "The paper's first open problem is a bound that is not naive. For as many players as the sums can be",
        "worked out, here is the number itself: leaves of the whole game, discards counted as kinds. A round",
        "depends on those before it only by what each player has and has won, and by the initiative, so that",
        "rounds form a graph without cycles. The naive bound is the exact number of leaves of the first round to",
        "the power of the most rounds there can be, P(R + S + W - 1) - 1.",
        "",
    ]
    rows = []
    for players, roses, skulls, wins in skull_results.FULL:
        found = int(results[f"game tree, P={players}, R={roses}, S={skulls}, W={wins}"]["number"])
        rounds = players * (roses + skulls + wins - 1) - 1
        rows.append([players, _exact(found), _about(round_tree(players, roses, skulls) ** rounds)])
    return [*lines, *_table("P | leaves of the whole game | naive bound", rows)]


def _random_play(results: dict[str, Any], pictures: list[str]) -> list[str]:
    lines = [
        "## Random play",
        "",
        f"Means of {skull_results.RANDOM_GAMES:,} games of uniform random players, with standard errors.",
        "A player chooses between different moves: kinds of card, bets, piles. A simultaneous first turn is one",
        "position; so are each card placed, each bet or pass, each card turned up, and each discard. Branching is",
        "the number of moves in these positions, on average over all of them.",
        "",
    ]
    rows = []
    for players in published.PLAYERS:
        found = results[f"random games, P={players}"]
        cells = [
            players,
            _mean(found["rounds"], 3),
            _mean(found["successes"], 4),
            _mean(found["positions"], 2),
            published.LENGTH[players],
            _mean(found["branching"], 3),
            f"{published.BRANCHING[players]:.3f}",
        ]
        rows.append(cells)
    heads = "P | rounds | successful challenges | length | printed | branching | printed"
    return [*lines, *_table(heads, rows), *pictures]


def _nearest(results: dict[str, Any]) -> list[str]:
    found = results["readings of table 3"]
    lines = [
        "## Can table 3 be meant in another way?",
        "",
        "The paper does not say what a position is, or which moves count. So every combination of options of the",
        "rules was tried with every choice, for each kind of turn, of whether it is a position and what its moves",
        f"are: {found['tried']:,} readings, each of them for 3 to 12 players, against both printed rows, with",
        f"{skull_results.SEARCHED} random games each. **None fits.** The distance is the root mean square of the",
        "logarithms of computed by printed, over both rows; 0.1 would be ten percent. These are the ten that come",
        "nearest to both rows; columns are for 3, 7 and 12 players.",
        "",
    ]
    heads = "distance | length (58, 633, 2856) | branching (5.3, 32.9, 358.8) | options | reading"
    table = _table(heads, map(_fit_cells, found["both"]), left=("options", "reading"))
    nearest = {row: found[row][0] for row in ("length", "branching")}
    return [
        *lines,
        *table,
        f"The nearest to one row alone: lengths {_row_of(nearest['length'], 'length')} (distance",
        f"{nearest['length']['distance']:.2f}), branching",
        f"{_row_of(nearest['branching'], 'branching')} (distance {nearest['branching']['distance']:.2f}).",
        "",
        "No reading of this kind can fit, whatever the options. A failed challenge takes a card, so the rounds of",
        "a game are at most P(R + S) + P(W - 1) + 1, and a random round has on average at most a multiple of P",
        "positions: the mean length is at most quadratic in P, while the printed one grows like its third power,",
        "and is above the bound for 12 players (without players passed over, from 10). Where the first turn is",
        "not one joint choice, no position has more than P(R + S) moves, which the printed averages exceed from 7",
        "players on. The proof is in `crewsat/studies/skull/readings.py`.",
        "",
    ]


def _fit_cells(fit: dict[str, Any]) -> list[str]:
    options = ", ".join(f"{name}={value}" for name, value in fit["options"].items() if value != getattr(Rules(3), name))
    reading = "; ".join(f"{part}: {choice}" for part, choice in fit["reading"].items() if choice != "counted")
    rows = [_row_of(fit, row) for row in ("length", "branching")]
    return [f"{fit['distance']:.3f}", *rows, options or "defaults", reading]


def _row_of(fit: dict[str, Any], row: str) -> str:
    values = {int(players): value for players, value in fit[row].items()}
    return ", ".join(f"{values[players]:.{0 if row == 'length' else 1}f}" for players in (3, 7, 12))


def _open_information(results: dict[str, Any]) -> list[str]:
    lines = [
        "## All cards seen",
        "",
        "Who can force a win, whatever all others do, if hands, piles and discards are open (the first turn stays",
        "simultaneous, and whoever picks a discard sees the cards). By exhaustive search, at the start of the",
        "game and at all beginnings of rounds that can be reached; *first* is the player with the initiative.",
        "This is data for the paper's second open problem, the complexity class; nothing is concluded from it.",
        "",
    ]
    rows = []
    for game in skull_results.SMALL:
        found = results[f"open information, {skull_results.named(game)}"]
        start = "nobody" if not found["start"] else "first" if found["start"] == [0] else "another player"
        numbers = found["beginnings"]
        first, nobody = numbers.get("0", 0), numbers.get("nobody", 0)
        counts = first, sum(numbers.values()) - first - nobody, nobody
        rows.append([*game, start, *(f"{count:,}" for count in counts)])
    return [*lines, *_table("P | R | S | W | start | first | another player | nobody", rows, left=("start",))]


def _equilibria(results: dict[str, Any]) -> list[str]:
    lines = [
        "## How often to bluff",
        "",
        "Small games of two players, as OpenSpiel has them (`python_skull`), solved. *One round*: a challenge that",
        "fails loses. The value is what the player who begins wins on average, of stakes of 1, by a linear program",
        "over sequences of moves; exploitability is that of the policy with which CFR+ ends. In all optimal",
        "strategies, the probability that a player's first card is a skull lies between these limits. The last two",
        "columns are of the policy of CFR+: how often the player who begins sets the challenge, and how often he does",
        "so as a *bluff*, with a bet that he could not meet because his own skull is in the way.",
        "",
    ]
    rows = []
    for name in GAMES:
        found = results[f"equilibrium, {name}"]
        first = found["first_round"]
        limits = [_limits(found["limits"][state]["skull"]) for state in ("P0", "P1; P0 places card")]
        opens, bluffs = (first.get(f"P0 opens{words}", 0.0) for words in ("", " as a bluff"))
        cells = [name, f"{found['leaves']:,}", f"{found['value']:+.4f}", f"{found['exploitability']:.1e}", *limits]
        rows.append([*cells, f"{opens:.3f}", f"{bluffs:.3f}"])
    heads = "game | leaves | value | exploitability | skull first: first player | second player | opens | as a bluff"
    return [*lines, *_table(heads, rows, left=("game",))]


def _limits(pair: Sequence[float]) -> str:
    low, high = (abs(round(number, 4)) for number in pair)
    return f"{low:.3f}" if high - low < 0.001 else f"{low:.3f} to {high:.3f}"


def _power(exponent: int | None) -> str:
    return "" if exponent is None else f"10^{exponent}"


def _about(number: int) -> str:
    """Return a large number rounded to three digits: 1.23·10^45."""
    return f"{Decimal(number):.2e}".replace("e+", "·10^") if number >= 10**9 else f"{number:,}"


def _exact(number: int) -> str:
    return f"{number:,}" if number < 10**15 else _about(number)


def _mean(found: dict[str, float], digits: int) -> str:
    return f"{found['mean']:.{digits}f} ± {found['error']:.{digits}f}"


def _table(heads: str, rows: Iterable[Sequence[object]], left: Sequence[str] = ()) -> list[str]:
    """Return a Markdown table and an empty line; columns are right-aligned except those named."""
    rule = ["---" if head in left else "---:" for head in heads.split(" | ")]
    return [*(f"| {' | '.join(map(str, cells))} |" for cells in (heads.split(" | "), rule, *rows)), ""]


def main(arguments: Sequence[str] | None = None) -> None:
    """Write the page, its figures and its numbers into a folder."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.skull", description=__doc__)
    parser.add_argument("folder", type=Path)
    folder: Path = parser.parse_args(arguments).folder
    folder.mkdir(parents=True, exist_ok=True)
    try:
        results = computed(folder / "results.json", skull_results.jobs())
    except crewsat.InvalidInstance as error:
        raise SystemExit(str(error)) from None
    (folder / "README.md").write_text(page(results, folder))


if __name__ == "__main__":
    main()
