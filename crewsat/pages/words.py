"""What a page says in sentences: the answer, and why not."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from crewsat.base.layout import Prose
from crewsat.base.runs import MOST, plain
from crewsat.base.said import saying
from crewsat.base.wording import listed
from crewsat.questions.explanation import Explanation
from crewsat.report.explanation import LEFT_OUT, sentence
from crewsat.report.verdict import words_of

if TYPE_CHECKING:
    from crewsat.games.instance import Instance
    from crewsat.games.result import Result


MOST_DRAWN = 40_000
"""An instance is drawn if it has at most this many characters as JSON without notes: some 4,000 cards, or 800 tasks."""
TOO_LARGE = saying("This is too large to be drawn and stepped through.")


def too_large(instance: Instance) -> bool:
    """Return whether an instance is too large for a board, which would draw it at every step."""
    if 3 * instance.size > MOST_DRAWN:  # an edge takes at least three characters, "1, " or "[1]", and a card more
        return True
    return len(json.dumps(instance.question(), ensure_ascii=False)) > MOST_DRAWN


def sentences(instance: Instance, result: Result | None) -> list[str]:
    """Return what a page says above the board: the answer, or the result of a game; and if there is no board, why."""
    said = [] if result is None else result.sentences(instance)
    return [*said, *([TOO_LARGE] if too_large(instance) else [])]


def why(instance: Instance, result: Result | None) -> list[str | list[str]]:
    """Return the explanation of a no, in paragraphs and lists; empty if there is none."""
    if not isinstance(result, Explanation) or result.verdict.answer != "no":
        return []
    reasons = [sentence(reason.words) for reason in result.reasons if reason.words != result.verdict.because]
    return [
        *_conflict(result),
        *([reasons] if reasons else []),
        *_most(instance, result),
        *_no_repair(instance, result),
        *([saying("There may be more to say: {why}.", why=LEFT_OUT[result.reason])] if result.reason else []),
    ]


def _most(instance: Instance, found: Explanation) -> list[str]:
    """Say how much can be had."""
    words = words_of(instance.game)
    if hasattr(words, "most_in_sentences"):
        said: list[str] = words.most_in_sentences(instance, found)
        return said
    return [f"{plain(one.words).rstrip('.:')}." for one in words.explained(instance, found) if isinstance(one, Prose)]


def _conflict(found: Explanation) -> list[str]:
    if not found.conflict:
        return []
    goals = listed(found.conflict, "", most=MOST)
    return [saying("Conflict (minimal): {goals}" if found.minimal else "Conflict: {goals}", goals=goals)]


def _no_repair(instance: Instance, found: Explanation) -> list[str | list[str]]:
    if not found.no_repair:
        return []
    kinds = words_of(instance.game).REPAIRS
    return [saying("No change of these kinds wins; all were tried:"), [sentence(kinds[one]) for one in found.no_repair]]
