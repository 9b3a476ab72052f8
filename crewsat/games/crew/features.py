"""The features of deals of The Crew (`crewsat.games.features`), in groups, for code that declares what it knows.

The groups are those of version 0.7 and are never extended: code that learns what a new field means adds its feature by
name, and all other code continues to refuse it. A new kind of task is different, as it states its own meaning and
words: it is added to `ALL`, for code that asks no more of a task, and to `CNF`, `CPSAT` and `ASP` when these have
clauses for it.
"""

from __future__ import annotations


def kind(name: str, *fields: str) -> frozenset[str]:
    """Return the features of a kind of task with any owner, and of its fields; a run of tricks cannot be the crew's."""
    owners = (*(() if name == "row" else ("owner=crew",)), "owner=everybody", "owner=null")
    return frozenset(f"{name}.{field}" for field in (f"kind={name}", *owners, *fields))


PLAIN = frozenset(
    {"leader", "trump", "suits", "objectives", "rules=planet-nine", "rules=deep-sea", "same_trick=violates"}
)
"""Who leads, what is trump, the deck, and cards to be won by given players. How two objectives in one trick are judged
is included: it matters only with an order.
"""

ORDER = frozenset({"objectives.token", "objectives.after", "objectives.before"})
"""In what order cards are to be won."""

SHARES = frozenset(
    f"assignment={mode}" for mode in ("draft", "draft_or_pass", "balanced", "one_player", "one_player_but_leader")
)
"""How goals without an owner are shared out; it matters only if there are such goals."""

FREE = SHARES | {"objectives.owner=null"}
"""Objectives without an owner."""

PAST = frozenset({"played"})
"""Tricks that have been played, the last one perhaps in part."""

HANDOVER = frozenset({"handover"})
"""How many free goals may change hands after they have been shared out; it matters only if there are such goals."""

RETOKEN = frozenset({"retoken=swap", "retoken=move"})
"""A change of tokens before the first trick."""

COVERED = frozenset({"covered"})
"""Cards that lie under others."""

PASSING = frozenset(
    {
        "passing",
        "passing.after",
        "passing.to=left",
        "passing.to=right",
        "passing.optional",
        "passing.not_",
        "passing.from_=covered",
        "passed",
        "passed_to=left",
        "passed_to=right",
    }
)
"""A card that every player passes to a neighbour."""

CHANGES = HANDOVER | RETOKEN
"""What may change after the deal without touching a card: who has a goal, and the order."""

WITHOUT_TASKS = PLAIN | ORDER | FREE | PAST
"""All there is besides tasks."""

_BOUNDS = ("exactly", "at_least", "at_most")
_JUDGED = ("judged=always", "judged=when_reached")
_NUMBERS = ("numbers", "numbers=last")
_COMPARED = ("compared_with=leader", "compared_with=others")
_FILTERS = ("won_with", "beating", "only", "total", "as_many", "led", "each_of")

TASKS = (
    kind("cards", *_BOUNDS, *_JUDGED, *_NUMBERS, *_COMPARED, "compared_with=number", "compared_with=list")
    | kind("tricks", *_BOUNDS, *_JUDGED, *_NUMBERS, *_COMPARED, "compared_with", *_FILTERS)
    | kind("leads", *_BOUNDS, "judged=when_reached", *_NUMBERS, "cards")
    | kind("row", *_BOUNDS, "judged=when_reached")
    | kind("win_trick", "trick=last")
    | kind("last_of")
    | kind("all")
    | kind("any")
    | {"tasks", "total.at_least", "total.at_most"}
)
"""Tasks of all kinds, with all their fields."""

OF_0_7 = WITHOUT_TASKS | TASKS
"""All features of version 0.7."""

ALL = OF_0_7
"""What is known to code that leaves the meaning of tasks to their kinds."""

FREE_TASKS = frozenset(name for name in ALL - FREE if name.endswith(".owner=null"))
"""Tasks without an owner."""

CNF = OF_0_7 | CHANGES | COVERED | PASSING
"""What there are clauses for."""

CPSAT = OF_0_7 | CHANGES | COVERED | PASSING
"""What there are constraints for."""

ASP = OF_0_7 | CHANGES | COVERED | PASSING
"""What there are facts and rules for."""

PDDL = PLAIN | ORDER | PAST | {"objectives.owner=null"}
"""What there is a planning domain for."""
