"""Which colour a suit has; there are ten, as in the replay pages."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

LOOKS = 10

_NAMED = {
    "blue": 0,
    "green": 1,
    "pink": 2,
    "yellow": 3,
    "rocket": 4,
    "submarine": 4,
    "trump": 4,
    "red": 5,
    "white": 6,
    "junk": 6,
    "purple": 7,
    "teal": 8,
    "black": 9,
}
"""Suits that have a colour by their name; junk is grey."""


def looks_of(suits: Sequence[str]) -> dict[str, int]:
    """Return the number of the colour of each suit: that of its name, or one that is left as long as there are any."""
    looks = {suit: _NAMED[suit] for suit in suits if suit in _NAMED}
    left = [look for look in range(LOOKS) if look not in looks.values()] or list(range(LOOKS))
    others = [suit for suit in suits if suit not in _NAMED]
    return looks | {suit: left[k % len(left)] for k, suit in enumerate(others)}
