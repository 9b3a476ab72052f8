r"""Text for a view, to be typed by a person; it prints back on one line.

    view; players 4; me 2; hand p9 b5,3; rules planet-nine; leader 3; signal 3 b7 highest; played p1 p2; 1 wins p4

Clauses follow ``view`` in any order, each after a semicolon or on a line of its own:

===============================  ==========================================================================
clause                           meaning
===============================  ==========================================================================
``players 4``                    how many players there are
``me 2``                         whose view it is
``hand pink9 blue5,3``           the cards that this player holds now; ``-`` for none
``sizes 9 9 10 10``              how many cards the players hold now; not needed if all were dealt equally many
``deck a1,2 b1,2``               all cards that were dealt; not with ``rules``
``leader 3``                     who led the first trick; not needed with ``rules`` by whoever holds the highest trump
``signal 3 blue7 highest``       a signal, given before trick 1; also ``lowest`` or ``only``
``signal 3 blue7 only before 2`` a signal given before trick 2
``signals_left 1 1 0 1``         how many signals each player may still give; else 1 less those given
===============================  ==========================================================================

``rules``, ``trump``, ``assignment``, ``same_trick``, ``played``, ``names`` and what is to be won are written as in an
instance (`crewsat.games.crew.text`). With ``rules``, suits may be abbreviated, and cards written as ranges: ``p9-7``.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from crewsat.base.errors import MOST_DEFECTS, Defect, InvalidInstance
from crewsat.base.wording import alternatives, place_in, visible
from crewsat.games.cards import cards_of_text, text_of_cards
from crewsat.games.clauses import parts_of, placed
from crewsat.games.crew import text as instances
from crewsat.games.crew.decks import DECKS
from crewsat.games.crew.text_brackets import BRACKET
from crewsat.games.crew.text_goals import BadWordError, GoalReader, goal_in
from crewsat.games.names import NAME, QUOTED, names_of_text, numbered, text_of_player
from crewsat.hidden.fitting_together import equal_sizes
from crewsat.hidden.signals import signals_not_given
from crewsat.hidden.view import View, shared_part

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from crewsat.games.cards import Card
    from crewsat.games.crew.text_goals import Goal

HEAD = "view"
"""How the text of a view begins."""

_NAMED = re.compile(
    r"(?:(?P<owner>(?:^|[;\n])[^\S\n]*(?:player\s+)?)|(?<!\w)(?:leader|commander|captain|player|me|signal)\s+)"
    rf"{NAME}(?(owner)(?=\s+(?:always\s+)?(?:win|lead|take)s?\b|:\s))|{BRACKET}|{QUOTED}",
    re.IGNORECASE,
)
"""Where the name of a player may stand for a number: an owner before a verb or colon, or after one of these words."""
_SIGNAL = re.compile(
    r"(?:player\s+)?([0-9]{1,10})\s+(\S+)\s+([a-z]+)(?:\s+before(?:\s+trick)?\s+([0-9]{1,10}))?", re.IGNORECASE
)


def text_of(view: View) -> str:
    """Return the view as one line that `parse_text` reads back."""
    clauses = [HEAD, f"players {view.players}", f"me {text_of_player(view.me, view.names)}"]
    clauses.append(f"hand {text_of_cards(view.hand) or '-'}")
    if equal_sizes(view, len(view.cards)) != view.sizes:
        clauses.append(f"sizes {' '.join(map(str, view.sizes))}")
    if view.deck is not None:
        clauses.append(f"deck {text_of_cards(view.deck) or '-'}")
    for signal in view.signals:
        before = f" before {signal.before_trick}" if signal.before_trick > 1 else ""
        clauses.append(f"signal {text_of_player(signal.player, view.names)} {signal.card} {signal.says}{before}")
    if view.signals_left != signals_not_given(view.players, view.signals):
        clauses.append(f"signals_left {' '.join(map(str, view.signals_left))}")
    shared = instances.text_of(shared_part(view)).partition("; ")[2]  # the first clause has the hands
    return "; ".join([*clauses, shared] if shared else clauses)


def parse_text(text: str) -> View:
    """Read a view from text.

    Raises:
        InvalidInstance: with everything that is wrong, each defect with line and column.
    """
    return _Reader(text).read()


class _Reader:
    """A reader of one text that collects its defects."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._data: dict[str, Any] = {}
        self._places: dict[str, Any] = {}
        """Where each item of the data was read: an offset, or for a list one for each of its items."""
        self._defects: list[Defect] = []
        (_, head), *self._parts = parts_of(numbered(text, _NAMED).replace("\n", ";").lstrip("; \t"))
        self._shift = len(text) - len(text.lstrip("; \t\n"))
        if head != HEAD:
            self._report(0, f"unexpected beginning '{visible(head)}'; expected {HEAD}; …")
        rules = next(
            (words[1] for _, part in self._parts if (words := part.split())[:1] == ["rules"] and words[1:]), ""
        )
        self._deck = DECKS.get(rules)

    def read(self) -> View:
        """Return the view.

        Raises:
            InvalidInstance: with everything that is wrong; what is wrong with the view as a whole, such as a card that
                is in two places, only if all parts can be read.
        """
        goals: list[Goal] = []
        for start, part in self._parts:
            goal = goal_in(start + self._shift, part)
            if goal is not None:
                goals.append(goal)
            elif part:
                self._read_clause(start + self._shift, part)
        self._read_goals(goals)
        if self._defects:
            raise InvalidInstance(self._defects)
        try:
            return View(**self._data)
        except InvalidInstance as error:
            raise InvalidInstance([self._placed(defect) for defect in error.defects]) from None

    def _report(self, place: int, message: str) -> None:
        self._defects.append(Defect(place_in(self._text, place), message))
        if len(self._defects) == MOST_DEFECTS:
            raise InvalidInstance(self._defects)

    def _placed(self, defect: Defect) -> Defect:
        """Return a defect of the view with its place in the text, or that of its enclosing part."""
        return placed(defect, self._places, self._text) if defect.path else defect

    def _read_clause(self, place: int, part: str) -> None:
        """Read a clause that consists of a word and its value, or report what is wrong with it."""
        word, *rest = part.split(maxsplit=1)
        word, value = word.casefold(), rest[0] if rest else ""
        field = _FIELDS.get(word)
        if field is None:
            self._report(place, f"'{visible(part)}' is not a valid clause{alternatives(word, _FIELDS, _form)}")
        elif field in self._places and field != "signals":
            self._report(place, f"`{word}` is given twice")
        elif not value:
            self._report(place, f"`{word}` has no value; allowed: {_form(word)}")
        elif field in {"hand", "deck", "played"}:
            self._read_cards(field, place + len(part) - len(value), value)
        else:
            self._read_value(field, place, value)

    def _read_value(self, field: str, place: int, value: str) -> None:
        """Read the value of a clause without lists of cards."""
        try:
            if field == "signals":
                self._data.setdefault(field, []).append(self._signal(value))
                self._places.setdefault(field, []).append(place)
                return
            self._places[field] = place
            self._data[field] = _VALUES.get(field, str)(value)
        except ValueError as error:
            self._report(place, str(error))

    def _signal(self, value: str) -> dict[str, Any]:
        """Read what follows `signal`."""
        found = _SIGNAL.fullmatch(value)
        if found is None:
            raise ValueError(f"'{visible(value)}' is not a signal; allowed: {_form('signal')}")
        cards = self._cards_of(found[2])
        if len(cards) != 1:
            raise ValueError(f"'{visible(found[2])}' is not one card; allowed: {_form('signal')}")
        before = int(found[4] or 1)
        return {"player": int(found[1]), "card": cards[0], "says": found[3].casefold(), "before_trick": before}

    def _read_cards(self, field: str, place: int, value: str) -> None:
        """Read a list of cards, or several with ``/`` between them."""
        lists, places = [], []
        for group in value.split("/"):
            found = list(self._cards(place, group))
            if not group.strip():
                self._report(place, "cards are missing; none are written -")
            lists.append([card for card, _ in found])
            places.append([where for _, where in found])
            place += len(group) + 1
        if field != "played" and len(lists) > 1:
            self._report(places[1][0] if places[1] else place, f"`{field}` is one list of cards; unexpected '/'")
        several = field == "played"
        self._data[field], self._places[field] = (lists, places) if several else (lists[0], places[0])

    def _cards(self, start: int, group: str) -> Iterator[tuple[Card, int]]:
        """Yield cards with their places."""
        for word in re.finditer(r"\S+", group) if group.strip() != "-" else ():
            try:
                for card in self._cards_of(word[0]):
                    yield card, start + word.start()
            except ValueError as error:
                self._report(start + word.start(), str(error))

    def _cards_of(self, word: str) -> Sequence[Card]:
        return self._deck.cards_of_word(word) if self._deck else cards_of_text(word)

    def _read_goals(self, goals: Sequence[Goal]) -> None:
        """Read what is to be won, after the cards that a pattern may stand for."""
        trump = self._deck.trump if self._deck else self._data.get("trump")
        reader = GoalReader(self._deck, self._deck.cards if self._deck else self._data.get("deck", ()), trump)
        for goal in goals:
            try:
                reader.read(goal)
            except BadWordError as error:
                self._report(error.place, str(error))
            except ValueError as error:
                self._report(goal.begin, str(error))
        self._data |= reader.goals
        self._places |= reader.places


def _number(text: str) -> int:
    if not re.fullmatch("[0-9]{1,10}", text):
        raise ValueError(f"'{visible(text)}' is not a number; allowed: 1, 2, …")
    return int(text)


def _numbers(text: str) -> list[int]:
    return [_number(word) for word in text.split()]


_VALUES: dict[str, Callable[[str], Any]] = {
    "players": _number,
    "me": _number,
    "leader": _number,
    "sizes": _numbers,
    "signals_left": _numbers,
    "names": names_of_text,
}
"""How the value of a field is read, if it is not a word."""

_FORMS = {
    "players": "players 4",
    "me": "me 2",
    "hand": "hand p9 b5,3",
    "sizes": "sizes 9 9 10 10",
    "deck": "deck a1,2 b1,2",
    "rules": "rules planet-nine",
    "leader": "leader 1",
    "commander": "commander 1",
    "captain": "captain 1",
    "trump": "trump rocket",
    "assignment": "assignment draft",
    "same_trick": "same_trick violates",
    "played": "played a1 b2 / c3",
    "signal": "signal 3 b7 highest before 2",
    "signals_left": "signals_left 1 1 0 1",
    "names": "names Alice, Bob",
}
"""How clauses are written, for messages."""

_FIELDS = {word: word for word in _FORMS} | {"commander": "leader", "captain": "leader", "signal": "signals"}
"""The field that a clause fills, by its first word."""


def _form(word: str) -> str:
    return _FORMS[word]
