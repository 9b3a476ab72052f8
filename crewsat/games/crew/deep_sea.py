"""The 96 tasks of Mission Deep Sea: `deep_sea.json`, and what a task asks for with a number of players.

The file has what is printed on the cards, in patterns: ``pink*``, ``*7``, a number for each number of players, ``more
than half`` of the tricks. With the whole deck, all of these are the same in every deal to the same number of players,
so a task is given by its JSON fields, without an owner. Interpretations are data: to read a card differently, change a
list in the file.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import TYPE_CHECKING, Any

from crewsat.base.wording import visible
from crewsat.games.cards import Card, text_of_cards
from crewsat.games.crew.decks import DECKS, PLAYERS
from crewsat.games.crew.patterns import cards_of_pattern
from crewsat.games.crew.tasks import KINDS
from crewsat.games.crew.templates import filled_in

if TYPE_CHECKING:
    from collections.abc import Collection

    from crewsat.games.crew.task import Task

DECK = DECKS["deep-sea"]
_FILE = "deep_sea.json"


@dataclass(frozen=True, slots=True)
class DeepSeaTask:
    """A task of Mission Deep Sea as printed.

    Attributes:
        number: the number of the task, from 0.
        difficulties: as printed, for 3, 4 and 5 players.
        words: what its owner must do, in our own words.
        redeal: sets of cards; if one hand has all cards of a set, the cards are dealt again before anything else.
        source: where words and difficulties come from.
        doubt: where sources differ on what it means, and which reading was chosen; empty if they agree.
        note: further remarks on its meaning; empty if there are none.
        not_for_captain: whether whoever leads the first trick may not take it.
        asks: what it asks for, as JSON with patterns.
    """

    number: int
    difficulties: tuple[int, ...]
    words: str
    redeal: tuple[frozenset[Card], ...]
    source: str
    doubt: str
    note: str
    not_for_captain: bool
    asks: str

    def difficulty(self, players: int) -> int:
        """Return the difficulty with 3, 4 or 5 players."""
        return self.difficulties[PLAYERS.index(players)]

    def fields(self, players: int) -> dict[str, Any]:
        """Return the task as JSON fields with 3, 4 or 5 players, without owner and id."""
        words = {"more than half": tricks_of(players) // 2 + 1}
        asks = json.loads(self.asks)
        fields: dict[str, Any] = filled_in(asks, words, DECK.cards, trump=DECK.trump, players=players)
        return fields

    def asked(self, players: int) -> Task:
        """Return the task with 3, 4 or 5 players, free."""
        fields = self.fields(players)
        return KINDS[fields["kind"]](owner=None, **fields)

    def text(self, players: int) -> str:
        """Return the task as a clause of the text form, free and with patterns: ``anybody wins at most 0 of *9``."""
        text = f"anybody {self.asked(players).phrase()}"
        for pattern in re.findall(r'"([^"]*\*[^"]*)"', self.asks):
            text = text.replace(text_of_cards(_cards_of(pattern)), pattern)
        return text

    def as_dict(self, players: int | None = None) -> dict[str, Any]:
        """Return the data of the task as a JSON object; what it asks for depends on the number of players."""
        counts = PLAYERS if players is None else (players,)
        entry: dict[str, Any] = {
            "number": self.number,
            "difficulty": {str(count): self.difficulty(count) for count in counts},
            "words": self.words,
            "not_for_captain": self.not_for_captain,
        }
        entry |= (
            {} if players is None else {"players": players, "task": self.fields(players), "text": self.text(players)}
        )
        if self.redeal:
            entry["redeal_if_one_hand_holds"] = [sorted(map(str, cards)) for cards in self.redeal]
        return entry | ({"doubt": self.doubt} if self.doubt else {}) | ({"note": self.note} if self.note else {})

    def must_redeal(self, hands: Collection[Collection[Card]]) -> bool:
        """Return whether these hands must be dealt again if the task has been drawn."""
        return any(cards <= set(hand) for hand in hands for cards in self.redeal)


@cache
def deep_sea_tasks() -> tuple[DeepSeaTask, ...]:
    """Return all 96 tasks of Mission Deep Sea; task number n is at place n."""
    data = json.loads(resources.files(__package__).joinpath(_FILE).read_text(encoding="utf-8"))
    return tuple(_task_of(entry, data["source"]) for entry in data["tasks"])


def task_numbered(number: int | str) -> DeepSeaTask:
    """Return a task by its number, which may be a string.

    Raises:
        ValueError: if there is none.
    """
    found = {str(task.number): task for task in deep_sea_tasks()}.get(str(number))
    if found is None:
        last = len(deep_sea_tasks()) - 1
        raise ValueError(f"{visible(number)} is not a task of Mission Deep Sea; allowed: 0 to {last}")
    return found


def tricks_of(players: int) -> int:
    """Return the number of tricks T of the whole deck with `players` players."""
    return len(DECK.cards) // players


def _task_of(entry: dict[str, Any], source: str) -> DeepSeaTask:
    return DeepSeaTask(
        number=entry["number"],
        difficulties=tuple(entry["difficulty"]),
        words=entry["words"],
        redeal=tuple(frozenset(map(Card.parse, cards)) for cards in entry.get("redeal_if_one_hand_holds", ())),
        source=source,
        doubt=entry.get("doubt", ""),
        note=entry.get("note", ""),
        not_for_captain=entry["asks"].get("compared_with") == "leader",
        asks=json.dumps(entry["asks"]),
    )


def _cards_of(pattern: str) -> list[Card]:
    return cards_of_pattern(pattern, DECK.cards, DECK.trump)
