"""A deck with tasks: its deals as instances of The Crew, and its rules in integers."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal

from crewsat.base.errors import InvalidInstance, WrongOption
from crewsat.base.wording import visible
from crewsat.games.cards import Card
from crewsat.games.crew.counting import CountingTask
from crewsat.games.crew.dealing import SUITS
from crewsat.games.crew.deals import TRUMP
from crewsat.games.crew.text import parse_text
from crewsat.games.crew.text_reading import clauses_of
from crewsat.games.naming import names
from crewsat.studies.tiny_crew.rules import Rules

if TYPE_CHECKING:
    from collections.abc import Sequence

    from crewsat.games.crew.instance import Crew

Leader = int | Literal["captain"]

PLAYERS = range(2, 6)
_CLAUSE = re.compile(r"(?:[0-9]+|anybody|everybody|crew)\s+(?:always\s+)?(?:wins|leads)\s|assignment\s|same_trick\s")

MOST_CARDS = 1_000
"""The most cards of any deck: the length of an observation is their square."""


@dataclass(frozen=True)
class Deck:
    """Cards, who leads, and who has to win what.

    Attributes:
        cards: in the order of their codes.
        trump: the trump suit; the deck need not have a card of it.
        players: number of players; the first ones get one more card if the cards cannot be dealt evenly.
        leader: who leads first: a player, from 1, or ``captain``, who holds the last card.
        tasks: in the language of `crewsat.games.crew.text`: clauses of who wins what, `assignment`, `same_trick`.
        judged: when a task of an exact number is judged, unless the task says so itself.
    """

    cards: tuple[Card, ...]
    trump: str
    players: int
    leader: Leader
    tasks: str
    judged: Literal["end", "when_reached"] = "end"

    @property
    def sizes(self) -> list[int]:
        """The number of cards each player gets."""
        each, more = divmod(len(self.cards), self.players)
        return [each + (player < more) for player in range(self.players)]

    @cached_property
    def rules(self) -> Rules:
        """The game in integers.

        Raises:
            WrongOption: if the tasks are not valid.
        """
        try:
            clauses = clauses_of(self.tasks)
        except InvalidInstance as error:
            raise WrongOption(f"tasks: {error}") from None
        wrong = [clause for clause in clauses if not _CLAUSE.match(clause)]
        if wrong or not clauses:
            words = "allowed: '1 wins …', 'anybody wins …', 'assignment …', 'same_trick …', with ';' between"
            raise WrongOption(f"tasks: '{visible(wrong[0] if wrong else self.tasks, 100)}' is not valid; {words}")
        codes = iter(range(len(self.cards)))
        try:
            some = self.deal([[next(codes) for _ in range(size)] for size in self.sizes])
        except InvalidInstance as error:
            raise WrongOption(f"tasks: {error.defects[0].message}") from None
        if some.free_tasks:
            raise WrongOption("tasks: a task needs an owner; allowed: 1, 2, …, crew, everybody")
        return Rules(self.cards, self.trump, some, self.leader)

    def deal(self, hands: Sequence[Sequence[int]]) -> Crew:
        """Return a deal as an instance of The Crew.

        Args:
            hands: the codes of the cards of each player.

        Raises:
            InvalidInstance: if the tasks are not valid.
        """
        cards = " / ".join(" ".join(str(self.cards[code]) for code in hand) for hand in hands)
        leader = self.leader
        if leader == "captain":
            leader = next(player for player, hand in enumerate(hands, 1) if len(self.cards) - 1 in hand)
        held = any(card.suit == self.trump for card in self.cards)
        deal = parse_text(f"{cards}; {self.tasks}; leader {leader}{f'; trump {self.trump}' if held else ''}")
        return deal.model_copy(update={"tasks": [self._judged(task) for task in deal.tasks]})

    def _judged(self, task: Any) -> Any:  # noqa: ANN401 - tasks of any kind
        counts = isinstance(task, CountingTask) and task.exactly is not None
        if self.judged == "end" or not counts or getattr(task, "compared_with", None) is not None:
            return task
        return task.model_copy(update={"judged": self.judged})


def suited(suits: Sequence[str], values: int, trump: str, trumps: int) -> tuple[Card, ...]:
    """Return a deck in the order of its codes: suit by suit in ascending order, the trump suit last."""
    cards = [Card(suit, value) for suit in suits for value in range(1, values + 1)]
    return (*cards, *(Card(trump, value) for value in range(1, trumps + 1)))


def crew_deck(  # noqa: PLR0913 - one argument per parameter
    *, players: int, suits: int, values: int, trumps: int, tasks: str, leader: Leader
) -> Deck:
    """Return a deck of The Crew; suits have the names of the real game as far as possible.

    Raises:
        WrongOption: if such a deck is not possible.
    """
    if players not in PLAYERS:
        raise WrongOption(f"{players} players; allowed: {PLAYERS[0]} to {PLAYERS[-1]}")
    number = suits * values + trumps
    if min(suits, values, trumps) < 0 or not players <= number <= MOST_CARDS or max(suits, values) > MOST_CARDS:
        raise WrongOption(f"there is no such deck; allowed: {players} to {MOST_CARDS:,} cards for {players} players")
    if leader != "captain" and leader not in range(1, players + 1):
        raise WrongOption(f"leader '{visible(leader)}' is not valid; allowed: 1 to {players}, captain")
    if leader == "captain" and not trumps:
        raise WrongOption("without trumps there is no captain; allowed: the number of a player")
    cards = suited(names(SUITS, suits, taken=(TRUMP,)), values, TRUMP, trumps)
    return Deck(cards, TRUMP, players, leader, tasks)
