"""A game of Hanabi as hanab.live records it: numbers for players, cards and actions, from 0.

A card is its place in the deck. An action is a type, a target (for a clue the player, else the card) and a value (for a
clue the value, or the number of the colour). The outcome of a play is not recorded.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

from crewsat.base.errors import Defect, IllegalPlay, InvalidInstance
from crewsat.base.wording import counted, json_path
from crewsat.games.hanabi.actions import Action
from crewsat.games.hanabi.clues import Clue
from crewsat.games.hanabi.instance import HAND_SIZES, STRIKES, TOKENS, Hanabi
from crewsat.games.hanabi.rules import Table
from crewsat.games.hanabi.variants import UnknownVariantError, Variant, variant_named
from crewsat.games.names import are_names

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from crewsat.games.hanabi.actions import Kind

PLAY, DISCARD, COLOUR_CLUE, VALUE_CLUE, END, END_BY_VOTE = range(6)
"""The types of actions on hanab.live."""


class Recorded(NamedTuple):
    """An action of a record."""

    type: int
    target: int
    value: int | None = None


@dataclass(frozen=True, slots=True)
class Options:
    """The options of a game on hanab.live that make a difference to its rules."""

    one_extra_card: bool = False
    one_less_card: bool = False
    deck_plays: bool = False
    empty_clues: bool = False
    starting_player: int = 0


@dataclass(frozen=True, slots=True)
class Record:
    """A game, or only a deck.

    Attributes:
        players: how many there are.
        deck: suit, from 0 in the order of the variant, and value of every card.
        actions: the actions in order.
        variant: the name of the variant.
        options: what differs from the usual rules.
        about: notes.
    """

    players: int
    deck: Sequence[tuple[int, int]]
    actions: Sequence[Recorded] = ()
    variant: str = "No Variant"
    options: Options = Options()
    about: dict[str, Any] = field(default_factory=dict)


def game_of(record: Record, *, turns: int | None = None) -> Hanabi:
    """Return the game of a record, up to a number of turns.

    Some records continue after the last strike, and hanab.live ignores what follows; so does this function. An entry
    that says who ended the game early, its players or the clock, ends the actions.

    Raises:
        InvalidInstance: if it is not a game by the rules; places refer to the exported game.
    """
    try:
        variant = variant_named(record.variant)
    except UnknownVariantError as error:
        raise InvalidInstance([Defect("options.variant", str(error))]) from None
    start = _start(record, variant)
    table = Table(start)
    for k, recorded in enumerate(record.actions[:turns]):
        if recorded.type in {END, END_BY_VOTE} or not table.strikes:
            break
        path = ("actions", k)
        try:
            table.do(_action(recorded, table))
        except (ValueError, IllegalPlay) as error:
            message = error.message if isinstance(error, IllegalPlay) else str(error)
            raise InvalidInstance([Defect(json_path(path), message, f"turn {k + 1}", path)]) from None
    return start.model_copy(update={"actions": table.actions}) if table.actions else start


def _start(record: Record, variant: Variant) -> Hanabi:
    """Return the game before its first action."""
    options = record.options
    size = HAND_SIZES.get(record.players, 0) + options.one_extra_card - options.one_less_card
    for k, (suit, value) in enumerate(record.deck):
        if suit >= len(variant.suits) or not 1 <= value <= variant.values:
            path = ("deck", k)
            allowed = f"suits 0 to {len(variant.suits) - 1}, values 1 to {variant.values}"
            words = f"suit {suit} and value {value} are not a card of variant '{variant.name}'; allowed: {allowed}"
            raise InvalidInstance([Defect(json_path(path), words, f"card {k + 1}", path)])
    return Hanabi(
        players=record.players,
        deck=[(value, variant.suits[suit].name) for suit, value in record.deck],
        hand_size=None if size == HAND_SIZES.get(record.players, 0) else size,
        variant=record.variant,
        bottom_deck_plays=options.deck_plays,
        empty_clues=options.empty_clues,
        first_player=options.starting_player + 1,
        names=_names(record),
        about=record.about or None,
    )


def _names(record: Record) -> list[str]:
    """Return the names of the players, if the record has any that an instance may have."""
    names = record.about.get("players")
    if not isinstance(names, list) or len(names) != record.players or names == numbered_players(record.players):
        return []
    return names if are_names(names) else []


def numbered_players(number: int) -> list[str]:
    """Return what players are called in an export of a game without names."""
    return [f"Player {k}" for k in range(1, number + 1)]


def _action(recorded: Recorded, table: Table) -> Action:
    """Return an action of a record with names of cards and colours.

    Raises:
        ValueError: if the game is over, or the card, player or colour does not exist.
    """
    if table.ending:
        raise ValueError(f"the game is over: {table.ending}")
    instance, turn = table.instance, table.turn
    if recorded.type in {COLOUR_CLUE, VALUE_CLUE}:
        return Action("clue", turn, to=recorded.target + 1, clue=_clue(recorded, instance.clues.colours))
    if recorded.type not in {PLAY, DISCARD}:
        raise ValueError(f"{recorded.type} is not a type of actions; allowed: 0 to 5")
    number = recorded.target
    if not 0 <= number < len(instance.deck):
        raise ValueError(f"there is no card {number}; allowed: 0 to {len(instance.deck) - 1}")
    card = instance.deck[number]
    fits = table.fits(number)
    kind: Kind = "discard" if recorded.type == DISCARD else "play" if fits else "strike"
    hand = table.hands[turn - 1]
    if number not in hand and number == table.drawn:
        return Action(kind, turn, card, "pile")
    if number not in hand:
        raise ValueError(f"card {number}, {card}, is not in the hand of player {turn}")
    copy = sum(instance.deck[other] == card for other in hand[: hand.index(number) + 1])
    return Action(kind, turn, card, copy=copy)


def _clue(recorded: Recorded, colours: Sequence[str]) -> Clue:
    """Return what a clue of a record names.

    Raises:
        ValueError: if the colour does not exist.
    """
    if recorded.value is None:
        raise ValueError("a clue needs a value")
    if recorded.type == VALUE_CLUE:
        return Clue("value", recorded.value)
    if not 0 <= recorded.value < len(colours):
        allowed = f"allowed: 0 to {len(colours) - 1}" if colours else "no colour may be named"
        raise ValueError(f"there is no colour {recorded.value}; {allowed}")
    return Clue("colour", colours[recorded.value])


def not_there(instance: Hanabi) -> str | None:
    """Say what in a game hanab.live does not support; None if it can be played there."""
    usual = instance.usual_hand
    differs = (
        ("suits of your own; allowed: the name of a variant", instance.rules.number is None),
        (f"{counted(instance.clue_tokens, 'clue token')}; allowed: {TOKENS}", instance.clue_tokens != TOKENS),
        (f"{counted(instance.strikes, 'strike')}; allowed: {STRIKES}", instance.strikes != STRIKES),
        (
            f"hands of {counted(instance.cards_in_hand, 'card')}; allowed: {usual - 1} to {usual + 1}",
            abs(instance.cards_in_hand - usual) > 1,
        ),
    )
    return next((f"hanab.live has no games with {words}" for words, holds in differs if holds), None)


def record_of(instance: Hanabi, play: Iterable[Action] = ()) -> Record | None:
    """Return a game, continued by a play, as a record; None if hanab.live has no such game."""
    if not_there(instance):
        return None
    usual = instance.usual_hand
    table = Table(instance)
    actions = []
    for action in (*instance.actions, *play):
        actions.append(_recorded(action, table))
        table.do(action)
    return Record(
        instance.players,
        [instance.suit_and_value(number) for number in range(len(instance.deck))],
        actions,
        str(instance.rules.name),
        Options(
            one_extra_card=instance.cards_in_hand > usual,
            one_less_card=instance.cards_in_hand < usual,
            deck_plays=instance.bottom_deck_plays,
            empty_clues=instance.empty_clues,
            starting_player=instance.first_player - 1,
        ),
        {**(instance.about or {}), **({"players": list(instance.names)} if instance.names else {})},
    )


def _recorded(action: Action, table: Table) -> Recorded:
    """Return an action in numbers."""
    if action.clue is not None:
        target = (action.to or 0) - 1
        if action.clue.type == "value":
            return Recorded(VALUE_CLUE, target, int(action.clue.name))
        return Recorded(COLOUR_CLUE, target, table.instance.clues.colours.index(str(action.clue.name)))
    number = table.number_of(action)
    return Recorded(DISCARD if action.action == "discard" else PLAY, number)
