"""Table 3 of paper 003: the average length of a game and the average branching factor, under many readings.

The paper says that 10^7 games were played by uniform random players, but not what a position is, nor which moves are
counted. A reading chooses, for each kind of turn, whether it is a position and what its moves are (`PARTS`), so that
length and branching are sums of the simulator's columns. It is tried with every combination of the options of the rules
(`crewsat.studies.skull.rules.OPTIONS`) against both printed rows. The distance from a row is the root mean square, over
the numbers of players, of the natural logarithm of computed divided by printed; the distance of a reading is taken over
both rows.

None of these readings fits, and for 12 players that follows without a search. Let P, C = R + S and W be the players,
cards per player, and wins.

*Lengths* (`longest_mean`). Let a round begin with a players who have c cards in all. With N cards on the table, the
player to move has at most K = max(2, C - 1) ways to place one, and at least max(1, N - 1) bets, so the probability of
placing one is at most K / (K + max(1, N - 1)). At least m cards are placed with probability at most q(m), the product
of these for N = a, ..., a + m - 1; on average at most p, the sum of all q(m) with m up to c - a.

- Seats in the first turn: a. Bets that set the challenge: 1. Passes: at most a - 1. Discards: at most 1.
- Cards turned up: at most those on the table, a + p on average.
- Raises: each is uniform over the remaining bets, and passes only end them earlier; so after the first bet, with N
  cards on the table, there are at most 1 + 1/2 + ... + 1/(N - 1) on average. With m cards placed, N = a + m, that is at
  most m/a more than the sum up to 1/(a - 1).
- Players passed over, before each card turn: at most those who began with one card, at most z = (C a - c) / (C - 1) and
  at most a of them, and those who have placed a card; together (1 + p) z plus the sum of m q(m).

Each failed challenge costs a card, so at most one round that fails begins with c cards, for each c up to P C; no more
than P (W - 1) + 1 rounds succeed. All this is quadratic in P, while the printed lengths grow like its third power: they
exceed the bound for 12 players, and from 10 players on if players passed over are not counted.

*Branching* (`most_moves`). If the first turn is not one joint choice, no position has more than P C moves: a bet is at
most the number of cards on the table, and the cards that can be placed are not there yet. The printed numbers exceed
this from 7 players on.
"""

from __future__ import annotations

from itertools import product
from math import prod
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from crewsat.studies.skull.published import BRANCHING, LENGTH
from crewsat.studies.skull.rules import OPTIONS, Rules
from crewsat.studies.skull.simulator import COLUMNS
from crewsat.studies.skull.statistics import simulate

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from numpy.typing import NDArray

    Array = NDArray[Any]
    Options = Mapping[str, Any]

GAMES = "games"
"""An additional column: 1 for each game."""

BEST = 10
"""The number of readings that each search returns."""


class Counted(NamedTuple):
    """What a kind of turn adds: coefficients of columns; missing ones are 0.

    Attributes:
        positions: number of positions.
        moves: number of moves in them.
        forced: the positions among them that have only one move.
    """

    positions: dict[str, int]
    moves: dict[str, int]
    forced: dict[str, int]


def _counted(positions: str = "", moves: str = "", forced: str = "") -> Counted:
    return Counted(*(dict.fromkeys(names.split(), 1) for names in (positions, moves, forced)))


_SEATS = Counted({"seats": 1}, {"seat_UNIT": 1}, {"seats": 2, "seat_kinds": -1})
_OTHERS = _counted("others", "others_piles", "forced_others")

PARTS: dict[str, dict[str, Counted]] = {
    "first turn": {
        "one position": _counted("rounds", "first_UNIT", "forced_rounds"),
        "a position a player": _SEATS,
        "a position a player, its moves joint": _SEATS._replace(moves={"first_UNIT": 1}),
        "not counted": _counted(),
    },
    "card turns": {"counted": _counted("placed openings", "turn_UNIT turn_bets", "forced_openings")},
    "raises": {"counted": _counted("raises", "raise_bets raises")},
    "passes": {"counted": _counted("passes", "pass_bets passes", "forced_passes"), "not counted": _counted()},
    "cards turned up": {
        "counted": _counted("own others", "own_piles others_piles", "forced_own forced_others"),
        "others' cards only": _OTHERS,
        "not counted": _counted(),
    },
    "discards": {
        "counted": _counted("discards", "discard_UNIT", "forced_discards"),
        "counted, with one move": _counted("discards", "discards", "discards"),
        "not counted": _counted(),
    },
    "players passed over": {
        "not counted": _counted(),
        "counted": _counted("passed_over", "passed_over", "passed_over"),
    },
    "final position": {"not counted": _counted(), "counted": _counted(GAMES)},
    "positions with one move": {"counted": _counted(), "not counted": _counted()},
    "cards": {"kinds": _counted(), "cards": _counted()},
}
"""The choices of a reading; ``UNIT`` stands for the last one, what a player's cards count as in moves."""

Reading = dict[str, str]
"""The choice for each of `PARTS`."""


def readings(options: Options) -> list[Reading]:
    """Return all distinct readings that make sense under these options.

    Positions with only one move can be omitted if moves are kinds of card, and belong to their own positions.
    """
    return [
        reading
        for names in product(*PARTS.values())
        if _differs(reading := dict(zip(PARTS, names, strict=True)), options)
    ]


def _differs(reading: Reading, options: Options) -> bool:
    passed_over = reading["players passed over"] == "counted"
    if _leaves_out_forced(reading):
        others = reading["cards"] == "cards" or "joint" in reading["first turn"] or "one move" in reading["discards"]
        return not others and not passed_over
    return not passed_over or options["empty_hand"] == "passes"


def _leaves_out_forced(reading: Reading) -> bool:
    return reading["positions with one move"] == "not counted"


def coefficients(reading: Reading) -> tuple[Array, Array]:
    """Return the positions and the moves that a reading counts, as coefficients of `COLUMNS` and `GAMES`."""
    chosen = [choices[reading[part]] for part, choices in PARTS.items()]
    places = {name: place for place, name in enumerate([*COLUMNS, GAMES])}
    found = np.zeros((2, len(places)))
    for counted in chosen:
        for row, numbers in enumerate((counted.positions, counted.moves)):
            for name, number in numbers.items():
                found[row, places[name.replace("UNIT", reading["cards"])]] += number
        for name, number in counted.forced.items() if _leaves_out_forced(reading) else ():
            found[:, places[name]] -= number
    return found[0], found[1]


class Fit(NamedTuple):
    """How closely a reading fits the printed rows.

    Attributes:
        distance: the distance defined in the module, over the requested rows.
        options: the options of the rules.
        reading: the reading.
        length: the computed lengths, by number of players.
        branching: the computed branching factors, by number of players.
    """

    distance: float
    options: Options
    reading: Reading
    length: dict[int, float]
    branching: dict[int, float]

    @property
    def worst(self) -> float:
        """The largest error of an entry of either row, relative to the printed value."""
        rows = ((self.length, LENGTH), (self.branching, BRANCHING))
        return max(abs(row[players] / printed[players] - 1) for row, printed in rows for players in row)


def search(
    games: int,
    *,
    seed: int = 0,
    options: Iterable[Options] | None = None,
    players: Sequence[int] = tuple(LENGTH),
    progress: Callable[[], None] = lambda: None,
) -> tuple[int, dict[str, list[Fit]]]:
    """Try all readings with all combinations of options; return how many, and the closest to both rows and to each.

    Of readings and options with exactly the same results only one is named; for example, players who choose between
    cards and owners of skulls who pick one of them blindly have the same results.

    Args:
        games: random games for each number of players and combination of options.
        seed: the seed of the games.
        options: combinations of options; by default all 256.
        players: numbers of players.
        progress: called after each combination.
    """
    tried = 0
    found: dict[str, list[Fit]] = {"both": [], "length": [], "branching": []}
    printed = np.array([[row[one] for one in players] for row in (LENGTH, BRANCHING)])
    for chosen in every_options() if options is None else options:
        each = readings(chosen)
        wanted = np.array([coefficients(reading) for reading in each]).transpose(1, 0, 2)
        length, moves = wanted @ _means(chosen, players, games, seed).T
        rows = np.stack([length, moves / length], axis=1)
        squares = (np.log(rows / printed) ** 2).mean(2)
        tried += len(each)
        for name, square in zip(found, (squares.mean(1), squares[:, 0], squares[:, 1]), strict=True):
            _, places = np.unique(square.round(12), return_index=True)  # sorted, the first of equal readings
            for place in places[:BEST].tolist():
                both = [dict(zip(players, row, strict=True)) for row in rows[place].tolist()]
                found[name].append(Fit(float(square[place]) ** 0.5, chosen, each[place], *both))
            once = {fit.distance: fit for fit in reversed(found[name])}
            found[name] = [once[distance] for distance in sorted(once)[:BEST]]
        progress()
    return tried, found


def every_options() -> list[Options]:
    """Return all combinations of options."""
    return [dict(zip(OPTIONS, values, strict=True)) for values in product(*OPTIONS.values())]


def _means(options: Options, players: Sequence[int], games: int, seed: int) -> Array:
    """Return the mean of each column, followed by 1, for each number of players."""
    sums = [simulate(Rules(number, **options), games, seed=seed).sums for number in players]
    return np.array([[*one.values(), games] for one in sums]) / games


def longest_mean(rules: Rules, *, passed_over: bool = True) -> float:
    """Bound the mean length of random games, if each turn is at most one position, and the first turn one per player.

    The bound holds for all options; with `passed_over`, even if players passed over count. The module has the proof.
    """
    each = rules.cards
    rounds = [
        max(_longest_round(playing, cards, each, passed_over=passed_over) for playing in _playing(rules, cards))
        for cards in range(1, rules.players * each + 1)
    ]
    return 1 + sum(rounds) + (rules.players * (rules.wins - 1) + 1) * max(rounds)


def _playing(rules: Rules, cards: int) -> range:
    """Return the possible numbers of players who have `cards` cards in all."""
    return range(-(-cards // rules.cards), min(rules.players, cards) + 1)


def _longest_round(playing: int, cards: int, each: int, *, passed_over: bool) -> float:
    """Bound the mean number of positions in a round; `playing`, `cards` and `each` are a, c and C in the module."""
    ways = max(2, each - 1)
    chances = [ways / (ways + max(1, table - 1)) for table in range(playing, cards)]
    at_least = [prod(chances[:number]) for number in range(1, len(chances) + 1)]
    placed = sum(at_least)
    raises = sum(1 / number for number in range(1, playing)) + placed / playing
    length = playing + placed + 1 + raises + (playing - 1) + (playing + placed) + 1
    if not passed_over:
        return length
    began_with_one = playing if each == 1 else min(playing, (each * playing - cards) / (each - 1))
    return length + (1 + placed) * began_with_one + sum(number * chance for number, chance in enumerate(at_least, 1))


def most_moves(rules: Rules) -> int:
    """Bound the moves of every position for all options, if the first turn is not one joint choice."""
    return rules.players * rules.cards
