r"""Names of players: kept with an instance, used in what people read, and never in a rule.

In the text form the clause ``names Alice, Bob, "Ann Lee"`` gives them, and then a name may stand wherever the number of
a player may: ``Alice wins p4``, ``leader Bob``. A name with other characters than letters, digits and ``_.-`` is
written as a JSON text. Everything else has numbers, and sentences get the names when they are shown
(`crewsat.base.said`).
"""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Annotated, Any

from crewsat.base.wording import counted, json_text, visible
from crewsat.games.marks import AS_TUPLE, After
from crewsat.games.records import declared

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from crewsat.games.reading import Reader

LONGEST = 40
"""Characters of a name."""

WORDS = frozenset(
    [
        "actions",
        "after",
        "all",
        "always",
        "among",
        "and",
        "anybody",
        "as",
        "assignment",
        "at",
        "balanced",
        "beating",
        "before",
        "captain",
        "clue",
        "coalition",
        "colour",
        "commander",
        "copy",
        "dealt",
        "deck",
        "discard",
        "draft",
        "empty",
        "everybody",
        "exactly",
        "fewer",
        "first",
        "from",
        "hand",
        "id",
        "last",
        "lead",
        "leader",
        "leads",
        "least",
        "many",
        "more",
        "most",
        "move",
        "names",
        "note",
        "of",
        "omega",
        "only",
        "or",
        "others",
        "pile",
        "play",
        "played",
        "player",
        "players",
        "rest",
        "reversed",
        "row",
        "rules",
        "same_trick",
        "solitaire",
        "strike",
        "strikes",
        "strings",
        "suits",
        "take",
        "takes",
        "target",
        "than",
        "the",
        "to",
        "tokens",
        "total",
        "trick",
        "tricks",
        "trump",
        "variant",
        "win",
        "wins",
        "with",
    ]
)
"""The words of the text forms, which are not names, nor are those of games; a single letter may be one."""

QUOTED = r'"(?:[^"\\\n]|\\.)*"'
"""A JSON text in a text."""
_BARE = r"\w[\w.-]*"
NAME = rf"(?P<name>{QUOTED}|{_BARE})"
"""A name in a text."""
_NAME = re.compile(rf"\s*({QUOTED}|{_BARE})\s*")
_PIECE = re.compile(rf'[;\s]*((?:{QUOTED}|[^";\n]+)*)')
_CLAUSE = re.compile(r"names\s+", re.IGNORECASE)


def _a_name(name: str) -> str:
    """Accept a name."""
    if not 1 <= len(name) <= LONGEST or not name.isprintable() or name != name.strip():
        raise ValueError(f"'{visible(name)}' is not a name; allowed: 1 to {LONGEST} visible characters")
    if name.isdecimal():
        raise ValueError(f"'{visible(name)}' is a number, not a name")
    from crewsat.games import GAMES  # noqa: PLC0415 - which knows the instances, and they these names

    if name.casefold() in WORDS or name.casefold() in GAMES:
        raise ValueError(f"'{visible(name)}' is a word of the text form, not a name")
    return name


def _all_different(names: tuple[str, ...]) -> tuple[str, ...]:
    """Accept names of which no two are alike."""
    seen: set[str] = set()
    for name in names:
        if name.casefold() in seen:
            raise ValueError(f"two players are called '{visible(name)}'")
        seen.add(name.casefold())
    return names


Names = Annotated[tuple[Annotated[str, After(_a_name)], ...], AS_TUPLE, After(_all_different)]
"""A name for each player, or no names."""


def are_names(given: Sequence[object]) -> bool:
    """Return whether these are names for players."""
    try:
        _all_different(tuple(_a_name(name) for name in given if isinstance(name, str)))
    except ValueError:
        return False
    return all(isinstance(name, str) for name in given)


def the_names() -> Any:  # noqa: ANN401 - of the field
    """Declare the field `names` of a game's instances."""
    return declared(default=(), description="a name for each player, for people to read; ignored by the rules")


def check_names(reader: Reader, names: Sequence[str], players: int) -> None:
    """Check that there is a name for each player, if there are names."""
    if names and len(names) != players:
        words = f"{counted(len(names), 'name')} for {counted(players, 'player')}; allowed: one for each, or none"
        reader.report(("names",), words)


def text_of_name(name: str) -> str:
    """Return a name as the text form has it."""
    return name if re.fullmatch(_BARE, name) else json_text(name)


def clause_of(names: Sequence[str]) -> list[str]:
    """Return the clause with the names, if there are any."""
    return [f"names {', '.join(map(text_of_name, names))}"] if names else []


def text_of_player(number: int, names: Sequence[str]) -> str:
    """Return a player as the text form has it: by name, if there are names."""
    return text_of_name(names[number - 1]) if names else str(number)


def names_of_text(text: str) -> list[str]:
    """Read the names of a clause.

    Raises:
        ValueError: if they are not separated by commas, or one is neither a word nor a JSON text.
    """
    names, start = [], 0
    while True:
        found = _NAME.match(text, start)
        if found is None or text[found.end() : found.end() + 1] not in {"", ","}:
            raise ValueError(f"'{visible(text[start:].strip())}' is not a name; allowed: names Alice, Bob, \"Ann Lee\"")
        names.append(_read(found[1]))
        if found.end() == len(text):
            return names
        start = found.end() + 1


def _read(written: str) -> str:
    if not written.startswith('"'):
        return written
    try:
        read: str = json.loads(written)
    except ValueError:
        raise ValueError(f"{visible(written)} is not a JSON text") from None
    return read


def number_of(written: str, numbers: Mapping[str, str]) -> str | None:
    """Return the number of a player whose name is written, if it is one of these."""
    try:
        return numbers.get(_read(written).casefold())
    except ValueError:
        return None


def numbers_in(text: str) -> dict[str, str]:
    """Return the number of each name in the clause of a text, by the name without case; linear in the text.

    The dictionary is empty if there is no such clause, or something is wrong with it.
    """
    start, clauses = 0, []
    while (found := _PIECE.match(text, start)) and found.end() > start:
        start = found.end()
        begun = _CLAUSE.match(found[1])
        clauses += [found[1][begun.end() :].strip()] if begun else []
    if start < len(text) or not clauses:  # at quotes that do not end
        return {}
    try:
        names = names_of_text(clauses[0])
    except ValueError:
        return {}
    return {name.casefold(): str(k) for k, name in reversed(list(enumerate(names, 1)))}


def numbered(text: str, where: re.Pattern[str]) -> str:
    """Return a text with the numbers of players where it has their names, every word at its place.

    (A number that is longer than a name moves what follows it in its line.)

    Args:
        text: an instance; what is wrong with its names is not reported here.
        where: finds each ``name`` where the number of a player may stand, and other strings to be left alone.
    """
    numbers = numbers_in(text)

    def replaced(found: re.Match[str]) -> str:
        name = found["name"]
        number = number_of(name, numbers) if name else None
        if number is None:
            return found[0]
        start, end = (place - found.start() for place in found.span("name"))
        return found[0][:start] + number.rjust(end - start) + found[0][end:]

    return where.sub(replaced, text) if numbers else text
