"""Random deals: any deck, dealt round the table, objectives handed out in turn order.

The default is the real game (paper, appendix A): four suits of nine, four rockets as trump, the holder of the highest
rocket is commander and leads, and takes the first of the objectives drawn. Only ``random.Random(seed).random()`` and
our own shuffle are used, so the same seed gives the same deal on every machine and version of Python.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal

from crewsat.base.parameters import about, check_least, recorded
from crewsat.base.shuffling import shuffled
from crewsat.base.wording import counted, visible
from crewsat.games.cards import Card
from crewsat.games.crew.assignment import MODES
from crewsat.games.crew.dealing import DISTRESS, SUITS, Table, dealt, dealt_to
from crewsat.games.crew.decks import DECKS, TRUMPS, VALUES, why_not_players
from crewsat.games.crew.instance import Crew
from crewsat.games.naming import names
from crewsat.games.reading import MOST_CARDS, MOST_GOALS, MOST_PLAYERS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from crewsat.games.crew.assignment import Mode
    from crewsat.games.crew.decks import DeckName

TRUMP = "rocket"


def _read_leader(text: str) -> int | str:
    if text not in {"commander", "free"} and not text.isdecimal():
        raise ValueError("allowed: commander, free, or a player's number")
    return int(text) if text.isdecimal() else text


def _read_rules(text: str) -> str | None:
    if text and text not in DECKS:
        raise ValueError(f"allowed: {', '.join(DECKS)}")
    return text or None


def _read_mode(text: str) -> str | None:
    if text and text not in MODES:
        raise ValueError(f"allowed: {', '.join(MODES)}")
    return text or None


@dataclass(frozen=True, slots=True)
class RandomDeal:
    """A random deal of The Crew, by default of the real deck of 40 cards.

    The holder of the highest trump is commander and leads; the objectives drawn go round from there.

    Attributes:
        players: number of players, 1 to 100,000.
        objectives: number of objectives, at most the number of cards that are not trumps, and 100,000.
        suits: number of suits besides trump.
        values: highest value of such a suit; every suit has one card of each value.
        trumps: highest value of the trump suit; 0 for a deck without trump. A deck has at most 1,000,000 cards.
        tokens: order tokens for the objectives in the order drawn.
        leader: ``commander`` (holder of the highest trump; player 1 without trumps), ``free``, or a player's number.
        same_trick: how a pair is judged whose objectives are completed by one trick.
        assignment: None deals the objectives out in turn order from the leader; a mode leaves all of them free.
        rules: a published game, whose deck is dealt and whose rules say who leads; None leaves it to the fields above.
            Two players then have a third hand with covered cards, JARVIS.
        distress: whether everybody may pass a card to a neighbour before the first trick.
    """

    players: int = field(default=4, metadata=about("Number of players.", least=1))
    objectives: int = field(
        default=4, metadata=about("Number of objectives, dealt in turn order from the leader.", least=0)
    )
    suits: int = field(default=4, metadata=about("Suits besides trump.", least=0))
    values: int = field(default=9, metadata=about("Cards in each of them.", least=1))
    trumps: int = field(default=4, metadata=about("Cards of the trump suit; 0: no trump.", least=0))
    tokens: tuple[str, ...] = field(
        default=(),
        metadata=about(
            "Order tokens for the first objectives drawn, such as 1,2,omega or >,>>.",
            metavar="LIST",
            given="",
            read=lambda text: tuple(token for token in text.replace(" ", ",").split(",") if token),
        ),
    )
    leader: int | Literal["commander", "free"] = field(
        default="commander",
        metadata=about(
            "commander (holder of the highest trump), free, or a player's number.",
            metavar="WHO",
            given="commander",
            read=_read_leader,
        ),
    )
    same_trick: Literal["in_order", "violates"] = field(
        default="in_order",
        metadata=about(
            "Objectives in order must be completed in different tricks.",
            name="--strict",
            given=False,
            read=lambda strict: "violates" if strict else "in_order",
        ),
    )
    assignment: Mode | None = field(
        default=None,
        metadata=about(
            f"Leave the objectives free, shared out by one of {', '.join(MODES)}.",
            metavar="MODE",
            given="",
            read=_read_mode,
        ),
    )
    rules: DeckName | None = field(
        default=None,
        metadata=about(
            f"Deal the deck of a published game: {' or '.join(DECKS)}.", metavar="NAME", given="", read=_read_rules
        ),
    )
    distress: bool = field(default=False, metadata=DISTRESS)

    def __post_init__(self) -> None:
        check_least(self)
        if self.rules is not None:
            self._check_rules()
        most = {"players": MOST_PLAYERS, "objectives": MOST_GOALS, "suits": MOST_CARDS}
        for name, bound in most.items():
            if getattr(self, name) > bound:
                raise ValueError(f"{name} must be at most {bound:,}, not {visible(getattr(self, name))}")
        cards = self.suits * self.values + self.trumps
        if max(cards, self.values) > MOST_CARDS:
            raise ValueError(f"a deck of {visible(cards)} cards is too large; allowed: at most {MOST_CARDS:,}")
        if self.objectives > self.suits * self.values:
            raise ValueError(f"{self.objectives} objectives, but only {self.suits * self.values} cards are not trumps")
        if len(self.tokens) > self.objectives:
            raise ValueError(f"{len(self.tokens)} tokens for {self.objectives} objectives")

    def _check_rules(self) -> None:
        """Check for a whole deck, an allowed number of players, and the leader that the game prescribes."""
        why = why_not_players(self.players)
        if why is not None:
            raise ValueError(f"{counted(self.players, 'player')}, but {why}")
        own = {"suits": len(SUITS), "values": VALUES, "trumps": TRUMPS, "leader": "commander"}
        for name, value in own.items():
            if getattr(self, name) != value:
                raise ValueError(f"with rules '{self.rules}', {name} is {value}, not {visible(getattr(self, name))}")

    def with_seed(self, seed: int) -> Crew:
        """Return the deal of this seed; parameters and seed are recorded in `about`.

        Raises:
            InvalidInstance: if the tokens are inconsistent or the leader does not exist.
        """
        rng = random.Random(seed)
        deck = [Card(suit, value) for suit in suit_names(self.suits) for value in range(1, self.values + 1)]
        trumps = [Card(self._trump, value) for value in range(1, self.trumps + 1)]
        table = self._dealt(deck + trumps, rng)
        drawn = shuffled(deck, rng)[: self.objectives]
        leader = self._leader(table)
        first = leader or 1
        wanted: list[dict[str, Any]] = [
            {"card": card, "owner": None if self.assignment else (first - 1 + k) % len(table.hands) + 1}
            for k, card in enumerate(drawn)
        ]
        for objective, token in zip(wanted, self.tokens, strict=False):
            objective["token"] = token
        return Crew(
            rules=self.rules,
            hands=[sorted_hand(hand, self.suits) for hand in table.hands],
            leader=leader,
            trump=self._trump if self.trumps else None,
            objectives=wanted,
            same_trick=self.same_trick,
            assignment=self.assignment or "any",
            passing={} if self.distress else None,
            covered=table.covered,
            about={"generator": "crewsat generate crew", "parameters": parameters_of(self), "seed": seed},
        )

    def _dealt(self, cards: Sequence[Card], rng: random.Random) -> Table:
        if self.rules is None:
            return Table(dealt(cards, self.players, rng), [])
        return dealt_to(self.players, cards, DECKS[self.rules].highest, rng)

    @property
    def _trump(self) -> str:
        return DECKS[self.rules].trump if self.rules else TRUMP

    def _leader(self, table: Table) -> int | None:
        if self.leader == "free":
            return None
        if self.leader != "commander":
            return self.leader
        return table.holder(Card(self._trump, self.trumps)) or 1


def parameters_of(deal: Any) -> dict[str, Any]:  # noqa: ANN401 - any dataclass with fields that are options
    """Return the parameters of a deal as its `about` has them: those that are given, tuples as lists."""
    values = {name: list(value) if isinstance(value, tuple) else value for name, value in recorded(deal).items()}
    return {name: value for name, value in values.items() if value is not None}


def suit_names(number: int) -> list[str]:
    """Return names for the suits of a deck besides trump: the colours of the real game, then letters."""
    return names(SUITS, number, taken=(TRUMP,))


def sorted_hand(hand: Sequence[Card], suits: int) -> list[Card]:
    """Sort a hand as people hold it: by suit, trumps last, high cards first."""
    place = {name: k for k, name in enumerate(suit_names(suits))}
    return sorted(hand, key=lambda card: (place.get(card.suit, len(place)), -card.value))
