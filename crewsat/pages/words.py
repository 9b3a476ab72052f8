"""What a page says in sentences: the answer, and why not."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from crewsat.base.layout import Prose
from crewsat.base.named import with_names
from crewsat.base.runs import Each, Several, plain
from crewsat.base.wording import visible
from crewsat.questions.explanation import Explanation
from crewsat.report.explanation import sentence
from crewsat.report.verdict import words_of
from crewsat.report.words import REASONS

if TYPE_CHECKING:
    from crewsat.games.instance import Instance
    from crewsat.games.result import Result


MOST_DRAWN = 40_000
"""An instance is drawn if it has at most this many characters as JSON without notes: some 4,000 cards, or 800 tasks."""
TOO_LARGE = "This is too large to be drawn and stepped through."


def too_large(instance: Instance) -> bool:
    """Return whether an instance is too large for a board, which would draw it at every step."""
    if 3 * instance.size > MOST_DRAWN:  # an edge takes at least three characters, "1, " or "[1]", and a card more
        return True
    data = instance.as_dict()
    return len(json.dumps({**data, "about": None})) > MOST_DRAWN


def sentences(instance: Instance, result: Result | None) -> list[str]:
    """Return what a page says above the board: the answer, or the result of a game; and if there is no board, why."""
    said = [] if result is None else result.sentences(instance)
    named = [_named(one, instance) for one in said]
    return [*named, *([TOO_LARGE] if too_large(instance) else [])]


def why(instance: Instance, result: Result | None) -> list[str | list[str]]:
    """Return the explanation of a no, in paragraphs and lists; empty if there is none."""
    said = _explained(instance, result) if isinstance(result, Explanation) else []
    return [_named(one, instance) if isinstance(one, str) else [_named(each, instance) for each in one] for one in said]


def _named(words: str, instance: Instance) -> str:
    return with_names(words, instance.names)


def _explained(instance: Instance, result: Explanation) -> list[str | list[str]]:
    if result.verdict.answer != "no":
        return []
    reasons = [sentence(reason.words) for reason in result.reasons if reason.words != result.verdict.because]
    printed = words_of(instance.game).explained(instance, result)
    return [
        *_conflict(result),
        *([reasons] if reasons else []),
        *(f"{plain(piece.words).rstrip('.:')}." for piece in printed if isinstance(piece, Prose)),
        *_no_repair(instance, result),
        *([f"There may be more to say: {REASONS.get(result.reason, result.reason)}."] if result.reason else []),
    ]


def _conflict(found: Explanation) -> list[str]:
    if not found.conflict:
        return []
    minimal = " (minimal)" if found.minimal else ""
    return [f"Conflict{minimal}: {plain([Several(Each(found.conflict, lambda one: visible(one, 200)))])}"]


def _no_repair(instance: Instance, found: Explanation) -> list[str | list[str]]:
    if not found.no_repair:
        return []
    kinds = words_of(instance.game).REPAIRS
    return ["No change of these kinds wins; all were tried:", [f"{kinds[one]}." for one in found.no_repair]]
