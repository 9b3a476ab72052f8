"""Sentences with the names of players: all code says ``player 2``, and what people read may say ``Bob``."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

_NUMBER = re.compile("[0-9]+")
_PLAYERS = re.compile(r"\b[Pp]layers? ([0-9]{1,6}(?:(?:, | and | or )[0-9]{1,6})*)\b")


def with_names(text: str, names: Sequence[str]) -> str:
    """Return a sentence with the names of players in place of ``player 2`` and ``players 1, 2 and 3``."""
    if not names:
        return text

    def named(found: re.Match[str]) -> str:
        numbers = [int(one) for one in _NUMBER.findall(found[1])]
        if not all(1 <= number <= len(names) for number in numbers):
            return found[0]
        return _NUMBER.sub(lambda one: names[int(one[0]) - 1], found[1])

    return _PLAYERS.sub(named, text)
