r"""Text for an instance, to be typed by a person; it prints back on one line.

    pink9,4 blue2 / pink2 blue5,3 / pink8 green1; leader 1; 1 wins pink8[1] blue3; anybody wins pink2[omega]

The first part lists the hands separated by ``/``, with ``-`` for an empty one; ``pink9,4`` is short for ``pink9
pink4``. Clauses follow in any order, each after a semicolon or on a line of its own. A line break may also stand for
``/`` between hands and between tricks:

===============================  ==========================================================================
clause                           meaning
===============================  ==========================================================================
``rules planet-nine``            the deck of a published game, here or ``deep-sea``, all of it; trump and leader follow
``leader 2``                     who leads the first trick, also ``commander 2``, ``captain 2``; else the crew chooses
``trump rocket``                 the trump suit
``suits pink blue rocket``       all suits, if no player holds the trump suit
``1 wins pink4 blue2``           objectives of player 1, also ``1: pink4 blue2``; ``anybody wins …`` free ones
``assignment draft``             how free objectives are shared out
``handover 1``                   how many of them may go to another player then
``retoken swap``                 a change of tokens that the crew may make, also ``move``
``same_trick violates``          how a pair in order is judged that one trick completes
``2 wins exactly 1 of a1,2``     a task, in its own words; it may be that of ``crew``, ``everybody``, or ``anybody``
``played a1 b2 / c3``            tricks played already
``passing``, ``covered``, …       see `crewsat.games.crew.text_choices`
``names Alice, Bob, "Ann Lee"``  what the players are called; ``Alice wins pink4``
``note 3 "green was safer"``     a note on the third card, for a review; one clause for each
``dealt``                        hands are those before the first trick; else they are held now
===============================  ==========================================================================

A task counts tricks or cards (``at least 3 tricks``, ``exactly 1 of a1,2``), perhaps only some tricks (``with pink9,8
beating *5``, ``of only *2,4``, ``with total 22 to 23``, ``with as many pink* as blue*``, ``among tricks 1 2 last``), is
about a run (``at least 3 tricks in a row``) or a trick by its number (``trick 3``, ``the last trick``), or compares:
``at least 1 trick more than the others``, ``as many tricks as the leader``, ``at least 1 more of pink* than of blue*``;
``always`` before the verb asks for that after every trick. ``2 leads at most 0 tricks with pink*`` is about leading.
Several tasks are joined by ``and`` or by ``or``. In goals ``*7`` stands for the dealt cards of a value of all suits but
the trump suit, ``pink*`` for those of a suit.

With ``rules``, suits may be abbreviated to their beginning, in upper or lower case (``p9``, ``Pink9``), cards written
as ranges (``p9-7``), and one hand as ``rest``: all cards that are nowhere else.

After an objective, brackets hold its token and what else it has: ``pink4[2]``, ``pink4[omega]``, ``blue2[id=x
after=pink4,y before=z]``; after a task ``[id=x]``. A name with characters other than letters, digits and ``_:.-`` is
written as a JSON string. `about` cannot be written.
"""

from __future__ import annotations

import re
from itertools import groupby
from typing import TYPE_CHECKING

from crewsat.base.wording import json_text
from crewsat.games.cards import text_of_cards
from crewsat.games.crew.decks import DECKS
from crewsat.games.crew.features import ALL, CHANGES, COVERED, PASSING
from crewsat.games.crew.instance import Crew
from crewsat.games.crew.text_brackets import NAME
from crewsat.games.crew.text_choices import choices_of
from crewsat.games.crew.text_reading import TextReader
from crewsat.games.names import clause_of, text_of_player
from crewsat.games.notes import clauses_of
from crewsat.games.scope import reads

if TYPE_CHECKING:
    from crewsat.games.crew.objective import Objective
    from crewsat.games.crew.task import Task


@reads("the text form", ALL | CHANGES | COVERED | PASSING)
def text_of(instance: Crew) -> str:
    """Return the instance as one line that `parse_text` reads back; `about` is left out."""
    clauses = [" / ".join(text_of_cards(hand) or "-" for hand in instance.hands), *_settings(instance)]
    for owner, run in groupby(instance.objectives, key=lambda objective: objective.owner):
        clauses.append(f"{_who(instance, owner)} wins {' '.join(map(_objective_text, run))}")
    clauses += choices_of(instance)
    clauses += [_task_text(instance, task, k) for k, task in enumerate(instance.tasks, 1)]
    if instance.played:
        clauses.append(f"played {' / '.join(' '.join(map(str, trick)) for trick in instance.played)}")
    clauses += clauses_of(instance.notes_on)
    return "; ".join(clauses)


def parse_text(text: str) -> Crew:
    """Read an instance from text.

    Raises:
        InvalidInstance: with everything that is wrong, each defect with line and column.
    """
    return TextReader(text).read()


def _settings(instance: Crew) -> list[str]:
    """Return the clauses that consist of a word and its value, without redundant ones."""
    clauses = []
    deck = DECKS.get(instance.rules or "")
    if deck is not None:
        clauses.append(f"rules {deck.name}")
    if instance.leader is not None and not (deck and any(deck.highest in hand for hand in instance.hands)):
        clauses.append(f"leader {_who(instance, instance.leader)}")
    if instance.trump is not None and not deck:
        clauses.append(f"trump {instance.trump}")
    if instance.suits is not None:
        clauses.append(" ".join(["suits", *(instance.suits or "-")]))
    modes: dict[str, object] = {"assignment": instance.assignment, "same_trick": instance.same_trick}
    clauses += clause_of(instance.names)
    modes |= {"handover": instance.handover, "retoken": instance.retoken}
    clauses += [f"{name} {mode}" for name, mode in modes.items() if mode != Crew.fields[name].default]
    return clauses


def _who(instance: Crew, owner: int | str | None) -> str:
    """Return a player by name, if players have names, or who else a goal is for."""
    if isinstance(owner, int):
        return text_of_player(owner, instance.names)
    return owner or "anybody"


def _name_text(name: str) -> str:
    """Return a name as it is, or as a JSON string without terminal control characters."""
    if re.fullmatch(NAME, name):
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


def _task_text(instance: Crew, task: Task, number: int) -> str:
    named = "" if task.id == f"task{number}" else f" [id={_name_text(task.id)}]"
    return f"{_who(instance, task.owner)} {task.phrase()}{named}"
