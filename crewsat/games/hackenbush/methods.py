"""How Hackenbush is decided: the methods in the order in which ``auto`` tries them."""

from __future__ import annotations

from crewsat.games.code import Code
from crewsat.games.hackenbush.features import ALL
from crewsat.games.method import OPPONENT_ALGORITHM, OPPONENT_SEARCH, Method

METHODS = (
    Method(
        "berlekamp",
        OPPONENT_ALGORITHM,
        Code("crewsat.algorithms.hackenbush.berlekamp:decide_two_players"),
        "two players, one of them the coalition",
        "yes and no by the value of the strings (Berlekamp's rule), the strategy replayed if it is not too large",
        automatic=True,
        knows=ALL,
    ),
    Method(
        "positions",
        OPPONENT_SEARCH,
        Code("crewsat.algorithms.hackenbush.positions:search"),
        "every instance",
        "yes with a replayed strategy; no by its positions, the strategy of the others replayed if it is not too large",
        automatic=True,
        knows=ALL,
    ),
    Method(
        "printed",
        OPPONENT_SEARCH,
        Code("crewsat.algorithms.hackenbush.printed:search"),
        "every instance; up to about 20 edges in practice",
        "yes and no by exhaustive search (paper, algorithm 1), with a replayed strategy as above",
        automatic=False,
        knows=ALL,
        most_size=12,
    ),
)
