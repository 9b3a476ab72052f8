"""How each kind of result is shown: in a terminal, piece by piece, and in sentences."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from crewsat.base.layout import Prose
from crewsat.base.runs import plain
from crewsat.base.said import Said
from crewsat.games.code import Code
from crewsat.report.verdict import words_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from rich.console import RenderableType

    from crewsat.games.instance import Instance
    from crewsat.games.result import Result
    from crewsat.questions.move_options import MoveOptions


@dataclass(frozen=True, slots=True)
class View:
    """How results of one class are shown.

    Attributes:
        pieces: makes what a terminal shows of instance and result.
        sentences: the answer in sentences; None for those among the pieces.
    """

    pieces: Code
    sentences: Code | None = None


def options_pieces(instance: Instance, found: MoveOptions[Any]) -> list[RenderableType]:
    """Return what `crewsat options` prints, in the words of the game."""
    pieces: list[RenderableType] = words_of(instance.game).options_report(instance, found)
    return pieces


VIEWS: Mapping[str, View] = {
    "Verdict": View(Code("crewsat.report.verdict:report"), Code("crewsat.report.verdict:answered")),
    "Explanation": View(Code("crewsat.report.explanation:explained"), Code("crewsat.report.explanation:answered")),
    "Review": View(Code("crewsat.report.review:reviewed"), Code("crewsat.report.review:summary")),
    "HanabiReview": View(Code("crewsat.report.hanabi.review:reviewed"), Code("crewsat.report.hanabi.review:summary")),
    "MoveOptions": View(Code("crewsat.report.views:options_pieces")),
    "BestScore": View(Code("crewsat.report.hanabi.words:best_score_report")),
    "LeastHandSize": View(Code("crewsat.report.hanabi_solitaire.words:least_hand_report")),
    "Coalitions": View(Code("crewsat.report.hackenbush.words:coalitions_report")),
}
"""By the name of the class of the result."""


def view_of(result: Result) -> View:
    """Return how a result is shown."""
    return next(VIEWS[kind.__name__] for kind in type(result).__mro__ if kind.__name__ in VIEWS)


def printed(instance: Instance, result: Result, *, picture: bool = False) -> list[RenderableType]:
    """Return what a terminal shows of a result, as `Result.printed` describes it."""
    view = view_of(result)
    if picture and result.decided is None:
        return [*words_of(instance.game).picture(instance), "", *view.pieces(instance, result)]
    pieces: list[RenderableType] = view.pieces(instance, result, **({"picture": True} if picture else {}))
    return pieces


def sentences(instance: Instance, result: Result) -> list[str]:
    """Return the answer in sentences, as `Result.sentences` describes them."""
    own = view_of(result).sentences
    if own is not None:
        said: list[str] = own(instance, result)
        return said
    words = [piece.words for piece in printed(instance, result) if isinstance(piece, Prose)]
    return [one if isinstance(one, Said) else plain(one) for one in words]
