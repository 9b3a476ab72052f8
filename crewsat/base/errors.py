"""Everything that goes wrong for a reason of the caller's is one of these; the rest is a bug of ours.

`CrewsatError` is the base. `InvalidInstance` carries all defects of one input, `IllegalPlay` the trick, the player and
the rule that was broken, `Undecided` is what the truth value of an unknown verdict raises.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

from crewsat.base.wording import listed, visible

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from crewsat.base.wording import PathPart

Reason = Literal["time", "memory", "interrupted", "incomplete", "crash"]
"""Why a question was not decided."""

MOST_DEFECTS = 1000
"""Collecting stops here: a hostile file must not produce a message for each of its bytes."""


@dataclass(frozen=True, slots=True)
class Defect:
    """One thing wrong with an input: where (a JSON path counted from 0, with a gloss for people) and what.

    Attributes:
        place: the JSON path as people write it, or line and column of a text.
        message: what is wrong, and what is allowed.
        gloss: the place in the game's words.
        path: the JSON path; empty for texts.
    """

    place: str
    message: str
    gloss: str = ""
    path: tuple[PathPart, ...] = field(default=(), compare=False, repr=False)

    def __str__(self) -> str:
        where = f"{self.place} ({self.gloss})" if self.gloss else self.place
        return f"{where}: {self.message}" if where else self.message

    def as_dict(self) -> dict[str, str]:
        """Return the JSON object of a defect in an answer, in the form of the contract."""
        return {"place": f"{self.place} ({self.gloss})" if self.gloss else self.place, "message": self.message}


class CrewsatError(Exception):
    """The base of all errors CrewSAT raises on purpose."""


class InvalidInstance(CrewsatError):  # noqa: N818 - the contract names it so
    """An input that is not an instance; `defects` lists everything wrong with it.

    Deliberately not a ValueError: pydantic catches those and loses the places; this one passes through it unchanged.
    """

    def __init__(self, defects: Sequence[Defect], source: str = "") -> None:
        self.defects = tuple(defects)
        self.source = source
        super().__init__(self.defects, source)

    def __str__(self) -> str:
        return "\n".join(self.lines())

    def lines(self, limit: int = 20) -> list[str]:
        """One line per defect, at most `limit`, then a count of the rest."""
        prefix = f"{visible(self.source, 200)}: " if self.source else ""
        out = [f"{prefix}{defect}" for defect in self.defects[:limit]]
        rest = len(self.defects) - limit
        if rest > 0:
            least = "at least " if len(self.defects) >= MOST_DEFECTS else ""
            out.append(f"{prefix}… and {least}{rest} more defects")
        return out


class IllegalPlay(CrewsatError):  # noqa: N818 - the contract names it so
    """A play that breaks a rule, fails an objective or stops too early.

    Attributes:
        rule: short name of the rule, one of `RULES` in the module of the game's rules.
        number: which trick or move is at fault, from 1; None if the play as a whole is.
        unit: what is counted: ``trick``, ``step``, ``action``; see `crewsat.games.game.Game.unit`.
        player: number of the player, from 1; None if no single player is at fault.
    """

    def __init__(
        self, message: str, *, rule: str, unit: str, number: int | None = None, player: int | None = None
    ) -> None:
        self.message = message
        self.rule = rule
        self.number = number
        self.unit = unit
        self.player = player
        super().__init__(message)

    @property
    def trick(self) -> int | None:
        """The number of a trick; None in games that are not played in tricks."""
        return self.number if self.unit == "trick" else None

    @property
    def step(self) -> int | None:
        """The number of a move; None in games that are played in tricks."""
        return None if self.unit == "trick" else self.number

    def __str__(self) -> str:
        return f"{self.unit} {self.number}: {self.message}" if self.number else self.message

    def __reduce__(self) -> tuple[object, ...]:
        return (_illegal_play, (self.message, self.rule, self.number, self.unit, self.player))


def _illegal_play(message: str, rule: str, number: int | None, unit: str, player: int | None) -> IllegalPlay:
    """Rebuild the error in another process, where it cannot be given keyword arguments by pickling."""
    return IllegalPlay(message, rule=rule, number=number, unit=unit, player=player)


class InvalidProof(CrewsatError):  # noqa: N818 - as the one above
    """A proof of a no that does not prove it; the message says which file, where and why."""


class Undecided(CrewsatError):  # noqa: N818 - the contract names it so
    """The truth value of an undecided verdict was requested."""


class Stopped(CrewsatError):  # noqa: N818 - an outcome, not a mistake
    """Work was abandoned before there was an answer.

    Attributes:
        reason: ``time`` or ``memory`` for a limit, ``incomplete`` if a method cannot decide, ``crash`` if the process
            that did the work died.
    """

    def __init__(self, reason: Reason) -> None:
        self.reason = reason
        super().__init__(reason)


class WrongOption(CrewsatError, ValueError):  # noqa: N818 - the message says the rest
    """An option that is not allowed, or options that exclude each other."""


class UnknownFeature(CrewsatError):  # noqa: N818 - the message says the rest
    """An instance has features that its reader does not know.

    Attributes:
        who: the reader: ``method 'bounds'``, ``the text form``.
        features: the unknown features, by name (`crewsat.games.features`); fields of the instance before those of
            records.
    """

    def __init__(self, who: str, features: Iterable[str]) -> None:
        self.who = who
        self.features = tuple(sorted(features, key=lambda name: ("." in name, name)))
        super().__init__(who, self.features)

    def __str__(self) -> str:
        names = listed(f"'{visible(name)}'" for name in self.features)
        return f"{self.who} {'supports' if self.who.startswith('no ') else 'does not support'} {names}"


class NotInstalled(CrewsatError):  # noqa: N818 - the message says the rest
    """A method or solver was requested that needs an optional library; the message says how to install it."""


class BugFound(CrewsatError):  # noqa: N818 - it is one
    """A check of our own failed: the message holds the instance as JSON; please report it."""
