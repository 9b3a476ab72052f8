"""The features of deals of The Crew (`crewsat.games.features`), in groups, for whoever says what it knows.

A group is never extended: who learns what a new feature means adds it by name, everybody else goes on refusing it.
"""

from __future__ import annotations


def _of(kind: str, *fields: str) -> frozenset[str]:
    """Return a kind of task and the features of its fields; a run of tricks cannot be the crew's."""
    owners = (*(() if kind == "row" else ("owner=crew",)), "owner=everybody", "owner=null")
    return frozenset(f"{kind}.{field}" for field in (f"kind={kind}", *owners, *fields))


PLAIN = frozenset(
    {"leader", "trump", "suits", "objectives", "rules=planet-nine", "rules=deep-sea", "same_trick=violates"}
)
"""Who leads, what is trump, the deck, and cards to be won by given players. What two objectives in one trick are worth
is among them: it matters only with an order.
"""

ORDER = frozenset({"objectives.token", "objectives.after", "objectives.before"})
"""In what order cards are to be won."""

SHARES = frozenset(
    f"assignment={mode}" for mode in ("draft", "draft_or_pass", "balanced", "one_player", "one_player_but_leader")
)
"""How goals without an owner are shared out; without such goals it matters to nobody."""

FREE = SHARES | {"objectives.owner=null"}
"""Objectives without an owner."""

PAST = frozenset({"played"})
"""Tricks that have been played, the last one perhaps in part."""

_BOUNDS = ("exactly", "at_least", "at_most")
_JUDGED = ("judged=always", "judged=when_reached")
_NUMBERS = ("numbers", "numbers=last")
_COMPARED = ("compared_with=leader", "compared_with=others")
_FILTERS = ("won_with", "beating", "only", "total", "as_many", "led", "each_of")

TASKS = (
    _of("cards", *_BOUNDS, *_JUDGED, *_NUMBERS, *_COMPARED, "compared_with=number", "compared_with=list")
    | _of("tricks", *_BOUNDS, *_JUDGED, *_NUMBERS, *_COMPARED, "compared_with", *_FILTERS)
    | _of("leads", *_BOUNDS, "judged=when_reached", *_NUMBERS, "cards")
    | _of("row", *_BOUNDS, "judged=when_reached")
    | _of("win_trick", "trick=last")
    | _of("last_of")
    | _of("all")
    | _of("any")
    | {"tasks", "total.at_least", "total.at_most"}
)
"""Tasks of all kinds, with all that may be said of them."""

FREE_TASKS = frozenset(name for name in TASKS if name.endswith(".owner=null"))
"""Tasks without an owner."""

ALL = PLAIN | ORDER | FREE | PAST | TASKS
"""All features of version 0.7."""
