"""Reading an instance of The Crew from text: clauses and cards with their places, then the instance they make.

A text is cut at semicolons and line breaks outside names in quotes. A clause ends with its line. Only lists continue on
the next line, if it does not begin a clause: the next line of hands or tricks is the next hand or trick, and a goal
continues on lines that are indented or begin with a card. What is read keeps its place in the text, so that defects of
the instance as a whole are reported with line and column, too.
"""

from __future__ import annotations

import re
from itertools import chain
from typing import TYPE_CHECKING, Any, NamedTuple

from crewsat.base.errors import MOST_DEFECTS, Defect, InvalidInstance
from crewsat.base.wording import alternatives, nearest, place_in, visible
from crewsat.games.cards import cards_of_text
from crewsat.games.clauses import placed
from crewsat.games.crew.decks import DECKS
from crewsat.games.crew.instance import Crew
from crewsat.games.crew.text_brackets import BRACKET
from crewsat.games.crew.text_choices import COVERED_FORM, PASSED_FORM, PASSING_FORM, covered_of, passed_of, passing_of
from crewsat.games.crew.text_goals import GOAL, BadWordError, GoalReader, goal_in
from crewsat.games.names import NAME, QUOTED, names_of_text, numbered
from crewsat.games.notes import read_note
from crewsat.games.reading import MOST_CARDS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from crewsat.games.cards import Card
    from crewsat.games.crew.decks import Deck
    from crewsat.games.crew.text_goals import Goal

_PIECE = re.compile(rf'([;\s]*)((?:{QUOTED}|[^";\n]+)*)')
_CARD = re.compile(r"[^\W\d_][\w-]*:?[1-9]|[0-9]+:[1-9]|\*[1-9]")
"""The beginning of a word that names cards."""
_NAMED = re.compile(
    r"(?:(?P<owner>(?:^|[;\n])[^\S\n]*(?:player\s+)?)|(?<!\w)(?:leader|commander|captain|player)\s+)"
    rf"{NAME}(?(owner)(?=\s+(?:always\s+)?(?:win|lead|take)s?\b|:\s))|{BRACKET}|{QUOTED}",
    re.IGNORECASE,
)
"""Where the name of a player may stand for a number: an owner before a verb or colon, or after one of these words."""
_END_OF_CARD = re.compile(r"[0-9](?=[\s,/]|$)")


class Part(NamedTuple):
    """A clause, or the hands.

    Attributes:
        place: the place of its first character in the text.
        text: its text as written, perhaps on several lines.
    """

    place: int
    text: str

    @property
    def word(self) -> str:
        """The first word, in lower case."""
        return self.text.split(maxsplit=1)[0].casefold() if self.text else ""

    @property
    def is_clause(self) -> bool:
        """Whether it begins as a clause does."""
        return _BEGINNING.match(self.text) is not None


def clauses_of(text: str) -> list[str]:
    """Split at semicolons and line breaks that are not inside a name; empty parts are left out.

    Raises:
        InvalidInstance: if a name in quotes does not end.
    """
    return [text[start:end].rstrip() for start, end, _ in _pieces(text)]


def _pieces(text: str) -> Iterator[tuple[int, int, bool]]:
    """Yield beginning and end of each piece between semicolons and line breaks, and whether no semicolon precedes it.

    Raises:
        InvalidInstance: if a name in quotes does not end.
    """
    start = 0
    while found := _PIECE.match(text, start):
        (separators, _), start, end = found.groups(), found.end(1), found.end()
        if text[end : end + 1] == '"':
            raise InvalidInstance([Defect(place_in(text, end), "a name in quotes does not end")])
        if start == end:
            return
        yield start, end, ";" not in separators
        start = end


def _parts_of(text: str) -> list[Part]:
    """Return the hands and clauses of a text, in the order written."""
    spans: list[tuple[int, int]] = []
    for start, end, begins_a_line in _pieces(text):
        if spans and begins_a_line and not _BEGINNING.match(text, start) and _goes_on(text, spans[-1][0], start):
            spans[-1] = spans[-1][0], end
        else:
            spans.append((start, end))
    return [Part(start, text[start:end].rstrip()) for start, end in spans]


def _goes_on(text: str, begin: int, line: int) -> bool:
    """Return whether the part that begins at one place continues on the line that begins at another."""
    if GOAL.match(text, begin):
        return text[line - 1] in " \t" or _CARD.match(text, line) is not None
    return _ONE_LINE.match(text, begin) is None


def _goals_and_settings(clauses: Sequence[Part]) -> tuple[list[Goal], list[Part]]:
    """Separate clauses about what is to be won from the others."""
    goals = [(part, goal_in(*part)) for part in clauses]
    return [goal for _, goal in goals if goal is not None], [part for part, goal in goals if goal is None]


class TextReader:
    """A reader of one text that collects its defects.

    Args:
        text: the instance.
    """

    def __init__(self, text: str) -> None:
        self._text = text
        self._data: dict[str, Any] = {}
        self._places: dict[str, Any] = {}
        """Where each item of the data was read: an offset, or for a list one for each of its items."""
        self._defects: list[Defect] = []
        self._deck: Deck | None = None
        self._cards_left = MOST_CARDS
        self._rest: list[tuple[int, int]] = []
        """Hands that get the rest of the deck, each with its place in the text."""

    def read(self) -> Crew:
        """Return the instance.

        Raises:
            InvalidInstance: with everything that is wrong; what is wrong with the instance as a whole, such as a card
                that is dealt twice, only if all parts can be read.
        """
        parts = _parts_of(numbered(self._text, _NAMED))
        hands = next((part for part in parts if not part.is_clause), None)
        clauses = [part for part in parts if part is not hands]
        goals, settings = _goals_and_settings(clauses)
        self._deck = next((self._deck_of(part) for part in settings if part.word == "rules"), None)
        if hands is None:
            self._report(0, "hands are missing; an empty hand is written -")
        else:
            self._read_cards("hands", hands)
        for part in settings:
            self._read_clause(part)
        if self._rest:
            self._deal_the_rest()
        self._read_goals(goals)
        if self._defects:
            raise InvalidInstance(self._defects)
        return self._instance()

    def _deck_of(self, part: Part) -> Deck | None:
        """Return the deck of a clause `rules`, without which cards could not be read as they are meant."""
        name = _rest_of(part)
        if name and name not in DECKS:
            self._report(part.place, f"unknown rules '{visible(name)}'{alternatives(name, DECKS)}")
            raise InvalidInstance(self._defects)
        return DECKS.get(name)

    def _instance(self) -> Crew:
        try:
            return Crew(**self._data)
        except InvalidInstance as error:
            raise InvalidInstance([self._placed(defect) for defect in error.defects]) from None

    def _report(self, place: int, message: str) -> None:
        self._defects.append(Defect(place_in(self._text, place), message))
        if len(self._defects) == MOST_DEFECTS:
            raise InvalidInstance(self._defects)

    def _placed(self, defect: Defect) -> Defect:
        """Return a defect of the instance with its place in the text, or that of its enclosing part."""
        return placed(defect, self._places, self._text)

    def _read_clause(self, part: Part) -> None:
        """Read a clause, or report what is wrong with it."""
        self._cards_left = MOST_CARDS
        try:
            self._read_setting(part)
        except ValueError as error:
            self._report(part.place, str(error))

    def _read_goals(self, goals: Sequence[Goal]) -> None:
        """Read what is to be won, or report what is wrong with it."""
        cards = (*self._data.get("hands", ()), *self._data.get("played", ()))
        trump = self._deck.trump if self._deck else self._data.get("trump")
        reader = GoalReader(self._deck, chain.from_iterable(cards), trump)
        for goal in goals:
            try:
                reader.read(goal)
            except BadWordError as error:
                self._report(error.place, str(error))
            except ValueError as error:
                self._report(goal.begin, str(error))
        self._data |= reader.goals
        self._places |= reader.places

    def _read_setting(self, part: Part) -> None:
        """Read a clause that consists of a word and its value."""
        if part.word not in _CLAUSES:
            raise ValueError(f"'{visible(part.text)}' is not a valid clause{_hint(part)}")
        field, value_of = _CLAUSES[part.word]
        if field in self._places and field != "notes_on":
            raise ValueError(f"`{part.word}` is given twice")
        self._places[field] = part.place
        value = _rest_of(part)
        if not value and part.word not in {"dealt", "passing"}:
            raise ValueError(f"`{part.word}` has no value; allowed: {_FORMS[part.word]}")
        if field == "notes_on":
            read_note(self._data.setdefault(field, {}), value)
        elif field == "played":
            self._read_cards("played", Part(part.place + len(part.text) - len(value), value))
        elif field in {"passing", "passed", "covered"}:
            self._read_choice(field, value, part.place)
        else:
            self._data[field] = value_of(value)

    def _read_choice(self, field: str, value: str, place: int) -> None:
        """Read a clause about passing or covered cards."""
        if field == "passing":
            self._data[field] = passing_of(value, self._deck.suit_named if self._deck else str)
        elif field == "covered":
            self._data[field] = covered_of(value, self._cards_of)
        else:
            self._data |= passed_of(value, self._cards_of)
            self._places["passed_to"] = place

    def _read_cards(self, field: str, part: Part) -> None:
        """Read hands or tricks, with ``/`` or a line break between them."""
        if len(_END_OF_CARD.findall(part.text)) > MOST_CARDS:  # at once, before cards are read
            raise InvalidInstance([Defect("", f"there are more than {MOST_CARDS:,} cards")])
        lists: list[list[Card]] = []
        places: list[list[int]] = []
        start = part.place
        for group in part.text.split("/"):
            lines = [line for line in re.finditer(r"[^\n]+", group) if line[0].strip()]
            if not lines:
                self._report(start, "cards are missing; an empty hand is written -")
            for line in lines:
                if self._deck and field == "hands" and line[0].strip().casefold() == "rest":
                    self._rest.append((len(lists), start + line.start()))
                found = list(self._cards(start + line.start(), line[0]))
                lists.append([card for card, _ in found])
                places.append([place for _, place in found])
            start += len(group) + 1
        self._data[field], self._places[field] = lists, places

    def _cards(self, start: int, line: str) -> Iterator[tuple[Card, int]]:
        """Yield the cards of a hand or trick with their places."""
        if line.strip() == "-" or (self._deck and line.strip().casefold() == "rest"):
            return
        for word in re.finditer(r"\S+", line):
            try:
                for card in self._cards_of(word[0]):
                    yield card, start + word.start()
            except ValueError as error:
                self._report(start + word.start(), _why_not_a_card(word[0], error))

    def _cards_of(self, word: str) -> list[Card]:
        cards = self._deck.cards_of_word(word) if self._deck else cards_of_text(word)
        self._cards_left -= len(cards)
        if self._cards_left < 0:
            raise InvalidInstance([Defect("", f"there are more than {MOST_CARDS:,} cards")])
        return cards

    def _deal_the_rest(self) -> None:
        """Give one hand all cards of the deck that are nowhere else."""
        cards = self._deck.cards if self._deck else ()
        for _, place in self._rest[1:]:
            self._report(place, "`rest` is given twice")
        hands = self._data["hands"]
        played = self._data.get("played", []) if self._data.get("hands_are") != "dealt" else []
        elsewhere = {card for cards in (*hands, *played) for card in cards}
        for hand, place in self._rest[:1]:
            hands[hand] = [card for card in cards if card not in elsewhere]
            self._places["hands"][hand] = [place] * len(hands[hand])


def _rest_of(part: Part) -> str:
    """Return what follows the first word of a clause."""
    return part.text[len(part.word) :].strip()


def _why_not_a_card(word: str, error: ValueError) -> str:
    """Say what is wrong with a word among the cards of a hand."""
    if word.casefold() == "rest":
        return "`rest` is a hand of its own, and needs a clause `rules`; allowed: … / rest; rules planet-nine"
    near = nearest(word, _FORMS)
    return f"{error}; or did you mean '{_FORMS[near]}'?" if near else str(error)


def _hint(part: Part) -> str:
    """Say what may have been meant."""
    near = nearest(part.word, _FORMS)
    if part.word.isdecimal() or part.word == "player" or re.search(r"\b(?:win|take|lead)s\b", part.text):
        return f"; did you mean '{_GOAL_FORMS[0]}'?"
    if near:
        return f"; did you mean '{_FORMS[near]}'?"
    return f"; allowed: {', '.join([*_FORMS.values(), *_GOAL_FORMS])}"


def _player(text: str) -> int:
    if not re.fullmatch("[0-9]{1,10}", text):
        raise ValueError(f"'{visible(text)}' is not a valid player; allowed: 1, 2, …")
    return int(text)


def _number_of_goals(text: str) -> int:
    if not re.fullmatch("[0-9]{1,10}", text):
        raise ValueError(f"'{visible(text)}' is not a number of goals; allowed: 0, 1, …")
    return int(text)


def _nothing_more(text: str) -> str:
    if text:
        raise ValueError(f"unexpected '{visible(text)}'; allowed: `dealt` alone")
    return "dealt"


_CLAUSES: dict[str, tuple[str, Callable[[str], Any]]] = {
    "rules": ("rules", str),
    "leader": ("leader", _player),
    "commander": ("leader", _player),
    "captain": ("leader", _player),
    "trump": ("trump", str),
    "suits": ("suits", lambda text: [] if text == "-" else text.split()),
    "assignment": ("assignment", str),
    "same_trick": ("same_trick", str),
    "handover": ("handover", _number_of_goals),
    "retoken": ("retoken", str),
    "played": ("played", str),
    "passing": ("passing", str),
    "passed": ("passed", str),
    "covered": ("covered", str),
    "names": ("names", names_of_text),
    "note": ("notes_on", str),
    "dealt": ("hands_are", _nothing_more),
}
"""The field that a clause fills, and how its value is read, by its first word. Commander and captain lead first."""

_BEGINNING = re.compile(rf"(?:{'|'.join(_CLAUSES)})(?=[\s;]|$)|{GOAL.pattern}", re.IGNORECASE)
"""The beginnings of clauses."""
_ONE_LINE = re.compile(rf"(?:{'|'.join(sorted(_CLAUSES.keys() - {'suits', 'played'}))})(?=[\s;]|$)", re.IGNORECASE)
"""The beginnings of clauses that do not continue on the next line."""

_FORMS = {
    "rules": "rules planet-nine",
    "leader": "leader 1",
    "commander": "commander 1",
    "captain": "captain 1",
    "trump": "trump rocket",
    "suits": "suits pink blue rocket",
    "assignment": "assignment draft",
    "same_trick": "same_trick violates",
    "handover": "handover 1",
    "retoken": "retoken swap",
    "played": "played a1 b2 / c3",
    "passing": PASSING_FORM,
    "passed": PASSED_FORM,
    "covered": COVERED_FORM,
    "names": "names Alice, Bob",
    "note": 'note 3 "green was safer"',
    "dealt": "dealt",
}
"""How clauses are written, for messages."""
_GOAL_FORMS = ("1 wins pink9", "anybody wins pink9")
