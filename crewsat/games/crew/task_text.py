"""Tasks in words: parsing what a clause of the text form asks for into the fields of tasks."""

from __future__ import annotations

import re
from typing import Any

from crewsat.base.wording import visible
from crewsat.games.crew.task import Task
from crewsat.games.crew.tasks import MEMBERS

_PHRASE = re.compile(r"(always )?(?:(win|lead)s? )?(.*)", re.DOTALL)
_ONE_MEMBER = re.compile(r"wins? (all|any) of: (.*)")


def task_in(phrase: str) -> dict[str, Any] | None:
    """Return the fields, without owner and id, of the task that a phrase such as ``wins at least 1 trick`` states.

    Returns:
        None if it is not a task but objectives, or has no meaning.

    Raises:
        ValueError: if it is a task, and something in it is not valid.
    """
    one = _ONE_MEMBER.fullmatch(phrase)
    pieces = [one[2]] if one else re.split(" (?:and|or) ", phrase)
    members, verb = [], "win"
    for piece in pieces:
        always, said, words = _matched(piece)
        verb = said or verb
        members.append(_member_in(verb, words, always=bool(always)))
    if all(member is None for member in members):
        return None
    for piece, member in zip(pieces, members, strict=True):
        if member is None:
            raise ValueError(f"'{visible(piece)}' is not a valid task; allowed: {EXAMPLES}")
    if one:
        return {"kind": one[1], "of": members}
    joints = set(re.findall(" (and|or) ", phrase))
    if len(joints) > 1:
        raise ValueError("a task joins others by `and` or by `or`, not by both")
    return {"kind": "any" if "or" in joints else "all", "of": members} if joints else members[0]


def _matched(piece: str) -> tuple[str | None, str | None, str]:
    found = _PHRASE.fullmatch(piece)
    return (found[1], found[2], found[3]) if found else (None, None, piece)


def _member_in(verb: str, words: str, *, always: bool) -> dict[str, Any] | None:
    """Return the fields of a task that does not consist of others."""
    for kind in MEMBERS.values():
        fields = kind.fields_of(words) if kind.verb[0] == verb else None
        if fields is not None:
            return {**fields, "judged": "always"} if always else fields
    return None


EXAMPLES = ", ".join(kind.example for kind in MEMBERS.values() if kind.verb == Task.verb)
"""How tasks to win something are written, for messages."""
