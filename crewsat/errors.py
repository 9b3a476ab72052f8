"""Everything that goes wrong for a reason of the caller's is one of these; the rest is a bug of ours.

`CrewsatError` is the base. `InvalidInstance` carries all defects of one input, `IllegalPlay` the trick, the player and
the rule that was broken, `Undecided` is what the truth value of an unknown verdict raises.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

PathPart = str | int
MOST_DEFECTS = 1000
"""Collecting stops here: a hostile file must not cost a message for each of its bytes."""

_PLAIN_KEY = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")


def visible(text: object, limit: int = 60) -> str:
    """Untrusted text for a terminal: control, bidirectional and lone surrogate characters escaped, cut to `limit`."""
    if isinstance(text, int) and abs(text) >= 10**50:
        return "a number of more than 50 digits"  # Python refuses to print the longest ones
    raw = str(text)
    shown = "".join(c if c.isprintable() else c.encode("unicode_escape").decode("ascii") for c in raw[: limit + 1])
    return shown if len(raw) <= limit else shown[: limit - 1] + "…"


def json_text(
    value: object, *, ascii_only: bool = False, indent: int | None = None, separators: tuple[str, str] | None = None
) -> str:
    """Return a value as JSON that is safe to print: what `visible` escapes is escaped here as well.

    `json.dumps` escapes control characters up to U+001F only. A terminal obeys others as well, and shows bidirectional
    and zero-width characters as something else than they are. Reading the text back gives the same value.
    """
    text = json.dumps(value, ensure_ascii=ascii_only, indent=indent, separators=separators)
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() or c == "\n" else _JSON_ESCAPES.get(c) or json.dumps(c)[1:-1] for c in text)


_JSON_ESCAPES = {"\x7f": "\\u007f"}
"""The one character that `json.dumps` never escapes although a terminal may obey it."""


def counted(number: int, noun: str) -> str:
    """Return number and noun as people say it: 1 trick, 2 tricks."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


MOST_LISTED = 5
"""A sentence names this many things of a kind and counts the rest."""


def listed(things: Iterable[object], last: str = "and") -> str:
    """Return an enumeration for people: a, b and c; after `MOST_LISTED` things the rest is only counted."""
    names = [visible(thing, 200) for thing in things]
    if len(names) > MOST_LISTED:
        names = [*names[:MOST_LISTED], f"{len(names) - MOST_LISTED} more"]
    return f" {last} ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)


def json_path(path: Iterable[PathPart]) -> str:
    """Write a path as people write it: ``("hands", 2, 4)`` is ``hands[2][4]``; the top level is the empty text."""
    out = ""
    for part in path:
        if isinstance(part, int):
            out += f"[{part}]"
        elif _PLAIN_KEY.fullmatch(part):
            out += f".{part}" if out else part
        else:
            out += f'["{visible(part)}"]'
    return visible(out, 200)


@dataclass(frozen=True, slots=True)
class Defect:
    """One thing wrong with an input: where (a JSON path counted from 0, with a gloss for people) and what."""

    place: str
    message: str
    gloss: str = ""

    def __str__(self) -> str:
        where = f"{self.place} ({self.gloss})" if self.gloss else self.place
        return f"{where}: {self.message}" if where else self.message

    def as_dict(self) -> dict[str, str]:
        """Return the form the contract gives a defect in an answer."""
        return {"place": f"{self.place} ({self.gloss})" if self.gloss else self.place, "message": self.message}


class CrewsatError(Exception):
    """The base of all errors CrewSAT raises on purpose."""


class InvalidInstance(CrewsatError):  # noqa: N818 - the contract names it so
    """An input that is no instance; `defects` lists everything wrong with it.

    Not a ValueError on purpose: pydantic swallows those and loses the places, this one passes through it unchanged.
    """

    def __init__(self, defects: Sequence[Defect], source: str = "") -> None:
        self.defects = tuple(defects)
        self.source = source
        super().__init__(self.defects, source)

    def __str__(self) -> str:
        return "\n".join(self.lines())

    def lines(self, limit: int = 20) -> list[str]:
        """One line a defect, at most `limit`, then a count of the rest."""
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
        trick: number of the trick, from 1; None if the play as a whole is at fault.
        player: number of the player, from 1; None if no single player is at fault.
        step: the same as `trick` for games that are played in steps.
        rule: short name of the rule, one of `RULES` in the module of the game's rules.
    """

    def __init__(
        self, message: str, *, rule: str, trick: int | None = None, player: int | None = None, step: int | None = None
    ) -> None:
        self.message = message
        self.rule = rule
        self.trick = trick
        self.player = player
        self.step = step
        super().__init__(message)

    def __str__(self) -> str:
        where = f"trick {self.trick}: " if self.trick else f"step {self.step}: " if self.step else ""
        return f"{where}{self.message}"

    def __reduce__(self) -> tuple[object, ...]:
        return (_illegal_play, (self.message, self.rule, self.trick, self.player, self.step))


def _illegal_play(message: str, rule: str, trick: int | None, player: int | None, step: int | None) -> IllegalPlay:
    """Rebuild the error in another process: pickling knows no keyword arguments."""
    return IllegalPlay(message, rule=rule, trick=trick, player=player, step=step)


class InvalidProof(CrewsatError):  # noqa: N818 - as the one above
    """A proof of a no that does not prove it; the message says which file, where and why."""


class Undecided(CrewsatError):  # noqa: N818 - the contract names it so
    """The truth value of a verdict that is neither yes nor no was asked for."""


class Stopped(CrewsatError):  # noqa: N818 - an outcome, not a mistake
    """Work was given up before there was an answer.

    Attributes:
        reason: ``time`` or ``memory`` for a limit, ``incomplete`` if a method cannot tell, ``crash`` if the process
            that did the work died.
    """

    def __init__(self, reason: Literal["time", "memory", "interrupted", "incomplete", "crash"]) -> None:
        self.reason = reason
        super().__init__(reason)


class WrongOption(CrewsatError, ValueError):  # noqa: N818 - the message says the rest
    """An option that is not allowed, or options that do not go together."""


class NotInstalled(CrewsatError):  # noqa: N818 - the message says the rest
    """A method or solver was asked for that needs an optional library; the message says how to install it."""


class BugFound(CrewsatError):  # noqa: N818 - it is one
    """A check of our own failed: the message holds the instance as JSON; please report it."""
