"""Instances of Hanabi: the fields of the contract, validated, frozen.

The question: can `target` points be on the table before the game is over, when all players know all cards? An instance
with `actions` is a position, after these; the answers continue from there.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Annotated, Literal

from crewsat.games.cards import Card, Suit
from crewsat.games.features import features_of
from crewsat.games.hanabi.actions import Action
from crewsat.games.hanabi.clues import Clues, clues_of
from crewsat.games.hanabi.features import features_besides
from crewsat.games.hanabi.reading import HanabiReader
from crewsat.games.hanabi.variants import NO_VARIANT, Variant, VariantSuit, variant_named
from crewsat.games.instance import (
    About,
    Count,
    Format,
    Instance,
    NotesOn,
    not_too_long,
    the_format,
    the_notes,
    the_notes_on_moves,
)
from crewsat.games.marks import AS_TUPLE, After, Before, Within
from crewsat.games.names import Names, the_names
from crewsat.games.records import Record, declared

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

HAND_SIZES = {2: 5, 3: 5, 4: 4, 5: 4, 6: 3}
"""How many cards a player holds, by the number of players."""
TOKENS, STRIKES = 8, 3
PLAYERS = range(2, 7)
MOST_VALUES, MOST_COPIES = 1_000, 1_000

Positive = Annotated[int, Within(ge=1), Before(not_too_long)]


def _some(things: tuple[object, ...]) -> tuple[object, ...]:
    """Accept a list that is not empty."""
    if not things:
        raise ValueError("must not be empty")
    return things


class OwnSuit(Record):
    """A suit of a variant of one's own."""

    name: Suit = declared(description="what it is called in the text of a card")
    copies: Annotated[tuple[Annotated[int, Within(ge=1, le=MOST_COPIES)], ...], AS_TUPLE, After(_some)] = declared(
        description="how many cards there are of each value, value 1 first", max_length=MOST_VALUES
    )
    reversed: bool = declared(default=False, description="played from the highest value down to 1")


class OwnVariant(Record):
    """A variant of one's own: its suits, and what differs from the usual rules."""

    suits: Annotated[tuple[OwnSuit, ...], AS_TUPLE, After(_some)] = declared(
        description="its suits, in the order of the piles", max_length=1_000
    )
    half_gains: bool = declared(default=False, description="a discard or a finished suit gains half a clue token")
    finished_suit_gains: bool = declared(default=True, description="a finished suit gains a clue token")
    discard_at_full: bool = declared(
        default=False, description="a card may be discarded, for nothing, while all tokens are there"
    )

    def rules(self) -> Variant:
        """Return the variant that it describes."""
        suits = (VariantSuit(suit.name, suit.copies, suit.reversed, "", (suit.name,)) for suit in self.suits)
        return Variant(tuple(suits), self.half_gains, self.finished_suit_gains, self.discard_at_full)


class Hanabi(Instance):
    """A deck of Hanabi in the order in which it is dealt and drawn, and what has been done."""

    reader = HanabiReader

    format: Format = the_format()
    game: Literal["hanabi"] = "hanabi"
    players: Annotated[int, Within(ge=PLAYERS[0], le=PLAYERS[-1])] = declared(description="how many play")
    deck: Annotated[tuple[Card, ...], AS_TUPLE] = declared(
        description="the cards in the order they are dealt, player 1 first, and then drawn"
    )
    hand_size: Positive | None = declared(default=None, description="by default 5, 5, 4, 4, 3 for 2 to 6 players")
    clue_tokens: Count = declared(default=TOKENS, description="how many clue tokens there are")
    strikes: Positive = declared(default=STRIKES, description="how many strikes end the game")
    variant: str | OwnVariant = declared(
        default=NO_VARIANT, description="a variant of hanab.live by name, or one's own"
    )
    bottom_deck_plays: bool = declared(
        default=False,
        description="with one card left in the pile, it may be played from there; if a suit is inverted or reversed, "
        "also discarded",
    )
    empty_clues: bool = declared(default=False, description="a clue may touch no card")
    first_player: Positive = declared(default=1, description="who acts first")
    target: Count | None = declared(default=None, description="points to be reached; by default all")
    actions: Annotated[tuple[Action, ...], AS_TUPLE] = declared(default=(), description="what has been done")
    names: Names = the_names()
    notes_on: NotesOn = the_notes_on_moves()
    about: About = the_notes()

    if TYPE_CHECKING:  # what may be written is wider than what is stored

        def __init__(  # noqa: PLR0913 - one argument per field
            self,
            *,
            format: Literal[1] = 1,  # noqa: A002 - the contract names it so
            game: Literal["hanabi"] = "hanabi",
            players: int,
            deck: Iterable[object],
            hand_size: int | None = None,
            clue_tokens: int = TOKENS,
            strikes: int = STRIKES,
            variant: str | OwnVariant | Mapping[str, object] = NO_VARIANT,
            bottom_deck_plays: bool = False,
            empty_clues: bool = False,
            first_player: int = 1,
            target: int | None = None,
            actions: Iterable[object] = (),
            names: Iterable[str] = (),
            notes_on: Mapping[str, str] | None = None,
            about: Mapping[str, object] | None = None,
        ) -> None: ...

    @property
    def size(self) -> int:
        """Number of cards in the deck."""
        return len(self.deck)

    @property
    def effort(self) -> int:
        """Number of cards in the deck, and of actions."""
        return len(self.deck) + len(self.actions)

    @cached_property
    def rules(self) -> Variant:
        """The suits, and the rules that differ."""
        return variant_named(self.variant) if isinstance(self.variant, str) else self.variant.rules()

    @cached_property
    def clues(self) -> Clues:
        """The clues of the variant."""
        return clues_of(self.rules)

    @cached_property
    def features(self) -> frozenset[str]:
        """What it uses beyond the plainest game, by name, including differences in its variant and past actions."""
        return features_of(self) | frozenset(features_besides(self))

    @property
    def usual_hand(self) -> int:
        """How many cards a player usually holds with this number of players."""
        return HAND_SIZES[self.players]

    @property
    def cards_in_hand(self) -> int:
        """How many cards a player holds, h."""
        return self.usual_hand if self.hand_size is None else self.hand_size

    @property
    def most_points(self) -> int:
        """The number of different cards, which is the highest possible score."""
        return len(self.rules.suits) * self.rules.values

    @property
    def points_to_reach(self) -> int:
        """The target, by default all points."""
        return self.most_points if self.target is None else self.target

    @cached_property
    def ranks(self) -> tuple[tuple[int, int], ...]:
        """For each card of the deck its suit, counted from 0, and when it is played there: 1 is played first."""
        numbers, suits = self.rules.names, self.rules.suits
        return tuple((numbers[card.suit], suits[numbers[card.suit]].rank(card.value)) for card in self.deck)

    def suit_and_value(self, number: int) -> tuple[int, int]:
        """Return the suit, counted from 0, and the value of a card of the deck."""
        card = self.deck[number]
        return self.rules.names[card.suit], card.value

    def card(self, suit: int, rank: int) -> Card:
        """Return the card of a suit, counted from 0, that is played at this place, from 1."""
        rules = self.rules.suits[suit]
        return Card(rules.name, rules.rank(rank))
