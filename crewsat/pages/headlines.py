"""The answer in a few words of the game: keys of texts in the language files of the page, and the values in them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

from crewsat.games.verdict import Verdict
from crewsat.pages.lines import game_of
from crewsat.questions.explanation import Explanation

if TYPE_CHECKING:
    from crewsat.games.instance import Instance
    from crewsat.games.result import Result

Said: TypeAlias = dict[str, Any]
"""A text by its `key`; other members are values, which may be texts themselves, or lists of cards."""


def headline(instance: Instance, result: Result | None) -> Said | None:
    """Return the answer; None if there is none."""
    verdict = result.verdict if isinstance(result, Explanation) else result
    if not isinstance(verdict, Verdict):
        return None
    if verdict.answer == "unknown":
        return {"key": "headline.unknown", "why": {"key": f"stopped.{verdict.reason}"}}
    game = game_of(instance.game)
    if verdict.answer == "yes":
        won: Said = game.won(instance, verdict)
        return won
    conflict = result.conflict if isinstance(result, Explanation) else None
    named: Said | None = game.lost(instance, conflict) if conflict and hasattr(game, "lost") else None
    return named or {"key": "headline.no"}
