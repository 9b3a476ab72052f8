"""The claims of the paper about random play: the averages of table 3 (section 5.4)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from crewsat.studies.audit.claims import Claim, Domain, Failure, Reading
from crewsat.studies.audit.skull.parameters import Parameters, size_of
from crewsat.studies.skull.published import BRANCHING, LENGTH, PLAYERS
from crewsat.studies.skull.readings import longest_mean, most_moves
from crewsat.studies.skull.statistics import simulate

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from crewsat.studies.audit.claims import Finding
    from crewsat.studies.skull.statistics import Mean, Statistics

_GAMES, _MORE_GAMES = 500, 100_000
_ERRORS = 4
"""The number of standard errors by which a mean may be off; the printed ones come from 10^7 games."""


@dataclass(frozen=True, slots=True)
class Played:
    """Random games by the default rules."""

    parameters: Parameters
    statistics: Statistics


def _games(players: int, games: int) -> Iterator[Played]:
    case = Parameters(players)
    yield Played(case, simulate(case.rules, games, seed=1))


def _is(mean: Callable[[Statistics], Mean], printed: Mapping[int, float]) -> Callable[[Played], Finding]:
    def fails(case: Played) -> Finding:
        found = mean(case.statistics)
        off = abs(found.mean - printed[case.parameters.players])
        if found.error is not None and off <= _ERRORS * found.error:
            return False
        return Failure("another average is printed", case.parameters)

    return fails


TABLE_3: Claim[Played] = Claim(
    "table-3",
    "section 5.4, table 3",
    "The average length of games of uniform random players, and the average branching factor, are those of table 3.",
    "random-play",
    (
        Reading(
            "length",
            "length: a simultaneous first turn is a position, and so is each card placed, bet, pass, card turned up, "
            "and discard",
            _is(lambda statistics: statistics.positions, LENGTH),
        ),
        Reading(
            "branching",
            "branching: the kinds of card and the bets to choose from in these positions, on average over all of them",
            _is(lambda statistics: statistics.branching, BRANCHING),
        ),
    ),
    remark="What a position is, and what a move, is not printed. The page on Skull & Roses has the search over all "
    "readings that counters of turns and moves allow; none fits.",
)


def _below(bound: Callable[[Parameters], float], printed: Mapping[int, float]) -> Callable[[Parameters], Finding]:
    def fails(case: Parameters) -> Finding:
        return Failure("more is printed", case) if printed[case.players] > bound(case) else False

    return fails


BOUNDS: Claim[Parameters] = Claim(
    "table-3-bounds",
    "section 5.4, table 3",
    "The averages of table 3 are those of some reading of what a position and a move are, with some reading of the "
    "rules.",
    "printed",
    (
        Reading(
            "length",
            "each card placed or turned up, bet, pass and discard is one position at most, a first turn one per "
            "player, and a player passed over one: then the average length is bounded",
            _below(lambda case: longest_mean(case.rules), LENGTH),
        ),
        Reading(
            "without-passed-over",
            "the same without players passed over",
            _below(lambda case: longest_mean(case.rules, passed_over=False), LENGTH),
        ),
        Reading(
            "branching",
            "where the first turn is not one joint choice, no position has more than P(R + S) moves",
            _below(lambda case: most_moves(case.rules), BRANCHING),
        ),
    ),
    remark="The bounds hold for all options of the rules; `crewsat.skull.readings` has the proof.",
)

CLAIMS = (TABLE_3, BOUNDS)

_WORDS = "{:,} games of each of 3 to 12 players with 3 roses, 1 skull and 2 wins, by the default rules"

DOMAINS = (
    Domain(
        "random-play",
        _WORDS.format(_GAMES),
        _WORDS.format(_MORE_GAMES),
        lambda thorough: [(players, _MORE_GAMES if thorough else _GAMES) for players in PLAYERS],
        _games,
        lambda case: size_of(case.parameters),
    ),
)
