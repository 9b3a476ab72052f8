r"""One line for an instance, to be typed by a person; it prints back.

    pink9,4 blue2 / pink2 blue5,3 / pink8 green1; leader 1; 1 wins pink8[1] blue3; anybody wins pink2[omega]

The first part lists the hands with ``/`` between, ``-`` for an empty one; ``pink9,4`` is short for ``pink9 pink4``.
Then come clauses, each after a semicolon, in any order:

===============================  ==========================================================================
clause                           meaning
===============================  ==========================================================================
``leader 2``                     who leads the first trick; without it the crew chooses
``trump rocket``                 the trump suit
``suits pink blue rocket``       all suits, if the trump suit is held by nobody
``1 wins pink4 blue2``           objectives of player 1, ``anybody wins …`` free ones
``assignment draft``             how free objectives are shared out
``same_trick violates``          how a pair in order is judged that one trick completes
``2 wins exactly 1 of a1,2``     a task, in its own words: ``at least 3 tricks``, ``the last trick``, …
``played a1 b2 / c3``            tricks played already
===============================  ==========================================================================

After an objective, brackets hold its token and what else it has: ``pink4[2]``, ``pink4[omega]``, ``blue2[id=x
after=pink4,y before=z]``; after a task ``[id=x]``. A name with other characters than letters, digits and ``_:.-`` is
written as a JSON text. `about` has no place here.
"""

from __future__ import annotations

import json
import re
from itertools import groupby
from typing import TYPE_CHECKING, Any

from crewsat.errors import Defect, InvalidInstance
from crewsat.games.cards import cards_of_text, text_of_cards
from crewsat.games.crew import order
from crewsat.games.crew.instance import Crew
from crewsat.games.crew.tasks import KINDS
from crewsat.wording import json_text, visible

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from crewsat.games.cards import Card
    from crewsat.games.crew.objective import Objective
    from crewsat.games.crew.tasks import Task

_QUOTED = r'"(?:[^"\\]|\\.)*"'
_NAME = r"[\w:.-]+"
_CLAUSE = re.compile(rf'(?:{_QUOTED}|[^";])*')
_BRACKET = rf"\[(?:{_QUOTED}|[^\"\[\]])*\]"
_PIECE = re.compile(rf"{_BRACKET}|[^\[]+|\[")
_OBJECTIVE = re.compile(rf"\s*([^\s\[\]]+)(?:\s*({_BRACKET}))?")
_NAMES = rf"(?:{_QUOTED}|{_NAME})(?:,(?:{_QUOTED}|{_NAME}))*"
_MARK = re.compile(rf"\s*(?:(id|after|before)=({_NAMES})|({order.TOKEN})(?=\s|$))")


def text_of(instance: Crew) -> str:
    """Return the instance as one line that `parse_text` reads again; `about` is left out."""
    clauses = [" / ".join(text_of_cards(hand) or "-" for hand in instance.hands), *_settings(instance)]
    for owner, run in groupby(instance.objectives, key=lambda objective: objective.owner):
        clauses.append(f"{owner or 'anybody'} wins {' '.join(map(_objective_text, run))}")
    clauses += [_task_text(task, k) for k, task in enumerate(instance.tasks, 1)]
    if instance.played:
        clauses.append(f"played {' / '.join(' '.join(map(str, trick)) for trick in instance.played)}")
    return "; ".join(clauses)


def parse_text(text: str) -> Crew:
    """Read an instance from one line.

    Raises:
        InvalidInstance: with everything that is wrong; a place is a part of the line or, if all parts could be read,
            a JSON path of the instance they make.
    """
    data: dict[str, Any] = {"objectives": [], "tasks": []}
    defects: list[Defect] = []
    for k, clause in enumerate(clauses_of(text)):
        try:
            _read_hands(data, clause) if k == 0 else _read_clause(data, clause)
        except ValueError as error:
            defects.append(Defect("the hands" if k == 0 else f"clause {k}", str(error), visible(clause)))
    if defects:
        raise InvalidInstance(defects)
    return Crew(**data)


def _settings(instance: Crew) -> list[str]:
    """Return the clauses of one word and its value, without those that say what holds anyway."""
    clauses = []
    if instance.leader is not None:
        clauses.append(f"leader {instance.leader}")
    if instance.trump is not None:
        clauses.append(f"trump {instance.trump}")
    if instance.suits is not None:
        clauses.append(" ".join(["suits", *(instance.suits or "-")]))
    modes = {"assignment": instance.assignment, "same_trick": instance.same_trick}
    clauses += [f"{name} {mode}" for name, mode in modes.items() if mode != Crew.model_fields[name].default]
    return clauses


def _name_text(name: str) -> str:
    """A name as it is, or as a JSON text without characters a terminal would obey."""
    if re.fullmatch(_NAME, name):
        return name
    return json_text(name)


def _objective_text(objective: Objective) -> str:
    marks = [objective.token] if objective.token else []
    if objective.id != str(objective.card):
        marks.append(f"id={_name_text(objective.id)}")
    for word, names in (("after", objective.after), ("before", objective.before)):
        if names:
            marks.append(f"{word}={','.join(map(_name_text, names))}")
    return f"{objective.card}[{' '.join(marks)}]" if marks else str(objective.card)


def _task_text(task: Task, number: int) -> str:
    named = "" if task.id == f"task{number}" else f" [id={_name_text(task.id)}]"
    return f"{task.owner} wins {task.words()}{named}"


def clauses_of(text: str) -> list[str]:
    """Split at semicolons that are not inside a name; empty clauses after the first one do no harm.

    Raises:
        InvalidInstance: if a name in quotes does not end.
    """
    clauses, start = [], 0
    while start <= len(text):
        found = _CLAUSE.match(text, start)
        end = found.end() if found else start
        if end < len(text) and text[end] == '"':
            raise InvalidInstance([Defect(f"character {end + 1}", "a name in quotes does not end")])
        clauses.append(text[start:end].strip())
        start = end + 1
    return [clause for k, clause in enumerate(clauses) if k == 0 or clause]


def _cards(text: str) -> list[list[Card]]:
    groups = [group.strip() for group in text.split("/")]
    if "" in groups:
        raise ValueError("cards are missing; an empty hand is written -")
    return [[] if group == "-" else cards_of_text(group) for group in groups]


def _read_hands(data: dict[str, Any], clause: str) -> None:
    data["hands"] = _cards(clause)


def _read_clause(data: dict[str, Any], clause: str) -> None:
    word, rest = (*clause.split(maxsplit=1), "")[:2]
    wins = re.fullmatch(r"([0-9]{1,10}|anybody)\s+wins\s+(.+)", clause, re.DOTALL)
    if wins is not None:
        _read_goal(data, None if wins[1] == "anybody" else int(wins[1]), wins[2])
        return
    reader = _READERS.get(word)
    if reader is None or not rest.strip():
        allowed = f"{', '.join(f'{name} …' for name in _READERS)}, 1 wins …, anybody wins …"
        raise ValueError(f"'{visible(clause)}' is not understood; allowed: {allowed}")
    if word in data:
        raise ValueError(f"{word} is said twice")
    data[word] = reader(rest.strip())


def _player(text: str) -> int:
    if not re.fullmatch("[0-9]{1,10}", text):
        raise ValueError(f"'{visible(text)}' is no player; allowed: 1, 2, …")
    return int(text)


_READERS: dict[str, Callable[[str], Any]] = {
    "leader": _player,
    "trump": str,
    "suits": lambda text: [] if text == "-" else text.split(),
    "assignment": str,
    "same_trick": str,
    "played": _cards,
}


def _read_goal(data: dict[str, Any], owner: int | None, words: str) -> None:
    """Read what a player must win: a task in its own words, or objectives."""
    plain, bracket = _without_bracket(words)
    for kind in KINDS.values():
        fields = kind.fields_of(" ".join(plain.split()))
        if fields is not None:
            if owner is None:
                raise ValueError("a task needs an owner; allowed: 1, 2, …")
            data["tasks"].append({"owner": owner, **fields, **_marks(bracket, {"id"})})
            return
    data["objectives"] += _objectives_of(owner, words)


def _objectives_of(owner: int | None, words: str) -> Iterator[dict[str, Any]]:
    start = 0
    while start < len(words):
        found = _OBJECTIVE.match(words, start)
        if found is None:
            raise ValueError(f"'{visible(words[start:])}' is no card with its token in brackets")
        try:
            cards = cards_of_text(found[1])
        except ValueError as error:
            examples = ", ".join(kind.example for kind in KINDS.values())
            raise ValueError(f"{error}; or a task as in: {examples}") from None
        marks = _marks(found[2] or "", {"id", "after", "before", "token"})
        if marks and len(cards) > 1:
            raise ValueError(f"'{visible(found[0])}': brackets belong to one card")
        yield from ({"card": card, "owner": owner, **marks} for card in cards)
        start = found.end()


def _without_bracket(words: str) -> tuple[str, str]:
    """Split off the bracket at the end, if there is one."""
    last = None
    for found in _PIECE.finditer(words):
        last = found
    bracket = last[0] if last and last[0].startswith("[") and last[0].endswith("]") else ""
    return words[: len(words) - len(bracket)].rstrip(), bracket


def _marks(bracket: str, allowed: set[str]) -> dict[str, Any]:
    """Read ``[2 id=x after=y,z]``."""
    text, marks, start = bracket[1:-1].rstrip(), {}, 0
    while start < len(text):
        found = _MARK.match(text, start)
        if found is None:
            raise ValueError(f"'{visible(text[start:].strip())}' is not understood; allowed: {_ALLOWED}")
        key, names, token = found[1] or "token", _names_of(found[2] or ""), found[3]
        if key not in allowed or key in marks:
            raise ValueError(f"'{key}' is {'said twice' if key in marks else 'not for a task'}")
        if key == "id" and len(names) > 1:
            raise ValueError(f"'{visible(found[0].strip())}': an id is one name")
        marks[key] = token if key == "token" else names[0] if key == "id" else names
        start = found.end()
    return marks


_ALLOWED = "a token (1, 2, …, omega, >, >>, …), id=NAME, after=NAMES, before=NAMES"


def _names_of(text: str) -> list[str]:
    """Read names with commas between, some of them JSON texts."""
    return [_name_of(name) for name in re.findall(rf"{_QUOTED}|{_NAME}", text)]


def _name_of(text: str) -> str:
    if not text.startswith('"'):
        return text
    try:
        return str(json.loads(text))
    except ValueError:
        raise ValueError(f"{visible(text)} is no JSON text") from None
