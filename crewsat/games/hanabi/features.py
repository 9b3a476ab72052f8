"""The features of games of Hanabi (`crewsat.games.features`), in groups, for code that declares what it knows.

A variant has features of its own, whether it is one of hanab.live or a player's: its rules that differ from the usual
ones. A group is never extended: code that learns what a new feature means adds it by name.
"""

from __future__ import annotations

from dataclasses import fields
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator

    from crewsat.games.hanabi.instance import Hanabi

_NAMES = frozenset({"name", "number", "site_name", "suits", "clue_rules", "clue_colours"})
"""Fields that only name something, or whose features are computed separately."""


def features_besides(game: Hanabi) -> Iterator[str]:
    """Yield the features of variant and actions, whose records are not read from files as they are."""
    yield from _differing(game.rules, "rules")
    yield from _differing(game.rules.clue_rules, "clues")
    for suit in game.rules.suits:
        yield from _differing(suit, "suit")
    for action in game.actions:
        yield f"actions={action.action}"
        if action.source != "hand":
            yield f"actions.from={action.source}"


def _differing(record: Any, name: str) -> Iterator[str]:  # noqa: ANN401 - a dataclass of rules
    """Yield the fields of a record that differ from their defaults, words with their value."""
    for field in fields(record):
        value = getattr(record, field.name)
        if field.name not in _NAMES and value != field.default:
            yield f"{name}.{field.name}={value}" if isinstance(value, str) else f"{name}.{field.name}"


TARGET = frozenset({"target"})
"""Fewer points than all."""

PAST = frozenset({"actions", "actions=play", "actions=discard", "actions=strike", "actions=clue", "actions.from=pile"})
"""Actions that have been done."""

_CLUES = frozenset(
    f"clues.{name}"
    for name in (
        *("values", "colours", "special_value", "synesthesia", "alternating", "blind"),
        *("special_by_colour=all", "special_by_colour=none"),
        *("special_by_value=all", "special_by_value=none", "special_by_value=deceptive"),
        *("match=funnels", "match=chimneys", "match=odds_and_evens"),
    )
)
_SUITS = frozenset(
    f"suit.{name}"
    for name in (
        *("copies", "reversed", "by_colour=all", "by_colour=none", "by_colour=prism"),
        *("by_value=all", "by_value=none"),
    )
)

VARIANTS = (
    _CLUES
    | _SUITS
    | {"rules.half_gains", "rules.finished_suit_gains", "rules.discard_at_full", "rules.inverted"}
    | {"variant=text", "variant=object", "suits.reversed"}
    | {"variant.half_gains", "variant.finished_suit_gains", "variant.discard_at_full"}
)
"""Other suits and other rules."""

TABLE = frozenset({"hand_size", "clue_tokens", "strikes", "first_player", "bottom_deck_plays", "empty_clues"})
"""How a table differs from the usual one."""

ALL = TARGET | PAST | VARIANTS | TABLE
"""All features of version 0.7."""
