"""What a page steps through: lines, each a play of an instance.

A line is a JSON object with `title`, `instance` (left out if it is that of the page), `play` in the form of the
contract, from the very first move on, `start` (how many steps have been made when the line opens), and what its game
adds. The module of a game here makes it: ``line(instance, play)``. A board draws the whole position at every step, so
there are no lines for an instance that is too large for that; the words and the data of a page are complete in any
case.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from crewsat.games.code import optional
from crewsat.games.verdict import Verdict
from crewsat.pages.words import too_large
from crewsat.questions.explain import Explanation

if TYPE_CHECKING:
    from types import ModuleType

    from crewsat.games.instance import Instance


def game_of(game: str) -> ModuleType:
    """Return the module here about a game.

    Raises:
        WrongOption: if there is none.
    """
    return optional(f"crewsat.pages.{game}", f"there are no pages about {game}")


def lines(instance: Instance, result: Any) -> list[dict[str, Any]]:  # noqa: ANN401 - a verdict, explanation or review
    """Return the lines of a page to step through, the most informative first; none if the instance is too large."""
    if too_large(instance):
        found = []
    elif isinstance(result, Verdict):
        found = [_of_verdict(instance, result)]
    elif isinstance(result, Explanation):
        found = _of_explanation(instance, result)
    elif result is None:
        found = [_line("The deal", instance)]
    else:
        found = game_of(instance.game).reviewed(instance, result)
    return found


def _line(title: str, instance: Instance, play: tuple[Any, ...] = (), **more: Any) -> dict[str, Any]:  # noqa: ANN401
    line: dict[str, Any] = {"title": title, **game_of(instance.game).line(instance, play, **more)}
    return line


def _of_verdict(instance: Instance, verdict: Verdict) -> dict[str, Any]:
    if verdict.answer != "yes" or not verdict.play:
        return _line("The deal", instance)
    return _line("The winning play", instance, verdict.play, assignment=verdict.assignment)


def _of_explanation(instance: Instance, explanation: Explanation) -> list[dict[str, Any]]:
    """Return the deal, or the best play of a lost one, and each repair with its play."""
    first = _of_verdict(instance, explanation.verdict)
    if explanation.best_play:
        first = _line("The best play", instance, explanation.best_play)
    repaired = [
        {**_line(f"If {repair.words}", repair.instance, repair.play), "instance": repair.instance.as_dict()}
        for repair in explanation.repairs
    ]
    return [first, *repaired]
