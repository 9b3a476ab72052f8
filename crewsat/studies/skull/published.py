"""The numbers printed in paper 003 for Skull & Roses with 3 to 12 players (3 roses, 1 skull, 2 wins)."""

from __future__ import annotations

PLAYERS = range(3, 13)

STATE_SPACE = dict(zip(PLAYERS, (13, 16, 20, 24, 27, 31, 34, 38, 42, 45), strict=True))
"""Table 1: the upper bound on the size of the state space, as a power of ten, by number of players."""

ROUND_TREE = dict(zip(PLAYERS, (10, 17, 25, 33, 41, 50, 60, 70, 80, 90), strict=True))
"""Table 2: the upper bound on the size of the tree of a single round, as a power of ten, by number of players."""

LENGTH = dict(zip(PLAYERS, (58, 130, 244, 409, 633, 922, 1282, 1720, 2242, 2856), strict=True))
"""Table 3: the average length of a game by number of players, over 10^7 games of uniform random players."""

BRANCHING = dict(
    zip(PLAYERS, (5.262, 9.175, 14.445, 21.868, 32.897, 50.119, 78.320, 126.218, 209.773, 358.761), strict=True)
)
"""Table 3: the average branching factor by number of players."""
