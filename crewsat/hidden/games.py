"""The deals that bots play: of a generator or of a file, as they are or without what the crew may choose besides cards.

Bots decide about goals, signals and cards. Where the crew may also pass cards, hand a goal over or change tokens, it
may leave that as it is, and so bots do. What is left out, with its reason: deals with covered cards (those of two
players) and with cards that must be passed (mission 12); and the tasks 94 and 95 of Mission Deep Sea, whose owner
announces a number of tricks beforehand.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

from crewsat.base.errors import Defect, InvalidInstance
from crewsat.base.guarded import name_of
from crewsat.base.wording import counted
from crewsat.engine.files import Unparsed, raw_lines
from crewsat.games.crew.features import ALL, CHANGES, COVERED, PASSING
from crewsat.games.crew.instance import Crew
from crewsat.games.scope import reads
from crewsat.hidden.pack import MOST_CARDS, MOST_PLAYERS

if TYPE_CHECKING:
    from collections.abc import Callable

    from crewsat.games.instance import Instance

    Source = Callable[[], Instance]
    """Makes a deal, in the worker that plays it."""

_ANNOUNCED = frozenset({"94", "95"})
"""The ids of the tasks of Mission Deep Sea that ask for a number announced beforehand."""


@reads("a game of bots", ALL | CHANGES | COVERED | PASSING)
def why_not_played(deal: Crew) -> str | None:
    """Return why bots cannot play a deal; None if they can, without its choices."""
    if deal.covered:
        return "cards are covered"
    if deal.passing is not None and not deal.passing.optional:
        return "cards must be passed"
    if deal.rules == "deep-sea" and any(task.id in _ANNOUNCED for task in deal.tasks):
        return "a task asks for a number of tricks that is announced beforehand"
    if deal.players > MOST_PLAYERS or deal.size > MOST_CARDS:
        most = f"at most {MOST_PLAYERS} players and {MOST_CARDS} cards"
        return f"there are {counted(deal.players, 'player')} and {counted(deal.size, 'card')}, and bots know {most}"
    return None


@reads("a game of bots", ALL | CHANGES | COVERED | PASSING)
def without_choices(deal: Crew) -> Crew:
    """Return a deal without what the crew may choose besides its cards, which it may leave as it is."""
    if deal.passing is None and deal.retoken is None and not deal.handover:
        return deal
    return deal.with_fields(passing=None, passed=None, passed_to=None, retoken=None, handover=0)


def crew_of(instance: Instance, name: str) -> Crew:
    """Return a deal of The Crew that has not been begun, with `rules` if its deck is that of a published game.

    By these rules all players know who was dealt the highest trump.

    Raises:
        InvalidInstance: if it is something else.
    """
    if not isinstance(instance, Crew):
        raise InvalidInstance([Defect("game", "bots play The Crew only")], name)
    if instance.played:
        raise InvalidInstance([Defect("played", "bots play whole games: deals that have not been begun")], name)
    return instance.as_typed()


@dataclass(frozen=True, slots=True)
class Generated:
    """The deals of a generator.

    Attributes:
        name: its words, as ``crewsat generate`` takes them.
        generator: has a method `with_seed`.
    """

    name: str
    generator: Any

    def key(self) -> dict[str, Any]:
        """Return what identifies the deals in a file of results."""
        return {"generate": self.name}

    def source(self, seed: int) -> Source:
        """Return what makes the deal of a seed."""
        return partial(self.generator.with_seed, seed)


@dataclass(frozen=True, slots=True)
class Listed:
    """The deals of a file with one a line; the seed of each is the number of its line among them, from 0.

    Attributes:
        name: of the file.
        lines: its lines that are not blank, each with its name in errors.
    """

    name: str
    lines: tuple[tuple[str, bytes], ...]

    def key(self) -> dict[str, Any]:
        """Return what identifies the deals in a file of results."""
        text = b"\n".join(line for _, line in self.lines)
        return {"file": self.name, "sha256": hashlib.sha256(text).hexdigest()}

    def source(self, seed: int) -> Source:
        """Return what reads the deal of a line."""
        return Unparsed(*self.lines[seed])


def listed_in(file: str) -> Listed:
    """Read a file of deals, one a line.

    Raises:
        InvalidInstance: if it cannot be read, or has no deal.
    """
    lines = []
    for number, line in raw_lines(file):
        if isinstance(line, InvalidInstance):
            raise line
        lines.append((f"{name_of(file)}, line {number}", line))
    if not lines:
        raise InvalidInstance([Defect("", "is empty; allowed: one deal a line")], name_of(file))
    return Listed(file, tuple(lines))
