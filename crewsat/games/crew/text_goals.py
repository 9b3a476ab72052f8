"""Reading the goals of a text: clauses that say what a player must win, as objectives or tasks.

Goals are read after everything else: a pattern such as ``pink*`` stands for the cards that were dealt.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, NamedTuple

from crewsat.base.errors import Defect, InvalidInstance
from crewsat.base.wording import visible
from crewsat.games.cards import cards_of_text, text_of_cards
from crewsat.games.crew.patterns import cards_of_pattern, is_pattern
from crewsat.games.crew.task_text import EXAMPLES, task_in
from crewsat.games.crew.text_brackets import BRACKET, marks_of, without_bracket
from crewsat.games.reading import MOST_CARDS, MOST_GOALS

if TYPE_CHECKING:
    from collections.abc import Iterable

    from crewsat.games.cards import Card
    from crewsat.games.crew.decks import Deck

GOAL = re.compile(
    r"(?:player\s+)?([0-9]{1,10}|anybody|everybody|(?:the\s+)?crew)"
    r"(?:\s+((?:always\s+)?(?:win|lead|take))s?\b\s*|:\s+)",
    re.IGNORECASE,
)
"""How a goal begins: whose it is, and perhaps a verb."""
_OBJECTIVE = re.compile(rf"\s*([^\s\[\]]+)(?:\s*({BRACKET}))?")
_CARD_LIKE = re.compile(r"[^\W\d_]+:?[1-9].*")


class Goal(NamedTuple):
    """A clause about what a player must win.

    Attributes:
        owner: a player, ``crew`` or ``everybody``; None for ``anybody``.
        verb: ``win``, ``lead``, ``always win``; empty if there is none.
        begin: the place of the clause in the text.
        place: the place of what follows.
        text: the text that follows.
    """

    owner: int | str | None
    verb: str
    begin: int
    place: int
    text: str


def goal_in(place: int, text: str) -> Goal | None:
    """Return the goal that a clause at a place states, or None if it is another clause."""
    found = GOAL.match(text)
    if found is None:
        return None
    who = found[1].casefold().split()[-1]
    owner = None if who == "anybody" else int(who) if who.isdecimal() else who
    verb = " ".join((found[2] or "").casefold().split()).replace("take", "win")
    return Goal(owner, verb, place, place + found.end(), text[found.end() :])


class BadWordError(ValueError):
    """An error in a word of a goal, with the place of that word."""

    def __init__(self, place: int, message: str) -> None:
        super().__init__(message)
        self.place = place


class GoalReader:
    """A reader of goals, one after the other.

    Args:
        deck: the deck of a published game, whose suits may be abbreviated.
        dealt: the cards that patterns mean.
        trump: the trump suit.

    Attributes:
        goals: objectives and tasks, as in JSON.
        places: the place of each of them in the text.
    """

    def __init__(self, deck: Deck | None, dealt: Iterable[Card], trump: str | None) -> None:
        self.goals: dict[str, list[dict[str, Any]]] = {"objectives": [], "tasks": []}
        self.places: dict[str, list[int]] = {"objectives": [], "tasks": []}
        self._deck, self._trump = deck, trump
        self._dealt = list(dealt)
        self._like: dict[str | int, list[Card]] = {}
        for card in self._dealt:
            self._like.setdefault(card.suit, []).append(card)
            self._like.setdefault(card.value, []).append(card)
        self._left = MOST_CARDS

    def read(self, goal: Goal) -> None:
        """Read what a player must win: a task in its own words, or objectives.

        Raises:
            ValueError: with what is wrong; a `BadWordError` if it is a single word.
            InvalidInstance: if there are too many goals, or cards.
        """
        self._check_number()
        plain, bracket = without_bracket(goal.text)
        words, wrong = self._in_full(goal.place, plain)
        try:
            fields = task_in(f"{goal.verb or 'win'} {words}")
        except ValueError:
            if wrong is not None:
                raise wrong from None
            raise
        if fields is not None:
            if wrong is not None:
                raise wrong
            self.goals["tasks"].append({"owner": goal.owner, **fields, **marks_of(bracket, {"id"})})
            self.places["tasks"].append(goal.place)
        elif not words:
            raise ValueError(f"what is to be won is missing; allowed: cards, or {EXAMPLES}")
        elif goal.verb in {"", "win"} and not isinstance(goal.owner, str):
            self._read_objectives(goal)
        else:
            said = f"{goal.owner or 'anybody'} {goal.verb or 'win'}s {words}"
            raise ValueError(f"'{visible(said)}' is not a valid task; allowed: {EXAMPLES}")

    def _in_full(self, place: int, plain: str) -> tuple[str, BadWordError | None]:
        """Return the words of a goal with cards and patterns in full, and what is wrong with the first bad one."""
        words, wrong = [], None
        for found in re.finditer(r"\S+", plain):
            word = found[0]
            if is_pattern(word) or (self._deck and _CARD_LIKE.fullmatch(word)):
                try:
                    word = text_of_cards(self.cards_of(word))
                except ValueError as error:
                    wrong = wrong or BadWordError(place + found.start(), str(error))
            words.append(word)
        return " ".join(words), wrong

    def cards_of(self, word: str) -> list[Card]:
        """Read cards of one suit, or a pattern."""
        if is_pattern(word):
            cards = self._of_pattern(word)
        else:
            cards = self._deck.cards_of_word(word) if self._deck else cards_of_text(word)
        self._left -= len(cards)
        if self._left < 0:
            raise InvalidInstance([Defect("", f"there are more than {MOST_CARDS:,} cards")])
        return cards

    def _of_pattern(self, word: str) -> list[Card]:
        pattern = word.removesuffix(",")
        if self._deck and re.fullmatch(r"[^\W\d_]+:?\*", pattern):
            pattern = f"{self._deck.suit_named(pattern.rstrip(':*'))}*"
        if not pattern.startswith("*"):
            alike = self._like.get(pattern.rstrip(":*"), [])
        else:
            values = (int(value) for value in pattern[1:].split(",") if value.isdecimal() and len(value) < 10)
            alike = [card for value in dict.fromkeys(values) for card in self._like.get(value, [])]
        return cards_of_pattern(pattern, alike or self._dealt, self._trump)

    def _read_objectives(self, goal: Goal) -> None:
        start, words = 0, goal.text
        while start < len(words):
            found = _OBJECTIVE.match(words, start)
            if found is None:
                raise ValueError(f"'{visible(words[start:])}' is not a card with its token in brackets")
            place = goal.place + found.start(1)
            try:
                cards, marks = self.cards_of(found[1]), marks_of(found[2] or "", {"id", "after", "before", "token"})
            except ValueError as error:
                raise BadWordError(place, f"{error}; or a task, such as {EXAMPLES}") from None
            if marks and len(cards) > 1:
                raise ValueError(f"'{visible(found[0])}': brackets belong to one card")
            self.goals["objectives"] += [{"card": card, "owner": goal.owner, **marks} for card in cards]
            self.places["objectives"] += [place] * len(cards)
            start = found.end()
            self._check_number()

    def _check_number(self) -> None:
        if sum(map(len, self.goals.values())) > MOST_GOALS:
            raise InvalidInstance([Defect("", f"there are more than {MOST_GOALS:,} objectives and tasks together")])
