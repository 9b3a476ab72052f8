"""What all results have in common: a verdict, an explanation, a review, and the answers to the other questions."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, Any

from crewsat.base.wording import json_text
from crewsat.games.code import Code

if TYPE_CHECKING:
    from rich.console import RenderableType

    from crewsat.games.instance import Instance
    from crewsat.games.verdict import Verdict


class Result(ABC):
    """The answer to a question. How it is shown is listed, by the name of its class, in `crewsat.report.views`."""

    __slots__ = ()

    @property
    def decided(self) -> Verdict | None:
        """The verdict on the instance, if the question was whether it can be won."""
        return None

    @abstractmethod
    def as_dict(self) -> dict[str, Any]:
        """Return the JSON object of the contract; what is absent is left out."""

    def to_json(self) -> str:
        """Return the result as JSON on one line."""
        return json_text(self.as_dict())

    def printed(self, instance: Instance, *, picture: bool = False) -> list[RenderableType]:
        """Return what a terminal shows, piece by piece.

        Args:
            instance: what was asked about.
            picture: whether the hands, or the deck, are shown first.

        Raises:
            WrongOption: if there are no words about the game.
            UnknownFeature: if they do not know a feature of the instance.
        """
        pieces: list[RenderableType] = Code("crewsat.report.views:printed")(instance, self, picture=picture)
        return pieces

    def sentences(self, instance: Instance) -> list[str]:
        """Return the answer in sentences; errors are those of `printed`."""
        sentences: list[str] = Code("crewsat.report.views:sentences")(instance, self)
        return sentences

    def page_lines(self, instance: Instance) -> list[dict[str, Any]]:
        """Return the lines that a page steps through, as `crewsat.pages.lines` describes them.

        Raises:
            WrongOption: if there are no pages about the game.
        """
        lines: list[dict[str, Any]] = Code("crewsat.pages.lines:lines")(instance, self)
        return lines
