"""What generators share: names, and randomness that is the same on every machine and version of Python.

All of it comes from ``random.Random(seed).random()``.
"""

from __future__ import annotations

from itertools import count, islice
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    import random
    from collections.abc import Collection, Sequence

Thing = TypeVar("Thing")


def shuffled(things: Sequence[Thing], rng: random.Random) -> list[Thing]:
    """Return these things in random order (Fisher and Yates, with `rng.random()` only)."""
    out = list(things)
    for k in range(len(out) - 1, 0, -1):
        other = int(rng.random() * (k + 1))
        out[k], out[other] = out[other], out[k]
    return out


def names(first: Sequence[str], number: int, taken: Collection[str] = ()) -> list[str]:
    """Return so many different names: these first ones, then ``a`` … ``z``, ``aa``, … without them and those taken.

    No name ends in a digit, so cards need no colon.
    """
    known = {*first, *taken}
    others = (name for name in map(letters, count()) if name not in known)
    return [*first[:number], *islice(others, max(0, number - len(first)))]


def letters(k: int) -> str:
    """Return name number k, from 0: ``a`` … ``z``, ``aa``, …."""
    return ("" if k < 26 else letters(k // 26 - 1)) + chr(ord("a") + k % 26)
