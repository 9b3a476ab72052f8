"""The fifty missions of The Quest for Planet Nine: `missions.json`, and what a mission asks for in a deal.

A mission draws some task cards, with tokens from left to right, and has an assignment; the special rules are tasks in
templates, whose words (``commander``, ``all rockets dealt``, …) and patterns the deal fills in. All cards are known, so
what concerns communication only is kept as words, and not asked. Interpretations are data: to read a rule differently,
change the file.

A reading that makes a difference is a choice: ``unplayed`` says what an unplayed pink card means in mission 46. With
``lost``, the neighbour must win all pink cards that are dealt; with ``ignored``, nobody else may win one.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, get_args

from crewsat.base.wording import counted, visible
from crewsat.games.cards import Card
from crewsat.games.crew.decks import DECKS
from crewsat.games.crew.order import OMEGA
from crewsat.games.crew.patterns import cards_of_pattern
from crewsat.games.crew.templates import filled_in

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from crewsat.games.crew.assignment import Mode
    from crewsat.games.crew.retokening import Retoken

DECK = DECKS["planet-nine"]
_FILE = "missions.json"

Unplayed = Literal["lost", "ignored"]
UNPLAYED: tuple[Unplayed, ...] = get_args(Unplayed)
"""What an unplayed pink card means in mission 46."""

TEMPLATE = ("objectives", "asks", "asks_if_ignored", "passing", "passing_of_two")
"""What a mission asks for besides its task cards, as the file has it."""

ASSIGNMENTS: dict[str, str] = {
    "draft": "the tasks are drafted in turn order, beginning with the commander",
    "balanced": "the commander gives the tasks out, as evenly as possible",
    "one_player_but_leader": "one player takes it all, but not the commander",
    "any": "the crew agrees on whoever does what",
}
"""How tasks are shared out, in words."""


class Dealt(NamedTuple):
    """What a mission needs to know of a deal.

    Attributes:
        hands: as dealt, player 1's first; two players have a third one.
        leader: the commander.
        drawn: the task cards, in the order drawn.
        covered: pairs of cards of the third hand of two players, the one above first.
    """

    hands: Sequence[Sequence[Card]]
    leader: int
    drawn: Sequence[Card]
    covered: Sequence[tuple[Card, Card]] = ()

    @property
    def cards(self) -> list[Card]:
        """All cards dealt."""
        return [card for hand in self.hands for card in hand]


@dataclass(frozen=True, slots=True)
class Mission:
    """A mission of The Quest for Planet Nine.

    Attributes:
        number: from 1 to 50.
        tasks: how many task cards are drawn.
        tokens: those of the cards drawn, in their order.
        rule: its special rule, in our own words; empty if there is none.
        assignment: how the task cards, or the parts that its rule names, are shared out.
        communication: what it says about communication, which is not asked; empty if it says nothing.
        handover: whether with five players one task may be handed over to another player after the sharing out.
        retoken: the change of tokens that is allowed; None if there is none.
        readings: which reading of its rule was taken, by the value of ``unplayed``; empty texts if there is no doubt.
        source: where the data come from.
        template: what else it asks for, as JSON with words and patterns.
    """

    number: int
    tasks: int
    tokens: tuple[str, ...]
    rule: str
    assignment: Mode
    communication: str
    handover: bool
    retoken: Retoken | None
    readings: tuple[tuple[Unplayed, str], ...]
    source: str
    template: str

    def reading(self, unplayed: Unplayed = "lost") -> str:
        """Return which reading of its rule was taken; empty if there is no doubt."""
        return dict(self.readings)[unplayed]

    @property
    def has_two_readings(self) -> bool:
        """Whether it makes a difference what an unplayed card means."""
        return len({text for _, text in self.readings}) > 1

    @property
    def title(self) -> str:
        """What is asked, in a line: the number of task cards, if there are any, and the rule."""
        cards = counted(self.tasks, "task card") if self.tasks else ""
        return "; ".join(part for part in (cards, self.rule) if part)

    @property
    def is_given_out(self) -> bool:
        """Whether there is anything to share out: task cards, or parts that the rule names."""
        return bool(self.tasks) or any(task["owner"] is None for task in json.loads(self.template).get("asks", ()))

    @property
    def shared_out(self) -> str:
        """How its tasks are shared out, in words."""
        return ASSIGNMENTS[self.assignment]

    @property
    def passes(self) -> bool:
        """Whether cards are passed by its own rule."""
        return "passing" in json.loads(self.template)

    def fields(self, deal: Dealt, unplayed: Unplayed = "lost") -> dict[str, Any]:
        """Return the fields of an instance with what this mission asks for in a deal.

        Args:
            deal: hands, commander and task cards.
            unplayed: what an unplayed pink card means in mission 46.

        Returns:
            `objectives`, `tasks`, `assignment`, `handover`, `retoken` and `passing`.
        """
        template = json.loads(self.template)
        own = unplayed == "ignored" and "asks_if_ignored" in template
        return {
            "objectives": [*self._task_cards(deal), *_in_order(template.get("objectives", ()), deal)],
            "tasks": [*_asked(template.get("asks_if_ignored" if own else "asks", ()), self._words(deal), deal)],
            "assignment": self.assignment,
            "handover": int(self.handover and len(deal.hands) == 5),
            "retoken": self.retoken,
            "passing": template.get("passing_of_two" if deal.covered else "passing"),
        }

    def as_dict(self, unplayed: Unplayed | None = None) -> dict[str, Any]:
        """Return the data of the mission as a JSON object; both readings, if there are two and none is given."""
        entry: dict[str, Any] = {"number": self.number, "tasks": self.tasks, "tokens": list(self.tokens)}
        entry |= {"rule": self.rule, "assignment": self.assignment, "five_players_hand_over": self.handover}
        entry |= {} if self.retoken is None else {"retoken": self.retoken}
        entry |= json.loads(self.template)
        entry |= {"communication": self.communication} if self.communication else {}
        both = self.has_two_readings and unplayed is None
        reading = dict(self.readings) if both else self.reading(unplayed or "lost")
        return entry | ({"reading": reading} if reading else {})

    def _task_cards(self, deal: Dealt) -> Iterator[dict[str, Any]]:
        tokens = [*self.tokens, *[None] * (self.tasks - len(self.tokens))]
        for card, token in zip(deal.drawn, tokens, strict=True):
            yield {"card": card, "owner": None, **({} if token is None else {"token": token})}

    def _words(self, deal: Dealt) -> dict[str, Any]:
        """Return what the words of the template stand for in a deal."""
        players = range(1, len(deal.hands) + 1)
        holder = next(player for player, hand in enumerate(deal.hands, 1) if Card("pink", 9) in hand)
        neighbour = holder % len(deal.hands) + 1
        words: dict[str, Any] = {
            "commander": deal.leader,
            "left neighbour of the holder of pink9": neighbour,
            "every other player": [player for player in players if player != neighbour],
            "all rockets dealt": sum(card.suit == DECK.trump for card in deal.cards),
            "all pink cards dealt": sum(card.suit == "pink" for card in deal.cards),
        }
        if OMEGA in self.tokens:
            words["the card of the omega task"] = str(deal.drawn[self.tokens.index(OMEGA)])
        return words


@cache
def planet_nine_missions() -> tuple[Mission, ...]:
    """Return the fifty missions of The Quest for Planet Nine; mission n is at place n - 1."""
    data = json.loads(resources.files(__package__).joinpath(_FILE).read_text(encoding="utf-8"))
    return tuple(_mission_of(entry, data["source"]) for entry in data["missions"])


def mission_numbered(number: int | str) -> Mission:
    """Return a mission by its number, which may be a string.

    Raises:
        ValueError: if there is none.
    """
    found = {str(mission.number): mission for mission in planet_nine_missions()}.get(str(number))
    if found is None:
        last = len(planet_nine_missions())
        raise ValueError(f"{visible(number)} is not a mission of The Quest for Planet Nine; allowed: 1 to {last}")
    return found


def _mission_of(entry: dict[str, Any], source: str) -> Mission:
    reading = entry.get("reading", "")
    return Mission(
        number=entry["number"],
        tasks=entry["tasks"],
        tokens=tuple(entry.get("tokens", ())),
        rule=entry.get("rule", ""),
        assignment=entry["assignment"],
        communication=entry.get("communication", ""),
        handover=entry.get("handover", False),
        retoken=entry.get("retoken"),
        readings=tuple((way, reading[way] if isinstance(reading, dict) else reading) for way in UNPLAYED),
        source=source,
        template=json.dumps({key: entry[key] for key in TEMPLATE if key in entry}),
    )


def _in_order(patterns: Iterable[str], deal: Dealt) -> Iterator[dict[str, Any]]:
    """Yield free objectives on the cards of patterns, numbered in their order."""
    cards = [card for pattern in patterns for card in cards_of_pattern(pattern, deal.cards, DECK.trump)]
    for number, card in enumerate(cards, 1):
        yield {"card": card, "owner": None, "token": str(number)}


def _asked(templates: Iterable[Any], words: dict[str, Any], deal: Dealt) -> Iterator[dict[str, Any]]:
    """Yield the tasks of templates; one whose owner stands for several players is one task for each of them."""
    for template in templates:
        task = filled_in(template, words, deal.cards, trump=DECK.trump, players=len(deal.hands))
        for owner in task["owner"] if isinstance(task["owner"], list) else [task["owner"]]:
            yield {**task, "owner": owner}
