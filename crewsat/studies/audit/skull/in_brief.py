"""The paper on Skull & Roses in half a page: its main results, and what is wrong with them, if anything."""

from __future__ import annotations

from crewsat.studies.audit.claims import MainResult

RESULTS = (
    MainResult(
        "section 5.1",
        "the game is polynomially bounded",
        ("polynomially-bounded",),
    ),
    MainResult(
        "tables 1 and 2",
        "the state space and the tree of a round are at most as large as printed",
        ("state-space", "table-1", "table-2"),
    ),
    MainResult(
        "section 5.3",
        "the bound of the game tree",
        ("game-tree",),
    ),
    MainResult(
        "table 3",
        "the averages of random games",
        ("table-3", "table-3-bounds"),
    ),
)

BRIEFLY = {
    "initiative": "false if the next seat is meant: its player may be out, too",
    "polynomially-bounded": "false if wins do not count as resources: a challenge that is won takes no card",
    "table-1": "the exponents are rounded up",
    "table-3": "random games have other averages, with the plain meaning of position and move",
    "table-3-bounds": "no meaning of position and move gives all printed averages",
}
"""What fails in each claim that fails or depends on the reading."""
