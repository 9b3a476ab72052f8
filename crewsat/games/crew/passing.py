"""Passing and covered cards: what a crew may change about its hands (contract, official games).

*Passing* is the distress signal of *The Quest for Planet Nine*, and the draw of its mission 12: once, after a number of
tricks, every player gives one card to a neighbour, all in the same direction and all at once; where it is optional,
nobody may do so. If a player has no card that may be passed, nobody passes.

A *covered* card, as JARVIS has them, lies under another one of its hand. It can be played, and counts for following
suit, from the trick after the one in which the card above it was played. A card that is received lies where the card
given lay.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Literal, get_args

from crewsat.games.cards import Card, Suit, natural
from crewsat.games.crew.moves import Choice
from crewsat.games.marks import AS_TUPLE
from crewsat.games.records import Record, declared

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

    from crewsat.games.crew.instance import Crew

Direction = Literal["left", "right"]
DIRECTIONS: tuple[Direction, ...] = get_args(Direction)

IN_PYTHON = {"not": "not_", "from": "from_"}
"""Fields whose names in JSON are words of Python."""


class Passing(Record):
    """When the players pass a card to a neighbour, and which cards; by default the distress signal."""

    __pydantic_config__: ClassVar[Any] = {**Record.__pydantic_config__, "validate_by_name": True}

    after: int = declared(default=0, ge=0, description="after how many tricks; 0: before the first")
    to: Literal["either", "left", "right"] = declared(
        default="either",
        description="to the next player in turn order (`left`), to the one before, or as the crew likes",
    )
    optional: bool = declared(default=True, description="whether the pass may be left out")
    not_: Annotated[tuple[Suit, ...], AS_TUPLE] | None = declared(
        default=None, alias="not", description="suits that may not be passed; null: trump if it is optional, else none"
    )
    from_: Literal["covered"] | None = declared(
        default=None, alias="from", description="`covered`: a hand with covered cards passes one of these"
    )

    @classmethod
    def prepared(cls, data: Any) -> Any:  # noqa: ANN401 - whatever is given
        """Rename the fields whose names in JSON are words of Python."""
        if isinstance(data, dict) and not IN_PYTHON.keys().isdisjoint(data):
            return {IN_PYTHON.get(name, name): value for name, value in data.items()}
        return data

    def model_dump(self) -> dict[str, Any]:
        """Return the JSON object."""
        in_json = {name: word for word, name in IN_PYTHON.items()}
        return {in_json.get(name, name): value for name, value in super().model_dump().items()}

    def tidied(self, trump: str | None) -> Passing:
        """Return the same with the suits kept back by name, or without them if they are those of the default."""
        suits = tuple(sorted(self.kept_back(trump), key=natural))
        usual = self.model_copy(update={"not_": None})
        return usual if usual.kept_back(trump) == suits else self.model_copy(update={"not_": suits})

    @property
    def directions(self) -> tuple[Direction, ...]:
        """The directions in which cards may be passed."""
        return DIRECTIONS if self.to == "either" else (self.to,)

    def kept_back(self, trump: str | None) -> tuple[str, ...]:
        """Return the suits that may not be passed."""
        if self.not_ is None:
            return (trump,) if self.optional and trump is not None else ()
        return self.not_

    def candidates(self, cards: Iterable[Card], covered: Mapping[Card, Card], trump: str | None) -> list[Card]:
        """Return the cards of a hand that may be passed, in the order of the hand.

        Args:
            cards: those the player holds at that time.
            covered: the card above each covered card of the hand that is still held.
            trump: the trump suit.
        """
        kept_back, hand = self.kept_back(trump), list(cards)
        below = self.from_ == "covered" and any(card in covered for card in hand)
        return [card for card in hand if card.suit not in kept_back and (card in covered) == below]


NOBODY_PASSES = Choice("nobody passes")


def passes(passing: Passing, candidates: Sequence[Sequence[Card]], given: Sequence[Card]) -> Iterator[Choice]:
    """Yield the choices before the next player passes a card: ``left pink9`` of player 1, ``blue2`` of the others.

    Args:
        passing: how cards are passed.
        candidates: the cards that each player may pass, player 1's first.
        given: those that the first players have chosen.
    """
    player = len(given) + 1
    if given:
        yield from (Choice(str(card), player) for card in candidates[player - 1])
        return
    if passing.optional:
        yield NOBODY_PASSES
    for way in passing.directions:
        yield from (Choice(f"{way} {card}", 1) for card in candidates[0])


def passed_by(choice: Choice, to: Direction | None) -> tuple[Direction, Card]:
    """Return the direction and the card of a choice of `passes`; the direction is settled, or the choice settles it."""
    if to is not None:
        return to, Card.parse(choice.text)
    way, card = choice.text.split()
    return "left" if way == "left" else "right", Card.parse(card)


def choices_for(passed: Sequence[Card], to: Direction) -> Iterator[Choice]:
    """Yield the choices with which all players pass these cards, player 1's first."""
    for player, card in enumerate(passed, 1):
        yield Choice(f"{to} {card}" if player == 1 else str(card), player)


def with_pass(
    instance: Crew, tricks: Sequence[tuple[int, tuple[Card, ...]]], passed: Collection[Card], to: Direction
) -> list[tuple[int, tuple[Card, ...]] | Choice]:
    """Return the tricks to come of a position, with what is passed in its place if that has not been settled.

    Args:
        instance: the position.
        tricks: leader and cards of each, the first incomplete one first.
        passed: the cards passed, in any order; none if nobody passes.
        to: the direction.
    """
    if instance.passing is None or not instance.may_pass or not passed:
        return list(tricks)
    in_turn = sorted(passed, key=instance.holder.__getitem__)
    choices = list(choices_for(in_turn, to))[len(instance.passed or ()) :]
    before = instance.passing.after - instance.finished
    return [*tricks[:before], *choices, *tricks[before:]]


def neighbour(player: int, to: Direction, players: int) -> int:
    """Return who gets the card of a player, both from 1: the left neighbour is the next in turn order."""
    return (player if to == "left" else player - 2) % players + 1


def received(passed: Sequence[Card], to: Direction) -> list[Card]:
    """Return the card that each player receives, player 1's first, given those passed in the same order."""
    back: Direction = "right" if to == "left" else "left"
    return [passed[neighbour(player, back, len(passed)) - 1] for player in range(1, len(passed) + 1)]


def swapped_in(hands: Iterable[Iterable[Card]], passed: Iterable[Card], to: Direction) -> tuple[tuple[Card, ...], ...]:
    """Return hands after a pass; every card received takes the place of the card given.

    Args:
        hands: those before it, player 1's first.
        passed: the card that each player gives, player 1's first.
        to: the direction.
    """
    given = list(passed)
    instead = dict(zip(given, received(given, to), strict=True))
    return tuple(tuple(instead.get(card, card) for card in hand) for hand in hands)
