"""Table 1: the printed bound on the size of the state space, in exact integers (paper 003, section 5.2)."""

from __future__ import annotations

from itertools import count
from math import comb

from crewsat.studies.skull.rules import Rules


def state_space(players: int, roses: int = 3, skulls: int = 1, wins: int = 2) -> int:
    """Return the printed upper bound on the number of states.

    The ten exponents of table 1 are its logarithms rounded up (`power_of_ten`), not down or to the nearest integer.

    Args:
        players: number of players, P.
        roses: roses that each player begins with, R.
        skulls: skulls that each player begins with, S.
        wins: successful challenges that win the game, W.

    Raises:
        WrongOption: if a parameter is not valid.
    """
    Rules(players, roses, skulls, wins)
    shared = players**2 * (roses + skulls) ** 2 * (roses + 2 + (roses + 1) ** (players - 1))
    each = 4 * (skulls + 1) ** 2 * (roses + 1) * (wins + 1) * comb(skulls + roses, skulls)
    return int(shared * each**players)


def power_of_ten(number: int) -> int:
    """Return the exponent of the smallest power of ten that is not below a number."""
    return next(exponent for exponent in count() if 10**exponent >= number)
