"""The answers for all moves that may be made next: what `crewsat.options` returns for any game."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, Self, TypeVar

from crewsat.base.errors import Stopped
from crewsat.games.result import Result

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from crewsat.base.errors import Reason
    from crewsat.games.instance import Instance

OptionT_co = TypeVar("OptionT_co", covariant=True)


class MoveOptions(tuple[OptionT_co, ...], Result):  # noqa: SLOT001 - a tuple can have no other slots
    """The options of a position, one per move; a tuple of them.

    Attributes:
        game: the name of the game.
        place: the move they are about, as JSON: in The Crew the trick, in Hanabi turn and player; and what is known
            besides single moves.
    """

    game: str
    place: Mapping[str, Any]

    def __new__(cls, options: Iterable[OptionT_co], game: str, place: Mapping[str, Any] | None = None) -> Self:
        """Make the options of a position of a game."""
        made = super().__new__(cls, tuple(options))
        made.game, made.place = game, place or {}
        return made

    def __getnewargs__(self) -> tuple[Any, ...]:
        """Return the arguments with which a copy is made."""
        return tuple(self), self.game, self.place

    def as_dict(self) -> dict[str, Any]:
        """Return the JSON object of the contract."""
        options: Iterable[Any] = self
        return {"format": 1, "game": self.game, **self.place, "options": [option.as_dict() for option in options]}


def unfinished(_instance: Instance, reason: Reason, notes: Mapping[str, Any]) -> MoveOptions[Any]:
    """Return the options that were noted before an interruption: ``unknown``, all of them undecided, and ``option K``.

    Raises:
        Stopped: if it is not known which moves there are.
    """
    if "unknown" not in notes:
        raise Stopped(reason)
    unknown: MoveOptions[Any] = notes["unknown"]
    return MoveOptions(noted(notes, unknown, reason), unknown.game, unknown.place)


def noted(notes: Mapping[str, Any], unknown: Sequence[Any], reason: str) -> tuple[Any, ...]:
    """Return the options that were noted, ``option 0`` and so on, and for other moves why nothing is known."""
    return tuple(notes.get(f"option {k}") or replace(option, reason=reason) for k, option in enumerate(unknown))
