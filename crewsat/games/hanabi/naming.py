"""How the suits and colours of a variant may be written: by name, by an unambiguous beginning, or by number."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from crewsat.base.wording import listed, visible
from crewsat.games.cards import Card

if TYPE_CHECKING:
    from collections.abc import Sequence

    from crewsat.games.hanabi.variants import Variant


def resolved(card: Card, variant: Variant) -> Card:
    """Return a card with the name of its suit in full.

    Raises:
        ValueError: if no suit of the variant is meant, or more than one, or the value is too high.
    """
    if card.suit not in variant.names:
        card = Card(full_name(card.suit, list(variant.names), "suit"), card.value)
    if card.value > variant.values:
        raise ValueError(f"{visible(card)} is not a card of this variant; allowed: values 1 to {variant.values}")
    return card


def full_name(text: str, names: Sequence[str], what: str) -> str:
    """Return the full name for a name, its beginning or its number, from 1.

    Raises:
        ValueError: if no name is meant, or more than one.
    """
    if text in names:
        return text
    if re.fullmatch("[1-9][0-9]{0,3}", text) and int(text) <= len(names):
        return names[int(text) - 1]
    found = [name for name in names if name.startswith(text.lower())]
    if len(found) == 1:
        return found[0]
    if found:
        raise ValueError(f"{what} '{visible(text)}' may be {listed(found, 'or')}")
    allowed = f"{listed(names, 'or')}, or its beginning or number" if names else "none"
    raise ValueError(f"'{visible(text)}' is not a {what} of this variant; allowed: {allowed}")
