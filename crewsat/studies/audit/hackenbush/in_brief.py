"""The paper on Hackenbush in half a page: its main results, and what is wrong with them, if anything."""

from __future__ import annotations

from crewsat.studies.audit.claims import MainResult

RESULTS = (
    MainResult(
        "theorem 3 (hardness)",
        "the second coalition wins iff the quantified formula is true",
        ("theorem-3-if", "theorem-3-only-if", "reduction-size"),
    ),
    MainResult(
        "theorem 3 (membership)",
        "algorithm 1 decides the game in polynomial space",
        ("algorithm-1", "nested-calls", "space"),
        "with bounds that count players who leave, and no coalition without members",
    ),
    MainResult(
        "table 1 (two players)",
        "Berlekamp's rule solves strings in linear time",
        ("two-players", "two-players-time"),
    ),
)

BRIEFLY = {
    "definition-2": "false if a position does not say who moves first",
    "figure-1": "false if player 1 has a third cut",
    "cooperation": "false of any two players if there are four",
    "last-move": "false if the member who makes the last move is to be known beforehand",
    "qbf": "false if all values are chosen at once",
    "plays-twice": "the player of n + k + 1 may cut the lower edge first, and then plays once",
    "algorithm-1": "false if a coalition has no members",
    "nested-calls": "false if calls for players who leave count",
    "space": "false if players have no edges",
}
"""What fails in each claim that fails or depends on the reading."""
