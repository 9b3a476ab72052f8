"""The claims about sizes: tables 1 and 2, the bounds behind them, the bound of the whole game (section 5)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from crewsat.studies.audit.claims import Claim, Failure, Reading
from crewsat.studies.skull.published import ROUND_TREE, STATE_SPACE
from crewsat.studies.skull.rounds import round_tree
from crewsat.studies.skull.sizes import power_of_ten, state_space
from crewsat.studies.skull.states import reachable_states
from crewsat.studies.skull.whole_game import game_tree

if TYPE_CHECKING:
    from collections.abc import Callable

    from crewsat.studies.audit.claims import Finding
    from crewsat.studies.audit.skull.parameters import Parameters


def _bound(case: Parameters) -> int:
    return state_space(case.players, case.roses, case.skulls, case.wins)


def _rounded(rounding: Callable[[int], int]) -> Callable[[Parameters], Finding]:
    def fails(case: Parameters) -> Finding:
        if rounding(_bound(case)) == STATE_SPACE[case.players]:
            return False
        return Failure("another exponent is printed", case)

    return fails


def _down(number: int) -> int:
    return len(str(number)) - 1


def _to_the_nearest(number: int) -> int:
    return power_of_ten(number**2) // 2  # n is below 10^(e + 1/2) if its square is below 10^(2e + 1)


TABLE_1: Claim[Parameters] = Claim(
    "table-1",
    "section 5.2, table 1",
    "Table 1 shows the bound of the state space for 3 to 12 players.",
    "printed",
    (
        Reading("up", "the exponents of the formula, rounded up", _rounded(power_of_ten)),
        Reading("nearest", "the exponents, rounded to the nearest", _rounded(_to_the_nearest)),
        Reading("down", "the exponents, rounded down", _rounded(_down)),
    ),
    repaired="The entries are the smallest powers of ten that the formula does not exceed.",
)


def _bounded(words: str, size: Callable[[Parameters], int], bound: Callable[[Parameters], int]) -> Reading[Parameters]:
    def fails(case: Parameters) -> Finding:
        return Failure("there are more", case) if size(case) > bound(case) else False

    return Reading("counted", words, fails)


def _states(case: Parameters) -> int:
    return reachable_states(case.players, case.roses, case.skulls, case.wins)


def _tree(case: Parameters) -> int:
    return game_tree(case.players, case.roses, case.skulls, case.wins)


def _round(case: Parameters) -> int:
    return round_tree(case.players, case.roses, case.skulls)


STATES: Claim[Parameters] = Claim(
    "state-space",
    "section 5.2",
    "The state space has at most as many states as the formula says.",
    "games",
    (_bounded("states that can be reached, all of them counted", _states, _bound),),
    remark="What a state holds is documented in `crewsat.skull.states`: the order of the cards in each pile is part "
    "of it.",
)

TABLE_2: Claim[Parameters] = Claim(
    "table-2",
    "section 5.3, table 2",
    "The tree of a single round has at most as many leaves as table 2 says.",
    "printed",
    (_bounded("leaves of the first round, in kinds of card", _round, lambda case: 10 ** ROUND_TREE[case.players]),),
    remark="The formula behind the table is not printed. The exact numbers are far below: of 12 players, 10^52 where "
    "10^90 is printed.",
)

GAME_TREE: Claim[Parameters] = Claim(
    "game-tree",
    "section 5.3",
    "The tree of the whole game is at most the bound of the first round to the power of the number of rounds, without "
    "considering the discard turn.",
    "games",
    (
        _bounded(
            "leaves of the whole game, discards included; the exact tree of the first round, and the longest game",
            _tree,
            lambda case: _round(case) ** case.most_rounds,
        ),
    ),
    remark="Even the exact number of leaves of the first round is large enough to pay for the discards left out.",
)

CLAIMS = (TABLE_1, STATES, TABLE_2, GAME_TREE)
