"""Names for suits and colours, however many there are."""

from __future__ import annotations

from itertools import count, islice
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence


def names(first: Sequence[str], number: int, taken: Collection[str] = ()) -> list[str]:
    """Return `number` different names: those in `first`, then ``a`` … ``z``, ``aa``, … except those and the ones taken.

    No name ends in a digit, so cards need no colon.
    """
    known = {*first, *taken}
    others = (name for name in map(letters, count()) if name not in known)
    return [*first[:number], *islice(others, max(0, number - len(first)))]


def letters(k: int) -> str:
    """Return name number k, from 0: ``a`` … ``z``, ``aa``, …."""
    return ("" if k < 26 else letters(k // 26 - 1)) + chr(ord("a") + k % 26)
