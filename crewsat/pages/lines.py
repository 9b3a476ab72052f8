"""What a page steps through: lines, each a play of an instance.

A line is a JSON object with `title`, `instance` (left out if it is that of the page), `play` in the form of the
contract, from the very first move on, `start` (how many steps have been made when the line opens), and what its game
adds. The module of a game here makes it: ``line(instance, play)``. A board draws the whole position at every step, so
there are no lines for an instance that is too large for that; the words and the data of a page are complete in any
case.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from crewsat.base.said import spoken
from crewsat.games.parts import part_of
from crewsat.pages.words import too_large

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from crewsat.games.instance import Instance
    from crewsat.games.result import Result
    from crewsat.games.verdict import Verdict
    from crewsat.questions.explanation import Explanation


def game_of(game: str) -> Any:  # noqa: ANN401 - a module
    """Return the module here about a game.

    Raises:
        WrongOption: if there is none.
    """
    return part_of(game, "page", "there are no pages about {1}")


def dealt(instance: Instance, moves: int) -> Instance:
    """Return what a position began with: no move has been made in it; notes on the first moves stay."""
    page = game_of(instance.game)
    started: Instance = page.dealt(instance) if hasattr(page, "dealt") else instance
    notes = {number: words for number, words in (instance.notes_on or {}).items() if int(number) <= moves}
    return started.model_copy(update={"notes_on": notes or None}) if instance.notes_on else started


def lines(instance: Instance, result: Result | None) -> list[dict[str, Any]]:
    """Return the lines of a page to step through, the most informative first; none if the instance is too large.

    Args:
        instance: what the page is about.
        result: what was found about it; None to show it alone.
    """
    if too_large(instance):
        return []
    if result is None:
        return [_line("line.deal", instance)]
    of_its_class = next((_LINES[kind.__name__] for kind in type(result).__mro__ if kind.__name__ in _LINES), None)
    return [_line("line.deal", instance)] if of_its_class is None else of_its_class(instance, result)


def _line(key: str, instance: Instance, play: tuple[Any, ...] = (), **more: Any) -> dict[str, Any]:  # noqa: ANN401
    line: dict[str, Any] = {"title": {"key": key}, **game_of(instance.game).line(instance, play, **more)}
    return line


def _of_verdict(instance: Instance, verdict: Verdict) -> list[dict[str, Any]]:
    if verdict.answer != "yes" or not verdict.play:
        return [_line("line.deal", instance)]
    return [_line("line.winning", instance, verdict.play, assignment=verdict.assignment)]


def _of_explanation(instance: Instance, explanation: Explanation) -> list[dict[str, Any]]:
    """Return the deal, or the best play of a lost one, and each repair with its play."""
    first = _of_verdict(instance, explanation.verdict)
    if explanation.best_play:
        first = [_line("line.best", instance, explanation.best_play)]
    repaired = [
        {
            "title": {"key": "line.if", "words": spoken(repair.words, instance.names)},
            **game_of(instance.game).line(repair.instance, repair.play),
            "instance": repair.instance.as_dict(),
        }
        for repair in explanation.repairs
    ]
    return [*first, *repaired]


def _of_review(instance: Instance, review: Result) -> list[dict[str, Any]]:
    """Return the game as played, and the better line."""
    found: list[dict[str, Any]] = game_of(instance.game).reviewed(instance, review)
    return found


_LINES: Mapping[str, Callable[[Instance, Any], list[dict[str, Any]]]] = {
    "Verdict": _of_verdict,
    "Explanation": _of_explanation,
    "Review": _of_review,
    "HanabiReview": _of_review,
}
"""By the name of the class of the result; others have no play to step through."""
