"""Randomness that is the same on every machine and version of Python: all of it is ``random.Random(seed).random()``."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    import random
    from collections.abc import Iterable

Thing = TypeVar("Thing")


def shuffled(things: Iterable[Thing], rng: random.Random) -> list[Thing]:
    """Return these things in random order (Fisher and Yates, with `rng.random()` only)."""
    out = list(things)
    for k in range(len(out) - 1, 0, -1):
        other = int(rng.random() * (k + 1))
        out[k], out[other] = out[other], out[k]
    return out
