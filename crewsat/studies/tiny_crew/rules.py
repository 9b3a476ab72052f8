"""A small deck in integers: cards are their action codes, hands are bit masks, players and seats count from 0.

A *seat* is a place in a trick: its leader has seat 0. The rules are immutable, and shared by everything that plays the
game: the layers of all deals, the sampling learners, and the games of OpenSpiel.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Literal

from crewsat.games.cards import cards_of_text
from crewsat.games.crew.task import Taken
from crewsat.games.crew.tricks import winner_of
from crewsat.studies.tiny_crew.goals import GoalRules

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from crewsat.games.cards import Card
    from crewsat.games.crew.instance import Crew
    from crewsat.studies.tiny_crew.goals import Goals, Result

Trick = tuple[int, tuple[int, ...]]
"""Who led, and the cards in the order played."""


MOST_KNOWN = 1 << 17
"""The number of tricks whose effect on the goals is cached."""


class Rules:
    """The rules of a deck with its goals.

    Args:
        deck: the cards in the order of their codes.
        trump: the trump suit; the deck need not have a card of it.
        instance: any deal of this deck with the goals.
        leader: who leads the first trick, from 1, or ``captain``, who holds the last card of the deck.

    Attributes:
        players: number of players.
        sizes: number of cards dealt to each player.
        tricks: number of tricks, which is the number of cards in the smallest hand.
        suit: for each card, the mask of all cards of its suit.
        goals: the automaton of the goals.
    """

    def __init__(
        self, deck: Sequence[Card], trump: str | None, instance: Crew, leader: int | Literal["captain"]
    ) -> None:
        self.deck = tuple(deck)
        self.trump = trump
        self.players = instance.players
        self.sizes = [len(hand) for hand in instance.hands]
        self.tricks = instance.tricks
        self.suit = [sum(1 << k for k, one in enumerate(deck) if one.suit == card.suit) for card in deck]
        self.goals = GoalRules(instance)
        self._leader = leader
        self._code = {card: code for code, card in enumerate(deck)}
        self._after: dict[tuple[Goals, int, int, tuple[int, ...], int], Goals | Result] = {}
        self.task_names = [
            [text for text, owner in _task_texts(instance) if owner in {player, "everybody"}]
            for player in range(1, instance.players + 1)
        ]
        self._named = len({tuple(one) for one in self.task_names}) < instance.players

    def __getstate__(self) -> dict[str, object]:
        return {**self.__dict__, "_after": {}}

    def __deepcopy__(self, _memo: object) -> Rules:
        return self

    def code(self, card: Card) -> int:
        """Return the action code of a card."""
        return self._code[card]

    @property
    def captain_leads(self) -> bool:
        """Whether whoever holds the last card of the deck leads the first trick."""
        return self._leader == "captain"

    def first_leader(self, hands: Sequence[int]) -> int:
        """Return who leads the first trick."""
        if self._leader != "captain":
            return self._leader - 1
        return next(player for player, hand in enumerate(hands) if hand >> (len(self.deck) - 1) & 1)

    def legal(self, hand: int, led: int | None) -> int:
        """Return the cards that may be played: those of the suit of the card led, if there are any."""
        return hand if led is None else hand & self.suit[led] or hand

    def winner(self, leader: int, cards: Sequence[int]) -> int:
        """Return the player who wins a complete trick."""
        return winner_of(leader + 1, [self.deck[code] for code in cards], self.trump) - 1

    def after(
        self, goals: Goals, number: int, leader: int, cards: tuple[int, ...], first_leader: int
    ) -> Goals | Result:
        """Return the state of the goals after a trick.

        Args:
            goals: the state before it.
            number: number of the trick, from 1.
            leader: who led it.
            cards: in the order played.
            first_leader: who led the first trick.
        """
        asked = (goals, number, leader, cards, first_leader if goals.shares else 0)
        if asked not in self._after:
            if len(self._after) >= MOST_KNOWN:
                self._after.clear()
            named = [self.deck[code] for code in cards]
            taken = Taken(number, number == self.tricks, leader + 1, self.winner(leader, cards) + 1, named)
            self._after[asked] = self.goals.after(goals, taken, first_leader + 1)
        return self._after[asked]

    def cards_text(self, cards: Iterable[int]) -> str:
        """Return cards as printed in the information state."""
        return ",".join(str(self.deck[code]) for code in cards)

    def trick_text(self, leader: int, cards: Sequence[int]) -> str:
        """Return a trick as printed in the information state."""
        return ",".join(f"P{(leader + k) % self.players}:{self.deck[code]}" for k, code in enumerate(cards))

    def state_text(  # noqa: PLR0913, PLR0917 - what a player sees
        self, player: int, hand: int, leader: int, cards: Sequence[int], past: Sequence[Trick] | None, number: int
    ) -> str:
        """Return the information state of a player as printed in the README.

        Args:
            player: the player.
            hand: the cards that the player holds.
            leader: who leads this trick, which is the winner of the last one.
            cards: the cards played to it.
            past: the tricks before it, for players who recall them; None for the state of the README, which forgets
                them.
            number: number of this trick, from 1; the first one has no previous winner.
        """
        parts = [f"player:P{player}"] if self._named else []
        parts += [f"hand:{self.cards_text(bits(hand))}", f"tasks:{','.join(self.task_names[player])}"]
        parts += [f"trick:{self.trick_text(leader, cards)}", f"last_winner:{f'P{leader}' if number > 1 else ''}"]
        if past is not None:
            parts.append(f"past:{'/'.join(self.trick_text(*trick) for trick in past)}")
        return "|".join(parts)


class Play:
    """A game in progress, card by card.

    Args:
        rules: the rules.
        hands: the cards dealt to each player.

    Attributes:
        hands: the cards held now.
        leader: who leads this trick.
        trick: the cards played to it.
        past: the tricks before it.
        goals: the state of the goals before it.
        won: whether the crew has won or lost; None while the game goes on.
    """

    def __init__(self, rules: Rules, hands: Iterable[int]) -> None:
        self.rules = rules
        self.hands = list(hands)
        self.leader = self.first_leader = rules.first_leader(self.hands)
        self.trick: tuple[int, ...] = ()
        self.past: tuple[Trick, ...] = ()
        self.goals = rules.goals.start
        self.won: bool | None = None

    @property
    def player(self) -> int:
        """Whose turn it is."""
        return (self.leader + len(self.trick)) % self.rules.players

    def legal(self) -> list[int]:
        """Return the cards that may be played, in the order of their codes."""
        return list(bits(self.rules.legal(self.hands[self.player], self.trick[0] if self.trick else None)))

    def play(self, card: int) -> None:
        """Play a legal card."""
        self.hands[self.player] &= ~(1 << card)
        self.trick += (card,)
        if len(self.trick) < self.rules.players:
            return
        number = len(self.past) + 1
        after = self.rules.after(self.goals, number, self.leader, self.trick, self.first_leader)
        self.past += ((self.leader, self.trick),)
        self.leader, self.trick = self.rules.winner(self.leader, self.trick), ()
        if isinstance(after, str):
            self.won = after == "won"
        else:
            self.goals = after

    def copy(self) -> Play:
        """Return an independent copy of the game."""
        other = object.__new__(Play)
        other.__dict__.update(self.__dict__)
        other.hands = list(self.hands)
        return other

    def state_text(self, player: int, *, perfect: bool) -> str:
        """Return the information state of a player, with or without the tricks before this one."""
        past = self.past if perfect else None
        hand = self.hands[player]
        return self.rules.state_text(player, hand, self.leader, self.trick, past, len(self.past) + 1)


def bits(mask: int) -> Iterator[int]:
    """Yield the numbers of the bits of a mask, the lowest first."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def _task_texts(instance: Crew) -> Iterator[tuple[str, int | str | None]]:
    """Yield each objective and task in words without commas, with its owner."""
    for objective in instance.objectives:
        marks = [objective.token] if objective.token else []
        yield f"{objective.card}{''.join(f'[{mark}]' for mark in marks)}", objective.owner
    for task in instance.tasks:
        yield without_commas(task.words()), task.owner  # of the crew, not of a player


def without_commas(text: str) -> str:
    """Write the cards of a text one by one: ``blue1 blue2`` instead of ``blue1,2``; brackets stay unchanged."""
    return _WORD.sub(lambda found: " ".join(map(str, cards_of_text(found[0]))) if "," in found[0] else found[0], text)


_WORD = re.compile(r"(?<![\w,:.-])[\w,:.-]+(?![^\[]*\])")
"""A word outside brackets."""
